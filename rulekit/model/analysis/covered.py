"""Which rules the tellings of a game speak of: what `cover` lists, a rulebook generates, and the checker notes under a change.

A telling covers all rules below it, and the deeds that these rules start; rules without a name go along with those beside them
that are told. What a file of changes puts in is covered by tellings of that file alone: those of the game were written for
other rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulekit.diagnostics import Span
from rulekit.model.analysis.game_index import inner_blocks, statements
from rulekit.model.model import Deed, GameModel, Told
from rulekit.model.rules import Block, Do, Let, Statement

OWN = ""  # under this name a model has the texts of the file itself


def tellings_of(model: GameModel) -> tuple[Told, ...]:
    """Return what is told of rules, in the language of the file."""
    own = dict(model.texts).get(OWN, ())
    return tuple(text for text in own if text.what == "tell" and not text.address.startswith("example."))


@define
class Covered:
    """Knows which rules of a model are told. `base`: the file of the game itself, whose rules anybody may tell."""

    model: GameModel
    told: tuple[Told, ...]
    base: str = field(init=False)
    files: dict[str, set[str]] = field(init=False, factory=dict)
    known: dict[str, bool] = field(init=False, factory=dict)
    calls: dict[str, list[tuple[Deed, tuple[str, ...]]]] = field(init=False, factory=dict)  # who starts a deed, in which rules

    def __attrs_post_init__(self) -> None:
        self.base = self.model.head[0].span.path if self.model.head else ""
        for one in self.told:
            self.files.setdefault(one.address, set()).add(one.span.path)
        for deed in self.model.deeds:
            for name, addresses in _calls(deed.block, ()):
                self.calls.setdefault(name, []).append((deed, addresses))

    def tells(self, addresses: Iterable[str], span: Span) -> bool:
        """Return whether what stands at one of the addresses tells what stands in this place."""
        files = {path for address in addresses for path in self.files.get(address, ())}
        return bool(files) and (span.path == self.base or span.path in files)

    def is_covered(self, deed: Deed) -> bool:
        """Return whether a deed is told, or started by a rule that is told."""
        if deed.name not in self.known:
            self.known[deed.name] = self.tells((deed.name,), deed.span)
            self.known[deed.name] = self.known[deed.name] or self._is_told_by_a_caller(deed)
        return self.known[deed.name]

    def _is_told_by_a_caller(self, deed: Deed) -> bool:
        return any(
            self.tells(addresses, deed.span) or (deed.span.path == caller.span.path and self.is_covered(caller))
            for caller, addresses in self.calls.get(deed.name, ())
            if caller is not deed
        )

    def is_partly_told(self, deed: Deed) -> bool:
        """Return whether a rule of the deed is told."""
        return self.is_told_within(deed.block)

    def is_told_within(self, block: Block) -> bool:
        """Return whether a statement of a block, or in one of them, is told."""
        return any(self.tells((s.address,), s.span) for s in statements(block))

    def put_in(self, deed: Deed) -> Iterator[tuple[Statement, tuple[str, ...]]]:
        """Yield what another file put into a deed without a telling of its own, with the addresses around it."""
        yield from self._put_in(deed, deed.block, (deed.name,))

    def _put_in(self, deed: Deed, block: Block, above: tuple[str, ...]) -> Iterator[tuple[Statement, tuple[str, ...]]]:
        for statement in block:
            here = (*above, statement.address)
            other = statement.span.path != deed.span.path and not isinstance(statement, Let | Do)
            if other and not self.tells(here, statement.span):
                yield statement, here
                continue
            for inner in inner_blocks(statement):
                yield from self._put_in(deed, inner, here)

    def untold(self, deed: Deed) -> Iterator[Statement]:
        """Yield the topmost statements of a deed that nothing tells."""
        if self.is_covered(deed):
            yield from (statement for statement, _ in self.put_in(deed))
        elif self.is_partly_told(deed):
            yield from self._untold(deed.block, (deed.name,))
        elif any(not isinstance(s, Do) for s in statements(deed.block)):
            yield from deed.block

    def _untold(self, block: Block, above: tuple[str, ...]) -> Iterator[Statement]:
        """Yield what is untold in a block in which something is told."""
        for statement in block:
            here = (*above, statement.address)
            goes_along = not _is_named(statement, above[-1]) and statement.span.path == self.base
            if isinstance(statement, Let | Do) or goes_along or self.tells(here, statement.span):
                continue
            if self.is_told_within((statement,)):
                for inner in inner_blocks(statement):
                    yield from self._untold(inner, here)
            else:
                yield statement


def _is_named(statement: Statement, around: str) -> bool:
    """Return whether a rule could have a telling of its own; if not, those of the rules beside it speak of it."""
    return statement.address != around and "#" not in statement.address and not statement.address.rpartition(".")[2].isdigit()


def _calls(block: Block, above: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the deeds that a block starts, each with the addresses of the rules in which it does."""
    for statement in block:
        here = (*above, statement.address)
        if isinstance(statement, Do):
            yield statement.deed, here
        for inner in inner_blocks(statement):
            yield from _calls(inner, here)

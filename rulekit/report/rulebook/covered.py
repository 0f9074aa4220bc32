"""What the author's tellings cover: which rules need no generated sentence, and which have changed under a telling.

Comes in: a model, what is told, and for a house rule the game without it. Goes out: addresses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from attrs import evolve, field, frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.covered import Covered, tellings_of
from rulekit.model.analysis.game_index import inner_blocks, statements
from rulekit.model.model import Deed, GameModel, Told
from rulekit.model.model_walk import everything, expressions
from rulekit.report.rulebook.reader import Reader
from rulekit.report.rulebook.rules_in_force import reached


@frozen
class Cover:
    """Knows what is told of a game. `model`: its rules in force; `base`: the game without changes, None: there are none."""

    reader: Reader
    model: GameModel
    base: GameModel | None
    covered: Covered = field(init=False)

    @covered.default
    def _(self) -> Covered:
        return Covered(self.model, tellings_of(self.model))

    # ---- covered -----------------------------------------------------------------------------------
    def is_new(self, name: str) -> bool:
        """Return whether a change has added a deed."""
        return self.base is not None and all(deed.name != name for deed in self.base.deeds)

    def is_called(self, deed: Deed) -> bool:
        """Return whether the play comes to a deed at all."""
        return any(deed.name == other.name for other in reached(self.model))

    def uncovered(self, deed: Deed) -> Iterator[rules.Statement]:
        """Yield the statements of a deed that nothing tells, without what is told in them; changes are told as such."""
        if not self.covered.is_covered(deed):
            yield from only(deed.block, {id(statement) for statement in self.covered.untold(deed)})

    # ---- used ----------------------------------------------------------------------------------------
    def used_in(self, deed: Deed) -> set[str]:
        """Return the tables and definitions with tellings that told rules of a deed use."""
        told = {s.address for s in statements(deed.block) if self.reader.has(s.address) and s.address != deed.name}
        return {name for address in told for name in self.used_at(deed, address)}

    def used_at(self, deed: Deed, address: str) -> list[str]:
        """Return the tables and definitions with tellings that a told rule uses: a reader wants them beside it."""
        found: dict[str, None] = {}
        here = [s for s in statements(deed.block) if s.address == address != deed.name]
        todo: list[exprs.Expr] = [e for statement in here for e in expressions(statement)]
        bodies = {d.name: d.body for d in self.reader.model.defines}
        while todo:
            for e in everything(todo.pop()):
                name = e.define if isinstance(e, exprs.Apply) else e.table if isinstance(e, exprs.Lookup) else ""
                if name and name not in found:
                    found[name] = None
                    todo += [bodies[name]] if name in bodies else []
        return [name for name in found if self.reader.has(name)]

    # ---- changed -----------------------------------------------------------------------------------
    def changed(self, deed: Deed) -> Iterator[rules.Statement]:
        """Yield the rules of a deed that have changed under a telling that has not; other answers of options change no rule."""
        if self.base is None or self.is_new(deed.name):
            return
        put_in = [statement for statement, _ in self.covered.put_in(deed)] if self.covered.is_covered(deed) else []
        yield from put_in
        inside = {id(statement) for statement in statements(tuple(put_in))}
        before, after = dict(_labelled(self.base, deed.name)), dict(_labelled(self.reader.model, deed.name))
        found = [s for s in _labels(deed) if before.get(s.address) != after.get(s.address)]
        for statement in found:
            inner = any(other is not statement and other in statements((statement,)) for other in found)
            anew = self._is_told_anew(statement.address) or self._is_told_by_its_file(deed, statement)
            anew = anew or self._has_only_told_bullets(before.get(statement.address), after[statement.address])
            if not inner and not anew and id(statement) not in inside and self.is_covered_at(deed, statement):
                yield statement

    def _has_only_told_bullets(self, old: rules.Statement | None, new: rules.Statement) -> bool:
        """Return whether a choice has only gained ways that are told where they stand."""
        if not isinstance(old, rules.OneOf) or not isinstance(new, rules.OneOf):
            return False
        added = [bullet for bullet in new.bullets if bullet not in old.bullets]
        deeds = [s.deed for bullet in added for s in statements(bullet.block) if isinstance(s, rules.Do)]
        return len(old.bullets) + len(added) == len(new.bullets) and bool(deeds) and all(map(self.reader.has, deeds))

    def is_covered_at(self, deed: Deed, statement: rules.Statement) -> bool:
        """Return whether a telling at a rule, or above it, speaks of it."""
        above = [path for path in _paths(deed.block, ()) if path[-1] is statement]
        return self.covered.is_covered(deed) or any(self.reader.has(s.address) for path in above for s in path)

    def _is_told_by_its_file(self, deed: Deed, statement: rules.Statement) -> bool:
        """Return whether the change that brought a rule has told what stands around it."""
        around = [s.address for path in _paths(deed.block, ()) if path[-1] is statement for s in path[:-1]]
        return statement.span.path != self.covered.base and self.covered.tells((deed.name, *around), statement.span)

    def _is_told_anew(self, address: str) -> bool:
        return any(told.address == address for told in self._told_anew())

    def _told_anew(self) -> Iterator[Told]:
        """Yield the tellings that the game without changes does not have; words that are only quoted tell the old rule."""
        old = list(_tellings(self.base)) if self.base is not None else []
        return (told for told in _tellings(self.reader.model) if told not in old)


def only(block: rules.Block, wanted: Collection[int]) -> rules.Block:
    """Return the wanted statements of a block (by `id`), with what stands around them."""
    return tuple(s if id(s) in wanted else _around(s, wanted) for s in block if _holds(s, wanted))


def _holds(statement: rules.Statement, wanted: Collection[int]) -> bool:
    return any(id(s) in wanted for s in statements((statement,)))


def _around(statement: rules.Statement, wanted: Collection[int]) -> rules.Statement:
    """Return a statement with only what is wanted in it; a choice between branches stays whole, or it would not be true."""
    match statement:
        case rules.If(branches=(branch,), otherwise=()):
            return evolve(statement, branches=(evolve(branch, block=only(branch.block, wanted)),))
        case rules.OneOf(bullets=bullets):
            kept = tuple(evolve(b, block=block) for b in bullets if (block := only(b.block, wanted)))
            return evolve(statement, bullets=kept)
        case rules.May() | rules.Group() | rules.ForEach() | rules.Repeat() | rules.Turns() | rules.Secretly():
            return evolve(statement, block=only(statement.block, wanted))
    return statement


def _tellings(model: GameModel) -> Iterator[Told]:
    """Yield the tellings of a game in the language of its file."""
    return (evolve(told, cites=()) for told in dict(model.texts).get("", ()) if told.what == "tell")


def _paths(block: rules.Block, above: tuple[rules.Statement, ...]) -> Iterator[tuple[rules.Statement, ...]]:
    """Yield every statement with those around it, the outermost first."""
    for statement in block:
        yield (*above, statement)
        for inner in inner_blocks(statement):
            yield from _paths(inner, (*above, statement))


def _labels(deed: Deed) -> Iterator[rules.Statement]:
    """Yield the statements that have an address of their own."""
    seen: set[str] = {deed.name}
    for statement in statements(deed.block):
        if statement.address not in seen:
            seen.add(statement.address)
            yield statement


def _labelled(model: GameModel, name: str) -> Iterator[tuple[str, rules.Statement]]:
    deed = next((deed for deed in model.deeds if deed.name == name), None)
    yield from ((statement.address, statement) for statement in (_labels(deed) if deed is not None else ()))

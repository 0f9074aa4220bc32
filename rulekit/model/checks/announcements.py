"""What is told beside the table: announcements tell only what their hearers see, and what is revealed was hidden before.

A choice that is told to everybody, though it only goes into a marker of the player's own, is noted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import define, evolve, field

from rulekit.diagnostics import Diagnostic, Severity, finding
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import (
    Names,
    deep_statements,
    inner_blocks,
    names_of,
    own_expressions,
    sight_label,
    statements,
)
from rulekit.model.analysis.hearing import Hearer, Hearing
from rulekit.model.analysis.reads_and_writes import writes
from rulekit.model.expressions import Expr
from rulekit.model.model import Deed, GameModel
from rulekit.model.model_walk import children, everything, leaves
from rulekit.model.types import is_piece
from rulekit.wording import sentence

LOOPS = (rules.May, rules.ForEach, rules.Repeat, rules.Turns, rules.Secretly)


def check_told(model: GameModel) -> list[Diagnostic]:
    """Check announcements, things revealed, and choices that everybody is told of."""
    walk = _Walk(model, names_of(model))
    for deed in model.deeds:
        if deed.role in ("setup", "play"):
            walk.deed(deed, frozenset())
    return [*walk.found.values(), *_sentences(model, walk), *_told_choices(model, walk.game)]


@define
class _Walk:
    """Goes through the rules as they follow each other; a deed is looked at once for everything that its parameters may hide."""

    model: GameModel
    game: Names
    found: dict[object, Diagnostic] = field(factory=dict)
    seen: set[tuple[str, frozenset[str]]] = field(factory=set)

    def deed(self, deed: Deed, hidden: frozenset[str]) -> None:
        """Look at an action or step; `hidden`: parameters that hold what not everybody sees."""
        if (deed.name, hidden) not in self.seen:
            self.seen.add((deed.name, hidden))
            self._block(deed.block, Hearing(unseen=frozenset((p.index, None) for p in deed.params if p.name in hidden)))

    def _block(self, block: rules.Block, now: Hearing) -> Hearing:
        for statement in block:
            now = self._statement(statement, now)
        return now

    def _statement(self, s: rules.Statement, now: Hearing) -> Hearing:
        self.game.effort.spend()
        match s:
            case rules.Announce(text=text, to=to):
                self._announced(s, [name for part in children(text) for name in self._hearer(to, now).says(part)])
                return now
            case rules.Reveal(what=what, to=to):
                if not self._hearer(to, now).unseen(what):
                    self._open(s)
                return now.reveals(what, to)
            case rules.Let(local=local, value=value):
                return self._bound(local, value, now)
            case rules.Choose():
                return self._chosen(s, now)
            case rules.Do(deed=name):
                return self._do(s, now) if name in self.game.deeds else now
            case rules.If():
                ends = [self._block(branch.block, now) for branch in s.branches] + [self._block(s.otherwise, now)]
                for end in ends[1:]:
                    ends[0] = ends[0].join(end)
                return ends[0]
            case rules.As():
                return now.join(self._block(s.block, evolve(now, shown=_without(now, exprs.Me))))
        if isinstance(s, LOOPS):
            return self._loop(s, now)
        for block in inner_blocks(s):
            now = self._block(block, now)
        return self._changed(s, now)

    def _hearer(self, to: Expr | None, now: Hearing) -> Hearer:
        return Hearer(self.model, self.game, to, now)

    def _changed(self, s: rules.Statement, now: Hearing) -> Hearing:
        """After an effect: what it changed is not as it was shown; what it put in sight is known."""
        names = frozenset(token.partition(":")[2] for token in writes(self.game, s))
        match s:
            case rules.MovePieces(what=what, to=to) if not self._hearer(None, now).unseen(
                exprs.Contents(what.type, to.place, to.indices)
            ):
                now = now.knows(what)
            case rules.SetMarker(marker=name, indices=indices, value=value):
                if not self._hearer(None, now).unseen(exprs.MarkerOf(value.type, name, indices)):
                    now = now.knows(value)
            case rules.SetAttr():
                names |= {name for (name, _), _ in now.shown}
        return now.changed(names)

    def _bound(self, local: int, value: Expr, now: Hearing) -> Hearing:
        if not self._hearer(None, now).unseen(value):
            return evolve(now, unseen=frozenset(pair for pair in now.unseen if pair[0] != local))
        return now.hides(local, value if is_piece(value.type) else None)

    def _chosen(self, s: rules.Choose, now: Hearing) -> Hearing:
        for pick in s.picks:
            if is_piece(pick.source.type):
                now = self._bound(pick.local, pick.source, now)
            elif s.private or s.at_random:
                now = now.hides(pick.local, None)
        return now

    def _do(self, s: rules.Do, now: Hearing) -> Hearing:
        deed, hearer = self.game.deeds[s.deed], self._hearer(None, now)
        self.deed(deed, frozenset(a.name for a in s.args if a.name is not None and hearer.unseen(a.value)))
        inside = deep_statements(self.game, deed.block)
        return now.changed(frozenset(token.partition(":")[2] for inner in inside for token in writes(self.game, inner)))

    def _loop(self, s: rules.Statement, now: Hearing) -> Hearing:
        """Go through a loop's block twice; what was shown of the last pass is not that of this one."""
        for binder in s.binders if isinstance(s, rules.ForEach) else ():
            now = self._bound(binder.local, binder.source, now)
        mine = _bound_in(s)
        before, end = now, now
        for _ in range(2):
            for block in inner_blocks(s):
                end = self._block(block, evolve(now, shown=frozenset(p for p in now.shown if not _mentions(p[0][1], mine))))
            now = now.join(end)
        everybody = (
            isinstance(s, rules.ForEach) and s.where is None and len(s.binders) == 1 and _is_everybody(s.binders[0].source)
        )
        whole = {((name, ()), to) for (name, at), to in end.shown if everybody and _is_only(at, s)}
        return evolve(now, shown=(before.shown & end.shown) | whole)

    # ---- findings --------------------------------------------------------------------------------
    def _announced(self, s: rules.Announce, names: list[str]) -> None:
        if names:
            who = sentence("not everybody sees") if s.to is None else sentence("the player who hears it does not see")
            self.found[s.address, s.span] = finding(
                "RK409",
                s.span,
                "this announcement tells of `{name}`, which {who}",
                "`reveal` it first, in the same action or step, or say only what the table shows",
                related=sight_label(self.game, names[0]),
                name=names[0],
                who=who,
            )

    def _open(self, s: rules.Reveal) -> None:
        open_to = sentence("everybody sees this already") if s.to is None else sentence("this player sees this already")
        self.found.setdefault(
            (s.address, s.span),
            finding("RK415", s.span, open_to, "take `reveal` away", severity=Severity.WARNING),
        )


def _without(now: Hearing, kind: type) -> frozenset[tuple[tuple[str, tuple[Expr, ...]], Expr | None]]:
    return frozenset(p for p in now.shown if not any(isinstance(e, kind) for index in p[0][1] for e in everything(index)))


def _bound_in(s: rules.Statement) -> frozenset[int]:
    """Return the locals that get another value with every pass of a loop."""
    found = {b.local for b in s.binders} if isinstance(s, rules.ForEach) else set[int]()
    for inner in (inner for block in inner_blocks(s) for inner in statements(block)):
        found |= {p.local for p in inner.picks} if isinstance(inner, rules.Choose) else set()
        found |= {inner.local} if isinstance(inner, rules.Let) else set()
        found |= {b.local for b in inner.binders} if isinstance(inner, rules.ForEach) else set()
    return frozenset(found)


def _mentions(indices: tuple[Expr, ...], locals_: frozenset[int]) -> bool:
    return any(isinstance(e, exprs.Local) and e.index in locals_ for index in indices for e in everything(index))


def _is_everybody(source: Expr) -> bool:
    return isinstance(source, exprs.Players) or (isinstance(source, exprs.Builtin) and source.function == "clockwise")


def _is_only(indices: tuple[Expr, ...], s: rules.Statement) -> bool:
    return isinstance(s, rules.ForEach) and len(indices) == 1 and _mentions(indices, frozenset({s.binders[0].local}))


# ---- sentences of moves ------------------------------------------------------------------------------
def _sentences(model: GameModel, walk: _Walk) -> Iterator[Diagnostic]:
    """Find sentences that tell everybody what only some see. A piece that was chosen is named to those who see it."""
    actions = {deed.name for deed in model.deeds if deed.role == "action"}
    hearer = walk._hearer(None, Hearing())
    for told in (told for _, texts in model.texts for told in texts if told.what == "say" and told.address in actions):
        names = [name for part in leaves(told.text) if not isinstance(part, exprs.Local) for name in hearer.unseen(part)]
        if names:
            yield finding(
                "RK409",
                told.span,
                "this sentence tells of `{name}`, which not everybody sees",
                "everybody reads it in the log: say only what the table shows",
                related=sight_label(walk.game, names[0]),
                name=names[0],
            )


# ---- choices ---------------------------------------------------------------------------------------
def _told_choices(model: GameModel, game: Names) -> Iterator[Diagnostic]:
    """Yield choices of a value that everybody is told of, though the rules only write it down for the player."""
    for deed in model.deeds:
        inside = list(statements(deed.block))
        for s in inside:
            if isinstance(s, rules.Choose) and not s.private and not s.at_random:
                hidden = [pick for pick in s.picks if not is_piece(pick.source.type) and _only_noted(game, inside, pick, s)]
                if hidden:
                    yield _note(s, hidden[0].name)


def _only_noted(game: Names, inside: list[rules.Statement], pick: rules.Pick, choice: rules.Choose) -> bool:
    """Return whether a chosen value is only put into markers that not everybody sees."""
    uses = [s for s in inside if s is not choice and any(_reads(pick, e) for e in own_expressions(s))]
    noted = partial(_is_note, game, pick)
    return bool(uses) and all(map(noted, uses))


def _reads(pick: rules.Pick, expr: Expr) -> bool:
    return any(isinstance(e, exprs.Local) and e.index == pick.local for e in everything(expr))


def _is_note(game: Names, pick: rules.Pick, s: rules.Statement) -> bool:
    if not isinstance(s, rules.SetMarker) or s.marker not in game.markers:
        return False
    return game.markers[s.marker].sight == "private" and _reads(pick, s.value)


def _note(s: rules.Choose, name: str) -> Diagnostic:
    return finding(
        "RK416",
        s.span,
        "everybody is told what `{name}` is, though it only goes into a private marker",
        "`choose {name} …, private` keeps it between the player and the rules",
        severity=Severity.NOTE,
        name=name,
    )

"""Nobody calculates with `none`: what is declared `or none` is only used in arithmetic after a test excludes it.

What a position, a spot, `first`, `min` or `max` gives is taken to be there. `narrowing` says what a test excludes.
"""

from __future__ import annotations

from typing import assert_never

import attrs
from attrs import frozen

from rulekit.diagnostics import Diagnostic, Label, Span, finding
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import Names, at_address, deep_statements, names_of, own_expressions
from rulekit.model.analysis.none_tests import Facts, Loose, Narrow, forget, portable, without_me
from rulekit.model.model import Deed, GameModel
from rulekit.wording import sentence

THIS = sentence("this")
Loop = rules.As | rules.ForEach | rules.May | rules.Repeat | rules.Turns | rules.Secretly


def check_none(model: GameModel) -> list[Diagnostic]:
    """Report arithmetic and order on what may be `none`."""
    walk = Walk(names_of(model))
    for define in model.defines:
        loose = frozenset(p.index for p in define.params if p.domain.optional)
        walk.look(define.body, Known(attrs.evolve(walk.start, lenient=True, bounds=loose)), define.span)
    for deed in model.deeds:
        if deed.role in ("setup", "play"):
            walk.deed(deed, Known(walk.start))
    for deed in model.deeds:
        if deed.name not in walk.done:
            walk.deed(deed, Known(walk.start, loose=frozenset(p.index for p in deed.params if p.domain.optional)))
    for line in model.score:
        walk.look(line.value, Known(walk.start), at_address(f"score.{line.name}"))
    for criterion in model.winner:
        walk.look(criterion.value, Known(walk.start), at_address("winner"))
    return list(walk.found.values())


@frozen
class Known:
    """What is known at a point of a rule: how to narrow, what is not `none`, which locals may be."""

    narrow: Narrow
    facts: Facts = frozenset()
    loose: Loose = frozenset()

    def after(self, facts: Facts) -> Known:
        """Return the same with more known."""
        self.narrow.game.effort.spend(len(self.facts) // 64)
        return attrs.evolve(self, facts=self.facts | facts) if facts else self


@frozen
class Walk:
    """A walk through the rules that collects findings."""

    game: Names
    found: dict[object, Diagnostic] = attrs.field(factory=dict)
    done: set[str] = attrs.field(factory=set)
    memo: set[object] = attrs.field(factory=set)

    @property
    def start(self) -> Narrow:
        """How to narrow in this game."""
        return Narrow(self.game)

    def look(self, part: exprs.Expr, now: Known, span: Span) -> None:
        """Look for arithmetic in an expression."""
        for bad in now.narrow.bad(part, now.facts, now.loose):
            self._report(bad, span)

    def amount(self, part: exprs.Expr | None, now: Known, span: Span) -> None:
        """A number that is needed."""
        if part is not None and now.narrow.may_be_none(part, now.facts, now.loose):
            self._report(part, span)

    def _report(self, bad: exprs.Expr, span: Span) -> None:
        name, declared = _called(self.game, bad)
        self.found[(name, span)] = finding(
            "RK420",
            span,
            "{name} may be `none`, and nobody can calculate with `none`",
            "test it first: `if … is not none`, `only if … is not none`, or `if … is none then 0 else …`",
            related=(Label(declared, sentence("declared `or none` here")),) if declared else (),
            name=name,
        )

    # ---- rules ------------------------------------------------------------------------------------
    def deed(self, deed: Deed, now: Known) -> None:
        """Go through a deed, once for everything that can be known at its start."""
        self.done.add(deed.name)
        key = (deed.name, now.facts, now.loose)
        if key not in self.memo:
            self.memo.add(key)
            self.block(deed.block, now)

    def block(self, block: rules.Block, now: Known | None) -> Known | None:
        """Go through a block; None: it does not end."""
        for statement in block:
            if now is None:
                return None
            for part in own_expressions(statement) if not isinstance(statement, rules.If) else ():
                self.look(part, self._own(statement, now), statement.span)
            now = self._statement(statement, now)
        return now

    def _own(self, s: rules.Statement, now: Known) -> Known:
        """Test a choice's `where` with what its own picks exclude; nothing else is known early."""
        return attrs.evolve(now, facts=without_me(now.facts)) if isinstance(s, rules.Turns) else now

    def _statement(self, s: rules.Statement, now: Known) -> Known | None:
        match s:
            case rules.OnlyIf():
                return now.after(now.narrow.if_true(s.test))
            case rules.Choose():
                return now.after(now.narrow.if_true(s.where)) if s.where is not None else now
            case rules.Let():
                loose = now.narrow.may_be_none(s.value, now.facts, now.loose)
                return attrs.evolve(now, loose=now.loose | {s.local} if loose else now.loose)
            case rules.SetMarker():
                return self._set(s, now)
            case rules.Effect():
                self.amount(rules.does(s).count, now, s.span)
                return now
            case rules.Do():
                return self._do(s, now)
            case rules.If():
                return self._if(s, now)
            case rules.EndGame():
                return None
            case rules.Group():
                return self.block(s.block, now)
            case rules.OneOf():
                return _common([self.block(bullet.block, now) for bullet in s.bullets])
            case rules.As() | rules.ForEach() | rules.May() | rules.Repeat() | rules.Turns() | rules.Secretly():
                return self._loop(s, now)
            case _:
                assert_never(s)

    def _set(self, s: rules.SetMarker, now: Known) -> Known:
        entry = exprs.MarkerOf(s.value.type, s.marker, s.indices)
        if now.narrow.may_be_none(s.value, now.facts, now.loose):
            return self._forgetting(now, frozenset({s.marker}))
        return now.after(now.narrow.entry(entry))

    def _do(self, s: rules.Do, now: Known) -> Known:
        deed = self.game.deeds.get(s.deed)
        if deed is None:
            return now
        told = {argument.name: argument.value for argument in s.args}
        loose = frozenset(p.index for p in deed.params if p.domain.optional or self._loose(told.get(p.name), now))
        self.deed(deed, Known(now.narrow, portable(now.facts), loose))
        return self._forgetting(now, self._emptied(deed.block))

    def _forgetting(self, now: Known, markers: frozenset[str]) -> Known:
        """Return what is still known after some markers were set."""
        self.game.effort.spend(len(now.facts))
        return attrs.evolve(now, facts=forget(now.facts, markers)) if now.facts else now

    def _loose(self, part: exprs.Expr | None, now: Known) -> bool:
        return part is not None and now.narrow.may_be_none(part, now.facts, now.loose)

    def _emptied(self, block: rules.Block) -> frozenset[str]:
        """Return the markers a block may set to `none`."""
        start = self.start
        sets = (s for s in deep_statements(self.game, block) if isinstance(s, rules.SetMarker))
        return frozenset(s.marker for s in sets if start.may_be_none(s.value, frozenset(), frozenset()))

    def _if(self, s: rules.If, now: Known) -> Known | None:
        after: list[Known | None] = []
        for branch in s.branches:
            self.look(branch.test, now, s.span)
            after.append(self.block(branch.block, now.after(now.narrow.if_true(branch.test))))
            now = now.after(now.narrow.if_false(branch.test))
        return _common([*after, self.block(s.otherwise, now)])

    def _loop(self, s: Loop, now: Known) -> Known | None:
        now = self._forgetting(now, self._emptied(s.block))
        inside = now
        if isinstance(s, rules.As | rules.Turns | rules.Secretly):
            inside = attrs.evolve(inside, facts=without_me(inside.facts))
        until = s.until if isinstance(s, rules.Repeat | rules.Turns) else None
        where = s.where if isinstance(s, rules.ForEach | rules.Turns) else None
        self.amount(rules.does(s).count, now, s.span)
        if until is not None:
            inside = inside.after(now.narrow.if_false(until))
        if where is not None:
            inside = inside.after(now.narrow.if_true(where))
        self.block(s.block, inside)
        return now.after(now.narrow.if_true(until)) if until is not None and not isinstance(s, rules.Turns) else now


def _common(ways: list[Known | None]) -> Known | None:
    """Return what is known whichever way was taken."""
    alive = [way for way in ways if way is not None]
    if not alive:
        return None
    facts, loose = alive[0].facts, alive[0].loose
    for way in alive[1:]:
        facts, loose = facts & way.facts, loose | way.loose
    return attrs.evolve(alive[0], facts=facts, loose=loose)


def _called(game: Names, bad: exprs.Expr) -> tuple[str, Span | None]:
    match bad:
        case exprs.MarkerOf() if bad.marker in game.markers:
            return f"`{bad.marker}`", game.markers[bad.marker].span
        case exprs.Local() | exprs.Bound():
            return f"`{bad.name}`", None
        case exprs.AttrOf():
            owner, _ = _called(game, bad.of)
            return f"`{bad.attr}`" if owner == THIS else sentence("{owner}'s `{name}`", owner=owner, name=bad.attr), None
        case exprs.Apply():
            return f"`{bad.define}`", game.defines[bad.define].span
        case exprs.Lookup() if bad.table in game.tables:
            return f"`{bad.table}`", game.tables[bad.table].span
    return THIS, None

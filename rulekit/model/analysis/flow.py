"""The course of a game, roughly: where a decision is open, and what the last horizon changed.

Comes in: a model. Goes out: for every requirement and choice, the situations in which it can be met. Calls are followed
(there is no recursion); loops are gone through twice, which is enough because situations only grow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

import attrs
from attrs import frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import Names, deep_statements
from rulekit.model.analysis.reads_and_writes import Tokens, is_chance, is_decision, sources, writes
from rulekit.model.analysis.visibility import Mine, is_me, seen_place, unseen
from rulekit.model.model import GameModel

NOTHING: Tokens = frozenset()


@frozen
class Situation:
    """`open`: a decision of `me` is being made. `changed`: what the last horizon changed, if nobody decided since.
    `mine`: locals (and other expressions) that are `me`; `hidden_locals`: locals that hold what `me` does not see."""

    open: bool = False
    changed: Tokens = NOTHING
    mine: Mine = frozenset()
    hidden_locals: frozenset[int] = frozenset()

    def decided(self) -> Situation:
        """After a decision."""
        return attrs.evolve(self, open=True, changed=NOTHING)

    def past(self, changed: Tokens) -> Situation:
        """After a horizon."""
        return attrs.evolve(self, open=False, changed=changed)


Loop = rules.May | rules.ForEach | rules.Repeat | rules.Turns | rules.Secretly
Visit = Callable[[rules.Statement, Situation], None]


def join(one: Situation | None, two: Situation | None) -> Situation | None:
    """Either situation; None is none at all (the game has ended)."""
    if one is None or two is None:
        return one or two
    return Situation(one.open or two.open, one.changed | two.changed, one.mine & two.mine, one.hidden_locals | two.hidden_locals)


@frozen
class Flow:
    """A walk through the rules. `memo` remembers what came of a deed, or of a loop's block, in a situation."""

    game: Names
    visit: Visit
    memo: dict[tuple[str | int, Situation], Situation | None] = attrs.field(factory=dict)

    def block(self, block: rules.Block, now: Situation | None) -> Situation | None:
        """Go through a block."""
        for statement in block:
            if now is None:
                return None
            now = self.statement(statement, now)
        return now

    def twice(self, block: rules.Block, now: Situation | None) -> Situation | None:
        """Go through a loop's block; it may not be entered at all."""
        for _ in range(2):
            now = None if now is None else join(now, self._once(id(block), block, now))
        return now

    def _once(self, key: str | int, block: rules.Block, now: Situation) -> Situation | None:
        """Go through a block that may be come to again, once in every situation."""
        if (key, now) not in self.memo:
            self.memo[key, now] = None
            self.memo[key, now] = self.block(block, now)
        return self.memo[key, now]

    def statement(self, s: rules.Statement, now: Situation) -> Situation | None:
        """Go through one statement."""
        self.game.effort.spend()
        match s:
            case rules.Choose() | rules.OnlyIf() | rules.Let():
                return self._told(s, now)
            case rules.Effect():
                return now.past(writes(self.game, s)) if self._horizon(s, now) else now
            case rules.Do():
                return self._do(s, now)
            case rules.As():
                return self._as(s, now)
            case rules.If():
                return self._if(s, now)
            case rules.OneOf():
                after: Situation | None = None
                for bullet in s.bullets:
                    after = join(after, self.block(bullet.block, now.decided()))
                return after
            case rules.EndGame():
                return None
            case rules.Group():
                return self.block(s.block, now)
            case rules.May() | rules.ForEach() | rules.Repeat() | rules.Turns() | rules.Secretly():
                return self._loop(s, now)
            case _:
                assert_never(s)

    def _told(self, s: rules.Choose | rules.OnlyIf | rules.Let, now: Situation) -> Situation:
        match s:
            case rules.Let():
                mine = now.mine | {s.local} if is_me(s.value, now.mine) else now.mine
                hidden = {s.local} if unseen(self.game, s.value, now.mine, now.hidden_locals) else set[int]()
                return attrs.evolve(now, mine=mine, hidden_locals=now.hidden_locals | hidden)
            case rules.OnlyIf():
                self.visit(s, now)
                return now
        if s.at_random:
            return now.past(frozenset(f"local:{pick.local}" for pick in s.picks))
        self.visit(s, now.decided())
        return now.decided()

    def _horizon(self, s: rules.Statement, now: Situation) -> bool:
        """Return whether chance speaks, or a piece comes to light for `me`."""
        if is_chance(self.game, s):
            return True
        match s:
            case rules.Draw():
                return not seen_place(self.game, s.source, now.mine) and seen_place(self.game, s.to, now.mine)
            case rules.Deal():
                return not seen_place(self.game, s.source, now.mine)
            case rules.MovePieces():
                hidden = bool(unseen(self.game, s.what, now.mine, now.hidden_locals)) or self._dark(s.what)
                return hidden and seen_place(self.game, s.to, now.mine)
            case rules.Reveal(what=what, to=to):
                hidden = bool(unseen(self.game, what, now.mine, now.hidden_locals)) or self._dark(what)
                return hidden and (to is None or is_me(to, now.mine))
        return False

    def _dark(self, what: exprs.Expr) -> bool:
        places = (self.game.places.get(token.removeprefix("place:")) for token in sources(what))
        return any(place is not None and place.sight == "hidden" for place in places)

    def _do(self, s: rules.Do, now: Situation) -> Situation | None:
        deed = self.game.deeds.get(s.deed)
        if deed is None:
            return now
        inside = now.decided() if is_decision(self.game, s) else now
        told = {argument.name: argument.value for argument in s.args}
        mine = frozenset(p.index for p in deed.params if p.name in told and is_me(told[p.name], now.mine))
        hidden_locals = frozenset(
            p.index for p in deed.params if p.name in told and unseen(self.game, told[p.name], now.mine, now.hidden_locals)
        )
        inside = attrs.evolve(inside, mine=mine, hidden_locals=hidden_locals)
        after = self._once(s.deed, deed.block, inside)
        after = None if after is None else attrs.evolve(now, open=after.open, changed=after.changed)
        return join(after, now) if s.if_able else after

    def _as(self, s: rules.As, now: Situation) -> Situation | None:
        if is_me(s.player, now.mine):
            return self.block(s.block, now)
        mine: Mine = frozenset({s.player.index if isinstance(s.player, exprs.Local) else s.player})
        after = self.block(s.block, Situation(False, now.changed, mine))
        if after is None:
            return None
        if any(is_decision(self.game, inner) for inner in deep_statements(self.game, s.block)):
            return now.past(NOTHING)
        return attrs.evolve(now, open=now.open and after.changed == now.changed, changed=after.changed)

    def _if(self, s: rules.If, now: Situation) -> Situation | None:
        after: Situation | None = None
        for branch in s.branches:
            now = self._tested(branch.test, now)
            after = join(after, self.block(branch.block, now))
        return join(after, self.block(s.otherwise, now))

    def _tested(self, test: exprs.Expr | None, now: Situation) -> Situation:
        """Treat a test of what `me` does not see as a horizon."""
        return attrs.evolve(now, open=False) if test and unseen(self.game, test, now.mine, now.hidden_locals) else now

    def _loop(self, s: Loop, now: Situation) -> Situation | None:
        match s:
            case rules.May():
                return join(self.twice(s.block, now.decided()), now.decided())
            case rules.ForEach():
                inside = self._tested(s.where, now)
                dark = (b.local for b in s.binders if unseen(self.game, b.source, now.mine, now.hidden_locals))
                inside = attrs.evolve(inside, hidden_locals=inside.hidden_locals | frozenset(dark))
                after = self.twice(s.block, inside)
                return None if after is None else attrs.evolve(after, mine=now.mine)
            case rules.Repeat():
                return self.twice(s.block, self._tested(s.until, now))
            case rules.Turns() | rules.Secretly():
                self.block(s.block, Situation())
                return now.past(NOTHING)


def walk(model: GameModel, game: Names, visit: Visit) -> None:
    """Go through setup and play."""
    flow = Flow(game, visit)
    for deed in model.deeds:
        if deed.role in ("setup", "play"):
            flow.block(deed.block, Situation())

"""Loops without a bound: every pass decides, starts an action, rolls the dice or comes nearer to the end."""

from __future__ import annotations

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Severity, finding
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import Names, all_statements, deep_statements, names_of
from rulekit.model.analysis.reads_and_writes import Tokens, is_chance, is_decision, reads, writes
from rulekit.model.model import GameModel
from rulekit.model.types import PLAYER, TRUTH
from rulekit.wording import sentence


def check_loops(model: GameModel) -> list[Diagnostic]:
    """Find a `repeat`, `turns` or `rounds` with a pass in which nothing that matters to its end may happen: a warning; if
    nothing that matters can ever happen in it, an error."""
    game = names_of(model)
    found = []
    for statement in all_statements(model):
        if not isinstance(statement, rules.Repeat | rules.Turns):
            continue
        if isinstance(statement, rules.Repeat) and statement.times is not None:
            continue
        loop = Loop(game, _ends_by(game, statement))
        if loop.idle(statement.block):
            found.append(_report(statement, loop.endless(statement.block)))
    return found


def _report(statement: rules.Repeat | rules.Turns, endless: bool) -> Diagnostic:
    return finding(
        "RK402",
        statement.span,
        sentence("this loop never ends once it has begun: it has no decision and no chance, and changes nothing that ends it")
        if endless
        else sentence(
            "this loop can go round without a decision, an action, chance, or a change of what ends it: the game might never end"
        ),
        "give it an end that its own rules bring about, or `repeat … times`",
        severity=Severity.ERROR if endless else Severity.WARNING,
    )


def _ends_by(game: Names, loop: rules.Repeat | rules.Turns) -> Tokens:
    """Return what the end of a loop depends on: its `until`, and the tests before an `end game` in it."""
    tests: list[exprs.Expr] = [loop.until] if loop.until is not None else []
    if isinstance(loop, rules.Turns) and loop.where is not None:
        tests.append(loop.where)
    for statement in deep_statements(game, loop.block):
        if isinstance(statement, rules.If):
            ends = any(isinstance(s, rules.EndGame) for branch in statement.branches for s in deep_statements(game, branch.block))
            tests.extend(branch.test for branch in statement.branches if ends)
    return frozenset(token for test in tests for token in reads(game, test))


@frozen
class Loop:
    """One loop, with what its end depends on."""

    game: Names
    ends_by: Tokens

    def idle(self, block: rules.Block) -> bool:
        """Return whether a block can be gone through without anything that counts."""
        return all(self._idle(statement) for statement in block)

    def endless(self, block: rules.Block) -> bool:
        """Return whether nothing in a block, whatever happens, can bring the end nearer."""
        for s in deep_statements(self.game, block):
            if isinstance(s, rules.EndGame) or is_decision(self.game, s) or is_chance(self.game, s) or self._moves_on(s):
                return False
        return True

    def _idle(self, s: rules.Statement) -> bool:
        self.game.effort.spend()
        match s:
            case rules.Do() if s.if_able:
                return not self._near(exprs.Can(TRUTH, exprs.Me(PLAYER), s.deed, ()))
            case rules.EndGame():
                return False
            case _ if is_decision(self.game, s) or is_chance(self.game, s):
                return False
            case rules.Do():
                return s.deed in self.game.deeds and self.idle(self.game.deeds[s.deed].block)
            case rules.If():
                blocks = [*(branch.block for branch in s.branches), s.otherwise]
                idle = [self.idle(block) for block in blocks]
                return all(idle) if any(self._near(branch.test) for branch in s.branches) else any(idle)
            case rules.ForEach():
                sure = all(isinstance(b.source, exprs.Const | exprs.Players | exprs.Range | exprs.Builtin) for b in s.binders)
                sure = (sure and s.where is None) or any(self._near(b.source) for b in s.binders)
                sure = sure or (s.where is not None and self._near(s.where))
                return not sure or self.idle(s.block)
            case rules.As() | rules.Group() | rules.Secretly() | rules.Repeat() | rules.Turns():
                return self.idle(s.block)
        return not self._moves_on(s)

    def _near(self, test: exprs.Expr) -> bool:
        """Return whether a test looks at something the end of the loop depends on too."""
        return bool(reads(self.game, test) & self.ends_by)

    def _moves_on(self, s: rules.Statement) -> bool:
        """Return whether an effect changes what the end of the loop depends on."""
        if writes(self.game, s) & self.ends_by:
            return True
        places = any(token.startswith("place:") for token in self.ends_by)
        return isinstance(s, rules.MovePieces) and places and not isinstance(s.what, exprs.Contents)

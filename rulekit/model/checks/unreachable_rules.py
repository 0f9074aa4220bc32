"""The course of the game: `next turn` only where there are turns, no rule that is never reached."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.diagnostics import Diagnostic, Severity, Span, finding
from rulekit.model import rules
from rulekit.model.analysis.game_index import Names, inner_blocks, names_of, statements
from rulekit.model.checks.decided_conditions import decided
from rulekit.model.model import Deed, GameModel
from rulekit.wording import Sentence, sentence


def check_turns(model: GameModel) -> list[Diagnostic]:
    """Check that `next turn` belongs to a running `turns` or `rounds`."""
    game = names_of(model)
    found: dict[object, Diagnostic] = {}
    for deed in model.deeds:
        if deed.role in ("setup", "play"):
            for statement in _outside(game, deed.block, set()):
                found[(statement.address, statement.span)] = finding(
                    "RK413",
                    statement.span,
                    "`next turn` is reached where there are no turns",
                    "it says who is next inside `turns` or `rounds`; elsewhere write whose rule it is: `p does …`",
                )
    return list(found.values())


def _outside(game: Names, block: rules.Block, seen: set[str]) -> Iterator[rules.NextTurn]:
    for statement in block:
        if isinstance(statement, rules.NextTurn):
            yield statement
        if isinstance(statement, rules.Do) and statement.deed in game.deeds and statement.deed not in seen:
            seen.add(statement.deed)
            yield from _outside(game, game.deeds[statement.deed].block, seen)
        if not isinstance(statement, rules.Turns):
            for inner in inner_blocks(statement):
                yield from _outside(game, inner, seen)


def check_unreachable(model: GameModel) -> list[Diagnostic]:
    """Warn of rules that never happen: after `end game`, in `if 1 > 2`, after `if yes`."""
    game = names_of(model)
    found: list[Diagnostic] = []
    for deed in model.deeds:
        _after_end(deed.block, found)
        for statement in statements(deed.block):
            for inner in inner_blocks(statement):
                _after_end(inner, found)
            if isinstance(statement, rules.If):
                found += [_never(block[0].span, why) for block, why in _never_taken(game, deed, statement) if block]
    return found


def _ends(statement: rules.Statement) -> bool:
    if isinstance(statement, rules.If):
        blocks = inner_blocks(statement)
        return all(any(_ends(s) for s in block) for block in blocks)
    return isinstance(statement, rules.EndGame) or (isinstance(statement, rules.Group) and any(_ends(s) for s in statement.block))


def _after_end(block: rules.Block, found: list[Diagnostic]) -> None:
    end = next((n for n, statement in enumerate(block) if _ends(statement)), None)
    if end is not None and end + 1 < len(block):
        found.append(_never(block[end + 1].span, sentence("the game has ended before it")))


def _never_taken(game: Names, deed: Deed, statement: rules.If) -> Iterator[tuple[rules.Block, Sentence]]:
    sure = False
    for branch in statement.branches:
        constant = decided(game, deed, branch.test)
        if sure or constant is False:
            yield (
                branch.block,
                sentence("its condition is always no") if not sure else sentence("the condition before it is always yes"),
            )
        sure = sure or constant is True
    if sure:
        yield statement.otherwise, sentence("the condition before it is always yes")


def _never(span: Span, why: Sentence) -> Diagnostic:
    hint = sentence("take it away, or correct what stands before it")
    return finding("RK441", span, "this never happens: {why}", hint, severity=Severity.WARNING, why=why)

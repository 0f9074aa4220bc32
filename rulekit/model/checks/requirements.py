"""Requirements: a reason where a player may be refused, and none that can fail when nobody can do anything about it."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, Label, Severity, finding
from rulekit.model import rules
from rulekit.model.analysis.flow import Situation, walk
from rulekit.model.analysis.game_index import inner_blocks, names_of
from rulekit.model.analysis.reads_and_writes import reads
from rulekit.model.expressions import Const
from rulekit.model.model import GameModel
from rulekit.wording import sentence


def check_reasons(model: GameModel) -> list[Diagnostic]:
    """Check that a requirement after a choice says why a choice is refused."""
    found: list[Diagnostic] = []
    for deed in model.deeds:
        _reasons(deed.block, None, found)
    return found


def _reasons(block: rules.Block, choice: rules.Choose | None, found: list[Diagnostic]) -> rules.Choose | None:
    for statement in block:
        if isinstance(statement, rules.Choose) and not statement.at_random:
            choice = choice or statement
        if isinstance(statement, rules.OnlyIf) and statement.reason is None and choice is not None:
            found.append(
                finding(
                    "RK403",
                    statement.span,
                    "`{address}` can refuse what a player chose, but does not say why",
                    'end it with `because "…"`: players see this sentence',
                    related=(Label(choice.span, sentence("the choice")),),
                    address=statement.address,
                )
            )
        inner = [_reasons(part, choice, found) for part in inner_blocks(statement)]
        choice = choice or next((c for c in inner if c is not None), None)
    return choice


def check_stuck(model: GameModel) -> list[Diagnostic]:
    """Warn of a requirement right after chance, or after something came to light, that may leave nobody a way on."""
    game = names_of(model)
    found: dict[object, Diagnostic] = {}

    def visit(statement: rules.Statement, now: Situation) -> None:
        if not isinstance(statement, rules.OnlyIf) or isinstance(statement.test, Const):
            return
        common = sorted(reads(game, statement.test) & now.changed)
        if common:
            what = common[0].split(":", 1)[1] if not common[0].startswith("local:") else sentence("the random choice")
            found[(statement.address, statement.span)] = finding(
                "RK404",
                statement.span,
                "`{address}` depends on `{what}`, which has just changed by chance or come to light; "
                "if it fails, nobody can take anything back and the game is stuck",
                "put the requirement before the draw, or use `if` and say what happens otherwise",
                severity=Severity.WARNING,
                address=statement.address,
                what=what,
            )

    walk(model, game, visit)
    return list(found.values())

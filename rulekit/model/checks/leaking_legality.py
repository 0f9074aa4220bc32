"""Legality never leaks: what decides whether a move is offered is seen by the player who decides."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, finding
from rulekit.model import rules
from rulekit.model.analysis.flow import Situation, walk
from rulekit.model.analysis.game_index import Names, names_of, sight_label
from rulekit.model.analysis.visibility import unseen
from rulekit.model.expressions import Contents
from rulekit.model.model import GameModel
from rulekit.wording import Sentence, sentence


def check_sight(model: GameModel) -> list[Diagnostic]:
    """Check that requirements and choices between a decision and its horizon read only what the decider sees."""
    game = names_of(model)
    found: dict[object, Diagnostic] = {}

    def visit(statement: rules.Statement, now: Situation) -> None:
        if not now.open:
            return
        if isinstance(statement, rules.OnlyIf):
            names = unseen(game, statement.test, now.mine, now.hidden_locals)
            what = sentence("this requirement")
        elif isinstance(statement, rules.Choose):
            parts = [part for pick in statement.picks for part in (pick.source, pick.low, pick.high) if part is not None]
            parts += [statement.where] if statement.where is not None else []
            names = [name for part in parts for name in unseen(game, part, now.mine, now.hidden_locals)]
            what = sentence("this choice")
        else:
            return
        everybodys = _everybodys(game, statement)
        if everybodys is not None and everybodys in names:
            found[(statement.address, statement.span)] = _all_of(statement, everybodys)
        elif names:
            found[(statement.address, statement.span)] = _report(statement, what, names[0], game)

    walk(model, game, visit)
    return list(found.values())


def _everybodys(game: Names, statement: rules.Statement) -> str | None:
    """Return the private place of every player that a choice names without saying whose."""
    for pick in statement.picks if isinstance(statement, rules.Choose) else ():
        place = game.places.get(pick.source.place) if isinstance(pick.source, Contents) else None
        if isinstance(pick.source, Contents) and place is not None and place.sight == "private" and not pick.source.indices:
            return place.name if len(place.dims) == 1 else None
    return None


def _all_of(statement: rules.Statement, name: str) -> Diagnostic:
    message = sentence("`{name}` means everybody's here, and the player who decides does not see those of the others", name=name)
    return finding("RK405", statement.span, message, "write `{name}[me]` for the player's own", name=name)


def _report(statement: rules.Statement, what: Sentence, name: str, game: Names) -> Diagnostic:
    return finding(
        "RK405",
        statement.span,
        "{what} looks at `{name}`, which the player who decides does not see: what is offered would give it away",
        "how many pieces lie somewhere may always be asked; else reveal it first, or test it with `if`",
        related=sight_label(game, name),
        what=what,
        name=name,
    )

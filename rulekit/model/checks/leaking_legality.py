"""Legality never leaks: what decides whether a move is offered is seen by the player who decides; so is what a reason tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulekit.diagnostics import Diagnostic, finding
from rulekit.model import rules
from rulekit.model.analysis.flow import Situation, walk
from rulekit.model.analysis.game_index import Names, names_of, sight_label
from rulekit.model.analysis.visibility import unseen
from rulekit.model.expressions import Contents, Text
from rulekit.model.model import GameModel, Told
from rulekit.model.model_walk import leaves
from rulekit.wording import Sentence, sentence

Address = tuple[str, str]  # because or ask, and where it stands


def check_sight(model: GameModel) -> list[Diagnostic]:
    """Check that requirements and choices between a decision and its horizon read only what the decider sees."""
    game = names_of(model)
    found: dict[object, Diagnostic] = {}

    spoken = dict(_spoken(model))

    def visit(statement: rules.Statement, now: Situation) -> None:
        if not now.open:
            return
        for told in spoken.get(_address(statement)) or _unnamed(statement):
            names = [name for part in leaves(told.text) for name in unseen(game, part, now.mine, now.hidden_locals)]
            if names:
                found[(told.address, told.span)] = _tells(told, names[0], game)
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


def _spoken(model: GameModel) -> Iterator[tuple[Address, list[Told]]]:
    """Yield the reasons of requirements and the questions of choices, in every language, by what they are and address."""
    found: dict[Address, list[Told]] = defaultdict(list)
    for told in (told for _, texts in model.texts for told in texts if told.what in ("because", "ask")):
        found[told.what, told.address].append(told)
    for _, words in model.words:
        for name, word in words:
            if isinstance(word.one, Text):
                found["because", name].append(Told("because", name, word.one, span=word.span))
    yield from found.items()


def _address(statement: rules.Statement) -> Address:
    """Return where the text of a requirement or a choice stands."""
    match statement:
        case rules.OnlyIf():
            return "because", statement.address
        case rules.Choose(picks=picks):
            return "ask", f"{statement.address.partition('.')[0]}.{picks[0].name}"
    return "", ""


def _unnamed(statement: rules.Statement) -> list[Told]:
    """Return the reason of a requirement that has no name."""
    reason = statement.reason if isinstance(statement, rules.OnlyIf) else None
    return [] if reason is None else [Told("because", statement.address, reason, span=statement.span)]


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


def _tells(told: Told, name: str, game: Names) -> Diagnostic:
    return finding(
        "RK409",
        told.span,
        "{what} tells of `{name}`, which the player who decides does not see",
        "say only what this player sees; how many pieces lie somewhere may always be said",
        related=sight_label(game, name),
        what=sentence("this reason") if told.what == "because" else sentence("this question"),
        name=name,
    )


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

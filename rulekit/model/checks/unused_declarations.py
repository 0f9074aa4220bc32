"""What is declared is used: actions and steps are reached, the rest is read, places are filled."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.diagnostics import Diagnostic, Severity, finding
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import all_expressions, all_statements, names_of, reached
from rulekit.model.analysis.references import the
from rulekit.model.layouts import cells_of, worked_out
from rulekit.model.model import Declared, GameModel, Given, Then, When
from rulekit.model.model_walk import everything, family
from rulekit.wording import sentence


def check_reached(model: GameModel) -> list[Diagnostic]:
    """Check that every action and step is started somewhere on the way from `setup` and `play`."""
    game = names_of(model)
    live = reached(game, tuple(deed.name for deed in model.deeds if deed.role in ("setup", "play")))
    asked = {node.deed for _, part in all_expressions(model) for node in everything(part) if isinstance(node, exprs.Can)}
    return [
        finding(
            "RK410",
            deed.span,
            "{what} is never started",
            "write `do {name}` where it happens, or take it away",
            severity=Severity.WARNING,
            what=the(deed.role, deed.name),
            name=deed.name,
        )
        for deed in model.deeds
        if deed.role in ("action", "step") and deed.name not in live and deed.name not in asked
    ]


def check_payments(model: GameModel) -> list[Diagnostic]:
    """Check that nobody pays to oneself: behind a subject, `me` is the one who pays."""
    hint = sentence("name who gets it before: `let taker = me`, then `next(me) pays 1 coins to taker`")
    return [
        finding(
            "RK414", statement.span, "here `me` is the player who pays, so nothing changes hands", hint, severity=Severity.WARNING
        )
        for statement in all_statements(model)
        if isinstance(statement, rules.Pay) and isinstance(statement.to, exprs.Me)
    ]


def check_used(model: GameModel) -> list[Diagnostic]:
    """Check that every definition, place, tally and marker is read or written somewhere (of options `resolve` says it)."""
    used = set(_used(model))
    found = []
    for what, declared in _declared(model):
        if (what, declared.name) not in used:
            hint = sentence("use it in a rule, or take it away")
            found.append(
                finding(
                    "RK411", declared.span, "{what} is never used", hint, severity=Severity.WARNING, what=the(what, declared.name)
                )
            )
    return found


def _declared(model: GameModel) -> Iterator[tuple[str, Declared]]:
    yield from (("definition", d) for d in model.defines)
    yield from (("place", d) for d in model.places)
    yield from (("tally", d) for d in model.tallies)
    yield from (("marker", d) for d in model.markers)


def _used(model: GameModel) -> Iterator[tuple[str, str]]:
    for part in _all_parts(model):
        for node in everything(part):
            looked_at = ("definition", node.define) if isinstance(node, exprs.Apply) else family(node)
            if looked_at is not None:
                yield looked_at
    yield from (("place", name) for name in entered(model))
    for statement in all_statements(model):
        yield from ((change.what, change.name) for change in rules.does(statement).changes)
    yield from (("place", place.refill.place) for place in model.places if place.refill)


def _all_parts(model: GameModel) -> Iterator[exprs.Expr]:
    yield from (part for _, part in all_expressions(model))
    for example in model.examples:
        for step in example.steps:
            match step:
                case Given():
                    yield step.fact
                case When():
                    yield from (argument.value for argument in step.args)
                case Then():
                    yield step.condition
    for layout in model.layouts:
        yield from (part for cell in cells_of(layout.lines) for part in worked_out(cell))
    for _, texts in model.texts:
        yield from (told.text for told in texts)


def entered(model: GameModel) -> Iterator[str]:
    """Yield the places some piece starts in or is put into."""
    yield from (sort.start.place for sort in model.sorts)
    yield from (place.name for place in model.places if place.refill)
    for statement in all_statements(model):
        yield from (change.name for change in rules.does(statement).changes if change.way == "in")


def check_entered(model: GameModel) -> list[Diagnostic]:
    """Check that some piece gets into every place."""
    filled = set(entered(model))
    used = {name for what, name in _used(model) if what == "place"}
    return [
        finding(
            "RK412",
            place.span,
            "nothing ever gets into the place `{place}`",
            "let pieces start there (`piece {name} in {place}`), or move or draw some to it",
            severity=Severity.WARNING,
            name=place.sort,
            place=place.name,
        )
        for place in model.places
        if place.name not in filled and place.name in used
    ]

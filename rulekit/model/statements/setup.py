"""`setup` contains no decision: nothing a player chooses, in it or in the steps it does."""

from __future__ import annotations

from rulekit.diagnostics import Label
from rulekit.model.analysis.game_index import statements
from rulekit.model.model import Deed
from rulekit.model.rules import Choose, Do, May, OneOf, Statement
from rulekit.model.scope import World
from rulekit.wording import sentence


def check_setup(w: World, deeds: tuple[Deed, ...]) -> None:
    """Report decisions that `setup` leads to."""
    by_name = {d.name: d for d in deeds}
    setup = by_name.get("setup")
    if setup is None:
        return
    seen, todo = {"setup"}, [setup]
    while todo:
        deed = todo.pop()
        for statement in statements(deed.block):
            what = _decision(statement, by_name)
            if what is not None:
                related = () if deed is setup else (Label(setup.span, sentence("the game's `setup` does this step")),)
                w.report(
                    "RK230",
                    statement.span,
                    "{what} in `setup`: nobody can decide before the game begins",
                    related=related,
                    what=what,
                )
            if isinstance(statement, Do) and statement.deed in by_name and statement.deed not in seen:
                seen.add(statement.deed)
                if by_name[statement.deed].role == "step":
                    todo.append(by_name[statement.deed])


def _decision(statement: Statement, deeds: dict[str, Deed]) -> str | None:
    match statement:
        case Choose(at_random=False):
            return sentence("a choice")
        case OneOf():
            return sentence("`one of` asks a player")
        case May():
            return sentence("`may` asks a player")
        case Do(deed=name) if name in deeds and deeds[name].role == "action":
            return sentence("`{name}` is a move of a player; it cannot be done", name=name)
        case _:
            return None

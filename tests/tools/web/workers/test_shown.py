"""What is revealed at a table: a picture for those who were shown it, until they decide again; and no way back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulekit.engine.engine import Engine
from rulekit.engine.trace import record
from rulekit.engine.view import OPEN
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.tools.web.workers.seated_game import SeatedGame, sit_down
from tests.engine.events.arranged import model_of
from tests.engine.play import engine_of
from tests.report.table.guests import GUESTS

SPOKEN = """cafe en
game spoken "Spoken"
  players 2

marker left: 0..9 = 9

play
  turns from starter until left is 0
    do take

action take
  choose n in 1..2
  set left to left - n
"""


def _seen(sitting: SeatedGame, looker: int) -> dict[str, Any]:
    return json.loads(sitting.position(looker, "en"))  # type: ignore[no-any-return]


def _dice() -> SeatedGame:
    """Bruno has doubted: all dice were shown to all."""
    model = model_of("liars-dice")
    program = lower(model, 3).value
    assert program is not None
    engine = Engine(program)
    sitting = SeatedGame(model, record(engine, 5), ("Ada", "Bruno", "Carla"))
    sitting.play(0)
    sitting.play(len(sitting.moves()) - 1)
    return sitting


def test_what_was_shown_stays_beside_the_table_until_the_next_decision() -> None:
    sitting = _dice()
    for looker in (0, 1, 2, OPEN):
        shown = _seen(sitting, looker)["shown"]
        assert [part["text"].split(" shows")[0] for part in shown] == ["Ada", "Bruno", "Carla"]
        assert [len(part["pieces"]) for part in shown] == [3, 3, 3]
    decider = sitting.engine.decider(sitting.here.state)
    sitting.play(0)
    assert [bool(_seen(sitting, looker)["shown"]) for looker in (0, 1, 2, OPEN)] == [looker != decider for looker in range(3)] + [
        False
    ]


def test_a_game_made_again_from_its_trace_reads_the_same() -> None:
    sitting = _dice()
    again = sit_down(sitting.model, sitting.engine, sitting.here.trace, sitting.names)
    for looker in (0, 1, 2, OPEN):
        assert _seen(again, looker) == _seen(sitting, looker)


@pytest.mark.parametrize(
    ("line", "possible"), [("", True), ('  announce "taken"\n', False), ('  announce "taken" to next(me)\n', False)]
)
def test_nothing_is_taken_back_that_somebody_was_told(line: str, possible: bool) -> None:
    engine, checked = engine_of(SPOKEN + line), check_game(SPOKEN + line, "spoken.cafe")
    assert checked.value is not None
    sitting = SeatedGame(checked.value, record(engine, 1), ("Ada", "Bob"))
    sitting.play(0)
    assert sitting.can_go_back(0) == possible


@pytest.mark.parametrize(
    ("language", "table", "said"), [("en", "At which table?", "show"), ("fr", "À quelle table ?", "installer")]
)
def test_a_menu_has_the_questions_of_the_game(language: str, table: str, said: str) -> None:
    """Each move says which questions it answers, so that the page can ask the next one; an action is called as it is said."""
    checked = check_game(GUESTS, "guests.cafe")
    assert checked.value is not None
    program = lower(checked.value, 2).value
    assert program is not None
    sitting = SeatedGame(checked.value, record(Engine(program), 2), ("Ada", "Bob"))
    menu = json.loads(sitting.position(0, language))["menu"]
    asked = [[question for question, _ in move["asks"]] for move in menu]
    assert [move["action"] for move in menu][1:3] == [said, said] and asked[0] == []
    assert all(table in questions for questions in asked[1:3])
    answers = [dict(move["asks"])[table] for move in menu[1:3]]
    assert answers[0] != answers[1] and json.loads(sitting.position(1, language))["menu"] == []

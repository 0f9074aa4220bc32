"""What the page is told about refused moves: by rule, the best reason first, with the number of ways."""

from __future__ import annotations

from attrs import evolve

from rulekit.engine.trace import record
from rulekit.pipeline import check_game
from rulekit.study.examples.run_examples import run_examples
from rulekit.tools.web.workers.seated_game import SeatedGame
from tests.tools.terminal.test_best_reason import FRESH, GIN, LOW


def seated() -> SeatedGame:
    """Ada holds eleven cards, and 46 points are the limit."""
    text = GIN.replace("KNOCK\n", (LOW + FRESH).replace("LIMIT", "46")).replace("TAKEN", "10, hearts")
    checked = check_game(text, "gin.cafe")
    assert checked.value is not None
    (result,) = run_examples(checked.value)
    assert result.engine is not None and result.state is not None
    return SeatedGame(checked.value, evolve(record(result.engine, 1), state=result.state), ("Ada", "Bob"))


def test_the_best_reason_comes_first_and_each_rule_once() -> None:
    told = seated().refused([], "en")
    assert [(r["moves"][0]["lines"][:2], r["ways"], len(r["moves"])) for r in told] == [
        (["more than 46 points would be left", "rule knock.low"], 10, 10),
        (["you have just taken this card", "rule knock.fresh"], 1, 1),
        (["you have just taken this card", "rule discard.fresh"], 1, 1),
    ]


def test_only_what_touches_something_is_told_of_it() -> None:
    sitting = seated()
    taken = sitting.refused([], "en")[1]["moves"][0]
    told = sitting.refused(taken["targets"][:1], "en")
    assert [r["moves"][0]["text"] for r in told] == ["knock card 10 hearts", "discard 10 hearts"]

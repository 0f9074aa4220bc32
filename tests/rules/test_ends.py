"""Every way in which a game can end is reached by a worked example: after its last move the play is over."""

from __future__ import annotations

import pytest

from rulekit.study.examples.run_examples import Result
from tests.rules.telling import FILES, results

ENDS = [
    ("bon-appetit", "last_token", "the last token is taken"),
    ("bon-appetit", "last_token_opens", "the same, with a new pile"),
    ("bon-appetit", "no_cards_left", "somebody has no card left"),
    ("bon-appetit", "last_card_is_a_mouse", "the same, with a mouse to hunt"),
    ("bon-appetit", "mouse_escapes", "the same, the hunt being finished first"),
    ("cafe-del-gatto", "finish_the_round", "somebody has served all five drinks, and the round is finished"),
    ("cafe-del-gatto", "the_end_between", "the same in an intermediate round"),
    ("cafe-international", "no_table_left", "the pile of tables is too small"),
    ("cafe-international", "last_guest", "the last guest is drawn"),
    ("cafe-international", "declare", "a player without guests declares it"),
    ("cafe-international", "declared_later", "the same on a later turn"),
    ("espresso-doppio", "the_end", "the eighth card of the second half is scored"),
    ("espresso-doppio+espresso-solo", "last_card", "the last card is scored"),
    ("espresso-doppio+espresso-solo", "last_bean_gone", "the last bean is gone"),
    ("espresso-doppio+espresso-solo", "no_bean_no_card", "the last bean is gone, and no card is fulfilled"),
]


@pytest.mark.parametrize(("game", "example", "end"), ENDS)
def test_end_is_reached(game: str, example: str, end: str) -> None:
    result: Result = results(next(t for t in FILES if t.name == game))[example]
    assert result.engine is not None and result.state is not None
    assert result.ok
    assert result.engine.is_over(result.state), end

"""Score sheets and winners (specification §2 `score`, `winner`, §3 `score(p)`, 12.2.11)."""

from __future__ import annotations

import pytest

from rulekit.engine.faults import Fault
from rulekit.engine.score import Outcome
from tests.engine.spec import HEAD, fault, tiny

BASE = """
tally coins[player]
tally gems[player]
marker out[player]: truth = no
setup
{}play
  end game
"""


def outcome(setup: str, rules: str, players: int = 3) -> Outcome:
    """Totals and winners after `setup`."""
    game = tiny(BASE.format("".join(f"  {line}\n" for line in setup.splitlines())) + rules, players)
    return game.engine.outcome(game.state)


RICH = "seat(1) gains 3 coins\nseat(2) gains 5 coins\nseat(3) gains 5 coins\nseat(2) gains 1 gems\nseat(3) gains 2 gems"
SHEET = """
score p
  coins: coins[p]
  gems: 10 * gems[p]
  rich: coins[p] > 4
  seat_after: next(p)
"""


def test_number_lines_are_added_and_others_only_shown() -> None:
    """§2: number lines are added, others only shown."""
    assert outcome(RICH, SHEET).totals == (3, 15, 25)
    game = tiny(BASE.format("  seat(2) gains 5 coins\n") + SHEET, 3)
    assert [(e.line, e.value) for e in game.engine.receipt(game.state, 1).lines] == [
        ("score.coins", 5), ("score.gems", 0), ("score.rich", True), ("score.seat_after", 2),
    ]  # fmt: skip
    assert game.engine.receipt(game.state, 1).total == 5


def test_score_of_a_player_and_of_one_line() -> None:
    """§3: `score(p)`, `score(p).line`."""
    lines = SHEET + "define total = score(seat(3))\ndefine part = score(seat(3)).gems\n"
    game = tiny(BASE.format("".join(f"  {line}\n" for line in RICH.splitlines())) + lines, 3)
    assert (game.ask("total"), game.ask("part")) == (25, 20)


def test_a_receipt_names_the_pieces_a_line_was_counted_from() -> None:
    """§2: a line with the pieces it came from."""
    text = """
piece card in deck
  n: 1..4
  | copies | n    |
  | 1      | each |
place deck: deck of card, open
place won[player]: pile of card
setup
  move top(deck, 2) to won[seat(2)]
play
  end game
score p
  all: sum(won[p].n)
  even: sum(c.n for c in won[p] where c.n mod 2 is 0)
"""
    game = tiny(text)
    assert [(e.value, sorted(e.pieces)) for e in game.engine.receipt(game.state, 1).lines] == [(3, [0, 1]), (2, [1])]
    assert [(e.value, e.pieces) for e in game.engine.receipt(game.state, 0).lines] == [(0, ()), (0, ())]


def test_most_and_fewest() -> None:
    """§2: `most e`, `fewest e`."""
    assert outcome(RICH, "winner p\n  most gems[p]\n").winners == (2,)
    assert outcome(RICH, "winner p\n  fewest coins[p]\n").winners == (0,)


def test_criteria_filter_in_order() -> None:
    """§2: criteria filter in order."""
    assert outcome(RICH, "winner p\n  most coins[p]\n  fewest gems[p]\n").winners == (1,)
    assert outcome(RICH, "winner p\n  fewest gems[p]\n  most coins[p]\n").winners == (0,)


def test_several_left_share() -> None:
    """§2: several left share."""
    assert outcome(RICH, "winner p\n  most coins[p]\n").winners == (1, 2)


def test_only_if_takes_players_out() -> None:
    """§2: `only if c`, before and after the others."""
    setup = RICH + "\nset out[seat(3)] to yes"
    assert outcome(setup, "winner p\n  only if not out[p]\n  most gems[p]\n").winners == (1,)
    assert outcome(setup, "winner p\n  most gems[p]\n  only if not out[p]\n").winners == ()


def test_with_nobody_left_nobody_wins() -> None:
    """12.2.11: `winner` with nobody left means that nobody wins."""
    assert outcome(RICH, "winner p\n  only if coins[p] > 9\n  most coins[p]\n").winners == ()


def test_without_a_winner_nobody_wins() -> None:
    """§2: nothing says who."""
    assert outcome(RICH, "").winners == ()


def test_winners_can_be_asked_for() -> None:
    """§3: `winners`."""
    text = BASE.format("  seat(2) gains 5 coins\n") + "winner p\n  most coins[p]\ndefine best = winners\n"
    assert tiny(text, 3).ask("best") == (1,)


def test_a_criterion_that_is_none_stops() -> None:
    """§3: order with `none` is an error."""
    text = """
piece card in deck
  n: 1..2
  | copies | n    |
  | 1      | each |
place deck: deck of card, open
place won[player]: pile of card
play
  end game
winner p
  most max(won[p].n)
"""
    assert fault(text) == "RK521 winner"


DIVIDED = BASE.format("  set out[starter] to yes\n") + "score p\n  coins: coins[p]\n  {line}\nwinner p\n  {criterion}\n"


@pytest.mark.parametrize(
    ("line", "criterion", "expected", "place"),
    [
        ("even: 6 div coins[p]", "most score(p)", "RK523 score.even", "even: 6 div coins[p]"),
        ("even: 6 div gems[p]\n  odd: score(p).even", "most score(p)", "RK523 score.even", "even: 6 div gems[p]"),
        ("even: half(p)\ndefine half(q: player) = 6 div gems[q]", "most score(p)", "RK523 score.even", "even: half(p)"),
        ("even: 1", "most 6 div coins[p]", "RK523 winner", "most 6 div coins[p]"),
        ("even: 1", "most coins[p]\n  fewest 6 mod gems[p]", "RK523 winner", "fewest 6 mod gems[p]"),
    ],
    ids=["line", "asked-by-a-line", "definition", "winner", "second-criterion"],
)
def test_a_fault_in_scoring_has_its_line(line: str, criterion: str, expected: str, place: str) -> None:
    """As a fault in a rule has its rule: the address of the line, and its place in the text."""
    text = DIVIDED.format(line=line, criterion=criterion)
    assert fault(text) == expected
    game = tiny(text)
    with pytest.raises(Fault) as caught:
        game.engine.outcome(game.state)
    span = caught.value.diagnostic().span
    assert (HEAD + text)[span.start : span.end].strip() == place


def test_a_fault_in_a_rule_that_asks_for_a_score_is_one_of_that_rule() -> None:
    """The rule that asks at a wrong moment is to be mended as well as the line."""
    text = DIVIDED.format(line="even: 6 div coins[p]", criterion="most score(p)")
    assert fault(text.replace("setup\n", "setup\n  now: if score(starter) > 1\n    starter gains 1 coins\n")) == "RK523 setup.now"


CARDS = """
marker n: 0..3 = 0
piece card in deck
  v: 1..4
  | copies | v    |
  | 1      | each |
place deck: deck of card, open
place won[player]: pile of card
setup
  draw 1 from deck to won[starter]
play
  end game
score p
  cards: {}count(c in won[p] where c.v div n > 1)
"""


def test_a_receipt_has_no_fault_that_the_score_has_not() -> None:
    """Pieces are looked for only as far as the line itself would."""
    game = tiny(CARDS.format("if n is 0 then 0 else "))
    assert game.engine.outcome(game.state).totals == (0, 0)
    assert game.engine.receipt(game.state, 0).lines[0].pieces == ()


def test_a_fault_of_a_receipt_has_its_line() -> None:
    game = tiny(CARDS.format(""))
    with pytest.raises(Fault) as caught:
        game.engine.receipt(game.state, 0)
    assert caught.value.sentence == "RK523: a division by zero (at score.cards)"

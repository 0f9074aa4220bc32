"""What is asked of players: reasons, sight, secrecy, and requirements nobody can help."""

from __future__ import annotations

import pytest

from tests.model.checks.programs import CARDS, COINS, PLAY, found


def _lay(*lines: str) -> list[str]:
    block = "\n".join(f"  {line}" for line in lines)
    return found(CARDS, PLAY, f"\naction lay\n{block}\n")


CHOICE = ("choose card in hand[me]", "move card to laid")


# ---- sight ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "test",
    [
        "card.rank > 3",
        "min(hand[me].rank) < 5",
        "min(hand[active].rank) < 5",
        "count(hand[next(me)]) > 1",
        "hand[next(me)] is not empty",
        "any(p in players where p is not me and count(hand[p]) > 1)",
        "deck is not empty",
        "count(deck) > 2",
        "laid is empty or top(laid).rank < card.rank",
    ],
)
def test_requirement_may_look_at_what_is_seen(test: str) -> None:
    """One's own hand, open places, and how many pieces lie anywhere."""
    assert _lay(CHOICE[0], f'only if {test} because "no"', CHOICE[1]) == []


@pytest.mark.parametrize(
    "test",
    [
        "top(deck).rank > 3",
        "min(hand[next(me)].rank) < card.rank",
        "every(p in players where every(c in hand[p] where c.rank < 9))",
        "card(rank: 3) in deck",
        "count(c in deck where c.rank > 3) > 1",
        "sum(hand.rank) > 9",
    ],
)
def test_requirement_may_not_look_at_what_is_hidden(test: str) -> None:
    """What is offered would give it away."""
    assert _lay(CHOICE[0], f'only if {test} because "no"', CHOICE[1]) == ["RK405"]


def test_sight_goes_through_definitions() -> None:
    """The same definition is fine for `me` and wrong for the neighbour."""
    define = "\ndefine lowest(p: player) = min(hand[p].rank)\n"
    for player, expected in (("me", []), ("next(me)", ["RK405"])):
        action = f'\naction lay\n  choose card in hand[me]\n  only if lowest({player}) < 5 because "no"\n  move card to laid\n'
        assert found(CARDS, PLAY, define, action) == expected


def test_sight_goes_through_steps_and_locals() -> None:
    """A parameter that is told `me`, a local that holds a hidden piece."""
    step = '\nstep judge(who: player)\n  only if min(hand[who].rank) < 5 because "no"\n'
    for player, expected in (("me", []), ("next(me)", ["RK405"])):
        assert (
            found(CARDS, PLAY, step, f"\naction lay\n  choose card in hand[me]\n  do judge({player})\n  move card to laid\n")
            == expected
        )
    assert _lay(CHOICE[0], "let next_one = top(deck)", 'only if next_one.rank > 3 because "no"', CHOICE[1]) == ["RK405"]


def test_choice_from_hidden_pieces() -> None:
    """The list itself and its `where`."""
    assert _lay("choose card in hand[next(me)]", CHOICE[1]) == ["RK405"]
    assert _lay("choose card in hand[me] where card.rank > top(deck).rank", CHOICE[1]) == ["RK405"]
    assert _lay("choose card in hand[next(me)] at random", CHOICE[1]) == []


def test_after_a_horizon_everything_may_be_asked() -> None:
    """A hidden test in `if`, or a revealed piece, ends what the player foresees."""
    assert _lay(CHOICE[0], CHOICE[1], "if deck is not empty and top(deck).rank > 3", "  end game") == []
    assert (
        _lay(CHOICE[0], "if min(hand[next(me)].rank) > 3", '  only if max(hand[next(me)].rank) > 1 because "no"', CHOICE[1]) == []
    )


def test_payment_to_another_does_not_end_what_is_foreseen() -> None:
    """A verb with another subject, without a decision or a draw, is no horizon."""
    coins = "\ntally coins[player] bank 20\n"
    lines = ("choose card in hand[me]", "next(me) gains 1 coins", 'only if top(deck).rank > 3 because "no"', "move card to laid")
    assert found(CARDS, PLAY, coins, "\naction lay\n" + "".join(f"  {line}\n" for line in lines)) == ["RK405"]


def test_another_player_may_choose_from_the_own_hand() -> None:
    """Whoever is the subject is `me`, however the rules call them."""
    head = "\nmarker owner: player = starter\n"
    for subject in ("owner", "starter"):
        lines = f"\naction lay\n  {subject} chooses card in hand[{subject}]\n  move card to laid\n  set owner to next(owner)\n"
        assert found(CARDS, PLAY, head, lines) == []


def test_private_and_others_markers() -> None:
    """A secret number: one's own is seen; what only the others see is not."""
    for sight, own, foreign in (("private", [], ["RK405"]), ("others", ["RK405"], [])):
        head = f"\nmarker secret[player]: 0..9, {sight} = 0\n"
        for index, expected in (("me", own), ("next(me)", foreign)):
            action = f'\naction take\n  choose n in 1..3\n  only if n > secret[{index}] because "no"\n  gain n coins\n'
            assert found(COINS, head, f"{action}  set secret[me] to n\n") == expected


# ---- reasons -------------------------------------------------------------------------------------
def test_requirement_before_any_choice_needs_no_reason() -> None:
    """Only after a choice the player asks why."""
    assert found(COINS, "\naction take\n  only if bank(coins) > 0\n  choose n in 1..3\n  gain n coins\n") == []
    assert found(COINS, "\naction take\n  choose n in 1..3\n  if n is 2\n    only if bank(coins) > 0\n  gain n coins\n") == [
        "RK403"
    ]
    assert found(COINS, "\naction take\n  choose n in 1..3 at random\n  only if bank(coins) > 5\n  gain n coins\n") == []


# ---- stuck ---------------------------------------------------------------------------------------
BAG = """
piece stone in sack
  worth: 1..5
  | copies | worth |
  | 2      | each  |

place sack: bag of stone
place mine[player]: row of stone

play
  turns from starter until sack is empty
    do take
"""


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("draw 1 from sack to mine[me]", "only if sum(mine[me].worth) < 9"), ["RK404"]),
        (("only if sum(mine[me].worth) < 9", "draw 1 from sack to mine[me]"), []),
        (("draw 1 from sack to mine[me]", "choose stone in mine[me]", 'only if stone.worth < 9 because "no"'), []),
        (("draw 1 from sack to mine[me]", "may", '  only if sum(mine[me].worth) < 9 because "no"', "  shuffle sack"), []),
        (("choose n in 1..6 at random", "only if n > 3", "draw n from sack to mine[me]"), ["RK404"]),
        (("draw 1 from sack to mine[me]", "do judge"), ["RK404"]),
    ],
)
def test_requirement_right_after_chance(lines: tuple[str, ...], expected: list[str]) -> None:
    """A warning if it reads what chance changed and nobody decided since."""
    judge = "\nstep judge\n  only if count(mine[me]) < 9\n" if "do judge" in lines else ""
    assert found(BAG, "\naction take\n" + "".join(f"  {line}\n" for line in lines), judge) == expected


# ---- secrecy -------------------------------------------------------------------------------------
SECRET = """
tally coins[player] bank 40
marker bid[player]: 0..9 = 0
marker pot: 0..99 = 0

play
  repeat 3 times
    everyone secretly
      do offer
    set pot to sum(bid[p] for p in players)
    starter gains pot coins
"""


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("choose n in 0..9", "set bid[me] to n"), []),
        (("choose n in 0..9", "set bid[me] to n", "gain 1 coins"), []),
        (("choose n in 0..9", 'only if n <= bid[me] + 1 because "no"', "set bid[me] to n"), []),
        (("choose n in 0..9", "set bid[next(me)] to n"), ["RK406"]),
        (("choose n in 0..9", "set bid[me] to n", "set pot to n"), ["RK406"]),
        (("choose n in 0..9", "set bid[me] to n", "pay n coins to next(me)"), ["RK406"]),
        (("choose n in 0..9 at random", "set bid[me] to n"), ["RK407"]),
        (("choose n in 0..9", 'only if n > bid[next(me)] because "no"', "set bid[me] to n"), ["RK408"]),
        (("choose n in 0..9", 'only if n < highest because "no"', "set bid[me] to n"), ["RK408"]),
    ],
)
def test_rules_of_secrecy(lines: tuple[str, ...], expected: list[str]) -> None:
    """Through the action that is done secretly, and through definitions."""
    define = "\ndefine highest = max(bid[p] for p in players)\n" if any("highest" in line for line in lines) else ""
    assert found(SECRET, define, "\naction offer\n" + "".join(f"  {line}\n" for line in lines)) == expected

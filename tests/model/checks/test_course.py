"""The course of a game: circles, loops, turns, menus, rules and things that are never reached."""

from __future__ import annotations

import pytest

from tests.model.checks.programs import CARDS, COINS, PLAY, found


def _take(*lines: str) -> str:
    return "\naction take\n" + "".join(f"  {line}\n" for line in lines)


# ---- recursion -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "rules",
    [
        _take("gain 1 coins", "may do take"),
        _take("gain 1 coins", "do more") + "\nstep more\n  if coins[me] > 3\n    do take\n",
        _take('only if me can take because "no"', "gain 1 coins"),
        _take("gain 1 coins", "if able", "  gain 1 coins") + "\ndefine able = starter can take\n",
    ],
)
def test_nothing_reaches_itself(rules: str) -> None:
    """Directly, through others, through `can`, through a definition."""
    assert found(COINS, rules) == ["RK401"]


def test_score_line_may_use_another() -> None:
    """But not the whole score."""
    score = "\nscore p\n  coins: coins[p]\n  double: score(p).coins\n"
    assert found(COINS, _take("gain 1 coins"), score) == []


# ---- loops ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("repeat until bank(coins) is 0\n    starter gains 1 coins", []),
        ("repeat until bank(coins) is 0\n    set day to day + 1", ["RK402"]),
        ("repeat\n    set day to day + 1", ["RK402"]),
        ("repeat\n    set day to day + 1\n    if day is 9\n      end game", []),
        ("repeat 9 times\n    set day to day + 1", []),
        ("repeat until bank(coins) is 0\n    set day to day + 1\n    if day > 3\n      starter gains 1 coins", ["RK402"]),
        ("repeat until bank(coins) is 0\n    set day to day + 1\n    if bank(coins) > 3\n      starter gains 1 coins", []),
        ("turns from starter until bank(coins) is 0\n    do work if able", []),
        ("turns from starter until day is 9\n    set day to day + 1", []),
        ("repeat until bank(coins) is 0\n    for each p in players\n      p gains day coins", []),
        ("repeat until bank(coins) is 0\n    for each p in players where day > 3\n      p gains 1 coins", ["RK402"]),
        ("repeat until bank(coins) is 0\n    for each p in players where bank(coins) > 3\n      p gains day coins", []),
        ("turns from starter\n    may do work\n    set day to day + 1", []),
    ],
)
def test_loops_come_nearer_to_their_end(loop: str, expected: list[str]) -> None:
    """Every pass decides, acts, or changes what the end depends on."""
    work = '\naction work\n  only if bank(coins) > 0 because "no"\n  gain day coins\n' if "do work" in loop else ""
    head = "\ntally coins[player] bank 20\nmarker day: number = 1\n"
    rest = "\ndefine sum_up = day\n\nscore p\n  coins: coins[p] + sum_up\n"
    assert found(head, f"\nplay\n  {loop}\n", work, rest) == expected


# ---- turns ---------------------------------------------------------------------------------------
def test_next_turn_belongs_to_turns() -> None:
    """Also in a step, if the step is done inside."""
    step = "\nstep again\n  next turn me\n"
    assert found(COINS, _take("gain 1 coins", "do again"), step) == []
    assert found("\ntally coins[player] bank 20\n\nplay\n  starter does take\n", _take("gain 1 coins", "do again"), step) == [
        "RK413"
    ]


# ---- menus ---------------------------------------------------------------------------------------
HEAD = "\ntally coins[player] bank 20\n"


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (("one of", "  - do take", "  - do give"), []),
        (("one of", "  - do take", "  - do take", "  - do give"), ["RK440"]),
        (("one of", "  - do take", "  - do give", "    do take"), []),
        (("one of", "  - do give", "  - do both"), ["RK440"]),
        (("may do take", "do take", "may do give"), ["RK440"]),
        (("may repeatedly do take", "do give"), []),
        (("may repeatedly do give", "may do take", "do give"), ["RK440"]),
        (("one of", '  - only if coins[me] > 3 because "no"', "    do take", "  - do take", "  - do give"), []),
        (("one of", "  - do add(1)", "  - do add(2)", "  - do give"), []),
        (("do take", "may do take", "may do give"), []),
        (("one of", "  - do give", "  - pass:", "may do give"), []),
        (("moves:", "  may do give", "do give"), ["RK440"]),
    ],
)
def test_moves_of_one_menu_differ(turn: tuple[str, ...], expected: list[str]) -> None:
    """Two ways to the same action are a warning, unless something tells them apart."""
    text = "\n".join(turn)
    rules = "\naction give\n  pay 1 coins\n"
    rules += "\naction take\n  gain 2 coins\n" if "do take" in text else ""
    rules += "\naction add(n: 1..3)\n  gain n coins\n" if "do add" in text else ""
    rules += "\nstep both\n  do give\n  do give\n" if "do both" in text else ""
    play = "\nplay\n  turns from starter until bank(coins) is 0\n" + "".join(f"    {line}\n" for line in turn)
    assert found(HEAD, play, rules) == expected


# ---- never reached -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("gain 1 coins", "end game"), []),
        (("end game", "gain 1 coins"), ["RK441"]),
        (("if coins[me] > 1", "  end game", "gain 1 coins"), []),
        (("if coins[me] > 1", "  end game", "else", "  end game", "gain 1 coins"), ["RK441"]),
        (("if no", "  gain 1 coins", "gain 2 coins"), ["RK441"]),
        (("if yes", "  gain 1 coins", "else", "  gain 2 coins"), ["RK441"]),
    ],
)
def test_rules_that_never_happen(lines: tuple[str, ...], expected: list[str]) -> None:
    """After the end, and behind constants."""
    assert found(COINS, _take(*lines)) == expected


def test_unused_things_are_warnings() -> None:
    """Each with its own sentence; examples and sentences count as use."""
    take = _take("gain 1 coins")
    assert found(COINS, take, "\naction give\n  pay 1 coins\n") == ["RK410"]
    assert found(COINS, take, "\ndefine double(n: number) = 2 * n\n") == ["RK411"]
    assert found(COINS, take, "\nmarker day: number = 1\n") == ["RK411"]
    assert found(COINS, take, "\ntally sugar[player] bank 3\n") == ["RK411"]
    example = '\nexample two "Two"\n  players a, b\n  then double(2) is 4\n'
    assert found(COINS, take, "\ndefine double(n: number) = 2 * n\n", example) == []
    spoken = _take("gain 1 coins").replace("action take", 'action take "{take/takes} {double(1)}"')
    assert found(COINS, spoken, "\ndefine double(n: number) = 2 * n\n") == []


def test_nobody_pays_to_oneself() -> None:
    """Behind a subject `me` is the subject."""
    for to, expected in (("me", ["RK414"]), ("taker", []), ("next(me)", [])):
        take = _take("gain 2 coins", "let taker = me", f"next(me) pays min(1, coins[next(me)]) coins to {to}")
        assert found(COINS, take) == expected, to


def test_loop_that_moves_a_chosen_piece_comes_nearer_to_its_end() -> None:
    """Where a piece comes from is not always seen in the move."""
    play = (
        "\nplay\n  repeat until deck is empty\n    let one = top(deck)\n    move one to laid\n\nscore p\n  hand: count(hand[p])\n"
    )
    assert found(CARDS, play) == []


def test_places_are_filled() -> None:
    """By a start, a move, a draw, a deal or a refill."""
    lay = "\naction lay\n  choose card in hand[me]\n  move card to laid\n"
    assert found(CARDS, PLAY, lay) == []
    assert found(CARDS, PLAY, lay, "\nplace away: pile of card\n") == ["RK411"]
    assert found(CARDS, PLAY, lay, "\nplace away: pile of card\n\nscore p\n  away: count(away)\n") == ["RK412"]

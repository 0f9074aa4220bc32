"""Chance (specification §5 Chance, 12.1 Generator): numbers, shuffles, bags, choices at random; the same seed, the same game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulekit.engine.chance import GOLDEN, mix
from tests.engine.spec import fault, tiny

WORD = 2**64


def splitmix(seed: int) -> Iterator[int]:
    """SplitMix64 as its authors wrote it: a state that grows, and a finisher. Written without a look at the engine."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) % WORD
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % WORD
        yield z ^ (z >> 31)


class Dice:
    """r(n) of the specification over the independent generator."""

    def __init__(self, seed: int) -> None:
        self.numbers, self.used = splitmix(seed), 0

    def roll(self, n: int) -> int:
        """A number below n; none is used when n = 1."""
        if n == 1:
            return 0
        self.used += 1
        return ((next(self.numbers) >> 32) * n) >> 32

    def shuffle(self, items: list[int]) -> list[int]:
        """For i from the number of pieces down to 2, exchange position i with 1 + r(i)."""
        items = list(items)
        for i in range(len(items), 1, -1):
            j = 1 + self.roll(i)
            items[i - 1], items[j - 1] = items[j - 1], items[i - 1]
        return items


def test_the_generator_gives_the_published_numbers() -> None:
    """12.1 Generator: the k-th number is mix(seed + k · golden); the values are those of the reference in C for seed 1234567."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert [mix(1234567 + k * GOLDEN) for k in range(1, 6)] == published
    numbers = splitmix(1234567)
    assert [next(numbers) for _ in range(5)] == published


CARDS = """
piece card in deck
  n: 1..9
  | copies | n    |
  | 1      | each |
place deck: deck of card
place bag: bag of card
place line: row of card
place used: row of card
setup
{}play
  end game
"""
SEEDS = [0, 1, 7, 2**63 + 5, 2**64 - 1]


def laid(lines: str, place: str, seed: int) -> tuple[list[int], int]:
    """What lies in a place after `setup`, and how many numbers were used."""
    game = tiny(CARDS.format("".join(f"  {line}\n" for line in lines.splitlines())), seed=seed)
    return list(game.at(place)), game.numbers_used


@pytest.mark.parametrize("seed", SEEDS)
def test_shuffle_exchanges_from_the_last_position_down(seed: int) -> None:
    """§5: for i from the number of pieces down to 2, exchange position i with 1 + r(i)."""
    dice = Dice(seed)
    assert laid("shuffle deck", "deck", seed) == (dice.shuffle(list(range(1, 10))), dice.used)
    assert dice.used == 8


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bag_gives_pieces_in_piece_order(seed: int) -> None:
    """§5: the (1 + r(n))-th of its pieces in piece-number order, once per piece."""
    dice, pieces, drawn = Dice(seed), list(range(1, 10)), []
    for _ in range(9):
        drawn.append(pieces.pop(dice.roll(len(pieces))))
    assert laid("move reversed(deck) to bag\ndraw 9 from bag to line", "line", seed) == (drawn, dice.used)
    assert dice.used == 8  # the last piece needs no number


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_go_on_from_one_use_to_the_next(seed: int) -> None:
    """§5: x is the k-th output for the game's seed, whatever it is used for."""
    dice = Dice(seed)
    order = dice.shuffle(list(range(1, 10)))
    rest, bag = order[3:], sorted(order[:3])
    taken = [bag.pop(dice.roll(len(bag))) for _ in range(2)]
    lines = "shuffle deck\nmove top(deck, 3) to bag\ndraw 2 from bag to line\nshuffle deck"
    assert laid(lines, "line", seed)[0] == taken
    assert laid(lines, "deck", seed) == (dice.shuffle(rest), dice.used)


def test_no_number_is_used_when_there_is_only_one_way() -> None:
    """§5: no number is used when n = 1."""
    assert laid("move top(deck) to line\nshuffle line", "line", 3) == ([1], 0)
    assert laid("shuffle line", "line", 3) == ([], 0)
    assert laid("move top(deck) to bag\ndraw 1 from bag to line", "line", 3) == ([1], 0)
    assert laid("draw 1 from bag to line", "line", 3) == ([], 0)


def test_shuffling_a_bag_changes_nothing() -> None:
    """§2: a bag has no order; 12.1 Order: it is always listed in piece-number order."""
    assert laid("move deck to bag\nshuffle bag", "bag", 3)[0] == list(range(1, 10))


@pytest.mark.parametrize("seed", SEEDS)
def test_refilling_puts_all_in_in_order_and_shuffles(seed: int) -> None:
    """§5, 12.1 Order: refilling puts all of Q in, in the order of Q; then the place is shuffled."""
    text = CARDS.replace("deck of card\n", "deck of card, refilled from used\n")
    dice = Dice(seed)
    order = dice.shuffle([4, 5, 6, 7, 8, 9, 1, 2, 3])
    lines = "  move reversed(top(deck, 3)) to line\n  move deck to used\n  move reversed(list(c in line)) to used\n"
    game = tiny(text.format(lines + "  draw 2 from deck to line\n"), seed=seed)
    assert (game.at("line"), game.at("deck")) == (order[:2], order[2:])
    assert game.numbers_used == dice.used


@pytest.mark.parametrize("seed", SEEDS)
def test_choices_at_random(seed: int) -> None:
    """§4 `choose … at random`, §5: one number for all candidates that satisfy `where`, in path order."""
    text = """
marker a: 0..9 = 0
marker b: 0..9 = 0
marker c: 0..9 = 0
setup
  choose n in 1..6 at random
  set a to n
  choose x in 1..3, y in 1..3 where x < y at random
  set b to x
  set c to y
  choose z in [5] at random
play
  end game
"""
    dice, game = Dice(seed), tiny(text, seed=seed)
    assert game.marker("a") == 1 + dice.roll(6)
    assert (game.marker("b"), game.marker("c")) == [(1, 2), (1, 3), (2, 3)][dice.roll(3)]
    assert game.numbers_used == dice.used == 2


def test_alike_pieces_count_one_by_one_for_a_bag() -> None:
    """§5: a bag gives the (1 + r(n))-th of its *pieces*: nine whites and a black are ten pieces."""
    text = """
kind hue: white, black
piece ball in urn
  hue
  | copies | hue   |
  | 9      | white |
  | 1      | black |
place urn: bag of ball
place out: row of ball
setup
  draw 1 from urn to out
play
  end game
"""
    found = [tiny(text, seed=seed).at("out")[0] for seed in range(40)]
    assert found == [int(Dice(seed).roll(10) == 9) for seed in range(40)]


def test_a_choice_at_random_among_nothing_is_a_dead_end() -> None:
    """§5: a `choose` without enough candidates."""
    assert fault("setup\n  dice: choose n in 1..6 where n > 6 at random\nplay\n  end game\n") == "RK541 setup.dice"


def test_the_same_seed_and_moves_give_the_same_game() -> None:
    """§5: same file, options, seed and moves give the same game; another seed another one."""
    rules = "play\n  do take\naction take\n  draw 3 from deck to line\n  shuffle line\n"
    text = CARDS.format("  shuffle deck\n").replace("play\n  end game\n", rules)
    first, second = (tiny(text, seed=5).play("take") for _ in range(2))
    assert first.state == second.state
    assert any(tiny(text, seed=s).play("take").at("line") != first.at("line") for s in range(6, 9))


def test_offering_moves_uses_no_numbers() -> None:
    """§5: chance is a horizon; looking for what can be completed changes nothing."""
    text = CARDS.format("  shuffle deck\n").replace(
        "play\n  end game\n", "play\n  do take\naction take\n  choose n in 1..3\n  shuffle deck\n  draw n from deck to line\n"
    )
    game = tiny(text, seed=5)
    before = game.state
    assert len(game.menu()) == 3 and game.state == before and game.numbers_used == 8

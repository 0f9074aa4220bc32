"""The first game with all differences taken from the second plays as the second; with none as the first."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from bench.planted import Planted, edited, original, planted
from rulekit.compare.lockstep.lockstep import Pairs
from rulekit.compare.rules.find_differences import compare_rules
from rulekit.model.analysis.references import PartialModel
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from tests.compare.games import MARKET, changed, file, game, plays_apart
from tests.compare.rules.test_differences import SINGLE

LOOKS = 80
SAMPLE = [one for one in planted() if one.expected != "none"][::11]


def overlaid(path: str, *changes: str) -> GameModel:
    """A bundled game with changes on it."""
    found = check_game(file(path), path, tuple((file(change), change) for change in changes))
    assert found.value is not None and found.ok
    return found.value


def same_as_second(one: GameModel, two: GameModel, players: int, looks: int = LOOKS) -> bool:
    """Whether the first game with everything of the second plays like it."""
    rules = compare_rules(one, two)
    assert rules.differences
    return not plays_apart(rules.mixed([d.number for d in rules.differences]), two, players, looks)


@pytest.mark.parametrize("name", SINGLE)
def test_a_small_difference_is_carried_over(name: str) -> None:
    one, two = game(MARKET), game(changed(MARKET, SINGLE[name][0]))
    assert same_as_second(one, two, 2, 400) and same_as_second(two, one, 2, 400)
    assert not plays_apart(one, compare_rules(one, two).mixed(()), 2, 100)


SHOWING = (
    "the value of an option",
    "a number in a table",
    "a requirement that came",
    "when the game ends",
    "who is next",
    "an effect",
)


@pytest.mark.parametrize("name", SHOWING)
def test_it_would_have_shown(name: str) -> None:
    """The same looks are enough to see these differences, if they are not carried over."""
    assert plays_apart(game(MARKET), game(changed(MARKET, SINGLE[name][0])), 2, 400)


def test_one_difference_is_carried_over_without_the_others() -> None:
    edits = [SINGLE[name][0] for name in SHOWING]
    one, both, last = game(MARKET), game(changed(MARKET, *edits)), game(changed(MARKET, edits[-1]))
    rules = compare_rules(one, both)
    (effect,) = [d.number for d in rules.differences if d.name == "rest" and d.how == "changed"]
    assert not plays_apart(rules.mixed((effect,)), last, 2, 400)


@pytest.mark.parametrize("one", SAMPLE, ids=lambda one: one.id)
def test_a_planted_difference_is_carried_over(one: Planted) -> None:
    assert same_as_second(game(original(one), one.path), game(edited(one), one.path), one.players)


VARIANTS = (
    ("cafe-international", (), ("bar-and-pastry",), 2),
    ("espresso-doppio", (), ("espresso-master",), 2),
    ("cafe-del-gatto", ("cafe-del-gatto.fr",), ("cafe-del-gatto.en",), 3),
)


@pytest.mark.parametrize(("base", "first", "second", "players"), VARIANTS, ids=lambda v: v if isinstance(v, str) else "")
def test_a_variant_is_carried_over(base: str, first: tuple[str, ...], second: tuple[str, ...], players: int) -> None:
    path = f"rules/{base}.cafe"
    one, two = (overlaid(path, *(f"rules/{Path(name)}.cafe" for name in names)) for names in (first, second))
    assert same_as_second(one, two, players)


def test_a_difference_brings_along_what_it_needs() -> None:
    steal = "action steal\n  pay 1 coins\n  set days to days + 1\n\n"
    bullet = ("      - do rest\n", "      - do rest\n      - do steal\n")
    one, two = game(MARKET), game(changed(MARKET, bullet, ("action rest ", f"{steal}action rest ")))
    rules = compare_rules(one, two)
    (number,) = [d.number for d in rules.differences if d.name == "play"]
    assert "steal" in {d.name for d in rules.mixed((number,)).parts.deeds}
    assert not plays_apart(rules.mixed((number,)), two, 2, 200)


def test_a_mixed_game_that_does_not_hold_together_is_not_played() -> None:
    one = game(MARKET)
    mixed = compare_rules(one, one).mixed(())
    assert Pairs(one, mixed).get(2) is not None
    assert Pairs(one, PartialModel(evolve(mixed.parts, tallies=()))).get(2) is None

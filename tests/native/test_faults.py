"""Where the rules are at fault, the native engine hands the game over: the fault is told in the same words, with the seed."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.engine.faults import STOPPED
from rulekit.native.engine import Native, native_of
from rulekit.native.llvm.cache import Cache
from rulekit.native.state.context_words import TROUBLED
from rulekit.play.random_games import random_game
from rulekit.play.series_player import Series, play_of
from rulekit.program.lower import lower
from rulekit.program.program import Program
from tests.engine.spec import model_of
from tests.native.agreement import Pair, agreement

END = "play\n  end game\n"
CARDS = """
piece card in deck
  n: 1..2
  | copies | n    |
  | 1      | each |
place deck: deck of card, open
place won[player]: pile of card
"""
FEE = "table fee[n: 1..3]: number\n  | n | fee |\n  | 1 | 3   |\n  | 2 | -   |\n  | 3 | 7   |\n"
ACT = "play\n  turns from starter until m is 2\n    set m to m + 1\n    do act\naction act\n"

GAMES: dict[str, tuple[str, str]] = {
    "a criterion that is none": ("RK521", CARDS + END + "winner p\n  most max(won[p].n)\n"),
    "none in a sum": ("RK521", CARDS + "marker m: 0..9 = 0\nsetup\n  set m to 1 + max(won[starter].n)\n" + END),
    "a hole of a table": ("RK522", FEE + "marker m: 0..9 = 2\nsetup\n  set m to fee[m]\n" + END),
    "a key outside a table": ("RK522", FEE + "marker m: 0..9 = 9\nsetup\n  set m to fee[m]\n" + END),
    "a division by zero": ("RK523", "marker m: 0..9 = 0\nsetup\n  set m to 1 div m\n" + END),
    "a remainder by zero": ("RK523", "marker m: 0..9 = 0\nsetup\n  set m to 1 mod m\n" + END),
    "zero in a bound": ("RK523", "marker m: 0..9 = 0\n" + ACT.replace("m + 1", "m") + "  choose n in 1..(6 div m)\n"),
    "zero in an index": ("RK523", "marker m: 0..9 = 0\nmarker s[n: 1..3]: 0..9 = 0\nsetup\n  set s[6 div m] to 1\n" + END),
    "zero in a key": ("RK523", FEE + "marker m: 0..9 = 0\nsetup\n  set m to fee[6 mod m]\n" + END),
    "zero in `up to`": (
        "RK523",
        CARDS + "marker m: 0..9 = 0\n" + ACT.replace("m + 1", "m") + "  choose up to (6 div m) cs in deck\n  move cs to box\n",
    ),
    "a sum too large": ("RK524", "tally points[player]\nsetup\n  gain 2000000000 points\n  gain 2000000000 points\n" + END),
    "a product too large": (
        "RK524",
        "marker m: 0..9 = 0\ntally points[player]\nsetup\n  gain 2000000000 points\n"
        "  if points[starter] * 3 > 5\n    set m to 1\n" + END,
    ),
    "a score too large": (
        "RK524",
        "tally points[player]\nsetup\n  gain 2000000000 points\n" + END + "score p\n  twice: points[p] * 2\n",
    ),
    "an argument outside": (
        "RK525",
        "marker m: 0..9 = 6\ndefine twice(n: 1..5) = 2 * n\nsetup\n  set m to twice(m) - 7\n" + END,
    ),
    "a marker outside": ("RK526", "marker m: 0..3 = 3\nsetup\n  set m to m + 1\n" + END),
    "a gain below nothing": ("RK527", "tally points[player]\nsetup\n  gain points[starter] - 1 points\n" + END),
    "an index outside": (
        "RK528",
        "marker m: 0..9 = 5\nmarker heap[n: 1..3]: 0..9 = 0\nsetup\n  set heap[m] to 1\n" + END,
    ),
    "a loop without change": (
        "RK529",
        "marker m: 0..2 = 0\nplay\n  repeat until m is 2\n    for each p in players where m is 1\n      p does act\n"
        "action act\n  set m to 2\n",
    ),
    "too many passes": ("RK529", "action pass\nplay\n  turns from starter\n    do pass\n"),
    "a set of too many": ("RK530", "marker m: 0..20 = 0\n" + ACT + "  choose some xs in 1..12 + m\n  set m to m\n"),
    "a list too long": (
        "RK532",
        "marker m: 0..9 = 0\ntally points[player]\nsetup\n  gain 5000 points\n"
        "  set m to min(9, count(x in 1..points[starter] where x > 7))\n" + END,
    ),
    "a late requirement": (
        "RK540",
        "marker m: 0..99 = 0\n" + ACT + "  repeat 9 times\n    choose x in 1..5\n    set m to m + x\n"
        '  only if m > 90 because "never"\n',
    ),
    "nothing is allowed": ("RK541", "marker m: 0..9 = 0\n" + ACT + '  choose x in 1..3\n  only if x > m + 5 because "no"\n'),
    "too many moves": ("RK542", "marker m: 0..9 = 0\n" + ACT + "  choose x in 1..64, y in 1..65\n  set m to m\n"),
}


def program(text: str) -> Program:
    """A tiny game for two."""
    lowered = lower(model_of(text), 2)
    assert lowered.value is not None, lowered.diagnostics
    return lowered.value


def code(made: Program, kept: Cache, paths: bool = False) -> Native:
    """Its machine code."""
    native = native_of(made, paths, kept)
    assert not isinstance(native, Diagnostic), native
    return native


@pytest.mark.parametrize("name", GAMES)
def test_a_fault_is_told_in_the_same_words(name: str, kept: Cache) -> None:
    """The fault that is meant happens; the native engine stops there too; both ways to play a series tell the same."""
    expected, text = GAMES[name]
    made = program(text)
    native, series = code(made, kept), Series(made, seed=3)
    told = random_game(Engine(made), 3, 0).fault
    assert told.startswith(f"{expected}: ")
    assert native.batch(3, 0, 1)[0][0] == TROUBLED
    assert list(play_of(series, native)(0, 2).games()) == list(play_of(series, None)(0, 2).games())


@pytest.mark.parametrize("name", ["a score too large", "too many passes", "a late requirement", "nothing is allowed"])
def test_play_is_the_same_up_to_the_fault(name: str, kept: Cache) -> None:
    made = program(GAMES[name][1])
    compared = agreement(Pair(Engine(made), code(made, kept, paths=True), code(made, kept)), 3, range(2))
    assert (compared.faults + compared.handed, compared.differences) == (2, ())


def test_a_fault_ends_one_game_and_not_the_others(kept: Cache) -> None:
    """A number that is too large in some games only: those are told with their seeds, the others are played."""
    text = (
        "tally points[player]\nsetup\n  choose n in 1..2 at random\n  gain n * 1000000000 points\n"
        "  gain 1000000000 points\n  gain 147483647 points\n" + END + "score p\n  points: points[p]\n"
    )
    made = program(text)
    played = list(play_of(Series(made, seed=1), code(made, kept))(0, 40).games())
    faulty = [n for n in range(40) if random_game(Engine(made), 1, n).end == "fault"]
    assert 0 < len(faulty) < 40
    assert played == list(play_of(Series(made, seed=1), None)(0, 40).games())
    assert [n for n in range(40) if code(made, kept).batch(1, n, 1)[0][0] == TROUBLED] == faulty


def test_a_table_can_be_used_after_trouble(kept: Cache) -> None:
    """What went wrong in one game does not stay for the next."""
    made = program("marker m: 0..3 = 2\nplay\n  turns from starter until m > 9\n    do up\naction up\n  set m to m + 1\n")
    table = code(made, kept, paths=True).table()
    assert table.start(1) == 1
    assert table.take(0) == 1
    assert table.take(0) == STOPPED
    assert table.start(1) == 1
    assert [m.actions for m in table.moves()] == [("up",)]

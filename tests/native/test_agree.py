"""Both engines play the same games, decision by decision: a few here, all of them with `make agree`."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulekit.engine.engine import Engine
from rulekit.native.llvm.cache import Cache
from rulekit.program.program import Program
from tests.native.agree_all import Sitting, program_at, sittings
from tests.native.agreement import Agreement, Pair, agreement
from tests.native.cases import files, pair_of, tried
from tests.native.test_faults import END, program
from tests.native.watched import watched

QUICK = {  # the rest is for `make agree`; how many games, and whether whole games are compared too
    Sitting("bon-appetit", 4): (4, True),
    Sitting("cafe-del-gatto.fr", 2): (1, False),
    Sitting("bar-and-pastry", 2): (1, False),
    Sitting("espresso-solo", 1): (1, False),
    Sitting("crazy-eights", 3): (4, False),
    Sitting("gops", 2): (4, True),
}
MADE = tuple(f"made:{n}" for n in range(2))


@pytest.mark.parametrize("sitting", QUICK, ids=str)
def test_games_agree(sitting: Sitting, kept: Cache) -> None:
    """Moves in the same order, cells, numbers of chance, score sheets, results; and nothing is handed over."""
    games, plain = QUICK[sitting]
    made = program_at(sitting)
    assert isinstance(made, Program)
    pair = pair_of(made, plain, longest=150, cache=kept)
    assert isinstance(pair, Pair), pair
    compared = agreement(pair, 1, range(games))
    assert (compared.differences, compared.games, compared.handed, compared.faults) == ((), games, 0, 0)
    assert compared.decisions > 5 * games


def test_generated_games_agree() -> None:
    """Each in a process of its own: none may crash or hang."""
    ended = list(watched(tried, MADE, jobs=1, seconds=120))
    assert {e.task: e.how for e in ended} == dict.fromkeys(MADE, "")
    assert {(e.task, e.result.how, e.result.details) for e in ended} == {(name, "agrees", "") for name in MADE}


def test_every_file_is_played() -> None:
    assert set(files()) >= {"bon-appetit", "cafe-del-gatto.en", "espresso-master", "passport", "bon-appetit.fr", "reversi"}


def test_every_table_and_every_value_is_played() -> None:
    """By hand: Nim is for two and its option has two answers; Oh Hell is for 3 to 7."""
    assert set(sittings(("nim",))) == {Sitting("nim", 2), Sitting("nim", 2, (("last_match", "other"),))}
    assert {s.players for s in sittings(("oh-hell",)) if not s.settings} == set(range(3, 8))


# ---- a difference is found, and told ---------------------------------------------------------------
TURNS = "marker m: 0..9 = 0\nplay\n  turns from starter until m > 3\n    do up\naction up\n"
UP = TURNS + "  choose n in 1..2\n  set m to m + {}\n" + "score p\n  m: m * {}\n"


def _differing(first: str, second: str, kept: Cache, plain: bool = False) -> Agreement:
    """The first on the reference engine, the second on the native one."""
    one, other = program(first), program(second)
    pair = pair_of(other, plain, cache=kept)
    assert isinstance(pair, Pair)
    return agreement(evolve(pair, engine=Engine(one)), 5, range(9))


def test_another_state_is_told_with_the_decision_and_the_rule(kept: Cache) -> None:
    """The marker goes up by n here, by 1 there: the first n of 2 shows it."""
    (found, *_) = _differing(UP.format("n", 1), UP.format(1, 1), kept).differences
    assert (found.game, found.players, found.seed, found.what, found.address) == ("tiny", 2, 5, "m, member 0", "play")
    assert int(found.reference) == int(found.native) + 1 == found.decision + 1
    assert f"decision {found.decision} (at play): m, member 0: reference {found.reference}, native" in str(found)


def test_another_menu_is_told(kept: Cache) -> None:
    found = _differing(UP.format("n", 1), UP.format("n", 1).replace("1..2", "1..3"), kept).differences
    assert [(d.decision, d.what, d.reference, d.native) for d in found] == [(0, "how many moves", "2", "3")] * 3


def test_another_order_of_moves_is_told(kept: Cache) -> None:
    (found, *_) = _differing(UP.format("n", 1), UP.format("n", 1).replace("1..2", "[2, 1]"), kept).differences
    assert (found.decision, found.what) == (0, "move 0")


def test_another_score_is_told(kept: Cache) -> None:
    """The sheets are first looked at before the first move, when both are 0, then at the end."""
    (found, *_) = _differing(UP.format("n", 1), UP.format("n", 2), kept).differences
    assert found.what == "outcome"
    assert found.decision > 1


def test_a_fault_of_one_is_told(kept: Cache) -> None:
    faulty = "marker m: 0..9 = 9\nsetup\n  set m to m {} 1\n" + END
    (found, *_) = _differing(faulty.format("+"), faulty.format("-"), kept).differences
    assert (found.what, found.reference) == ("fault", "'RK526 (at setup)'")


def test_other_luck_is_told(kept: Cache) -> None:
    luck = "marker m: 0..9 = 0\nsetup\n  choose n in 1..6 at random\n  {}set m to 1\n" + END
    (found, *_) = _differing(luck.format(""), luck.format("choose k in 1..6 at random\n  "), kept).differences
    assert (found.what, found.reference, found.native) == ("numbers of chance", "1", "2")


def test_another_result_of_a_whole_game_is_told(kept: Cache) -> None:
    """Decision by decision all is well, but `batch` plays another game."""
    one, other = pair_of(program(UP.format("n", 1)), cache=kept), pair_of(program(UP.format("n", 2)), cache=kept)
    assert isinstance(one, Pair) and isinstance(other, Pair)
    (found, *_) = agreement(evolve(one, plain=other.plain), 5, range(2)).differences
    assert found.what == "the row of the whole game"


@pytest.mark.parametrize(("choice", "moves"), [("b in 1..2", 36), ("b in 1..3 where a < b", 9), ("b in 1..a", 36)])
def test_a_choice_of_two_met_again_in_one_menu(choice: str, moves: int, kept: Cache) -> None:
    """The second pass chooses anew; the first one's choices must be there again for its next candidate: 6 · 6, 3 · 3, 6 · 6."""
    pair = pair_of(program(TURNS + f"  repeat 2 times\n    choose a in 1..3, {choice}\n  set m to m + 1\n"), False, cache=kept)
    assert isinstance(pair, Pair)
    assert pair.native.table().start(1) == moves
    assert agreement(pair, 1, range(3)).differences == ()


def test_a_game_that_is_too_long_is_compared_up_to_there(kept: Cache) -> None:
    pair = pair_of(program(TURNS + "  choose n in 1..2\n  set m to (m + n) mod 4\n"), longest=30, cache=kept)
    assert isinstance(pair, Pair)
    assert agreement(pair, 5, range(2)) == Agreement(2, 60)

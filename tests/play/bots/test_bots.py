"""What bots choose: the same on both engines, good moves where they are plain, and better results than chance."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.native.engine import Native, native_of
from rulekit.native.llvm.cache import Cache
from rulekit.play.bots.bot_games import bot_game, bot_games
from rulekit.play.bots.bot_notation import Form, GreedyForm, MctsForm, RandomForm, WeightedForm
from rulekit.play.bots.bots import Bots, weighted
from rulekit.play.bots.determinize import worlds_of
from rulekit.play.bots.mcts import Search
from rulekit.play.bots.worth import Rewards
from rulekit.play.random_games import random_games
from rulekit.program.program import ME, as_number
from tests.play.bots.games import FULL, PICK, decisions, engine, made, native

THINKING: tuple[Form, ...] = (GreedyForm(2), MctsForm(40))


@pytest.mark.parametrize(("name", "players"), [("oh-hell", 3), ("gops", 2), ("crazy-eights", 2), ("secrets", 2), ("nim", 2)])
def test_both_engines_choose_alike(name: str, players: int, kept: Cache) -> None:
    playing = engine(name, players)
    slow, fast = Bots(playing), Bots(playing, native(name, players, kept))
    for state in decisions(playing, 3, 24, every=6):
        count = len(playing.moves(state))
        for form in THINKING:
            assert slow.choose(form, state, count, 9) == fast.choose(form, state, count, 9)


@pytest.mark.parametrize("form", [GreedyForm(1), MctsForm(300)])
@pytest.mark.parametrize(("line", "best"), [("most score(p)", {7}), ("fewest score(p)", {0, 1, 2, 3, 4, 5, 6, 8, 9})])
def test_points_are_wanted_or_not_as_the_winner_says(form: Form, line: str, best: set[int]) -> None:
    playing = made(PICK.replace("LINE", line), 2)
    state = playing.start(1)
    chosen = {Bots(playing).choose(form, state, 10, number) for number in range(5)}
    assert chosen <= best


@pytest.mark.parametrize("form", [GreedyForm(1), MctsForm(300)])
def test_without_points_winning_is_what_counts(form: Form) -> None:
    """Cross has two in a row and can win; nought, in the same place, has to stop it."""
    playing = engine("tic-tac-toe", 2)
    state = _placed(playing, [(1, 1), (1, 3), (2, 1), (2, 3)])
    assert _place(playing, state, form) == (3, 1)
    state = _placed(playing, [(1, 1), (1, 3), (2, 1)])
    if isinstance(form, MctsForm):
        assert _place(playing, state, form) == (3, 1)


def _placed(playing: Engine, places: list[tuple[int, int]]) -> State:
    state = playing.start(1)
    for place in places:
        move = next(m for m in playing.moves(state) if tuple(p.value for p in m.picks) == place)
        after = playing.apply(state, move)
        assert isinstance(after, State)
        state = after
    return state


def _place(playing: Engine, state: State, form: Form) -> tuple[int, ...]:
    moves = playing.moves(state)
    return tuple(as_number(p.value) for p in moves[Bots(playing).choose(form, state, len(moves), 5)].picks)


def test_the_same_number_gives_the_same_choice() -> None:
    playing = engine("nim", 2)
    state = playing.start(1)
    for form in THINKING:
        first, again = (Bots(playing).choose(form, state, 16, 4) for _ in range(2))
        assert first == again
    assert len({Bots(playing).choose(GreedyForm(1), state, 16, n) for n in range(12)}) > 1


def test_seconds_end_a_search() -> None:
    """The clock is asked at every iteration; it goes on by one second each time."""
    playing = engine("nim", 2)
    bots, clock = Bots(playing), iter(range(100))
    known = bots.eyes.known(playing.start(1), 0)
    assert known is not None
    search = Search(worlds_of(bots.eyes, known, bots.table), 16, Rewards(2, 0), Random(1))
    search.run(None, 10.0, lambda: float(next(clock)))
    assert sum(child.visits for child in search.root.children.values()) == 9  # 0: begin, 1 … 9 go on, 10: the end


@pytest.mark.parametrize("form", THINKING)
def test_moves_after_which_nothing_goes_on_count_for_nothing(form: Form, kept: Cache) -> None:
    """The fourth seat cannot be taken: no move is better, whatever it pays. Greedy takes any, a search the first."""
    playing = made(FULL, 2)
    code, state = native_of(playing.program, paths=True, cache=kept), playing.start(1)
    assert isinstance(code, Native)
    for _ in range(3):
        after = playing.apply(state, playing.moves(state)[0])
        assert isinstance(after, State)
        state = after
    chosen = [[Bots(playing, engine).choose(form, state, 2, number) for number in range(8)] for engine in (None, code)]
    assert chosen[0] == chosen[1] and set(chosen[0]) == ({0, 1} if isinstance(form, GreedyForm) else {0})


def test_a_search_that_finds_no_world_still_chooses() -> None:
    playing = engine("nim", 2)
    bots = Bots(playing)
    known = bots.eyes.known(playing.start(1), 0)
    assert known is not None
    assert 0 <= Search(worlds_of(bots.eyes, known, bots.table), 17, Rewards(2, 0), Random(1)).run(1_000_000, None) < 17


@pytest.mark.parametrize(
    ("weights", "number", "move"),
    [((), 0, 0), ((), 2**64 - 1, 3), ((("a", 0),), 0, 1), ((("b", 97),), 2**63, 1), ((("a", 0), ("b", 0)), 0, 3)],
)
def test_weights_say_how_likely_a_move_is(weights: tuple[tuple[str, int], ...], number: int, move: int) -> None:
    """Moves a, b, a and one that begins no action, which weighs 1."""
    assert weighted(weights, ["a", "b", "a", None], number) == move


def test_if_nothing_weighs_anything_every_move_is_likely() -> None:
    assert {weighted((("a", 0),), ["a", "a"], number) for number in (0, 2**63)} == {0, 1}


def test_a_weighted_bot_leans_to_an_action_of_the_game() -> None:
    playing = engine("crazy-eights", 2)
    state = next(s for s in decisions(playing, 1, 30) if len({m.actions for m in playing.moves(s)}) > 1)
    moves = playing.moves(state)
    wanted = moves[0].actions[0]
    form = WeightedForm(((wanted, 1000),))
    assert {moves[Bots(playing).choose(form, state, len(moves), n << 59)].actions[0] for n in range(32)} == {wanted}


# ---- series --------------------------------------------------------------------------------------
def test_random_bots_play_the_games_of_random_play() -> None:
    playing = engine("crazy-eights", 3)
    expected = [(g.seed, g.decisions, g.end, g.totals, g.winners) for g in random_games(playing, 5, 11)]
    assert expected == [(g.seed, g.decisions, g.end, g.totals, g.winners) for g in bot_games(playing, [RandomForm()] * 3, 5, 11)]


def test_weighted_bots_play_the_games_of_the_native_engine(kept: Cache) -> None:
    playing = engine("crazy-eights", 2)
    made = native_of(playing.program, cache=kept)
    deeds = [name for name, _ in playing.program.deeds]
    action = next(name for name, role in playing.program.deeds if role == "action")
    weights = [[1] + [5 if name == action else 1 for name in deeds]] * 2
    rows = made.batch(4, 0, 6, weights=weights)  # type: ignore[union-attr]
    found = list(bot_games(playing, [WeightedForm(((action, 5),))] * 2, 6, 4))
    assert [list(rows[n])[1] for n in range(6)] == [g.decisions for g in found]
    assert [tuple(rows[n])[4:] for n in range(6)] == [g.totals for g in found]


def test_a_series_does_not_depend_on_how_it_is_cut_up(kept: Cache) -> None:
    playing, code = engine("gops", 2), native("gops", 2, kept)
    forms = (GreedyForm(1), MctsForm(10))
    whole = list(bot_games(playing, forms, 3, 5, native=code))
    parts = [g for first in range(3) for g in bot_games(playing, forms, 1, 5, first, native=code)]
    assert whole == parts
    assert [g.end for g in whole] == ["over"] * 3


def test_a_game_that_goes_on_too_long_is_given_up() -> None:
    playing = engine("nim", 2)
    assert bot_game(Bots(playing), [RandomForm()] * 2, 1, 0, longest=2).end == "capped"


def test_greedy_beats_random_and_mcts_beats_greedy(kept: Cache) -> None:
    """Connect four, both seats: fourteen of sixteen games are more than luck (p = 0.002)."""
    playing, bots = engine("connect-four", 2), Bots(engine("connect-four", 2), native("connect-four", 2, kept))
    assert playing.program.layout.players == 2
    for better, worse in ((GreedyForm(1), RandomForm()), (MctsForm(600), GreedyForm(1))):
        won = 0
        for seat in range(2):
            forms: list[Form] = [worse, worse]
            forms[seat] = better
            won += sum(bot_game(bots, forms, 3, n).winners == (seat,) for n in range(8))
        assert won >= 14


def test_the_player_who_decides_is_asked() -> None:
    """In `gops` all decide in turn, in secret: each is asked for itself."""
    playing = engine("gops", 3)
    assert {s.cells[ME] for s in decisions(playing, 1, 9)} == {0, 1, 2}

"""A series on either engine, cut up in any way, by threads or processes: always the same games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from rulekit.diagnostics import Diagnostic, Severity
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.play.columns import GameColumns, joined
from rulekit.play.random_games import random_games
from rulekit.play.series_player import AUTO, NATIVE, REFERENCE, Player, Series, native_player, reference_player
from rulekit.program.lower import lower
from rulekit.study.series import run_series as running
from rulekit.study.series.parallel import Chunk, Crew, Mismatch, Order, chunks, next_size, order_of, play_order, threads
from rulekit.study.series.run_series import Want, Watch, run
from rulekit.study.series.tally import Tally
from tests.study.race import RACE
from tests.study.series.test_perft import ROOT, engine

NIM = "examples/games/nim.cafe"
TIC = "examples/games/tic-tac-toe.cafe"
EXTRA = (("room", "5"),)  # the race then ends with a fault after three steps


@pytest.fixture(autouse=True, scope="module")
def _code_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEKIT_CACHE", str(tmp_path_factory.mktemp("code")))
        yield


@cache
def made(path: str, players: int = 2, settings: tuple[tuple[str, str], ...] = ()) -> tuple[GameModel, Series]:
    """A game and its series."""
    text = RACE if path == "race" else (ROOT / path).read_text(encoding="utf-8")
    model = check_game(text, path, (), settings).value
    assert model is not None
    program = lower(model, players).value
    assert program is not None
    return model, Series(program, 7)


def whole(found: list[Chunk]) -> GameColumns:
    """The games of chunks."""
    return joined([c.played for c in found if c.played is not None])


# ---- the engines ---------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", [0, 7, -1, 2**64 + 5])
@pytest.mark.parametrize(
    ("path", "players", "settings", "longest"),
    [(TIC, 2, (), 10_000), (NIM, 2, (), 10_000), (NIM, 2, (), 4), ("race", 3, EXTRA, 10_000), ("race", 3, (), 2**40)],
    ids=["tic-tac-toe", "nim", "nim cut off", "race at fault", "race as long as you like"],
)
def test_both_engines_give_the_same_games(
    path: str, players: int, settings: tuple[tuple[str, str], ...], longest: int, seed: int
) -> None:
    series = Series(made(path, players, settings)[1].program, seed, longest)
    fast = native_player(series)
    assert isinstance(fast, Player) and fast.engine == NATIVE
    ours, theirs = fast.play(3, 60), reference_player(series).play(3, 60)
    assert list(ours.games()) == list(theirs.games())
    counted = [Tally(players), Tally(players)]
    for tally, played in zip(counted, (ours, theirs), strict=True):
        tally.add(played)
    assert counted[0] == counted[1]


def test_what_is_not_well_is_played_again_and_told() -> None:
    """Of the race with little room all games are at fault; of nim cut off at four some are over, some are not."""
    fault = native_player(made("race", 3, EXTRA)[1])
    assert isinstance(fault, Player)
    assert {(g.end, g.fault[:5], g.totals) for g in fault.play(0, 5).games()} == {("fault", "RK526", ())}
    cut = native_player(Series(made(NIM)[1].program, 7, 4))
    assert isinstance(cut, Player)
    assert {g.end for g in cut.play(0, 200).games()} == {"over", "capped"}
    assert all(g.decisions == 4 and not g.winners for g in cut.play(0, 200).games() if g.end == "capped")


def test_a_series_is_that_of_the_reference_engine() -> None:
    expected = list(random_games(engine(NIM), 30, 7, first=12))
    assert [*reference_player(made(NIM)[1]).play(12, 30).games()] == expected


# ---- crews ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("wanted", [REFERENCE, NATIVE])
@pytest.mark.parametrize("count", [1, 3])
def test_parts_come_in_order_however_many_play(wanted: str, count: int) -> None:
    model, series = made(NIM)
    found = list(run(model, series, Want(700, wanted, count if wanted == NATIVE else 1, keep=True, first=5), Watch()))
    assert {c.engine for c in found} == {wanted} and len(found) > 2
    assert list(whole(found).games()) == list(random_games(engine(NIM), 700, 7, first=5))


def test_processes_play_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "TRIAL_SECONDS", -1.0)
    model, series = made("race", 2, EXTRA)
    found = list(run(model, series, Want(40, REFERENCE, 2, keep=True), Watch()))
    assert list(whole(found).games()) == list(reference_player(series).play(0, 40).games())


def test_the_first_games_are_those_that_come_before_a_stop() -> None:
    model, series = made(NIM)
    seen: list[Chunk] = []
    for chunk in run(model, series, Want(10**9, NATIVE, 2, keep=True), Watch(lambda: len(seen) > 4)):
        seen.append(chunk)
    played = whole(seen)
    assert 4 < len(seen) < 15
    assert list(played.games()) == list(random_games(engine(NIM), len(played), 7))
    assert played.first == 0 and [c.played.first for c in seen if c.played] == [
        sum(c.tally.games for c in seen[:n]) for n in range(len(seen))
    ]


def test_parts_grow_to_a_slice_of_time_and_no_further() -> None:
    def after(games: int, seconds: float) -> int:
        return next_size(Chunk(NATIVE, Tally(2, games), None, seconds))

    assert (after(1, 1e-6), after(8, 1e-6), after(100, 0.25), after(100, 2.5)) == (8, 64, 100, 10)
    assert (after(50_000, 1e-6), after(1, 60.0)) == (50_000, 1)


def test_no_more_is_given_out_than_can_be_played_at_once() -> None:
    """Memory does not grow: what waits is bounded by the width of the crew."""
    given: list[int] = []
    most = 0

    class Later:
        def result(self) -> Chunk:
            given.pop()
            return Chunk(NATIVE, Tally(2, 1), None, 1.0)

    def submit(first: int, count: int) -> Later:
        nonlocal most
        given.append(first)
        most = max(most, len(given))
        return Later()

    assert len(list(chunks(Crew(submit, 4), 50))) == 50 and most == 4


# ---- which engine --------------------------------------------------------------------------------
def test_auto_relieves_a_slow_reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "worth_it", lambda program, games: False)
    model, series = made(NIM)
    assert {c.engine for c in run(model, series, Want(50, AUTO), Watch())} == {REFERENCE}
    monkeypatch.setattr(running, "TRIAL_SECONDS", 0.02)
    found = list(run(model, series, Want(3000, AUTO, keep=True), Watch()))
    assert found[0].engine == REFERENCE and found[-1].engine == NATIVE
    fast = native_player(series)
    assert isinstance(fast, Player)
    assert list(whole(found).games()) == list(fast.play(0, 3000).games())


def test_code_that_is_there_is_used_for_a_single_game() -> None:
    model, series = made(TIC)
    native_player(series)
    assert [c.engine for c in run(model, series, Want(1), Watch())] == [NATIVE]


def test_without_llvmlite_auto_is_the_reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("rulekit.extras.import_module", absent)
    monkeypatch.setattr("rulekit.play.series_player.GAMES_FOR_NATIVE", 10)
    model, series = made(NIM)
    assert {c.engine for c in run(model, series, Want(20, AUTO), Watch())} == {REFERENCE}
    finding = native_player(series)
    assert isinstance(finding, Diagnostic) and (finding.code, finding.hint) == ("RK601", "pip install 'rulekit[fast]'")


def test_what_cannot_be_lowered_is_said_and_played_all_the_same() -> None:
    text = (ROOT / "docs/errors/RK600.md").read_text(encoding="utf-8").split("```cafe\n")[1].split("```")[0]
    model = check_game(text, "small.cafe").value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    notes: list[Diagnostic] = []
    found = list(run(model, Series(program), Want(20, NATIVE), Watch(note=notes.append)))
    assert {c.engine for c in found} == {REFERENCE} and sum(c.tally.games for c in found) == 20
    assert [(n.code, n.severity) for n in notes] == [("RK600", Severity.NOTE)]


# ---- orders --------------------------------------------------------------------------------------
def order(path: str, digest: str = "") -> Order:
    """What another process would be sent."""
    model, series = made(path)
    sent = order_of(model, series, True, True)
    return sent if not digest else Order(sent.model, sent.players, digest, sent.seed, sent.longest, True, True)


def test_an_order_is_enough_to_play() -> None:
    chunk = play_order(order(NIM), 4, 20)
    assert chunk.engine == NATIVE and chunk.played is not None
    assert list(chunk.played.games()) == list(random_games(engine(NIM), 20, 7, first=4))


def test_another_program_of_the_same_model_is_noticed() -> None:
    with pytest.raises(Mismatch):
        play_order(order(NIM, "another digest"), 0, 1)


def test_this_thread_alone_is_a_crew_too() -> None:
    series = made(NIM)[1]
    with threads(series, reference_player(series), 1, False) as crew:
        assert crew.width == 1 and [c.played for c in chunks(crew, 2)] == [None, None]

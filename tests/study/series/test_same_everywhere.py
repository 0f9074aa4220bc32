"""Games that go wrong in every way: the same numbers, faults and addresses, whoever plays them and however many do."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulekit.engine.engine import Engine
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.play.bots.bot_notation import GreedyForm, WeightedForm
from rulekit.play.columns import GameColumns, joined
from rulekit.play.random_games import random_game
from rulekit.play.results import GameResult
from rulekit.play.series_player import NATIVE, REFERENCE, Series
from rulekit.program.lower import lower
from rulekit.study.series.parallel import Chunk, order_of, play_order
from rulekit.study.series.run_series import Want, Watch, run
from rulekit.study.series.tally import Tally
from tests.model.pages import PAGES
from tests.study.series.faulty import FAULTY
from tests.study.series.local_cluster import local_cluster
from tests.tools.running import run as command

ENGINE = Path(sys.modules[Engine.__module__].__file__ or "").parent
VARYING = ("engine", "seconds", "games_per_second")
everything = pytest.mark.parametrize("name", FAULTY)


@pytest.fixture(autouse=True)
def _threads_take_turns_all_the_time() -> Iterator[None]:
    """Whatever two threads share by mistake, the one disturbs the other in."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.fixture(scope="module")
def workers(machine_code: Path) -> Iterator[Any]:
    """A process of a cluster that plays with two threads; machine code that was made for other tests is at hand."""
    with local_cluster(machine_code, workers=1, threads=2) as made:
        yield made


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Two processes, as `processes` has them."""
    with ProcessPoolExecutor(2, get_context("spawn")) as made:
        yield made


@cache
def made(name: str) -> tuple[GameModel, Series]:
    """A game and its series."""
    model = check_game(FAULTY[name].text, "faulty.cafe").value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    return model, Series(program, 7, FAULTY[name].longest)


@cache
def alone(name: str) -> tuple[GameResult, ...]:
    """Each game by an engine of its own, on which nothing else was ever played."""
    series = made(name)[1]
    return tuple(random_game(Engine(series.program), series.seed, n, series.longest) for n in range(FAULTY[name].games))


def games_of(found: list[Chunk]) -> tuple[GameResult, ...]:
    """The games of chunks; what was counted is what was played."""
    counted, played = Tally(2), Tally(2)
    for chunk in found:
        counted.merge(chunk.tally)
    whole: GameColumns = joined([c.played for c in found if c.played is not None])
    played.add(whole)
    assert counted == played
    return tuple(whole.games())


def test_every_fault_there_is_has_a_game() -> None:
    """The codes that the engine can stop with are those that games end with, and each of them has a page."""
    sources = (*ENGINE.rglob("*.py"), ENGINE.parent / "model" / "faults.py")
    told = {code for path in sources for code in re.findall(r'"(RK5[234]\d)"', path.read_text(encoding="utf-8"))}
    assert {code for faulty in FAULTY.values() for code in faulty.codes} == told
    assert {page.stem for page in PAGES.glob("RK5[234]*.md")} == told


@everything
def test_a_game_goes_wrong_as_it_is_said(name: str) -> None:
    games = alone(name)
    assert {g.fault[:5] for g in games if g.fault} == FAULTY[name].codes
    assert all(" (at " in g.fault for g in games if g.fault)
    assert len({(g.end, g.fault) for g in games}) > 1, "some of them should end in another way"


@everything
@pytest.mark.parametrize(("engine", "threads"), [(REFERENCE, 1), (NATIVE, 1), (NATIVE, 2), (NATIVE, 4)])
def test_engines_and_threads(name: str, engine: str, threads: int) -> None:
    model, series = made(name)
    found = list(run(model, series, Want(FAULTY[name].games, engine, threads, keep=True), Watch()))
    assert {c.engine for c in found} == {engine}
    assert games_of(found) == alone(name)


@everything
def test_processes(name: str, pool: ProcessPoolExecutor) -> None:
    """In parts of three, on the engines in turn."""
    model, series = made(name)
    count = FAULTY[name].games
    orders = [order_of(model, series, native, keep=True) for native in (True, False)]
    tasks = [pool.submit(play_order, orders[n % 2], first, min(3, count - first)) for n, first in enumerate(range(0, count, 3))]
    assert games_of([task.result() for task in tasks]) == alone(name)


@everything
@pytest.mark.parametrize("engine", [REFERENCE, NATIVE])
def test_a_cluster_whose_workers_have_threads(name: str, engine: str, workers: Any) -> None:
    model, series = made(name)
    want = Want(FAULTY[name].games, engine, keep=True, cluster=workers.scheduler_address)
    assert games_of(list(run(model, series, want, Watch()))) == alone(name)


# ---- the command ---------------------------------------------------------------------------------
def told(tmp_path: Path, name: str, *flags: str) -> tuple[dict[str, Any], str]:
    """What `simulate` says as JSON, without what differs from run to run, and the rows it writes."""
    (tmp_path / "faulty.cafe").write_text(FAULTY[name].text)
    wanted = ("--games", "30", "--seed", "7", "--longest", str(FAULTY[name].longest), "--out", "rows.csv", "--force", "--json")
    ran = command("simulate", "faulty.cafe", *wanted, *flags, cwd=tmp_path)
    assert ran.err == "" and ran.status == (1 if FAULTY[name].codes else 0)
    data = {key: value for key, value in json.loads(ran.out).items() if key not in VARYING}
    return data, (tmp_path / "rows.csv").read_text()


@pytest.mark.parametrize("name", ["a late requirement", "by zero", "too long"])
def test_the_command_says_the_same_whoever_plays(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads on the reference engine are two processes."""
    monkeypatch.setattr("rulekit.study.series.run_series.TRIAL_SECONDS", -1.0)
    expected = told(tmp_path, name, "--engine", "reference", "--threads", "1")
    for flags in ("--engine reference --threads 2", *(f"--engine native --threads {n}" for n in (1, 2, 4)), "--threads 2"):
        assert told(tmp_path, name, *flags.split()) == expected
    assert sum(expected[0]["ends"].values()) == 30
    assert expected[0]["faults"].keys() >= {g.fault for g in alone(name) if g.fault}


# ---- bots ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["by zero", "a total too large", "passes without change", "nothing is allowed", "too long"])
@pytest.mark.parametrize("form", [GreedyForm(1), WeightedForm((("act", 3),))], ids=["greedy", "weighted"])
def test_bots_meet_the_same_faults(name: str, form: Any) -> None:
    """Bots that think do so on the engine that plays; those that do not are played by threads."""
    model, series = made(name)
    series = evolve(series, bots=(form, form))
    found = [
        games_of(list(run(model, series, Want(8, engine, threads, keep=True), Watch())))
        for engine, threads in ((REFERENCE, 1), (NATIVE, 1), *([(NATIVE, 2)] if isinstance(form, WeightedForm) else []))
    ]
    assert all(games == found[0] for games in found)
    assert {g.fault[:5] for g in found[0]} & (FAULTY[name].codes or {""})


# ---- room on the stack ---------------------------------------------------------------------------
def below(frames: int, series: Series, game: int) -> GameResult:
    """Play a game so far down in other calls."""
    return below(frames - 1, series, game) if frames else random_game(Engine(series.program), series.seed, game, series.longest)


def test_searches_inside_searches_do_not_depend_on_who_called() -> None:
    series = made("searches inside searches")[1]
    game = next(g.index for g in alone("searches inside searches") if g.fault)
    played = alone("searches inside searches")[game]
    assert played == below(250, series, game)
    assert played.fault.startswith("RK540: ")

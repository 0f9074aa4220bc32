"""`rulekit simulate`: many random games, as a table or JSON; with a row for each game in a file if that is wanted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from attrs import define

from rulekit.engine.chance import game_seed
from rulekit.extras import has, missing
from rulekit.play.bots.bot_notation import written
from rulekit.play.series_player import ENGINES, NATIVE, Series
from rulekit.report.studies.simulation import simulation_lines, stopped_line
from rulekit.report.text import clean
from rulekit.report.wording import Telling
from rulekit.study.series.parallel import Chunk, Lost, Mismatch
from rulekit.study.series.run_series import Want, Watch, run
from rulekit.study.series.tally import Simulation, Tally
from rulekit.tools.command_line.bots_flag import line_up
from rulekit.tools.command_line.flags import Simulate
from rulekit.tools.io.loading import Loaded, Spec, heading, holding_together, load, program_of
from rulekit.tools.io.problems import FINE, FOUND, STOPPED, Problem, Usage, problem
from rulekit.tools.io.stopping import on_ctrl_c
from rulekit.tools.terminal.terminal import is_terminal, say, say_json, show_findings, telling
from rulekit.wording import sentence

if TYPE_CHECKING:
    from rulekit.tools.commands.simulate.rows import Rows

FEWEST_GAMES_WITH_PROGRESS = 20


@define
class Progress:
    """What has been played so far of the games asked for: counted, by which engines, since when; `heard`: it should stop."""

    asked: int
    tally: Tally
    engines: dict[str, None]
    started: float
    heard: bool = False

    @property
    def stopped(self) -> bool:
        """Whether this is not all, because somebody wanted it to stop."""
        return self.heard and self.tally.games < self.asked

    def add(self, chunk: Chunk) -> None:
        """Count some more games."""
        self.tally.merge(chunk.tally)
        self.engines[chunk.engine] = None

    def hear(self, number: int, frame: object) -> None:
        """The first Ctrl-C lets what has begun come to its end; without games so far, or the second time, it stops at once."""
        if self.heard or not self.tally.games:
            raise KeyboardInterrupt
        self.heard = True

    def to_dict(self) -> dict[str, object]:
        """Return what differs from run to run, and whether it was stopped."""
        seconds = perf_counter() - self.started
        return {
            "engine": " and ".join(self.engines), "seconds": round(seconds, 3),
            "games_per_second": round(self.tally.games / max(seconds, 1e-9), 1), "stopped": self.stopped,
        }  # fmt: skip


def simulate_games(spec: Spec, flags: Simulate) -> int:
    """Play at random and show what came out; status 1 if a game did not end as it should, 130 if it was stopped."""
    check_engine(flags.engine)
    loaded = load(spec)
    tell = telling(loaded.texts)
    report = _reporter(flags)
    program = program_of(loaded, flags.players)
    series = Series(program, flags.seed, flags.longest, line_up(flags.bots, program))
    with holding_together(loaded):
        done = _played(loaded, series, flags)
    result = done.tally.simulation(series.program, flags.seed)
    if done.stopped and flags.report is not None:
        now = sentence("stopped: now the report of the first {games} games is made", games=result.games)
        print(tell(now), file=sys.stderr, flush=True)
    measures = report(loaded, series, done.tally)
    if flags.json:
        bots = {"bots": [written(form) for form in series.bots]} if series.bots else {}
        say_json(result.to_dict() | bots | done.to_dict() | measures)
    else:
        asked = done.asked if done.stopped else None
        for line in simulation_lines(result, heading(loaded), [written(form) for form in series.bots], asked, tell):
            say(line)
        if flags.report is not None:
            say(tell(sentence("{out} is written", out=clean(flags.report))))
    return _status(result, done, tell)


def _reporter(flags: Simulate) -> Callable[[Loaded, Series, Tally], dict[str, object]]:
    """Return what writes the report and gives its data, if one is wanted; a Problem at once if it could not be written."""
    if flags.report is None:
        return lambda loaded, series, tally: {}
    from rulekit.tools.commands.simulate.report import ReportOptions as Report
    from rulekit.tools.commands.simulate.report import report_command, report_target

    wanted = Report(report_target(flags.report, flags.force), flags.games, flags.seed, flags.longest, flags.engine, flags.threads)
    return lambda loaded, series, tally: {"measures": report_command(loaded, series.program, tally, wanted).to_dict()}


def check_engine(wanted: str) -> str:
    """Return the name of an engine that is there."""
    if wanted not in ENGINES:
        raise Usage(sentence("--engine is {some}, not `{wanted}`", some=", ".join(ENGINES), wanted=wanted))
    if wanted == NATIVE and not has("llvmlite"):
        raise Problem((missing("llvmlite", "fast", sentence("the native engine")),))
    return wanted


def _status(result: Simulation, done: Progress, tell: Telling) -> int:
    if done.stopped:
        sys.stdout.flush()
        print(tell(stopped_line(result.games, done.asked)), file=sys.stderr)
        return STOPPED
    ends = dict(result.ends)
    return FOUND if ends["stuck"] or ends["fault"] else FINE


def _played(loaded: Loaded, series: Series, flags: Simulate) -> Progress:
    """Play, count, write rows, show how far it is."""
    done = Progress(flags.games, Tally(series.players), {}, perf_counter())
    want = Want(flags.games, flags.engine, flags.threads or _processors(), flags.out is not None, flags.cluster)
    watch = Watch(lambda: done.heard, lambda finding: show_findings([finding], {}, sys.stderr))
    with ExitStack() as stack:
        rows = None if flags.out is None else stack.enter_context(_rows(flags, series.players))
        shown = stack.enter_context(_progress_bar(flags.games, telling(loaded.texts)))
        stack.enter_context(_clear_findings(flags))
        stack.enter_context(on_ctrl_c(done.hear))
        for chunk in run(loaded.model, series, want, watch):
            done.add(chunk)
            if rows is not None and chunk.played is not None:
                rows.write(chunk.played)
            shown(done.tally.games)
        if rows is not None and done.stopped:
            games = done.tally.games
            rows.stop(games, game_seed(series.seed, games), stopped_line(games, done.asked))
    return done


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _rows(flags: Simulate, players: int) -> AbstractContextManager[Rows]:
    from rulekit.tools.commands.simulate.rows import rows_file, rows_target

    assert flags.out is not None
    return rows_file(rows_target(Path(flags.out), flags.force), players, flags.force)


@contextmanager
def _clear_findings(flags: Simulate) -> Iterator[None]:
    """What goes wrong with processes and clusters, as findings."""
    if flags.cluster is not None and not has("distributed"):
        raise Problem((missing("distributed", "cluster", sentence("a cluster")),))
    try:
        yield
    except Lost as lost:
        raise problem(
            "RK603",
            "the cluster `{clean}` does not play: {lost}",
            hint="start one with `dask scheduler` and `dask worker ADDRESS`; both need rulekit",
            clean=clean(flags.cluster or ""),
            lost=lost,
        ) from None
    except Mismatch:
        raise problem(
            "RK604",
            "the cluster has no rulekit, or another version: it makes something else of these rules",
            hint="install the same version of rulekit for the scheduler and all workers",
        ) from None


@contextmanager
def _progress_bar(games: int, tell: Telling) -> Iterator[Callable[[int], None]]:
    """A bar with rate and time left, if somebody looks."""
    if not is_terminal(sys.stderr) or games < FEWEST_GAMES_WITH_PROGRESS:
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    playing, rate = tell(sentence("playing")), TextColumn(tell(sentence("{rate} games/s", rate="{task.fields[rate]}")))
    columns = (TextColumn(playing), BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task, started = bar.add_task(playing, total=games, rate="…"), perf_counter()

        def shown(done: int) -> None:
            bar.update(task, completed=done, rate=f"{done / max(perf_counter() - started, 1e-9):,.0f}")

        yield shown

"""`rulekit simulate --report FILE`: the measures of the games played, as a page (.html) or as data (.json)."""

from __future__ import annotations

import json
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from attrs import evolve, frozen

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.extras import has, missing
from rulekit.native.engine import Native, native_of
from rulekit.play.series_player import REFERENCE
from rulekit.program.program import Program
from rulekit.report.text import clean
from rulekit.study.measures.options import Mattered, first_games, option_tasks, play_option
from rulekit.study.measures.sweep import Job
from rulekit.study.measures.whole import SEEN, TRIED, WATCHED, Measures, Wanted, measure
from rulekit.study.processes.pool import results
from rulekit.study.series.tally import Tally
from rulekit.tools.io.files import check_free, write_text
from rulekit.tools.io.loading import Loaded, heading, holding_together, namer_of
from rulekit.tools.io.problems import Problem, problem
from rulekit.tools.terminal.terminal import is_terminal, said, telling
from rulekit.wording import sentence

ENDINGS = (".html", ".json")


@frozen
class ReportOptions:
    """What is wanted: where it goes, how the series was played (`games`: how many were asked for), and how many games are looked
    at how closely."""

    out: Path
    games: int = 0
    seed: int = 0
    longest: int = 10_000
    engine: str = "auto"
    jobs: int | None = None
    seen: int = SEEN
    watched: int = WATCHED
    tried: int = TRIED


def report_target(name: str, force: bool) -> Path:
    """Return where the report goes; a Problem if it cannot be made or written. To be asked before long work."""
    path = Path(name)
    if path.suffix.lower() not in ENDINGS:
        hint = sentence("the name ends in .html for a page, .json for data")
        raise problem("RK578", "what should be written to `{name}`?", hint=hint, name=clean(name))
    lacking = next((m for m in ("altair", "vl_convert") if not has(m)), None)
    if path.suffix.lower() == ".html" and lacking is not None:
        raise Problem((missing(lacking, "report", sentence("a page with charts")),))
    check_free(path, force)
    return path


def report_command(loaded: Loaded, program: Program, tally: Tally, flags: ReportOptions) -> Measures:
    """Look closer at a series that was counted, and write what was found."""
    with holding_together(loaded), _busy():
        engine = Engine(program)
        wanted = Wanted(flags.seed, flags.seen, flags.watched, flags.longest)
        made = measure(engine, tally, wanted, lambda paths: None if flags.engine == REFERENCE else _native(program, paths))
        made = evolve(made, options=_options(loaded, engine, tally, flags), asked=flags.games)
        write_text(flags.out, _text(loaded, engine, made, flags.out.suffix.lower()))
    return made


def _busy() -> AbstractContextManager[object]:
    """Say that there is work to do, if somebody looks."""
    if not is_terminal(sys.stderr):
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(said(sentence("looking closer at the first games")))


def _native(program: Program, paths: bool) -> Native | None:
    """Machine code, if it can be had."""
    made = native_of(program, paths)
    return None if isinstance(made, Diagnostic) else made


def _options(loaded: Loaded, engine: Engine, tally: Tally, flags: ReportOptions) -> tuple[Mattered, ...] | None:
    """Return every option with other values; none where the rules came as data, which cannot be changed."""
    games = min(flags.tried, tally.games)
    if not loaded.texts or not games:
        return None
    players = engine.program.layout.players
    job = Job(loaded.sources(), loaded.spec.settings, players, games, flags.seed, flags.longest)
    before = first_games(engine, flags.seed, games, flags.longest)
    tasks = option_tasks(job, loaded.model.options, engine.program, before)
    order = {(task.option, task.other): n for n, task in enumerate(tasks)}
    found = results(play_option, tasks, flags.jobs or os.cpu_count() or 1)
    return tuple(sorted(found, key=lambda made: order[made.option, made.other]))


def _text(loaded: Loaded, engine: Engine, made: Measures, ending: str) -> str:
    if ending == ".json":
        return json.dumps(made.to_dict(), ensure_ascii=False, indent=1) + "\n"
    from rulekit.report.measures.page import measures_page

    tell = telling(loaded.texts)
    return measures_page(made, namer_of(loaded, engine, tell.language), heading(loaded), tell)

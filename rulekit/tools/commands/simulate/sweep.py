"""`rulekit simulate --sweep`: a game with other values of its options, as a table and a picture."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from rulekit.diagnostics import Diagnostic
from rulekit.model.model import Option
from rulekit.report.studies.sweep import stopped_line, sweep_chart, sweep_csv, sweep_html, sweep_lines
from rulekit.report.text import clean
from rulekit.report.wording import Telling
from rulekit.study.measures.sweep import Job, Part, Sweep, Swept, Unfit, play_part, put_together, rounds, sweep_of, too_many
from rulekit.study.processes.pool import results
from rulekit.tools.command_line.flags import Simulate
from rulekit.tools.commands.simulate.simulate import check_engine
from rulekit.tools.io.files import check_free, write_text
from rulekit.tools.io.loading import Spec, heading, load, program_of
from rulekit.tools.io.problems import FINE, FOUND, STOPPED, Problem, Usage, problem
from rulekit.tools.io.stopping import until_ctrl_c
from rulekit.tools.terminal.terminal import say, say_json, show_findings, telling, watched
from rulekit.wording import sentence

ENDINGS = (".svg", ".html", ".csv")


def sweep_game(spec: Spec, flags: Simulate) -> int:
    """Play all combinations and show what came out; status 1 if one cannot be played or a game did not end as it should."""
    loaded = load(spec)
    out = None if flags.out is None else _target(Path(flags.out), flags.force)
    model, sources = loaded.model, loaded.sources()
    swept = _swept(model.options, dict(spec.settings), flags.sweep)
    program = program_of(loaded, flags.players)
    job = Job(sources, spec.settings, program.layout.players, flags.games, flags.seed, flags.longest, check_engine(flags.engine))
    notes: dict[str, Diagnostic] = {}
    with until_ctrl_c(_parts(job, swept, flags.jobs, notes)) as parts:
        sweep = put_together(job, program.game, bool(program.score), swept, parts)
    if sweep.stopped and not sweep.rows:
        raise KeyboardInterrupt
    show_findings(notes.values(), {}, sys.stderr)
    title, tell = heading(loaded), telling(loaded.texts)
    if out is not None:
        _write(out, sweep, title, tell)
    _show(sweep, title, flags, tell)
    if sweep.stopped:
        sys.stdout.flush()
        print(tell(stopped_line(sweep)), file=sys.stderr)
        return STOPPED
    return FINE if all(_is_well(row.ends) and row.refused is None for row in sweep.rows) else FOUND


def _parts(job: Job, swept: tuple[Swept, ...], jobs: int | None, notes: dict[str, Diagnostic]) -> Iterator[Part]:
    """Play all rounds; what is said of the engine is noted, once."""
    jobs = jobs or os.cpu_count() or 1
    todo = list(rounds(job, swept, jobs))
    played = chain.from_iterable(results(play_part, tasks, jobs) for tasks in todo)
    for part in watched(played, sentence("playing"), sum(map(len, todo))):
        notes |= {note.message: note for note in part.notes}
        yield part


def _is_well(ends: tuple[tuple[str, int], ...]) -> bool:
    return not any(count for end, count in ends if end in ("stuck", "fault"))


def _target(path: Path, force: bool) -> Path:
    """Return a place that can be written to, with an ending that says what to write."""
    if path.suffix.lower() not in ENDINGS:
        raise problem(
            "RK578",
            "what should be written to `{name}`?",
            hint="the name ends in .svg for a chart, .html for a page, .csv for a table",
            name=clean(str(path)),
        )
    check_free(path, force)
    return path


def _swept(options: Sequence[Option], settings: Mapping[str, str], texts: Sequence[str]) -> tuple[Swept, ...]:
    """Return the swept options; what is wrong with all of them ends the command."""
    found: list[Swept] = []
    for text in texts:
        name, sign, values = text.partition("=")
        name = name.strip().replace("-", "_")
        if not sign or not name or not values.strip():
            raise Usage(sentence("--sweep wants option=values, not `{name}`", name=text))
        if any(name == s.name for s in found):
            hint = sentence("put its values together: `--sweep {name}=1,3..5`", name=name)
            raise _problem(Unfit(sentence("`{name}` is swept more than once", name=name), hint))
        if name in settings:
            hint = sentence("leave out one of `--set` and `--sweep`")
            raise _problem(Unfit(sentence("`{name}` is both set and swept", name=name), hint))
        made = sweep_of(options, name, values)
        if isinstance(made, Unfit):
            raise _problem(made)
        found.append(made)
    many = too_many(found)
    if many is not None:
        raise _problem(many)
    return tuple(found)


def _problem(unfit: Unfit) -> Problem:
    return problem("RK577" if unfit.many else "RK576", unfit.message, "--sweep", hint=unfit.hint)


def _write(path: Path, sweep: Sweep, title: str, tell: Telling) -> None:
    match path.suffix.lower():
        case ".csv":
            text = sweep_csv(sweep)
        case ".html":
            text = sweep_html(sweep, title, tell)
        case _:
            text = sweep_chart(sweep, title, tell)
    write_text(path, text)


def _show(sweep: Sweep, title: str, flags: Simulate, tell: Telling) -> None:
    if flags.json:
        say_json(sweep.to_dict())
        return
    for line in sweep_lines(sweep, title, tell):
        say(line)
    if flags.out is not None:
        say(tell(sentence("{out} is written", out=clean(flags.out))))

"""`rulekit mutate`: change one thing at a time in the rules of a game and say which changes nothing notices."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

from rulekit.model.mutations.mutations import Mutation
from rulekit.report.studies.mutate import comparison_lines, summary_lines
from rulekit.report.text import clean
from rulekit.study.examples.run_examples import run_examples
from rulekit.study.mutate.jobs import verdicts
from rulekit.study.mutate.summary import Comparison, Summary, compare, listed, summarise
from rulekit.study.mutate.trial import Bench, Job
from rulekit.tools.command_line.flags import Mutate
from rulekit.tools.io.files import read_bytes
from rulekit.tools.io.loading import Loaded, Spec, heading, load
from rulekit.tools.io.problems import FINE, FOUND, STOPPED, problem
from rulekit.tools.io.stopping import until_ctrl_c
from rulekit.tools.terminal.terminal import say, say_json, telling, watched
from rulekit.wording import sentence


def mutate_game(spec: Spec, flags: Mutate) -> int:
    """Try changes; status 1 if they do not agree with the list, or too few are noticed."""
    loaded = load(spec)
    sources = _must_hold(loaded)
    page = None if flags.listed is None else read_bytes(Path(flags.listed), None).decode("utf-8", "replace")
    bench = Bench(Job(sources, spec.settings, flags.examples_only))
    numbers = _wanted(bench, flags)
    trying = verdicts(bench.job, numbers, flags.jobs or os.cpu_count() or 1, flags.seconds)
    with until_ctrl_c(watched(trying, sentence("changing"), len(numbers))) as some:
        done = list(some)
    summary = summarise(bench.mutations, len(numbers), done)
    against = None if page is None else compare(summary, bench.mutations, listed(page, name_of(loaded)))
    _show(loaded, flags, summary, against)
    good = summary.share >= flags.least and (against is None or against.ok)
    return STOPPED if summary.stopped else FINE if good else FOUND


def _must_hold(loaded: Loaded) -> tuple[tuple[str, str], ...]:
    """Return the texts of a game. Only a sound game whose examples hold can tell what a change breaks."""
    model, sources = loaded.model, loaded.sources()
    low, high = model.players
    fitting = [e.name for e in model.examples if low <= len(e.seats) <= high]
    failed = [r.example.name for r in run_examples(model, fitting) if not r.ok]
    if failed:
        raise problem(
            "RK580",
            "the example `{failed}` does not hold, even before anything is changed",
            str(loaded.files.game),
            hint="`rulekit test` tells why; mend that first",
            failed=clean(failed[0]),
        )
    return sources


def _wanted(bench: Bench, flags: Mutate) -> list[int]:
    """Return the numbers of the changes to be tried."""
    numbers = [n for n, m in enumerate(bench.mutations) if _fits(m, flags, len(bench.trees) - 1)]
    if flags.only is not None and not numbers:
        from difflib import get_close_matches

        close = get_close_matches(flags.only, sorted({m.address for m in bench.mutations}), 1, 0.5)
        raise problem(
            "RK581",
            "there is nothing to change at the address `{only}`",
            hint=sentence("did you mean `{near}`?", near=close[0])
            if close
            else sentence("a rule is addressed by its label: `buy.price`"),
            only=flags.only,
        )
    if flags.limit is not None and flags.limit < len(numbers):
        return sorted(Random(flags.seed).sample(numbers, flags.limit))
    return numbers


def _fits(mutation: Mutation, flags: Mutate, last: int) -> bool:
    inside = flags.only is None or f"{mutation.address}.".startswith(f"{flags.only}.")
    return inside and (mutation.file == last or not flags.own)


def name_of(loaded: Loaded) -> str:
    """Return the heading of the game in a list: `cafe-del-gatto+fr`."""
    game = loaded.files.game.stem
    changes = "".join(f"+{path.stem.removeprefix(f'{game}.')}" for path in loaded.files.changes)
    return game + changes + "".join(f", {name} = {value}" for name, value in loaded.spec.settings)


def _show(loaded: Loaded, flags: Mutate, summary: Summary, against: Comparison | None) -> None:
    if flags.json:
        data = {"game": name_of(loaded)} | summary.to_dict()
        if against is not None:
            data |= {"unlisted": [[m.address, m.text] for m in against.unlisted],
                     "stale": [list(key) for key in (*against.noticed, *against.unknown)]}  # fmt: skip
        say_json(data)
        return
    tell = telling(loaded.texts)
    for line in summary_lines(heading(loaded), summary, not flags.examples_only, against is None, tell):
        say(line)
    for line in comparison_lines(against, flags.listed or "", name_of(loaded), tell) if against else ():
        say(line)
    if summary.share < flags.least:
        say(tell(sentence("  fewer than {least} % are noticed", least=flags.least)))

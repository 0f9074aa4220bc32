"""`rulekit test`: run the worked examples of files and say what came of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define

from rulekit.diagnostics import Diagnostic, Label, Severity
from rulekit.report.diagnostics import render
from rulekit.report.rules.failed_example import failure_lines
from rulekit.report.sentences import ENGLISH
from rulekit.report.text import clean
from rulekit.report.wording import in_words
from rulekit.report.words import make_namer
from rulekit.study.examples.other_results import with_other_results
from rulekit.study.examples.run_examples import Result, run_examples
from rulekit.tools.io.loading import Loaded, holding_together, load, make_spec, unchanged
from rulekit.tools.io.problems import FINE, FOUND, Problem
from rulekit.tools.terminal.terminal import language_of_texts, paint_for, say, show_findings, spoken
from rulekit.wording import Sentence, numbered, sentence

OK, FAILED, SKIPPED = sentence("ok"), sentence("FAILED"), sentence("skipped")


@define
class _Counts:
    passed: int = 0
    failed: int = 0
    broken: int = 0
    language: str | None = None


def test_files(files: Iterable[str], changes: Iterable[str] = (), settings: Iterable[str] = (), only: str | None = None) -> int:
    """Run all examples of each file; status 1 if one fails or a file is no game."""
    counts = _Counts()
    for file in files:
        try:
            loaded = load(make_spec(file, changes, settings))
            with holding_together(loaded):
                _run(loaded, file, only, counts)
        except Problem as problem:
            counts.language = counts.language or language_of_texts(problem.texts)
            show_findings(problem.findings, problem.texts)
            say()
            counts.broken += 1
    say(sentence("{passed} passed, {failed} failed", passed=counts.passed, failed=counts.failed), counts.language)
    return FOUND if counts.failed or counts.broken else FINE


def _run(loaded: Loaded, file: str, only: str | None, counts: _Counts) -> None:
    import sys

    model, paint = loaded.model, paint_for(sys.stdout)
    language = counts.language = spoken() or language_of_texts(loaded.texts) or ENGLISH
    width = max(len(in_words(word, language)) for word in (OK, FAILED, SKIPPED))

    def told(style: str, word: Sentence) -> str:
        said = in_words(word, language)
        return paint(style, said) + " " * (width - len(said))

    low, high = model.players
    wanted = [e for e in model.examples if only is None or e.name == only]
    fitting = {e.name for e in wanted if low <= len(e.seats) <= high}
    results = {r.example.name: r for r in run_examples(model, fitting)}
    for example in wanted:
        name = f"{file}: {clean(example.name)}" + (f' "{clean(example.title)}"' if example.title else "")
        result = results.get(example.name)
        if result is None:
            many = numbered(len(example.seats), "(for {count} player)", "(for {count} players)")
            say(f"{told('faint', SKIPPED)} {name} {in_words(many, language)}")
        elif result.ok:
            counts.passed += 1
            say(f"{told('good', OK)} {name}")
        else:
            counts.failed += 1
            say(f"{told('bad', FAILED)} {name}")
            for line in _failure(loaded, result, language):
                say(f"  {line}")
    other = with_other_results(unchanged(loaded), tuple(results.values())) if loaded.files.changes else ()
    if other:
        note = sentence(
            "note: {names}: still true, but its story is of other scores; `replace example` tells it anew",
            names=", ".join(other),
        )
        say(in_words(note, language))


def _failure(loaded: Loaded, result: Result, language: str) -> Iterator[str]:
    """The finding, then what is so instead."""
    import sys

    problem = result.problem
    assert problem is not None
    story = (Label(result.example.span, sentence("in this example")),) if problem.span != result.example.span else ()
    finding = Diagnostic(problem.code, problem.message, problem.span, story, severity=Severity.ERROR)
    yield from render(finding, loaded.texts, paint_for(sys.stdout), language).splitlines()
    if result.engine is None:
        return
    engine = result.engine
    namer = make_namer(loaded.model, engine.program.layout, language, result.example.seats, engine)
    yield from failure_lines(namer, result)

"""`rulekit compare`: two rule sets, and where they differ in rules and in play."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from attrs import evolve

from rulekit.compare.compare import compare
from rulekit.compare.result import NONE, CompareOptions
from rulekit.compare.rules.weaker_answers import kept_back
from rulekit.diagnostics import errors
from rulekit.model.model import ARGUABLE, SLIP
from rulekit.report.comparison.lines import comparison_lines
from rulekit.report.comparison.make_report import tell
from rulekit.report.comparison.page import page
from rulekit.report.comparison.report_data import Told, comparison_data
from rulekit.report.comparison.rules import Speaker
from rulekit.report.sentences import ENGLISH
from rulekit.report.studies.impact import impact_chart, impact_lines
from rulekit.report.text import Paint, clean
from rulekit.report.wording import Telling
from rulekit.report.words import make_namer
from rulekit.study.measures.impact import Impact
from rulekit.tools.command_line.flags import Compare
from rulekit.tools.commands.compare.impact import measured
from rulekit.tools.commands.compare.witness_file import save_witnesses, witness_path
from rulekit.tools.io.files import check_free, write_text
from rulekit.tools.io.library import wanted_files
from rulekit.tools.io.loading import Loaded, Spec, heading, load, lowered_for, make_spec
from rulekit.tools.io.passages import passages_of, read_books
from rulekit.tools.io.problems import FINE, FOUND, Problem, Usage
from rulekit.tools.terminal.terminal import is_terminal, language_of_texts, say, say_json, show_findings, spoken
from rulekit.wording import sentence, together

PutOn = tuple[Iterable[str], Iterable[str]]  # changes and settings


def compare_games(first: Spec, second: Spec, asked: Compare) -> int:
    """Compare and show; status 1 if something differs."""
    one, two = (load_at_its_word(spec, asked) for spec in (first, second))
    for file in (asked.html, None if asked.save is None else witness_path(asked.save)):
        if file is not None:
            check_free(Path(file), asked.force)
    books = read_books(asked.book, (one, two))
    found = compare(one.model, two.model, CompareOptions(asked.players, asked.effort, asked.seconds))
    texts = {**one.texts, **two.texts}
    if found.value is None:
        raise Problem(errors(found.diagnostics), texts)
    show_findings(found.diagnostics, texts, sys.stderr)
    labels, language = labels_of(one, two), spoken() or language_of_texts(texts) or ENGLISH
    speakers = [_speaker(side, label, books, language) for side, label in zip((one, two), labels, strict=True)]
    titles = [speaker.namer.title() for speaker in speakers]
    heads = (heading(one, titles[0]), heading(two, titles[1]))
    told = tell(found.value, speakers[0], speakers[1], together(list(dict.fromkeys(titles))), heads)
    made = measured(found.value, two.model, asked.impact, asked.seed) if asked.impact else None
    _show(told, asked, made)
    if asked.save is not None:
        for line in save_witnesses(found.value, (one, two), asked.save, labels, asked.force):
            print(line, file=sys.stderr if asked.json else sys.stdout)
    return FINE if told.verdict == NONE and not told.rules else FOUND


def load_at_its_word(spec: Spec, asked: Compare) -> Loaded:
    """Load a game; with what its readings answer without stating it, as far as that is asked for."""
    loaded = load(spec)
    if not (asked.arguable or asked.literal):
        return loaded
    set_already = {name for name, _ in spec.settings}
    taken = kept_back(loaded.model, SLIP if asked.literal else ARGUABLE)
    more = tuple((option.name, option.spelt(answer.value)) for answer, option in taken if option.name not in set_already)
    return load(evolve(spec, settings=(*spec.settings, *more)))


def _show(told: Told, asked: Compare, made: Impact | None) -> None:
    """JSON, or a page and its summary, or the whole report; and what the differences do to the game."""
    tell = Telling(told.language)
    weighed = list(impact_lines(made, told.labels, tell)) if made else []
    if asked.html is not None:
        chart = impact_chart(made, told.title, told.labels, tell) if made else ""
        write_text(Path(asked.html), page(told, "\n".join(weighed), chart), replace=asked.force)
    if asked.json:
        data = comparison_data(told) | ({"impact": made.to_dict()} if made else {})
        say_json(data)
        return
    report = comparison_lines(told, Paint(is_terminal(sys.stdout)), asked.full)
    shown = report if asked.html is None else (*told.summary, sentence("{out} is written", out=clean(asked.html)))
    for line in (*shown, *([""] if made else []), *weighed):
        say(line, told.language)


def _speaker(side: Loaded, label: str, books: object, language: str) -> Speaker:
    model = side.model
    lowered = lowered_for(side, model.players[0])
    if lowered.value is None:
        raise Problem(lowered.diagnostics, side.texts)
    return Speaker(label, make_namer(model, lowered.value.layout, language), side.texts, passages_of(model, books))


def labels_of(one: Loaded, two: Loaded) -> tuple[str, str]:
    """Return what to call the two sides: by what has been put on the game, or by their files."""
    changes = [_put_on(side) for side in (one, two)]
    names = [side.files.game.stem for side in (one, two)]
    if names[0] != names[1]:
        changes = [f"{name}{' ' if change else ''}{change}" for name, change in zip(names, changes, strict=True)]
    first, second = (clean(c) or clean(n) for c, n in zip(changes, names, strict=True))
    return (first, second) if first != second else (f"{first} (first)", f"{second} (second)")


def _put_on(side: Loaded) -> str:
    overlays = "".join(f"+{path.stem.rpartition('.')[2]}" for path in side.files.changes)
    settings = ", ".join(f"{name} = {value}" for name, value in side.spec.settings)
    return ", ".join(filter(None, (overlays, settings)))


def specs(games: Iterable[str], first: PutOn, second: PutOn) -> tuple[Spec, Spec]:
    """Return the two games as they were asked for; one name alone means the game without and with what is put on it."""
    names = list(games)
    if not 1 <= len(names) <= 2:
        raise Usage(sentence("compare wants two games, or one and what is put on it: `rulekit compare GAME --with FILE`"))
    if len(names) == 1 and not any((*second[0], *second[1])):
        wanted = wanted_files(names[0])
        if wanted.changes:
            return make_spec(str(wanted.game), *first), make_spec(names[0], *second)
        raise Usage(sentence("compare wants a second game, or something to put on the first: --with or --set"))
    return make_spec(names[0], *first), make_spec(names[-1], *second)

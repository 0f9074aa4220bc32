"""`rulekit compare --readings`: several readings of one game in one table."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from rulekit.compare.matrix import matrix
from rulekit.compare.result import OBSERVABLE, CompareOptions
from rulekit.diagnostics import errors
from rulekit.report.comparison.matrix import MatrixTold, matrix_data, spreadsheet, tell_matrix
from rulekit.report.comparison.matrix_lines import matrix_lines
from rulekit.report.comparison.matrix_page import matrix_page
from rulekit.report.comparison.rules import Speaker
from rulekit.report.sentences import ENGLISH
from rulekit.report.text import Paint, clean
from rulekit.report.words import make_namer
from rulekit.tools.command_line.flags import Compare
from rulekit.tools.io.files import check_free, write_text
from rulekit.tools.io.library import readings_beside, wanted_files
from rulekit.tools.io.loading import Loaded, Spec, heading, load, lowered_for, make_spec
from rulekit.tools.io.passages import passages_of, read_books
from rulekit.tools.io.problems import FINE, FOUND, Problem, Usage, problem
from rulekit.tools.terminal.terminal import is_terminal, language_of_texts, say, say_json, spoken
from rulekit.wording import sentence

MOST = 12  # readings in one table; every two of them are played against each other


@frozen
class Asked:
    """What stands in the table, and what is put on it."""

    games: tuple[str, ...]
    changes: tuple[str, ...]
    settings: tuple[str, ...]
    flags: Compare


def compare_readings(asked: Asked) -> int:
    """Compare and show; status 1 if some pair plays differently."""
    _check_usage(asked)
    specs = _columns(asked)
    flags = asked.flags
    for file in (flags.html, flags.csv):
        if file is not None:
            check_free(Path(file), flags.force)
    columns = [load(spec) for spec in specs]
    base = load(Spec(str(columns[0].files.game)))
    told = _told(base, columns, specs, flags)
    _show(told, flags)
    return FOUND if any(pair.verdict == OBSERVABLE for pair in told.pairs) else FINE


def _check_usage(asked: Asked) -> None:
    if not asked.games:
        raise Usage(sentence("compare --readings wants a game, or the readings to compare: `rulekit compare --readings GAME`"))
    flags = asked.flags
    given = (
        ("--save", flags.save is not None),
        ("--impact", flags.impact),
        ("--arguable", flags.arguable),
        ("--literal", flags.literal),
    )
    wrong = next((name for name, there in given if there), None)
    if wrong is not None:
        raise Usage(sentence("{flag} goes with two games, not with --readings", flag=wrong))


# ---- which ---------------------------------------------------------------------------------------
def _columns(asked: Asked) -> list[Spec]:
    """Return what stands in the table: of a game alone all its readings, else each name; then each change that is put on it."""
    specs = [make_spec(name, (), asked.settings) for name in asked.games]
    wanted = [wanted_files(spec.game, spec.changes) for spec in specs]
    game = wanted[0].game
    if len(wanted) == 1 and not wanted[0].changes:
        named = {wanted_files(str(game), (change,)).changes[0].resolve() for change in asked.changes}
        beside = [path for path in readings_beside(game) if path.resolve() not in named]
        if not beside and len(asked.changes) < 2:
            hint = sentence("name the readings, one after the other: `rulekit compare --readings GAME+fr GAME+en`")
            raise problem("RK588", "no reading of `{game}` lies beside it", hint=hint, game=game.stem)
        specs = [make_spec(str(game), (str(path),), asked.settings) for path in beside]
    specs += [make_spec(str(game), (change,), asked.settings) for change in asked.changes]
    _check_many(specs)
    return specs


def _check_many(specs: Sequence[Spec]) -> None:
    if len(specs) < 2:
        raise problem("RK588", "one reading is no table", hint="name another one, or the game itself beside it")
    if len(specs) > MOST:
        message = sentence("{count} readings are too many for one table", count=len(specs))
        hint = sentence("at most {most} stand in one, because every two of them are played against each other", most=MOST)
        raise problem("RK588", message, hint=hint)
    files = [wanted_files(spec.game, spec.changes) for spec in specs]
    for number, one in enumerate(files):
        if one in files[:number]:
            raise problem("RK588", "`{name}` is named twice", hint="leave one of them away", name=_label(one.game, one.changes))


def _check_same_game(columns: Sequence[Loaded]) -> None:
    first = columns[0]
    other = next((one for one in columns if one.model.name != first.model.name), None)
    if other is not None:
        raise problem(
            "RK588",
            "`{name}` and `{other}` are not the same game",
            hint="a table holds readings of one game: compare two games without --readings",
            name=first.files.game.stem,
            other=other.files.game.stem,
        )


def _label(game: Path, changes: Sequence[Path]) -> str:
    return clean("+".join(path.stem.rpartition(".")[2] for path in changes) or game.stem)


def _labels(columns: Sequence[Loaded]) -> list[str]:
    """Return what the columns are called; those that would be called the same have a number."""
    names = [_label(one.files.game, one.files.changes) for one in columns]
    return [name if names.count(name) == 1 else f"{name} ({names[: at + 1].count(name)})" for at, name in enumerate(names)]


# ---- what is told of them ------------------------------------------------------------------------
def _told(base: Loaded, columns: Sequence[Loaded], specs: Sequence[Spec], flags: Compare) -> MatrixTold:
    _check_same_game(columns)
    texts = {path: text for one in (base, *columns) for path, text in one.texts.items()}
    found = matrix(base.model, tuple(one.model for one in columns), CompareOptions(flags.players, flags.effort, flags.seconds))
    if found.value is None:
        raise Problem(errors(found.diagnostics), texts)
    books, language = read_books(flags.book, tuple(columns)), spoken() or language_of_texts(texts) or ENGLISH
    own = _speaker(base, "", books, language)
    speakers = [_speaker(one, label, books, language) for one, label in zip(columns, _labels(columns), strict=True)]
    heads = [heading(one, speaker.namer.title()) for one, speaker in zip(columns, speakers, strict=True)]
    return tell_matrix(found.value, own, speakers, own.namer.title(), heads)


def _speaker(side: Loaded, label: str, books: object, language: str) -> Speaker:
    lowered = lowered_for(side, side.model.players[0])
    if lowered.value is None:
        raise Problem(lowered.diagnostics, side.texts)
    namer = make_namer(side.model, lowered.value.layout, language)
    return Speaker(label, namer, side.texts, passages_of(side.model, books))


def _show(told: MatrixTold, flags: Compare) -> None:
    """JSON or text; the page and the spreadsheet to their files."""
    written = []
    if flags.html is not None:
        write_text(Path(flags.html), matrix_page(told), replace=flags.force)
        written.append(flags.html)
    if flags.csv is not None:
        write_text(Path(flags.csv), _csv(told), replace=flags.force)
        written.append(flags.csv)
    if flags.json:
        say_json(matrix_data(told))
        return
    files = [sentence("{out} is written", out=clean(name)) for name in written]
    for line in (*told.summary, *files) if files else matrix_lines(told, Paint(is_terminal(sys.stdout)), flags.full):
        say(line, told.language)


def _csv(told: MatrixTold) -> str:
    """Return the spreadsheet as text, with the mark by which spreadsheets know their letters."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(spreadsheet(told))
    return "\ufeff" + out.getvalue()

"""A table of readings as text for the terminal: comes in what is told, goes out lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rulekit.model.model import STATED
from rulekit.report.comparison.lines import PLAIN, labelled, witness_lines
from rulekit.report.comparison.matrix import CellTold, MatrixTold, PairTold, RowTold
from rulekit.report.text import Paint
from rulekit.report.wording import Telling
from rulekit.wording import Sentence, sentence


def matrix_lines(told: MatrixTold, paint: Paint = PLAIN, full: bool = False) -> Iterator[str]:
    """Yield the whole report."""
    say = Telling(told.language)
    yield paint("strong", told.title)
    yield from (f"  {label}: {heading}" for label, heading in zip(told.columns, told.headings, strict=True))
    yield ""
    yield from told.summary
    for section, rows in groupby(told.rows, lambda row: row.section):
        yield ""
        yield paint("strong", section or say(sentence("without a section")))
        for row in rows:
            yield from _row(told, row, paint, say)
    yield ""
    yield paint("strong", say(sentence("Pairs")))
    yield from ("  " + say(labelled(f"{pair.one} – {pair.two}", pair.said)) for pair in told.pairs)
    for pair in told.plays:
        yield ""
        assert pair.play is not None
        yield from witness_lines(pair.play, paint, full, say, between(pair))


def between(pair: PairTold) -> Sentence:
    """Return what the play of a pair is called."""
    return sentence("Where {one} and {two} part", one=pair.one, two=pair.two)


def _row(told: MatrixTold, row: RowTold, paint: Paint, say: Telling) -> Iterator[str]:
    yield f"  {row.address}" + (f": {row.question}" if row.question else "")
    for label, cell in zip(told.columns, row.cells, strict=True):
        yield from _cell(label, cell, paint, say)


def _cell(label: str, cell: CellTold, paint: Paint, say: Telling) -> Iterator[str]:
    how = "" if cell.strength == STATED else f" ({cell.how})"
    cited = "; ".join(cell.citations)
    yield f"    {say(labelled(label, cell.answer))}{how}" + (f" – {cited}" if cited else "")
    if cell.in_force:
        yield paint("faint", "      " + say(sentence("in force: {answer}", answer=cell.in_force)))
    yield from (paint("faint", f"      {also}") for also in cell.also)
    yield from (f"      {passage.where}: {passage.text}" for passage in cell.passages)

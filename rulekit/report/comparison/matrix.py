"""A table of readings as it is told: in words, as JSON, and as rows of a spreadsheet.

Comes in: a matrix, the words of the game's own file and of each column. Goes out: a `MatrixTold`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import asdict, evolve, frozen

from rulekit.compare.matrix import Cell, Matrix, PairPlayed, Row
from rulekit.compare.result import NONE, OBSERVABLE
from rulekit.compare.rules.differences import Side
from rulekit.model.model import ARGUABLE, SILENT, SLIP, STATED
from rulekit.model.rules import Citation
from rulekit.report.comparison.report_data import Passage, WitnessTold, said_in_words
from rulekit.report.comparison.rules import Speaker, answer, saying, value_text
from rulekit.report.comparison.witness import witness_told
from rulekit.report.sentences import ENGLISH
from rulekit.report.text import amount, clean
from rulekit.wording import Sentence, numbered, sentence

STRENGTHS = {
    STATED: sentence("stated"),
    ARGUABLE: sentence("arguable"),
    SLIP: sentence("slip of the pen"),
    SILENT: sentence("silent, as in the game's own file"),
}
FORMULA = ("=", "+", "-", "@", "\t")  # what a spreadsheet would take for a formula


@frozen
class CellTold:
    """What one reading says. `strength` is as in the data, `how` in words; `in_force`: what counts, if that is something else."""

    answer: str
    strength: str
    how: str
    in_force: str
    also: tuple[str, ...]
    lines: tuple[str, ...]
    citations: tuple[str, ...]
    passages: tuple[Passage, ...]


@frozen
class RowTold:
    """A rule or option; `question`: what an option asks."""

    section: str
    what: str
    address: str
    question: str
    cells: tuple[CellTold, ...]


@frozen
class PairTold:
    """Two readings played against each other; `play`: where they part."""

    one: str
    two: str
    verdict: str | None
    said: str
    play: WitnessTold | None


@frozen
class MatrixTold:
    """The whole table."""

    title: str
    columns: tuple[str, ...]
    headings: tuple[str, ...]
    summary: tuple[str, ...]
    rows: tuple[RowTold, ...]
    pairs: tuple[PairTold, ...]
    language: str = ENGLISH

    @property
    def plays(self) -> tuple[PairTold, ...]:
        """The pairs with a play."""
        return tuple(pair for pair in self.pairs if pair.play is not None)


def tell_matrix(found: Matrix, base: Speaker, columns: Sequence[Speaker], title: str, headings: Sequence[str]) -> MatrixTold:
    """Return all that is to be told."""
    rows = tuple(_row(row, base, columns) for row in found.rows)
    pairs = tuple(_pair(pair, number, columns) for number, pair in enumerate(found.pairs, 1))
    told = MatrixTold(
        title, tuple(column.label for column in columns), tuple(headings), tuple(_summary(rows, pairs)), rows, pairs
    )  # fmt: skip
    return evolve(said_in_words(told, base.namer.language), language=base.namer.language)


def _summary(rows: tuple[RowTold, ...], pairs: tuple[PairTold, ...]) -> Iterator[Sentence]:
    parting = sum(pair.verdict == OBSERVABLE for pair in pairs)
    yield numbered(len(rows), "The readings speak of {count} rule or option.", "The readings speak of {count} rules and options.")
    yield numbered(
        len(pairs),
        "{parting} of {count} pair was seen to play differently.",
        "{parting} of {count} pairs were seen to play differently.",
        parting=parting,
    )


# ---- rows ----------------------------------------------------------------------------------------
def _row(row: Row, base: Speaker, columns: Sequence[Speaker]) -> RowTold:
    models = (base.model, *(column.model for column in columns))
    options = (option for model in models for option in model.options if option.name == row.address and row.what == "option")
    question = next((clean(option.question) for option in options), "")
    cells = tuple(_cell(row, cell, column, base) for cell, column in zip(row.cells, columns, strict=True))
    return RowTold(_section(row, base), row.what, clean(row.address), question, cells)


def _section(row: Row, base: Speaker) -> str:
    """Return the heading of a section, in all rulebooks of the game that have it."""
    headings = next((section.headings for section in base.model.sections if section.name == row.section), ())
    return clean(" / ".join(dict.fromkeys(heading for _, heading in headings)) or row.section)


def _cell(row: Row, cell: Cell, column: Speaker, base: Speaker) -> CellTold:
    told = [_said(side, column, base) for side in cell.sides]
    answers = [_answer(row, side, column) for side in cell.sides]
    said = "; ".join(answers) if answers else sentence("nothing like it")
    said = sentence("something in it is changed or gone: {answer}", answer=said) if cell.altered else said
    kept = _answer(row, cell.in_force, column) if cell.in_force else ""
    also = tuple(
        sentence("{name}: {text}", name=STRENGTHS[strength], text=_answer(row, side, column)) for strength, side in cell.also
    )
    return CellTold(
        said, cell.strength, STRENGTHS[cell.strength], kept, also,
        tuple(line for one in told for line in one[0]),
        () if cell.strength == SILENT else tuple(dict.fromkeys(cite for one in told for cite in one[1])),
        () if cell.strength == SILENT else tuple(dict.fromkeys(passage for one in told for passage in one[2])),
    )  # fmt: skip


def _said(side: Side, column: Speaker, base: Speaker) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Passage, ...]]:
    """Return the lines of a side, and what of it stands in the book of the column."""
    whole = saying(side, column if side.span.path in column.texts else base)
    if whole is None:
        return (), (), ()
    cites = tuple(_own(side.cites, column))
    return whole.lines, tuple(map(column.namer.citation, cites)), tuple(p for cite in cites for p in column.passages(cite))


def _own(cites: Iterable[Citation], column: Speaker) -> Iterator[Citation]:
    """Yield what points into the book of a column, each source by itself; without a reading that of the game's books."""
    own = {book for _, some in column.model.readings for book in some}
    for cite in cites:
        if cite.how == "cited":
            books = (book for book in column.model.books(cite) if not own or book in own)
            yield from (evolve(cite, source=book) for book in books)
        else:
            yield cite


def _answer(row: Row, side: Side, column: Speaker) -> str:
    """Return what a side says in a few words: a value, or the lines of the file."""
    if row.what == "option":
        return answer(side, column)
    if row.what in ("table", "kind") and side.parts and hasattr(side.parts[0], "value"):
        return value_text(side.parts[0], column.namer)
    said = saying(side, column)
    return " ".join(line.partition(" @")[0].strip() for line in said.lines) if said else ""


# ---- pairs ---------------------------------------------------------------------------------------
def _pair(pair: PairPlayed, number: int, columns: Sequence[Speaker]) -> PairTold:
    one, two = columns[pair.one], columns[pair.two]
    found = pair.comparison
    witness = next((w for w in found.witnesses if w.observable), None)
    play = None if witness is None else witness_told(found, number, witness, one, two)
    return PairTold(one.label, two.label, found.verdict, _verdict(pair), play)


def _verdict(pair: PairPlayed) -> Sentence:
    """Return the answer in one sentence that claims no more than was shown."""
    found = pair.comparison
    match found.verdict:
        case x if x == OBSERVABLE:
            return sentence("They play differently.")
        case x if x == NONE and found.proved == found.players:
            some = ", ".join(map(str, found.players))
            return sentence("They play the same with {some} players: every position was visited.", some=some)
        case None:
            return sentence("Nothing could be played: no number of players suits both.")
    return sentence("No difference in play was found, in {amount}.", amount=amount(found.games, found.looks))


# ---- as data -------------------------------------------------------------------------------------
def matrix_data(told: MatrixTold) -> dict[str, object]:
    """Plain data for JSON."""
    data = asdict(told)
    for pair in data["pairs"]:
        if pair["play"]:
            pair["play"].pop("blame")
    return data


def spreadsheet(told: MatrixTold) -> Iterator[list[str]]:
    """Yield the rows of a spreadsheet, its heading first; nothing in it is a formula."""
    parts = ("", sentence("how strongly"), sentence("in force"), sentence("citations"), sentence("passages"))
    heads = [f"{column} {said}".strip() for column in told.columns for said in said_in_words(parts, told.language)]
    first = said_in_words((sentence("section"), sentence("rule"), sentence("question")), told.language)
    yield [_plain(text) for text in (*first, *heads)]
    for row in told.rows:
        cells = (part for cell in row.cells for part in _columns(cell))
        yield [_plain(text) for text in (row.section, row.address, row.question, *cells)]


def _columns(cell: CellTold) -> tuple[str, ...]:
    passages = "\n".join(f"{passage.where}: {passage.text}" for passage in cell.passages)
    said = "\n".join((cell.answer, *cell.also))
    return said, cell.how, cell.in_force or cell.answer, "; ".join(cell.citations), passages


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text

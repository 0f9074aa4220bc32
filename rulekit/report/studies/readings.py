"""What the books of a game's readings say and what they are silent about, to read and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import field, frozen

from rulekit.model.model import ARGUABLE, SILENT, SLIP, STATED, STRENGTHS, GameModel, ReadingAnswer
from rulekit.report.studies.listed import place, short, table, thing
from rulekit.report.wording import Telling
from rulekit.study.books.readings import Said, said_in
from rulekit.wording import Sentence, numbered, sentence


@frozen
class BookRead:
    """A reading with the names of its sources and what their texts say of every rule that cites some book."""

    reading: str
    sources: tuple[tuple[str, str], ...]
    said: tuple[Said, ...] = field(repr=False)

    @property
    def counts(self) -> dict[str, int]:
        """How many rules and options are said how strongly."""
        found = Counter(said.strength for said in self.said)
        return {strength: found[strength] for strength in STRENGTHS}

    @property
    def name(self) -> str:
        """What it is called: its source, and what that prints."""
        return ", ".join(f"{source} ({printed})" for source, printed in self.sources)


def books_read(model: GameModel) -> tuple[BookRead, ...]:
    """Return what the book of each reading says."""
    printed = dict(model.sources)
    return tuple(
        BookRead(reading, tuple((source, printed.get(source, source)) for source in books), said_in(model, reading))
        for reading, books in model.readings
    )


def counted(counts: dict[str, int]) -> tuple[Sentence, ...]:
    """Return in words how many rules are said how strongly."""
    return (
        numbered(counts[STATED], "{count} stated", "{count} stated"),
        numbered(counts[ARGUABLE], "{count} arguable", "{count} arguable"),
        numbered(counts[SLIP], "{count} slip of the pen", "{count} slips of the pen"),
        numbered(counts[SILENT], "{count} without a word", "{count} without a word"),
    )


def book_data(book: BookRead) -> dict[str, object]:
    """For tools."""
    rules = [
        {"address": s.part.address, "what": s.part.what, "strength": s.strength, "place": place(s.part.span)} for s in book.said
    ]
    return {"reading": book.reading, "sources": dict(book.sources), "counts": book.counts, "rules": rules}


def book_lines(book: BookRead, tell: Telling) -> Iterator[str]:
    """For people: how much a book says, what in it is not stated, and what it is silent about."""
    yield tell(sentence("{name}: {what}", name=book.name, what=counted(book.counts)))
    yield from table(tell(sentence("arguable in {name}", name=book.name)), _answered(book, ARGUABLE))
    yield from table(tell(sentence("slips of the pen in {name}", name=book.name)), _answered(book, SLIP))
    silent = [(s.part.address, short(s.part.span), tell(thing(s.part.what))) for s in book.said if s.strength == SILENT]
    yield from table(tell(sentence("nothing is said in {name}: there the game's own file is followed", name=book.name)), silent)


def _answered(book: BookRead, strength: str) -> list[tuple[str, str, str]]:
    """Return the answers of a strength, each with its reason; also beside another one that is stated."""
    answers = (answer for said in book.said for answer in said.answers if answer.strength == strength)
    return [(answer.option, short(answer.span), _why(answer)) for answer in answers]


def _why(answer: ReadingAnswer) -> str:
    return next((cite.why for cite in answer.cites if cite.how == answer.strength and cite.why), "")

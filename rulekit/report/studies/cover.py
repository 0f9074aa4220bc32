"""Where a game's rules come from and whom they are told to, to read and as data: what cites nothing, assumptions, rulings, unread
paragraphs; rules without a telling, options that none mentions, texts that a language lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Severity
from rulekit.report.studies.listed import place, short, table, thing
from rulekit.report.studies.readings import BookRead, book_data, book_lines
from rulekit.report.text import clean
from rulekit.report.told.proof_sheet import Proof
from rulekit.report.wording import Telling
from rulekit.study.books.books import Block, Passage
from rulekit.study.books.cover import Cover, Part, Stray
from rulekit.study.books.tellings import WORD, Lack, Tellings
from rulekit.wording import Keyword, numbered, sentence

LONGEST_QUOTE = 60
ENGLISH = Telling()


@frozen
class Unread:
    """What nothing points to in a rulebook: passages with their section, and blocks of its text that the index does not know."""

    source: str
    path: str
    passages: tuple[tuple[str | None, Passage], ...]
    unknown: tuple[Block, ...]


def cover_data(
    found: Cover, told: Tellings, books: Iterable[Unread], readings: Iterable[BookRead] = ()
) -> dict[str, list[dict[str, object]]]:
    """For tools."""
    return {
        "uncited": [{"address": p.address, "what": p.what, "place": place(p.span)} for p in found.uncited],
        "assumed": [_reason(part, why) for part, why in found.assumed],
        "rulings": [_reason(part, why) for part, why in found.rulings],
        "readings": [book_data(book) for book in readings],
        "unread": [entry for book in books for entry in _unread(book)],
        "untold": [{"address": u.address, "what": u.what, "place": place(u.span)} for u in told.untold],
        "unmentioned": [{"address": o.name, "question": o.question, "place": place(o.span)} for o in told.unmentioned],
        "missing": [_lack(lack) for lack in told.missing],
        "same": [_lack(lack) for lack in told.same],
    }


def _lack(lack: Lack) -> dict[str, object]:
    return {"language": lack.language, "what": lack.what, "address": lack.address, "text": lack.text, "place": place(lack.span)}


def _reason(part: Part, why: str) -> dict[str, object]:
    return {"address": part.address, "why": why, "place": place(part.span)}


def _unread(book: Unread) -> Iterator[dict[str, object]]:
    for section, passage in book.passages:
        block = passage.block
        yield {
            "source": book.source,
            "address": address(section, passage),
            "section": passage.chapter.title,
            "starts": block.start if block else "",
            "place": f"{book.path}:{block.line}" if block else None,
        }
    for block in book.unknown:
        place = f"{book.path}:{block.line}"
        yield {"source": book.source, "address": None, "section": None, "starts": block.start, "place": place}


def address(section: str | None, passage: Passage) -> str:
    """`prep.3`; the title if the game has no section for it."""
    return f"{section or chr(34) + passage.chapter.title + chr(34)}.{passage.place}"


def cover_lines(
    found: Cover,
    told: Tellings,
    books: Iterable[Unread],
    title: str,
    tell: Telling = ENGLISH,
    readings: Iterable[BookRead] = (),
) -> Iterator[str]:
    """For people."""
    counts = (
        numbered(len(found.uncited), "{count} without a source", "{count} without a source"),
        numbered(len(found.assumed), "{count} assumed", "{count} assumed"),
        numbered(len(found.rulings), "{count} ruling", "{count} rulings"),
    )
    yield tell(sentence("{name}: {what}", name=title, what=counts))
    uncited = [(p.address, short(p.span), tell(thing(p.what))) for p in found.uncited]
    yield from table(tell(sentence("without a source")), uncited)
    yield from table(tell(sentence("assumed")), [(p.address, short(p.span), why) for p, why in found.assumed])
    yield from table(tell(sentence("rulings")), [(p.address, short(p.span), why) for p, why in found.rulings])
    for reading in readings:
        yield from book_lines(reading, tell)
    for book in books:
        yield from _book(book, tell)
    yield from _told(told, tell)


def _book(book: Unread, tell: Telling) -> Iterator[str]:
    """Yield what nothing points to in a rulebook."""
    name = f"{book.source} ({book.path})"
    rows = [(address(s, p), p.chapter.title, _start(p.block, tell)) for s, p in book.passages]
    yield from table(tell(sentence("not read in {name}", name=name)), rows)
    if not rows and not book.unknown:
        yield clean(tell(sentence("everything is read in {name}", name=name)))
    unknown = [(tell(sentence("line {line}", line=b.line)), _start(b, tell), "") for b in book.unknown]
    yield from table(tell(sentence("not in the index of {name}", name=name)), unknown)


def _told(told: Tellings, tell: Telling) -> Iterator[str]:
    if told.silent:
        yield tell(sentence("nothing is told: no rule has a telling"))
    yield from table(tell(sentence("not told")), [(u.address, short(u.span), tell(thing(u.what))) for u in told.untold])
    unmentioned = [(o.name, short(o.span), o.question) for o in told.unmentioned]
    yield from table(tell(sentence("options that no telling mentions")), unmentioned)
    for language in dict.fromkeys(lack.language for lack in told.missing):
        yield from table(tell(sentence("missing in {language}", language=language)), _lacking(told.missing, language, tell))
    for language in dict.fromkeys(lack.language for lack in told.same):
        yield from table(tell(sentence("the same in {language}", language=language)), _lacking(told.same, language, tell))


def _lacking(lacks: Iterable[Lack], language: str, tell: Telling) -> list[tuple[str, str, str]]:
    its = [lack for lack in lacks if lack.language == language]
    return [(f"{_sort(lack.what, tell)} {lack.address}", short(lack.span), _cut(lack.text)) for lack in its]


def _sort(what: str, tell: Telling) -> str:
    """Return what sort of text it is: a keyword, or `word`, or `named`."""
    return tell(thing(what) if what in (WORD, "named") else Keyword(what))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE].rstrip()} …"


def _start(block: Block | None, tell: Telling) -> str:
    return f"{block.start} …" if block else tell(sentence("(not in this text)"))


# ---- texts ---------------------------------------------------------------------------------------
def proof_data(sheet: Iterable[Proof], language: str) -> list[dict[str, object]]:
    """For tools."""
    return [
        {
            "language": language,
            "what": proof.what,
            "address": proof.address,
            "place": place(proof.span),
            "lines": [{"given": line.given, "text": line.text} for line in proof.lines],
        }
        for proof in sheet
    ]


def proof_lines(sheet: Sequence[Proof], title: str, language: str, tell: Telling = ENGLISH) -> Iterator[str]:
    """For people who read aloud: what was put in stands before the text."""
    texts = numbered(len(sheet), "{count} text in {language}", "{count} texts in {language}", language=language)
    yield tell(sentence("{name}: {what}", name=title, what=texts))
    for proof in sheet:
        yield ""
        yield clean(" ".join(part for part in (_sort(proof.what, tell), proof.address, short(proof.span)) if part))
        for line in proof.lines:
            yield clean(f"  {line.given}: {line.text}" if line.given else f"  {line.text}")


def stray_finding(source: str, stray: Stray) -> Diagnostic:
    """Return a citation that points to nothing, as a warning at its line."""
    there = sentence("the section has no heading in `{source}`", source=source)
    if stray.title:
        there = sentence("“{title}” has no such place", title=stray.title)
    pointer = ".".join(p for p in (stray.cite.section, stray.cite.place) if p)
    message = sentence(
        "`{address}` cites `{pointer}`, which is not in the rulebook `{source}`: {there}",
        address=stray.part.address,
        pointer=pointer,
        source=source,
        there=there,
    )
    return Diagnostic("RK593", message, stray.part.span, severity=Severity.WARNING)

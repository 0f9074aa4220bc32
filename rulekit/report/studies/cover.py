"""Where a game's rules come from and whom they are told to, to read and as data: what cites nothing, assumptions, rulings, unread
paragraphs; rules without a telling, options that none mentions, texts that a language lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Severity, Span
from rulekit.report.text import clean, plural, width
from rulekit.report.told.proof_sheet import Proof
from rulekit.study.books.books import Block, Passage
from rulekit.study.books.cover import Cover, Part, Stray
from rulekit.study.books.tellings import Lack, Tellings
from rulekit.wording import sentence

WIDEST = 40
LONGEST = 60


@frozen
class Unread:
    """What nothing points to in a rulebook: passages with their section, and blocks of its text that the index does not know."""

    source: str
    path: str
    passages: tuple[tuple[str | None, Passage], ...]
    unknown: tuple[Block, ...]


def cover_data(found: Cover, told: Tellings, books: Iterable[Unread]) -> dict[str, list[dict[str, object]]]:
    """For tools."""
    return {
        "uncited": [{"address": p.address, "what": p.what, "place": place(p.span)} for p in found.uncited],
        "assumed": [_reason(part, why) for part, why in found.assumed],
        "rulings": [_reason(part, why) for part, why in found.rulings],
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


def place(span: Span) -> str | None:
    """`file:line`; a model written as JSON has no places."""
    return f"{span.path}:{span.line}" if span.line else None


def address(section: str | None, passage: Passage) -> str:
    """`prep.3`; the title if the game has no section for it."""
    return f"{section or chr(34) + passage.chapter.title + chr(34)}.{passage.place}"


def cover_lines(found: Cover, told: Tellings, books: Iterable[Unread], title: str) -> Iterator[str]:
    """For people."""
    counts = (f"{len(found.uncited)} without a source", f"{len(found.assumed)} assumed", plural(len(found.rulings), "ruling"))
    yield f"{title}: {', '.join(counts)}"
    yield from _table("without a source", [(p.address, _short(p.span), p.what) for p in found.uncited])
    yield from _table("assumed", [(p.address, _short(p.span), why) for p, why in found.assumed])
    yield from _table("rulings", [(p.address, _short(p.span), why) for p, why in found.rulings])
    for book in books:
        name = f"{book.source} ({book.path})"
        rows = [(address(s, p), p.chapter.title, _start(p.block)) for s, p in book.passages]
        yield from _table(f"not read in {name}", rows) if rows else (clean(f"everything is read in {name}"),)
        yield from _table(f"not in the index of {name}", [(f"line {b.line}", _start(b), "") for b in book.unknown])
    yield from _told(told)


def _told(told: Tellings) -> Iterator[str]:
    if told.silent:
        yield "nothing is told: no rule has a telling"
    yield from _table("not told", [(u.address, _short(u.span), u.what) for u in told.untold])
    yield from _table("options that no telling mentions", [(o.name, _short(o.span), o.question) for o in told.unmentioned])
    for heading, lacks in (("missing in {}", told.missing), ("the same in {}", told.same)):
        for language in dict.fromkeys(lack.language for lack in lacks):
            its = [lack for lack in lacks if lack.language == language]
            rows = [(f"{lack.what} {lack.address}", _short(lack.span), _cut(lack.text)) for lack in its]
            yield from _table(heading.format(language), rows)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()} …"


def _short(span: Span) -> str:
    """`file:line`, without the folders of a file that comes with rulekit."""
    path = PurePath(span.path)
    return f"{path.name if path.is_absolute() else path}:{span.line}" if span.line else ""


def _start(block: Block | None) -> str:
    return f"{block.start} …" if block else "(not in this text)"


def _table(heading: str, rows: list[tuple[str, str, str]]) -> Iterator[str]:
    if not rows:
        return
    yield clean(heading)
    first, second = (min(WIDEST, max(width(clean(row[n])) for row in rows)) for n in (0, 1))
    for row in rows:
        yield f"  {_padded(row[0], first)}  {_padded(row[1], second)}  {clean(row[2])}".rstrip()


def _padded(text: str, columns: int) -> str:
    shown = clean(text)
    return shown + " " * (columns - width(shown))


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


def proof_lines(sheet: Sequence[Proof], title: str, language: str) -> Iterator[str]:
    """For people who read aloud: what was put in stands before the text."""
    yield f"{title}: {plural(len(sheet), 'text')} in {language}"
    for proof in sheet:
        yield ""
        yield clean(" ".join(part for part in (proof.what, proof.address, _short(proof.span)) if part))
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

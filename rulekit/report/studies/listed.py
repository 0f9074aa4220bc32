"""Lists of what is in a rule file, for people: what it is, where it stands, and tables of three columns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from rulekit.diagnostics import Span
from rulekit.report.text import clean, width
from rulekit.wording import Sentence, as_said, sentence

_THINGS = {
    "game": sentence("game"), "head": sentence("head"), "kind": sentence("kind"), "pieces": sentence("pieces"),
    "place": sentence("place"), "tally": sentence("tally"), "marker": sentence("marker"),
    "option": sentence("option"), "answer": sentence("answer"), "table": sentence("table"), "row": sentence("row"),
    "total": sentence("total"), "definition": sentence("definition"),
    "action": sentence("action"), "step": sentence("step"), "setup": sentence("setup"), "play": sentence("play"),
    "cell": sentence("cell"), "rule": sentence("rule"), "requirement": sentence("requirement"), "bullet": sentence("bullet"),
    "score": sentence("score"), "winner": sentence("winner"), "players": sentence("players"),
    "example": sentence("example"), "change": sentence("change"), "remark": sentence("remark"), "word": sentence("word"),
    "look": sentence("look"), "named": sentence("named"),
}  # fmt: skip
WIDEST_COLUMN = 40


def thing(what: str) -> Sentence:
    """Return the word for something in a rule file; what is not known stays as it is."""
    return _THINGS.get(what, as_said(what))


def place(span: Span) -> str | None:
    """`file:line`; a model written as JSON has no places."""
    return f"{span.path}:{span.line}" if span.line else None


def short(span: Span) -> str:
    """`file:line`, without the folders of a file that comes with rulekit."""
    path = PurePath(span.path)
    return f"{path.name if path.is_absolute() else path}:{span.line}" if span.line else ""


def table(heading: str, rows: list[tuple[str, str, str]]) -> Iterator[str]:
    """Yield a heading and what stands below it; nothing without rows."""
    if not rows:
        return
    yield clean(heading)
    first, second = (min(WIDEST_COLUMN, max(width(clean(row[n])) for row in rows)) for n in (0, 1))
    for row in rows:
        yield f"  {_padded(row[0], first)}  {_padded(row[1], second)}  {clean(row[2])}".rstrip()


def _padded(text: str, columns: int) -> str:
    shown = clean(text)
    return shown + " " * (columns - width(shown))

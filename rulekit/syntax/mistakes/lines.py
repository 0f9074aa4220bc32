"""Mistakes with what stands on one line: a statement behind `if`, words in another order, statements under `add to`."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, finding
from rulekit.syntax.layout import CLOSING, LAYOUT, NEWLINE
from rulekit.syntax.mistakes.stopped_parse import Trouble, begun
from rulekit.wording import sentence

OPENING_LINES = frozenset({"IF", "ELSEIF", "FOREACH"})
PARTS_OF_EVERY_GAME = ("SETUP", "PLAY")


def decimal(t: Trouble) -> Diagnostic | None:
    """`1,5`: numbers are whole."""
    after = t.lines.text[t.end : t.end + 1]
    if t.lexeme.kind != "COMMA" or not t.last or t.last.kind != "NUMBER" or t.last.end != t.start or not after.isdigit():
        return None
    hint = sentence("calculate with whole numbers: `3 * x div 2` is one and a half times `x`")
    return finding("RK109", t.span, "numbers are whole: there is none with a comma", hint)


def behind_if(t: Trouble) -> Diagnostic | None:
    """`if c gain 1 coins`, `if c then gain 1 coins`."""
    if t.kind != "unexpected" or "_NL" not in t.expected or not t.line or t.lexeme is t.line[0]:
        return None
    first = next((x for x in t.line if x.kind in OPENING_LINES), None)
    if first is None or any(x.kind not in ("NAME", "COLON", "HOLE") for x in t.line[: t.line.index(first)]):
        return None
    if t.meant(t.text) == "THEN" or t.lexeme.kind == "THEN":
        hint = sentence("leave out `{word}` and put what happens on the next line, indented by two more blanks", word=t.text)
        return finding("RK109", t.span, "`{word}` is not needed after the condition of a rule", hint, word=t.text)
    start = t.start
    if t.lexeme.kind == "COMMA":
        start = next((n for n in range(t.end, len(t.lines.text)) if t.lines.text[n] != " "), t.end)
    if not begun(t, start):
        return None
    message = sentence("what happens does not stand on the line of its `{word}`", word=first.text)
    return finding("RK109", t.span, message, "put it on the next line, indented by two more blanks")


def order(t: Trouble) -> Diagnostic | None:
    """`coins gain 1`."""
    line = [x for x in t.line if x.kind not in LAYOUT]
    if t.lexeme.kind != NEWLINE or len(line) not in (2, 3) or line[0].kind != "NAME" or line[1].kind not in ("GAIN", "PAY"):
        return None
    count = t.lines.text[line[2].start : line[2].end] if len(line) > 2 else "1"
    verb, name = t.spelling(line[1].kind), line[0].text
    whole = t.lines.span(line[0].start, line[-1].end)
    hint = sentence(
        "write `{verb} {count} {name}`: first what is done, then how many, then of what", verb=verb, count=count, name=name
    )
    if line[1].text != verb:
        hint = sentence(
            "write `{name} {does} {count} …` with the tally behind it; or `{verb} {count} {name}` if that is it",
            name=name,
            does=line[1].text,
            count=count,
            verb=verb,
        )
    return finding("RK109", whole, "`{word}` does not say of what", hint, word=line[1].text)


def added(t: Trouble) -> Diagnostic | None:
    """Return a statement under `add to`, which takes bullets, rows and lines of the score."""
    if "COLON" not in t.expected or len(t.expected) > 1 or not t.before or t.before[0].kind != "ADDTO" or not t.line:
        return None
    address = t.lines.text[t.before[0].end : t.before[-1].end].strip()
    whole = address in {t.spelling(x) for x in PARTS_OF_EVERY_GAME}
    if not whole and not begun(t, t.line[0].start):
        return None
    after, before = t.spelling("AFTER"), t.spelling("BEFORE")
    hint = sentence(
        "write `{after} {address}` or `{before} {address}` (or `{after} {address}.label`), and this line below it",
        after=after,
        address=address,
        before=before,
    )
    message = sentence("`add to` adds rows, bullets and lines of the score, not statements")
    return finding("RK109", t.lines.span(t.line[0].start, t.end), message, hint)


def no_else(t: Trouble) -> Diagnostic | None:
    """Return a value `if c then 5` without `else`."""
    if t.kind != "unexpected" or "ELSE" not in t.expected or not any(x.kind == "THEN" for x in (*t.line, *t.before)):
        return None
    if t.lexeme.kind not in LAYOUT and t.lexeme.text not in (*CLOSING, ","):
        return None
    word = t.spelling("ELSE")
    hint = sentence(
        "add `{word} …`: a value is needed for the other case too (to go on in the next line, end this one in `{word}`)",
        word=word,
    )
    return finding("RK109", t.span, "`{word}` is missing here", hint, word=word)


LINE_EXPLANATIONS = (decimal, behind_if, order, added, no_else)

"""Mistakes with marks: quotes, comparisons, signs of other languages, rows of tables, colons."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic
from rulekit.syntax.layout import NEWLINE
from rulekit.syntax.mistakes.stopped_parse import Trouble
from rulekit.wording import sentence

QUOTES = "'‘’‚‛“”„‟«»‹›´"
TIMES, MINUS = sentence("write `*` to multiply"), sentence("write the minus sign as `-`")
BRACES = sentence("braces stand only inside a text in quotes")
INSTEAD = {
    "×": TIMES, "·": TIMES, "÷": sentence("write `div` to divide"), "%": sentence("write `mod` for the remainder"),
    "−": MINUS, "–": MINUS, "—": MINUS, "{": BRACES, "}": BRACES,
    "≤": sentence("write `<=`"), "≥": sentence("write `>=`"), "≠": sentence("write `is not`"),
    "…": sentence("write `..` for a range"), ";": sentence("begin a new line instead"),
    "?": sentence("leave it out"), "!": sentence("leave it out, or write `not`"),
    "`": sentence("a name in backquotes needs one at each end: `` `table` ``"),
    "\t": sentence("use blanks"), "\u00a0": sentence("this blank is a special one; type it again"),
    "\ufeff": sentence("take this invisible sign away"),
}  # fmt: skip
COMPARING = frozenset(["IS", "ISNOT", "IN", "NOTIN", "LT", "LE", "GT", "GE", "CAN", "CANNOT"])


def string(t: Trouble) -> Diagnostic | None:
    """Return a quote that is never closed."""
    if t.kind != "character" or t.text != '"':
        return None
    end = t.lines.text.find("\n", t.start)
    span = t.lines.span(t.start, end)
    return Diagnostic(
        "RK110",
        sentence("this text is never closed"),
        span,
        hint=sentence('put a `"` at its end, on the same line; inside a text write `\\"`'),
    )


def quotes(t: Trouble) -> Diagnostic | None:
    """Quotes of another form."""
    if t.kind != "character" or t.text not in QUOTES:
        return None
    return Diagnostic(
        "RK111",
        sentence("`{word}` does not begin a text", word=t.text),
        t.span,
        hint=sentence('texts stand between straight double quotes: `"…"`'),
    )


def comparison(t: Trouble) -> Diagnostic | None:
    """`==`, `!=`, `<>`, `=` where `is` belongs."""
    two = t.lines.text[t.start : t.start + 2]
    before = t.lines.text[t.start - 1 : t.start + 1]
    if two == "!=" or before == "<>":
        start = t.start if two == "!=" else t.start - 1
        return Diagnostic(
            "RK119",
            sentence("`{word}` is not used", word=t.lines.text[start : start + 2]),
            t.lines.span(start, start + 2),
            hint=sentence("write `is not`"),
        )
    if t.lexeme.kind != "EQUAL":
        return None
    if (t.line and t.line[0].kind == "SET") or ("TO" in t.expected and any(x.kind == "SET" for x in t.line)):
        return Diagnostic("RK118", sentence("`set` needs `to`, not `=`"), t.span, hint=sentence("write `set … to …`"))
    if two == "==" or before == "==" or "IS" in t.expected:
        return _equal(t, two, before)
    return None


def _equal(t: Trouble, two: str, before: str) -> Diagnostic:
    start = t.start - 1 if before == "==" else t.start
    end = start + 2 if "==" in (two, before) else t.end
    sign = t.lines.text[start:end]
    return Diagnostic(
        "RK119",
        sentence("`{word}` does not compare", word=sign),
        t.lines.span(start, end),
        hint=sentence("write `is` to compare"),
    )


def chain(t: Trouble) -> Diagnostic | None:
    """`1 < x < 6`."""
    if t.lexeme.kind not in COMPARING and not (t.lexeme.kind == "NAME" and t.meant(t.text) in COMPARING):
        return None
    depth = 0
    for lexeme in reversed([x for x in t.line if x.start < t.start]):
        depth += {")": 1, "]": 1, "(": -1, "[": -1}.get(lexeme.text, 0)
        if depth < 0 or lexeme.kind in ("AND", "OR", "NOT", "IF", "THEN", "ELSE", "COMMA", "WHERE", "UNTIL", "COLON"):
            return None
        if not depth and lexeme.kind in COMPARING:
            hint = sentence("write two comparisons with `and`: `1 < x and x < 6`")
            return Diagnostic("RK120", sentence("comparisons cannot be chained"), t.span, hint=hint)
    return None


def logic(t: Trouble) -> Diagnostic | None:
    """`&&`, `||`."""
    text = t.lines.text[t.start : t.start + 2]
    if text[:1] != "&" and text != "||":
        return None
    word = t.spelling("AND" if text[0] == "&" else "OR")
    end = t.start + (2 if text in ("&&", "||") else 1)
    return Diagnostic(
        "RK121",
        sentence("`{word}` is not used", word=t.lines.text[t.start : end]),
        t.lines.span(t.start, end),
        hint=sentence("write `{word}`", word=word),
    )


def hyphen(t: Trouble) -> Diagnostic | None:
    """`face-bid`."""
    text = t.lines.text
    if t.lexeme.kind != "HOLE" or not t.last or t.last.kind == "NUMBER" or t.last.end != t.start:
        return None
    if not (text[t.start - 1].isalnum() and text[t.end].isalpha()):
        return None
    end = t.end
    while text[end].isalnum() or text[end] in "_-":
        end += 1
    name = text[t.last.start : end]
    return Diagnostic(
        "RK122",
        sentence("`{name}` is no name: a `-` means minus", name=name),
        t.lines.span(t.last.start, end),
        hint=sentence("write `{word}`", word=name.replace("-", "_")),
    )


def row(t: Trouble) -> Diagnostic | None:
    """Return a row of a table without its last bar."""
    if not t.line or t.line[0].kind != "VBAR" or t.kind != "unexpected":
        return None
    if t.lexeme.kind != NEWLINE or "VBAR" not in t.expected:
        return None
    last = t.line[-1]
    return Diagnostic(
        "RK129",
        sentence("this row of the table is not closed"),
        t.lines.span(last.end, last.end),
        hint=sentence("put a `|` at its end"),
    )


def colon(t: Trouble) -> Diagnostic | None:
    """`if x:`, `play:`."""
    after = t.lines.text[t.end : t.lines.text.find("\n", t.end)]
    if t.lexeme.kind == "COLON" and not after.split("#")[0].strip() and ("_NL" in t.expected):
        return Diagnostic("RK126", sentence("no colon is needed at the end of this line"), t.span, hint=sentence("leave it out"))
    if t.lexeme.kind == "NAME" and t.meant(t.text) in t.expected and after.lstrip().startswith(":"):
        at = t.lines.text.index(":", t.end)
        return Diagnostic(
            "RK126",
            sentence("there is no colon after `{word}`", word=t.text),
            t.lines.span(at, at + 1),
            hint=sentence("leave it out"),
        )
    return None


def citation(t: Trouble) -> Diagnostic | None:
    """Return an `@` that points nowhere."""
    if t.kind != "character" or t.text != "@":
        return None
    end = t.start + 1
    while not t.lines.text[end].isspace():
        end += 1
    hint = sentence('a citation looks like `@3`, `@b1`, `@en 3 fr 2`, `@cards.2`, `@assumed "why"` or `@ruling "why"`')
    return Diagnostic("RK116", sentence("this citation names no place in a rulebook"), t.lines.span(t.start, end), hint=hint)


def character(t: Trouble) -> Diagnostic | None:
    """Return a sign the language does not know."""
    if t.kind != "character":
        return None
    shown = t.text if t.text.isprintable() and not t.text.isspace() else f"U+{ord(t.text):04X}"
    return Diagnostic(
        "RK112",
        sentence("the sign `{shown}` has no meaning here", shown=shown),
        t.span,
        hint=INSTEAD.get(t.text, sentence("take it away, or put it into a text in quotes")),
    )


MARK_EXPLANATIONS = (string, quotes, logic, comparison, chain, hyphen, row, colon, citation, character)

"""Mistakes with marks: quotes, comparisons, signs of other languages, rows of tables, colons."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, finding
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
    hint = sentence('put a `"` at its end, on the same line; inside a text write `\\"`')
    return finding("RK110", span, "this text is never closed", hint)


def quotes(t: Trouble) -> Diagnostic | None:
    """Quotes of another form."""
    if t.kind != "character" or t.text not in QUOTES:
        return None
    hint = sentence('texts stand between straight double quotes: `"…"`')
    return finding("RK111", t.span, "`{word}` does not begin a text", hint, word=t.text)


def comparison(t: Trouble) -> Diagnostic | None:
    """`==`, `!=`, `<>`, `=` where `is` belongs."""
    two = t.lines.text[t.start : t.start + 2]
    before = t.lines.text[t.start - 1 : t.start + 1]
    if two == "!=" or before == "<>":
        start = t.start if two == "!=" else t.start - 1
        hint = sentence("write `is not`")
        return finding(
            "RK119", t.lines.span(start, start + 2), "`{word}` is not used", hint, word=t.lines.text[start : start + 2]
        )
    if t.lexeme.kind != "EQUAL":
        return None
    if (t.line and t.line[0].kind == "SET") or ("TO" in t.expected and any(x.kind == "SET" for x in t.line)):
        return finding("RK118", t.span, "`set` needs `to`, not `=`", "write `set … to …`")
    if two == "==" or before == "==" or "IS" in t.expected:
        return _equal(t, two, before)
    return None


def _equal(t: Trouble, two: str, before: str) -> Diagnostic:
    start = t.start - 1 if before == "==" else t.start
    end = start + 2 if "==" in (two, before) else t.end
    sign = t.lines.text[start:end]
    return finding("RK119", t.lines.span(start, end), "`{word}` does not compare", "write `is` to compare", word=sign)


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
            return finding("RK120", t.span, "comparisons cannot be chained", hint)
    return None


def logic(t: Trouble) -> Diagnostic | None:
    """`&&`, `||`."""
    text = t.lines.text[t.start : t.start + 2]
    if text[:1] != "&" and text != "||":
        return None
    word = t.spelling("AND" if text[0] == "&" else "OR")
    end = t.start + (2 if text in ("&&", "||") else 1)
    hint = sentence("write `{word}`", word=word)
    return finding("RK121", t.lines.span(t.start, end), "`{word}` is not used", hint, word=t.lines.text[t.start : end])


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
    hint = sentence("write `{word}`", word=name.replace("-", "_"))
    return finding("RK122", t.lines.span(t.last.start, end), "`{name}` is no name: a `-` means minus", hint, name=name)


def row(t: Trouble) -> Diagnostic | None:
    """Return a row of a table without its last bar."""
    if not t.line or t.line[0].kind != "VBAR" or t.kind != "unexpected":
        return None
    if t.lexeme.kind != NEWLINE or "VBAR" not in t.expected:
        return None
    last = t.line[-1]
    return finding("RK129", t.lines.span(last.end, last.end), "this row of the table is not closed", "put a `|` at its end")


def colon(t: Trouble) -> Diagnostic | None:
    """`if x:`, `play:`."""
    after = t.lines.text[t.end : t.lines.text.find("\n", t.end)]
    if t.lexeme.kind == "COLON" and not after.split("#")[0].strip() and ("_NL" in t.expected):
        return finding("RK126", t.span, "no colon is needed at the end of this line", "leave it out")
    if t.lexeme.kind == "NAME" and t.meant(t.text) in t.expected and after.lstrip().startswith(":"):
        at = t.lines.text.index(":", t.end)
        return finding("RK126", t.lines.span(at, at + 1), "there is no colon after `{word}`", "leave it out", word=t.text)
    return None


def citation(t: Trouble) -> Diagnostic | None:
    """Return an `@` that points nowhere."""
    if t.kind != "character" or t.text != "@":
        return None
    end = t.start + 1
    while not t.lines.text[end].isspace():
        end += 1
    hint = sentence('a citation looks like `@3`, `@b1`, `@en 3 fr 2`, `@cards.2`, `@assumed "why"` or `@ruling "why"`')
    return finding("RK116", t.lines.span(t.start, end), "this citation names no place in a rulebook", hint)


def weak_mark(t: Trouble) -> Diagnostic | None:
    """Return `@arguable` or `@slip` at a rule that is no answer to an option."""
    if t.lexeme.kind not in ("ARGUABLE", "SLIP"):
        return None
    hint = sentence('only what a reading answers to an option is arguable or a slip: `with option = value @3 @slip "why"`')
    return finding("RK109", t.span, "`{word}` cannot stand here", hint, word=t.text)


def character(t: Trouble) -> Diagnostic | None:
    """Return a sign the language does not know."""
    if t.kind != "character":
        return None
    shown = t.text if t.text.isprintable() and not t.text.isspace() else f"U+{ord(t.text):04X}"
    return finding(
        "RK112",
        t.span,
        "the sign `{shown}` has no meaning here",
        INSTEAD.get(t.text, sentence("take it away, or put it into a text in quotes")),
        shown=shown,
    )


MARK_EXPLANATIONS = (string, quotes, logic, comparison, chain, hyphen, row, colon, citation, weak_mark, character)

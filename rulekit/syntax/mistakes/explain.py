"""A place where a parse stopped comes in, one diagnostic goes out, in the words of somebody who has never programmed.

`EXPLANATIONS` is asked in order; the first that recognises the mistake speaks. The last one always does.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.diagnostics import Diagnostic, Label, finding
from rulekit.syntax.layout import CLOSING, DEDENT, INDENT, LAYOUT, NEWLINE
from rulekit.syntax.mistakes.habits import HABIT_EXPLANATIONS
from rulekit.syntax.mistakes.lines import LINE_EXPLANATIONS
from rulekit.syntax.mistakes.punctuation import MARK_EXPLANATIONS
from rulekit.syntax.mistakes.stopped_parse import Trouble, in_words
from rulekit.syntax.mistakes.words import WORD_EXPLANATIONS, nearest
from rulekit.wording import either, numbered, sentence

Explanation = Callable[[Trouble], Diagnostic | None]


def explain(trouble: Trouble) -> Diagnostic:
    """Say what is wrong."""
    for explanation in EXPLANATIONS:
        found = explanation(trouble)
        if found is not None:
            return found
    return unexpected(trouble)


# ---- layout --------------------------------------------------------------------------------------
def tab(t: Trouble) -> Diagnostic | None:
    """Blanks, not tabs, indent."""
    if t.kind != "tab":
        return None
    return finding("RK104", t.span, "this line is indented with a tab", "indent with blanks, two for each level")


def deep(t: Trouble) -> Diagnostic | None:
    """Nobody could read that."""
    if t.kind != "deep":
        return None
    hint = sentence("divide it into several lines with `let`, or into several definitions, actions or steps")
    return finding("RK132", t.lines.span(t.start, min(t.end, t.start + 40)), "too many parts lie inside each other here", hint)


def many(t: Trouble) -> Diagnostic | None:
    """Nobody could count them."""
    if t.kind != "many":
        return None
    place = t.lines.span(t.start, min(t.end, t.start + 40))
    return finding("RK135", place, "this has too many parts", "there may be up to {most}", most=t.lexeme.text)


def dedent(t: Trouble) -> Diagnostic | None:
    """Return a line that stands between two levels."""
    if t.kind != "indentation":
        return None
    some = either([str(n) for n in sorted(t.levels)])
    message = numbered(
        t.end - t.start,
        "this line is indented by {count} blank, which fits no line above",
        "this line is indented by {count} blanks, which fits no line above",
    )
    return finding("RK105", t.span, message, "indent it by {some} blanks", some=some)


def indent(t: Trouble) -> Diagnostic | None:
    """Return a line indented under one that opens no block."""
    told_only = t.expected == {"TELL"} and t.kind == "unexpected" and len(t.line) <= 1
    if t.lexeme.kind != INDENT and not told_only:
        return None
    related = (Label(t.at(t.before[0]), sentence("this line takes no lines below it")),) if t.before else ()
    hint = sentence("begin it in the same column as the line above, or check the line above")
    place = t.lines.span(t.lines.starts[t.span.line - 1], t.start) if told_only else t.span
    return finding("RK105", place, "this line is indented too far", hint, related=related)


def no_block(t: Trouble) -> Diagnostic | None:
    """Return a head without a body."""
    if "_INDENT" not in t.expected or t.lexeme.kind == NEWLINE:
        return None
    last = t.before or t.line
    word = t.lines.text[last[0].start : last[0].end] if last else ""
    place = t.lines.span(last[0].start, last[-1].end) if last else t.span
    if t.at_end or t.lexeme.kind == DEDENT or not t.line:
        return finding(
            "RK107", place, "the lines that belong to `{word}` are missing", "write them below, indented by two blanks", word=word
        )
    related = (Label(place, sentence("the line it belongs to")),)
    hint = sentence("put two blanks before it")
    return finding("RK107", t.span, "this line must be indented: it belongs to `{word}`", hint, related=related, word=word)


# ---- brackets ------------------------------------------------------------------------------------
def bracket(t: Trouble) -> Diagnostic | None:
    """Brackets that are not closed, or closed twice."""
    if t.kind == "unexpected" and t.lexeme.text in CLOSING:
        return _closing(t)
    opened = t.brackets[-1] if t.brackets else None
    if opened is None or t.kind != "unexpected":
        return None
    here, there = t.span.line, t.lines.span(opened, opened + 1).line
    if not t.at_end and here == there:
        return None
    mark = t.lines.text[opened]
    other = {"(": ")", "[": "]"}[mark]
    hint = sentence("put a `{other}` where it ends", other=other)
    return finding("RK127", t.lines.span(opened, opened + 1), "this `{mark}` is never closed", hint, mark=mark)


def _closing(t: Trouble) -> Diagnostic | None:
    mark = t.lexeme.text
    other = {")": "(", "]": "["}[mark]
    text = t.lines.text
    depth = 0
    for lexeme in t.line[:-1]:
        depth += {other: 1, mark: -1}.get(lexeme.text, 0)
    if depth > 0 and other == text[t.line[-1].start - 1 : t.line[-1].start]:
        return None
    if depth > 0:
        return None
    hint = sentence("take it away, or put the `{other}` where it should open", other=other)
    return finding("RK128", t.span, "this `{mark}` closes nothing", hint, mark=mark)


# ---- the rest ------------------------------------------------------------------------------------
def unexpected(t: Trouble) -> Diagnostic:
    """Say what stands there and what could."""
    wanted = in_words(t.expected, t.words)
    hint = sentence("expected {wanted}", wanted=wanted) if wanted else None
    if t.lexeme.kind in LAYOUT:
        end = sentence("something is missing at the end of this line")
        what = end if not t.inside else sentence("something is missing between these braces")
        last = t.line[-1] if t.line else t.before[-1] if t.before else None
        place = t.lines.span(last.end, last.end) if last else t.span
        return finding("RK109", place, what, hint)
    near = nearest(t.text, t, t.expected) if t.lexeme.kind == "NAME" else None
    return finding(
        "RK109",
        t.span,
        "`{word}` cannot stand here",
        sentence("did you mean `{near}`?", near=near) if near else hint,
        word=t.text,
    )


EXPLANATIONS: tuple[Explanation, ...] = (
    tab, deep, many, dedent, *MARK_EXPLANATIONS, bracket, indent, *LINE_EXPLANATIONS,
    *HABIT_EXPLANATIONS, *WORD_EXPLANATIONS, no_block,
)  # fmt: skip

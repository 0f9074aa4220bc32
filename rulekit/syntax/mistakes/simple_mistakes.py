"""What is said of a file that is none, or whose first line is not known: a span comes in, a diagnostic goes out."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, Span, finding
from rulekit.wording import quoted, sentence


def empty_file(span: Span) -> Diagnostic:
    return finding("RK101", span, "this file is empty", "a file begins with `cafe en`, then comes `game` with a name and a title")


def no_first_line(span: Span, guess: str | None) -> Diagnostic:
    line = f"`cafe {guess or 'en'}`"
    hint = sentence("put {line} above: it names the language of the keywords", line=line)
    return finding("RK102", span, "the first line must be {line}", hint, line=line)


def unknown_language(span: Span, language: str, known: tuple[str, ...]) -> Diagnostic:
    hint = sentence("the languages are {some}", some=quoted(known))
    return finding("RK103", span, "keywords cannot be written in `{language}`", hint, language=language)


def not_text(span: Span) -> Diagnostic:
    return finding("RK113", span, "this is not a text file", "save it as plain text in the encoding UTF-8")

"""What is said about mistakes that need no looking around: one function a sentence, a span comes in, a diagnostic goes out."""

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


def too_large(span: Span, size: int, limit: int) -> Diagnostic:
    message = sentence("this file is too large: {size} bytes, at most {limit} are read", size=size, limit=limit)
    return finding("RK117", span, message, "one file holds the rules of one game; is it the right file?")


def bad_escape(span: Span, character: str) -> Diagnostic:
    message = sentence("`\\{character}` means nothing inside a text", character=character)
    return finding("RK114", span, message, "a backslash that is shown is written `\\\\`")


def bad_brace(span: Span) -> Diagnostic:
    return finding("RK115", span, "this `{` is never closed", "close it with `}`, or write `\\{` for a brace that is shown")


def bad_bracket(span: Span) -> Diagnostic:
    hint = sentence("close it with `]` after what is left out, or write `\\[` for a bracket that is shown")
    return finding("RK136", span, "this `[` is never closed", hint)


def bad_forms(span: Span, count: int) -> Diagnostic:
    hint = sentence(
        "told to a player, then told of a player: `{buy/buys}`; a choice of words begins with a value: `{n: one/many}`"
    )
    return finding("RK137", span, "here stand {count} forms, and two are needed", hint, count=count)


def text_too_deep(span: Span, deepest: int) -> Diagnostic:
    return finding("RK138", span, "forms stand in forms here, more than {deepest} deep", "write several texts", deepest=deepest)


def text_too_long(span: Span, letters: int, most: int) -> Diagnostic:
    message = sentence("this text has {letters} letters; at most {most} can be read", letters=letters, most=most)
    return finding("RK139", span, message, "write several: each paragraph has its own")


def stray_alternative(span: Span) -> Diagnostic:
    hint = sentence('only what may be done can be declined: `may do serve, or "serve nothing more"`')
    return finding("RK140", span, "there is nothing here that could be declined", hint)


def truth_word(span: Span, word: str, right: str) -> Diagnostic:
    return finding("RK123", span, "`{word}` is not a value here", sentence("write `{word}`", word=right), word=word)


def else_colon(span: Span, word: str) -> Diagnostic:
    hint = sentence("leave it out; a word with a colon is the name of a rule")
    return finding("RK126", span, "there is no colon after `{word}`", hint, word=word)


def bad_binder(span: Span) -> Diagnostic:
    message = sentence("before `where` there must be a name and what it is taken from")
    return finding("RK131", span, message, "for example `count(card in hand where card.value is 3)`")


def name_too_long(span: Span, size: int, limit: int) -> Diagnostic:
    message = sentence("this name is too long: {size} letters, at most {limit} are read", size=size, limit=limit)
    return finding("RK134", span, message, "choose a short one; a text that players see may be as long as you like")


def number_too_large(span: Span) -> Diagnostic:
    return finding("RK133", span, "this number is too large", "numbers go up to 2147483648")

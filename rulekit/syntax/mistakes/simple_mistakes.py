"""What is said about mistakes that need no looking around: one function a sentence, a span comes in, a diagnostic goes out."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, Span
from rulekit.wording import quoted, sentence


def empty_file(span: Span) -> Diagnostic:
    return Diagnostic(
        "RK101",
        sentence("this file is empty"),
        span,
        hint=sentence("a file begins with `cafe en`, then comes `game` with a name and a title"),
    )


def no_first_line(span: Span, guess: str | None) -> Diagnostic:
    line = f"`cafe {guess or 'en'}`"
    return Diagnostic(
        "RK102",
        sentence("the first line must be {line}", line=line),
        span,
        hint=sentence("put {line} above: it names the language of the keywords", line=line),
    )


def unknown_language(span: Span, language: str, known: tuple[str, ...]) -> Diagnostic:
    return Diagnostic(
        "RK103",
        sentence("keywords cannot be written in `{language}`", language=language),
        span,
        hint=sentence("the languages are {some}", some=quoted(known)),
    )


def not_text(span: Span) -> Diagnostic:
    return Diagnostic(
        "RK113", sentence("this is not a text file"), span, hint=sentence("save it as plain text in the encoding UTF-8")
    )


def too_large(span: Span, size: int, limit: int) -> Diagnostic:
    message = sentence("this file is too large: {size} bytes, at most {limit} are read", size=size, limit=limit)
    return Diagnostic("RK117", message, span, hint=sentence("one file holds the rules of one game; is it the right file?"))


def bad_escape(span: Span, character: str) -> Diagnostic:
    message = sentence("`\\{character}` means nothing inside a text", character=character)
    return Diagnostic("RK114", message, span, hint=sentence("a backslash that is shown is written `\\\\`"))


def bad_brace(span: Span) -> Diagnostic:
    return Diagnostic(
        "RK115",
        sentence("this `{` is never closed"),
        span,
        hint=sentence("close it with `}`, or write `\\{` for a brace that is shown"),
    )


def bad_bracket(span: Span) -> Diagnostic:
    hint = sentence("close it with `]` after what is left out, or write `\\[` for a bracket that is shown")
    return Diagnostic("RK136", sentence("this `[` is never closed"), span, hint=hint)


def bad_forms(span: Span, count: int) -> Diagnostic:
    hint = sentence(
        "told to a player, then told of a player: `{buy/buys}`; a choice of words begins with a value: `{n: one/many}`"
    )
    return Diagnostic("RK137", sentence("here stand {count} forms, and two are needed", count=count), span, hint=hint)


def text_too_deep(span: Span, deepest: int) -> Diagnostic:
    return Diagnostic(
        "RK138",
        sentence("forms stand in forms here, more than {deepest} deep", deepest=deepest),
        span,
        hint=sentence("write several texts"),
    )


def text_too_long(span: Span, letters: int, most: int) -> Diagnostic:
    message = sentence("this text has {letters} letters; at most {most} can be read", letters=letters, most=most)
    return Diagnostic("RK139", message, span, hint=sentence("write several: each paragraph has its own"))


def stray_alternative(span: Span) -> Diagnostic:
    hint = sentence('only what may be done can be declined: `may do serve, or "serve nothing more"`')
    return Diagnostic("RK140", sentence("there is nothing here that could be declined"), span, hint=hint)


def truth_word(span: Span, word: str, right: str) -> Diagnostic:
    return Diagnostic(
        "RK123", sentence("`{word}` is not a value here", word=word), span, hint=sentence("write `{word}`", word=right)
    )


def else_colon(span: Span, word: str) -> Diagnostic:
    return Diagnostic(
        "RK126",
        sentence("there is no colon after `{word}`", word=word),
        span,
        hint=sentence("leave it out; a word with a colon is the name of a rule"),
    )


def bad_binder(span: Span) -> Diagnostic:
    message = sentence("before `where` there must be a name and what it is taken from")
    return Diagnostic("RK131", message, span, hint=sentence("for example `count(card in hand where card.value is 3)`"))


def name_too_long(span: Span, size: int, limit: int) -> Diagnostic:
    message = sentence("this name is too long: {size} letters, at most {limit} are read", size=size, limit=limit)
    return Diagnostic(
        "RK134", message, span, hint=sentence("choose a short one; a text that players see may be as long as you like")
    )


def number_too_large(span: Span) -> Diagnostic:
    return Diagnostic("RK133", sentence("this number is too large"), span, hint=sentence("numbers go up to 2147483648"))

"""What is said about mistakes that need no looking around: one function a sentence, a span comes in, a diagnostic goes out."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, Span


def empty_file(span: Span) -> Diagnostic:
    return Diagnostic(
        "RK101", "this file is empty", span, hint="a file begins with `cafe en`, then comes `game` with a name and a title"
    )


def no_first_line(span: Span, guess: str | None) -> Diagnostic:
    line = f"`cafe {guess or 'en'}`"
    return Diagnostic(
        "RK102", f"the first line must be {line}", span, hint=f"put {line} above: it names the language of the keywords"
    )


def unknown_language(span: Span, language: str, known: tuple[str, ...]) -> Diagnostic:
    some = ", ".join(f"`{one}`" for one in known)
    return Diagnostic("RK103", f"keywords cannot be written in `{language}`", span, hint=f"the languages are {some}")


def not_text(span: Span) -> Diagnostic:
    return Diagnostic("RK113", "this is not a text file", span, hint="save it as plain text in the encoding UTF-8")


def too_large(span: Span, size: int, limit: int) -> Diagnostic:
    message = f"this file is too large: {size} bytes, at most {limit} are read"
    return Diagnostic("RK117", message, span, hint="one file holds the rules of one game; is it the right file?")


def bad_escape(span: Span, character: str) -> Diagnostic:
    message = f"`\\{character}` means nothing inside a text"
    return Diagnostic("RK114", message, span, hint="a backslash that is shown is written `\\\\`")


def bad_brace(span: Span) -> Diagnostic:
    return Diagnostic(
        "RK115", "this `{` is never closed", span, hint="close it with `}`, or write `\\{` for a brace that is shown"
    )


def bad_bracket(span: Span) -> Diagnostic:
    hint = "close it with `]` after what is left out, or write `\\[` for a bracket that is shown"
    return Diagnostic("RK136", "this `[` is never closed", span, hint=hint)


def bad_forms(span: Span, count: int) -> Diagnostic:
    hint = "told to a player, then told of a player: `{buy/buys}`; a choice of words begins with a value: `{n: one/many}`"
    return Diagnostic("RK137", f"here stand {count} forms, and two are needed", span, hint=hint)


def text_too_deep(span: Span, deepest: int) -> Diagnostic:
    return Diagnostic("RK138", f"forms stand in forms here, more than {deepest} deep", span, hint="write several texts")


def text_too_long(span: Span, letters: int, most: int) -> Diagnostic:
    message = f"this text has {letters} letters; at most {most} can be read"
    return Diagnostic("RK139", message, span, hint="write several: each paragraph has its own")


def stray_alternative(span: Span) -> Diagnostic:
    hint = 'only what may be done can be declined: `may do serve, or "serve nothing more"`'
    return Diagnostic("RK140", "there is nothing here that could be declined", span, hint=hint)


def truth_word(span: Span, word: str, right: str) -> Diagnostic:
    return Diagnostic("RK123", f"`{word}` is not a value here", span, hint=f"write `{right}`")


def else_colon(span: Span, word: str) -> Diagnostic:
    return Diagnostic(
        "RK126", f"there is no colon after `{word}`", span, hint="leave it out; a word with a colon is the name of a rule"
    )


def bad_binder(span: Span) -> Diagnostic:
    message = "before `where` there must be a name and what it is taken from"
    return Diagnostic("RK131", message, span, hint="for example `count(card in hand where card.value is 3)`")


def name_too_long(span: Span, size: int, limit: int) -> Diagnostic:
    message = f"this name is too long: {size} letters, at most {limit} are read"
    return Diagnostic("RK134", message, span, hint="choose a short one; a text that players see may be as long as you like")


def number_too_large(span: Span) -> Diagnostic:
    return Diagnostic("RK133", "this number is too large", span, hint="numbers go up to 2147483648")

"""Bytes come in, the text of a file goes out, or what keeps them from being one."""

from __future__ import annotations

from rulekit.diagnostics import Checked, Diagnostic, Span, finding
from rulekit.wording import quoted, sentence

LARGEST_TEXT = 200_000
"""No file of rules has more bytes than this."""
CALLED = {"de": ("german", "allemand", "tedesco"), "en": ("anglais", "inglese")}
"""What people call a language, if that does not begin with its two letters."""


def oversized(size: int, path: str) -> Diagnostic | None:
    """Return what to say of a file with so many bytes, if they are too many."""
    if size <= LARGEST_TEXT:
        return None
    return finding(
        "RK117",
        Span(path, 0, 0, 1, 1),
        "this file is too large: {size} bytes, at most {limit} are read",
        "one file holds the rules of one game; is it the right file?",
        size=size,
        limit=LARGEST_TEXT,
    )


def from_bytes(data: bytes, path: str) -> Checked[str]:
    """Read a file's bytes as text."""
    top = Span(path, 0, 0, 1, 1)
    found = oversized(len(data), path)
    if found is not None:
        return Checked(None, (found,))
    if not data.strip():
        return Checked(None, (empty_file(top),))
    if b"\0" in data:
        return Checked(None, (not_text(top),))
    try:
        return Checked(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8-sig")
        line, column = good.count("\n") + 1, len(good) - good.rfind("\n")
        return Checked(None, (not_text(Span(path, len(good), len(good), line, column)),))


# ---- what is said of a file that is none, or whose first line is not known ------------------------
def empty_file(span: Span) -> Diagnostic:
    return finding("RK101", span, "this file is empty", "a file begins with `cafe en`, then comes `game` with a name and a title")


def no_first_line(span: Span, guess: str | None) -> Diagnostic:
    line = f"`cafe {guess or 'en'}`"
    hint = sentence("put {line} above: it names the language of the keywords", line=line)
    return finding("RK102", span, "the first line must be {line}", hint, line=line)


def meant_language(word: str, known: tuple[str, ...]) -> str | None:
    """Return the language that is called so: `français` or `french` is `fr`."""
    called = word.lower()
    return next((name for name in known if called.startswith(name) or called in CALLED.get(name, ())), None)


def unknown_language(span: Span, language: str, known: tuple[str, ...]) -> Diagnostic:
    near = meant_language(language, known)
    hint = sentence("write `cafe {near}`", near=near) if near else sentence("the languages are {some}", some=quoted(known))
    return finding("RK103", span, "keywords cannot be written in `{language}`", hint, language=language)


def not_text(span: Span) -> Diagnostic:
    return finding("RK113", span, "this is not a text file", "save it as plain text in the encoding UTF-8")

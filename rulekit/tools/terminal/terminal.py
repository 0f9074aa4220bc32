"""The terminal: what is printed where, with colours only where somebody looks at them."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, TextIO, TypeVar

from rulekit.diagnostics import Diagnostic
from rulekit.report.diagnostics import render, shown_first
from rulekit.report.sentences import ENGLISH, languages
from rulekit.report.text import Paint
from rulekit.report.wording import Telling, in_words
from rulekit.tools.io.problems import problem
from rulekit.wording import Sentence, sentence

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

T = TypeVar("T")


def is_terminal(stream: TextIO) -> bool:
    """Return whether somebody sits at it."""
    try:
        return stream.isatty()
    except ValueError:
        return False


def both_terminals() -> bool:
    """Return whether questions can be asked."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def paint_for(stream: TextIO) -> Paint:
    """Colours for a stream, unless the user wants none."""
    return Paint(is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")


_ASKED_FOR: ContextVar[str | None] = ContextVar("language", default=None)


def speak(language: str | None) -> None:
    """Say everything in a language from now on: the one that the command line asks for."""
    _ASKED_FOR.set(language)


def speakable(language: str) -> None:
    """Refuse a language that rulekit has no sentences in."""
    if language not in languages():
        speak(None)
        hint = sentence("there is {known}", known=languages())
        raise problem("RK567", "rulekit does not speak the language `{language}`", hint=hint, language=language)


def spoken() -> str | None:
    """Return the language that was asked for, if one was."""
    return _ASKED_FOR.get()


def of_this_machine() -> str | None:
    """Return the language that the environment asks for (LC_ALL, LC_MESSAGES, LANG), if rulekit speaks it."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = re.split("[_.@]", named)[0].lower()
    return language if language in languages() else None


def language_of_texts(texts: Mapping[str, str]) -> str | None:
    """Return the language of rule files, if they have one in common."""
    from rulekit.syntax.parse import language_of

    found = {language_of(text) for text in texts.values()}
    return found.pop() if len(found) == 1 else None


def telling(texts: Mapping[str, str]) -> Telling:
    """Return who tells of rule files: in the language that was asked for, else in theirs, with their keywords."""
    of_files = language_of_texts(texts) or ENGLISH
    return Telling(spoken() or of_files, of_files)


def said(text: str, language: str | None = None) -> str:
    """Return a sentence in the language that was asked for, else in this one."""
    return in_words(text, spoken() or language or ENGLISH)


def say(text: object = "", language: str | None = None) -> None:
    """One line to the standard output, in the language that was asked for, else in this one."""
    print(said(text, language) if isinstance(text, str) else text)


def say_json(data: object) -> None:
    """Data to the standard output."""
    say(json.dumps(data, ensure_ascii=False, indent=1))


def watched(results: Iterator[T], doing: Sentence, count: int) -> Iterator[T]:
    """With a progress bar, if somebody looks."""
    if not is_terminal(sys.stderr):
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(results, said(doing), total=count, console=Console(stderr=True), transient=True)


def whisper(remark: Sentence) -> None:
    """One remark beside the result, on the error output."""
    print(said(sentence("rulekit: {wrong}", wrong=remark)), file=sys.stderr)


def console() -> Console:
    """Return a rich console; what comes from files is given to it as Text or unmarked, never as markup."""
    from rich.console import Console

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            """Leave it to the command line, which ends quietly; rich would end with status 1."""
            raise BrokenPipeError

    return Screen(markup=False, highlight=False, emoji=False, soft_wrap=True)


def shows_colours(screen: Console) -> bool:
    """Return whether what only a colour tells can be read there."""
    return screen.color_system is not None and not screen.no_color


def width_of(screen: Console) -> int | None:
    """Return how wide lines may be: as the terminal, elsewhere as `COLUMNS` says. None: nobody does, a line stays one line."""
    if screen.is_terminal:
        return screen.width
    from shutil import get_terminal_size  # it brings four libraries for archives along, and `check` says little

    return get_terminal_size((0, 0)).columns or None


def show_line(screen: Console, line: Text) -> int:
    """Show one line, cut at blanks where it is wider than the screen, and return how many it became."""
    parts = cut(screen, line)
    for part in parts:
        screen.print(part)
    return len(parts)


def cut(screen: Console, line: Text) -> list[Text]:
    """Return a line as it is cut for a screen."""
    from rulekit.report.line_wrap import fold

    wide = width_of(screen)
    return fold(line, wide) if wide else [line]


def show_findings(findings: Iterable[Diagnostic], texts: Mapping[str, str], stream: TextIO | None = None) -> None:
    """Findings, one after another, with an empty line between; of very many the first, and how many more there are."""
    out = stream or sys.stdout
    paint = paint_for(out)
    shown, more = shown_first(findings)
    for number, finding in enumerate(shown):
        print(("\n" if number else "") + render(finding, texts, paint, spoken()), file=out)
    if more:
        print("\n" + said(sentence("… and {more} more", more=f"{more:_}".replace("_", " "))), file=out)

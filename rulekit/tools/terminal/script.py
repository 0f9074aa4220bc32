"""`rulekit play --moves FILE`: a game whose moves are written down, one a line.

Comes in: lines, each a move by its letter or its words; `? words` asks, lines with `# ` are for readers. Goes out: moves, or
a finding with the number of the line.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from attrs import define, field, frozen

from rulekit.diagnostics import Diagnostic, Span
from rulekit.engine.engine import Refused
from rulekit.engine.trace import Recording
from rulekit.report.text import clean, plain
from rulekit.tools.commands.play import ReadyGame
from rulekit.tools.io.files import read_bytes
from rulekit.tools.io.problems import Problem
from rulekit.tools.terminal.menu import COMMANDS, Menu, make_menu
from rulekit.tools.terminal.terminal import say
from rulekit.tools.terminal.told_moves import question
from rulekit.tools.terminal.why_questions import answer, meant, reason_against
from rulekit.wording import as_said

STDIN = "-"
MOST_NAMED = 5  # moves that a finding names
LONGEST_REPEATED = 80  # letters of a line that a finding repeats


@frozen
class Line:
    """One line of a script, and where it stands."""

    text: str
    span: Span


@define
class Script:
    """Moves that were written down, and which of them come next."""

    path: str
    text: str
    left: Iterator[Line] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.left = self._lines()

    def _lines(self) -> Iterator[Line]:
        start = 0
        for number, whole in enumerate(self.text.splitlines(keepends=True), 1):
            text = whole.strip()
            if text and not (text.startswith("#") and not text[1:2].isdecimal()):
                at = start + whole.index(text)
                yield Line(text, Span(self.path, at, at + len(text), number, at - start + 1))
            start += len(whole)

    def next_move(self, table: ReadyGame, here: Recording) -> Recording | None:
        """Make the next move that is written down; questions before it are answered. None: there are no more."""
        menu = menu_of(table, here)
        for line in self.left:
            if line.text.startswith("?"):
                for told in answer(table.namer, table.engine, here.state, line.text[1:], menu):
                    say(told)
                continue
            command = _of_keyboard(table, line.text)
            if command is not None:
                told = as_said(command)
                raise Problem((Diagnostic("RK594", told, line.span),), {self.path: self.text})
            found = meant(table.namer, table.engine, here.state, menu, line.text)
            if len(found) != 1:
                raise Problem((_finding(table, here, menu, line, found),), {self.path: self.text})
            after = here.play(table.engine.moves(here.state)[found[0]])
            assert not isinstance(after, Refused)
            return after
        return None

    def finish(self, table: ReadyGame) -> None:
        """Find fault with moves that are left when the game is over."""
        line = next((line for line in self.left if not line.text.startswith("?")), None)
        if line is not None:
            over = as_said(table.say("over"))
            raise Problem((Diagnostic("RK594", over, line.span),), {self.path: self.text})


def read_script(name: str) -> Script:
    """Read moves from a file, or from what is piped in."""
    if name == STDIN:
        return Script("<stdin>", sys.stdin.read())
    return Script(name, read_bytes(Path(name), None).decode("utf-8", "replace"))


def menu_of(table: ReadyGame, here: Recording) -> Menu:
    """Return the menu of a position."""
    return make_menu(table.namer, table.engine.moves(here.state), here.state.cells, table.say)


def menu_lines(table: ReadyGame, here: Recording) -> Iterator[str]:
    """Yield what can be done now, as it would be asked."""
    menu, asked = menu_of(table, here), question(table.namer, table.engine.moves(here.state), here.state.cells)
    if asked:
        yield f"  {asked}"
    yield from map(menu.line, range(len(menu.texts)))


def _of_keyboard(table: ReadyGame, typed: str) -> str | None:
    """Return what is said of a line that only a person at the keyboard may type: take back, save, leave, look."""
    word, _, rest = typed.partition(" ")
    words = clean(typed)
    undo, *others = ({*plain(table.say(key)).split()} for key in ("typed_undo", "typed_quit", "typed_help"))
    if word == "s":
        return table.say("script_save", words=words)
    if rest or plain(word) not in undo.union(COMMANDS.split(), "*", *others):
        return None
    if plain(word) in undo:
        return table.say("script_undo", words=words)
    return table.say("script_keyboard", words=words)


def _finding(table: ReadyGame, here: Recording, menu: Menu, line: Line, found: list[int]) -> Diagnostic:
    who = table.namer.player(table.engine.decider(here.state) or 0)
    typed = clean(line.text if len(line.text) <= LONGEST_REPEATED else f"{line.text[:LONGEST_REPEATED]}…")
    reason = None if found else reason_against(table.namer, table.engine, here.state, line.text)
    if found:
        message = table.say("script_many", words=typed, count=len(found))
    elif reason is None:
        message = table.say("script_none", words=typed)
    else:
        message = table.say("script_refused", words=typed, reason=reason) if reason else table.say("script_not_now", words=typed)
    moves = [menu.texts[n] for n in found or range(len(menu.texts))]
    named = "; ".join(moves[:MOST_NAMED])
    hint = table.say("more", what=named, count=len(moves) - MOST_NAMED) if len(moves) > MOST_NAMED else named
    told = table.say("script_moves", who=who, moves=hint)
    return Diagnostic("RK594", as_said(message), line.span, hint=as_said(told))

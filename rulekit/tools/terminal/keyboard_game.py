"""A game at one keyboard: questions, undo, saving, and hidden hands that stay hidden when the keyboard is passed on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from attrs import define, field
from rich.text import Text

from rulekit.engine.engine import Refused
from rulekit.engine.events.log import Log, log_from
from rulekit.engine.trace import Recording
from rulekit.limits import MOST_DECISIONS
from rulekit.report.scene.table_text import legend_line, seen_table
from rulekit.report.sentences import Sentences
from rulekit.report.table.log_lines import log_lines
from rulekit.report.table.playthrough import ending_lines, told_line
from rulekit.report.text import plain
from rulekit.tools.commands.play import ReadyGame, first_line
from rulekit.tools.io.problems import Problem
from rulekit.tools.io.saving import save_game
from rulekit.tools.terminal.menu import Menu, make_menu
from rulekit.tools.terminal.terminal import console, cut, show_line, shows_colours, width_of
from rulekit.tools.terminal.told_moves import has_secrets, question
from rulekit.tools.terminal.why_questions import answer, meant

PAGE = 20  # moves shown at once, or as many as there is room for below the table, but never fewer than these:
FEWEST = 5
BESIDE_MOVES = 4  # lines below the table: the question, the number of the page (it may take two), the prompt
MOST_RECENT_MOVES = 12
EMPTY_LINES = 100
HELP = ("help_letter", "help_word", "help_why", "help_undo", "help_save", "help_table", "help_quit")


@define
class Session:
    """One game at the keyboard. `past` holds the positions in which a person decided, for undo."""

    table: ReadyGame
    save: Path | None
    screen: Any = field(factory=console)
    here: Recording = field(init=False)
    past: list[Recording] = field(factory=list)
    made: list[tuple[Recording, Recording]] = field(factory=list)  # every move since it was begun here
    told: dict[int, int] = field(factory=dict)  # how many of them each person knows of
    read_legend: set[int] = field(factory=set)  # who was told what the signs stand for
    log: Log | None = None  # of these moves, as far as it was asked for
    viewer: int | None = None
    menu: Menu = field(init=False)
    found: list[int] = field(factory=list)  # the moves of the menu that are shown
    page: int = 0
    at_once: int = PAGE  # how many of them
    lines: int = 0  # shown from the table on
    back: list[str] = field(factory=list)  # what was just taken back

    def __attrs_post_init__(self) -> None:
        self.here = self.table.start

    def run(self) -> Recording:
        """Play until the end, or until somebody leaves."""
        self.line(self.say("for_help", heading=first_line(self.table)))
        self._tell_aim()
        try:
            while not self.table.engine.is_over(self.here.state):
                decider = self.table.engine.decider(self.here.state) or 0
                if decider in self.table.bots:
                    self._bot(decider)
                elif not self._person(decider):
                    return self.here
        except EOFError:
            self.line()
            return self.here
        self._end()
        return self.here

    @property
    def say(self) -> Sentences:
        """What rulekit says, in the language of who plays."""
        return self.table.say

    def line(self, text: str | Text = "") -> None:
        """Show one line; nothing in it is markup."""
        self.lines += show_line(self.screen, Text(text) if isinstance(text, str) else text)

    def _means(self, typed: str, words: str) -> bool:
        """Return whether what was typed is one of the words of a sentence such as `q quit exit`."""
        return plain(typed) in plain(words).split()

    # ---- bots and the end ------------------------------------------------------------------------
    def _bot(self, decider: int) -> None:
        if len(self.here.trace.steps) >= MOST_DECISIONS:
            self.line(self.say("given_up", count=MOST_DECISIONS))
            raise EOFError
        self._go(self.table.bot_move(self.here))
        if len(self.table.bots) == self.table.namer.layout.players:
            self._tell(None, len(self.made) - 1)

    def _go(self, after: Recording) -> None:
        self.made.append((self.here, after))
        self.here = after

    def _people(self) -> set[int]:
        return set(range(self.table.namer.layout.players)) - self.table.bots

    def _end(self) -> None:
        if self._people():
            self._tell_since(min(self._people(), key=lambda p: self.told.get(p, 0)))
        self._show_table(None)
        for line in ending_lines(self.table.namer, self.table.engine, self.here.state):
            self.line(line)

    # ---- a person's turn -------------------------------------------------------------------------
    def _person(self, player: int) -> bool:
        """Ask until there is a move; False: somebody leaves."""
        if not self._pass_to(player):
            return False
        self._tell_since(player)
        self._show_table(player)
        while self.back:
            self.line(self.say("taken_back", what=self.back.pop(0)))
        if player not in self.read_legend:
            self._legend(player)
        moves = self.table.engine.moves(self.here.state)
        self.menu = make_menu(self.table.namer, moves, self.here.state.cells, self.say)
        self._show(range(len(moves)), self._room(self.lines))
        while True:
            typed = input(f"{self.table.namer.player(player)}> ").strip()
            if self._means(typed, self.say("typed_quit")):
                return False
            if self._means(typed, self.say("typed_undo")):
                if self._undo():
                    return True
                continue
            if self._command(player, typed):
                continue
            found = meant(self.table.namer, self.table.engine, self.here.state, self.menu, typed)
            if len(found) == 1:
                self._choose(found[0])
                return True
            self._narrow(typed, found)

    def _choose(self, number: int) -> None:
        after = self.here.play(self.table.engine.moves(self.here.state)[number])
        assert not isinstance(after, Refused)
        self.past.append(self.here)
        self._go(after)

    def _undo(self) -> bool:
        if not self.past:
            self.line(self.say("no_undo"))
            return False
        if self._log().shown(len(self.past[-1].trace.steps) - len(self.table.start.trace.steps)):
            self.line(self.say("shown_no_undo"))
            return False
        self.here = self.past.pop()
        kept = len(self.here.trace.steps) - len(self.table.start.trace.steps)
        decider = self.table.engine.decider(self.here.state)
        undone = log_lines(self.table.namer, self._log(), decider, kept)
        self.back = [line.head(self.table.namer) for line in undone if line.player is not None]
        del self.made[kept:]
        self.log = None
        self.told = {player: min(count, kept) for player, count in self.told.items()}
        return True

    def _command(self, player: int, typed: str) -> bool:
        """Do what is no move; whether it was that."""
        word, _, rest = typed.partition(" ")
        if typed.startswith("?"):
            for line in answer(self.table.namer, self.table.engine, self.here.state, typed[1:], self.menu):
                self.line(line)
        elif word == "s":
            self._save(rest.strip())
        elif self._means(typed, self.say("typed_help")):
            self._tell_aim()
            for key in HELP:
                self.line(self.say(key))
            self._legend(player)
        elif typed == "t":
            self._show_table(player)
        elif not typed:
            self.page += 1
            self._page()
        elif typed == "*":
            self._show(range(len(self.menu.texts)), len(self.menu.texts))
        else:
            return False
        return True

    def _narrow(self, typed: str, found: list[int]) -> None:
        """Show only the moves that may be meant."""
        if found:
            self._show(found)
        elif typed.lstrip("#").isdecimal() and (typed.startswith("#") or not self.menu.have_numbers()):
            self.line(self.say("wrong_number", count=len(self.menu.texts)))
        else:
            self.line(self.say("no_such_move", words=typed))

    def _save(self, name: str) -> None:
        path = Path(name) if name else self.save
        if path is None:
            self.line(self.say("save_where"))
            return
        try:
            save_game(path, self.here.trace, self.table.loaded, self.table.namer.players)
            self.line(self.say("saved", file=path))
        except Problem as problem:
            other = any(finding.code == "RK563" for finding in problem.findings)
            self.line(self.say("not_a_save", file=path) if other else self.say("unwritable", file=path))

    # ---- what is shown ---------------------------------------------------------------------------
    def _show(self, found: Iterable[int], at_once: int = PAGE) -> None:
        self.found, self.page, self.at_once = list(found), 0, at_once
        self._page()

    def _room(self, below: int) -> int:
        """Return how many moves the screen has room for below so many lines of the table."""
        if not self.screen.is_terminal:
            return PAGE
        high = max(len(cut(self.screen, Text(self.menu.line(n)))) for n in range(min(PAGE, len(self.menu.texts))))
        rows: int = self.screen.height - below - BESIDE_MOVES
        return max(FEWEST, min(PAGE, rows // high))

    def _page(self) -> None:
        asked = question(self.table.namer, self.table.engine.moves(self.here.state), self.here.state.cells)
        if asked:
            self.line(f"  {asked}")
        pages = max(1, -(-len(self.found) // self.at_once))
        self.page %= pages
        for n in self.found[self.page * self.at_once : (self.page + 1) * self.at_once]:
            self.line(self.menu.line(n))
        if pages > 1:
            self.line(f"      {self.say('page', page=self.page + 1, pages=pages, count=len(self.found))}")

    def _show_table(self, player: int | None) -> None:
        self.lines = 0
        self.line()
        table, screen = self.table, self.screen
        for text in seen_table(
            table.namer, table.engine, self.here.state, player, shows_colours(screen), width_of(screen), brief=True
        ):
            self.line(text)

    def _tell_aim(self) -> None:
        for line in filter(None, self.table.about()):
            self.line(line)

    def _legend(self, player: int) -> None:
        """What the signs on the table stand for: once for everybody by itself, again in the help."""
        self.read_legend.add(player)
        line = legend_line(self.table.namer, self.table.engine, self.here.state, player)
        if line:
            self.line(line)

    def _pass_to(self, player: int) -> bool:
        """Between two people with secrets the screen is cleared first, also before a saved hand is shown; False: q."""
        before, self.viewer = self.viewer, player
        first = before is None and (not self.table.start.trace.steps or len(self._people()) < 2)
        if first or before == player or not has_secrets(self.table):
            return True
        self._wipe()
        while True:
            self.line(self.say("pass_on", who=self.table.namer.player(player)))
            typed = input().strip()
            if not typed:
                self._wipe()
                return True
            if self._means(typed, self.say("typed_quit")):
                return False
            word, _, rest = typed.partition(" ")
            if word == "s":
                self._save(rest.strip())
            else:
                self.line(self.say("only_enter"))

    def _wipe(self) -> None:
        """Clear the screen, and what was scrolled off it; a terminal that cannot gets empty lines."""
        self.screen.file.write("\n" * EMPTY_LINES if self.screen.is_dumb_terminal else "\x1b[3J\x1b[2J\x1b[H")
        self.screen.file.flush()

    def _tell_since(self, player: int) -> None:
        """What was done since this player's last decision, as far as the player may know; open games are told once to all."""
        to = player if has_secrets(self.table) else 0
        self._tell(player, max(self.told.get(to, 0), len(self.made) - MOST_RECENT_MOVES))
        self.told[to] = len(self.made)

    def _tell(self, viewer: int | None, first: int) -> None:
        """The moves of this sitting after so many of them, as the viewer was told of them."""
        for line in log_lines(self.table.namer, self._log(), viewer, first):
            for text in told_line(self.table.namer, line):
                self.line(text)

    def _log(self) -> Log:
        """What everybody was told in this sitting."""
        if self.log is None:
            viewers = (None, *range(self.table.namer.layout.players))
            self.log = log_from(self.table.engine, self.table.start.state, viewers)
            self.log.rest(0)
        for before, after in self.made[len(self.log.lengths) - 1 :]:
            self.log.hear(before, after)
        return self.log

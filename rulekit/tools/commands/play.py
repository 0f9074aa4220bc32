"""`rulekit play`: set a game up, then let people and bots play it, or bots alone where nobody can be asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from attrs import evolve, frozen
from rich.text import Text

from rulekit.engine.engine import Engine, Refused
from rulekit.engine.events.log import log_from
from rulekit.engine.faults import Fault
from rulekit.engine.trace import Recording, record, replay
from rulekit.engine.view import View, view
from rulekit.limits import MOST_DECISIONS
from rulekit.play.bots.bot_notation import Form, RandomForm
from rulekit.play.bots.bots import Bots
from rulekit.play.choices import choice_number
from rulekit.program.program import ME
from rulekit.report.scene.table_text import legend_line, seen_table
from rulekit.report.sentences import Sentences, sentences
from rulekit.report.table.log_lines import log_lines
from rulekit.report.table.playthrough import ending_lines, is_numbered, told_line
from rulekit.report.told.aim import aim
from rulekit.report.told.language import not_put_into
from rulekit.report.words import Namer
from rulekit.tools.command_line.bots_flag import bots_of, seats_of
from rulekit.tools.command_line.flags import Play
from rulekit.tools.io.loading import (
    Loaded,
    Spec,
    engine_of,
    heading,
    holding_together,
    language_of,
    load,
    make_spec,
    namer_of,
    names_of,
)
from rulekit.tools.io.problems import FINE, STOPPED, Problem, Usage
from rulekit.tools.io.saving import Saved, check_target, load_for, read_saved, save_game
from rulekit.tools.terminal.terminal import both_terminals, console, say, show_line, shows_colours, width_of
from rulekit.wording import numbered, sentence


@frozen
class ReadyGame:
    """A game that is ready to be played."""

    loaded: Loaded
    engine: Engine
    namer: Namer
    start: Recording
    seats: Mapping[int, Form]
    minds: Bots
    asked: str  # the language of who plays; the game may speak another one

    @property
    def say(self) -> Sentences:
        """What rulekit says to who plays."""
        return sentences(self.asked)

    def about(self) -> Iterator[str]:
        """Yield what is said before the first move: that the game speaks another language, what it is about and who wins."""
        yield not_put_into(self.namer.model, self.asked)
        yield from aim(self.namer.model, self.engine, self.namer.language)

    @property
    def bots(self) -> frozenset[int]:
        """The seats that bots were given."""
        return frozenset(self.seats)

    def bot_move(self, recording: Recording) -> Recording:
        """Let a bot decide, as in the game of a series that has this seed; a seat that nobody was given plays at random."""
        state = recording.state
        moves = self.engine.moves(state)
        number = choice_number(recording.trace.seed, len(recording.trace.steps) + 1)
        form = self.seats.get(state.cells[ME], RandomForm())
        after = recording.play(moves[self.minds.choose(form, state, len(moves), number)])
        assert not isinstance(after, Refused)
        return after


def play_game(game: str | None, asked: Play) -> int:
    """Play, with questions at a terminal, without any elsewhere."""
    keeper = Keeper(Path(asked.save) if asked.save else None)
    if keeper.path is not None:
        check_target(keeper.path)
    table = _table(game, asked)
    try:
        with holding_together(table.loaded):
            if asked.moves is not None:
                _follow(table, asked.moves, keeper)
            elif both_terminals():
                _ask(table, keeper)
            else:
                _watch(table, keeper, watch(table))
    except Fault as fault:
        raise Problem((fault.diagnostic(),), table.loaded.texts) from None
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may have been closed
            print(table.say("stopped"), file=sys.stderr)
        return STOPPED
    return FINE


@frozen
class Keeper:
    """Where a game is to be kept, if anywhere."""

    path: Path | None

    def keep(self, table: ReadyGame, last: Recording) -> None:
        """Save the game and say so, as far as anybody still listens."""
        if self.path is not None:
            save_game(self.path, last.trace, table.loaded, table.namer.players)
            with suppress(OSError):
                say(table.say("saved", file=self.path))


def _ask(table: ReadyGame, keeper: Keeper) -> None:
    """Play with people; whatever ends it, the game is kept if it was to be."""
    from rulekit.tools.terminal.keyboard_game import Session

    session = Session(table, keeper.path)
    try:
        session.run()
    finally:
        keeper.keep(table, session.here)


def _follow(table: ReadyGame, name: str, keeper: Keeper) -> None:
    """Play the moves that are written down; seats of bots play by themselves."""
    from rulekit.tools.terminal.script import menu_lines, read_script

    script = read_script(name)

    def next_move(here: Recording) -> Recording | None:
        if table.engine.decider(here.state) in table.bots:
            return table.bot_move(here)
        return script.next_move(table, here)

    last = _watch(table, keeper, watch(table, next_move))
    if table.engine.is_over(last.state):
        script.finish(table)
    else:
        if last is not table.start:
            show_table(table, last, None, closed=True)
        tell(table.say("unfinished", who=table.namer.player(table.engine.decider(last.state) or 0)))
        for line in menu_lines(table, last):
            tell(line)


def _watch(table: ReadyGame, keeper: Keeper, positions: Iterator[Recording]) -> Recording:
    """Let a game be played, and give its last position; whatever ends it, the game is kept if it was to be."""
    last = [table.start]
    try:
        for here in positions:
            last[0] = here
    finally:
        keeper.keep(table, last[0])
    return last[0]


def _table(game: str | None, asked: Play) -> ReadyGame:
    saved = read_saved(Path(asked.resume)) if asked.resume else None
    spec = _spec(game, asked, saved)
    loaded = load(spec) if saved is None or game is not None else load_for(saved, spec)
    names = names_of(asked.names)
    players = saved.trace.players if saved else asked.players or _named(loaded, names)
    engine = engine_of(loaded, players)
    language = language_of(loaded.model, asked.lang)
    namer = namer_of(loaded, engine, language, names or (saved.names if saved else ()))
    seats = seats_of(asked.bots, engine.program)
    minds = bots_of(engine, seats)
    if saved is not None:
        resumed = replay(engine, saved.trace)
        if resumed.value is None:
            raise Problem(resumed.diagnostics, loaded.texts)
        return ReadyGame(loaded, engine, namer, resumed.value, seats, minds, language)
    try:
        with holding_together(loaded):
            start = record(engine, _seed() if asked.seed is None else asked.seed)
    except Fault as fault:
        raise Problem((fault.diagnostic(),), loaded.texts) from None
    return ReadyGame(loaded, engine, namer, start, seats, minds, language)


def _named(loaded: Loaded, names: tuple[str, ...]) -> int | None:
    """As many players as there are names, if the game is for so many."""
    low, high = loaded.model.players
    if names and not low <= len(names) <= high:
        span = str(low) if low == high else sentence("{low} to {high}", low=low, high=high)
        raise Usage(
            numbered(
                high,
                "--names: the game is for {span} player, not for {names}",
                "--names: the game is for {span} players, not for {names}",
                span=span,
                names=len(names),
            )
        )
    return len(names) or None


def _spec(game: str | None, asked: Play, saved: Saved | None) -> Spec:
    """Return the game that is meant; what a saved game says already cannot be said otherwise."""
    if saved is not None:
        for flag, wanted, kept in (("players", asked.players, saved.trace.players), ("seed", asked.seed, saved.trace.seed)):
            if wanted is not None and wanted != kept:
                raise Usage(
                    sentence(
                        "--{flag} {wanted}: the saved game has {kept}; leave it out to go on with that",
                        flag=flag,
                        wanted=wanted,
                        kept=kept,
                    )
                )
    if game is not None:
        return make_spec(game, asked.with_, asked.set_)
    if saved is None:
        raise Usage(sentence("which game? `rulekit list` shows those that come with rulekit"))
    if asked.with_ or asked.set_:
        raise Usage(sentence("--with and --set go with a game: a saved game keeps its own"))
    return saved.spec or Spec(saved.trace.game)


def _seed() -> int:
    """Return a seed nobody chose."""
    import secrets

    return secrets.randbelow(1_000_000)


def watch(table: ReadyGame, mover: Callable[[Recording], Recording | None] | None = None) -> Iterator[Recording]:
    """Show a game from its first position to the end, move by move, and give every position.

    Bots play all seats; or it is played by `mover`, until that has no more moves.
    """
    namer, engine, here = table.namer, table.engine, table.start
    log, shown = log_from(engine, here.state, (None,)), 0
    log.rest(len(here.trace.steps))
    tell(table.say("bots_play", heading=first_line(table)) if mover is None else first_line(table))
    for line in table.about():
        tell(line)
    if not engine.is_over(here.state):
        show_table(table, here, None, closed=True)
        tell(legend_line(namer, engine, here.state, None, closed_view(table, here, None)))
    while not engine.is_over(here.state):
        number = len(here.trace.steps) + 1
        if number > MOST_DECISIONS:
            tell(table.say("given_up", count=MOST_DECISIONS))
            return
        before, after = here, (mover or table.bot_move)(here)
        if after is None:
            return
        here = after
        yield here
        log.hear(before, here)
        for told in log_lines(namer, log, None, number - 1):
            shown += is_numbered(told)
            for line in told_line(namer, told, shown):
                tell(line)
    show_table(table, here, None)
    for line in ending_lines(namer, engine, here.state):
        tell(line)


def first_line(table: ReadyGame) -> str:
    """Return what is played: `Nim: 2 players, seed 3`."""
    namer = table.namer
    game = heading(table.loaded, namer.title())
    return table.say("heading", game=game, count=namer.layout.players, seed=table.start.trace.seed)


def show_table(table: ReadyGame, recording: Recording, player: int | None, closed: bool = False) -> None:
    """The table as a player (None: somebody who sees everything) may see it. `closed`: only how many lie in what nobody sees."""
    screen = console()
    seen = closed_view(table, recording, player) if closed else view(table.engine, recording.state, player)
    colours, wide = shows_colours(screen), width_of(screen)
    for line in seen_table(table.namer, table.engine, recording.state, player, colours, wide, brief=True, seen=seen):
        screen.print(line)


def closed_view(table: ReadyGame, recording: Recording, player: int | None) -> View:
    """Return what somebody sees, but of what nobody sees only how many lie there."""
    seen = view(table.engine, recording.state, player)
    hidden = {place.name for place in table.namer.layout.places if place.sight == "hidden"}
    return evolve(seen, places=tuple(evolve(p, pieces=None) if p.place in hidden else p for p in seen.places))


def tell(line: str | Text) -> None:
    """One line, if there is something in it, as wide as the screen at most."""
    if line:
        show_line(console(), Text(line) if isinstance(line, str) else line)

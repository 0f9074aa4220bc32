"""`rulekit play`: set a game up, then let people and bots play it, or bots alone where nobody can be asked."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from rulekit.engine.chance import GOLDEN, mix
from rulekit.engine.engine import Engine, Refused
from rulekit.engine.stop import Fault
from rulekit.engine.trace import Recording, record, replay
from rulekit.report.playthrough import ending_lines
from rulekit.report.table import table_lines
from rulekit.report.words import Namer
from rulekit.tools.loading import Loaded, Spec, engine_of, holding_together, load, make_spec, namer_of
from rulekit.tools.problems import FINE, Problem, Usage
from rulekit.tools.saving import read_saved, save_game
from rulekit.tools.terminal import both_terminals, console, say

BOTS = 0x0B07B07B07B07B07
LONGEST = 10_000


@frozen
class Wish:
    """What the user asked for."""

    game: str | None
    changes: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    players: int | None = None
    bots: str | None = None
    seed: int | None = None
    save: str | None = None
    resume: str | None = None
    lang: str | None = None
    names: str | None = None


@frozen
class Table:
    """A game that is ready to be played."""

    loaded: Loaded
    engine: Engine
    namer: Namer
    start: Recording
    bots: frozenset[int]

    def bot_move(self, recording: Recording) -> Recording:
        """Let a bot decide: every move is equally likely, the same in the same game."""
        moves = self.engine.moves(recording.state)
        draw = mix(mix(recording.trace.seed ^ BOTS) + (len(recording.trace.steps) + 1) * GOLDEN)
        after = recording.play(moves[((draw >> 32) * len(moves)) >> 32])
        assert not isinstance(after, Refused)
        return after


def play_game(wish: Wish) -> int:
    """Play, with questions at a terminal, without any elsewhere."""
    table = _table(wish)
    save = Path(wish.save) if wish.save else None
    try:
        with holding_together(table.loaded):
            if both_terminals():
                _ask(table, save)
            else:
                last = watch(table)
                if save is not None:
                    save_game(save, last.trace, table.loaded)
    except Fault as fault:
        raise Problem((fault.diagnostic(),), table.loaded.texts) from None
    return FINE


def _ask(table: Table, save: Path | None) -> None:
    """Play with people; whatever ends it, the game is kept if it was to be."""
    from rulekit.tools.session import Session

    session = Session(table, save)
    try:
        session.run()
    finally:
        if save is not None:
            save_game(save, session.here.trace, table.loaded)


def _table(wish: Wish) -> Table:
    saved = read_saved(Path(wish.resume)) if wish.resume else None
    if wish.game is not None:
        spec = make_spec(wish.game, wish.changes, wish.settings)
    elif saved is not None:
        spec = saved.spec or Spec(saved.trace.game)
    else:
        raise Usage("which game? `rulekit list` shows those that come with rulekit")
    loaded = load(spec)
    engine = engine_of(loaded, saved.trace.players if saved else wish.players)
    namer = namer_of(loaded, engine, wish.lang, wish.names)
    bots = _bots(wish.bots, engine.program.layout.players)
    if saved is not None:
        resumed = replay(engine, saved.trace)
        if resumed.value is None:
            raise Problem(resumed.diagnostics, loaded.texts)
        return Table(loaded, engine, namer, resumed.value, bots)
    try:
        with holding_together(loaded):
            start = record(engine, _seed() if wish.seed is None else wish.seed)
    except Fault as fault:
        raise Problem((fault.diagnostic(),), loaded.texts) from None
    return Table(loaded, engine, namer, start, bots)


def _seed() -> int:
    """A seed nobody chose."""
    import secrets

    return secrets.randbelow(1_000_000)


def _bots(text: str | None, players: int) -> frozenset[int]:
    if text is None:
        return frozenset()
    if text.strip().lower() == "all":
        return frozenset(range(players))
    try:
        seats = frozenset(int(part) - 1 for part in text.split(","))
    except ValueError:
        raise Usage(f"--bots wants seats with commas between them, or `all`, not `{text}`") from None
    if not all(0 <= seat < players for seat in seats):
        raise Usage(f"--bots: the seats are 1 to {players}")
    return seats


def watch(table: Table) -> Recording:
    """Bots play all seats; every move is shown, and the table at the end."""
    namer, engine, here = table.namer, table.engine, table.start
    seed = here.trace.seed
    say(f"{namer.title()}: {namer.layout.players} players, seed {seed}; nobody can be asked here, so bots play")
    while not engine.is_over(here.state):
        number = len(here.trace.steps) + 1
        if number > LONGEST:
            say(f"given up after {LONGEST} decisions")
            return here
        decider = engine.decider(here.state)
        before = here
        here = table.bot_move(here)
        text = _said(table, before, here)
        say(f"{number:>4}. {namer.player(decider or 0)}: {text}")
    show_table(table, here, None)
    for line in ending_lines(namer, engine, here.state):
        say(line)
    return here


def _said(table: Table, before: Recording, after: Recording) -> str:
    from rulekit.engine.moves import move_tokens

    moves = table.engine.moves(before.state)
    wanted = after.trace.steps[-1].move
    number = next(n for n, m in enumerate(moves) if move_tokens(table.engine.program, m) == wanted)
    return table.namer.moves(moves, before.state.cells)[number]


def show_table(table: Table, recording: Recording, player: int | None) -> None:
    """The table as a player (None: somebody who sees everything) may see it."""
    from rulekit.engine.view import view

    screen = console()
    for line in table_lines(table.namer, view(table.engine, recording.state, player), screen.color_system is not None):
        screen.print(line)

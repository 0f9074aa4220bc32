"""`rulekit replay`: a saved game, move by move."""

from __future__ import annotations

from pathlib import Path

from rulekit.engine.stop import Fault
from rulekit.engine.view import view
from rulekit.report.playthrough import moves_of, playthrough_lines
from rulekit.report.table import table_lines
from rulekit.tools.loading import Spec, engine_of, load, make_spec, namer_of
from rulekit.tools.problems import FINE, Problem, Usage
from rulekit.tools.saving import read_saved
from rulekit.tools.terminal import console, say


def replay_game(
    trace: str, step: int | None, game: str | None, lang: str | None, names: str | None, changes: tuple[str, ...], settings: tuple[str, ...]
) -> int:
    """Play a trace again and show it; with `step` only so far, and the table as it is then."""
    saved = read_saved(Path(trace))
    if (changes or settings) and game is None:
        raise Usage("--with and --set go with --game")
    spec = make_spec(game, changes, settings) if game is not None else saved.spec or Spec(saved.trace.game)
    loaded = load(spec)
    engine = engine_of(loaded, saved.trace.players)
    namer = namer_of(loaded, engine, lang, names)
    try:
        checked = moves_of(engine, saved.trace, step)
        if checked.value is None:
            raise Problem(checked.diagnostics, loaded.texts)
        played, last = checked.value
        for line in playthrough_lines(namer, engine, saved.trace, played, last):
            say(line)
    except Fault as fault:
        raise Problem((fault.diagnostic(),), loaded.texts) from None
    if step is not None:
        screen = console()
        for text in table_lines(namer, view(engine, last.state, None)):
            screen.print(text)
    return FINE

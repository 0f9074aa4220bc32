"""`rulekit replay`: a saved game, move by move."""

from __future__ import annotations

from pathlib import Path

from rulekit.engine.faults import Fault
from rulekit.report.scene.table_text import seen_table
from rulekit.report.table.playthrough import moves_of, playthrough_lines, steps_of
from rulekit.tools.command_line.flags import Replay
from rulekit.tools.io.loading import Spec, engine_of, heading, load, make_spec, namer_of, names_of
from rulekit.tools.io.problems import FINE, Problem, Usage
from rulekit.tools.io.saving import Saved, load_for, read_saved
from rulekit.tools.terminal.terminal import console, say, shows_colours, width_of
from rulekit.wording import sentence


def replay_game(trace: str, asked: Replay) -> int:
    """Play a trace again and show it; with `step` only up to the line of that number, and the table as it is then."""
    saved, step = read_saved(Path(trace)), asked.step
    spec = _spec(asked, saved)
    loaded = load_for(saved, spec) if asked.game is None else load(spec)
    engine = engine_of(loaded, saved.trace.players)
    namer = namer_of(loaded, engine, asked.lang, names_of(asked.names) or saved.names)
    try:
        checked = moves_of(engine, saved.trace)
        if checked.value is not None and step is not None:
            made = steps_of(namer, engine, saved.trace, checked.value[0])
            checked = moves_of(engine, saved.trace, _at(made, step))
        if checked.value is None:
            raise Problem(checked.diagnostics, loaded.texts)
        played, last = checked.value
        for line in playthrough_lines(namer, engine, saved.trace, played, last, heading(loaded, namer.title())):
            say(line)
    except Fault as fault:
        raise Problem((fault.diagnostic(),), loaded.texts) from None
    if step is not None:
        screen = console()
        for text in seen_table(namer, engine, last.state, None, shows_colours(screen), width_of(screen), brief=True):
            screen.print(text)
    return FINE


def _at(made: list[int], step: int) -> int:
    """Return how many decisions had been made with the line of that number."""
    if step >= len(made):
        raise Usage(sentence("--step {step} is too far: the last move has the number {count}", step=step, count=len(made) - 1))
    return made[step]


def _spec(asked: Replay, saved: Saved) -> Spec:
    if asked.game is not None:
        return make_spec(asked.game, asked.with_, asked.set_)
    if asked.with_ or asked.set_:
        raise Usage(sentence("--with and --set go with --game"))
    return saved.spec or Spec(saved.trace.game)

"""A trace rendered to read."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from rulekit.engine.engine import Refused
from rulekit.engine.trace import Recording, record
from rulekit.report.rules.program import program_lines
from rulekit.report.table.playthrough import moves_of, playthrough_lines
from rulekit.report.words import make_namer
from tests.report.market import market
from tests.report.snapshots import TextSnapshot


def played() -> Recording:
    """A short game in which always the last move is made."""
    _, engine = market()
    here = record(engine, 5)
    while not engine.is_over(here.state):
        moves = engine.moves(here.state)
        after = here.play(moves[len(here.trace.steps) % len(moves)])
        assert not isinstance(after, Refused)
        here = after
    return here


def test_a_short_playthrough(snapshot: SnapshotAssertion) -> None:
    model, engine = market()
    trace = played().trace
    checked = moves_of(engine, trace)
    assert checked.value is not None
    lines = playthrough_lines(make_namer(model, engine.program.layout), engine, trace, *checked.value)
    assert "\n".join(lines) + "\n" == snapshot(extension_class=TextSnapshot)


def test_a_playthrough_can_stop_early() -> None:
    model, engine = market()
    checked = moves_of(engine, played().trace, 1)
    assert checked.value is not None
    lines = list(playthrough_lines(make_namer(model, engine.program.layout), engine, played().trace, *checked.value))
    assert lines[-1].strip().startswith("(not finished;")


def test_a_program_names_its_rules_and_cells() -> None:
    _, engine = market()
    said = "\n".join(program_lines(engine.program))
    assert "[buy.dear]" in said and "place store[player: 2 from 0]: hand of crate, private" in said
    assert said.count("\n") > len(engine.program.nodes)

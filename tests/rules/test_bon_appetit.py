"""Bon Appétit: what each worked example sets going, rule by rule with its citations, locked as a readable text."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulekit.model.model import GameModel
from rulekit.model.rules import Citation
from rulekit.pipeline import check_game
from rulekit.study.examples import Result, run_examples
from tests.report.snapshots import TextSnapshot

PATH = Path(__file__).parents[2] / "rules" / "bon-appetit.cafe"
CHECKED = check_game(PATH.read_text(encoding="utf-8"), "bon-appetit.cafe")
assert CHECKED.value is not None
MODEL: GameModel = CHECKED.value
RESULTS = {r.example.name: r for r in run_examples(MODEL)}


def pointers(cites: tuple[Citation, ...]) -> str:
    """Citations as short pointers: `turn.5`, `ruling`."""
    return ", ".join(f"{c.section}.{c.place}" if c.how == "cited" else c.how for c in cites)


def told(result: Result) -> str:
    """The example as a text: title, moves, the rules each set going, and the end."""
    lines = [f'{result.example.name} "{result.example.title}"  ({pointers(result.example.cites)})']
    for done in result.story:
        lines.append(f"{result.example.seats[done.player]}: {' '.join(done.move.actions)}")
        lines += [f"    {f.address}" + (f"  ({pointers(f.cites)})" if f.cites else "") for f in done.fired]
    assert result.engine is not None
    assert result.state is not None
    outcome = result.engine.outcome(result.state)
    seats = result.example.seats
    lines.append("cards: " + ", ".join(f"{s} {n}" for s, n in zip(seats, outcome.totals, strict=True)))
    return "\n".join(lines) + "\n"


def test_every_rulebook_example_has_its_place() -> None:
    """BA-T1 to BA-T4 of the list of worked examples."""
    assert {"cat_comes", "only_cheese", "only_cheese_whole_pile", "another_mouse", "for_three"} <= RESULTS.keys()


@pytest.mark.parametrize("name", sorted(RESULTS))
def test_example_holds_for_these_rules(name: str, snapshot: SnapshotAssertion) -> None:
    result = RESULTS[name]
    assert result.problem is None
    assert told(result) == snapshot(extension_class=TextSnapshot)

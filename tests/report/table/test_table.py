"""The table as players see it, and the looks of pieces."""

from __future__ import annotations

import pytest

from rulekit.colours import colour
from rulekit.engine.engine import Refused
from rulekit.engine.view import view
from rulekit.report.table.table import table_lines
from rulekit.report.words import make_namer
from tests.report.market import market
from tests.report.table.test_spoken_log import played

MODEL, ENGINE = market()
NAMER = make_namer(MODEL, ENGINE.program.layout, "en", ("ada", "bob"))


def shown(player: int | None, coloured: bool = False) -> list[str]:
    """The lines without their colours."""
    state = ENGINE.start(3)
    bought = ENGINE.apply(state, ENGINE.moves(state)[0])
    return [line.plain for line in table_lines(NAMER, view(ENGINE, bought, player), coloured)]  # type: ignore[arg-type]


def test_a_player_sees_the_own_store_but_not_the_others() -> None:
    mine, theirs = (next(line for line in shown(p) if line.startswith("  store")) for p in (0, 1))
    assert mine.endswith(("▣1", "▣2"))
    assert theirs == "  store  1 crate"


def test_hidden_markers_are_not_shown() -> None:
    assert "  plans  0" in shown(0) or "  plan  0" in shown(0)
    assert any(line.startswith("  plan") and line.endswith("?") for line in shown(0))


def test_what_only_a_colour_tells_is_said_where_there_are_none() -> None:
    plain, coloured = (next(line for line in shown(0, c) if line.startswith("  stall")) for c in (False, True))
    assert ("apple ▣" in plain or "pear ▣" in plain) and "apple" not in coloured and "pear" not in coloured


def test_spots_with_two_indices_are_a_grid() -> None:
    lines = shown(0)
    at = next(n for n, line in enumerate(lines) if line.startswith("  grid"))
    assert lines[at + 1].startswith("  2 ") and "▣" in lines[at + 1]
    assert "·" in lines[at + 2]


@pytest.mark.parametrize(
    ("name", "known"), [("gold", True), ("#12abef", True), ("[red]", False), ("nonsense", False), ("", False)]
)
def test_only_known_colours_are_used(name: str, known: bool) -> None:
    assert bool(colour(name)) == known


def test_markup_in_a_file_is_only_text() -> None:
    assert NAMER.title() == "Market [day]"


def test_what_says_nothing_is_left_out_of_a_brief_table() -> None:
    """Numbers and markers that are 0, none or no for everybody; what is for the rules alone is on no table."""
    engine, _, namers = played(())
    seen = [[line.plain for line in table_lines(namers["en"], view(engine, engine.start(2), 0), brief=b)] for b in (False, True)]
    names = [{line.split("  ")[1] for line in lines if line.startswith("  ")} for lines in seen]
    assert names[0] - names[1] == {"lonely", "host", "busy", "sugar cubes"}
    assert "seated" not in names[0] and "bank of sugar cubes" in names[1]


def test_a_number_that_one_player_has_is_shown_for_all() -> None:
    moves = ("show the Earl Grey drinker to the south", "leave it")
    engine, _, namers = played(moves)
    state = engine.start(2)
    for move in moves:
        texts = namers["en"].moves(engine.moves(state), state.cells)
        after = engine.apply(state, engine.moves(state)[next(n for n, text in enumerate(texts) if text.startswith(move))])
        assert not isinstance(after, Refused)
        state = after
    lines = [line.plain for line in table_lines(namers["en"], view(engine, state, 0), brief=True)]
    assert "  sugar cubes  1" in lines and "  sugar cubes  0" in lines and "  host  Ada" in lines
    assert not any(line.startswith("  busy") for line in lines)

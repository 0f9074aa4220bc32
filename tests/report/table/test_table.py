"""The table as players see it, and the looks of pieces."""

from __future__ import annotations

import pytest

from rulekit.engine.view import view
from rulekit.report.table.looks import colour
from rulekit.report.table.table import table_lines
from rulekit.report.words import make_namer
from tests.report.market import market

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

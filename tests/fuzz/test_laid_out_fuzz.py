"""Some layouts, looks and words of strangers, drawn in every way; more of them: `make fuzz`."""

from __future__ import annotations

import pytest
from rich.text import Text

from rulekit.pipeline import check_game
from rulekit.report.line_wrap import fold
from rulekit.report.scene.table_text import seen_table
from rulekit.report.text import width
from tests.fuzz.laid_out_fuzz import guarded
from tests.report.scene.looking import begun

CHUNKS, EACH = 4, 15


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_cases(chunk: int) -> None:
    for number in range(chunk * EACH, (chunk + 1) * EACH):
        result, details = guarded(2026, number)
        assert result != "crash", f"python -m tests.fuzz.laid_out_fuzz --case 2026:{number}\n{details}"


def test_a_board_of_which_only_a_part_is_laid_out_is_told_in_lists() -> None:
    """What is left of it is no board: it was drawn as one, and fell over the missing squares."""
    maker, state = begun("layout\n  | board[1, 1] | board[1, 2] |\n")
    told = [line.plain for line in seen_table(maker.namer, maker.engine, state, 0, wide=80)]
    assert any("board" in line for line in told)


def test_a_family_at_an_index_that_there_is_not_is_a_gap() -> None:
    """Which column is meant, is known in play only: it fell over a column that does not exist."""
    maker, state = begun("layout\n  | board[count(pot) + 90] | cup[green] |\n")
    scene = maker.scene(state, 0)
    assert scene is not None and scene.middle is not None and len(scene.middle.cells) == 1


def test_a_very_long_word_is_cut_where_the_screen_ends() -> None:
    """It took minutes for a few thousand letters."""
    lines = fold(Text("W" * 30_000 + " " + "i" * 30_000), 80)
    assert max(width(line.plain) for line in lines) <= 80
    assert "".join(line.plain.strip() for line in lines) == "W" * 30_000 + "i" * 30_000


def test_a_scene_has_so_many_pieces_places_and_letters_at_most() -> None:
    """Many cells with a long text, or with all places of a large family: too much to be drawn, so lists are."""
    many = 'layout\n  for each x in 1..3000\n    | "{x} ' + "W" * 900 + '" |\n'
    maker, state = begun(many)
    assert maker.scene(state, 0) is None
    assert seen_table(maker.namer, maker.engine, state, 0, wide=80)


def test_a_layout_that_only_loops_is_found_too_large_in_time() -> None:
    loops = "layout\n  for each a in 1..4000, b in 1..4000, c in 1..4000 where a > 4000\n    | pot |\n"
    from tests.report.scene.looking import GAME

    assert check_game(GAME + loops, "tea.cafe").diagnostics is not None

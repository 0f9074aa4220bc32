"""A table that reads well: nothing said twice, no numbers that mean nothing, no line wider than the screen."""

from __future__ import annotations

import pytest
from rich.text import Text

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.engine.view import view
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.line_wrap import fold
from rulekit.report.table.table import table_lines
from rulekit.report.text import width
from rulekit.report.words import Namer, make_namer

WELL = """cafe en
game well "Well"
  players 2

kind hue: grey, green
piece stone in shore
  hue
  points: 0..2
  wet: truth = no
  | copies | hue   | points |
  | 2      | grey  | 0      |
  | 1      | green | 0, 2   |

place shore: row of stone
place pond[hue]: pile of stone
place board[column: 1..12, row: 1..2]: spot of stone
tally luck[player] bank unlimited
marker seen[hue]: truth = no
marker owner: player or none

play
  turns from starter until shore is empty
    one of
      - do throw_stone
      - still: only if any(hue where seen[hue]) because "nothing has been thrown yet"
        do watch
    may
      done: only if owner is not none because "nobody owns the well"
      do rest

action throw_stone
  choose stone in shore
  set stone.wet to yes
  set seen[stone.hue] to yes
  set owner to me
  move stone to pond[stone.hue]
  gain 1 luck

action watch
  gain 1 luck

action rest
  gain 1 luck

winner p
  most luck[p]

words fr
  | name         | one       | many      |
  | grey         | "gris"    |           |
  | green        | "émeraude" |          |
  | stone        | "caillou" | "cailloux" |
  | stone.wet    | "mouillé" |           |
  | board.column | "colonne" |           |
  | box          | "le fond" |           |
"""


def well(language: str = "en") -> tuple[Namer, Engine]:
    """The game for two."""
    checked = check_game(WELL, "well.cafe")
    assert checked.value is not None and checked.ok, checked.diagnostics
    program = lower(checked.value, 2).value
    assert program is not None
    return make_namer(checked.value, program.layout, language, ("ada", "bob")), Engine(program)


def thrown(engine: Engine) -> State:
    """After the first stone."""
    state = engine.start(1)
    after = engine.apply(state, engine.moves(state)[0])
    assert isinstance(after, State)
    return after


def lines(language: str = "en", wide: int | None = None, first: bool = False) -> list[str]:
    """The table after the first stone (or before it)."""
    namer, engine = well(language)
    state = engine.start(1) if first else thrown(engine)
    return [line.plain for line in table_lines(namer, view(engine, state, 0), wide=wide)]


def test_a_number_that_a_kind_of_piece_always_has_as_nought_is_left_out() -> None:
    assert "  shore  2×grey, green 0, green 2" in lines(first=True)


def test_what_the_index_says_is_not_said_again_and_what_holds_has_its_name() -> None:
    assert "  pond  grey wet  ·  green –" in lines()


def test_of_several_truths_those_that_hold_are_listed() -> None:
    assert "  seen  –" in lines(first=True)
    assert "  seen  grey" in lines()


def test_an_endless_bank_has_no_number() -> None:
    assert "  bank of luck  unlimited" in lines()


def test_indices_nobody_and_the_box_have_words() -> None:
    assert "  board  (en largeur : colonne, en hauteur : row)" in lines("fr", first=True)
    assert "  owner  personne" in lines("fr", first=True)
    assert well("fr")[0].family("box", ()) == "le fond"
    assert well("it")[0].family("box", ()) == "scatola"


@pytest.mark.parametrize("wide", [20, 30, 60])
def test_no_line_is_wider_than_the_screen(wide: int) -> None:
    assert max(map(width, lines(wide=wide))) <= wide
    assert "".join(lines(wide=60)).split() == "".join(lines()).split()


def test_lines_are_cut_between_items_and_never_before_a_mark() -> None:
    line = Text("  étagère  espresso 1, 2, 3  ·  latte macchiato 4, 11 ; c'est « tout à fait » prêt !", "dim")
    cut = fold(line, 34)
    assert [part.plain for part in cut] == [
        "  étagère  espresso 1, 2, 3  ·",
        "           latte macchiato 4, 11 ;",
        "           c'est « tout à fait »",
        "           prêt !",
    ]
    assert all("dim" in str(part.spans) for part in cut)

    assert [part.plain for part in fold(Text("il est tout prêt !"), 17)] == ["il est tout", "    prêt !"]
    items = fold(Text("espresso macchiato 1, latte macchiato 4"), 30)
    assert [part.plain for part in items] == ["espresso macchiato 1,", "    latte macchiato 4"]


def test_a_board_that_is_too_wide_is_listed() -> None:
    assert "  board  (column across, row up)" in lines(wide=60)
    assert "  board  all empty" in lines(wide=30)


def test_a_word_wider_than_the_screen_is_cut() -> None:
    assert [part.plain for part in fold(Text("🧀" * 10), 12)] == ["🧀" * 6, "    " + "🧀" * 4]

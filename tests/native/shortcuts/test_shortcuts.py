"""Where machine code takes a shorter way than the rules (bits for lists, no state for a glance), both engines agree."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulekit.model.model_walk import everything, expressions
from rulekit.native.llvm.cache import Cache
from rulekit.native.program_facts import make_plan
from rulekit.program import program as prog
from tests.native.tiny import agree, made


def _one_of(lines: Sequence[str]) -> str:
    """A choice of one of several statements."""
    return f"choose which in 1..{len(lines)}\n" + "".join(
        f"  {'else ' if n else ''}if which is {n + 1}\n    {line}\n" for n, line in enumerate(lines)
    )


# ---- lists of pieces as sets -----------------------------------------------------------------------
THINGS = """
kind form: cup, jug, pot
kind shade: red, blue, green
piece thing in tray
  form
  shade
  | copies | form | shade |
  | 1      | each | each  |
place tray: row of thing
place space[1..3]: row of thing
marker m: 0..9 = 0
define clash(coming: list of thing, staying: list of thing) = any(x in coming where x.form in staying.form)
define held(x: thing, things: list of thing) = x in things
define lengthy(coming: list of thing, staying: list of thing) = any(x in coming where x.form in staying.form)
    and any(y in coming where y.shade in staying.shade) and any(z in staying where z.form in coming.form)
setup
  for each x in tray
    choose at in 1..3 at random
    move x to space[at]
play
  turns from starter until m is 4
    set m to m + 1
    may do swap
action swap
  choose here in 1..2
  choose some mine in space[here]
  choose there in here + 1..3
  choose some yours in space[there]
  let rest = list(x in space[there] where x not in yours)
  {}
  move mine to space[there]
  {}
  move yours to space[here]
"""
UNLISTED = {  # whether the list `rest` need not be written down
    ("only if not clash(mine, rest)", ""): True,
    ("only if not lengthy(mine, rest)", ""): False,
    ("only if not clash(mine, rest) and count(rest) < 3", ""): False,
    ("only if not any(x in rest where x.shade in mine.shade)", ""): True,
    ("only if any(x in rest where x.shade in space[here].shade) or clash(yours, mine)", ""): True,
    ("only if every(x in mine where x.form not in rest.form)", ""): False,
    ("only if space[there][1] in rest and space[here][1] in mine", ""): True,
    ("only if not held(space[there][1], rest) or held(space[here][1], mine)", ""): True,
    (
        "let left = list(x in space[here] where x not in mine and x in space[here])\n"
        "  only if not clash(yours, left) and not clash(mine, rest)",
        "",
    ): True,
    ("let others = rest\n  only if not clash(mine, others)", ""): False,
    ("if clash(mine, rest)\n    only if m < 3\n  else\n    only if m > 1", ""): True,
    ("choose k in 1..2 where k is 1 or not clash(mine, rest)", ""): False,
    ("only if m < 9", "only if not clash(mine, rest)"): False,
    ("only if not clash(mine, rest)", "set m to min(9, m + count(rest))"): False,
}


@pytest.mark.parametrize(("before", "after"), UNLISTED, ids=lambda line: line[:60])
def test_lists_of_pieces_that_are_asked_for_as_sets(before: str, after: str, as_written: Cache) -> None:
    game = made(THINGS.format(before, after))
    cells = [e for n in game.nodes for outer in expressions(n) for e in everything(outer) if isinstance(e, prog.Cell)]
    rest = {cell.slot for cell in cells if cell.name == "rest"}
    assert rest and (rest <= make_plan(game).unlisted) is UNLISTED[before, after]
    agree(game, as_written)


# ---- who sits on the spots of a board, and glances ---------------------------------------------------
CAFE = """
kind nation: france, italy, spain
kind sex: woman, man
kind corner: left, middle, right
kind chair
  touches: list of corner
  | chair  | touches       |
  | north  | left, middle  |
  | south  | left, right   |
  | east   | middle, right |
  | west   | left          |
  | inner  | middle        |
  | outer  | right         |
piece lamp in lamps
  | copies |
  | 3      |
place lamps: row of lamp
piece guest in guests
  nation
  sex
  hat: 1..4
  | copies | nation | sex  | hat  |
  | 1      | each   | each | 1, 3 |
  | 1      | each   | each | 2, 4 |
place guests: deck of guest
place hand[player]: hand of guest
place stool[chair]: spot of guest
marker m: 0..9 = 0
marker alone: chair or none
tally points[player]
define party(corner) = list(stool[chair] for chair where corner in chair.touches and stool[chair] is not empty)
define ladies(corner) = count(g in party(corner) where g.sex is woman)
setup
  shuffle guests
  deal 4 from guests to hand
play
  turns from starter until m is 6 or every(p in players where hand[p] is empty)
    may do sit
    may do change
    set m to m + 1
action sit
  choose guest in hand[me]
  choose chair
  only if stool[chair] is empty
  move guest to stool[chair]
  set m to m + 0
  {}
  set alone to if count(party(left)) is 1 then chair else none
  let full = list(corner where count(party(corner)) is 3)
  for each corner in full
    move party(corner) to box
  only if alone is none or ladies(left) is 1
action change
  choose from in [north, south, east, west, inner, outer]
  choose chair
  only if stool[from] is not empty and stool[chair] is empty
  move stool[from] to stool[chair]
  {}
"""
COMPANY = (
    "only if every(corner in chair.touches where ladies(corner) <= 1)",
    "only if every(corner in chair.touches where count(g in party(corner) where g.sex is man) is not 2)",
    "only if any(corner in chair.touches where every(g in party(corner) where g.nation is italy))",
    "only if every(k in chair.touches where count(party(k)) < 3 and not any(g in party(k) where g.nation is spain))",
    "only if not any(g in party(middle) where g.hat is 3)",
    "only if every(g in party(left) where g.nation is stool[chair].nation)",
    "only if count(g in party(right) where g.sex is woman and g.nation is france) <= 1",
    "gain count(party(left)) * ladies(middle) points",
    "only if every(g in party(left) where g.nation is not italy)",
)


def test_pieces_on_the_spots_of_a_board(as_written: Cache) -> None:
    agree(made(CAFE.format(_one_of(COMPANY), COMPANY[0])), as_written, 30)


# ---- pieces that lie one after another -----------------------------------------------------------------
PILES = """
piece card in deck
  value: 1..12
  | copies | value |
  | 1      | each  |
place deck: deck of card
place line: row of card
place mine[player]: {} of card
place heap: pile of card
marker m: 0..9 = 0
setup
  shuffle deck
  deal 3 from deck to mine
  draw 3 from deck to heap
play
  turns from starter until m is 8
    set m to m + 1
    do take
action take
  choose n in 0..4
  {}
score p
  value: sum(mine[p][n].value * n for n in 1..count(mine[p]))
"""


RUNS = (
    "move reversed(bottom(heap, n)) to mine[me]", "move reversed(bottom(heap, n)) {} mine[me]",
    "move top(mine[me], n) under line", "move top(mine[me], n) to deck", "move top(mine[me], n) {} mine[me]",
    "move bottom(deck, n) to heap", "move line to deck",
    "move reversed(top(deck, n)) under heap", "move heap under heap", "move reversed(line) to mine[next(me)]",
    "move mine[me] to line", "move bottom(line, n) to box",
)  # fmt: skip


@pytest.mark.parametrize("shape", ["pile", "deck", "row", "hand", "bag"])
def test_runs_of_pieces(shape: str, as_written: Cache) -> None:
    under = "to" if shape in ("hand", "bag") else "under"
    agree(made(PILES.format(shape, _one_of([line.format(under) for line in RUNS]))), as_written, 20)

"""Where the engines were once found to disagree, to crash or to give up: they do not any more."""

from __future__ import annotations

import pytest

from rulekit.native.cache import Cache
from tests.native.tiny import agree, made

ACT = """
marker m: 0..9 = 0
marker t: 0..9 = 0
{}play
  turns from starter until t is 3
    set t to t + 1
    may do act
action act
{}"""
SIZES = """
piece thing in row[1]
  size: 1..2
  | copies | size |
  | 2 | each |
place row[1..3]: row of thing
place bin: row of thing
"""
STOOLS = SIZES + "place stool[1..3]: spot of thing\n"
CLASH = "define clash(a: list of thing, b: list of thing) = any(x in a where x.{0} in b.{0})\n"
MANY = """
piece thing in row
  size: 1..5
  | copies | size |
  | 5 | each |
place row: row of thing
place bin: row of thing
setup
  shuffle row
  move top(row, 20) to bin
"""
SPICES = """
kind form: cup, jug
kind spice
  grows: list of form
  | spice | grows |
  | aa | cup |
  | bb | jug, cup |
marker f: form = cup
"""
HOLES = {
    "a definition asks for a marker that a glance has set": (
        "define big = m + m + m + m + m + m + m + m > 9\n",
        "  choose k in 1..3\n  set m to k\n  only if big\n",
    ),
    "a marker changes that said where a piece lies": (
        "marker k: 1..2 = 1\n" + SIZES,
        "  choose x in row[k]\n  set k to 2\n  move x to bin\n  only if count(row[1]) is 3\n",
    ),
    "truths as values that are shared": (
        SIZES.replace("size: 1..2", "wet: truth").replace("size", "wet") + CLASH.format("wet"),
        "  choose 1..2 xs in row[1]\n  only if clash(xs, row[1])\n  move xs to bin\n",
    ),
    "an attribute of a variable inside": (
        SIZES + SPICES,
        "  only if any(x in row[1] where any(s in spice where f in s.grows and x.size is 1))\n  set f to jug\n",
    ),
    "none in a set": (
        STOOLS,
        "  choose x in row[1]\n  let xs = list(stool[n] for n in 1..2)\n  only if x in xs\n  move x to bin\n",
    ),
    "none is in a set": (
        STOOLS,
        "  choose k in 1..2\n  let xs = list(stool[n] for n in 1..2)\n  only if stool[k] in xs\n  move row[1, 1] to bin\n",
    ),
    "none as a value that is shared": (
        STOOLS + CLASH.format("size"),
        "  choose k in 1..2\n  only if clash([stool[1]], [stool[k]])\n  move row[1, 1] to bin\n",
    ),
    "a choice of nones": (
        STOOLS.replace("| 2 | each |", "| 1 | each |"),
        "  choose some xs in list(stool[n] for n in 1..2)\n  move row[1, 1] to bin\n",
    ),
    "a choice of alike nones is a fault": (STOOLS, "  choose some xs in list(stool[n] for n in 1..2)\n  move row[1, 1] to bin\n"),
    "a place moves, then one of its pieces": (
        SIZES,
        "  choose x in row[1]\n  move row[1] to row[2]\n  move x to bin\n  only if count(row[1]) is 0\n",
    ),
    "a place moves onto itself": (SIZES, "  choose a in 1..2\n  move row[a] to row[1]\n  only if count(row[1]) > 0\n"),
    "a list of one definition in another": (
        SIZES + "define b(x: thing, ys: list of thing) = x.size in ys.size\ndefine a(xs: list of thing, ys: list of thing) = "
        "any(x in xs where x.size in ys.size and not b(x, row[2]) and t < 9)\n",
        "  choose x in row[1]\n  only if a(row[1], [x])\n  move x to bin\n",
    ),
    "long lists of candidates": (
        MANY,
        "  choose 1..2 xs in row\n  only if count(distinct(xs.size)) is count(xs)\n  move xs to bin\n",
    ),
    "long lists made for a choice": (
        MANY,
        "  choose x in list(y in row where y.size > 1), z in list(y in row where y.size < 5) "
        "where count(distinct(list(q in row where q is not x and q is not z).size)) is 3\n  move x to bin\n",
    ),
    "long lists behind an effect": (
        MANY,
        "  choose k in 1..2\n  move row[k] to bin\n  choose x in list(y in row where y.size > 1)\n"
        "  let rest = list(y in row where y is not x)\n  only if rest[1].size > 2\n  move x to bin\n  choose 1..2 xs in row\n"
        "  let left = list(y in row where y not in xs)\n  only if count(left) is 1\n  move xs to bin\n"
        "  only if sum(row.size) mod 2 is 0\n",
    ),
    "what is worked out early, met twice": (
        "",
        "  for each j in 1..2\n    choose a in 1..2\n    let y = j\n    let z = a + y\n    only if z < 4\n  set m to 2\n",
    ),
    "none in a constant test": (
        STOOLS + "define fits(j: number) = count(n in 1..3 where n is not j and n + t > 0) > 0\n",
        "  only if fits(stool[1].size)\n  move row[1, 1] to bin\n",
    ),
    "none in a constant test of spots": (
        STOOLS + "define fits(j: number) = count(list(stool[n] for n in 1..3 where n is not j and stool[n] is not empty)) > 0\n"
        "setup\n  move row[1, 1] to stool[2]\n",
        "  only if fits(stool[1].size)\n  move row[1, 1] to bin\n",
    ),
    "a list told to what is only tried": (
        SIZES,
        "  choose some xs in row[1]\n  only if me can put(xs)\n  move xs to bin\naction put(things: list of thing)\n"
        "  only if count(things) < 2\n  move things to bin\n",
    ),
    "a fault that nobody meets": (
        STOOLS + "define seated = list(stool[n] for n in 1..3 where stool[n] is not empty)\n",
        "  choose x in row[1]\n  only if every(g in seated where g.size is (if stool[1].size < 2 then 1 else 2))\n"
        "  move x to bin\n",
    ),
    "too long a search": (
        "tally gold[player] bank 9\n",
        "  choose a in 1..60, b in 1..60\n  set m to 1\n" + "  may\n    gain 1 gold\n" * 4 + "  only if m is 1\n",
    ),
}


@pytest.mark.parametrize("name", HOLES)
def test_holes_stay_closed(name: str, as_written: Cache) -> None:
    before, act = HOLES[name]
    agree(made(ACT.format(before, act)), as_written, least=0)

"""Where the engines were once found to disagree, to crash or to give up: they do not any more."""

from __future__ import annotations

import pytest

from rulekit.native.llvm.cache import Cache
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
SLOW = "action slow\n  choose a in 1..20\n  choose b in 1..20\n  set m to 1\n  only if m is 2\n"
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
    "none among pieces that move": (
        STOOLS.replace("| 2 |", "| 4 |"),
        "  choose k in 1..2\n  move [stool[1], row[1, 2], row[1, 3]] to bin\n",
    ),
    "none among pieces that move out of sight": (
        STOOLS + "place d: deck of thing\n",
        "  move [stool[1], row[1, 1]] to row[2]\n  only if count(row[2]) > 0\n",
    ),
    "none for a parameter with a range": (
        STOOLS + "define f(n: 1..2) = count(row[n])\n",
        "  choose k in 1..2\n  only if f(stool[k].size) > 0\n  set m to k\n",
    ),
    "none for a parameter of a step": (
        STOOLS + "marker c[1..2]: 0..9 = 1\n",
        "  choose k in 1..2\n  do put(stool[k].size)\nstep put(n: 1..2)\n  set c[n] to 2\n",
    ),
    "none for a parameter that is counted with": (
        STOOLS + "define f(n: 1..2) = n + 1 > 0\n",
        "  choose k in 1..2\n  only if not f(stool[k].size)\n  set m to k\n",
    ),
    "none for a parameter that is looked up": (
        STOOLS + "table w[n: 1..2]: number\n  | 1 | 5 |\n  | 2 | 6 |\ndefine f(n: 1..2) = w[n]\n",
        "  choose k in 1..2\n  only if f(stool[k].size) >= 0\n  set m to k\n",
    ),
    "a list for a parameter that nothing reads": (
        SIZES + "define f(xs: list of thing, n: number) = count(q in 1..3 where q > n and q > 0 and q > -1) + n\n",
        "  choose k in 1..3\n  only if f(row[1], k) > 1\n  set m to 1\n",
    ),
    "who decides after somebody else has begun": (
        "",
        "  next(me) does plain\naction plain\n",
    ),
    "a fault in the first of two choices": (
        SIZES,
        "  choose x in row[1] where 3 div m > 0\n  choose a in 1..3\n  only if a > 3 + t\n  set m to 1\n",
    ),
    "too many ways before a choice of nothing": (
        "",
        "  choose a in list(q for q in 1..60)\n  choose b in list(q for q in 1..60)\n"
        "  choose c in list(q for q in 1..60)\n  choose d in 1..60\n  only if d > 99 + t\n  set m to 1\n",
    ),
    "what somebody can do, worked out early": (
        "",
        "  choose x in list(q for q in 1..60)\n  let y = me can slow\n  only if y or x > 0\n  set m to 1\n" + SLOW,
    ),
    "what somebody can do, kept": (
        "",
        "  choose x in list(q for q in 1..60)\n  let z = x + 1\n  only if z > 0\n  choose c in 1..2\n"
        "  only if me cannot slow or c is 3\n  set m to 1\n" + SLOW,
    ),
    "what somebody can do, for a choice apart": (
        "",
        "  choose x in list(q for q in 1..60)\n  choose c in 1..2\n  only if me cannot slow or c is 3\n  set m to 1\n" + SLOW,
    ),
    "a fault before a constant test": (
        "",
        "  only if count(n in 1..3 where 3 div m > 0 and n > 5) is 0\n  set m to 1\n",
    ),
    "a fault behind the answer in a list of a definition": (
        "define big = list(n in 1..3 where 3 div (3 - n + m) > 0)\n",
        "  only if any(q in big where q is 1)\n  set m to 1\n",
    ),
    "a fault behind the first of a list": (
        "define big = list(n in 1..3 where 3 div (3 - n + m) > 0)\n",
        "  only if first(q in big where q is 1) is 1\n  set m to 1\n",
    ),
    "a fault in values that are only counted": (
        "define big = list(3 div (3 - n + m) for n in 1..3)\n",
        "  only if count(big) is 3\n  set m to 1\n",
    ),
    "actions in actions, ahead": (
        "",
        "  choose a in 1..2\n  set m to a\n  for each j in 1..66\n    do sub\n  only if m is 2\naction sub\n  set m to m\n",
    ),
    "actions in actions, in a menu": (
        "",
        "  for each j in 1..17\n    do a1\n  set m to 1\naction a1\n  do a2\naction a2\n  do a3\naction a3\n"
        "  choose z in list(q for q in 1..1)\n",
    ),
    "the least number in a sum": (
        "marker big: -2147483647..0 = -2147483647\n",
        "  let s = sum([big, -1])\n  only if s is none or s < 5\n  set m to 1\n",
    ),
    "dealing very many": (
        SIZES + "place mine[player]: hand of thing\n",
        "  deal 2000000000 from row[1] to mine\n",
    ),
    "nothing is drawn to a taken spot": (
        STOOLS + "setup\n  move row[1, 1] to stool[1]\n",
        "  choose a in 1..3\n  draw 1 from stool[3] to stool[a]\n",
    ),
    "a pile is refilled from a spot with the first piece": (
        "piece thing in stool\n  size: 1..1\n  | copies | size |\n  | 1 | each |\n"
        "place stool: spot of thing\nplace pile: deck of thing, refilled from stool\nplace bin: row of thing\n",
        "  draw 1 from pile to bin\n  set m to count(bin) + 1\n",
    ),
    "many choices in a row": (
        "",
        "  for each j in 1..33\n    choose a in list(q for q in 1..9 where q is j mod 9 + 1)\n    only if a > 0\n  set m to 1\n",
    ),
    "a list of 65 for a definition": (
        "define twice(xs: list of number) = list(x * 2 for x in xs where x > 0 and x < 100 and x is not 77 and x is not 78)\n",
        "  let ys = twice(list(n for n in 1..65))\n  only if count(ys) is 65\n  set m to 1\n",
    ),
    "lists are compared": (
        SIZES,
        "  choose some xs in row[1]\n  let ys = row[1]\n  only if xs is not ys\n  set m to 1\n",
    ),
    "a loop that may be left at once, looked at often": (
        "",
        "  choose a in 1..40\n  choose b in 1..3\n  may repeatedly\n    set m to b\n",
    ),
}


@pytest.mark.parametrize("name", HOLES)
def test_holes_stay_closed(name: str, as_written: Cache) -> None:
    before, act = HOLES[name]
    agree(made(ACT.format(before, act)), as_written, games=2, least=0)

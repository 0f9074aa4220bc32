"""Large tables: layouts of many rows, cells and areas."""

from __future__ import annotations

from tests.fuzz.bombs import CARDS, HEAD
from tests.fuzz.shapes.parts import Shape, again, lines

BEGUN = HEAD + CARDS.format(copies=1) + "define d(n: 1..9) = n + count(deck)\n\nplay\n  end game\n\n"


def _laid(rows: Shape, before: str = "layout\n") -> Shape:
    return lambda size: BEGUN + before + rows(size)


LAYOUTS: dict[str, Shape] = {
    "rows of a layout": _laid(lambda size: again("  | deck | hand[starter] |\n", size)),
    "cells of one row": _laid(lambda size: "  " + again("| deck ", size) + "|\n"),
    "values in a layout": _laid(lambda size: again("  | d(1) + d(2) | 1 | none |\n", size)),
    "areas of a layout": _laid(lambda size: lines(lambda n: f"  | deck | hand[starter] | {n} |\n", size)),
    "each in every row": _laid(lambda size: again("  | each player | hand[each] if viewer is each |\n", size)),
    "loops in loops": _laid(lambda size: again("  for each a in 1..9, b in 1..9, c in 1..9\n    | a | b | c |\n", size)),
    "layouts in layouts": lambda size: (
        BEGUN + "layout\n  | a0 |\n\n" + lines(lambda n: f"layout a{n}\n  | {f'a{n - 1}' if n else 'deck'} |\n\n", size)
    ),
    "layouts with values": lambda size: (
        BEGUN
        + "layout\n  | a0(1) |\n\n"
        + lines(lambda n: f"layout a{n}(x: number)\n  | {f'a{n - 1}(x + 1) | a{n - 1}(x)' if n else 'x | deck'} |\n\n", size)
    ),
    "looks of places": lambda size: (
        BEGUN + "look\n  | name | shape | printed |\n" + again('  | hand | round | "{player}" |\n', size)
    ),
    "things never drawn": _laid(lambda size: "  | deck |\n  without deck" + again(", hand", size) + "\n"),
}

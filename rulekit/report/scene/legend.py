"""What the signs on a table stand for: only those that somebody sees there, each with its word.

Comes in: a view and a painter. Goes out: pairs of a sign and what it stands for, in the order in which the rules name them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.engine.view import SeenPiece, View
from rulekit.model.types import KindType
from rulekit.report.scene.as_text import HIDDEN, TILTED, short
from rulekit.report.scene.scene import Scene, Spot, leaves
from rulekit.report.table.looks import Painter
from rulekit.report.text import clean, plain

BOX = "box"
Sign = tuple[str, str]


def legend(painter: Painter, seen: View, scene: Scene | None) -> list[Sign]:
    """Return the signs of a table with their words."""
    without = frozenset[tuple[str, str]]() if scene is None else scene.without
    shown = [place for place in seen.places if place.place != BOX and ("place", place.place) not in without]
    pieces = dict.fromkeys(piece for place in shown for piece in place.pieces or ())
    found = {sign: word for piece in pieces for one in painter.signs(piece) for sign, word in _sign(*one)}
    ordered = sorted(found.items(), key=lambda one: _order(painter, one[1]))
    ordered += [one for one in dict.fromkeys(_printed(scene)) if one[0] not in found]
    if any(spot.seen.pieces is None and spot.seen.count for spot in _spots(scene)):
        ordered.append((HIDDEN, painter.namer.say("face_down")))
    if any(_is_tilted(painter, piece) for piece in pieces):
        ordered.append((TILTED, painter.namer.say("tilted")))
    return ordered


def _sign(sign: str, word: str) -> Iterator[Sign]:
    """Yield a sign that is not the word itself."""
    if sign and plain(sign) != plain(word):
        yield sign, word


def _spots(scene: Scene | None) -> Iterator[Spot]:
    grids = () if scene is None else (*(area for _, area in scene.areas), *(() if scene.middle is None else (scene.middle,)))
    return (leaf for grid in grids for leaf in leaves(grid) if isinstance(leaf, Spot))


def _printed(scene: Scene | None) -> Iterator[Sign]:
    """Yield the letters that stand where nothing lies yet."""
    for spot in _spots(scene):
        for words in (spot.printed or ())[spot.seen.count :] if spot.lies == "upwards" else ():
            yield from _sign(short(words), clean(words.text))


def _is_tilted(painter: Painter, piece: SeenPiece) -> bool:
    look = painter.looks.get(piece.sort)
    return look is not None and bool(look.tilted) and bool(dict(piece.attrs).get(look.tilted))


def _order(painter: Painter, word: str) -> tuple[int, int]:
    """Return where the rules name what a sign stands for: by kinds and their values."""
    for number, kind in enumerate(painter.namer.layout.kinds):
        words = [painter.namer.value(KindType(kind.name), value) for value in range(len(kind.values))]
        if word in words:
            return number, words.index(word)
    return len(painter.namer.layout.kinds), 0

"""What the signs on a table stand for: only those that somebody sees there, each with its word.

Comes in: a view and a painter. Goes out: signs with what they stand for, in the order in which the rules name them; first those
that pictures have too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.engine.view import SeenPiece, View
from rulekit.model.types import KindType
from rulekit.report.scene.as_text import HIDDEN, TILTED, short
from rulekit.report.scene.scene import Scene, Spot, leaves
from rulekit.report.table.looks import Painter, Sign
from rulekit.report.text import clean, plain

BOX = "box"
MOST_SIGNS = 40


def legend(painter: Painter, seen: View, scene: Scene | None) -> list[Sign]:
    """Return the signs of a table with their words; not more than anybody reads."""
    without = frozenset[tuple[str, str]]() if scene is None else scene.without
    shown = [place for place in seen.places if place.place != BOX and ("place", place.place) not in without]
    pieces = dict.fromkeys(piece for place in shown for piece in place.pieces or ())
    found = {one.text: one for piece in pieces for one in painter.signs(piece) if _is_sign(one)}
    ordered = sorted(found.values(), key=lambda one: _order(painter, one.word))
    ordered += [one for one in dict.fromkeys(_printed(scene)) if one.text not in found]
    if any(spot.seen.pieces is None and spot.seen.count for spot in _spots(scene)):
        ordered.append(Sign(HIDDEN, painter.namer.say("face_down"), drawn=False))
    if any(_is_tilted(painter, piece) for piece in pieces):
        ordered.append(Sign(TILTED, painter.namer.say("tilted"), drawn=False))
    return ordered[:MOST_SIGNS]


def in_letters(signs: Iterable[Sign]) -> str:
    """Return what signs stand for, in one line."""
    return " · ".join(f"{one.text} {clean(one.word)}" for one in signs if _is_written(one))


def _is_sign(one: Sign) -> bool:
    return bool(one.drawing) or _is_written(one)


def _is_written(one: Sign) -> bool:
    """Return whether the letters are not the word itself."""
    return bool(one.text) and plain(one.text) != plain(one.word)


def _spots(scene: Scene | None) -> Iterator[Spot]:
    grids = () if scene is None else (*(area for _, area in scene.areas), *(() if scene.middle is None else (scene.middle,)))
    return (leaf for grid in grids for leaf in leaves(grid) if isinstance(leaf, Spot))


def _printed(scene: Scene | None) -> Iterator[Sign]:
    """Yield the letters that stand where nothing lies yet."""
    for spot in _spots(scene):
        for words in (spot.printed or ())[spot.seen.count :] if spot.lies == "upwards" else ():
            sign = Sign(short(words), clean(words.text), drawn=False)
            if _is_sign(sign):
                yield sign


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

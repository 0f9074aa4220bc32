"""Does what a look says suit what it is of? Colours that there are, shapes of pieces on pieces, ways to lie in places.

Comes in: a cell of a table of looks, and what is written there. Goes out: findings; nothing is drawn here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rulekit.colours import NAMED, colour
from rulekit.model.declare.headers import head, signature, value_type
from rulekit.model.layouts import OF_FAMILIES
from rulekit.model.scope import World
from rulekit.model.types import KindType, PlayerType, Type, innermost
from rulekit.syntax import ast
from rulekit.syntax.keywords import shape_words
from rulekit.wording import Sentence, either, quoted, sentence

OF_PIECES = ("card", "tile", "token", "disc", "coin", "cube", "die", "bead", "pawn", "plate", "bowl", "spoon", "stick")
OF_PLACES = ("round", "hollow", "point", "chair", "cup", "hexagon", "chequered")
OF_LAYOUTS = ("board", "cloth", "paper")
FIELD = re.compile(r"\{([^{}]*)\}")


def check_colour(w: World, name: str, wanted: str, cell: ast.Cell) -> None:
    """Report a colour that does not exist, or is taken from what has none."""
    field = FIELD.fullmatch(wanted)
    if field is not None:
        _check_taken(w, name, field.group(1), cell, "RK244", sentence("`{name}` has no colour", name=field.group(1)))
    elif wanted and not colour(wanted):
        like = sentence('a colour is a name, such as `gold` or `tomato`, or written `"#d9a441"`')
        w.report("RK244", cell.span, "there is no colour `{name}`", _near(w, wanted.lower(), NAMED) or like, name=wanted)


def _near(w: World, name: str, known: Iterable[str]) -> Sentence | None:
    near = w.suggestions.nearest(name, known, 3)
    return sentence("did you mean {some}?", some=either(quoted(near))) if near else None


def _check_taken(w: World, name: str, field: str, cell: ast.Cell, code: str, message: Sentence) -> None:
    kind = _types(w, name).get(field)
    if kind is not None and not isinstance(innermost(kind), KindType | PlayerType):
        w.report(code, cell.span, message, "it can be taken from a value of a kind, or from a player")


def _types(w: World, name: str) -> Mapping[str, Type]:
    """Return the types of what a look may take from."""
    of = head(w, name)
    attributes = {a.name: value_type(a.domain) for a in of.attributes}
    return attributes | {d.name: d.domain.type for d in of.dims} | {p.name: p.domain.type for p in signature(w, name).params}


# ---- shapes --------------------------------------------------------------------------------------
def check_shape(w: World, name: str, shape: str, cell: ast.Cell) -> None:
    """Report a shape that what has it cannot have. A place may have the outline of a piece."""
    field, what = FIELD.fullmatch(shape), w.what(name)
    if field is not None:
        if what != "piece":
            w.report("RK253", cell.span, "only a piece can take its shape from a value", _suitable(w, what))
        else:
            _check_taken(w, name, field.group(1), cell, "RK253", sentence("`{name}` has no shape", name=field.group(1)))
    elif shape and shape not in _shapes(what):
        spelt = _spelt(w, "shapes")[shape]
        w.report("RK253", cell.span, _unsuited(what, spelt), _suitable(w, what))


def _shapes(what: str | None) -> tuple[str, ...]:
    if what == "layout":
        return OF_LAYOUTS
    return (*OF_PLACES, *OF_PIECES) if what == "place" else OF_PIECES


def _unsuited(what: str | None, shape: str) -> Sentence:
    if what == "layout":
        return sentence("`{shape}` is no ground for a layout", shape=shape)
    if what == "place":
        return sentence("`{shape}` is no shape of a place", shape=shape)
    return sentence("`{shape}` is no shape of a piece", shape=shape)


def _suitable(w: World, what: str | None) -> Sentence:
    some = either(quoted(_spelt(w, "shapes")[one] for one in (OF_PLACES if what == "place" else _shapes(what))))
    if what == "layout":
        return sentence("below a layout lies {some}", some=some)
    if what == "place":
        return sentence("a place is {some}; or it has the outline of a piece", some=some)
    return sentence("a piece, or what counts pieces, is {some}", some=some)


def _spelt(w: World, what: str) -> Mapping[str, str]:
    """Return the words of a column in the language of the file, by the English ones."""
    return {english: local for local, english in shape_words(what, w.language).items()}


# ---- ways to lie, what is printed, what is tilted ------------------------------------------------
def check_lies(w: World, name: str, lies: str, cell: ast.Cell) -> None:
    """Report a way to lie on what is no place, and one of families on what is none."""
    spelt, dims = _spelt(w, "lies")[lies], head(w, name).dims
    if w.what(name) != "place":
        w.report("RK253", cell.span, "pieces lie in places, and `{name}` is none", "write it in the row of the place", name=name)
    elif lies == "around" and not any(isinstance(dim.domain.type, PlayerType) for dim in dims):
        hint = sentence("it is for places that every player has: `place played[player]`")
        w.report("RK253", cell.span, "nothing in `{name}` can lie `{lies}`", hint, name=name, lies=spelt)
    elif lies in OF_FAMILIES and len(dims) < (2 if lies == "hexagonal" else 1):
        two = sentence("it is for places with two indices, such as `place board[1..5, 1..5]`")
        many = sentence("it is for many places, such as `place track[1..20]` or `place board[1..5, 1..5]`")
        hint = two if lies == "hexagonal" else many
        w.report("RK253", cell.span, "nothing in `{name}` can lie `{lies}`", hint, name=name, lies=spelt)


def check_printed(w: World, name: str, cell: ast.Cell) -> None:
    """Report something printed on what is no place."""
    if cell.layers and w.what(name) != "place":
        hint = sentence("it is seen where nothing lies: write it in the row of a place")
        w.report("RK253", cell.span, "only on places something is printed, and `{name}` is none", hint, name=name)


def can_tilt(w: World, name: str, cell: ast.Cell) -> bool:
    """Return whether something can be tilted; if it is to be and is no piece, this is reported."""
    if cell.layers and w.what(name) != "piece":
        hint = sentence("write it in the row of the piece")
        w.report("RK253", cell.span, "only pieces are tilted, and `{name}` is none", hint, name=name)
    return w.what(name) == "piece"

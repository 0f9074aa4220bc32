"""Looks: tables by name → how things are drawn. Unknown names, shapes and drawings are reported."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping

from attrs import evolve

from rulekit.drawings import is_drawing, is_name, names
from rulekit.model.declare.cells import entries, word
from rulekit.model.declare.headers import head, signature
from rulekit.model.declare.one_word import are_two_ways, hyphened, one_word
from rulekit.model.declare.suiting import FIELD, can_tilt, check_colour, check_lies, check_printed, check_shape
from rulekit.model.declare.tables import same_width
from rulekit.model.declare.words import cites_of, columns_of, key_of, path
from rulekit.model.expressions import Bound, Expr, Text
from rulekit.model.layouts import OF_FAMILIES
from rulekit.model.model import Look
from rulekit.model.names import Located
from rulekit.model.scope import Numbering, Scope, World
from rulekit.model.types import TEXT, TruthType
from rulekit.model.typing.texts import type_text
from rulekit.syntax import ast
from rulekit.syntax.keywords import shape_words
from rulekit.wording import Sentence, either, quoted, sentence

LOOK_COLUMNS = ("name", "colour", "icon", "text", "shape", "lies", "printed", "tilted")


def looks(w: World, there: Located, node: ast.Look, known: set[str], before: dict[str, Look]) -> tuple[tuple[str, Look], ...]:
    """Return one table of looks; what has one in a table before it has it already."""
    cites = cites_of(w, there, node)
    if not node.rows or not same_width(w, node.rows):
        return ()
    found = columns_of(w, node.rows[0], LOOK_COLUMNS)
    made: dict[str, Look] = {}
    seen = ChainMap(made, before)
    for row in node.rows[1:]:
        name = _look_key(w, row, found.get("name", 0), known, seen)
        if name is not None:
            cell = {column: row.cells[found[column]] for column in LOOK_COLUMNS if column in found}
            made[name] = evolve(_look(w, name, cell), cites=cites[row.span], span=row.span)
    return tuple(made.items())


def _look(w: World, name: str, cell: Mapping[str, ast.Cell]) -> Look:
    """Return what the cells of one row say; what does not suit the thing is reported."""
    colour, icon, text = (_pattern(w, name, cell[c], c) if c in cell else "" for c in LOOK_COLUMNS[1:4])
    shape = _shape(w, name, cell["shape"], "shape") if "shape" in cell else ""
    laid, lies = _lies(w, name, cell["lies"]) if "lies" in cell else ("", "")
    printed = _printed(w, name, cell["printed"]) if "printed" in cell else None
    tilted = _tilted(w, name, cell["tilted"]) if "tilted" in cell else ""
    if (is_name(icon) or is_drawing(_joined(icon))) and not is_drawing(icon):
        w.report("RK243", cell["icon"].span, "there is no drawing `{name}`", _near(w, icon), name=icon)
    if colour:
        check_colour(w, name, colour, cell["colour"])
    if shape:
        check_shape(w, name, shape, cell["shape"])
    return Look(colour, icon, text, shape, lies, printed, tilted, laid)


def _near(w: World, icon: str) -> Sentence:
    """Return what may have been meant by the name of a drawing that does not exist."""
    wanted = _joined(icon)
    inside = [name for name in names() if wanted == name or wanted in name.split("-")]
    near = inside[:4] or w.suggestions.nearest(wanted, names(), 3)
    return sentence("did you mean {some}?", some=either(quoted(near))) if near else sentence("a word goes into the column `text`")


def _joined(icon: str) -> str:
    """Return the name of a drawing as it would be written: `Coffee cup` is `coffee-cup`."""
    return "-".join(icon.lower().replace("_", " ").split())


def _look_key(w: World, row: ast.Row, column: int, known: set[str], seen: Mapping[str, Look]) -> str | None:
    """Return what a look is of; a number of an attribute (`rank.12`) may have one, too."""
    entry = next(iter(entries(row.cells[column])), None)
    if isinstance(entry, ast.Field) and entry.name.text.isdigit():
        name = path(entry)
        if path(entry.of) in {a.name for symbol in w.symbols for a in head(w, symbol).attributes} and name not in seen:
            return name
    return key_of(w, row, column, known, seen)


def _shape(w: World, name: str, cell: ast.Cell, column: str) -> str:
    """Return a shape, or how pieces lie, in its English word; `{attribute}` stands for the shape of a value."""
    spelt = _pattern(w, name, cell, column)
    what = "shapes" if column == "shape" else "lies"
    table = shape_words(what, w.language)
    known = {**shape_words(what, "en"), **table}  # a file that was translated keeps the English ones
    if not spelt or spelt in known:
        return known.get(spelt, "")
    if column == "shape" and FIELD.fullmatch(spelt):
        return spelt
    hint = w.did_you_mean(spelt, table, 0.7) or sentence("there are {some}", some=quoted(table))
    wrong = (
        sentence("`{name}` is no shape", name=spelt) if column == "shape" else sentence("`{name}` is no way to lie", name=spelt)
    )
    w.report("RK252", cell.span, wrong, hint)
    return ""


def _lies(w: World, name: str, cell: ast.Cell) -> tuple[str, str]:
    """Return how the places of a family lie to each other, and how the pieces in each of them do."""
    said = entries(cell)
    cells = [evolve(cell, layers=((one,),)) for one in said] if are_two_ways(w, map(hyphened, said)) else [cell]
    ways = [way for one in cells if (way := _shape(w, name, one, "lies"))]
    for way in ways:
        check_lies(w, name, way, cell)
    laid = next((way for way in ways if way in OF_FAMILIES), "")
    return laid, next((way for way in ways if way != laid), "")


def _tilted(w: World, name: str, cell: ast.Cell) -> str:
    """Return the attribute that says whether a piece is turned on its side."""
    if not can_tilt(w, name, cell):
        return ""
    written = _pattern(w, name, cell, "tilted")
    spelt = written.strip("{}")
    of = head(w, name).attribute(spelt)
    if of is None and spelt == written != "":
        hint = w.did_you_mean(spelt, _fields(w, name))
        w.report("RK207", cell.span, "`{owner}` has no attribute `{name}`", hint, owner=name, name=spelt)
    if spelt and of is not None and not isinstance(of.domain.type, TruthType):
        w.report("RK252", cell.span, "`{name}` is neither yes nor no", "a piece is tilted while this holds", name=spelt)
    return spelt if of is not None else ""


def _printed(w: World, name: str, cell: ast.Cell) -> Text | None:
    """Return what is seen where nothing lies; the indices of the place are Bounds."""
    check_printed(w, name, cell)
    entry = one_word(w, cell, "printed")
    if entry is None:
        return None
    dims = head(w, name).dims
    names: dict[str, Expr] = {d.name: Bound(d.domain.type, d.index, d.name) for d in dims if d.name}
    scope = Scope(Numbering(bounds=len(dims)), names, sentence("a layout belongs to nobody: who looks is the `viewer`"))
    if not isinstance(entry, ast.Text):
        return Text(TEXT, (word(entry),))
    for part in entry.parts:
        if isinstance(part, ast.TextPart):
            w.report("RK226", part.span, "a look is made of words and attributes only")
    return type_text(w, scope, entry)


def _pattern(w: World, name: str, cell: ast.Cell, column: str) -> str:
    """Return a text in which `{attribute}` stands for that of a piece."""
    entry = one_word(w, cell, column)
    if not isinstance(entry, ast.Text):
        return "" if entry is None else hyphened(entry)
    out = []
    for part in entry.parts:
        if isinstance(part, str):
            out.append(part)
            continue
        if isinstance(part, ast.TextPart):
            w.report("RK226", part.span, "a look is made of words and attributes only")
            continue
        attribute, known = path(part), _fields(w, name)
        if attribute not in known and attribute not in w.lost:
            hint = w.did_you_mean(attribute, known)
            w.report("RK207", part.span, "`{owner}` has no attribute `{name}`", hint, owner=name, name=attribute)
        out.append("{" + attribute + "}")
    return "".join(out)


def _fields(w: World, name: str) -> list[str]:
    """Return what a look may take from: the attributes of a sort, the indices of a family, the parameters of a definition."""
    of = head(w, name)
    attributes, dims = (a.name for a in of.attributes), (d.name for d in of.dims)
    return [*attributes, *dims, *(p.name for p in signature(w, name).params)]

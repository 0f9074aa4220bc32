"""Cells of looks and words hold one word or text. What would be lost of another one is reported, so that nothing is left out
silently.

Comes in: a cell and its column. Goes out: its one entry; None where it is empty, or says what cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulekit.colours import NAMED
from rulekit.model.declare.cells import Entry, entries, word
from rulekit.model.layouts import OF_FAMILIES
from rulekit.model.scope import World
from rulekit.syntax import ast
from rulekit.syntax.keywords import shape_words
from rulekit.wording import Keyword, Sentence, quoted, sentence

TEXTS = ("text", "printed", "one", "many", "named")  # may be any text, so quotes are all that is missing


def one_word(w: World, cell: ast.Cell, column: str) -> Entry | None:
    """Return the entry of a cell that is one word or one text."""
    found = entries(cell)
    if cell.special is None and not found:
        return None
    if len(found) == 1 and _is_word(found[0], column):
        return found[0]
    _report(w, cell, column, found)
    return None


def hyphened(entry: Entry) -> str:
    """Return the name of a drawing as written: `milk-carton`, `snowflake-2`."""
    if isinstance(entry, ast.Binary) and entry.op == "-":
        return f"{hyphened(entry.left)}-{hyphened(entry.right)}"
    return word(entry)


def are_two_ways(w: World, said: Iterable[str]) -> bool:
    """Return whether two words say how places lie to each other, and how the pieces in each of them do."""
    known = {**shape_words("lies", "en"), **shape_words("lies", w.language)}
    ways = [known.get(one, "") for one in said]
    return len(ways) == 2 and all(ways) and sum(way in OF_FAMILIES for way in ways) == 1


def needs_one(w: World, cell: ast.Cell, column: str) -> None:
    """Report a cell that says nothing in a way of its own, such as `-`."""
    hint = sentence("a cell that says nothing is left empty")
    w.report("RK321", cell.span, "{what} needs one value here", hint, what=_called(column))


def _is_word(entry: Entry, column: str) -> bool:
    match entry:
        case ast.Text() | ast.Ident() | ast.Number() | ast.Truth():
            return True
        case ast.Unary(op="-", of=ast.Number()):
            return True
        case ast.Field(of=of):
            return column == "name" and _is_word(of, column)
        case ast.Binary(op="-", left=left, right=right):
            return column not in ("name", *TEXTS) and _is_word(left, column) and _is_word(right, column)
    return False


def _report(w: World, cell: ast.Cell, column: str, found: Sequence[Entry]) -> None:
    parts = [_said(entry) for entry in found]
    if len(parts) > 1:
        hint = _hint(w, column, ", ".join(parts), all(parts) and column in TEXTS)
        w.report("RK321", cell.span, "{what} takes one value here, not several", hint, what=_called(column))
    elif parts and parts[0]:
        hint = _hint(w, column, parts[0], column in (*TEXTS, "icon"))
        w.report("RK321", cell.span, "{what} takes one value here, not several words", hint, what=_called(column))
    else:
        needs_one(w, cell, column)


def _said(entry: Entry) -> str:
    return " ".join(part.text for part in entry.words) if isinstance(entry, ast.Described) else hyphened(entry)


def _hint(w: World, column: str, said: str, may_be_text: bool) -> Sentence:
    if may_be_text:
        return sentence("a text stands in quotes: `{text}`", text=f'"{said}"')
    if column == "lies" and are_two_ways(w, said.split()):
        return sentence("did you mean `{near}`?", near=", ".join(said.split()))
    known, together = _known(w, column), said.replace(" ", "")
    if together in known:
        return sentence("did you mean `{near}`?", near=together)
    return w.did_you_mean(said, known) or sentence("write one word")


def _known(w: World, column: str) -> Mapping[str, object]:
    if column == "colour":
        return dict.fromkeys(NAMED)
    return shape_words("shapes" if column == "shape" else column, w.language) if column in ("shape", "lies") else {}


def _called(column: str) -> str:
    return quoted((Keyword(column),))[0]

"""What the statements of one deed share while it is read: its name, labels, addresses, and the places it speaks of."""

from __future__ import annotations

from itertools import chain

from attrs import Factory, define, evolve, frozen

from rulekit.diagnostics import Label, Span
from rulekit.model.declare.headers import head
from rulekit.model.expressions import Contents, Expr, Local
from rulekit.model.model_walk import rebuild
from rulekit.model.names import TITLES
from rulekit.model.rules import PlaceRef
from rulekit.model.scope import ANY_SORT, Scope, World, is_unknown
from rulekit.model.types import ListType, OptionalType, PieceType
from rulekit.model.typing.names import box_sort, check_indices, is_standard
from rulekit.syntax import ast
from rulekit.wording import sentence


@define
class DeedNotes:
    """Labels met and requirements counted so far."""

    name: str
    role: str
    section: str | None
    labels: dict[str, Span] = Factory(dict)
    requirements: int = 0
    crowded: bool = False
    names: dict[str, Expr] = Factory(dict)
    """Choices, loop variables and what `let` names mean, for the texts of the deed."""
    meant: dict[int, Expr] = Factory(dict)

    def meaning(self, value: Expr) -> Expr:
        """Return a value without what `let` has named: a text is said before anything is worked out."""
        if isinstance(value, Local):
            return self.meant.get(value.index, value)
        return rebuild(value, self.meaning)


@frozen
class Here:
    """Where a statement stands: its deed and the address of the nearest rule around it."""

    w: World
    deed: DeedNotes
    address: str

    def at(self, address: str) -> Here:
        """Return the same deed, another rule."""
        return evolve(self, address=address)


def label_address(here: Here, label: ast.Ident) -> str:
    """`deed.label`; a label met twice is reported."""
    first = here.deed.labels.get(label.text)
    if first is not None:
        here.w.report(
            "RK213",
            label.span,
            "`{name}` has two rules labelled `{label}`",
            "a label is the rule's address, so it has to be its own",
            related=(Label(first, sentence("first used here")),),
            name=here.deed.name,
            label=label.text,
        )
    else:
        here.deed.labels[label.text] = label.span
    address = f"{here.deed.name}.{label.text}"
    here.w.addresses.setdefault(address, label.span)
    return address


def requirement_address(here: Here, span: Span) -> str:
    """`deed.1`, `deed.2` … for requirements without a label."""
    here.deed.requirements += 1
    address = f"{here.deed.name}.{here.deed.requirements}"
    here.w.addresses.setdefault(address, span)
    return address


def place_ref(w: World, scope: Scope, node: ast.Expr) -> PlaceRef | None:
    """Return one place with all its indices; anything else is reported."""
    if isinstance(node, ast.Ident) and is_standard(node) and node.text == "box":
        return PlaceRef("box", ())
    name, indices = (node.of, node.indices) if isinstance(node, ast.Index) else (node, ())
    if not isinstance(name, ast.Ident) or is_standard(name):
        w.report("RK315", node.span, "this has to be one place", "a place is written with its indices: `hand[me]`")
        return None
    what = w.what(name.text)
    if what != "place":
        _no_place(w, name, what)
        return None
    dims = head(w, name.text).dims
    values = tuple(w.expr(scope, n, d.domain.type) for n, d in zip(indices, dims, strict=False))
    if len(indices) != len(dims):
        written = f"{name.text}[{', '.join(d.name or 'n' for d in dims)}]" if dims else name.text
        few = sentence("not one place yet") if len(indices) < len(dims) else sentence("more than a place")
        w.report(
            "RK315",
            node.span,
            "this is {few}; one place of `{name}` is written `{written}`",
            few=few,
            name=name.text,
            written=written,
        )
        return None
    if not check_indices(w, name, dims, values, indices):
        return None
    return PlaceRef(name.text, values)


def _no_place(w: World, name: ast.Ident, what: str | None) -> None:
    if what is None:
        near = (n for n, s in w.symbols.items() if s.what == "place")
        w.unknown("RK201", name, chain(near, ("box",)), "there is no place called `{name}`", name=name.text)
    else:
        w.report("RK218", name.span, "`{name}` is {what}, not a place", name=name.text, what=TITLES[what])


def sort_in(w: World, ref: PlaceRef) -> str:
    """Return which sort of pieces a place holds."""
    return box_sort(w) if ref.place == "box" else head(w, ref.place).sort


def same_sort(w: World, pieces: str, to: PlaceRef, span: Span) -> bool:
    """Report pieces of a sort the place does not hold."""
    wanted = ANY_SORT if to.place == "box" else sort_in(w, to)
    if ANY_SORT in (pieces, wanted) or pieces == wanted:
        return True
    w.report(
        "RK316", span, "`{place}` holds `{wanted}` pieces, and these are `{pieces}`", place=to.place, wanted=wanted, pieces=pieces
    )
    return False


def contents(w: World, ref: PlaceRef) -> Expr:
    """Return the pieces that lie in one place, for counting."""
    piece = PieceType(sort_in(w, ref))
    spot = ref.place != "box" and head(w, ref.place).shape == "spot"
    return Contents(OptionalType(piece) if spot else ListType(piece), ref.place, ref.indices)


def known(*values: Expr | None) -> bool:
    """Return whether nothing about these values has been reported."""
    return not any(v is not None and is_unknown(v.type) for v in values)

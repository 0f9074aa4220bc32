"""Where values lie: attributes by piece or kind value, tallies, banks and markers by their indices."""

from __future__ import annotations

from typing import assert_never

from rulekit.model import expressions as exprs
from rulekit.model.expressions import Value
from rulekit.program import program as prog


def attribute_values(layout: prog.Layout, owner: str, attr: str) -> tuple[int, tuple[Value, ...]]:
    """Return the first piece (or 0) and the values of an attribute, by piece or kind value."""
    for sort in layout.sorts:
        if sort.name == owner:
            return sort.first, next(a.values for a in sort.attrs if a.name == attr)
    kind = next(k for k in layout.kinds if k.name == owner)
    return 0, dict(kind.attrs)[attr]


def single_family(
    layout: prog.Layout, e: exprs.TallyOf | exprs.BankOf | exprs.MarkerOf
) -> tuple[int | None, tuple[prog.DimSize, ...], tuple[prog.Expr, ...]]:
    """Return the first cell (None: without limit), indices and what they are told, of a tally, bank or marker."""
    match e:
        case exprs.TallyOf(tally=name, indices=indices):
            tally = next(t for t in layout.tallies if t.name == name)
            return tally.base, tally.dims, indices
        case exprs.BankOf(tally=name, indices=indices):
            tally = next(t for t in layout.tallies if t.name == name)
            return tally.bank, tally.dims[1:], indices
        case exprs.MarkerOf(marker=name, indices=indices):
            marker = next(k for k in layout.markers if k.name == name)
            return marker.base, marker.dims, indices
        case _:
            assert_never(e)

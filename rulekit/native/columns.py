"""Where values lie: attributes by piece or kind value, tallies, banks and markers by their indices."""

from __future__ import annotations

from typing import Any

from rulekit.model import expr as x
from rulekit.program import program as g


def attribute_values(layout: g.Layout, owner: str, attr: str) -> tuple[int, tuple[Any, ...]]:
    """The first piece (or 0) and the values of an attribute, by piece or kind value."""
    for sort in layout.sorts:
        if sort.name == owner:
            return sort.first, next(a.values for a in sort.attrs if a.name == attr)
    kind = next(k for k in layout.kinds if k.name == owner)
    return 0, dict(kind.attrs)[attr]


def single_family(layout: g.Layout, e: Any) -> tuple[Any, tuple[g.DimSize, ...], tuple[Any, ...]]:
    """The first cell (None: without limit), indices and what they are told, of a tally, bank or marker."""
    match e:
        case x.TallyOf(tally=name, indices=indices):
            tally = next(t for t in layout.tallies if t.name == name)
            return tally.base, tally.dims, indices
        case x.BankOf(tally=name, indices=indices):
            tally = next(t for t in layout.tallies if t.name == name)
            return tally.bank, tally.dims[1:], indices
    marker = next(k for k in layout.markers if k.name == e.marker)
    return marker.base, marker.dims, e.indices

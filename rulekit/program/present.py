"""What surely is there: expressions and slots that are never none, whatever the state. Everything else is looked at in play."""

from __future__ import annotations

from rulekit.model import expr as x
from rulekit.model.expr import Expr
from rulekit.model.types import ListType, OptionalType, PictureType, Type
from rulekit.program import program as g
from rulekit.program.ranges import Ranges

Slots = frozenset[int]
CALLS = ("count", "sum", "next", "previous", "seat")


def is_present(layout: g.Layout, ranges: Ranges, e: Expr, cells: Slots, bound: Slots) -> bool:
    """Whether an expression always has a value (or play has stopped with a fault before)."""

    def there(inner: Expr) -> bool:
        return is_present(layout, ranges, inner, cells, bound)

    match e:
        case x.Const(value=value):
            return value is not None
        case g.Cell(slot=slot):
            return slot in cells
        case x.Bound(index=index):
            return index in bound
        case g.Within(of=of):
            return there(of)
        case x.Me() | x.Active() | x.Lookup() | x.TallyOf() | x.BankOf() | x.ScoreOf():
            return not is_list(e.type)
        case x.Builtin(function=function, args=args):
            return function in CALLS or (function in ("min", "max") and len(args) > 1)
        case x.Collect(function=function):
            return function in ("count", "sum", "any", "every")
        case x.Unary() | x.Binary(op="+" | "-" | "*" | "div" | "mod"):
            return True
        case x.IfElse(yes=yes, no=no):
            return there(yes) and there(no)
        case x.MarkerOf(marker=name, indices=indices):
            marker = next(k for k in layout.markers if k.name == name)
            inside = [_fits(ranges, d, i) and there(i) for d, i in zip(marker.dims, indices, strict=False)]
            return not marker.optional and len(inside) == len(marker.dims) and all(inside)
    return False


def is_list(kind: Type) -> bool:
    """Whether values of a type are lists."""
    return isinstance(kind.of if isinstance(kind, OptionalType) else kind, ListType | PictureType)


def _fits(ranges: Ranges, dim: g.DimSize, index: Expr) -> bool:
    known = ranges.of(index)
    return known is not None and dim.low <= known[0] and known[1] < dim.low + dim.size


def elements_present(layout: g.Layout, source: Expr, cells: Slots) -> bool:
    """Whether no element of a list is none."""
    match source:
        case x.Const(value=tuple() as values):
            return None not in values
        case x.Range() | x.Contents() | x.Players() | x.Winners():
            return True
        case x.Builtin(function="clockwise"):
            return True
        case g.Cell(slot=slot):
            return slot in cells
        case x.Collect(function="list" | "distinct", value=x.Bound(index=index), binders=binders):
            return any(b.index == index and elements_present(layout, b.source, cells) for b in binders)
        case x.AttrOf(of=of, owner=owner, attr=attr) if not is_list(of.type):
            values = next((v for k in layout.kinds if k.name == owner for name, v in k.attrs if name == attr), (None,))
            return all(isinstance(v, tuple) and None not in v for v in values)
    return False


def present_cells(program: g.Program, ranges: Ranges) -> Slots:
    """The slots that never hold none where they are read: all that writes them gives something. Of a slot with a list: no
    element is none."""
    writers: dict[int, list[tuple[str, Expr | int | None]]] = {g.ME: [], g.ACTIVE: []}
    for node in program.nodes:
        match node:
            case g.Let(slot=slot, value=value):
                writers.setdefault(slot, []).append(("list" if is_list(value.type) else "value", value))
            case g.Choose(picks=picks) | g.Random(picks=picks):
                for pick in picks:
                    writers.setdefault(pick.slot, []).append(("list", pick.source))
            case g.ForNext(list=items, targets=targets):
                for target in targets:
                    writers.setdefault(target, []).append(("slot", items) if len(targets) == 1 else ("never", None))
            case g.CountNext(counter=counter):
                writers.setdefault(counter, []).append(("never", None))
            case g.NextTurn(slot=slot):
                writers.setdefault(slot, []).append(("never", None))
            case g.TurnFirst(coming=coming, first=first) | g.TurnNext(coming=coming, first=first):
                for slot in (coming, first):
                    writers.setdefault(slot, []).append(("never", None))
    for trial in program.trials:
        for _, slot in trial.args:
            writers.setdefault(slot, []).append(("never", None))
    good = frozenset(writers)
    while True:
        kept = frozenset(s for s in good if all(_gives(program.layout, ranges, how, what, good) for how, what in writers[s]))
        if kept == good:
            return good
        good = kept


def _gives(layout: g.Layout, ranges: Ranges, how: str, what: Expr | int | None, good: Slots) -> bool:
    if what is None:
        return False
    if isinstance(what, int):
        return what in good
    if how == "list":
        return elements_present(layout, what, good)
    return is_present(layout, ranges, what, good, frozenset())

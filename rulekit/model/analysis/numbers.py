"""Numbers known before the game: constant values, intervals, and how long a list can get.

Options count with the value in force where a value is asked, with all their values where a bound is.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from rulekit.model import expressions as exprs
from rulekit.model import model
from rulekit.model.analysis.game_index import Names
from rulekit.model.expressions import Value
from rulekit.model.faults import Unknown
from rulekit.model.types import KindType, ListType, PlayerType

Env = dict[int, Value]


# ---- values --------------------------------------------------------------------------------------
def value(game: Names, e: exprs.Expr, players: int, env: Env | None = None) -> Value:
    """Return the value of an expression for a number of players; raises Unknown."""
    return game.evaluator(players).value(e, env or {})


def _number(x: object) -> int:
    if not isinstance(x, int):
        raise Unknown
    return x


def known(game: Names, e: exprs.Expr | None, players: int, env: Env | None = None) -> Value:
    """Return the value, or None."""
    if e is None:
        return None
    try:
        return value(game, e, players, env)
    except Unknown:
        return None


# ---- pieces --------------------------------------------------------------------------------------
def alternatives(game: Names, sort: model.Sort, row: model.PieceRow, players: int) -> list[list[Value]]:
    """For each attribute the values a row gives it; raises Unknown only for what it cannot count."""
    columns: list[list[Value]] = []
    for attribute, cells in zip(sort.attributes, row.values, strict=False):
        entries: list[Value] = [None] if cells is None else []
        for cell in cells or ():
            several = isinstance(cell.type, ListType) and not isinstance(attribute.domain.type, ListType)
            found = value(game, cell, players) if several else (known(game, cell, players),)
            entries.extend(found if isinstance(found, tuple) else ())
        columns.append(entries)
    return columns


def row_pieces(game: Names, sort: model.Sort, row: model.PieceRow, players: int) -> int:
    """Return how many pieces a row makes; raises Unknown."""
    copies = _number(value(game, row.copies, players))
    return copies * prod(len(column) for column in alternatives(game, sort, row, players))


def sort_pieces(game: Names, sort: model.Sort, players: int) -> int:
    """Return how many pieces of a sort there are; raises Unknown."""
    return sum(row_pieces(game, sort, row, players) for row in sort.rows)


# ---- bounds --------------------------------------------------------------------------------------
def size(game: Names, domain: model.Domain, players: int) -> int | None:
    """Return how many values a declared type has."""
    if isinstance(domain.type, PlayerType):
        return players
    if isinstance(domain.type, KindType) and domain.type.kind in game.kinds:
        return len(game.kinds[domain.type.kind].values)
    low, high = known(game, domain.low, players), known(game, domain.high, players)
    return high - low + 1 if isinstance(low, int) and isinstance(high, int) else None


def between(game: Names, e: exprs.Expr, players: int) -> Interval:
    """Between which numbers an expression lies, if that is known."""
    match e:
        case exprs.OptionRef() if e.option in game.options:
            allowed = game.options[e.option].allowed
            return _finite(min(a for a, _ in allowed), max(b for _, b in allowed)) if allowed else None
        case exprs.TallyOf() | exprs.BankOf() if e.tally in game.tallies:
            bank = game.tallies[e.tally].bank
            most = between(game, bank, players) if bank is not None else None
            return (0, most[1]) if most else None
        case exprs.MarkerOf() if e.marker in game.markers:
            return _declared(game, game.markers[e.marker].domain, players)
        case exprs.AttrOf() if e.owner in game.sorts:
            attribute = next((a for a in game.sorts[e.owner].attributes if a.name == e.attr), None)
            return _declared(game, attribute.domain, players) if attribute else None
        case exprs.Builtin(function="count"):
            most_items = longest(game, e.args[0], players)
            return (0, most_items) if most_items is not None else None
        case exprs.Binary(op="+" | "-" as op):
            return arithmetic(op, between(game, e.left, players), between(game, e.right, players))
    constant = known(game, e, players)
    return _finite(constant, constant) if isinstance(constant, int) and not isinstance(constant, bool) else None


def _finite(low: int, high: int) -> Interval:
    return (low, high) if high < exprs.UNLIMITED else None


def _declared(game: Names, domain: model.Domain, players: int) -> Interval:
    low, high = known(game, domain.low, players), known(game, domain.high, players)
    return _finite(low, high) if isinstance(low, int) and isinstance(high, int) else None


def longest(game: Names, e: exprs.Expr, players: int) -> int | None:
    """Return how long a list can get, if that is known."""
    match e:
        case exprs.Const(value=tuple() as items):
            return len(items)
        case exprs.Items():
            return len(e.items)
        case exprs.Players():
            return players
        case exprs.Range():
            low, high = between(game, e.low, players), between(game, e.high, players)
            return max(0, high[1] - low[0] + 1) if low and high else None
        case exprs.Contents() if e.place in game.places:
            return _held(game, game.places[e.place], len(e.indices), players)
        case exprs.Collect(function="list" | "distinct"):
            return multiplied([longest(game, binding.source, players) for binding in e.binders])
        case exprs.Builtin(function="clockwise"):
            return players
        case exprs.Builtin(function="list" | "distinct" | "reversed"):
            return longest(game, e.args[0], players)
        case exprs.Builtin(function="top" | "bottom", args=(of, n)):
            most, count = longest(game, of, players), between(game, n, players)
            return count[1] if count and (most is None or count[1] < most) else most
    return None


def multiplied(sizes: list[int | None]) -> int | None:
    """Return the product, if all factors are known."""
    return prod(n for n in sizes if n is not None) if None not in sizes else None


def _held(game: Names, place: model.Place, given: int, players: int) -> int | None:
    """Return how many pieces the places with a given beginning can hold together."""
    sort = game.sorts.get(place.sort)
    try:
        pieces = sort_pieces(game, sort, players) if sort else None
    except Unknown:
        pieces = None
    if place.shape != "spot":
        return pieces
    spots = multiplied([size(game, dim.domain, players) for dim in place.dims[given:]])
    return min((n for n in (pieces, spots) if n is not None), default=None)


# ---- intervals: between which numbers a result lies; None: not known -----------------------------
Bounded = tuple[int, int]
Interval = Bounded | None


def arithmetic(op: str, left: Interval, right: Interval) -> Interval:
    """Return two numbers put together by `+ - * div mod`."""
    if left is None or right is None:
        return None
    match op:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            return around([a * b for a in left for b in right])
        case "mod" if right[0] > 0:
            return 0, right[1] - 1
        case "div" if right[0] > 0:
            return around([a // b for a in left for b in right])
    return None


def extreme(function: str, parts: list[Interval]) -> Interval:
    """Return the `min` or `max` of numbers."""
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    pick = min if function == "min" else max
    return pick(low for low, _ in known), pick(high for _, high in known)


def around(values: Iterable[Value]) -> Interval:
    """Return the least interval around values, if all are numbers."""
    each = list(values)
    numbers = [v for v in each if isinstance(v, int) and not isinstance(v, bool)]
    return (min(numbers), max(numbers)) if numbers and len(numbers) == len(each) else None


def join(left: Interval, right: Interval) -> Interval:
    """Return the least interval around both."""
    return None if left is None or right is None else (min(left[0], right[0]), max(left[1], right[1]))

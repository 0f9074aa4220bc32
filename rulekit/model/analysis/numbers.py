"""Numbers known before the game: constant values, intervals, and how long a list can get.

Options count with the value in force where a value is asked, with all their values where a bound is.
"""

from __future__ import annotations

from math import prod

from rulekit.model import expressions as exprs
from rulekit.model import model
from rulekit.model.analysis.game_index import Names
from rulekit.model.expressions import Value
from rulekit.model.faults import BY_ZERO, LIMIT, Impossible, Unknown, too_large
from rulekit.model.types import KindType, ListType, PlayerType

Env = dict[int, Value]


# ---- values --------------------------------------------------------------------------------------
def value(game: Names, e: exprs.Expr, players: int, env: Env | None = None) -> Value:
    """The value of an expression for a number of players; raises Unknown."""
    env = env or {}
    game.effort.spend()
    match e:
        case exprs.Const():
            return e.value
        case exprs.OptionRef() if e.option in game.options:
            return game.options[e.option].value
        case exprs.Players():
            return tuple(range(players))
        case exprs.Starter():
            return 0
        case exprs.Bound() if e.index in env:
            return env[e.index]
        case exprs.Unary():
            inner = value(game, e.of, players, env)
            return not inner if e.op == "not" else -_number(inner)
        case exprs.Binary():
            return _binary(game, e, players, env)
        case exprs.IfElse():
            return value(game, e.yes if value(game, e.test, players, env) else e.no, players, env)
        case exprs.Range():
            low, high = (_number(value(game, end, players, env)) for end in (e.low, e.high))
            if high - low > 100_000:
                raise Unknown
            return tuple(range(low, high + 1))
        case exprs.Items():
            return tuple(value(game, item, players, env) for item in e.items)
        case exprs.Builtin():
            return _builtin(e.function, [value(game, part, players, env) for part in e.args])
        case exprs.Apply() if e.define in game.defines:
            return _applied(game, e.define, players, tuple(value(game, part, players, env) for part in e.args))
    raise Unknown


def _applied(game: Names, name: str, players: int, told: tuple[Value, ...]) -> Value:
    """What a definition gives, worked out once."""
    key = (name, players, told)
    if key not in game.values:
        define = game.defines[name]
        try:
            game.values[key] = value(game, define.body, players, {p.index: v for p, v in zip(define.params, told, strict=False)})
        except Unknown as unknown:
            game.values[key] = unknown
    found = game.values[key]
    if isinstance(found, Unknown):
        raise found
    return found


def _number(x: object) -> int:
    if not isinstance(x, int):
        raise Unknown
    return x


def _binary(game: Names, e: exprs.Binary, players: int, env: Env) -> Value:
    left = value(game, e.left, players, env)
    if e.op == "and" and left is False:
        return False
    if e.op == "or" and left is True:
        return True
    right = value(game, e.right, players, env)
    match e.op:
        case "is":
            return left == right
        case "is not":
            return left != right
        case "and" | "or":
            return right
        case "in" | "not in" if isinstance(right, tuple):
            return (left in right) == (e.op == "in")
    return _calculate(e.op, _number(left), _number(right))


def _calculate(op: str, a: int, b: int) -> int:
    if op in ("div", "mod"):
        if b == 0:
            raise Impossible(BY_ZERO)
        return a // b if op == "div" else a % b
    simple: dict[str, int] = {"+": a + b, "-": a - b, "*": a * b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
    if op not in simple:
        raise Unknown
    if abs(simple[op]) > LIMIT:
        raise Impossible(too_large(simple[op]))
    return simple[op]


def _builtin(function: str, args: list[Value]) -> Value:
    items = list(args[0]) if len(args) == 1 and isinstance(args[0], tuple) else args
    numbers = [x for x in items if isinstance(x, int)]
    match function:
        case "count" if len(args) == 1 and isinstance(args[0], tuple):
            return len(items)
        case "min" | "max" if numbers and len(numbers) == len(items):
            return min(numbers) if function == "min" else max(numbers)
        case "sum" if len(numbers) == len(items):
            return sum(numbers)
        case "list" | "distinct" if len(args) == 1 and isinstance(args[0], tuple):
            return tuple(dict.fromkeys(items)) if function == "distinct" else tuple(items)
    raise Unknown


def known(game: Names, e: exprs.Expr | None, players: int, env: Env | None = None) -> Value:
    """The value, or None."""
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
    """How many pieces a row makes; raises Unknown."""
    copies = _number(value(game, row.copies, players))
    return copies * prod(len(column) for column in alternatives(game, sort, row, players))


def sort_pieces(game: Names, sort: model.Sort, players: int) -> int:
    """How many pieces of a sort there are; raises Unknown."""
    return sum(row_pieces(game, sort, row, players) for row in sort.rows)


# ---- bounds --------------------------------------------------------------------------------------
Interval = tuple[int, int]


def size(game: Names, domain: model.Domain, players: int) -> int | None:
    """How many values a declared type has."""
    if isinstance(domain.type, PlayerType):
        return players
    if isinstance(domain.type, KindType) and domain.type.kind in game.kinds:
        return len(game.kinds[domain.type.kind].values)
    low, high = known(game, domain.low, players), known(game, domain.high, players)
    return high - low + 1 if isinstance(low, int) and isinstance(high, int) else None


def between(game: Names, e: exprs.Expr, players: int) -> Interval | None:
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
            left, right = between(game, e.left, players), between(game, e.right, players)
            if left is None or right is None:
                return None
            return (left[0] + right[0], left[1] + right[1]) if op == "+" else (left[0] - right[1], left[1] - right[0])
    constant = known(game, e, players)
    return _finite(constant, constant) if isinstance(constant, int) and not isinstance(constant, bool) else None


def _finite(low: int, high: int) -> Interval | None:
    return (low, high) if high < exprs.UNLIMITED else None


def _declared(game: Names, domain: model.Domain, players: int) -> Interval | None:
    low, high = known(game, domain.low, players), known(game, domain.high, players)
    return _finite(low, high) if isinstance(low, int) and isinstance(high, int) else None


def longest(game: Names, e: exprs.Expr, players: int) -> int | None:
    """How long a list can get, if that is known."""
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
    """The product, if all factors are known."""
    return prod(n for n in sizes if n is not None) if None not in sizes else None


def _held(game: Names, place: model.Place, given: int, players: int) -> int | None:
    """How many pieces the places with a given beginning can hold together."""
    sort = game.sorts.get(place.sort)
    try:
        pieces = sort_pieces(game, sort, players) if sort else None
    except Unknown:
        pieces = None
    if place.shape != "spot":
        return pieces
    spots = multiplied([size(game, dim.domain, players) for dim in place.dims[given:]])
    return min((n for n in (pieces, spots) if n is not None), default=None)

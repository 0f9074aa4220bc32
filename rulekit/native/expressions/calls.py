"""Functions of the language, definitions, tables, scores, and tests on pieces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.expression_walk import everything
from rulekit.model.expressions import Value
from rulekit.model.types import Type
from rulekit.native.expressions import comprehensions, matching
from rulekit.native.expressions.lists import Held, Memory, Numbers, Reversed, Runs, Seq, constant_list
from rulekit.native.llvm.builder import I32, POINTER, TOP, Fn, Loop, number
from rulekit.native.llvm.module import Unit, Unlowered, as_word
from rulekit.native.shortcuts import board_bits, piece_sets
from rulekit.native.shortcuts.inlining import is_short
from rulekit.native.state import places
from rulekit.native.state.layout import NONE, element_type
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list
from rulekit.program.analysis.positions import expressions

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader

MOST_CELLS = 65_536


def word(read: Reader, e: prog.Expr) -> ir.Value:
    """The rest of the expressions that are words."""
    fn = read.fn
    match e:
        case exprs.Builtin(function="any" | "every" | "shows"):
            return fn.wide(test(read, e))
        case exprs.Builtin():
            return _builtin(read, e)
        case exprs.Apply(define=name, args=args):
            number_, define = fn.unit.define_of(name)
            if _is_inlined(read, define, args):
                return inside(read, define, args).word(define.body)
            return fn.call(define_function(fn.unit, number_, define), *told(read, args))
        case exprs.Lookup():
            return _lookup(read, e)
        case exprs.ScoreOf(player=player, line=line):
            at = next((n for n, s in enumerate(fn.unit.program.score) if s.name == line), None)
            function = total_function(fn.unit) if at is None else line_function(fn.unit, "score", at)
            return fn.call(function, fn.seat(read.word(player)))
    raise Unlowered(f"{type(e).__name__} as a single value")


def seq(read: Reader, e: prog.Expr) -> Seq:
    """The rest of the expressions that are lists."""
    fn = read.fn
    match e:
        case exprs.Lines(place=place, length=length):
            family, known = read.family(place), length.value if isinstance(length, exprs.Const) else None
            lengths = range(1 + max(d.size for d in family.layout.dims))
            runs = [straight_runs(family.layout, n) if known in (None, n) else [] for n in lengths]
            return Runs(family, runs, fn.present(read.word(length)))
        case exprs.Apply(define=name, args=args):
            number_, define = fn.unit.define_of(name)
            if _is_inlined(read, define, args):
                return inside(read, define, args).seq(define.body)
            most = fn.unit.sizes.of(define.body)
            made = comprehensions.room(read, most)
            return Memory(made, fn.call(define_function(fn.unit, number_, define), *told(read, args), made), optional=True)
        case exprs.Lookup(table=name, keys=keys):
            table = next(t for t in fn.unit.program.layout.tables if t.name == name)
            if table.ranges:
                raise Unlowered("a table of lists with open ends")
            at, low, sizes = _dense(read, table, keys)
            values = _spread(table, low, sizes, None)
            return constant_list(fn, tuple(values), e.type, at)
        case exprs.Winners():
            mask, made = fn.call(winners_function(fn.unit)), comprehensions.room(read, fn.unit.program.layout.players)
            count = fn.variable(0)
            for player in range(fn.unit.program.layout.players):
                with fn.when(fn.is_("!=", fn.builder.and_(mask, number(1 << player)), 0)):
                    comprehensions.append(fn, made, count, [number(player)], fn.unit.program.layout.players)
            return Memory(made, fn.load(count))
        case exprs.Builtin():
            return _list_builtin(read, e)
    raise Unlowered(f"{type(e).__name__} as a list")


def test(read: Reader, e: prog.Expr) -> ir.Value:
    """The rest of the truths."""
    fn = read.fn
    match e:
        case exprs.Matches(piece=piece, description=description):
            return matching.matches(read, read.word(piece), description)
        case exprs.AnyMatch(description=description, pieces=pieces):
            return matching.any_match(read, description, pieces)
        case exprs.Exactly(pieces=pieces, items=items, ordered=ordered):
            return matching.exactly(read, pieces, items, ordered)
        case exprs.Builtin(function="shows", args=args):
            return matching.shows(read, args)
        case exprs.Builtin(function="any" | "every", args=(items,)):
            wanted, found, leave = e.function == "any", fn.variable(int(e.function != "any")), fn.block()

            def look(element: ir.Value, loop: Loop) -> None:
                hit = fn.truth(element) if wanted else fn.negate(fn.truth(element))
                with fn.when(hit):
                    fn.store(int(wanted), found)
                    fn.go(leave)

            read.seq(items).each_word(fn, look)
            fn.go(leave)
            fn.at(leave)
            return fn.truth(fn.load(found))
        case prog.Try():
            from rulekit.native.lookahead.search import attempt

            return attempt(read, e)
    raise Unlowered(type(e).__name__)


# ---- builtins ------------------------------------------------------------------------------------
def _builtin(read: Reader, e: exprs.Builtin) -> ir.Value:
    fn, args, players = read.fn, e.args, read.fn.unit.program.layout.players
    match e.function:
        case "count" if isinstance(args[0], exprs.Contents) and is_place(read, args[0]):
            return read.count(args[0].place, args[0].indices)
        case "count" if (size := board_bits.size(read, args[0])) is not None:
            return size
        case "count" if (made := comprehensions.spread_out(read, args[0])) is not None:
            return comprehensions.word(made[0], evolve(made[1], function="count", type=e.type))
        case "count" if is_list(args[0].type):
            return read.seq(args[0]).length(fn)
        case "count":
            return fn.wide(fn.negate(fn.is_none(read.word(args[0]))))
        case "sum":
            total = fn.variable(0)
            read.seq(args[0]).each_word(fn, lambda element, loop: comprehensions.add(fn, total, fn.present(element)))
            return fn.load(total)
        case "min" | "max" if len(args) > 1:
            words = [read.needed(a, read.word(a)) for a in args]
            best = words[0]
            for other in words[1:]:
                best = fn.least(best, other) if e.function == "min" else fn.most(best, other)
            return best
        case "min" | "max":
            found = fn.variable(NONE)
            read.seq(args[0]).each_word(fn, lambda w, loop: comprehensions.extreme(fn, found, fn.present(w), e.function))
            return fn.load(found)
        case "first" | "top" | "bottom":
            return _end(read, e)
        case "position":
            return fn.call(places.position_function(fn.unit), fn.present(read.word(args[0])))
        case "next":
            return fn.builder.srem(fn.add(fn.present(read.word(args[0])), 1), number(players))
        case "previous" | "seat":
            return _floor_mod(fn, fn.sub(fn.present(read.word(args[0])), 1), players)
    raise Unlowered(f"`{e.function}`")


def is_place(read: Reader, e: exprs.Contents) -> bool:
    """Whether this is one place that holds several pieces."""
    family = read.family(e.place)
    return not family.is_spot and len(e.indices) == len(family.layout.dims)


def _floor_mod(fn: Fn, word: ir.Value, players: int) -> ir.Value:
    rest = fn.builder.srem(word, number(players))
    return fn.select(fn.is_("<", rest, 0), fn.add(rest, players), rest)


def _end(read: Reader, e: exprs.Builtin) -> ir.Value:
    fn = read.fn
    source = read.seq(e.args[0])
    if not isinstance(source, Memory | Numbers):
        source = comprehensions.listed(read, source, e.args[0])
    count = source.length(fn)
    index = fn.most(fn.sub(count, 1), 0) if e.function == "bottom" else number(0)
    return fn.select(fn.is_(">", count, 0), source.at(fn, index), NONE)


def _list_builtin(read: Reader, e: exprs.Builtin) -> Seq:
    fn, args, players = read.fn, e.args, read.fn.unit.program.layout.players
    match e.function:
        case "list":
            return read.seq(args[0])
        case "distinct":
            most = fn.unit.sizes.of(args[0])
            made, count = comprehensions.room(read, most), fn.variable(0)
            read.seq(args[0]).each_word(fn, lambda w, loop: comprehensions.append(fn, made, count, [w], most, once=True))
            return Memory(made, fn.load(count))
        case "top" | "bottom":
            source = comprehensions.listed(read, read.seq(args[0]), args[0])
            wanted = fn.least(fn.most(fn.present(read.word(args[1])), 0), source.length(fn))
            return source.first(wanted) if e.function == "top" else source.last(fn, wanted)
        case "reversed":
            inner = read.seq(args[0])
            return inner.reversed(fn) if isinstance(inner, Memory) else Reversed(inner)
        case "clockwise":
            turns = tuple(tuple((p + i) % players for i in range(players)) for p in range(players))
            player = fn.present(read.word(args[0]))
            return constant_list(fn, turns, e.type, fn.select(fn.below(player, players), player, 0))
    raise Unlowered(f"`{e.function}` as a list")


def _is_inlined(read: Reader, define: prog.DefineCode, args: tuple[prog.Expr, ...]) -> bool:
    """Small definitions are written where they are used; so are others if they are handed lists that do not lie in memory."""
    unit = read.fn.unit
    if read.moved or read.markers or ("inlining" in unit.shortcuts and is_short(unit.program, define.body)):
        return True
    for arg in args:
        if is_list(arg.type) and is_list(element_type(arg.type)):
            return True
        if (
            isinstance(arg, exprs.Bound)
            and isinstance(read.bound[arg.index], Seq)
            and not isinstance(read.bound[arg.index], Memory)
        ):
            return True
    return False


def inside(read: Reader, define: prog.DefineCode, args: tuple[prog.Expr, ...]) -> Reader:
    """A reader for the body of a definition, where its arguments are known."""
    bound = {p[0]: _argument(read, a) for p, a in zip(define.params, args, strict=True)}
    bounds = {i: (a, b) for i, a, b in define.params if a is not None and b is not None}
    there = frozenset(p[0] for p, a in zip(define.params, args, strict=True) if not is_list(a.type) and read.is_present(a))
    return evolve(read, ranges=evolve(read.ranges, bounds=bounds), bound=bound, present=there, masks={})


def _argument(read: Reader, e: prog.Expr) -> Held:
    if isinstance(e, exprs.Bound):
        return read.bound[e.index]
    if not is_list(e.type):
        return read.word(e)
    found = read.seq(e)
    return evolve(found, bits=partial(piece_sets.bits_of, read, e)) if isinstance(found, Memory) else found


# ---- definitions and scores ----------------------------------------------------------------------
def told(read: Reader, args: tuple[prog.Expr, ...]) -> list[ir.Value]:
    """Arguments of a call: a word each, of a list its address and length."""
    found: list[ir.Value] = []
    for arg in args:
        if is_list(arg.type):
            source = read.seq(arg)
            given = comprehensions.listed(read, source, arg)
            if given.step != 1:
                given = comprehensions.listed(read, given, arg, copy=True)
            found += [given.pointer, given.count]
        else:
            found.append(read.word(arg))
    return found


def define_function(unit: Unit, number_: int, define: prog.DefineCode) -> ir.Function:
    """The function of a definition; a list is written to memory that the caller gives, and its length returned."""
    from rulekit.native.expressions.reader import reader

    lists = is_list(define.type)
    kinds = parameter_types(unit.program, define)

    def write(fn: Fn) -> None:
        bound: dict[int, Held] = {}
        args = list(fn.args[2:])
        for (index, _, _), kind in zip(define.params, kinds, strict=True):
            if is_list(kind):
                pointer, count = args.pop(0), args.pop(0)
                bound[index] = Memory(pointer, count, optional=True)
            else:
                bound[index] = args.pop(0)
        bounds = {i: (a, b) for i, a, b in define.params if a is not None and b is not None}
        read = reader(fn, bound, bounds)
        mark = fn.load(fn.note(TOP))
        if lists:
            most, count = unit.sizes.of(define.body), fn.variable(0)
            source = read.seq(define.body)
            source.each_word(fn, lambda w, loop: comprehensions.append(fn, args[0], count, [w], most))
            absent = source.is_none(fn)
            result = fn.load(count) if absent is None else fn.select(absent, NONE, fn.load(count))
        else:
            result = read.word(define.body)
        fn.give_back(mark)
        fn.builder.ret(result)

    words = [k for kind in kinds for k in ((POINTER, I32) if is_list(kind) else (I32,))]
    return unit.function(f"define{number_}", I32, [*words, *([POINTER] if lists else [])], write)


def parameter_types(program: prog.Program, define: prog.DefineCode) -> list[Type]:
    """The types of a definition's parameters, from where it is used or they are read."""
    found: dict[int, Type] = {}
    for e in everything(define.body):
        if isinstance(e, exprs.Bound):
            found.setdefault(e.index, e.type)
    for e in _everywhere(program) if any(index not in found for index, _, _ in define.params) else ():
        if isinstance(e, exprs.Apply) and e.define == define.name:
            for (index, _, _), arg in zip(define.params, e.args, strict=True):
                found.setdefault(index, arg.type)
    return [found[index] for index, _, _ in define.params]


def _everywhere(program: prog.Program) -> Iterator[prog.Expr]:
    """All expressions of a program."""
    parts = (program.nodes, tuple(d.body for d in program.defines), tuple(s.value for s in (*program.score, *program.winner)))
    for outer in expressions(parts):
        yield from everything(outer)


def line_function(unit: Unit, what: str, at: int) -> ir.Function:
    """The value of a line of the score sheet or of a criterion of the winner, for a player."""
    from rulekit.native.expressions.reader import reader

    line = (unit.program.score if what == "score" else unit.program.winner)[at]

    def write(fn: Fn) -> None:
        mark = fn.load(fn.note(TOP))
        read = reader(fn, {0: fn.args[2]}, {0: (0, unit.program.layout.players - 1)}, there=True)
        result = number(0) if is_list(line.value.type) else read.word(line.value)
        fn.give_back(mark)
        fn.builder.ret(result)

    return unit.function(f"{what}{at}", I32, [I32], write)


def total_function(unit: Unit) -> ir.Function:
    """The sum of a player's lines that are numbers."""
    from rulekit.model.types import NumberType

    def write(fn: Fn) -> None:
        total = fn.variable(0)
        for at, line in enumerate(unit.program.score):
            if isinstance(line.value.type, NumberType):
                found = fn.call(line_function(unit, "score", at), fn.args[2])
                comprehensions.add(fn, total, fn.select(fn.is_none(found), 0, found))
        fn.builder.ret(fn.load(total))

    return unit.function("total", I32, [I32], write)


def winners_function(unit: Unit) -> ir.Function:
    """Who is left when all criteria have been applied in order, as bits."""
    players = unit.program.layout.players

    def write(fn: Fn) -> None:
        left = fn.variable((1 << players) - 1 if unit.program.winner else 0)
        for at, line in enumerate(unit.program.winner):
            function, best, kept = line_function(unit, "winner", at), fn.variable(NONE), fn.variable(0)
            words = []
            others = fn.builder.and_(fn.load(left), fn.sub(fn.load(left), 1))
            several = fn.is_("!=", others, 0)  # whoever is left alone need not be compared
            for player in range(players):
                in_it = fn.is_("!=", fn.builder.and_(fn.load(left), number(1 << player)), 0)
                value = fn.choose(in_it, partial(fn.call, function, player), lambda: number(NONE))
                words.append((in_it, value))
            if line.name != "only_if":
                for in_it, value in words:
                    fn.trouble(fn.both(several, fn.both(in_it, fn.is_none(value))))
                    with fn.when(in_it):
                        comprehensions.extreme(fn, best, value, "max" if line.name == "most" else "min")
            for player, (in_it, value) in enumerate(words):
                good = fn.truth(value) if line.name == "only_if" else fn.is_("==", value, fn.load(best))
                bit = fn.select(fn.both(in_it, good), 1 << player, 0)
                fn.store(fn.builder.or_(fn.load(kept), bit), kept)
            fn.store(fn.load(kept), left)
        fn.builder.ret(fn.load(left))

    return unit.function("winners", I32, [], write)


# ---- tables --------------------------------------------------------------------------------------
def _lookup(read: Reader, e: exprs.Lookup) -> ir.Value:
    fn = read.fn
    table = next(t for t in fn.unit.program.layout.tables if t.name == e.table)
    if not table.ranges:
        at, low, sizes = _dense(read, table, e.keys)
        values = _spread(table, low, sizes, NONE + 1)
        found = fn.entry_of(fn.table([as_word(v) for v in values]), at)
        if NONE + 1 in values:
            fn.trouble(fn.is_("==", found, NONE + 1))
        return found
    words = [fn.present(read.word(k)) for k in e.keys]
    found, leave = fn.variable(0), fn.block()
    for least, most, value in table.ranges:
        lows, highs = (k if isinstance(k, tuple) else (k,) for k in (least, most))
        inside: ir.Value | None = None
        for key, a, b in zip(words, lows, highs, strict=True):
            fits = fn.both(fn.is_("<=", a, key), fn.is_("<=", key, b))
            inside = fits if inside is None else fn.both(inside, fits)
        assert inside is not None
        with fn.when(inside):
            fn.store(as_word(value), found)
            fn.go(leave)
    for keys, value in table.entries:
        every: ir.Value | None = None
        for key, wanted in zip(words, keys, strict=True):
            fits = fn.is_("==", key, as_word(wanted))
            every = fits if every is None else fn.both(every, fits)
        assert every is not None
        with fn.when(every):
            fn.store(as_word(value), found)
            fn.go(leave)
    fn.trouble()
    fn.go(leave)
    fn.at(leave)
    return fn.load(found)


def _dense(read: Reader, table: prog.TableLayout, keys: tuple[prog.Expr, ...]) -> tuple[ir.Value, list[int], list[int]]:
    """The place of an entry among all keys from the least to the greatest; outside is trouble."""
    fn = read.fn
    columns = list(zip(*(key for key, _ in table.entries), strict=True))
    low = [min(as_word(v) for v in column) for column in columns]
    sizes = [max(as_word(v) for v in column) - a + 1 for column, a in zip(columns, low, strict=True)]
    cells = 1
    for size in sizes:
        cells *= size
    if cells > MOST_CELLS:
        raise Unlowered(f"the table `{table.name}` is too wide")
    at = number(0)
    for key, a, size in zip(keys, low, sizes, strict=True):
        here, known = fn.sub(read.word(key), a), read.ranges.of(key)
        if known is None or known[0] < a or known[1] >= a + size or not read.is_present(key):
            outside = fn.negate(fn.below(here, size))
            fn.trouble(outside)
            here = fn.select(outside, 0, here)
        at = fn.add(fn.mul(at, size), here)
    return at, low, sizes


def _spread(table: prog.TableLayout, low: list[int], sizes: list[int], hole: Value) -> list[Value]:
    cells = 1
    for size in sizes:
        cells *= size
    found = [hole] * cells
    for keys, value in table.entries:
        at = 0
        for key, a, size in zip(keys, low, sizes, strict=True):
            at = at * size + as_word(key) - a
        found[at] = value
    return found


def straight_runs(place: prog.PlaceLayout, length: int) -> list[list[int]]:
    """All straight runs of members: across, up, both diagonals, in the order of the reference engine."""
    sizes = [d.size for d in place.dims]
    if not 1 <= length <= max(sizes):
        return []
    if len(sizes) == 1:
        return [list(range(i, i + length)) for i in range(sizes[0] - length + 1)]
    across, up = sizes
    found = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)) if length > 1 else ((1, 0),):
        for a in range(across):
            for b in range(up):
                if 0 <= a + dx * (length - 1) < across and 0 <= b + dy * (length - 1) < up:
                    found.append([(a + dx * k) * up + b + dy * k for k in range(length)])
    return found

"""Functions of the language; definitions, tables, scores and tests on pieces are handed to their modules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.native.expressions import comprehensions, lookup_tables, matching, scores
from rulekit.native.expressions.definitions import define_function, inside, is_inlined, told
from rulekit.native.expressions.lists import Memory, Numbers, Reversed, Runs, Seq, constant_list, straight_runs
from rulekit.native.llvm.builder import Loop, number
from rulekit.native.llvm.module import Unlowered
from rulekit.native.shortcuts import board_bits
from rulekit.native.state import places
from rulekit.native.state.layout import NONE
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader


def word(read: Reader, e: prog.Expr) -> ir.Value:
    """Return the rest of the expressions that are words."""
    fn = read.fn
    match e:
        case exprs.Builtin(function="any" | "every" | "shows"):
            return fn.wide(test(read, e))
        case exprs.Builtin():
            return _builtin(read, e)
        case exprs.Apply(define=name, args=args):
            number_, define = fn.unit.define_of(name)
            if is_inlined(read, define, args):
                return inside(read, define, args).word(define.body)
            return fn.call(define_function(fn.unit, number_, define), *told(read, args))
        case exprs.Lookup():
            return lookup_tables.entry(read, e)
        case exprs.ScoreOf(player=player, line=line):
            at = next((n for n, s in enumerate(fn.unit.program.score) if s.name == line), None)
            function = scores.total_function(fn.unit) if at is None else scores.line_function(fn.unit, "score", at)
            return fn.call(function, fn.seat(read.word(player)))
    raise Unlowered(f"{type(e).__name__} as a single value")


def seq(read: Reader, e: prog.Expr) -> Seq:
    """Return the rest of the expressions that are lists."""
    fn = read.fn
    match e:
        case exprs.Lines(place=place, length=length):
            family, known = read.family(place), length.value if isinstance(length, exprs.Const) else None
            lengths = range(1 + max(d.size for d in family.layout.dims))
            runs = [straight_runs(family.layout, n) if known in (None, n) else [] for n in lengths]
            return Runs(family, runs, fn.present(read.word(length)))
        case exprs.Apply(define=name, args=args):
            number_, define = fn.unit.define_of(name)
            if is_inlined(read, define, args):
                return inside(read, define, args).seq(define.body)
            most = fn.unit.sizes.of(define.body)
            made = comprehensions.room(read, most)
            return Memory(made, fn.call(define_function(fn.unit, number_, define), *told(read, args), made), optional=True)
        case exprs.Lookup():
            return lookup_tables.entry_list(read, e)
        case exprs.Winners():
            return scores.winners(read)
        case exprs.Builtin():
            return _list_builtin(read, e)
    raise Unlowered(f"{type(e).__name__} as a list")


def test(read: Reader, e: prog.Expr) -> ir.Value:
    """Return the rest of the truths."""
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
        case "count" if isinstance(args[0], exprs.Contents) and read.is_place(args[0]):
            return read.count(args[0].place, args[0].indices)
        case "count" if (size := board_bits.size(read, args[0])) is not None:
            return size
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
            word = fn.sub(fn.present(read.word(args[0])), 1)
            rest = fn.builder.srem(word, number(players))
            return fn.select(fn.is_("<", rest, 0), fn.add(rest, players), rest)
    raise Unlowered(f"`{e.function}`")


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

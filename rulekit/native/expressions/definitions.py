"""Definitions: a function each, or written where they are used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve
from llvmlite import ir

from rulekit.model import expressions as exprs
from rulekit.model.model_walk import everything, expressions
from rulekit.model.types import Type
from rulekit.native.expressions import comprehensions
from rulekit.native.expressions.lists import Held, Memory, Seq
from rulekit.native.llvm.builder import I32, POINTER, TOP, Fn
from rulekit.native.llvm.module import Unit
from rulekit.native.shortcuts import piece_sets
from rulekit.native.shortcuts.inlining import is_short
from rulekit.native.state.layout import NONE, element_type
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader


def is_inlined(read: Reader, define: prog.DefineCode, args: tuple[prog.Expr, ...]) -> bool:
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
    """Return a reader for the body of a definition, where its arguments are known."""
    bound = {p[0]: _argument(read, a) for p, a in zip(define.params, args, strict=True)}
    there = frozenset(p[0] for p, a in zip(define.params, args, strict=True) if not is_list(a.type) and read.is_present(a))
    return evolve(read, ranges=evolve(read.ranges, bounds=define.bounds), bound=bound, present=there)


def _argument(read: Reader, e: prog.Expr) -> Held:
    if isinstance(e, exprs.Bound):
        return read.bound[e.index]
    if not is_list(e.type):
        return read.word(e)
    found = read.seq(e)
    return evolve(found, bits=partial(piece_sets.bits_of, read, e)) if isinstance(found, Memory) else found


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
    """Return the function of a definition; a list is written to memory that the caller gives, and its length returned."""
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
        read = reader(fn, bound, define.bounds)
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
    """Return the types of a definition's parameters, from where it is used or they are read."""
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
    """Yield all expressions of a program."""
    parts = (program.nodes, tuple(d.body for d in program.defines), tuple(s.value for s in (*program.score, *program.winner)))
    for outer in expressions(parts):
        yield from everything(outer)

"""Calls, comprehensions and tests on pieces, as Python expressions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, assert_never

from rulekit.model import expressions as exprs
from rulekit.model.analysis.numbers import Interval
from rulekit.model.expressions import Expr
from rulekit.model.faults import LARGEST_NUMBER
from rulekit.model.types import ListType
from rulekit.program import program as prog

if TYPE_CHECKING:
    from rulekit.engine.compiling.expressions import Emitter, Env

Tested = exprs.Matches | exprs.AnyMatch | exprs.Exactly | exprs.IsEmpty | prog.Try
Told = exprs.Lookup | exprs.Lines | exprs.Describe | exprs.ScoreOf | exprs.Winners
Called = exprs.Collect | exprs.Builtin | exprs.Apply | Told | Tested


Lines = list[str]


def variable(index: int) -> str:
    """Return the Python name of a bound variable."""
    return f"b{index}" if index >= 0 else f"n{-index}"


def emit_call(emit: Emitter, e: Called, env: Env) -> str:
    """Return a call, a comprehension or a test on pieces."""
    match e:
        case exprs.Collect():
            return _collect(emit, e, env)
        case exprs.Builtin():
            return _builtin(emit, e, env)
        case exprs.Apply(define=define, args=args):
            number = next(n for n, d in enumerate(emit.program.defines) if d.name == define)
            return f"d{number}(S, {_list(emit, args, env)})"
        case exprs.Lookup():
            return _lookup(emit, e, env)
        case exprs.Lines(place=place, length=length):
            return f"tuple({emit.lines(place, length, env)})"
        case exprs.Describe(fields=fields):
            names = emit.constant(tuple(name for name, _ in fields))
            return f"tuple(zip({names}, ({_list(emit, [v for _, v in fields], env)})))"
        case exprs.Matches(piece=piece, description=description):
            return f"match(S, {emit.expr(piece, env)}, {emit.expr(description, env)})"
        case exprs.AnyMatch(description=description, pieces=pieces):
            return f"any([match(S, q, {emit.expr(description, env)}) for q in {emit.each(pieces, env)}])"
        case exprs.Exactly(pieces=pieces, items=items, ordered=ordered):
            return f"exactly(S, {emit.expr(pieces, env)}, ({_list(emit, items, env)}), {ordered})"
        case exprs.IsEmpty(of=of):
            inner = emit.expr(of, env)
            return f"(not {inner})" if isinstance(of.type, ListType) else f"({inner} is None)"
        case prog.Try(player=player, trial=trial, args=args):
            who = emit.expr(player, env)
            who = who if isinstance(player, exprs.Bound) or emit.is_present(player, env) else f"seated({who})"
            return f"attempt(S, {trial}, {who}, ({_list(emit, args, env)}))"
        case exprs.ScoreOf(player=player, line=line):
            at = next((n for n, s in enumerate(emit.program.score) if s.name == line), None)
            return f"{'score' if at is None else f's{at}'}(S, {emit.expr(player, env)})"
        case exprs.Winners():
            return "winners(S)"
        case _:
            assert_never(e)


def _list(emit: Emitter, parts: Iterable[Expr], env: Env) -> str:
    return "".join(emit.expr(p, env) + ", " for p in parts)


def loops(emit: Emitter, e: exprs.Collect, env: Env) -> tuple[str, Env]:
    """Return the `for … in … if …` of a comprehension, and the environment inside."""
    text = ""
    for binder in e.binders:
        text += f" for {variable(binder.index)} in {emit.each(binder.source, env)}"
        env = env.bind(binder.index, binder.source)
    if e.where is not None:
        text += f" if {emit.expr(e.where, env)}"
    return text, env


def _collect(emit: Emitter, e: exprs.Collect, env: Env) -> str:
    text, inside = loops(emit, e, env)
    if e.function == "count":
        return f"len([1{text}])"
    value = emit.expr(e.value, inside)
    match e.function:
        case "sum":
            return f"sum([{value}{text}])" if _small(inside.ranges.of(e.value)) else f"checked(sum([{value}{text}]))"
        case "min" | "max":
            return f"{e.function}([{value}{text}], default=None)"
        case "any":
            return f"any({value}{text})"
        case "every":
            return f"all({value}{text})"
        case "list":
            return f"tuple([{value}{text}])"
        case "distinct":
            return f"tuple(dict.fromkeys([{value}{text}]))"
    return f"next(({value}{text}), None)"


def _small(interval: Interval) -> bool:
    """Return whether a sum of such numbers, however many a list may hold, surely stays within the range of numbers."""
    return interval is not None and max(-interval[0], interval[1]) <= LARGEST_NUMBER // 10_000


def _builtin(emit: Emitter, e: exprs.Builtin, env: Env) -> str:
    args, name, players = e.args, e.function, emit.program.layout.players
    first = emit.expr(args[0], env)
    match name:
        case "count" if (run := _spots(emit, args[0], env)) is not None:
            return run
        case "count":
            return f"len({first})" if isinstance(args[0].type, ListType) else f"size({first})"
        case "sum":
            small = _small(env.ranges.of_attr(args[0]) if isinstance(args[0], exprs.AttrOf) else env.ranges.element(args[0]))
            return f"sum({emit.each(args[0], env)})" if small else f"checked(sum({emit.each(args[0], env)}))"
        case "min" | "max":
            several = _list(emit, args, env)
            return f"{name}({several})" if len(args) > 1 else f"{name}({emit.each(args[0], env)}, default=None)"
        case "any" | "every":
            return f"{'any' if name == 'any' else 'all'}({emit.each(args[0], env)})"
        case "list":
            return first
        case "distinct":
            return f"tuple(dict.fromkeys({emit.each(args[0], env)}))"
        case "first":
            return f"at({first}, 1)"
        case "top":
            return f"{first}[:max(0, {emit.expr(args[1], env)})]" if len(args) > 1 else f"at({first}, 1)"
        case "bottom":
            return f"tail({first}, {emit.expr(args[1], env)})" if len(args) > 1 else f"at({first}[-1:], 1)"
        case "reversed":
            return f"{first}[::-1]"
        case "position":
            return f"place_of(S, {first})"
        case "next":
            return f"(({first} + 1) % {players})"
        case "previous":
            return f"(({first} - 1) % {players})"
        case "seat":
            return f"(({first} - 1) % {players})"
        case "clockwise":
            turns = tuple(tuple((p + i) % players for i in range(players)) for p in range(players))
            return f"{emit.constant(turns)}[{first}]"
        case "shows":
            return f"shows(S, {_list(emit, args, env)})"
    raise TypeError(name)


def _spots(emit: Emitter, e: Expr, env: Env) -> str | None:
    """Return how many of a run of spots are taken, without listing the pieces."""
    if not isinstance(e, exprs.Contents) or e.place == "box":
        return None
    place = emit.places[e.place]
    if place.shape != "spot" or len(e.indices) == len(place.dims):
        return None
    low, high = emit.span(place.base, place.dims, e.indices, env)
    width = place.size
    for dim in place.dims[: len(e.indices)]:
        width //= dim.size
    return f"({width} - S[{low}:{high}].count(None))"


def _lookup(emit: Emitter, e: exprs.Lookup, env: Env) -> str:
    table = next(t for t in emit.program.layout.tables if t.name == e.table)
    single = len(e.keys) == 1
    entries = {key[0] if single else key: value for key, value in table.entries}
    name = emit.constant(entries, ("table", e.table))
    key = emit.expr(e.keys[0], env) if single else f"({_list(emit, e.keys, env)})"
    if table.ranges:
        return f"{'look' if single else 'look_all'}({name}, {emit.constant(table.ranges)}, {key})"
    return f"{name}[{key}]"


# ---- bodies of definitions: `any` and `every` written out as loops, which run faster than generators ----
def returning(emit: Emitter, e: Expr, env: Env) -> Lines:
    """Return the lines of a function that returns the value of an expression."""
    if isinstance(e, exprs.Collect) and e.function in ("any", "every"):
        found = e.function == "any"
        return [*_loop(emit, e, env, [f"return {found}"]), f"return {not found}"]
    return [f"return {emit.expr(e, env)}"]


def _loop(emit: Emitter, e: exprs.Collect, env: Env, decided: Lines) -> Lines:
    """Loops over all combinations; at the first that decides (`any`: holds, `every`: does not) the lines `decided` run."""
    lines: Lines = []
    indent = ""
    for binder in e.binders:
        lines.append(f"{indent}for {variable(binder.index)} in {emit.each(binder.source, env)}:")
        env = env.bind(binder.index, binder.source)
        indent += "    "
    if e.where is not None:
        lines.append(f"{indent}if {emit.expr(e.where, env)}:")
        indent += "    "
    value, wanted = e.value, e.function == "any"
    if isinstance(value, exprs.Collect) and value.function == ("every" if wanted else "any") and len(value.binders) == 1:
        inner = _loop(emit, value, env, ["break"])
        return [*lines, *(indent + line for line in inner), f"{indent}else:", *(f"{indent}    {line}" for line in decided)]
    test = emit.expr(value, env)
    lines.append(f"{indent}if {test if wanted else f'not {test}'}:")
    return [*lines, *(f"{indent}    {line}" for line in decided)]

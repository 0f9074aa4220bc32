"""The score sheet: lines with the pieces they came from, totals, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from attrs import evolve, frozen

from rulekit.engine.compiling.compiler import Code
from rulekit.engine.faults import Stop
from rulekit.engine.machine import CAUGHT
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.faults import LARGEST_NUMBER, NONE_VALUE, too_large
from rulekit.model.model_walk import everything
from rulekit.model.rules import Citation
from rulekit.model.types import ListType, NumberType, PieceType, Type
from rulekit.program.program import Cells, CellValue, as_number, as_pieces

Evaluate = Callable[[Expr, Cells, int], CellValue]  # an expression, in a state, for a player


@frozen
class Entry:
    """One line of a receipt: its address, value and type, the pieces it was counted from, its citations."""

    line: str
    value: CellValue
    type: Type
    pieces: tuple[int, ...]
    cites: tuple[Citation, ...]


@frozen
class Receipt:
    """A player's lines; the total adds the lines that are numbers."""

    player: int
    lines: tuple[Entry, ...]
    total: int


@frozen
class Outcome:
    """The end of a game: totals by seat, the winners (none: nobody wins)."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]


def install(code: Code) -> None:
    """Let rules ask for scores and winners too."""
    code.space["score"] = lambda state, player: total(code, state, player)
    code.space["winners"] = lambda state: winners(code, state)


def total(code: Code, state: Cells, player: int) -> int:
    """Return the sum of a player's number lines; like every number it has 32 bits."""
    found = 0
    for n, (line, function) in enumerate(zip(code.program.score, code.score, strict=True)):
        if isinstance(line.value.type, NumberType):
            value = function(state, player)
            found += value if isinstance(value, int) else 0
            if not -LARGEST_NUMBER <= found <= LARGEST_NUMBER:
                raise Stop(*too_large(found), rule=code.lines[f"s{n}"])
    return found


def winners(code: Code, state: Cells) -> tuple[int, ...]:
    """Return who is left when all criteria have been applied in order."""
    left = tuple(range(code.program.layout.players)) if code.program.winner else ()
    for n, (line, function) in enumerate(zip(code.program.winner, code.winner, strict=True)):
        values = {p: function(state, p) for p in left}
        if line.name == "only_if":
            left = tuple(p for p in left if values[p])
        elif len(left) > 1 and None in values.values():
            raise Stop(*NONE_VALUE, rule=code.lines[f"w{n}"])
        elif left:
            reached = [as_number(value) for value in values.values()]
            best = max(reached) if line.name == "most" else min(reached)
            left = tuple(p for p in left if values[p] == best)
    return left


def receipt(code: Code, state: Cells, player: int, evaluate: Evaluate) -> Receipt:
    """Return a player's lines with the pieces each was counted from."""
    lines = []
    for line, function in zip(code.program.score, code.score, strict=True):
        value = function(state, player)
        pieces = dict.fromkeys(p for source in _sources(line.value) for p in _found(evaluate, source, state, player))
        lines.append(Entry(f"score.{line.name}", value, line.value.type, tuple(pieces), line.cites))
    return Receipt(player, tuple(lines), total(code, state, player))


def _found(evaluate: Evaluate, source: Expr, state: Cells, player: int) -> tuple[int, ...]:
    """Return the pieces of a list; none if it cannot be made: then the line has come to its value without it."""
    try:
        return as_pieces(evaluate(source, state, player))
    except CAUGHT:
        return ()


def _sources(value: Expr) -> list[Expr]:
    """Lists of pieces that a line reads and that can be evaluated for a player alone."""
    found: list[Expr] = []
    for e in everything(value):
        if isinstance(e, exprs.Collect) and len(e.binders) == 1 and _is_pieces(kind := e.binders[0].source.type):
            binder = e.binders[0]
            found.append(evolve(e, type=kind, function="list", value=exprs.Bound(kind.of, binder.index, binder.name)))
        elif isinstance(e, exprs.Contents) and _is_pieces(e.type):
            found.append(e)
    inside = {id(b.source) for e in everything(value) if isinstance(e, exprs.Collect) for b in e.binders}
    return [e for e in found if id(e) not in inside and _closed(e)]


def _is_pieces(kind: Type) -> TypeGuard[ListType]:
    return isinstance(kind, ListType) and isinstance(kind.of, PieceType)


def _closed(expr: Expr) -> bool:
    bound = {b.index for e in everything(expr) if isinstance(e, exprs.Collect) for b in e.binders} | {0}
    return all(e.index in bound for e in everything(expr) if isinstance(e, exprs.Bound))

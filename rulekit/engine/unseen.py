"""What a test reads that the decider may not see: such a test is a horizon of the search.

How many pieces lie anywhere is known to all; reading them is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.engine.emit import Emitter, Env
from rulekit.model import expr as x
from rulekit.model.types import PlayerType
from rulekit.model.walk import children, everything, rebuild


def unseen(emit: Emitter, expr: Any, env: Env, who: str = "S[5]") -> str:
    """A Python condition (empty: never) for «this player does not see all of this»."""
    found = dict.fromkeys(text.replace("WHO", who) for text in _conditions(emit, expr, env, 0))
    if "True" in found:
        return "True"
    return " or ".join(found)


def _conditions(emit: Emitter, expr: Any, env: Env, depth: int) -> Iterator[str]:
    match expr:
        case x.Builtin(function="count", args=(x.Contents() as contents,)) | x.IsEmpty(of=x.Contents() as contents):
            for index in contents.indices:
                yield from _conditions(emit, index, env, depth)
            return
        case x.Contents(place=name, indices=indices) | x.PieceAt(place=name, indices=indices) if name in emit.places:
            yield from _family(emit, emit.places[name], indices, env)
        case x.MarkerOf(marker=name, indices=indices):
            yield from _family(emit, emit.markers[name], indices, env)
        case x.Apply(define=name, args=args) if depth < 12:
            define = next(d for d in emit.program.defines if d.name == name)
            told = {p[0]: a for p, a in zip(define.params, args, strict=True)}
            yield from _conditions(emit, _told(define.body, told), env, depth + 1)
            return
    for child in children(expr):
        yield from _conditions(emit, child, env, depth)


def _told(body: Any, told: dict[int, Any]) -> Any:
    def change(expr: Any) -> Any:
        if isinstance(expr, x.Bound) and expr.index in told:
            return told[expr.index]
        return rebuild(expr, change)

    return change(body)


def _family(emit: Emitter, family: Any, indices: tuple[Any, ...], env: Env) -> Iterator[str]:
    if family.sight == "open":
        return
    if family.sight == "hidden":
        yield "True"
        return
    for dim, index in zip(family.dims, indices, strict=False):
        if isinstance(dim.type, PlayerType):
            if any(isinstance(e, x.Bound) for e in everything(index)):
                break
            yield f"{emit.expr(index, env)} {'!=' if family.sight == 'private' else '=='} WHO"
            return
    yield "True"

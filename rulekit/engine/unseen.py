"""What a node reads that the decider may not see: such a node is a horizon of the search.

How many pieces lie anywhere is known to all; reading them is not. To name a piece (`let card = top(deck)`) is not to look at
it; to read its attributes is, if it lies where the decider does not see it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.engine.emit import Emitter, Env
from rulekit.model import expr as x
from rulekit.model.types import ListType, OptionalType, PieceType, PlayerType
from rulekit.model.walk import children, everything, rebuild
from rulekit.program import program as g
from rulekit.program.positions import expressions


def unseen(emit: Emitter, expr: Any, env: Env, who: str = "S[5]") -> str:
    """A Python condition (empty: never) for «this player does not see all of this»."""
    found = dict.fromkeys(text.replace("WHO", who) for text in _conditions(emit, expr, env, 0))
    if "True" in found:
        return "True"
    return " or ".join(found)


def veil_of(emit: Emitter, node: Any, env: Env, who: str = "S[5]") -> str:
    """The same condition for all that a node reads; requirements and choices may read nothing unseen (that is checked)."""
    match node:
        case g.Let(value=value):
            parts: tuple[Any, ...] = () if _only_names(value) else (value,)
        case g.Test(test=test):
            parts = (test,)
        case g.SetMarker(indices=indices, value=value):
            parts = (*indices, *(() if _only_names(value) else (value,)))
        case g.SetAttr(value=value):
            parts = (value,)
        case g.Move(what=what, to=to):
            parts = (*to.indices, *(() if _only_names(what) else (what,)))
        case g.Draw(count=count, source=source, to=to):
            parts = (count, *source.indices, *to.indices)
        case g.Gain(count=count, indices=indices) | g.Pay(count=count, indices=indices):
            parts = (count, *indices)
        case _:
            return ""
    found = dict.fromkeys(filter(None, (unseen(emit, p, env, who) for p in parts)))
    return "True" if "True" in found else " or ".join(found)


def _only_names(value: Any) -> bool:
    """Whether an expression picks pieces by where they lie, without looking at them."""
    kind = value.type
    while isinstance(kind, ListType | OptionalType):
        kind = kind.of
    looks = (x.AttrOf, x.Matches, x.AnyMatch, x.Exactly, x.Collect, x.Apply)
    return isinstance(kind, PieceType) and not any(isinstance(e, looks) for e in everything(value))


def _conditions(emit: Emitter, expr: Any, env: Env, depth: int) -> Iterator[str]:
    match expr:
        case x.Builtin(function="count", args=(x.Contents() as contents,)) | x.IsEmpty(of=x.Contents() as contents):
            for index in contents.indices:
                yield from _conditions(emit, index, env, depth)
            return
        case x.Contents(place=name, indices=indices) | x.PieceAt(place=name, indices=indices) if name in emit.places:
            yield from _family(emit, emit.places[name], indices, env)
        case x.AttrOf(of=g.Cell() as cell) if _may_hide(emit, cell):
            yield f"hides(S, {emit.expr(cell, env)}, WHO)"
        case x.MarkerOf(marker=name, indices=indices):
            yield from _family(emit, emit.markers[name], indices, env)
        case x.Apply(define=name, args=args) if depth < 12:
            define = next(d for d in emit.program.defines if d.name == name)
            told = {p[0]: a for p, a in zip(define.params, args, strict=True)}
            yield from _conditions(emit, _told(define.body, told), env, depth + 1)
            return
        case g.Try(player=player, trial=trial) if _reads_private(emit, emit.program.trials[trial].entry):
            yield f"{emit.expr(player, env)} != WHO"
    for child in children(expr):
        yield from _conditions(emit, child, env, depth)


def _reads_private(emit: Emitter, entry: int) -> bool:
    """Whether a deed that is tried reads what the player sees who tries it, but not everybody."""
    nodes, defines = emit.program.nodes, {d.name: d.body for d in emit.program.defines}
    families: list[Any] = [*emit.places.values(), *emit.markers.values()]
    private = {f.name for f in families if f.sight in ("private", "others")}
    seen, todo = {entry}, [entry]
    asked = set[str]()
    while todo:
        node = nodes[todo.pop()]
        looked = [e for outer in expressions(node) for e in everything(outer)]
        while looked:
            expr = looked.pop()
            if isinstance(expr, x.Apply) and expr.define not in asked:
                asked.add(expr.define)
                looked.extend(everything(defines[expr.define]))
            name = expr.marker if isinstance(expr, x.MarkerOf) else expr.place if isinstance(expr, x.Contents | x.PieceAt) else ""
            if name in private:
                return True
        fresh = [n for n in g.successors(node) if n not in seen]
        seen.update(fresh)
        todo.extend(fresh)
    return False


def _may_hide(emit: Emitter, cell: g.Cell) -> bool:
    """Whether a cell names pieces of a sort that can lie where not everybody sees them."""
    kind: Any = cell.type
    while isinstance(kind, ListType | OptionalType):
        kind = kind.of
    return isinstance(kind, PieceType) and any(p.sort == kind.sort and p.sight != "open" for p in emit.places.values())


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

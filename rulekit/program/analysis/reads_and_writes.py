"""What an expression reads and what a node changes, by name: places, tallies, markers, changing attributes."""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.model_walk import everything, family
from rulekit.program import program as prog
from rulekit.program.nodes import AnyNode

Names = frozenset[str]


def reads(program: prog.Program, expr: Expr) -> Names:
    """All that an expression looks at, through definitions and score lines too."""
    found: set[str] = set()
    seen: set[str] = set()
    todo = [expr]
    while todo:
        for e in everything(todo.pop()):
            name = _read(e)
            if name is not None:
                found.add(name)
            for inner in _inside(program, e):
                if inner.name not in seen:
                    seen.add(inner.name)
                    todo.append(inner.body if isinstance(inner, prog.DefineCode) else inner.value)
    return frozenset(found)


def _read(e: Expr) -> str | None:
    looked_at = family(e)
    if looked_at is not None:
        return " ".join(looked_at)
    match e:
        case exprs.AttrOf(attr=name):
            return f"attribute {name}"
        case exprs.Active():
            return "active"
    return None


def _inside(program: prog.Program, e: Expr) -> list[prog.DefineCode | prog.Line]:
    match e:
        case exprs.Apply(define=name):
            return [d for d in program.defines if d.name == name]
        case exprs.ScoreOf(line=line):
            return [s for s in program.score if line in (None, s.name)]
        case exprs.Winners():
            return [*program.winner, *program.score]
    return []


def changes(program: prog.Program, node: AnyNode) -> Names:
    """All that a node may change."""
    changed = prog.does(node).changes
    if isinstance(node, prog.Move):
        return changed | {name for name in reads(program, node.what) if name.startswith("place ")}
    return changed

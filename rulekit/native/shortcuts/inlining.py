"""Which definitions are short enough to be written where they are used, and which loops in them need no loop."""

from __future__ import annotations

from attrs import evolve

from rulekit.model import expressions as exprs
from rulekit.model.model_walk import children, everything
from rulekit.native.state.columns import attribute_values
from rulekit.program import program as prog
from rulekit.program.analysis.never_none import is_list

MOST_EXPRESSIONS = 14  # expressions in a definition that is written where it is used
BITS_OF_VALUES = 63  # values that are bits; the one above stands for none


def is_short(program: prog.Program, body: prog.Expr, most: int = MOST_EXPRESSIONS, loops: bool = False) -> bool:
    """Whether an expression, with all definitions in it written out, is short and (unless they are welcome) without loops."""
    count, todo = 0, [body]
    while todo and count <= most:
        part = todo.pop()
        count += 1
        if isinstance(part, exprs.Lines | prog.Try):
            return False
        if isinstance(part, exprs.Collect) and not loops and shared_values(part) is None:
            return False
        if isinstance(part, exprs.Apply):
            todo.append(next(d.body for d in program.defines if d.name == part.define))
        todo.extend(children(part))
    return count <= most


def tries(program: prog.Program, e: prog.Expr) -> bool:
    """Return whether an expression asks what somebody can do, which counts every time it is asked."""
    seen: set[str] = set()
    todo = [e]
    while todo:
        for part in everything(todo.pop()):
            if isinstance(part, prog.Try):
                return True
            if isinstance(part, exprs.Apply) and part.define not in seen:
                seen.add(part.define)
                todo.append(next(d.body for d in program.defines if d.name == part.define))
    return False


def shared_values(e: prog.Expr) -> tuple[exprs.AttrOf, exprs.AttrOf] | None:
    """Return two lists, if it is asked whether any value stands in both: `any(x in these where x.colour in those.colour)`."""
    match e:
        case exprs.Collect(
            function="any", binders=(exprs.Binding(index=index, source=source),), where=None,
            value=exprs.Binary(op="in", left=exprs.AttrOf(of=exprs.Bound(index=of)) as left, right=exprs.AttrOf() as right),
        ) if of == index and index not in {p.index for p in everything(right) if isinstance(p, exprs.Bound)}:  # fmt: skip
            return evolve(left, of=source, type=right.type), right
    return None


def has_small_values(program: prog.Program, e: exprs.AttrOf, most: int = BITS_OF_VALUES) -> bool:
    """Return whether an attribute of the pieces of a list never changes, and its values (at most so many) can be bits."""
    if not is_list(e.of.type):
        return False
    owners = [a for s in program.layout.sorts if s.name == e.owner for a in s.attrs if a.name == e.attr]
    if any(a.base is not None for a in owners):
        return False
    values = set(attribute_values(program.layout, e.owner, e.attr)[1])
    return len(values) <= most and all(isinstance(v, int) and 0 <= v < BITS_OF_VALUES for v in values)

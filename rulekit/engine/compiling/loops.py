"""Bodies of definitions: `any` and `every` written out as loops, which run faster than generators."""

from __future__ import annotations

from rulekit.engine.compiling.calls import variable
from rulekit.engine.compiling.expressions import Emitter, Env
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr

Lines = list[str]


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

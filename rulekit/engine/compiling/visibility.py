"""Hidden reads as Python conditions: when a player does not see all that a node reads."""

from __future__ import annotations

from rulekit.engine.compiling.expressions import Emitter, Env
from rulekit.program import program as prog
from rulekit.program.analysis.visibility import Always, Belongs, Condition, Hides


def reads_hidden(emit: Emitter, node: prog.AnyNode, env: Env, who: str = "S[5]") -> str:
    """Return a Python condition (empty: never) for «this player does not see all that this node reads»."""
    found = dict.fromkeys(_text(emit, condition, env, who) for condition in emit.hidden_reads.of(node))
    return " or ".join(found)


def _text(emit: Emitter, condition: Condition, env: Env, who: str) -> str:
    match condition:
        case Always():
            return "True"
        case Hides(pieces=pieces):
            return f"hides(S, {emit.expr(pieces, env)}, {who})"
        case Belongs(player=player, to=to):
            return f"{emit.expr(player, env)} {'==' if to else '!='} {who}"

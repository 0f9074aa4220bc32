"""Hidden reads as Python conditions: when a player does not see all that a node reads."""

from __future__ import annotations

from rulekit.engine.compiling.expressions import Emitter, Env
from rulekit.program import program as prog
from rulekit.program.analysis.visibility import Always, Belongs, Condition, Hides


def reads_hidden(emit: Emitter, node: prog.AnyNode, env: Env, who: str = "S[5]") -> str:
    """Return a Python condition (empty: never) for «this player does not see all that this node reads»."""
    return _any(emit, emit.hidden_reads.of(node), env, who)


def shown_new(emit: Emitter, node: prog.Reveal, env: Env) -> str:
    """Return a Python condition (empty: never) for «who searches is shown something new»."""
    new = _any(emit, emit.hidden_reads.shown(node), env, "S[5]")
    return f"{emit.expr(node.to, env)} == S[5] and ({new})" if new and node.to is not None else new


def _any(emit: Emitter, conditions: tuple[Condition, ...], env: Env, who: str) -> str:
    return " or ".join(dict.fromkeys(_text(emit, condition, env, who) for condition in conditions))


def _text(emit: Emitter, condition: Condition, env: Env, who: str) -> str:
    match condition:
        case Always():
            return "True"
        case Hides(pieces=pieces):
            return f"hides(S, {emit.expr(pieces, env)}, {who})"
        case Belongs(player=player, to=to):
            return f"{emit.expr(player, env)} {'==' if to else '!='} {who}"

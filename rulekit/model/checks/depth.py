"""Nothing may be nested too deeply: steps that do steps that do steps, definitions of definitions of definitions.

Only for games without circles.
"""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, Span, finding
from rulekit.model.analysis.game_index import inner_blocks, own_expressions
from rulekit.model.checks.recursion import SCORE, Graph, uses_graph
from rulekit.model.expressions import Expr
from rulekit.model.model import GameModel
from rulekit.model.model_walk import children
from rulekit.model.rules import Block
from rulekit.wording import sentence

DEEPEST = 120


def check_depth(model: GameModel) -> list[Diagnostic]:
    """Report the first declaration that reaches too deep."""
    graph, spans = uses_graph(model)
    own = {d.name: _depth(d.body) for d in model.defines} | {d.name: _block_depth(d.block) for d in model.deeds} | {SCORE: 0}
    total = _totals(graph, own)
    return [_report(name, total[name], spans[name]) for name in spans if total[name] > DEEPEST][:1]


def _totals(graph: Graph, own: dict[str, int]) -> dict[str, int]:
    """Return the depth of each declaration with all it uses, the innermost first."""
    total: dict[str, int] = {}
    todo = list(graph)
    while todo:
        name = todo[-1]
        if name in total:
            todo.pop()
            continue
        missing = [used for used in set(graph[name]) if used in graph and used not in total]
        if missing:
            todo.extend(missing)
            continue
        todo.pop()
        total[name] = own.get(name, 1) + max((total[used] for used in graph[name] if used in graph), default=0)
    return total


def _depth(expr: Expr) -> int:
    deepest, level = 0, [expr]
    while level:
        deepest += 1
        level = [child for node in level for child in children(node)]
    return deepest


def _block_depth(block: Block) -> int:
    deepest, level = 0, list(block)
    widest = 0
    while level:
        deepest += 1
        widest = max(widest, *(_depth(e) for s in level for e in own_expressions(s)), 0)
        level = [inner for s in level for b in inner_blocks(s) for inner in b]
    return 2 * deepest + widest


def _report(name: str, depth: int, span: Span) -> Diagnostic:
    hint = sentence(
        "up to {deepest} levels are allowed; put steps one after another instead of one inside the other", deepest=DEEPEST
    )
    return finding(
        "RK442", span, "`{name}` is nested too deeply: with all that it uses, {depth} levels", hint, name=name, depth=depth
    )

"""Nothing may reach itself (a definition, action, step or score line, also through `can`), or be nested too deeply."""

from __future__ import annotations

from contextlib import suppress
from graphlib import CycleError, TopologicalSorter

from rulekit.diagnostics import Diagnostic, Label, Span, finding
from rulekit.model import expressions as exprs
from rulekit.model.analysis.game_index import at_address, called, inner_blocks, own_expressions, statements
from rulekit.model.expressions import Expr
from rulekit.model.model import GameModel
from rulekit.model.model_walk import children, everything
from rulekit.model.rules import Block
from rulekit.wording import sentence

Graph = dict[str, list[str]]
SCORE = "score"  # the whole score, which uses all its lines
MOST_NAMES = 200  # in circles, each of which is looked at
MOST_STEPS_TOLD = 20  # steps of a circle that are told


def check_recursion(model: GameModel) -> list[Diagnostic]:
    """Report every circle once; of very many names that lead round one circle."""
    graph, spans = uses_graph(model)
    found: list[Diagnostic] = []
    reported: set[str] = {SCORE}
    left = _in_circles(graph)
    for name in left if len(left) <= MOST_NAMES else _on_a_circle(graph, left):
        circle = [] if name in reported else _circle(graph, name)
        if circle:
            reported |= set(circle)
            found.append(_report(circle, spans))
    return found


def _in_circles(graph: Graph) -> list[str]:
    """Return the names that are left when those that need nothing (more) are taken away one after another."""
    sorter = TopologicalSorter(_needs(graph))
    free: set[str] = set()
    with suppress(CycleError):
        sorter.prepare()
    while ready := sorter.get_ready():
        free |= set(ready)
        sorter.done(*ready)
    return [name for name in graph if name not in free]


def _needs(graph: Graph) -> dict[str, set[str]]:
    return {name: graph.keys() & uses for name, uses in graph.items()}


def _on_a_circle(graph: Graph, left: list[str]) -> list[str]:
    """Return one of the names that need each other without an end and is surely needed by itself: it is come to twice."""
    names, seen, here = set(left), {SCORE}, left[0]
    while here not in seen:
        seen.add(here)
        here = next(name for name in graph[here] if name in names)
        here = next(name for name in graph[SCORE] if name in names) if here == SCORE else here
    return [here]


def uses_graph(model: GameModel) -> tuple[Graph, dict[str, Span]]:
    """Return which definition, deed or score line uses which, and where each stands."""
    graph: Graph = {}
    spans: dict[str, Span] = {}
    for define in model.defines:
        graph[define.name], spans[define.name] = _uses(define.body), define.span
    for deed in model.deeds:
        parts = [part for statement in statements(deed.block) for part in own_expressions(statement)]
        graph[deed.name] = [name for name, _ in called(deed.block)] + [name for part in parts for name in _uses(part)]
        spans[deed.name] = deed.span
    for line in model.score:
        name = f"score.{line.name}"
        graph[name], spans[name] = _uses(line.value), at_address(name)
    graph[SCORE] = [f"score.{line.name}" for line in model.score]
    return graph, spans


def _uses(start: exprs.Expr) -> list[str]:
    found: list[str] = []
    for node in everything(start):
        match node:
            case exprs.Apply(define=name) | exprs.Can(deed=name):
                found.append(name)
            case exprs.ScoreOf(line=None):
                found.append(SCORE)
            case exprs.ScoreOf(line=line):
                found.append(f"score.{line}")
    return found


def _circle(graph: Graph, start: str) -> list[str]:
    """Return the shortest way from a name back to itself."""
    before: dict[str, str | None] = {start: None}
    todo = [start]
    for here in todo:
        for name in graph.get(here, []):
            if name == start:
                return _way(before, here)
            if name not in before:
                before[name] = here
                todo.append(name)
    return []


def _way(before: dict[str, str | None], last: str) -> list[str]:
    way: list[str] = []
    here: str | None = last
    while here is not None:
        way.append(here)
        here = before[here]
    return [name for name in reversed(way) if name != SCORE]


def _report(circle: list[str], spans: dict[str, Span]) -> Diagnostic:
    whole: list[str] = [
        sentence("`{name}` uses `{other}`", name=a, other=b) for a, b in zip(circle, [*circle[1:], circle[0]], strict=True)
    ]
    steps = whole if len(whole) <= MOST_STEPS_TOLD else [*whole[:MOST_STEPS_TOLD], "…"]
    others = [name for name in circle[1:MOST_STEPS_TOLD] if name in spans and spans[name].line]
    message = sentence("`{name}` needs itself", name=circle[0])
    if len(circle) > 1:
        message = sentence("`{name}` needs itself: {steps}", name=circle[0], steps=tuple(steps))
    return finding(
        "RK401",
        spans[circle[0]],
        message,
        "repeat something with `repeat`, `may repeatedly` or `for each`; a list is counted with `count`, `sum`, `first` …",
        related=tuple(Label(spans[name], sentence("`{name}` is declared here", name=name)) for name in others),
    )


# ---- depth ---------------------------------------------------------------------------------------
MOST_LEVELS = 120


def check_depth(model: GameModel) -> list[Diagnostic]:
    """Report the first declaration that reaches too deep: steps that do steps that do steps; only for games without circles."""
    graph, spans = uses_graph(model)
    own = {d.name: _depth(d.body) for d in model.defines} | {d.name: _block_depth(d.block) for d in model.deeds} | {SCORE: 0}
    total = _totals(graph, own)
    return [_too_deep(name, total[name], spans[name]) for name in spans if total[name] > MOST_LEVELS][:1]


def _totals(graph: Graph, own: dict[str, int]) -> dict[str, int]:
    """Return the depth of each declaration with all it uses, the innermost first."""
    total: dict[str, int] = {}
    needs = _needs(graph)
    for name in TopologicalSorter(needs).static_order():
        total[name] = own.get(name, 1) + max((total[used] for used in needs[name]), default=0)
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


def _too_deep(name: str, depth: int, span: Span) -> Diagnostic:
    hint = sentence(
        "up to {deepest} levels are allowed; put steps one after another instead of one inside the other", deepest=MOST_LEVELS
    )
    return finding(
        "RK442", span, "`{name}` is nested too deeply: with all that it uses, {depth} levels", hint, name=name, depth=depth
    )

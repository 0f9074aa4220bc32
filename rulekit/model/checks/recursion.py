"""Nothing may reach itself: a definition, action, step or score line, also through `can`."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, Label, Span, finding
from rulekit.model import expressions as exprs
from rulekit.model.analysis.game_index import at_address, called, own_expressions, statements
from rulekit.model.model import GameModel
from rulekit.model.model_walk import everything
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
    needs = {name: set(uses) & graph.keys() for name, uses in graph.items()}
    users: dict[str, list[str]] = {name: [] for name in graph}
    for name, used in needs.items():
        for other in used:
            users[other].append(name)
    free = [name for name, used in needs.items() if not used]
    while free:
        done = free.pop()
        for user in users[done]:
            needs[user].discard(done)
            if not needs[user]:
                free.append(user)
    return [name for name in graph if needs[name]]


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

"""Nothing may reach itself: a definition, action, step or score line, also through `can`."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, Label, Span
from rulekit.model import expr
from rulekit.model.checks.game import at_address, called, own_expressions, statements
from rulekit.model.model import GameModel
from rulekit.model.walk import everything

Graph = dict[str, list[str]]


def check_recursion(model: GameModel) -> list[Diagnostic]:
    """Report every circle once."""
    graph, spans = uses_graph(model)
    found: list[Diagnostic] = []
    reported: set[str] = set()
    for name in _in_circles(graph):
        circle = [] if name in reported else _circle(graph, name)
        if circle:
            reported |= set(circle)
            found.append(_report(circle, spans))
    return found


def _in_circles(graph: Graph) -> list[str]:
    """The names that are left when those that need nothing (more) are taken away one after another."""
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


def uses_graph(model: GameModel) -> tuple[Graph, dict[str, Span]]:
    """Which definition, deed or score line uses which, and where each stands."""
    graph: Graph = {}
    spans: dict[str, Span] = {}
    lines = [f"score.{line.name}" for line in model.score]
    for define in model.defines:
        graph[define.name], spans[define.name] = _uses(define.body, lines), define.span
    for deed in model.deeds:
        parts = [part for statement in statements(deed.block) for part in own_expressions(statement)]
        graph[deed.name] = [name for name, _ in called(deed.block)] + [name for part in parts for name in _uses(part, lines)]
        spans[deed.name] = deed.span
    for line in model.score:
        name = f"score.{line.name}"
        graph[name], spans[name] = _uses(line.value, lines), at_address(name)
    return graph, spans


def _uses(start: expr.Expr, lines: list[str]) -> list[str]:
    found: list[str] = []
    for node in everything(start):
        match node:
            case expr.Apply(define=name) | expr.Can(deed=name):
                found.append(name)
            case expr.ScoreOf(line=None):
                found.extend(lines)
            case expr.ScoreOf(line=line):
                found.append(f"score.{line}")
    return found


def _circle(graph: Graph, start: str) -> list[str]:
    """The shortest way from a name back to itself."""
    ways: list[list[str]] = [[start]]
    seen: set[str] = set()
    for way in ways:
        for name in graph.get(way[-1], []):
            if name == start:
                return way
            if name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return []


def _report(circle: list[str], spans: dict[str, Span]) -> Diagnostic:
    steps = [f"`{a}` uses `{b}`" for a, b in zip(circle, [*circle[1:], circle[0]], strict=True)]
    message = f"`{circle[0]}` needs itself" + (f": {', '.join(steps)}" if len(circle) > 1 else "")
    return Diagnostic(
        "RK401",
        message,
        spans[circle[0]],
        tuple(Label(spans[name], f"`{name}` is declared here") for name in circle[1:] if name in spans and spans[name].line),
        hint="repeat something with `repeat`, `may repeatedly` or `for each`; a list is counted with `count`, `sum`, `first` …",
    )

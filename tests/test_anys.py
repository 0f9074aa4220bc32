"""How often annotations say `Any`, package by package: these numbers may only fall.

`Any` switches the type checker off. It has its place where a library without types or reflection forces it, and in a few
names that say what is meant: what a cell of a state holds (`CellValue`), the one form of rules (`Canon`).
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1] / "rulekit"
LEFT = {
    "adapters": 8,
    "compare": 7,
    "engine": 5,
    "model": 17,
    "native": 1,
    "program": 1,
    "records": 1,
    "report": 18,
    "serialize": 4,
    "study": 11,
    "syntax": 38,
    "tools": 91,
}


def types_in(tree: ast.Module) -> Iterator[ast.expr]:
    """Everything in a file that is a type: annotations, and what names made at the top of the file stand for."""
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(annotation=found) | ast.arg(annotation=ast.expr() as found):
                yield found
            case ast.FunctionDef(returns=ast.expr() as found) | ast.AsyncFunctionDef(returns=ast.expr() as found):
                yield found
    yield from (node.value for node in tree.body if isinstance(node, ast.Assign))


def anys(tree: ast.Module) -> int:
    """How often they say `Any`."""
    return sum(isinstance(part, ast.Name) and part.id == "Any" for found in types_in(tree) for part in ast.walk(found))


def counted() -> Counter[str]:
    """By package; files outside of packages by their names."""
    found: Counter[str] = Counter()
    for path in ROOT.rglob("*.py"):
        found[path.relative_to(ROOT).parts[0].removesuffix(".py")] += anys(ast.parse(path.read_text(encoding="utf-8")))
    return +found


def test_any_in_annotations_only_becomes_rarer() -> None:
    found = counted()
    more = {name: count for name, count in found.items() if count > LEFT.get(name, 0)}
    fewer = {name: found[name] for name, count in LEFT.items() if found[name] < count}
    assert not more, f"say what it is, not `Any`: {more}, and there were {[LEFT.get(name, 0) for name in more]}"
    assert not fewer, f"well done; lower the table in this file to {fewer}"


def test_every_way_to_say_any_is_counted() -> None:
    text = "Data = dict[str, Any]\nx: Any = 1\ndef f(a: list[Any], *b: Any, **c: Any) -> Any: ...\nasync def g() -> Any: ...\n"
    assert anys(ast.parse(text)) == 7
    assert anys(ast.parse("x = f(any)\ndef f(a: object) -> AnyNode: ...\n")) == 0

"""How often annotations say `Any`, package by package, and what hides it behind a name: both may only become rarer.

`Any` switches the type checker off. It has its place where a library without types or reflection forces it. A name made at
the top of a module that stands for `Any`, or for something with `Any` in it, does the same wherever it is used, without
saying so: there are only those that are listed here.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[1] / "rulekit"
LEFT = {
    "adapters": 8,
    "compare": 5,
    "engine": 2,
    "model": 17,
    "native": 1,
    "records": 1,
    "report": 17,
    "serialize": 4,
    "study": 7,
    "syntax": 38,
    "tools": 51,
}
HIDDEN = {  # names that stand for it, and how often types say them
    # parts of any tree and fields of any record, by their names
    "rulekit.compare.rules.edits.Item": 16,
    "rulekit.compare.rules.edits.Items": 21,
    "rulekit.model.checks.impossible.Declared": 2,
    "rulekit.model.model_walk.Change": 2,
    "rulekit.model.model_walk.Changes": 12,
    "rulekit.model.mutations.mutations.Tree": 12,
    # functions of every kind, for generated code
    "rulekit.engine.runtime.constant_tables.Space": 4,
    # altair has no types
    "rulekit.report.measures.altair_charts.Chart": 21,
    # what was built of a text so far
    "rulekit.syntax.building.parts.Builds": 2,
    "rulekit.syntax.building.parts.Cites": 49,
    "rulekit.syntax.building.parts.Reading": 10,
    "rulekit.syntax.building.parts.Values": 54,
    "rulekit.syntax.lalr_machine.Build": 1,
    # messages as ASGI has them
    "rulekit.tools.web.server.guard.App": 2,
    "rulekit.tools.web.server.guard.Receive": 6,
    "rulekit.tools.web.server.guard.Scope": 10,
    "rulekit.tools.web.server.guard.Send": 4,
    # JSON as it was sent or kept
    "rulekit.tools.web.server.refused.Data": 4,
    "rulekit.tools.web.tables.seating.Data": 4,
    "rulekit.tools.web.tables.store.Work": 2,
    "rulekit.tools.web.tables.table_service.Data": 21,
    "rulekit.tools.web.workers.crew.Data": 20,
    "rulekit.tools.web.workers.worker.Data": 3,
    "rulekit.tools.web.workshop.workshop.Data": 14,
}
TYPE_LIKE = (ast.Name, ast.Attribute, ast.Subscript, ast.BinOp, ast.Constant)


# ---- what types say --------------------------------------------------------------------------------
def types_in(tree: ast.Module) -> Iterator[ast.expr]:
    """Everything in a file that is a type: annotations, and what names made at the top of the file stand for."""
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(annotation=found) | ast.arg(annotation=ast.expr() as found):
                yield found
            case ast.FunctionDef(returns=ast.expr() as found) | ast.AsyncFunctionDef(returns=ast.expr() as found):
                yield found
    yield from made(tree).values()


def made(tree: ast.Module) -> dict[str, ast.expr]:
    """What stands for something at the top of a file, or there under a condition, as far as a type checker reads it."""
    conditions = [part for part in tree.body if isinstance(part, ast.If)]
    inside = [node for c in conditions for node in (*c.body, *(() if is_for_checkers(c.test) else c.orelse))]
    found = {}
    for node in (*tree.body, *inside):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias"), value=ast.expr() as value):
                found[name] = value
    return found


def is_for_checkers(test: ast.expr) -> bool:
    """Whether a condition holds for type checkers alone: they do not read what comes otherwise."""
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def said(kind: ast.expr) -> Iterator[str]:
    """Yield the names that a type says, those in quotes too, with the module they are said to be in."""
    for part in ast.walk(kind):
        match part:
            case ast.Name(id=name):
                yield name
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                yield f"{module}.{name}"
            case ast.Constant(value=str(text)):
                with suppress(SyntaxError):  # else it is a text that is no type
                    yield from said(ast.parse(text, mode="eval").body)


def anys(tree: ast.Module) -> int:
    """How often they say `Any`."""
    return sum(name in ("Any", "typing.Any") for found in types_in(tree) for name in said(found))


# ---- what names stand for it -----------------------------------------------------------------------
@frozen
class Module:
    """A file: what is made in it, where what it imports comes from, what it imports all of."""

    tree: ast.Module
    made: dict[str, ast.expr]
    imported: dict[str, str]
    all_of: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Module:
        tree = ast.parse(text)
        parts = [(node.module, alias) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names]
        named = {alias.asname or alias.name: f"{module}.{alias.name}" for module, alias in parts if alias.name != "*"}
        return cls(tree, made(tree), named, tuple(str(module) for module, alias in parts if alias.name == "*"))


Modules = Mapping[str, Module]


def origin(modules: Modules, where: str, name: str) -> str:
    """Where something comes from that a module calls by a name: the module that makes it, and its name there."""
    module = modules.get(where)
    if module is None or name in module.made:
        return f"{where}.{name}"
    first, dot, rest = name.partition(".")
    if first in module.imported:
        inside, _, last = module.imported[first].rpartition(".")
        return origin(modules, module.imported[first], rest) if dot else origin(modules, inside, last)
    found = (origin(modules, other, name) for other in module.all_of)
    return next((one for one in found if one.rpartition(".")[0] in modules), f"{where}.{name}")


def hiding(modules: Modules) -> frozenset[str]:
    """The names that stand for `Any`, or for something with `Any` in it, perhaps by other names."""
    found = frozenset({"typing.Any"})
    while True:
        more = frozenset(
            f"{where}.{name}"
            for where, module in modules.items()
            for name, value in module.made.items()
            if isinstance(value, TYPE_LIKE) and any(origin(modules, where, one) in found for one in said(value))
        )
        if more <= found:
            return found - {"typing.Any"}
        found |= more


def uses(modules: Modules) -> Counter[str]:
    """How often types say each of these names; one that nobody says is there, too."""
    names = hiding(modules)
    found = Counter(dict.fromkeys(names, 0))
    for where, module in modules.items():
        found.update(o for kind in types_in(module.tree) for one in said(kind) if (o := origin(modules, where, one)) in names)
    return found


# ---- all of rulekit --------------------------------------------------------------------------------
@cache
def rulekit() -> Modules:
    """All its files."""
    paths = {path: path.relative_to(ROOT.parent).with_suffix("") for path in ROOT.rglob("*.py")}
    names = {path: ".".join(name.parts).removesuffix(".__init__") for path, name in paths.items()}
    return {name: Module.of(path.read_text(encoding="utf-8")) for path, name in names.items()}


def counted() -> Counter[str]:
    """By package; files outside of packages by their names."""
    found: Counter[str] = Counter()
    for name, module in rulekit().items():
        found[name.split(".")[1] if "." in name else name] += anys(module.tree)
    return +found


def test_any_in_annotations_only_becomes_rarer() -> None:
    found = counted()
    more = {name: count for name, count in found.items() if count > LEFT.get(name, 0)}
    fewer = {name: found[name] for name, count in LEFT.items() if found[name] < count}
    assert not more, f"say what it is, not `Any`: {more}, and there were {[LEFT.get(name, 0) for name in more]}"
    assert not fewer, f"well done; lower the table in this file to {fewer}"


def test_names_that_stand_for_any_only_become_rarer() -> None:
    found = uses(rulekit())
    more = {name: count for name, count in found.items() if count > HIDDEN.get(name, -1)}
    fewer = {name: found.get(name) for name, count in HIDDEN.items() if found.get(name, -1) < count}
    assert not more, f"a name must not hide `Any`, or not in more places: {more}"
    assert not fewer, f"well done; lower the table in this file to {fewer}"


def test_every_way_to_say_any_is_counted() -> None:
    text = "Data = dict[str, Any]\nx: Any = 1\ndef f(a: list[Any], *b: Any, **c: Any) -> Any: ...\nasync def g() -> Any: ...\n"
    assert anys(ast.parse(text)) == 7
    assert anys(ast.parse('x: "list[Any]"\nY: TypeAlias = "Any | None"\nz: typing.Any\n')) == 3
    assert anys(ast.parse("x = f(any)\ndef f(a: object) -> AnyNode: ...\nSAID = 'Any way you like'\n")) == 0


def test_no_name_hides_any() -> None:
    """Neither where it is made nor where it comes from elsewhere, under another name, by another one or with all of a module."""
    texts = {
        "a": "from typing import Any\nCell = Any\nPlain = list[int]\nx: Cell\nshown = cast(Any, 1)\n",
        "b": "from a import Cell as C\nCells: TypeAlias = 'list[C]'\n"
        "if TYPE_CHECKING:\n    More = dict[str, C]\nelse:\n    Less = C\n",
        "c": "from a import *\ndef f(a: Cell, b: Plain) -> 'Cell | None': ...\n",
        "d": "import e\nfrom x import c\ny: c.Cell\nz: c.Plain\n",
    }
    modules = {name: Module.of(text) for name, text in texts.items()}
    modules["x.c"] = modules["c"]
    found = uses(modules)
    assert {name: count for name, count in found.items() if name[0] in "ab"} == {"a.Cell": 8, "b.Cells": 0, "b.More": 0}

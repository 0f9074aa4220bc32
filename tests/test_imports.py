"""Imports point one way, and each stage keeps to itself what only it may know."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1] / "rulekit"
FIRST = ("records", "diagnostics", "suggestions", "bundle", "caches", "extras", "syntax", "model", "serialize", "pipeline")
ORDER = (*FIRST, "program", "engine", "native", "play", "study", "compare", "report", "tools", "adapters")
ONLY = {"lark": "syntax", "cattrs": "serialize", "cyclopts": "tools", "rich": ("report", "tools"), "llvmlite": "native"}


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All parts of a file; it is read once for all tests."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imported(path: Path) -> frozenset[str]:
    """The modules a file imports, wherever in the file."""
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


def stage(path: Path) -> str:
    """The stage a file belongs to."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def test_every_import_points_to_an_earlier_stage() -> None:
    wrong = []
    for path in ROOT.rglob("*.py"):
        here = stage(path)
        if here == "__init__":
            continue
        for name in imported(path):
            parts = name.split(".")
            if parts[0] == "rulekit" and len(parts) > 1 and parts[1] in ORDER and ORDER.index(parts[1]) > ORDER.index(here):
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_program_and_engine_know_nothing_of_syntax() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for folder in ("program", "engine", "native", "play", "study")
        for path in (ROOT / folder).rglob("*.py")
        for name in imported(path)
        if name.startswith("rulekit.syntax")
    ]
    assert wrong == []


def test_the_model_itself_imports_no_syntax() -> None:
    for name in ("model", "rules", "expr", "types", "walk"):
        assert not [n for n in imported(ROOT / "model" / f"{name}.py") if n.startswith("rulekit.syntax")]


def test_libraries_stay_where_they_belong() -> None:
    wrong = []
    for path in ROOT.rglob("*.py"):
        for name in imported(path):
            allowed = ONLY.get(name.split(".")[0])
            if allowed is not None and stage(path) not in allowed:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_only_tools_and_caches_touch_the_disk() -> None:
    touching = ("open", "read_text", "write_text", "read_bytes", "write_bytes")
    allowed = {"bundle.py", "caches.py", "syntax/keywords.py", "report/sentences.py", "native/cache.py"}
    wrong = []
    for path in ROOT.rglob("*.py"):
        if stage(path) == "tools" or str(path.relative_to(ROOT)) in allowed:
            continue
        for node in nodes(path):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in touching:
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} {name}")
    assert wrong == []

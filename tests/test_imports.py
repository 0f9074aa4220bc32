"""Imports point one way, and each stage keeps to itself what only it may know."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1] / "rulekit"
FIRST = (
    "limits",
    "debugging",
    "records",
    "wording",
    "diagnostics",
    "suggestions",
    "bundle",
    "drawings",
    "colours",
    "caches",
    "extras",
    "syntax",
    "model",
    "serialize",
    "pipeline",
)
ORDER = (*FIRST, "program", "engine", "native", "play", "study", "compare", "report", "tools", "adapters")
ONLY = {
    "lark": "syntax",
    "cattrs": "serialize",
    "cyclopts": "tools",
    "rich": ("report", "tools"),
    "llvmlite": "native",
    "markdown_it": "study",
}


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
    for name in ("model", "rules", "expressions", "types", "model_walk"):
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
    words = {"syntax/keywords.py", "syntax/little_words.py", "report/sentences.py"}
    allowed = {"bundle.py", "caches.py", "drawings.py", "native/llvm/cache.py", *words}
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


MOST_MODULES = 16  # side by side in one folder, besides `__init__.py`
ROOMS = tuple(sorted({path.parent for path in ROOT.rglob("*.py")} - {ROOT}))


def test_no_room_is_crowded() -> None:
    """About fifteen modules lie side by side; a room of more is divided."""
    for top in (ROOT, ROOT.parent / "tests"):
        folders = {path.parent for path in top.rglob("*.py")}
        counts = {str(f.relative_to(top.parent)): sum(p.name != "__init__.py" for p in f.glob("*.py")) for f in folders}
        assert {name: count for name, count in counts.items() if count > MOST_MODULES} == {}


def test_every_room_has_a_map_that_names_what_is_in_it() -> None:
    wrong = []
    for room in ROOMS:
        told = ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8"))) or ""
        inside = [p.stem for p in room.glob("*.py") if p.name != "__init__.py"]
        inside += [f"{p.parent.name}/" for p in room.glob("*/__init__.py")]
        wrong += [f"{room.relative_to(ROOT)}: {name}" for name in inside if f"`{name}`" not in told]
    assert wrong == []


def test_the_architecture_names_every_room() -> None:
    rows = [
        line
        for line in (ROOT.parent / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    told = set()
    for first, *_, inside in ([cell.strip() for cell in row.strip("|").split("|")] for row in rows):
        told |= {first.strip("`"), *(f"{first.strip('`')}/{name.strip(' `')}" for name in inside.split(",") if name.strip())}
    assert {str(room.relative_to(ROOT)) for room in ROOMS} == told


def docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many lines its docstring takes."""
    told = ast.get_docstring(node, clean=False)
    return 0 if told is None else told.count("\n") + 1


def test_files_and_functions_stay_small() -> None:
    """No file has more than 400 lines, no function more than 50 besides its docstring (that of a command is its help)."""
    long = [
        str(path.relative_to(ROOT)) for path in ROOT.rglob("*.py") if len(path.read_text(encoding="utf-8").splitlines()) > 400
    ]
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    for path in ROOT.rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, kinds) and (node.end_lineno or 0) - node.lineno - docstring_lines(node) >= 50:
                long.append(f"{path.relative_to(ROOT)}: {node.name}")
    assert long == []

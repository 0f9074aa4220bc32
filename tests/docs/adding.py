"""Follow the recipes in a copy of the project: add a class, run mypy, hold what it complains about against the recipe's table.

`python -m tests.docs.adding` (`make recipes`) does it for a statement on one line, a statement with a block and an expression;
then it adds a whole statement. It takes a while, because mypy reads all that imports the changed files.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

from tests.docs.blocks import ROOT
from tests.docs.doubling import INSERTED, add_double

MOST_FILES = 12  # that adding a statement or an expression may touch
COPIED = ("rulekit", "stubs", "pyproject.toml", ".mypy_cache", "grammar", "sentences")
TREE, MODEL, NODES = "rulekit/syntax/tree/statements.py", "rulekit/model/rules.py", "rulekit/program/nodes.py"
PHRASES, TYPED = "rulekit/syntax/tree/expressions.py", "rulekit/model/expressions.py"
ROW = re.compile(r"^\| `([\w./-]+)` \|.*\| ([^|]+) \|$")


@frozen
class Addition:
    """A class more in some files: its text and the union it joins, by file; and where the recipe stands."""

    what: str
    recipe: str
    sections: tuple[str, ...]
    classes: Mapping[str, tuple[str, str]]


def _class(head: str, *fields: str) -> str:
    return f"@frozen\nclass {head}:\n" + "".join(f"    {field}\n" for field in fields) + "\n\n"


NODE = (_class("Ring(Node)", "bell: Expr", "next: int"), "AnyNode")
ADDITIONS = (
    Addition(
        "a statement on one line",
        "add-a-statement",
        ("One line",),
        {
            TREE: (_class("Ring(Effect)", "bell: Expr"), "Simple"),
            MODEL: (_class("Ring(Effect)", "bell: Expr"), "AnyEffect"),
            NODES: NODE,
        },
    ),
    Addition(
        "a statement with a block",
        "add-a-statement",
        ("One line", "With a block"),
        {
            TREE: (_class("Ring(Node)", "block: Block"), "Compound"),
            MODEL: (_class("Ring(Stated)", "block: Block"), "Statement"),
            NODES: NODE,
        },
    ),
    Addition(
        "an expression",
        "add-an-expression",
        ("Add an expression",),
        {
            PHRASES: (_class("Rung(Node)", "bell: Expr"), "Expr"),
            TYPED: (_class("Rung(Typed)", "bell: Expr"), "Expr"),
        },
    ),
)
INSTEAD = {"rulekit/model/statements/single_lines.py"}  # of one line, if there is a block


def with_class(text: str, added: str, union: str) -> str:
    """A file with a class more, before the union that it joins: `Union[A, B]` or `A | B`, on one line or on several."""
    name = added.split("class ")[1].split("(")[0]
    found = re.search(rf"^{union} = (?:Union\[|\(\n *)?", text, re.MULTILINE)
    assert found, f"no union {union}"
    joined = f"{found.group()}{name}, " if "Union[" in found.group() else f"{found.group()}{name} | "
    return text[: found.start()] + added + joined + text[found.end() :]


def told(recipe: str, sections: tuple[str, ...]) -> dict[str, str]:
    """The files in the tables of some sections of a recipe, with who tells that they are to be changed."""
    text = (ROOT / "docs" / "recipes" / f"{recipe}.md").read_text(encoding="utf-8")
    parts = re.split(r"^#+ (.+)\n", text, flags=re.MULTILINE)[1:]
    rows = (
        ROW.match(line)
        for title, body in zip(parts[::2], parts[1::2], strict=True)
        if title in sections
        for line in body.splitlines()
    )
    return {row.group(1): row.group(2) for row in rows if row}


def mypy_in(folder: Path) -> set[str]:
    """The files that mypy complains about."""
    words = [sys.executable, "-m", "mypy", "rulekit"]
    ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    return {line.partition(":")[0] for line in ran.stdout.splitlines() if ": error: " in line}


@contextmanager
def a_copy() -> Iterator[Path]:
    """A copy of what mypy reads."""
    with tempfile.TemporaryDirectory(prefix="adding-") as name:
        for part in COPIED:
            subprocess.run(["cp", "-a", str(ROOT / part), name], check=True)  # keeps times: the cache stays valid
        yield Path(name)


def complaints(addition: Addition) -> set[str]:
    """The files that mypy complains about after the addition."""
    with a_copy() as folder:
        for path, (added, union) in addition.classes.items():
            file = folder / path
            file.write_text(with_class(file.read_text(encoding="utf-8"), added, union), encoding="utf-8")
        return mypy_in(folder)


def differences(addition: Addition, found: set[str]) -> list[str]:
    """What the recipe names and mypy does not tell, and the other way round."""
    rows = told(addition.recipe, addition.sections)
    named = {path for path, teller in rows.items() if teller == "mypy"}
    named -= INSTEAD if len(addition.sections) > 1 else set()
    return [f"{path}: not named in {addition.recipe}.md" for path in sorted(found - named)] + [
        f"{path}: mypy does not complain, as {addition.recipe}.md says" for path in sorted(named - found)
    ]


def main() -> int:
    """Follow the recipes; 1: one of them is wrong."""
    wrong = 0
    if not (ROOT / ".mypy_cache").exists():
        subprocess.run([sys.executable, "-m", "mypy", "rulekit"], cwd=ROOT, check=True)
    for addition in ADDITIONS:
        found = complaints(addition)
        different = differences(addition, found)
        wrong += len(different)
        print(f"{addition.what}: mypy complains about {len(found)} files", *(different or sorted(found)), sep="\n  ")
    with a_copy() as folder:
        add_double(folder)
        left = mypy_in(folder)
    print(f"`double coins`, in {len(INSERTED)} files: mypy complains about {len(left)}", *sorted(left), sep="\n  ")
    return min(1, wrong + len(left))


if __name__ == "__main__":
    sys.exit(main())

"""Printing a tree and parsing the text gives the tree again, in every language."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.syntax import ast
from rulekit.syntax.keywords import languages
from rulekit.syntax.parse import parse
from rulekit.syntax.printing.forms import FORMS
from rulekit.syntax.printing.printer import Printer, to_text
from tests.syntax.strategies import files

ROOT = Path(__file__).parents[2]
BUNDLED = sorted([*ROOT.glob("rules/**/*.cafe"), *ROOT.glob("examples/**/*.cafe"), *Path(__file__).parent.glob("files/*.cafe")])
LARGE = 12_000  # bytes
DEEP = os.environ.get("RULEKIT_PROFILE", "quick") == "deep"


def some_languages(path: Path) -> tuple[str, ...]:
    """All languages; for a large file English and one other, not the same for all files, unless the profile is deep."""
    english, *others = languages()
    whole = DEEP or path.stat().st_size < LARGE
    return tuple(languages()) if whole else (english, others[BUNDLED.index(path) % len(others)])


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(files, st.sampled_from(languages()))
def test_every_tree_survives_printing_and_parsing(file: ast.File, language: str) -> None:
    text = to_text(file, language)
    checked = parse(text, "printed.cafe")
    assert checked.diagnostics == (), text
    assert checked.value == file, text
    assert to_text(checked.value, language) == text


@pytest.mark.parametrize(
    ("path", "language"), [pytest.param(p, name, id=f"{p.name}-{name}") for p in BUNDLED for name in some_languages(p)]
)
def test_bundled_file_survives_printing(path: Path, language: str) -> None:
    tree = parse(path.read_text(encoding="utf-8"), path.name).value
    assert tree is not None
    assert parse(to_text(tree, language), path.name).value == tree


def test_every_class_of_the_tree_can_be_printed() -> None:
    classes = [cls for cls in vars(ast).values() if isinstance(cls, type) and issubclass(cls, ast.Node)]
    bases = {ast.Node, ast.Cited, ast.Effect}
    within = {
        ast.File,
        ast.Comment,
        ast.Hole,
        ast.Each,
        ast.Beside,
        ast.ByValue,
        ast.Fitting,
        ast.ToAndOf,
        ast.Maybe,
        ast.NumberSign,
    }
    names = {name.removesuffix("_lines") for name in vars(Printer)}
    lost = {cls for cls in classes if cls not in FORMS and f"_{cls.__name__.lower()}" not in names}
    assert len(classes) > 90
    assert lost == bases | within, "give it a form in rulekit/syntax/printing/forms.py"


def printed(line: str) -> str:
    tree = parse(f"cafe en\n{line}\n", "x.cafe").value
    assert tree is not None
    return to_text(tree).removeprefix("cafe en\n\n").rstrip("\n")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("define a = ((1 + 2)) * (3)", "define a = (1 + 2) * 3"),
        ("define a = 1 - (2 - 3)", "define a = 1 - (2 - 3)"),
        ("define a = (1 - 2) - 3", "define a = 1 - 2 - 3"),
        ("define a = not (a and b) or (c)", "define a = not (a and b) or c"),
        ("define a = (if b then c else d) + 1", "define a = (if b then c else d) + 1"),
        ("define `row` = `x`", "define row = x"),
        ("define a = `first` + `me`", "define a = `first` + `me`"),
        ("define a = count((x in S))", "define a = count((x in S))"),
        ('remark "a\\"b\\\\c\\n"   @b1   @en 3   @fr 2', 'remark "a\\"b\\\\c\\n"  @b1 @en 3 fr 2'),
    ],
)
def test_canonical_form(line: str, expected: str) -> None:
    assert printed(line) == expected


def test_tables_are_aligned() -> None:
    text = 'table t[n: 1..2]: number\n|1|20|\n| 2 | "a|b" |   @b1'
    assert printed(text.replace("\n|", "\n  |")) == 'table t[n: 1..2]: number\n  | 1 | 20    |\n  | 2 | "a|b" |  @b1'


def test_comments_stay_with_their_item() -> None:
    text = "cafe en\n# on top\ndefine a = 1    # beside\n# before b\ndefine b = 2\n# at the end\n"
    tree = parse(text, "x.cafe").value
    assert tree is not None
    assert to_text(tree) == "cafe en\n\n# on top\n# beside\ndefine a = 1\n\n# before b\ndefine b = 2\n# at the end\n"

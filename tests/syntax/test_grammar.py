"""The grammar has no conflicts and no colliding terminals, in any language; the cache is safe."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from rulekit.syntax import ast
from rulekit.syntax.building import builder
from rulekit.syntax.building.builder import Builder
from rulekit.syntax.keywords import languages, table, vocabulary
from rulekit.syntax.lalr_machine import compile_grammar, table_of
from rulekit.syntax.parse import parse
from tests.syntax.test_against_lark import lark


@pytest.mark.parametrize("language", languages())
def test_no_conflicts_and_no_collisions(language: str) -> None:
    """Lark makes its strict parser; it is the one that other tests compare with."""
    assert lark(language).options.strict


@pytest.mark.parametrize("section", ["keywords", "names", "foreign"])
def test_every_word_has_every_language(section: str) -> None:
    rows = table()[section]
    assert isinstance(rows, dict)
    assert {len(row) for row in rows.values()} == {len(languages())}
    assert all(word for row in rows.values() for word in row)


@pytest.mark.parametrize("language", languages())
def test_no_two_standard_names_are_spelt_alike(language: str) -> None:
    words = vocabulary(language)
    assert len(words.canonical) == len(words.local)


def test_every_rule_has_a_method_that_builds_it() -> None:
    """But for those whose parts go to the rule around them, or that only hand on what they hold."""
    rules = [rule for rule in table_of("en").rules if not rule.inline and not rule.passes]
    assert len(rules) > 100
    assert [rule.name for rule in rules if not hasattr(Builder, rule.name)] == []


@pytest.mark.parametrize("node", [*get_args(ast.Act), *get_args(ast.Expr)], ids=lambda node: node.__name__)
def test_every_statement_and_expression_is_built(node: type) -> None:
    folder = Path(builder.__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert re.search(rf"\bast\.{node.__name__}[(,)]", text)


once = cache(compile_grammar)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for tables of its own; making the same table once more takes no time."""
    monkeypatch.setattr("rulekit.syntax.lalr_machine.compile_grammar", once)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    table_of.cache_clear()
    yield tmp_path / "rulekit"
    table_of.cache_clear()


def test_table_is_kept_for_this_user_only(folder: Path) -> None:
    first = table_of("en")
    (kept,) = folder.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert kept.stat().st_mode & 0o777 == 0o600
    table_of.cache_clear()
    assert table_of("en") == first


@pytest.mark.parametrize("rubbish", [b"", b"{}", b"[1, 2]", b"\x80\x04.", b'{"states": 3}', b"[" * 100_000])
def test_broken_cache_does_no_harm(folder: Path, rubbish: bytes) -> None:
    table_of("en")
    (kept,) = folder.iterdir()
    kept.write_bytes(rubbish)
    table_of.cache_clear()
    assert parse("cafe en\ndefine a = 1\n", "x.cafe").ok


def test_cache_others_could_write_is_not_read(folder: Path) -> None:
    folder.mkdir(mode=0o777)
    os.chmod(folder, 0o777)
    assert parse("cafe en\ndefine a = 1\n", "x.cafe").ok
    assert list(folder.iterdir()) == []


def test_parses_without_a_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    table_of.cache_clear()
    assert parse("cafe en\ndefine a = 1\n", "x.cafe").ok

"""A file put into other words means the same, and comes back as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.pipeline import check_game
from rulekit.syntax import ast
from rulekit.syntax.keywords import languages
from rulekit.syntax.parse import parse
from rulekit.syntax.printing.printer import to_text
from rulekit.syntax.printing.translate import translate
from tests.docs.blocks import ROOT
from tests.syntax.strategies import files
from tests.syntax.test_printer import BUNDLED, some_languages


@pytest.mark.parametrize("path", BUNDLED, ids=lambda p: p.name)
def test_every_file_has_the_same_tree_in_every_language(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = parse(text, path.name)
    assert tree.value is not None and tree.diagnostics == ()
    for language in some_languages(path):
        other = translate(text, language)
        assert other.value is not None
        again = parse(other.value, path.name)
        assert again.diagnostics == ()
        assert again.value == tree.value
        assert again.value.language == language
        assert translate(other.value, tree.value.language).value == text


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(files, st.sampled_from(languages()), st.sampled_from(languages()))
def test_every_tree_survives_translation(file: ast.File, old: str, new: str) -> None:
    other = translate(to_text(file, old), new)
    assert other.value is not None
    assert parse(other.value, "x").value == file


def test_layout_comments_and_strings_stay() -> None:
    text = 'cafe en   # language\n\nplay\n    end   game  # the end game\n\nremark "play {x}"\n'
    expected = 'cafe fr   # language\n\ndéroulement\n    fin de la partie  # the end game\n\nremarque "play {x}"\n'
    assert translate(text, "fr").value == expected


def test_expressions_in_strings_are_translated() -> None:
    text = 'cafe en\naction a\n  only if b because "{count(e)} in {me}"\n'
    assert translate(text, "it").value == 'cafe it\nazione a\n  solo se b perché "{quanti(e)} in {io}"\n'


def test_names_that_mean_something_elsewhere_get_backquotes() -> None:
    assert translate("cafe en\ndefine a = moi + x.moi\n", "fr").value == "cafe fr\ndéfinir a = `moi` + x.moi\n"


def test_text_with_mistakes_is_not_translated() -> None:
    checked = translate("cafe en\nplay\n", "fr")
    assert checked.value is None
    assert [d.code for d in checked.diagnostics] == ["RK107"]


def test_unknown_language() -> None:
    assert [d.code for d in translate("cafe en\ndefine a = 1\n", "xx").diagnostics] == ["RK103"]


@pytest.mark.parametrize("language", ["fr", "it", "de"])
def test_shapes_and_ways_to_lie_mean_the_same_in_a_translated_file(language: str) -> None:
    """Translation leaves the cells of tables alone: what a look says in English is known everywhere."""
    text = (ROOT / "rules" / "cafe-international.cafe").read_text(encoding="utf-8")
    other = translate(text, language).value
    assert other is not None
    english, translated = check_game(text, "x.cafe"), check_game(other, "x.cafe")
    assert translated.diagnostics == () and english.value is not None and translated.value is not None
    assert [(look.shape, look.lies) for _, look in translated.value.looks] == [
        (look.shape, look.lies) for _, look in english.value.looks
    ]

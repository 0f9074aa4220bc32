"""The catalogues of rulekit's own sentences: alike in all languages, and just what the program says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from rulekit.report.sentences import language_name, languages, sentences

ROOT = Path(__file__).parents[2] / "rulekit"
ENGLISH = sentences("en")
OTHERS = [language for language in languages() if language != "en"]


def forms(language: str) -> Iterator[tuple[str, str]]:
    """Every form of every sentence."""
    for key, form in sentences(language).forms.items():
        if isinstance(form, str):
            yield key, form
        else:
            yield from ((f"{key}.{name}", text) for name, text in form.items())


def holes(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_there_are_four_languages() -> None:
    assert languages() == ("de", "en", "fr", "it")


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogues_have_the_same_sentences_with_the_same_values(language: str) -> None:
    assert {key: holes(text) - {"count"} for key, text in forms(language)} == {
        key: holes(text) - {"count"} for key, text in forms("en")
    }
    assert {key for key, text in forms(language) if "count" in holes(text) and "." not in key} == {
        key for key, text in forms("en") if "count" in holes(text) and "." not in key
    }


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    english = dict(forms("en"))
    same = [text for key, text in forms(language) if text == english[key]]
    assert [text for text in same if re.search(r"[a-z]{3}", re.sub(r"\{\w+\}", "", text))] == []


@pytest.mark.parametrize("language", languages())
def test_every_language_has_a_name_in_each_of_them(language: str) -> None:
    """And no two the same; what nobody has named is called by its letters."""
    names = [language_name(of, language) for of in languages()]
    assert len(set(names)) == len(names) and min(map(len, names)) > 2
    assert language_name("eo", language) == "eo"


def test_french_marks_have_their_blanks() -> None:
    wrong = re.compile(r"(?<! )[;:?!»]|«(?! )|[;:?!](?=\w)")
    assert [text for _, text in forms("fr") if wrong.search(f" {text}")] == []


def test_none_is_one_in_french_only() -> None:
    said = {language: sentences(language)("answer_yes", deed="x", count=0) for language in languages()}
    assert said["fr"].endswith("0 possibilité") and said["en"].endswith("0 ways") and said["it"].endswith("0 modi")


def test_values_cannot_steer_the_terminal() -> None:
    assert sentences("fr")("wins", who="\x1b[2J{x}") == "�[2J{x} gagne !"


def test_a_language_without_a_catalogue_is_spoken_in_english() -> None:
    assert sentences("xx") is not None and sentences("xx")("wins", who="Ada") == "Ada wins."


# ---- what the program says -----------------------------------------------------------------------
def said_in(path: Path) -> Iterator[tuple[str, set[str], int]]:
    """Every call `….say("key", name=…)` of a file; in `report` also `say("key")`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
            continue
        method = isinstance(node.func, ast.Attribute) and node.func.attr == "say"
        function = isinstance(node.func, ast.Name) and node.func.id == "say" and "report" in path.parts
        if method or function:
            yield str(node.args[0].value), {str(k.arg) for k in node.keywords}, node.lineno


APART = {"rulebook", "comparison", "measures", "web"}  # these have catalogues of their own
FOUND = [p for folder in ("report", "tools") for p in sorted((ROOT / folder).rglob("*.py"))]
FILES = [p for p in FOUND if APART.isdisjoint(p.relative_to(ROOT).parts)]
LISTED = ("report/rules/reasons.py", "report/told/texts.py", "tools/terminal/keyboard_game.py")  # these keep keys in a table


def test_every_call_names_a_sentence_and_gives_its_values() -> None:
    wrong = []
    for path in FILES:
        for key, given, line in said_in(path):
            form = ENGLISH.forms.get(key)
            wanted = None if form is None else holes(form) if isinstance(form, str) else holes("".join(form.values())) | {"count"}
            if given != wanted:
                wrong.append(f"{path.name}:{line} {key}: {sorted(given)}, wanted {wanted}")
    assert wrong == []


def test_every_sentence_is_said_somewhere() -> None:
    called = {key for path in FILES for key, _, _ in said_in(path)}
    listed: set[str] = set()
    for name in LISTED:
        tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
        listed |= {str(n.value) for n in ast.walk(tree) if isinstance(n, ast.Constant) and n.value in ENGLISH.forms}
    assert [key for key in listed - called if holes(str(ENGLISH.forms[key]))] == []
    assert ENGLISH.forms.keys() - called - listed == set()

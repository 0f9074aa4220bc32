"""The words an editor is given: all of them, in every language, each of one group; and the tokenizer has none of its own."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from rulekit.bundle import bundled
from rulekit.syntax.parse import parse
from rulekit.tools.web.workshop.keywords import GROUPS, keyword_table
from rulekit.tools.web.workshop.snippets import TEMPLATES

STATIC = Path(__file__).parents[4] / "rulekit" / "tools" / "web" / "static"
TABLE = keyword_table()
WORDS = tomllib.loads((bundled("grammar") / "keywords.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("column", "language"), [*enumerate(WORDS["languages"])])
def test_every_keyword_is_there_in_every_language(column: int, language: str) -> None:
    expected = {terminal: row[column].split("|") for terminal, row in WORDS["keywords"].items()}
    assert expected == TABLE["languages"][language]["keywords"]
    assert {name: row[column] for name, row in WORDS["names"].items()} == TABLE["languages"][language]["names"]


def test_every_keyword_belongs_to_one_group() -> None:
    grouped = [terminal for some in TABLE["groups"].values() for terminal in some]
    assert sorted(WORDS["keywords"]) == sorted(grouped)
    assert list(GROUPS) == list(TABLE["groups"])


@pytest.mark.parametrize(
    ("group", "some"),
    [
        ("declaration", {"GAME", "PLACE", "ACTION", "EXAMPLE", "REPLACE", "WITH"}),
        ("heading", {"PLAYERS", "SOURCE", "GIVEN", "WHEN", "THEN"}),
        ("statement", {"CHOOSE", "MOVE", "IF", "ELSE", "ONEOF", "MAY", "ONLYIF", "MOST"}),
        ("operator", {"AND", "OR", "NOT", "IS", "ISNOT", "IN", "DIV", "CAN"}),
        ("literal", {"YES", "NO", "NONE", "EMPTY", "ME", "UNLIMITED"}),
        ("shape", {"BAG", "ROW", "SPOT", "OPEN", "HIDDEN", "REFILLED"}),
        ("citation", {"ASSUMED", "RULING"}),
        ("joining", {"OF", "TO", "FROM", "WHERE", "BECAUSE", "EACH", "TIMES"}),
    ],
)
def test_groups_say_what_words_are(group: str, some: set[str]) -> None:
    assert some <= set(TABLE["groups"][group])


def test_where_a_word_can_stand_comes_from_the_grammar() -> None:
    assert "ROW" in TABLE["after"]["COLON"] and "ROW" not in TABLE["after"]["CHOOSE"]
    assert "ROW" in TABLE["within"]["PLACE"] and "ROW" not in TABLE["within"]["ACTION"]
    assert "SCORE" in TABLE["starts"] and "SCORE" not in TABLE["lines"]
    assert {"ACTION", "IF", "GIVEN"} <= set(TABLE["opens"]) and "MOVE" not in TABLE["opens"]


def test_the_table_is_plain_data() -> None:
    assert json.loads(json.dumps(TABLE)) == TABLE


@pytest.mark.parametrize("language", WORDS["languages"])
def test_snippets_can_be_read(language: str) -> None:
    given = TABLE["languages"][language]["snippets"]
    assert list(TEMPLATES) == [one["terminal"] for one in given]
    for one in given:
        filled = re.sub(r"\$\{([^}]*)\}", r"\1", one["template"]).replace("\t", "  ")
        game = TABLE["languages"][language]["keywords"]["GAME"][0]
        read = parse(f'cafe {language}\n{game} one "One"\n\n{filled}\n', "one.cafe")
        assert read.diagnostics == (), f"{filled}\n{read.diagnostics}"


def test_the_tokenizer_spells_no_keyword_itself() -> None:
    spelt = {word for language in TABLE["languages"].values() for some in language["keywords"].values() for word in some}
    script = (STATIC / "cafe-tokens.js").read_text(encoding="utf-8")
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*", "", script, flags=re.S)
    assert spelt.isdisjoint(re.findall(r'"([^"\n]*)"', code))


@pytest.mark.parametrize("name", ["cafe-tokens.js", "cafe-complete.js"])
def test_scripts_speak_of_terminals_that_exist(name: str) -> None:
    script = (STATIC / name).read_text(encoding="utf-8")
    known = set(TABLE["after"]) | set(TABLE["languages"]["en"]["keywords"])
    named = set(re.findall(r'"([A-Z]{2,})"', script)) | set(re.findall(r"\b([A-Z]{2,}): \[", script))
    assert named and named <= known


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.js")), ids=lambda path: path.name)
def test_pages_are_made_of_elements_never_of_text(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", script)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", script)


def test_the_vendored_editor_is_what_the_recipe_names() -> None:
    recipe = json.loads((STATIC.parent / "vendor" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    page = (STATIC / "vendor" / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| (@?[\w/.-]+) \| ([\d.]+) \| MIT \|$", page, re.M))
    assert listed and listed.items() <= recipe.items()
    assert set(recipe) - set(listed) <= {"@lezer/lr"}  # needed to install, not bundled

"""What stands in the braces and brackets of a text."""

from __future__ import annotations

import pytest

from rulekit.syntax.building.texts import LONGEST_TEXT
from rulekit.syntax.parse import parse
from tests.syntax.shown import shown_item

SAID = {
    "{drink}": "[drink]",
    "{the drink}": "[Beside(the the drink)]",
    "{il tuo drink}": "[Beside('il tuo' ~ drink)]",
    "{income coins}": "[Beside(income income coins)]",
    "{n + 1 coins}": "[Beside('' Binary(+ n 1) coins)]",
    "{the machine[side, row]}": "[Beside(the the Index(machine [side row]))]",
    "{must_act: you must/you may}": "[ByValue(must_act [Text(['you must']) Text(['you may'])])]",
    "{n: one/# of {them}}": "[ByValue(n [Text([one]) Text([NumberSign() ' of ' them])])]",
    "{x is empty: a/b}": "[ByValue(Binary(is x Empty()) [Text([a]) Text([b])])]",
    "{buy/buys}": "[ToAndOf(Text([buy]) Text([buys]))]",
    "{/kauft} x{ kaufen/}": "[ToAndOf(Text([]) Text([kauft])) ' x' ToAndOf(Text([' kaufen']) Text([]))]",
    "{drink fits servi/servie}": "[Fitting(drink [Text([servi]) Text([servie])])]",
    "x[ with {n}]": "[x Maybe(Text([' with ' n]))]",
    "[1] and ]": "['[1] and ]']",
    r"\[{x}\] 1\/2 \#": "[[ x '] 1/2 #']",
    "a/b: #": "['a/b: #']",
}


@pytest.mark.parametrize(("text", "parts"), SAID.items())
def test_a_text_is_read(text: str, parts: str) -> None:
    assert shown_item(f'tell "{text}"') == f"Tell(Text({parts}) ~ [])"


def test_strings_on_lines_of_their_own_are_one_text() -> None:
    assert shown_item('section a\n  tell "one"\n       "two {x}"') == "Section(a [] [] [Tell(Text(['one two ' x]) ~ [])])"


def test_because_on_a_line_of_its_own_belongs_to_the_line_before_only_where_it_can() -> None:
    item = shown_item('words fr\n  say a "x"\n  because a.b "y"')
    assert "WordLine(say Address([a]) Text([x]) [])" in item and "WordLine(because Address([a b]) Text([y]) [])" in item


def codes(text: str) -> list[str]:
    return [d.code for d in parse(f'cafe en\nsection a\n  tell "{text}"\n', "x.cafe").diagnostics]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{x", "RK115"),
        ("a [ with {x} b", "RK136"),
        ("{a/b/c}", "RK137"),
        ("{a: {a: {a: {a: {a: x/y}/y}/y}/y}/y}", "RK138"),
        ("x" * 10_000, "RK139"),
        (r"\q", "RK114"),
    ],
    ids=["brace", "bracket", "forms", "deep", "long", "escape"],
)
def test_a_mistake_in_a_text_has_one_finding(text: str, code: str) -> None:
    assert codes(text) == [code]


def test_a_text_as_long_as_is_allowed_is_read() -> None:
    assert codes("x" * LONGEST_TEXT) == []

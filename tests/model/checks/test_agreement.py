"""Texts when all words are known: genders that little words need, digits in tellings."""

from __future__ import annotations

import pytest

from rulekit.pipeline import check_game

GAME = """cafe en
game tea "Tea"
  players 2

kind drink: mint, lemon
kind size: small, large
piece cup in shelf
  size
  | copies | size |
  | 1      | each |

place shelf: row of cup
place hand[player]: row of cup
tally coins[player] bank 20

section aim "The aim"
  tell "TELLING"

action brew "{brew/brews} {a drink} in {the cup}"
  choose drink
  choose cup in shelf
  move cup to hand[me]
  gain 1 coins

play
  turns from starter until shelf is empty
    do brew

winner p
  most coins[p]

words fr
  | name  | one       | many     | named        | grammar |
  | mint  | "menthe"  |          |              | f       |
  | lemon | "citron"  |          |              | LEMON   |
  | cup   | "tasse"   | "tasses" | NAMED        | CUP     |
  | small | "petite"  |          |              | SMALL   |
  | large | "grande"  |          |              | f       |
  say brew "SAY"
"""
WHOLE = {"LEMON": "m", "CUP": "f", "SMALL": "f", "NAMED": '"tasse {size}"', "SAY": "{faire/fait} {un drink} dans {le cup}"}


def found(telling: str = "Tea for all.", **changes: str) -> list[str]:
    """The codes of what is found."""
    text = GAME.replace("TELLING", telling)
    for name, value in (WHOLE | changes).items():
        text = text.replace(name, value)
    return [d.code for d in check_game(text, "tea.cafe").diagnostics]


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({}, []),
        ({"LEMON": " "}, ["RK418"]),
        ({"LEMON": "proper"}, []),
        ({"LEMON": " ", "SAY": "{faire/fait} {de drink} dans {le cup}"}, []),  # `de` is the same for all
        ({"LEMON": " ", "SAY": "{faire/fait} {drink} dans {le cup}"}, []),
        ({"LEMON": "proper", "SAY": "{drink fits fait/faite} dans {le cup}"}, ["RK418"]),
        ({"CUP": " "}, ["RK418"]),
        ({"CUP": "size"}, []),
        ({"CUP": "size", "SMALL": " "}, ["RK418"]),
        ({"CUP": " ", "NAMED": '"« {size} »"'}, []),
        ({"CUP": " ", "SAY": "{faire/fait} {un drink}[ dans {le cup}]"}, ["RK418"]),
    ],
)
def test_a_little_word_needs_a_gender(changes: dict[str, str], codes: list[str]) -> None:
    assert found(**changes) == codes


@pytest.mark.parametrize(
    ("telling", "codes"),
    [
        ("Take two coins.", []),
        ("Take 2 coins.", ["RK417"]),
        ("Take {count(drink)} coins.", []),
        ("Take {count(drink): 1 coin/many coins}.", ["RK417"]),
    ],
)
def test_digits_in_a_telling_are_noted(telling: str, codes: list[str]) -> None:
    assert found(telling) == codes

"""One mistake hides no other: findings of all stages are collected."""

from __future__ import annotations

from rulekit.pipeline import check_game

HEAD = """cafe en
game g "G"
  players 2

kind colour: red, blue

place deck: deck of card
place out: pile of card
marker m: 0..9 = 0
"""
PIECES = """
piece card in deck
  colour
  | copies | colour |
  | {copies} | each |
"""
PLAY = """
play
  turns from starter until m is 9
    do take
"""


def codes(*parts: str) -> list[str]:
    return sorted(d.code for d in check_game(HEAD + "".join(parts), "g.cafe").diagnostics if d.is_error)


def test_a_type_error_hides_neither_recursion_nor_negative_copies() -> None:
    actions = "action take\n  set m to red\n  do other\naction other\n  set m to 1\n  do take\n"
    assert codes(PIECES.format(copies="-3"), PLAY, actions) == ["RK301", "RK401", "RK433"]


def test_an_unknown_name_hides_no_missing_reason() -> None:
    action = "action take\n  choose card in deck\n  only if m < 9\n  move crad to out\n  set m to m + 1\n"
    assert codes(PIECES.format(copies="3"), PLAY.replace("deck", "out"), action) == ["RK201", "RK403", "RK405"]


def test_a_circle_of_definitions_names_all_of_them() -> None:
    found = check_game(
        HEAD + PIECES.format(copies="1") + PLAY + "define f(n: number) = g(n)\ndefine g(n: number) = f(n)\n"
        "action take\n  set m to m + f(1)\n",
        "g.cafe",
    ).diagnostics
    circle = [d for d in found if d.code == "RK326"]
    assert len(circle) == 1
    assert "`f` uses `g`" in circle[0].message
    assert [label.text for label in circle[0].related] == ["`g` is defined here"]

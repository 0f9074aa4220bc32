"""One form for what means the same: pairs of expressions and statements that must have it, and pairs that must not."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from rulekit.compare.rules.canonical import Scope, canon
from rulekit.compare.rules.find_differences import compare_rules
from rulekit.compare.rules.vocabulary import Names, Vocabulary
from tests.compare.games import HEAD, differences, game

GAME = (
    HEAD
    + """
kind shade: red, blue
piece card in deck
  shade
  worth: 1..5
  | copies | shade | worth |
  | 1      | each  | each  |
place deck: row of card
place shelf: row of card
marker a: 0..9 = 0
marker b: 0..9 = 0
marker c: 0..9 = 0
marker s: truth = no
marker t: truth = no
marker u: truth = no

play
  turns from starter until deck is empty
    do take
action take
  choose card in deck
  move card to shelf

"""
)
SAME = (
    ("a < b", "b > a"),
    ("a <= b", "b >= a"),
    ("not a < b", "a >= b"),
    ("not a <= b", "a > b"),
    ("a < 5", "a <= 4"),
    ("a > 5", "a >= 6"),
    ("5 < a", "not a < 6"),
    ("a is b", "b is a"),
    ("a is not b", "not b is a"),
    ("a + b", "b + a"),
    ("a + (b + c)", "c + b + a"),
    ("a + 1 + 2", "3 + a"),
    ("a - 1", "-1 + a"),
    ("a + 0", "a"),
    ("1 + 1", "2"),
    ("5 - 3", "2"),
    ("a * b * c", "c * (b * a)"),
    ("a * 2 * 3", "6 * a"),
    ("not not s", "s"),
    ("s is yes", "s"),
    ("s is no", "not s"),
    ("not (s and t)", "not s or not t"),
    ("not (s or t)", "not s and not t"),
    ("s and (t and u)", "(s and t) and u"),
    ("if s then a else b", "if not s then b else a"),
    ("if a < b then 1 else 2", "if a >= b then 2 else 1"),
    ("any(k in deck where k.worth > 2)", "count(k in deck where k.worth > 2) > 0"),
    ("any(k in deck where k.worth > 2)", "count(k in deck where k.worth > 2) >= 1"),
    ("not any(k in deck where k.worth > 2)", "count(k in deck where k.worth > 2) is 0"),
    ("any(k in deck where k.worth > 2)", "any(other in deck where other.worth > 2)"),
    ("every(k in deck where k.worth > 2)", "not any(k in deck where k.worth <= 2)"),
    ("every(k in deck where s)", "not any(k in deck where not s)"),
    ("deck is empty", "count(deck) is 0"),
    ("deck is not empty", "count(deck) > 0"),
    ("a not in [1, 2]", "not a in [1, 2]"),
)
UNLIKE = (
    ("a < b", "b < a"),
    ("a < b", "a <= b"),
    ("a < 5", "a <= 5"),
    ("a is 0", "a is 1"),
    ("a is 1", "a is not 0"),
    ("a - b", "b - a"),
    ("a div b", "b div a"),
    ("a mod b", "b mod a"),
    ("a - 1", "a + 1"),
    ("a + b * c", "(a + b) * c"),
    ("s and t", "t and s"),  # the second is asked only if the first holds: it may stand there to guard it
    ("s or t", "t or s"),
    ("s and t", "s or t"),
    ("s and (t or u)", "(s and t) or u"),
    ("not (s and t)", "not s and not t"),
    ("if s then a else b", "if s then b else a"),
    ("any(k in deck where k.worth > 2)", "every(k in deck where k.worth > 2)"),
    ("any(k in deck where k.worth > 2)", "any(k in shelf where k.worth > 2)"),
    ("any(k in deck where k.worth > 2)", "count(k in deck where k.worth > 2) > 1"),
    ("count(k in deck where k.worth > 2)", "count(k in deck where k.worth > 3)"),
    ("any(k in deck, m in shelf where k.worth < m.worth)", "any(k in deck, m in shelf where m.worth < k.worth)"),
    ("deck is empty", "shelf is empty"),
    ("deck is empty", "deck is not empty"),
    ("[1, 2]", "[2, 1]"),
    ("a", "b"),
    ("s", "t"),
)


def form(expression: str) -> Any:
    """The form of an expression."""
    model = game(f"{GAME}define it = {expression}\n")
    return canon(model.defines[0].body, Scope(Vocabulary(model, Names())))


@pytest.mark.parametrize(("one", "two"), SAME)
def test_these_have_one_form(one: str, two: str) -> None:
    assert form(one) == form(two)


@pytest.mark.parametrize(("one", "two"), UNLIKE)
def test_these_have_not(one: str, two: str) -> None:
    assert form(one) != form(two)


def taking(*lines: str, more: str = "") -> str:
    """The game with other lines in its action; every requirement has a reason."""
    block = "".join(f'  {line} because "no"\n' if line.startswith("only if") else f"  {line}\n" for line in lines)
    return GAME.replace("  choose card in deck\n  move card to shelf\n", block) + more


MOVE = ("choose card in deck", "move card to shelf")
SAME_RULES = (
    ((*MOVE, "if s", "  set a to 1", "else", "  set b to 1"), (*MOVE, "if not s", "  set b to 1", "else", "  set a to 1")),
    (("one of", "  - choose card in deck", "    move card to shelf", "  - set a to 1"),
     ("one of", "  - set a to 1", "  - choose card in deck", "    move card to shelf")),
    (("choose card in deck", "let n = a + b", "set c to n", "move card to shelf"),
     ("choose other in deck", "let m = b + a", "set c to m", "move other to shelf")),
    ((*MOVE, "both: set a to 1"), (*MOVE, "set a to 1")),
)  # fmt: skip


@pytest.mark.parametrize(("one", "two"), SAME_RULES)
def test_these_rules_are_the_same(one: tuple[str, ...], two: tuple[str, ...]) -> None:
    assert differences(taking(*one), taking(*two)) == ()


UNLIKE_RULES = (
    ((*MOVE, "set a to 1", "set b to 1"), (*MOVE, "set b to 1", "set a to 1")),
    ((*MOVE, "if s", "  set a to 1", "else", "  set b to 1"), (*MOVE, "if s", "  set b to 1", "else", "  set a to 1")),
    ((*MOVE, "if s", "  set a to 1", "else if t", "  set b to 1"), (*MOVE, "if t", "  set b to 1", "else if s", "  set a to 1")),
    ((*MOVE, "only if s"), (*MOVE, "only if not s")),
    (("choose card in deck", "move card to shelf"), ("choose card in deck", "move card under shelf")),
)


@pytest.mark.parametrize(("one", "two"), UNLIKE_RULES)
def test_these_rules_are_not(one: tuple[str, ...], two: tuple[str, ...]) -> None:
    assert differences(taking(*one), taking(*two)) != ()


# ---- definitions that only one game has ----------------------------------------------------------
def test_a_definition_is_looked_through() -> None:
    more = "define twice(n: number) = n + n\ndefine few(n: number) = twice(n) < 3\n"
    assert differences(taking(*MOVE, "only if few(a + 1)", more=more), taking(*MOVE, "only if 3 > a + 1 + (a + 1)")) == ()


def test_an_argument_is_not_mixed_up_with_a_variable_inside() -> None:
    """Both are called k, and both are the first variable of their expression."""
    more = "define dearer(k: card) = any(m in deck where m.worth > k.worth)\n"
    inside = "any(m in deck where m.worth > k.worth)"
    one = taking(*MOVE, "only if any(k in shelf where dearer(k))", more=more)
    assert differences(one, taking(*MOVE, f"only if any(k in shelf where {inside})")) == ()
    turned = inside.replace("m.worth > k.worth", "k.worth > m.worth")
    assert len(differences(one, taking(*MOVE, f"only if any(k in shelf where {turned})"))) == 1


@pytest.mark.parametrize("bomb", ["bodies", "arguments"])
def test_definitions_that_would_grow_without_end_are_not_looked_through(bomb: str) -> None:
    if bomb == "bodies":
        more = "define d0 = a\n" + "".join(f"define d{n} = d{n - 1} * d{n - 1}\n" for n in range(1, 20))
        used = "d19"
    else:
        more, used = "define cube(n: number) = n * n * n\n", "cube(" * 12 + "a" + ")" * 12
    one, two = game(taking(*MOVE, f"only if {used} < 3", more=more)), game(taking(*MOVE, "only if a < 3"))
    began = process_time()
    assert any(d.what == "rule" for d in compare_rules(one, two).differences)
    assert process_time() - began < 1

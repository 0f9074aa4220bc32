"""Every kind of difference: what is noted, with the addresses and citations of both sides, and what it can be carried over by."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.compare.rules.differences import Difference, Side
from tests.compare.games import MARKET, changed, differences

Noted = tuple[Any, ...]


def cites(side: Side | None) -> tuple[str, ...]:
    """Where a side points to: section and place, or why."""
    return () if side is None else tuple(f"{c.section}.{c.place}" if c.how == "cited" else f"{c.how}" for c in side.cites)


def noted(one: Difference) -> Noted:
    """What, how, name; address and citations of both sides."""
    sides = ((s.address if s else None, cites(s)) for s in (one.one, one.two))
    return (one.what, one.how, one.name, *sides)


def pairs(one: str, two: str) -> list[Noted]:
    """All differences of two texts."""
    return [noted(d) for d in differences(one, two)]


NOTHING = (None, ())
SINGLE = {
    "the value of an option": (
        ('in a day?" = 1 among', 'in a day?" = 2 among'),
        ("option", "changed", "wage", ("wage", ("things.7",)), ("wage", ("things.8",))),
    ),
    "a number in a table": (
        ("| 1..2 | 1 | ", "| 1..2 | 3 | "),
        ("table", "changed", "toll", ("toll.1", ("things.10",)), ("toll.1", ("things.10",))),
    ),
    "a cell of a kind": (
        ("| fish  | 3     | ", "| fish  | 4     | "),
        ("kind", "changed", "ware.fish", ("ware.fish", ("things.b2",)), ("ware.fish", ("things.b2",))),
    ),
    "how many pieces": (
        ("| 2      | fish  | red   | ", "| 4      | fish  | red   | "),
        ("pieces", "changed", "card", ("card", ("things.b2",)), ("card", ("things.b2",))),
    ),
    "who sees a place": (
        ("place scrap: pile of card ", "place scrap: pile of card, hidden "),
        ("place", "changed", "scrap", ("scrap", ("things.4",)), ("scrap", ("things.4",))),
    ),
    "the bank of a tally": (
        ("tally coins[player] bank 20", "tally coins[player] bank 12"),
        ("tally", "changed", "coins", ("coins", ("things.5",)), ("coins", ("things.5",))),
    ),
    "how a marker begins": (
        ("marker days: 0..4 = 0", "marker days: 0..4 = 1"),
        ("marker", "changed", "days", ("days", ("things.6",)), ("days", ("things.6",))),
    ),
    "a definition": (
        ("coins[p] > 4 ", "coins[p] > 5 "),
        ("definition", "changed", "rich", ("rich", ("turn.1",)), ("rich", ("turn.1",))),
    ),
    "a requirement that is gone": (
        ('  stock: only if deck is not empty because "nothing is left"                  @6\n', ""),
        ("rule", "removed", "buy", ("buy.stock", ("turn.6",)), NOTHING),
    ),
    "a requirement that came": (
        ("  gain wage coins ", '  tired: only if days > 0 because "it is early"     @20\n  gain wage coins '),
        ("rule", "added", "rest", NOTHING, ("rest.tired", ("turn.20",))),
    ),
    "a requirement that asks for something else": (
        ("coins[me] >= toll[days] + 1 because", "coins[me] > toll[days] + 1 because"),
        ("rule", "changed", "buy", ("buy.money", ("turn.7",)), ("buy.money", ("turn.7",))),
    ),
    "an effect": (
        ("  gain wage coins  ", "  gain wage + 1 coins"),
        ("rule", "changed", "rest", ("rest", ("turn.11",)), ("rest", ("turn.11",))),
    ),
    "when the game ends": (
        ("turns from starter until days is 4 ", "turns from starter until days is 3 "),
        ("rule", "head", "play", ("play", ("turn.4",)), ("play", ("turn.4",))),
    ),
    "who is next": (
        (
            "  set days to days + 1                      @12\n",
            "  set days to days + 1                      @12\n  next turn me @17\n",
        ),
        ("rule", "added", "rest", NOTHING, ("rest", ("turn.17",))),
    ),
    "a line of the score": (
        ("  coins: coins[p] ", "  coins: coins[p] div 2 "),
        ("score", "changed", "score", ("score.coins", ("turn.14",)), ("score.coins", ("turn.14",))),
    ),
    "a line of the score that is gone": (
        ("  coins: coins[p]                           @14\n", ""),
        ("score", "removed", "score", ("score.coins", ("turn.14",)), NOTHING),
    ),
    "a tie-break": (
        ("  fewest count(basket[p]) ", "  most count(basket[p]) "),
        ("winner", "changed", "winner", ("winner", ("turn.16",)), ("winner", ("turn.16",))),
    ),
}


@pytest.mark.parametrize("name", SINGLE)
def test_one_edit_is_one_difference(name: str) -> None:
    edit, expected = SINGLE[name]
    assert pairs(MARKET, changed(MARKET, edit)) == [expected]


@pytest.mark.parametrize("name", SINGLE)
def test_the_other_way_round(name: str) -> None:
    edit, (what, how, thing, one, two) = SINGLE[name]
    back = {"removed": "added", "added": "removed"}.get(how, how)
    assert pairs(changed(MARKET, edit), MARKET) == [(what, back, thing, two, one)]


# ---- several statements --------------------------------------------------------------------------
PAY, DRAW = "  pay toll[days] + 1 coins                  @8\n", "  draw 1 from deck to basket[me]            @9\n"


def test_effects_in_another_order_are_one_difference() -> None:
    two = changed(MARKET, (PAY + DRAW, DRAW + PAY))
    at = ("turn.8", "turn.9")
    assert pairs(MARKET, two) == [("rule", "moved", "buy", ("buy", at), ("buy", at[::-1]))]


def test_what_stands_beside_moved_effects_and_was_changed_is_another_difference() -> None:
    after = "  set days to days + 1\n"
    two = changed(MARKET, (PAY + DRAW + after, DRAW + PAY + "  set days to days + 2\n"))
    assert [(d.how, len(d.one.parts) if d.one else 0) for d in differences(MARKET, two)] == [("moved", 2), ("changed", 1)]


def test_an_order_that_hides_a_change_is_not_called_an_order() -> None:
    """Between two effects that change places a third one becomes another."""
    three = "  pay 1 coins\n  gain wage coins\n  set days to days + 1\n"
    other = "  set days to days + 1\n  gain wage + 1 coins\n  pay 1 coins\n"
    old = "  gain wage coins                           @11\n  set days to days + 1                      @12\n"
    found = differences(changed(MARKET, (old, three)), changed(MARKET, (old, other)))
    assert [d.how for d in found] == ["changed"]


def test_the_order_of_criteria_is_a_difference() -> None:
    most, fewest = "  most score(p)                             @15\n", "  fewest count(basket[p])                   @16\n"
    two = changed(MARKET, (most + fewest, fewest + most))
    at = ("turn.15", "turn.16")
    assert pairs(MARKET, two) == [("winner", "moved", "winner", ("winner", at), ("winner", at[::-1]))]


STEAL = "action steal                                @30\n  pay 1 coins\n  set days to days + 1\n\n"


def test_a_new_action_is_needed_by_its_bullet() -> None:
    two = changed(
        MARKET, ("      - do rest\n", "      - do rest\n      - do steal    @31\n"), ("action rest ", f"{STEAL}action rest ")
    )
    bullet, action = sorted(differences(MARKET, two), key=lambda d: d.name != "play")
    assert noted(bullet) == ("rule", "added", "play", NOTHING, ("play#3", ("turn.31",)))
    assert noted(action) == ("rule", "added", "steal", NOTHING, ("steal", ("turn.30",)))
    assert bullet.needs == {action.number} and action.needs == frozenset()
    assert bullet.plays and not action.plays  # an action that nothing does changes nothing


def test_a_new_piece_needs_its_kind_and_its_place() -> None:
    more = "kind face: up, down\nplace tray: row of coin\npiece coin in tray\n  face\n  | copies | face |\n  | 1      | each |\n"
    found = {d.name: d for d in differences(MARKET, changed(MARKET, ("place scrap", f"{more}place scrap")))}
    assert set(found) == {"face", "tray", "coin"}
    assert found["coin"].needs == {found["face"].number, found["tray"].number}


def test_a_value_that_is_gone_cannot_be_taken_over_by_itself() -> None:
    one = changed(MARKET, ("kind shade: red, blue ", "kind shade: red, blue, green "))
    found = differences(
        changed(one, ("| bread | each ", "| bread | red, blue")), changed(MARKET, ("| bread | each ", "| bread | red, blue"))
    )
    assert [(d.what, d.how, d.name, d.apart, d.detail) for d in found] == [("kind", "changed", "shade", False, (("green",), ()))]
    back = differences(
        changed(MARKET, ("| bread | each ", "| bread | red, blue")), changed(one, ("| bread | each ", "| bread | red, blue"))
    )
    assert [(d.apart, d.detail) for d in back] == [(True, ((), ("green",)))]


def test_the_numbers_of_pieces_are_told_by_look() -> None:
    (found,) = differences(MARKET, changed(MARKET, ("| 1      | bread | each  | ", "| 1      | bread | red   | ")))
    bread, blue = ("const", ("value", "ware", "bread")), ("const", ("value", "shade", "blue"))
    assert found.detail == (((bread, blue), 1, None),)


# ---- what is no difference -----------------------------------------------------------------------
SAME = {
    "columns in another order": (
        ("  ware\n  shade\n  | copies | ware  | shade |\n  | 1      | bread | each  | ",
         "  shade\n  ware\n  | copies | shade | ware  |\n  | 1      | each  | bread | "),
        ("  | 2      | fish  | red   | ", "  | 2      | red   | fish  | "),
    ),
    "ranges of a table cut otherwise": (("  | 1..2 | 1 | ", "  | 1    | 1 |\n  | 2    | 1 | "),),
    "rows of pieces cut otherwise": (
        ("  | 2      | fish  | red   | ", "  | 1      | fish  | red   |\n  | 1      | fish  | red   | "),
    ),
    "another reason": (('because "you are poor"', 'because "you have no money"'),),
    "another citation": (("@13\n", "@14\n"),),
    "a definition put where it is used": (
        ("define rich(p: player) = coins[p] > 4 ",
         "define wealth(p: player) = coins[p]\ndefine rich(p: player) = wealth(p) > 4 "),
    ),
    "another question": (('"How many coins come in a day?"', '"What does a day bring?"'),),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_what_is_written_otherwise_is_no_difference(name: str) -> None:
    two = changed(MARKET, *SAME[name])
    assert pairs(MARKET, two) == [] and pairs(two, MARKET) == []


def test_columns_of_kinds_may_be_in_another_order() -> None:
    old = "  price: number\n  | ware  | price |\n  | bread | 1     | "
    first = "  price: number\n  big: truth\n  | ware  | price | big |\n  | bread | 1     | no  | "
    second = "  big: truth\n  price: number\n  | ware  | big | price |\n  | bread | no  | 1     | "
    one = changed(MARKET, (old, first), ("  | fish  | 3     | ", "  | fish  | 3     | yes | "))
    two = changed(MARKET, (old, second), ("  | fish  | 3     | ", "  | fish  | yes | 3     | "))
    assert pairs(one, two) == []
    assert len(pairs(one, changed(two, ("| fish  | yes | 3     | ", "| fish  | no  | 3     | ")))) == 1


WALKS = {
    "far": ("1", "far: number", "far"),
    "far and fast": ("1, 2", "far: number, fast: number", "fast"),
}


@pytest.mark.parametrize(("one", "two"), [("far", "far and fast"), ("far and fast", "far")])
def test_a_rule_with_more_parameters_than_the_other(one: str, two: str) -> None:
    """A parameter that only one of them has is a variable like any other."""

    def text(told: str, params: str, used: str) -> str:
        head = 'cafe en\ngame g "G"\n  players 2\n\nmarker at[player]: 0..9 = 0\n\nplay\n'
        return f"{head}  do walk({told})\n  end game\n\nstep walk({params})\n  set at[starter] to {used}\n"

    found = differences(text(*WALKS[one]), text(*WALKS[two]))
    assert [(d.how, d.name) for d in found] == [("changed", "play"), ("changed", "walk")]

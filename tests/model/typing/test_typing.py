"""What expressions mean: names, indices, comparisons, comprehensions, descriptions."""

from __future__ import annotations

import pytest

from rulekit.model import expressions as exprs
from rulekit.model.types import NUMBER, PLAYER, TRUTH, DescriptionType, KindType, ListType, OptionalType, PieceType
from tests.model.games import made

WORLD = """
kind suit: hearts, spades
kind drink
  price: number
  cells: list of suit
  | drink | price | cells          |
  | tea   | 2     | hearts         |
  | cocoa | 3     | hearts, spades |
piece card in stock
  rank: 1..3
  suit
  | copies | rank | suit |
  | 1      | each | each |
place stock: deck of card
place hand[player]: hand of card
place board[column: 1..3, line: 1..3]: spot of card
place pile[suit]: pile of card
tally coins[player] bank 20
tally goods[player, drink] bank 5
marker heap[n: 1..4]: 0..7 = n
marker owner: player or none
option last "Who?" = taker
  - taker "x"
  - other "y"
option deep "How?" = 2 among 1..3
define uses = last is taker and deep > 1
table worth[drink]: number
  | tea   | 1 |
  | cocoa | 2 |
score p
  money: coins[p]
"""


def value(text: str) -> exprs.Expr:
    """The typed expression of a definition with a parameter `p` and a local `drink`."""
    return next(d.body for d in made(WORLD + f"define it(p: player, drink) = {text}\n").defines if d.name == "it")


P, DRINK = exprs.Bound(PLAYER, 0, "p"), exprs.Bound(KindType("drink"), 1, "drink")
ONE, TWO = exprs.Const(NUMBER, 1), exprs.Const(NUMBER, 2)
CARD = PieceType("card")
HAND = exprs.Contents(ListType(CARD), "hand", (P,))
SPOT = exprs.Contents(OptionalType(CARD), "board", (ONE, TWO))
DRINKS = exprs.Const(ListType(KindType("drink")), (0, 1))
HEARTS = exprs.Const(KindType("suit"), 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hand[p]", HAND),
        ("hand", exprs.Contents(ListType(CARD), "hand", ())),
        ("hand[p, 2]", exprs.PieceAt(CARD, "hand", (P,), TWO)),
        ("stock[1]", exprs.PieceAt(CARD, "stock", (), ONE)),
        ("board[1, 2]", SPOT),
        ("board[1]", exprs.Contents(ListType(CARD), "board", (ONE,))),
        ("coins[p]", exprs.TallyOf(NUMBER, "coins", (P,))),
        ("sum(coins)", exprs.Builtin(NUMBER, "sum", (exprs.TallyOf(ListType(NUMBER), "coins", ()),))),
        ("bank(coins)", exprs.BankOf(NUMBER, "coins", ())),
        ("bank(goods[drink])", exprs.BankOf(NUMBER, "goods", (DRINK,))),
        ("heap[2]", exprs.MarkerOf(NUMBER, "heap", (TWO,))),
        ("owner", exprs.MarkerOf(OptionalType(PLAYER), "owner", ())),
        ("worth[drink]", exprs.Lookup(NUMBER, "worth", (DRINK,))),
        ("deep", exprs.OptionRef(NUMBER, "deep")),
        ("score(p)", exprs.ScoreOf(NUMBER, P, None)),
        ("score(p).money", exprs.ScoreOf(NUMBER, P, "money")),
        ("seat(2)", exprs.Builtin(PLAYER, "seat", (TWO,))),
    ],
)
def test_families(text: str, expected: exprs.Expr) -> None:
    """Indices go through the declared ones, then the position."""
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("drink", DRINK),
        ("drink.price", exprs.AttrOf(NUMBER, DRINK, "drink", "price")),
        ("drink.tea", exprs.Const(KindType("drink"), 0)),
        ("suit", exprs.Const(ListType(KindType("suit")), (0, 1))),
        ("list(drink)", DRINKS),
        ("drink in drink", exprs.Binary(TRUTH, "in", DRINK, DRINKS)),
        (
            "drink.cells[1]",
            exprs.ItemAt(KindType("suit"), exprs.AttrOf(ListType(KindType("suit")), DRINK, "drink", "cells"), ONE),
        ),
        ("hand[p].suit", exprs.AttrOf(ListType(KindType("suit")), HAND, "card", "suit")),
        ("board[1, 2].rank", exprs.AttrOf(NUMBER, SPOT, "card", "rank")),
        (
            "last is taker",
            exprs.Binary(TRUTH, "is", exprs.OptionRef(value("last").type, "last"), exprs.Const(value("last").type, 0)),
        ),
        (
            "other is last",
            exprs.Binary(TRUTH, "is", exprs.Const(value("last").type, 1), exprs.OptionRef(value("last").type, "last")),
        ),
    ],
)
def test_names(text: str, expected: exprs.Expr) -> None:
    """A local before the global; after `in` a kind's name is always the kind."""
    assert value(text) == expected


def described(*fields: tuple[str, exprs.Expr]) -> exprs.Expr:
    """A description of a card."""
    return exprs.Describe(DescriptionType("card"), "card", fields)


TWO_OF_HEARTS = described(("rank", TWO), ("suit", HEARTS))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("card(2, hearts)", TWO_OF_HEARTS),
        ("card(hearts)", described(("suit", HEARTS))),
        ("card(rank: 2)", described(("rank", TWO))),
        ("card(hearts) in hand[p]", exprs.AnyMatch(TRUTH, described(("suit", HEARTS)), HAND)),
        ("card() not in hand[p]", exprs.Unary(TRUTH, "not", exprs.AnyMatch(TRUTH, described(), HAND))),
        ("board[1, 2] is card(2, hearts)", exprs.Matches(TRUTH, SPOT, TWO_OF_HEARTS)),
        ("card(2, hearts) is board[1, 2]", exprs.Matches(TRUTH, SPOT, TWO_OF_HEARTS)),
        ("hand[p] is [card(2, hearts)]", exprs.Exactly(TRUTH, HAND, (TWO_OF_HEARTS,), False)),
        ("stock is [card(2, hearts)]", exprs.Exactly(TRUTH, exprs.Contents(ListType(CARD), "stock", ()), (TWO_OF_HEARTS,), True)),
        ("hand[p] is empty", exprs.IsEmpty(TRUTH, HAND)),
        ("board[1, 2] is not empty", exprs.Unary(TRUTH, "not", exprs.IsEmpty(TRUTH, SPOT))),
        ("owner is not none", exprs.Binary(TRUTH, "is not", value("owner"), exprs.Const(value("none").type, None))),
    ],
)
def test_pieces_and_descriptions(text: str, expected: exprs.Expr) -> None:
    """`is` and `in` mean likeness where a description stands on one side."""
    assert value(text) == expected


C = exprs.Bound(CARD, 2, "c")
OVER_HAND = (exprs.Binding(2, "c", HAND),)
RANK = exprs.AttrOf(NUMBER, C, "card", "rank")
LOW = exprs.Binary(TRUTH, "<", RANK, TWO)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count(c in hand[p] where c.rank < 2)", exprs.Collect(NUMBER, "count", C, OVER_HAND, LOW)),
        ("any(c in hand[p] where c.rank < 2)", exprs.Collect(TRUTH, "any", LOW, OVER_HAND, None)),
        ("every(c.rank < 2 for c in hand[p])", exprs.Collect(TRUTH, "every", LOW, OVER_HAND, None)),
        ("sum(c.rank for c in hand[p])", exprs.Collect(NUMBER, "sum", RANK, OVER_HAND, None)),
        ("list(c in hand[p] where c.rank < 2)", exprs.Collect(ListType(CARD), "list", C, OVER_HAND, LOW)),
        ("first(c in hand[p] where c.rank < 2)", exprs.Collect(CARD, "first", C, OVER_HAND, LOW)),
        ("max(1, 2)", exprs.Builtin(NUMBER, "max", (ONE, TWO))),
        ("max(hand[p].rank)", exprs.Builtin(NUMBER, "max", (exprs.AttrOf(ListType(NUMBER), HAND, "card", "rank"),))),
        ("top(stock)", exprs.Builtin(CARD, "top", (exprs.Contents(ListType(CARD), "stock", ()),))),
        ("top(stock, 2)", exprs.Builtin(ListType(CARD), "top", (exprs.Contents(ListType(CARD), "stock", ()), TWO))),
    ],
)
def test_comprehensions_and_functions(text: str, expected: exprs.Expr) -> None:
    """Short and long forms."""
    assert value(text) == expected


def test_lines_are_lists_of_contents() -> None:
    """The only lists of lists."""
    assert value("lines(board, 3)").type == ListType(ListType(OptionalType(CARD)))


def test_box_holds_the_only_sort() -> None:
    """With one sort of pieces the box's contents have attributes."""
    assert value("count(box.suit)").type == NUMBER

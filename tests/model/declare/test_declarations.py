"""Declarations: kinds, pieces, tables, options, markers."""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model.model import Domain, OptionAnswer
from rulekit.model.rules import PlaceRef
from rulekit.model.types import NUMBER, PLAYER, TRUTH, DescriptionType, KindType, ListType, OptionType, PictureType
from tests.model.games import made, model


def number(n: int) -> exprs.Const:
    """A constant."""
    return exprs.Const(NUMBER, n)


def test_rows_of_pieces() -> None:
    """Several values, ranges and `each` are alternatives; `each` player stays a list."""
    m = made(
        "kind suit: hearts, spades\n"
        "piece card in hand[owner]\n  rank: 1..5\n  suit\n  owner: player\n"
        "  | copies         | rank    | suit   | owner |\n"
        "  | count(players) | 1, 3..4 | hearts | each  |\n"
        "place hand[player]: hand of card\n"
    )
    sort = m.sorts[0]
    row = sort.rows[0]
    assert row.address == "card.1"
    assert row.values[0] == (number(1), number(3), number(4))
    assert row.values[1] == (exprs.Const(KindType("suit"), 0),)
    assert row.values[2] == (exprs.Players(ListType(PLAYER)),)
    assert sort.start == PlaceRef("hand", (exprs.Bound(PLAYER, 2, "owner"),))


def test_changing_attribute_needs_no_column() -> None:
    """Its first value stands in the declaration."""
    disc = model("reversi").sorts[0]
    assert disc.attributes[0].initial == exprs.Starter(PLAYER)
    assert disc.rows[0].values == (None,)


def test_pictures_and_descriptions_are_constants() -> None:
    """`/` between cells, `,` within, `none` = must be empty, the sort's name = any."""
    goal = next(k for k in model("espresso-doppio").kinds if k.name == "goal")
    pictures, alike = goal.attributes[0], goal.attributes[1]
    assert pictures.values[0] == exprs.Const(PictureType("thing"), (((("shade", 0),),), ((("shade", 1),),), ((("shade", 2),),)))
    assert pictures.values[14] == exprs.Const(PictureType("thing"), (((),), ((),), ((),)))
    assert pictures.values[15] == exprs.Const(PictureType("thing"), (None,))
    assert alike.values[6] == exprs.Items(ListType(DescriptionType("thing")), (exprs.Const(DescriptionType("thing"), ()),))


def test_entries_of_tables() -> None:
    """Rows and cells have addresses; ranges cover several keys, `-` is a hole."""
    gatto = model("cafe-del-gatto")
    surcharge = next(t for t in gatto.tables if t.name == "surcharge")
    last = surcharge.entries[-1]
    assert (last.address, last.keys, last.value) == ("surcharge.3", ((number(3), number(5)),), number(0))
    menu = next(t for t in gatto.tables if t.name == "menu")
    assert [x.address for x in menu.entries[:3]] == ["menu.espresso.1", "menu.espresso.2", "menu.espresso.3"]
    assert menu.entries[1].value is None


def test_options() -> None:
    """Yes or no, numbers, names."""
    m = made(
        'option a "A?" = yes\noption b "B?" = unlimited among 1..3, unlimited\noption c "C?" = two\n  - one_ "x"\n  - two "y"\n'
        "define use = a and b > 1 and c is two\n"
    )
    a, b, c = m.options
    assert (a.type, a.value, a.allowed) == (TRUTH, True, ())
    assert (b.type, b.value, b.allowed) == (NUMBER, exprs.UNLIMITED, ((1, 3), (exprs.UNLIMITED, exprs.UNLIMITED)))
    assert (c.type, c.value, c.answers[1]) == (OptionType("c"), 1, OptionAnswer(1, "two", "y"))


def test_marker_may_use_its_index() -> None:
    """In the first value the index is a Bound."""
    heap = model("nim").markers[0]
    assert heap.dims[0].domain == Domain(NUMBER, number(1), number(4))
    assert heap.initial == exprs.Binary(
        NUMBER, "-", exprs.Binary(NUMBER, "*", number(2), exprs.Bound(NUMBER, heap.dims[0].index, "n")), number(1)
    )


def test_sights_by_shape() -> None:
    """A hand is private, a deck hidden, a pile open, unless said otherwise."""
    sights = {p.name: p.sight for p in model("espresso-doppio").places}
    assert (sights["cards"], sights["space"], sights["done"]) == ("hidden", "open", "hidden")
    assert {p.sight for p in model("gops").places if p.name == "hand"} == {"private"}


def test_score_and_winner_have_the_player_as_bound_0() -> None:
    """Every line for itself."""
    gatto = model("cafe-del-gatto")
    assert [line.name for line in gatto.score] == ["tokens", "sugar"]
    assert gatto.winner[0].value == exprs.ScoreOf(NUMBER, exprs.Bound(PLAYER, 0, "p"), None)


def test_definition_may_use_a_later_one() -> None:
    """Types are inferred in whatever order they are needed."""
    assert [d.type for d in made("define a = b + 1\ndefine b = count(players)\n").defines] == [NUMBER, NUMBER]

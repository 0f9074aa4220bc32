"""What players see (specification §2 shapes, §4 secretly, §5 Views, 12.2.2, 12.2.12), and conservation (§5)."""

from __future__ import annotations

import pytest

from rulekit.engine.view import SeenPiece
from tests.engine.spec import Tiny, tiny

PLACES = """
kind hue: red, blue
piece card in source
  n: 1..6
  hue
  | copies | n    | hue |
  | 1      | each | red |
place source: bag of card
place bag: bag of card
place deck: deck of card
place pile: pile of card
place line: row of card
place held[player]: hand of card
place spot: spot of card
place shown[player]: hand of card, open
place back[player]: hand of card, others
place face[player]: pile of card, hidden
place own[hue, player]: pile of card, private
setup
  move first(c in source) to {}
play
  end game
"""


def sights(place: str, name: str, *indices: int) -> list[object]:
    """What each of three players sees of a place with one piece: its number, or only how many."""
    game = tiny(PLACES.format(place), 3)
    return [game.at(name, *indices, player=p) for p in range(3)]


SEEN, HIDDEN = [1], 1


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("bag", [HIDDEN] * 3), ("deck", [HIDDEN] * 3), ("pile", [SEEN] * 3), ("line", [SEEN] * 3), ("spot", [SEEN] * 3),
        ("box", [SEEN] * 3), ("held[seat(2)]", [HIDDEN, SEEN, HIDDEN]), ("shown[seat(2)]", [SEEN] * 3),
        ("back[seat(2)]", [SEEN, HIDDEN, SEEN]), ("face[seat(2)]", [HIDDEN] * 3), ("own[blue, seat(3)]", [HIDDEN, HIDDEN, SEEN]),
    ],
)  # fmt: skip
def test_every_sight_of_a_place(place: str, expected: list[object]) -> None:
    """§2 default sights, §5: open everybody, private the player of its first player index, hidden nobody; 12.2.2: others."""
    name = place.split("[")[0]
    indices = {"own": (1, 2)}.get(name, (1,) if "[" in place else ())
    assert sights(place, name, *indices) == expected


def test_a_view_tells_how_many_pieces_lie_anywhere_and_no_numbers() -> None:
    """12.2.12: unseen pieces are replaced by how many they are, never by piece numbers."""
    view = tiny(PLACES.format("deck"), 3).seen(0)
    counts = {(p.place, p.indices): (p.count, p.pieces) for p in view.places}
    assert counts["source", ()] == (5, None)
    assert counts["deck", ()] == (1, None)
    assert counts["pile", ()] == (0, ())
    assert "seed" not in repr(view)


def test_a_seen_piece_shows_all_its_attributes() -> None:
    """§5 Views: everything about a piece that is seen."""
    view = tiny(PLACES.format("pile"), 3).seen(1)
    assert next(p.pieces for p in view.places if p.place == "pile") == (SeenPiece("card", (("n", 1), ("hue", 0))),)


MARKERS = """
piece card in deck
  n: 1..3
  | copies | n    |
  | 1      | each |
place deck: deck of card
marker shown: 0..9 = 4
marker mine[player]: 0..9, private = 5
marker theirs[player]: 0..9, others = 6
marker nobodys: 0..9, hidden = 7
marker chosen: card or none
marker secret[player]: card or none, private
tally coins[player] bank 9
setup
  set chosen to deck[2]
  set secret[seat(1)] to deck[3]
  gain 4 coins
play
  end game
"""


def test_every_sight_of_a_marker() -> None:
    """§5, 12.2.2: for places and markers."""
    game = tiny(MARKERS, 2)
    rows: list[tuple[str, tuple[int, ...]]] = [
        ("shown", ()), ("mine", (0,)), ("mine", (1,)), ("theirs", (0,)), ("theirs", (1,)), ("nobodys", ()),
    ]  # fmt: skip
    assert [game.marker(n, *i, player=0) for n, i in rows] == [4, 5, "hidden", "hidden", 6, "hidden"]
    assert [game.marker(n, *i, player=1) for n, i in rows] == [4, "hidden", 5, 6, "hidden", "hidden"]
    assert [game.marker(n, *i) for n, i in rows] == [4, 5, 5, 6, 6, 7]


def test_a_marker_that_holds_a_piece_shows_it() -> None:
    """12.2.2: a marker may hold a piece, and a view of it shows that piece, though it lies hidden."""
    game = tiny(MARKERS, 2)
    assert game.marker("chosen", player=1) == SeenPiece("card", (("n", 2),))
    assert game.marker("secret", 0, player=0) == SeenPiece("card", (("n", 3),))
    assert game.marker("secret", 0, player=1) == "hidden"


def test_all_tallies_are_known() -> None:
    """§5 Views: keeps all tallies."""
    game = tiny(MARKERS, 2)
    assert [game.tally("coins", 0, player=p) for p in (0, 1, None)] == [4, 4, 4]
    assert game.bank("coins", player=1) == 5


# ---- everyone secretly ---------------------------------------------------------------------------
SECRET = """
piece card in deck
  n: 1..6
  | copies | n    |
  | 1      | each |
place deck: deck of card
place hand[player]: hand of card
place laid[player]: spot of card
place pile[player]: pile of card
marker bid[player]: 0..9 = 0
marker private_bid[player]: 0..9, private = 0
tally coins[player] bank 9
tally stones[player]
setup
  deal 2 from deck to hand
  for each p in players
    p gains 3 coins
play
  everyone secretly
    do lay
  do rest
action lay
  choose card in hand[me]
  move card to laid[me]
  move hand[me] to pile[me]
  set bid[me] to card.n
  set private_bid[me] to card.n
  pay 1 coins
  gain 2 stones
action rest
"""


def secret() -> Tiny:
    """Three players; the first has laid a card in secret."""
    return tiny(SECRET, 3).play("lay card=card:1")


def test_others_see_secret_entries_as_they_were_before_the_block() -> None:
    """§4: until all are done, other players' views show these entries as they were before."""
    game = secret()
    assert (game.decider, game.at("laid", 0), game.at("pile", 0)) == (1, [1], [4])
    assert (game.marker("bid", 0), game.tally("coins", 0)) == (1, 2)
    for other in (1, 2):
        assert game.at("laid", 0, player=other) == []
        assert game.at("pile", 0, player=other) == []
        assert game.at("hand", 0, player=other) == 2
        assert game.marker("bid", 0, player=other) == 0
        assert game.tally("coins", 0, player=other) == 3
        assert game.tally("stones", 0, player=other) == 0


def test_one_s_own_secret_entries_are_seen_as_they_are() -> None:
    """§4: *other* players' views."""
    game = secret()
    assert (game.at("laid", 0, player=0), game.marker("bid", 0, player=0), game.tally("coins", 0, player=0)) == ([1], 1, 2)
    assert (game.marker("private_bid", 0, player=0), game.marker("private_bid", 0, player=1)) == (1, "hidden")
    assert game.at("hand", 0, player=0) == []


def test_the_bank_is_frozen_too() -> None:
    """§4: else it would tell what was paid."""
    game = secret()
    assert game.bank("coins") == 1
    assert [game.bank("coins", player=p) for p in (1, 2)] == [0, 0]


def test_when_all_are_done_everything_is_seen() -> None:
    """§4: until all are done."""
    game = secret().play("lay card=card:2", "lay card=card:3")
    assert game.menu() == ["rest"]
    assert [game.at("laid", p, player=2) for p in range(3)] == [[1], [2], [3]]
    assert [game.marker("bid", p, player=0) for p in range(3)] == [1, 2, 3]
    assert game.bank("coins", player=0) == 3


def test_what_was_done_before_the_block_is_seen() -> None:
    """§4: as they were *before the block*, not at the start of the game."""
    text = SECRET.replace("play\n  everyone", "play\n  starter does rest\n  set bid[starter] to 8\n  everyone")
    game = tiny(text, 2).play("rest", "lay card=card:1")
    assert game.marker("bid", 0, player=1) == 8


# ---- conservation --------------------------------------------------------------------------------
def test_pieces_are_never_made_or_destroyed_and_banks_lose_nothing() -> None:
    """§5 Conservation, after every move of the secret game."""
    game = tiny(SECRET, 3)
    for move in ("lay card=card:4", "lay card=card:5", "lay card=card:6", "rest"):
        everything = [p.attrs[0][1] for place in game.seen().places for p in place.pieces or ()]
        assert sorted(everything, key=str) == [1, 2, 3, 4, 5, 6]
        assert sum(game.tally("coins", p) for p in range(3)) + game.bank("coins") == 9
        game.play(move)
    assert game.over

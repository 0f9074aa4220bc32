"""Every text of a game as it may come out: its numbers at 0, 1 and 2, each answer of its options, words of every grammar."""

from __future__ import annotations

import pytest

from rulekit.engine.engine import Engine
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.told.proof_sheet import Proof, proof_sheet
from rulekit.report.words import make_namer

GAME = """cafe en
game bakery "Bakery"
  players 2

kind bread: roll, loaf
piece card in deck
  bread
  price: 1..3
  | copies | bread | price |
  | 1      | each  | each  |
place deck: deck of card
place hand[player]: hand of card
tally coins[player] bank 20
option start "How many coins at the start?" = 5 among 0..9
option strict "Must you buy?" = yes
option look "Who looks at the deck?" = nobody
  - nobody "it stays closed"
  - all "it lies open"

setup
  purse: for each p in players
    tell "Everybody takes {start coins}."
    p gains start coins
  duty: starter gains (if strict and look is nobody then 0 else 1) coins
    tell "You {strict: must/may} look at {look: nothing/the deck} before the top {count(bread)} cards are dealt."

define shelf(row: 2..4) "shelf {row}" = row
define bread_shelves = 4

play
  turns from starter until deck is empty
    one of
      - do buy
      - do heap
    tell "All {count(players): # player/# players} buy in turn[, from {bread_shelves: no shelf/shelf #/shelves up to #}]."

action heap "{pile/piles} up {count(cards): # card/# cards} on shelf {row}"
  choose some cards in hand[me]
  choose row in 1..3
  move cards to deck

action buy "{buy/buys} {the card}[ for {n coins}]; {bread: rolls are small/loaves are large} in row {row}"
  choose card in hand[me]
  choose n in 0..coins[me] "How many coins?"
  choose bread
  choose row in 1..3
  enough: only if n > 0 because "{your card} is not to be had for {n coins}"
  pay n coins
  move card to deck
  draw 1 from deck to hand[me]

score p
  coins: coins[p]

words en
  | name | one | many | named |
  | card | "card" | "cards" | "{bread} of {price: # coin/# coins}" |
  | coins | "coin" | "coins" | |

words fr
  | name  | one      | many     | named                             | grammar |
  | card  | "billet" | "billets" | "{bread} à {price: # pièce/# pièces}" | bread |
  | roll  | "petit pain" | "petits pains" |                         | m       |
  | loaf  | "miche"  | "miches" |                                   | f       |
  | coins | "pièce"  | "pièces" |                                   | f       |

  say buy "{acheter/achète} {le card}[ pour {n coins}] ; {bread: petits pains/grosses miches}, rangée {row}"
  because buy.enough "{ton card} n'est pas à vendre[ pour {n coins}]"
"""


def sheet(language: str) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """The lines of each text: what was put in, and how it comes out."""
    model = check_game(GAME, "bakery.cafe").value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    found: list[Proof] = list(proof_sheet(make_namer(model, program.layout, language, (), Engine(program))))
    return {(proof.what, proof.address): [(line.given, line.text) for line in proof.lines] for proof in found}


@pytest.mark.parametrize(
    ("what", "address", "lines"),
    [
        ("tell", "setup.purse", [
            ("", "Everybody takes 5 coins."),
            ("0", "Everybody takes 0 coins."),
            ("1", "Everybody takes 1 coin."),
            ("2", "Everybody takes 2 coins."),
            ("start = 9", "Everybody takes 9 coins."),
        ]),
        ("tell", "setup.duty", [
            ("", "You must look at nothing before the top 2 cards are dealt."),
            ("strict = no", "You may look at nothing before the top 2 cards are dealt."),
            ("look = all", "You must look at the deck before the top 2 cards are dealt."),
        ]),
        ("say", "shelf", [("", "shelf 2")]),
        ("say", "heap", [
            ("", "pile up 2 cards on shelf 2"),
            ("Ada", "Ada piles up 2 cards on shelf 2"),
            ("1", "pile up 1 card on shelf 1"),
        ]),
        ("tell", "play", [
            ("", "All 2 players buy in turn, from shelves up to 4."),
            ("never", "no shelf"),
        ]),
        ("ask", "buy.n", [("", "How many coins?")]),
        ("say", "buy", [
            ("", "buy the roll of 1 coin for 2 coins; rolls are small in row 2"),
            ("Ada", "Ada buys the roll of 1 coin for 2 coins; rolls are small in row 2"),
            ("0", "buy the roll of 1 coin; rolls are small in row 1"),  # there is no row 0
            ("1", "buy the roll of 1 coin for 1 coin; rolls are small in row 1"),
            ("unseen", "buy a card for 2 coins; rolls are small in row 2"),
            ("loaf", "buy the roll of 1 coin for 2 coins; loaves are large in row 2"),
        ]),
        ("because", "buy.enough", [
            ("", "your roll of 1 coin is not to be had for 2 coins"),
            ("0", "your roll of 1 coin is not to be had for 0 coins"),
            ("1", "your roll of 1 coin is not to be had for 1 coin"),
            ("unseen", "a card is not to be had for 2 coins"),
        ]),
    ],
)  # fmt: skip
def test_a_text_is_tried_with_all_that_may_come(what: str, address: str, lines: list[tuple[str, str]]) -> None:
    assert sheet("en")[what, address] == lines


def test_words_of_every_gender_are_tried() -> None:
    assert [text for _, text in sheet("fr")["because", "buy.enough"]] == [
        "ton petit pain à 1 pièce n'est pas à vendre pour 2 pièces",
        "ton petit pain à 1 pièce n'est pas à vendre",
        "ton petit pain à 1 pièce n'est pas à vendre pour 1 pièce",
        "ta miche à 1 pièce n'est pas à vendre pour 2 pièces",
        "un billet n'est pas à vendre pour 2 pièces",
    ]


def test_how_pieces_are_called_is_proved_too() -> None:
    assert [text for _, text in sheet("en")["named", "card"]] == [
        f"{bread} of {coins}" for bread in ("roll", "loaf") for coins in ("1 coin", "2 coins", "3 coins")
    ]


def test_a_language_has_its_own_texts_alone() -> None:
    assert set(sheet("fr")) == {("named", "card"), ("say", "buy"), ("because", "buy.enough")}
    assert sheet("it") == {}

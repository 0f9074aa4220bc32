"""Three logs with hidden cards and dice, as each player reads them."""

from __future__ import annotations

from rulekit.engine.events.log import begin_log
from rulekit.engine.view import OPEN
from tests.engine.events.arranged import Arranged
from tests.engine.play import engine_of

ADA, BRUNO, CARLA, DORA = range(4)
GUESSED = [
    "Ada: draw card | draws {0}",
    "Ada: play card spy 2 Bruno | Bruno shows {1} to Ada",
    "Bruno: draw card | draws {2}",
    "Bruno: play card duel 3 Carla | Carla shows {3} to Bruno · Bruno shows {4} to Carla · Bruno is out · shield 4 → laid",
    "Carla: draw card | draws {5}",
    "Carla: play card watchman 1 Ada",
    "Carla: spy | Ada does not have it",
    "Ada: draw card | draws {6}",
    "Ada: play card watchman 1 Carla",
    "Ada: crown | Carla is out · crown 8 → laid[Carla]",
    "Ada wins the round",
]
SEEN = {
    ADA: ["watchman 1", "duel 3", "1 card", "1 card", "1 card", "1 card", "exchange 6"],
    BRUNO: ["1 card", "duel 3", "shield 4", "crown 8", "shield 4", "1 card", "1 card"],
    CARLA: ["1 card", "1 card", "1 card", "crown 8", "shield 4", "watchman 1", "1 card"],
    OPEN: ["1 card"] * 7,
}


def test_a_round_of_a_guessing_game() -> None:
    """That a hand was shown, whose and to whom, everybody reads; which cards, only those who saw them."""
    dealt = {"hand[0]": (2,), "hand[1]": (3,), "hand[2]": (7,), "aside": (5,), "deck": (0, 4, 1, 6)}
    game = Arranged.at("guessing", 3, dealt).play(
        "draw card", "play card spy 2 Bruno", "draw card", "play card duel 3 Carla", "draw card", "play card watchman 1 Ada",
        "spy", "draw card", "play card watchman 1 Carla", "crown",
    )  # fmt: skip
    for viewer, seen in SEEN.items():
        assert game.read(viewer) == [line.format(*seen) for line in GUESSED]
    assert game.engine.is_over(game.state)


def test_a_trick_of_hearts() -> None:
    """Passed cards are read by who passes and by who gets them, when all are done; a trick is seen before it is turned over."""
    hands = {f"hand[{n}]": tuple(range(n, 52, 4)) for n in range(4)}
    game = Arranged.at("hearts", 4, hands).play("pass on card clubs 1, card clubs 5, card clubs 9")
    assert game.read(ADA) == game.read(CARLA) == ["Ada is done"]
    game.play(
        "pass on card clubs 2, card clubs 6, card clubs 10",
        "pass on card clubs 3, card clubs 7, card clubs 11",
        "pass on card clubs 4, card clubs 8, card clubs 12",
    )
    game.play("play card diamonds 4", "play card diamonds 1", "play card diamonds 2", "play card diamonds 3")
    ada, carla = game.read(ADA), game.read(CARLA)
    last = "Dora: play card diamonds 3"
    done = "Ada is done · Bruno is done · Carla is done · Dora is done"
    passed = "3 cards → hand[Bruno]", "3 cards → hand[Carla]", "3 cards → hand", "3 cards → hand[Ada]"
    assert ada[:2] == [done, "Ada: pass on card clubs 1, card clubs 5, card clubs 9"]
    assert carla[:2] == [done, "Ada: pass on card | 3 cards → passing"]
    assert [part in ada[4].split(" · ") for part in passed] == [False, True, True, False]
    assert [part in carla[4].split(" · ") for part in passed] == [True, False, False, True]
    assert "clubs 4, clubs 8, clubs 12 → hand[Ada]" in ada[4] and "clubs 2, clubs 6, clubs 10 → hand[Carla]" in carla[4]
    assert ada[5:] == carla[5:] == [
        "Ada: play card diamonds 4 | led none → diamonds",
        "Bruno: play card diamonds 1",
        "Carla: play card diamonds 2",
        f"{last} | Ada takes the trick · diamonds 4, diamonds 1, diamonds 2, diamonds 3 → taken[Ada] · led diamonds → none",
    ]  # fmt: skip


def test_a_doubted_bid_of_liars_dice() -> None:
    """Dice are read as they were shown, though they are rolled again in the same move; and rolls only by who sees the dice."""
    game = Arranged.at("liars-dice", 3, {}).play("bid n 2, face 3", "bid n 3, face 3", "doubt")
    shown = "Ada shows Ada 6, Ada 3, Ada 1 · Bruno shows Bruno 6, Bruno 1, Bruno 2 · Carla shows Carla 2, Carla 5, Carla 2"
    doubted = f"Carla: doubt | {shown} · There are only 1. · Bruno 6 → box"
    rolled = {ADA: " · now Ada 6, Ada 3, Ada 5", BRUNO: " · now 2×Bruno 4", OPEN: ""}
    for viewer, roll in rolled.items():
        assert game.read(viewer) == ["Ada: bid n 2, face 3", "Bruno: bid n 3, face 3", doubted + roll]
    assert game.log.shown(2) and not game.log.shown(3)


def test_rules_are_named_as_far_as_they_are_known() -> None:
    """The branch that a hidden hand decides is nobody's business; what only one rule can have done names that rule."""
    text = """cafe en
game branches "Branches"
  players 2
piece card in deck
  rank: 1..2
  | copies | rank |
  | 1      | each |
place deck: deck of card
place hand[player]: hand of card
tally coins[player] bank 9
marker lucky: player or none
setup
  shuffle deck
  deal 1 from deck to hand
play
  turns from starter until lucky is not none
    do act
action act
  if any(card in hand[me] where card.rank is 1)
    low: gain 1 coins
  else
    high: gain 1 coins
  lucky: set lucky to me
"""
    engine = engine_of(text)
    log = begin_log(engine, 1)
    state = engine.start(1)
    log.follow(state, engine.moves(state)[0].path)
    told = {viewer: [(e.kind, e.address) for e in log.events(viewer) if e.kind in ("gained", "set")] for viewer in (0, 1, OPEN)}
    assert told[OPEN] == told[1] == [("gained", "act"), ("set", "act.lucky")]
    assert told[0] in ([("gained", "act.low"), ("set", "act.lucky")], [("gained", "act.high"), ("set", "act.lucky")])

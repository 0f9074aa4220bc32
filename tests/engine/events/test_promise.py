"""The promise of logs: two plays that a viewer cannot tell apart give him the same log."""

from __future__ import annotations

import os

import pytest

from rulekit.engine.engine import Engine
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.told.language import languages
from rulekit.report.words import make_namer
from tests.engine.events.arranged import GAMES
from tests.engine.events.pairs import Pairs
from tests.engine.events.plays import Plays
from tests.engine.events.traps import TRAPS
from tests.engine.games import seeded_game
from tests.engine.play import TABLES, Run, Table, bundled_engine, bundled_model, engine_of

DEEP = os.environ.get("RULEKIT_PROFILE", "quick") == "deep"
MOST = {t.name: t for t in TABLES if t.players <= 3}  # of each game one table
SPOKEN = {name: table for name, table in MOST.items() if table.path.parent.name == "rules"}
FACE_DOWN = """cafe en
game face_down "Face down"
  players 2
piece card in deck
  rank: 1..9
  | copies | rank |
  | 2      | each |
place deck: deck of card
place hand[player]: hand of card
place laid[player]: pile of card, private
setup
  shuffle deck
  deal 5 from deck to hand
play
  turns from starter until count(laid[starter]) is 4
    do lay
action lay "SENTENCE"
  choose card in hand[me] "Which card?"
  move card to laid[me]
winner p
  most count(hand[p])
words en
  | name | one    | many    | named         |
  | card | "card" | "cards" | "card {rank}" |
"""
STRETCHES = {  # a game in which something is chosen that others do not see: the seed, and after how many moves
    "cafe-international": (5, 22),
    "cafe-international+bar-and-pastry": (5, 22),
}
SEEDS = range(400) if DEEP else range(30)


def _has_worlds(engine: Engine) -> bool:
    """Whether something lies where somebody does not see it; what lies in a sack is in no order."""
    return any(place.sight != "open" and place.shape != "bag" for place in engine.program.layout.places)


def _run(table: Table, most: int) -> Run:
    """The stretch of a bundled game; short where everything is open."""
    engine, (seed, first) = bundled_engine(table), STRETCHES.get(table.name, (5, 0))
    return Run(engine, seed, most if _has_worlds(engine) else 2, first=first)


@pytest.mark.parametrize("name", TRAPS)
def test_a_log_gives_nothing_away(name: str) -> None:
    """Every play of a small game, whatever chance gives: equal to the eye, equal in the log."""
    plays = Plays(engine_of(TRAPS[name]), 2).all()
    assert plays.shared() > 0
    assert plays.broken() == []


@pytest.mark.parametrize("table", MOST.values(), ids=str)
def test_logs_of_bundled_games_give_nothing_away(table: Table) -> None:
    """Pieces that a viewer does not see are exchanged: as long as he notices nothing of it, his log is the same."""
    pairs = Pairs(_run(table, 200 if DEEP else 12), 5)
    for viewer in range(-1, table.players):
        assert list(pairs.differences(viewer)) == []
    assert pairs.compared > 20 and (pairs.others > 0) == _has_worlds(pairs.run.engine)


@pytest.mark.parametrize("name", ["guessing", "hearts", "liars-dice"])
def test_logs_of_games_that_reveal_and_announce_give_nothing_away(name: str) -> None:
    """The same for games in which something is shown and said."""
    engine = engine_of((GAMES / f"{name}.cafe").read_text(encoding="utf-8"))
    pairs = Pairs(Run(engine, 3, 100 if DEEP else 14), 6)
    for viewer in range(-1, engine.program.layout.players):
        assert list(pairs.differences(viewer)) == []
    assert pairs.compared > 20


@pytest.mark.parametrize("table", SPOKEN.values(), ids=str)
def test_what_is_read_gives_nothing_away(table: Table) -> None:
    """The same for words, in every language of a game: logs, and for who decides menus, questions, reasons and their rules."""
    engine, model = bundled_engine(table), bundled_model(table.path, table.changes)
    namers = [make_namer(model, engine.program.layout, language, (), engine) for language in languages(model)]
    pairs = Pairs(_run(table, 60 if DEEP else 5), 4, namers)
    for viewer in range(-1, table.players):
        assert list(pairs.differences(viewer)) == []
    assert pairs.compared > 5 and any(namer.speaks for namer in namers)


@pytest.mark.parametrize("sentence", ["{play/plays} {the card}", "{play/plays} a {card.rank}[, {card.rank > 4: high/low}]"])
def test_a_sentence_says_of_a_card_what_its_reader_sees(sentence: str) -> None:
    """A card that is laid face down is a card for the others, whatever the sentence says of it."""
    checked = check_game(FACE_DOWN.replace("SENTENCE", sentence), "face-down.cafe")
    assert checked.value is not None, checked.diagnostics
    program = lower(checked.value, 2).value
    assert program is not None
    engine = Engine(program)
    namer = make_namer(checked.value, program.layout, "en", (), engine)
    pairs = Pairs(Run(engine, 1, 8), 4, [namer])
    assert [found for viewer in (-1, 0, 1) for found in pairs.differences(viewer)] == []
    assert pairs.compared > 5 and pairs.others > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_logs_of_made_games_give_nothing_away(seed: int) -> None:
    """The same for games that dice have written."""
    engine = engine_of(seeded_game(seed), most=seed % 2 == 0)
    pairs = Pairs(Run(engine, seed, 12, strict=False), 4)
    for viewer in range(-1, engine.program.layout.players):
        assert list(pairs.differences(viewer)) == []


def test_made_games_have_other_worlds() -> None:
    """These games are worth something: in many of them there are other worlds, and moves that look the same in both."""
    compared = others = 0
    for seed in range(10):
        pairs = Pairs(Run(engine_of(seeded_game(seed)), seed, 12, strict=False), 4)
        list(pairs.differences(0))
        compared, others = compared + pairs.compared, others + pairs.others
    assert compared > 50 and others > 20

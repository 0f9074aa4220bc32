"""Games in which something is shown and said: both engines agree on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.native.llvm.cache import Cache
from tests.engine.events.traps import TRAPS
from tests.engine.play import ROOT, engine_of
from tests.native.tiny import agree

FILES = sorted((ROOT / "tests/engine/events/games").glob("*.cafe"))
SPOKEN = [name for name, text in TRAPS.items() if "reveal" in text or "announce" in text]
FORESEEN = """cafe en
game shown "Shown"
  players 2

piece card in deck
  rank: 1..3
  | copies | rank |
  | 2      | each |

place deck: deck of card
place hand[player]: hand of card
marker secret[player]: 0..3, private = 2
marker good: truth = no
marker left: 0..4 = 4

setup
  shuffle deck
  deal 1 from deck to hand

play
  turns from starter until left is 0
    set good to no
    set left to left - 1
    do ask

action ask
  choose card in hand[me]
  one of
    - {new}
    - {old}
    - set good to yes
  good: only if good because "this is not good"
  announce "good"
"""
NEW = ["reveal hand[next(me)] to me", "reveal deck", "reveal top(deck)", "reveal secret[next(me)]", "reveal hand"]
OLD = ["reveal hand[me]", "reveal card", "reveal hand[next(me)] to next(me)", 'announce "well"', "reveal secret[me] to next(me)"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_whole_games(path: Path, kept: Cache) -> None:
    agree(engine_of(path.read_text(encoding="utf-8")).program, kept)


@pytest.mark.parametrize("name", SPOKEN)
def test_small_games(name: str, as_written: Cache) -> None:
    agree(engine_of(TRAPS[name]).program, as_written)


@pytest.mark.parametrize("new", NEW)
@pytest.mark.parametrize("old", OLD)
def test_what_is_new_to_the_decider_is_a_horizon(new: str, old: str, as_written: Cache) -> None:
    """What comes after it cannot be foreseen; after what others are shown, or the decider knows, it can."""
    engine = engine_of(FORESEEN.format(new=new, old=old))
    assert [move.parts[-1].bullet for move in engine.moves(engine.start(1))] == [0, 2]
    agree(engine.program, as_written)

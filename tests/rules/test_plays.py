"""A play of each game that speaks, in each of its languages, as `rulekit play` tells it: read line by line before it is kept."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.report.snapshots import TextSnapshot
from tests.tools.running import ROOT, run

PLAYS = (
    ("cafe-del-gatto", 3, 3, "en"),
    ("cafe-del-gatto", 3, 3, "fr"),
    ("cafe-del-gatto", 3, 3, "de"),
    ("cafe-del-gatto+en", 2, 1, "en"),
    ("cafe-del-gatto+en", 2, 1, "fr"),
    ("cafe-international", 3, 3, "en"),
    ("cafe-international", 3, 3, "it"),
    ("cafe-international+bar-and-pastry", 3, 4, "en"),
    ("cafe-international+bar-and-pastry", 3, 4, "it"),
    ("bon-appetit", 3, 3, "en"),
    ("bon-appetit", 3, 3, "fr"),
    ("bon-appetit", 3, 8, "en"),  # begins with a mouse that is nobody's, and ends when somebody is out of cards
    ("bon-appetit", 3, 8, "fr"),
    ("espresso-doppio", 2, 10, "en"),
    ("espresso-doppio", 2, 10, "fr"),
    ("espresso-doppio+espresso-master", 2, 3, "en"),
    ("espresso-doppio+espresso-master", 2, 3, "fr"),
    ("espresso-doppio+espresso-solo", 1, 11, "en"),
    ("espresso-doppio+espresso-solo", 1, 11, "fr"),
    ("examples/games/gops.cafe", 2, 3, "en"),
    ("examples/games/oh-hell.cafe", 3, 3, "en"),
    ("examples/games/nim.cafe", 2, 3, "en"),
    ("examples/games/nim.cafe", 2, 3, "fr"),
    ("examples/games/crazy-eights.cafe", 3, 5, "en"),
    ("examples/games/tic-tac-toe.cafe", 2, 3, "en"),
    ("examples/games/connect-four.cafe", 2, 3, "en"),
    ("examples/games/reversi.cafe", 2, 3, "en"),
)  # game, players, seed, language
AIMLESS = ("espresso-doppio",)  # at random it takes hundreds of moves


@pytest.mark.parametrize(("game", "players", "seed", "language"), PLAYS, ids=lambda value: str(value))
def test_play(game: str, players: int, seed: int, language: str, snapshot: SnapshotAssertion) -> None:
    bots = "greedy" if game.startswith(AIMLESS) else "all"
    done = run("play", game, "--players", str(players), "--seed", str(seed), "--bots", bots, "--lang", language, cwd=ROOT)
    assert done.status == 0, done.err
    assert done.out == snapshot(extension_class=TextSnapshot)

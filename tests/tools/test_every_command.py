"""No command ever shows a traceback: each on a few valid files here, on all there are in `make commands`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.tools.command_line.commands import COMMANDS
from tests.docs.blocks import ROOT
from tests.tools.every_command import CHEAP, WAYS, broken, plan, wrong_or_late
from tests.tools.every_file import Game, documented, kept_files, made

ODD = Game(
    "odd",
    """cafe en
game odd "Odd"
  players 1..3

kind hue: red, blue
piece chip in bag
  hue
  lit: truth = no
  | copies | hue  |
  | 2      | each |
place bag: bag of chip, refilled from heap
place heap: pile of chip
place slot[n: 1..2]: spot of chip
place held[player]: hand of chip
tally coins[player] bank 9
marker day: 0..9 = 0
marker last: player or none
option fee "What does it cost?" = 1 among 0..2

play
  repeat
    set day to day + 1
    everyone secretly
      may
        gain 1 coins
    rounds from starter where coins[active] >= 0 until day > 1
      one of
        - do take
        - rest:
      set day to day + 1
      may up to 1 times do take
    if day > 6
      end game
    else if day is 5
      set last to starter
    else
      set last to none

action take
  choose n in 1..2 where slot[n] is empty
  dear: only if coins[me] >= fee because "it costs {fee}, you have {coins[me]}"
  pay fee coins
  draw 1 from bag to slot[n]
  for each chip in heap, h in hue where chip.hue is h
    set chip.lit to yes
  move slot[n] under heap
  repeat 2 times
    draw 1 from bag to heap

score p
  coins: coins[p]
  name: p

winner p
  only if coins[p] > 0
  most score(p)
  fewest count(held[p])
""",
)


def small() -> list[Game]:
    """Some of every sort, none of them large."""
    examples = [game for game in kept_files() if game.where.startswith("examples/games")]
    pages = [game for game in documented() if game.where.startswith("docs/language.md")]
    return [ODD, *examples[2:4], *pages[::3], *made(range(4))]


SMALL = small()
CASES = [(way, game) for n, way in enumerate(WAYS) for game in dict.fromkeys((ODD, SMALL[1 + n % (len(SMALL) - 1)]))]


@pytest.mark.parametrize(("way", "game"), CASES, ids=lambda case: case if isinstance(case, str) else case.where)
def test_a_command_answers(way: str, game: Game, tmp_path: Path) -> None:
    assert [str(each) for each in broken(game, way, tmp_path)] == []


def test_every_command_about_a_game_is_tried() -> None:
    """The others are about no game, or run until somebody stops them."""
    words = {word for text in (ROOT / "tests/tools/every_command.py").read_text().split('"') for word in [text]}
    assert {name for name, _ in COMMANDS} - words == {"explain", "lesson", "list", "serve", "tables"}


def test_what_breaks_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above would notice."""
    monkeypatch.setattr("rulekit.tools.commands.show.show_options", lambda *_: 1 // 0)
    (found,) = broken(ODD, "options", tmp_path)
    assert found.words == ("options", "game.cafe") and "ZeroDivisionError" in found.why


def test_games_of_one_shape_are_used_once_in_every_way() -> None:
    """Names and numbers make no shape; what stands in what does."""
    again = Game("again", ODD.text.replace("coins", "beans").replace("day > 6", "day > 7"))
    other = Game("other", ODD.text.replace("    set last to none\n", "    do take\n"))
    assert ODD.shape == again.shape != other.shape
    used: dict[str, list[str]] = {}
    for game, way in plan((ODD, again, other), [*WAYS]):
        used.setdefault(game.where, []).append(way)
    assert used["odd"] == [*WAYS]
    assert len(used["again"]) == 1
    assert {*CHEAP} < {*used["other"]} < {*WAYS}


def test_a_command_that_takes_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def for_ever(*_: object) -> int:
        while True:
            pass

    monkeypatch.setattr("rulekit.tools.commands.show.show_options", for_ever)
    monkeypatch.setattr("tests.tools.every_command.SECONDS", 0.2)
    (found,) = broken(ODD, "options", tmp_path, wrong_or_late)
    assert found.why.startswith("takes more than 0.2 s of processor time")

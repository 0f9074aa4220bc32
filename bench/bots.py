"""Bots against each other: `python -m bench.bots [--bots "random;greedy;mcts:seconds=1"] [--games nim,gops] [--rounds 20]`.

Each bot plays against the one before it in the list. A round is one seed with the better bot once in each seat, the other in all
other seats; so neither seats nor luck favour one of them. A game won alone counts 1, a shared one its share, one that nobody
wins as much as chance would give. Beside the share won stand its Wilson interval (95 %) and how likely as many wins are if the
two were equal (one-sided, exact, shared games left out).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from math import comb, sqrt
from pathlib import Path

from attrs import define, frozen

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.native.engine import Native, native_of
from rulekit.pipeline import check_game
from rulekit.play.bots.bot_games import bot_game
from rulekit.play.bots.bot_notation import Form, read_form
from rulekit.play.bots.bots import Bots
from rulekit.play.results import GameResult
from rulekit.program.lower import lower

ROOT = Path(__file__).parents[1]
NO_DECISIONS = ("bon-appetit",)
OVERLAYS = ("cafe-del-gatto.en", "cafe-del-gatto.fr", "bar-and-pastry", "espresso-master", "espresso-solo")
Z = 1.959964


@frozen
class Sitting:
    """A game for the fewest players it can have."""

    name: str
    engine: Engine
    native: Native | None

    def form(self, text: str) -> Form:
        """A bot for this game."""
        found = read_form(text, tuple(name for name, role in self.engine.program.deeds if role == "action"))
        if isinstance(found, Diagnostic):
            sys.exit(f"{found.code}: {found.message}; {found.hint}")
        return found


@define
class Match:
    """How one bot did against another."""

    players: int
    games: int = 0
    share: float = 0.0
    alone: int = 0
    lost: int = 0
    other: int = 0
    seconds: float = 0.0

    def add(self, played: GameResult, seat: int) -> None:
        """Count a game in which the bot sat at a seat; one that did not end well counts for nobody."""
        self.games += 1
        if played.end != "over":
            self.other += 1
        elif played.winners == (seat,):
            self.alone, self.share = self.alone + 1, self.share + 1
        elif seat in played.winners or not played.winners:
            self.share += 1 / (len(played.winners) or self.players)
        else:
            self.lost += 1

    def line(self) -> str:
        """As one line of the table."""
        low, high = wilson(self.share, self.games)
        luck = chance_of(self.alone, self.alone + self.lost, 1 / self.players)
        odd = f", {self.other} did not end" if self.other else ""
        return (
            f"{self.games:>6} {self.alone:>6} {self.lost:>6} {100 * self.share / max(1, self.games):>7.0f} %"
            f"  {100 * low:>3.0f} … {100 * high:>3.0f} %  {luck:>8.1g}  {self.seconds:>6.0f} s{odd}"
        )


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a proportion."""
    if not games:
        return 0.0, 1.0
    part, more = share / games, Z * Z / games
    middle, wide = part + more / 2, Z * sqrt(part * (1 - part) / games + more / (4 * games))
    return (middle - wide) / (1 + more), (middle + wide) / (1 + more)


def chance_of(won: int, games: int, one: float) -> float:
    """How likely so many wins or more are if each game is won with this probability."""
    return sum(comb(games, k) * one**k * (1 - one) ** (games - k) for k in range(won, games + 1))


def sittings(names: list[str]) -> Iterator[Sitting]:
    """The games asked for (none: all that have decisions)."""
    for path in (*sorted(ROOT.glob("rules/*.cafe")), *sorted(ROOT.glob("examples/games/*.cafe"))):
        if path.stem in (names or [path.stem]) and path.stem not in (*NO_DECISIONS, *OVERLAYS):
            model = check_game(path.read_text(encoding="utf-8"), path.name).value
            assert model is not None
            program = lower(model, max(2, model.players[0])).value
            assert program is not None
            native = native_of(program, paths=True)
            yield Sitting(path.stem, Engine(program), native if isinstance(native, Native) else None)


def match(sitting: Sitting, better: str, worse: str, rounds: int, seconds: float, seed: int) -> Match:
    """Play whole rounds until there are enough, or the time is over."""
    players = sitting.engine.program.layout.players
    bots, found, started = Bots(sitting.engine, sitting.native), Match(players), time.perf_counter()
    for number in range(rounds):
        for seat in range(players):
            forms = [sitting.form(worse)] * players
            forms[seat] = sitting.form(better)
            found.add(bot_game(bots, forms, seed, number), seat)
        found.seconds = time.perf_counter() - started
        if found.seconds > seconds:
            break
    return found


def main() -> None:
    """Play and tell."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--bots", default="random;greedy;mcts:iterations=400", help="from weak to strong, with ; between them")
    asked.add_argument("--games", default="", help="names with commas between them")
    asked.add_argument("--rounds", type=int, default=20)
    asked.add_argument("--seconds", type=float, default=60.0, help="for each match; a round that has begun is played")
    asked.add_argument("--seed", type=int, default=1)
    told = asked.parse_args()
    bots = told.bots.split(";")
    print(f"{'game':<20} {'bot':<22} {'against':<14} {'games':>6} {'won':>6} {'lost':>6} {'share':>9}  {'95 %':<12} {'luck':>7}")
    for sitting in sittings([n for n in told.games.split(",") if n]):
        for worse, better in pairwise(bots):
            found = match(sitting, better, worse, told.rounds, told.seconds, told.seed)
            print(f"{sitting.name:<20} {better:<22} {worse:<14} {found.line()}", flush=True)


if __name__ == "__main__":
    main()

"""What each aimed search of `compare` gains: `python -m bench.searches [--only bon,nim] [--rounds 3]` prints a table.

A cell is the work until a play is found without the search, divided by the work with all of them (looks at decisions, the same
on every machine), and how many plays fewer are found; `–`: nothing is done otherwise. One series of seeds is mostly luck: with
more rounds each difference is looked for with other seeds, too. What shows in all plays in order of length is only counted.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import groupby
from pathlib import Path
from unittest.mock import patch

from attrs import define, field, frozen

from bench.planted import edited, model_of, original, planted
from bench.run import ROOT
from rulekit.compare.lockstep.lockstep import Pairs
from rulekit.compare.rules.differences import Rules
from rulekit.compare.rules.find_differences import compare_rules
from rulekit.compare.search.every_play import every_play
from rulekit.compare.search.goals import goals
from rulekit.compare.search.plays import Budget, Searched
from rulekit.compare.search.preconditions import Precondition, Ways
from rulekit.compare.search.search_stages import SHORT_PLAYS_EFFORT, SearchLadder, favoured_actions
from rulekit.compare.search.unlisted_moves import UnlistedPlays
from rulekit.model.model import GameModel
from rulekit.model.mutations.mutations import mutated, mutations, read_trees
from rulekit.pipeline import check_game, check_trees
from rulekit.program import program as prog
from rulekit.tools.io.library import head_of

EFFORT = 2_000  # looks of the last and longest slice: some seconds where nothing is found
APART = 1_000  # numbers of games between two series of seeds
MUTANTS = 8  # of each small game
SEARCH = "rulekit.compare.search"
GATES = Ways.gates


def _no_tests(ways: Ways, start: int, goal: int) -> tuple[Precondition, ...] | None:
    """Say of a node only whether it can be reached."""
    return None if GATES(ways, start, goal) is None else ()


def _nothing_played(plays: UnlistedPlays, budget: Budget, first: int) -> Searched:
    return Searched(plays.pair.a.program.layout.players)


OFF: dict[str, dict[str, object]] = {
    "leaning": {},
    "unlisted": {"unlisted_moves.UnlistedPlays.series": _nothing_played},
    "goals": {"unlisted_moves.goals": lambda pair: ()},
    "rules": {"goals._Finder.spots": lambda finder: ()},
    "ways on": {"goals._Finder._ways_on": lambda finder, node: ()},
    "end": {"goals._Finder.ends": lambda finder: ()},
    "banks": {"goals._Finder.banks": lambda finder: ()},
    "preconditions": {"preconditions.Ways.gates": _no_tests},
    "other ends": {"unlisted_moves._Course.varied_ends": lambda course: None},
    "nearer ends": {"unlisted_moves._Course.better_ends": lambda course, goal: None},
    "menus": {"unlisted_moves._Course._parts": lambda course, a, b: False},
}


@frozen
class Case:
    """Two games for a number of players, and the actions that have to do with how they differ."""

    game: str
    pairs: Pairs
    players: int
    liked: frozenset[str]


@frozen
class Work:
    """Looks that were taken until a play was found, or all there were; whether plays with full menus alone were enough."""

    looks: int
    found: bool
    menus: bool


# ---- the differences -------------------------------------------------------------------------------
def cases(only: tuple[str, ...]) -> Iterator[Case]:
    """Yield planted differences, each difference of a reading or variant by itself, and mutations of small games."""
    for one in planted():
        if one.expected == "observable" and one.game.startswith(only):
            rules = compare_rules(model_of(original(one), one.path), model_of(edited(one), one.path))
            yield _case(one.game, rules, one.players)
    for path in sorted(ROOT.glob("rules/*.cafe")):
        head = head_of(path.read_text(encoding="utf-8"))
        if head.of and path.stem.startswith(only):
            yield from _one_by_one(path, next(g for g in ROOT.glob("rules/*.cafe") if _name(g) == head.of))
    for path in sorted(ROOT.glob("examples/games/*.cafe")):
        if path.stem.startswith(only):
            yield from _mutants(path)


def _name(path: Path) -> str:
    return head_of(path.read_text(encoding="utf-8")).name


def _case(name: str, rules: Rules, players: int) -> Case:
    differ = [d.name for d in rules.differences if d.plays]
    return Case(name, Pairs(rules.a, rules.b, rules.names), players, favoured_actions(rules.a, differ))


def _one_by_one(path: Path, game: Path) -> Iterator[Case]:
    """Yield the game beside itself with each difference of a change."""
    text = game.read_text(encoding="utf-8")
    first = model_of(text, game.name)
    second = check_game(text, game.name, ((path.read_text(encoding="utf-8"), path.name),)).value
    assert second is not None
    rules, players = compare_rules(first, second), max(first.players[0], sum(second.players) // 2)
    for one in rules.differences:
        if one.plays and one.apart:
            yield Case(path.stem, Pairs(rules.a, rules.mixed((one.number,))), players, favoured_actions(rules.a, [one.name]))


def _mutants(path: Path) -> Iterator[Case]:
    """Yield a small game beside some of its mutations."""
    trees = read_trees(((path.read_text(encoding="utf-8"), path.name),))
    game, every = check_trees(trees).value, mutations(trees)
    assert game is not None
    for mutation in every[:: -(-len(every) // MUTANTS)]:
        other = check_trees(mutated(trees, mutation))
        if other.value is not None and other.ok:
            yield _case(path.stem, compare_rules(game, other.value), _middle(game))


def _middle(game: GameModel) -> int:
    return sum(game.players) // 2


# ---- the work --------------------------------------------------------------------------------------
@contextmanager
def without(off: str) -> Iterator[None]:
    """Switch one of the searches off."""
    with ExitStack() as stack:
        for name, new in OFF.get(off, {}).items():
            stack.enter_context(patch(f"{SEARCH}.{name}", new))
        yield


def aims(case: Case, off: str = "") -> tuple[tuple[int | None, int], ...]:
    """Tell the goals of a case by their nodes, and how much should be small there."""
    pair = case.pairs.get(case.players)
    assert pair is not None
    with without(off):
        return () if off == "goals" else tuple((goal.node, len(goal.small)) for goal in goals(pair))


def matters(case: Case, off: str, plain: Work) -> bool:
    """Return whether anything could be done otherwise without a search."""
    if off == "leaning":
        return bool(case.liked)
    if plain.menus:  # found before any of the others began
        return False
    if off in ("unlisted", "other ends"):
        return True
    every = aims(case)
    if off == "nearer ends":
        return any(node == prog.END for node, _ in every)
    return bool(every) if off in ("preconditions", "menus") else aims(case, off) != every


def work(case: Case, series: int, off: str = "") -> Work:
    """Look for a play at random, without one of the searches."""
    looks, spend = 0, Budget.spend

    def counted(budget: Budget) -> bool:
        nonlocal looks
        may = spend(budget)
        looks += may
        return may

    ladder = SearchLadder(case.pairs, frozenset() if off == "leaning" else case.liked, float("inf"), EFFORT)
    ladder.done[case.players] = Searched(case.players, games=series * APART, light=series * APART)
    with without(off), patch.object(Budget, "spend", counted):
        found = ladder.at_random((case.players,), EFFORT) is not None
    return Work(looks, found, ladder.done[case.players].light == series * APART)


@define
class Row:
    """A game: how many differences were found in order of length, and the work for each of the others by what was off."""

    short: int = 0
    missed: int = 0
    done: dict[str, list[Work]] = field(factory=lambda: {off: [] for off in ("", *OFF)})

    def add(self, case: Case, rounds: int) -> None:
        """Look for one difference, with everything and without each search; what is never found says nothing."""
        pair = case.pairs.get(case.players)
        if pair is None or every_play(pair, Budget(SHORT_PLAYS_EFFORT)).shown is not None:
            self.short += pair is not None
            return
        with_all = [work(case, series) for series in range(rounds)]
        if not any(w.found for w in with_all):
            self.missed += 1
            return
        self.done[""] += with_all
        for off in OFF:
            self.done[off] += [work(case, n, off) if matters(case, off, w) else w for n, w in enumerate(with_all)]

    def cell(self, off: str) -> str:
        """How much more work it is without a search, and how much less is found."""
        mine, without = self.done[""], self.done[off]
        if mine == without:
            return "–"
        less = sum(w.found for w in mine) - sum(w.found for w in without)
        more = sum(w.looks for w in without) / sum(w.looks for w in mine)
        return f"{more:.2f}" + (f" ({-less:+})" if less else "")


def main() -> None:
    """Print the table, a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="games, changes and small games: the beginnings of their names")
    parser.add_argument("--rounds", type=int, default=1, help="series of seeds")
    told = parser.parse_args()
    print(f"| game | short | searched | looks | {' | '.join(OFF)} |\n|---|{'---|' * (len(OFF) + 3)}")
    for name, some in groupby(cases(tuple(told.only.split(","))), lambda case: case.game):
        row = Row()
        for case in some:
            row.add(case, told.rounds)
        looks = sum(w.looks for w in row.done[""])
        cells = (str(row.short), str(len(row.done[""]) // told.rounds), str(looks), *(row.cell(off) for off in OFF))
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()

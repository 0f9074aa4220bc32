"""How many planted differences does `compare` find? `python -m bench.planted [--only ID …] [--seconds 20]`.

Comes in: `planted.toml`, single edits of the four games with what is expected of each. Goes out: a line for each, and how often
the verdict was right, by class and in all. Nothing is written to a file.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter

from attrs import frozen

from rulekit.compare.compare import compare
from rulekit.compare.result import CompareOptions, Comparison
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game

ROOT = Path(__file__).parents[1]
EXPECTED = ("observable", "latent", "none")
CLASSES = ("number", "comparison", "requirement", "order", "next", "tiebreak", "visibility")


@frozen
class Planted:
    """One edit of a game: what stands in the file and what is put there, and what that should do to plays of so many players."""

    id: str
    game: str
    sort: str
    players: int
    find: str
    replace: str
    means: str
    expected: str
    why: str = ""

    @property
    def path(self) -> str:
        """Where the game is, from the top of the project."""
        return f"rules/{self.game}.cafe"


@frozen
class Judged:
    """What came of a planted difference: the verdict, how the first witness was found, and how long it took."""

    planted: Planted
    verdict: str
    how: str
    seconds: float

    @property
    def right(self) -> bool:
        """Whether the verdict is the one expected."""
        return self.verdict == self.planted.expected


def planted() -> tuple[Planted, ...]:
    """All planted differences."""
    rows = tomllib.loads((ROOT / "bench/planted.toml").read_text(encoding="utf-8"))["planted"]
    return tuple(Planted(sort=row.pop("class"), **row) for row in rows)


def original(one: Planted) -> str:
    """The text of the game."""
    return (ROOT / one.path).read_text(encoding="utf-8")


def edited(one: Planted) -> str:
    """The text of the game with the difference."""
    return original(one).replace(one.find, one.replace)


def model_of(text: str, path: str) -> GameModel:
    """A text as a checked game."""
    checked = check_game(text, path)
    if checked.value is None or not checked.ok:
        sys.exit(f"{path} is not a game: {checked.diagnostics[0]}")
    return checked.value


def compared(one: Planted, seconds: float) -> Comparison | None:
    """Ask for the difference of the two games."""
    before, after = model_of(original(one), one.path), model_of(edited(one), one.path)
    return compare(before, after, CompareOptions(players=(one.players,), seconds=seconds)).value


def judge(one: Planted, seconds: float) -> Judged:
    """Compare a game with its edit, and see how long it takes."""
    began = perf_counter()
    found = compared(one, seconds)
    taken = perf_counter() - began
    if found is None or found.verdict is None:
        return Judged(one, "refused", "", taken)
    return Judged(one, found.verdict, found.witnesses[0].how if found.witnesses else "", taken)


# ---- the table -----------------------------------------------------------------------------------
def line(judged: Judged) -> str:
    """One row; a wrong verdict is marked."""
    one, mark = judged.planted, " " if judged.right else "!"
    return f"{mark} {one.id:28} {one.sort:12} {one.expected:11} {judged.verdict:11} {judged.how:24} {judged.seconds:6.1f} s"


def summary(all_judged: Iterable[Judged]) -> Iterator[str]:
    """How often the verdict was right: by class, by what was expected, in all; and what is worse than a miss."""
    found = tuple(all_judged)
    groups = [(name, [j for j in found if j.planted.sort == name]) for name in CLASSES]
    groups += [(f"expected {name}", [j for j in found if j.planted.expected == name]) for name in EXPECTED]
    for name, some in (*groups, ("all", list(found))):
        if some:
            yield f"{name:20} {rate(some)} {sum(j.seconds for j in some):8.1f} s"
    alarms = [j.planted.id for j in found if j.verdict == "observable" and not j.right]
    yield f"false alarms: {', '.join(alarms) or 'none'}"


def rate(some: list[Judged]) -> str:
    """Right verdicts of all, and in per cent.

    >>> rate([])
    '  0 of   0'
    """
    right = sum(j.right for j in some)
    share = f" {100 * right // len(some):3} %" if some else ""
    return f"{right:3} of {len(some):3}{share}"


def main() -> None:
    """Judge all planted differences, or some, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="ID", help="the ids, or how they begin")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each comparison")
    told = parser.parse_args()
    chosen = [one for one in planted() if not told.only or one.id.startswith(tuple(told.only))]
    if not chosen:
        sys.exit(f"no planted difference begins with {' or '.join(told.only)}")
    done = []
    for one in chosen:
        done.append(judge(one, told.seconds))
        print(line(done[-1]), flush=True)
    print("\n".join(["", *summary(done)]))


if __name__ == "__main__":
    main()

"""Games in a row, by column: small in memory, quick to count, the same from both engines.

Comes in: results of the reference engine, or rows of the native one with the games it could not finish played again. Goes out:
columns, or one `GameResult` after another. Ends are numbers of `ENDS`, winners are bits; of a game that is not over the
columns of winners and totals hold zeros.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import field, frozen

from rulekit.engine.chance import game_seed
from rulekit.native.engine import Rows, seats_of
from rulekit.native.state.context_words import CAPPED, FINISHED, ROW, TROUBLED
from rulekit.play.results import ENDS, GameResult

OVER, CUT = ENDS.index("over"), ENDS.index("capped")


@frozen
class GameColumns:
    """Games number `first` on of the series of a seed; `faults`: what was said of those that are stuck or at fault."""

    seed: int
    first: int
    ends: Sequence[int]
    decisions: Sequence[int]
    winners: Sequence[int]
    totals: tuple[Sequence[int], ...]
    faults: dict[int, str] = field(factory=dict)

    def __len__(self) -> int:
        return len(self.ends)

    @property
    def all_over(self) -> bool:
        """Whether every game came to its end."""
        return not any(self.ends)

    def games(self) -> Iterator[GameResult]:
        """Yield one game after another."""
        for at, (end, decisions, won) in enumerate(zip(self.ends, self.decisions, self.winners, strict=True)):
            index = self.first + at
            over = end == OVER
            totals, winners = (tuple(column[at] for column in self.totals), seats_of(won)) if over else ((), ())
            fault = self.faults.get(index, "")
            yield GameResult(index, game_seed(self.seed, index), decisions, ENDS[end], totals, winners, fault)


def from_results(seed: int, first: int, players: int, results: Iterable[GameResult]) -> GameColumns:
    """Columns of results that follow each other."""
    games = list(results)
    return GameColumns(
        seed, first, bytes(ENDS.index(g.end) for g in games), _column([g.decisions for g in games]),
        _column([sum(1 << seat for seat in g.winners) for g in games]),
        tuple(_column([g.totals[seat] if g.totals else 0 for g in games]) for seat in range(players)),
        {g.index: g.fault for g in games if g.fault},
    )  # fmt: skip


def _column(numbers: list[int]) -> Sequence[int]:
    """Return numbers in little memory, if they are not too great for that."""
    try:
        return array("q", numbers)
    except OverflowError:
        return numbers


def joined(parts: Sequence[GameColumns]) -> GameColumns:
    """Games that follow each other, as one."""
    if len(parts) == 1:
        return parts[0]

    def both(columns: Iterable[Sequence[int]]) -> Sequence[int]:
        return _column([number for column in columns for number in column])

    return GameColumns(
        parts[0].seed, parts[0].first, both(p.ends for p in parts), both(p.decisions for p in parts),
        both(p.winners for p in parts), tuple(both(columns) for columns in zip(*(p.totals for p in parts), strict=True)),
        {index: said for p in parts for index, said in p.faults.items()},
    )  # fmt: skip


def from_rows(seed: int, first: int, rows: Rows, again: Callable[[int], GameResult]) -> GameColumns:
    """Columns of the native engine's rows; the games it was troubled by are played `again`, by their number."""
    columns = [rows.words[at :: rows.width] for at in range(rows.width)]
    told, decisions, winners = columns[:3]
    totals = tuple(columns[ROW:])
    if not any(told):
        return GameColumns(seed, first, told, decisions, winners, totals)
    ends = [OVER if end == FINISHED else CUT for end in told]
    faults = {}
    for at, end in enumerate(told):
        if end == TROUBLED:
            game = again(first + at)
            ends[at], decisions[at], winners[at] = ENDS.index(game.end), game.decisions, sum(1 << seat for seat in game.winners)
            for column, total in zip(totals, game.totals or (0,) * len(totals), strict=True):
                column[at] = total
            if game.fault:
                faults[game.index] = game.fault
        elif end == CAPPED:
            winners[at] = 0
            for column in totals:
                column[at] = 0
    return GameColumns(seed, first, ends, decisions, winners, totals, faults)

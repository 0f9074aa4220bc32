"""Files with a row for each game, written while they are played: CSV, JSON lines, Parquet.

Seats are counted from 1, as in all tables. When the work is stopped, what has been played is in the file, and a last row says so.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from attrs import frozen

from rulekit.engine.chance import game_seed
from rulekit.extras import has, missing
from rulekit.native.engine import seats_of
from rulekit.play.columns import OVER, GameColumns
from rulekit.play.results import ENDS, GameResult
from rulekit.report.text import clean
from rulekit.tools.io.files import check_free, written_beside
from rulekit.tools.io.problems import Problem, problem
from rulekit.wording import sentence

ENDINGS = (".csv", ".jsonl", ".parquet")
GAMES_OF_A_GROUP = 65_536
STOPPED = "stopped"


def rows_target(path: Path, force: bool) -> Path:
    """Return a place that can be written to, with an ending that says how."""
    if path.suffix.lower() not in ENDINGS:
        raise problem(
            "RK602",
            sentence("how should games be written to `{path}`?", path=clean(str(path))),
            hint=sentence("the name ends in .csv, .jsonl or .parquet; with --sweep in .svg, .html or .csv"),
        )
    if path.suffix.lower() == ".parquet" and not has("pyarrow"):
        raise Problem((missing("pyarrow", "data", sentence("a .parquet file")),))
    check_free(path, force)
    return path


@frozen
class Rows:
    """What writes games, and what writes the last row of a series that was stopped: the game that would have been next, and why
    there is none."""

    write: Callable[[GameColumns], None]
    stop: Callable[[int, int, str], None]


@contextmanager
def rows_file(path: Path, players: int, force: bool = False) -> Iterator[Rows]:
    """A file for rows; a disk that takes no more ends the command. It is there when all rows are."""
    with written_beside(path, force) as beside:
        if path.suffix.lower() == ".parquet":
            with _parquet(beside) as rows:
                yield rows
        else:
            with beside.open("w", encoding="utf-8", newline="") as file:
                yield (_csv if path.suffix.lower() == ".csv" else _jsonl)(file, players)


def _csv(file: TextIO, players: int) -> Rows:
    writer = csv.writer(file, lineterminator="\n")
    totals = [f"total_{seat + 1}" for seat in range(players)]
    writer.writerow(["index", "seed", "decisions", "end", "winners", *totals, "fault"])

    def write(played: GameColumns) -> None:
        spelt = {won: " ".join(map(str, seats)) for won, seats in _seats(played).items()}
        columns: list[Iterable[Any]] = list(played.totals)
        if not played.all_over:
            over = [end == OVER for end in played.ends]
            columns = [[total if well else "" for total, well in zip(column, over, strict=True)] for column in played.totals]
        head = _numbers(played)
        writer.writerows(zip(*head, map(spelt.__getitem__, played.winners), *columns, _faults(played), strict=True))

    def stop(index: int, seed: int, why: str) -> None:
        writer.writerow([index, seed, "", STOPPED, "", *("" for _ in totals), why])

    return Rows(write, stop)


def _numbers(played: GameColumns) -> list[Iterable[Any]]:
    """Return the columns before those of seats: index, seed, decisions, end."""
    index = range(played.first, played.first + len(played))
    return [index, (game_seed(played.seed, n) for n in index), played.decisions, map(ENDS.__getitem__, played.ends)]


def _seats(played: GameColumns) -> dict[int, list[int]]:
    """Return the seats, counted from 1, of every set of winners there is."""
    return {won: [seat + 1 for seat in seats_of(won)] for won in set(played.winners)}


def _faults(played: GameColumns) -> list[str]:
    if not played.faults:
        return [""] * len(played)
    return [played.faults.get(played.first + at, "") for at in range(len(played))]


def _jsonl(file: TextIO, players: int) -> Rows:
    def put(records: Iterable[dict[str, object]]) -> None:
        file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)

    return Rows(lambda played: put(map(_record, played.games())), lambda *told: put([_stop_record(*told)]))


def _record(game: GameResult) -> dict[str, object]:
    return {
        "index": game.index, "seed": game.seed, "decisions": game.decisions, "end": game.end,
        "winners": [seat + 1 for seat in game.winners], "totals": list(game.totals), "fault": game.fault,
    }  # fmt: skip


def _stop_record(index: int, seed: int, why: str) -> dict[str, object]:
    return _record(GameResult(index, seed, 0, STOPPED, fault=why)) | {"decisions": None}


@contextmanager
def _parquet(path: Path) -> Iterator[Rows]:
    """Rows in groups, so that memory does not grow with them."""
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    numbers = pa.list_(pa.int64())
    schema = pa.schema({
        "index": pa.int64(), "seed": pa.uint64(), "decisions": pa.int64(), "end": pa.string(),
        "winners": numbers, "totals": numbers, "fault": pa.string(),
    })  # fmt: skip
    waiting: list[Any] = []
    with ParquetWriter(path, schema) as writer:

        def flush() -> None:
            if waiting:
                writer.write_table(pa.concat_tables(waiting).combine_chunks())
                waiting.clear()

        def write(played: GameColumns) -> None:
            waiting.append(pa.table([pa.array(c, f.type) for c, f in zip(_lists(played), schema, strict=True)], schema=schema))
            if sum(map(len, waiting)) >= GAMES_OF_A_GROUP:
                flush()

        def stop(*told: Any) -> None:
            waiting.append(pa.Table.from_pylist([_stop_record(*told)], schema=schema))

        yield Rows(write, stop)
        flush()


def _lists(played: GameColumns) -> list[list[Any]]:
    """Return all columns; winners and totals as lists, empty if a game is not over."""
    seats = _seats(played)
    totals: list[Any] = list(zip(*played.totals, strict=True))
    if not played.all_over:
        totals = [told if end == OVER else () for told, end in zip(totals, played.ends, strict=True)]
    return [*map(list, _numbers(played)), [seats[won] for won in played.winners], totals, _faults(played)]

"""Saved games: a trace, and how the game was asked for, in one JSON file."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from attrs import evolve, frozen

from rulekit.engine.trace import Trace, trace_from_json
from rulekit.tools.io.files import check_writable, read_bytes, unwritable, write_text
from rulekit.tools.io.loading import Loaded, Spec, load, spec_data, spec_from
from rulekit.tools.io.problems import Problem, problem
from rulekit.wording import sentence

BYTES_OF_THE_HEAD = 65_536


@frozen
class Saved:
    """A saved game that was read: its trace, how its game was asked for (None: the file does not say), the players' names."""

    trace: Trace
    spec: Spec | None
    names: tuple[str, ...] = ()


def save_game(path: Path, trace: Trace, loaded: Loaded, names: Sequence[str] = ()) -> None:
    """Write a game so that it can be resumed and replayed; never over a file that is something else."""
    check_target(path)
    about = json.dumps({"loaded": {**spec_data(loaded.spec, loaded.files), "names": list(names)}}, ensure_ascii=False)
    write_text(path, about[:-1] + ", " + trace.to_json()[1:])


def check_target(path: Path) -> None:
    """Whether a game could be saved there: a Problem if not."""
    try:
        if path.is_file() and not _is_save(path):
            hint = sentence("take another name")
            raise problem("RK563", sentence("`{path}` is already there, and is no saved game", path=path), hint=hint)
        check_writable(Path(os.path.realpath(path)))
    except OSError as error:
        raise unwritable(path, error) from None
    except ValueError:
        raise problem("RK564", "this is no name of a file") from None


def _is_save(path: Path) -> bool:
    """Return whether a file is empty or begins as a saved game does."""
    with path.open("rb") as file:
        head = file.read(BYTES_OF_THE_HEAD)
    return not head or (head[:1] == b"{" and b'"format": "rulekit trace' in head)


def read_saved(path: Path) -> Saved:
    """Read a saved game, or a bare trace."""
    text = read_bytes(path, None).decode("utf-8", "replace")
    try:
        checked = trace_from_json(text, str(path))
    except OverflowError:  # JSON knows an infinite number
        raise problem("RK551", "this is no trace of a game", path=str(path)) from None
    if checked.value is None:
        raise Problem(checked.diagnostics)
    trace = checked.value
    if not all(0 <= step.player < trace.players for step in trace.steps):
        raise problem(
            "RK553",
            "a step of the trace is made by a player who is not there: {players} play",
            path=str(path),
            hint="the trace was changed",
            players=trace.players,
        )
    return Saved(trace, spec_from(text), _names(text, trace.players))


def _names(text: str, players: int) -> tuple[str, ...]:
    """Return the names of the players, if the file has one for each."""
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        names = json.loads(text)["loaded"]["names"]
        if isinstance(names, list) and len(names) == players and all(isinstance(n, str) and n for n in names):
            return tuple(names)
    return ()


def load_for(saved: Saved, spec: Spec) -> Loaded:
    """Load the game of a saved game; if its files are gone, say how to name others."""
    try:
        return load(spec)
    except Problem as found:
        if found.findings[0].code not in ("RK560", "RK561"):
            raise
        hint = sentence(
            "the saved game is of `{game}`; name its rules: `rulekit replay SAVE --game FILE`, `rulekit play FILE --resume SAVE`",
            game=saved.trace.game,
        )
        raise Problem((evolve(found.findings[0], hint=hint), *found.findings[1:]), found.texts) from None

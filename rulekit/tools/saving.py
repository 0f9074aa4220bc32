"""Saved games: a trace, and how the game was asked for, in one JSON file."""

from __future__ import annotations

import json
from pathlib import Path

from attrs import frozen

from rulekit.engine.trace import Trace, trace_from_json
from rulekit.tools.files import read_bytes, write_text
from rulekit.tools.loading import Loaded, Spec, spec_data, spec_from
from rulekit.tools.problems import Problem, problem


@frozen
class Saved:
    """A saved game that was read: its trace, and how its game was asked for (None: the file does not say)."""

    trace: Trace
    spec: Spec | None


def save_game(path: Path, trace: Trace, loaded: Loaded) -> None:
    """Write a game so that it can be resumed and replayed."""
    about = json.dumps({"loaded": spec_data(loaded.spec, loaded.files)}, ensure_ascii=False)
    write_text(path, about[:-1] + ", " + trace.to_json()[1:])


def read_saved(path: Path) -> Saved:
    """Read a saved game, or a bare trace."""
    text = read_bytes(path).decode("utf-8", "replace")
    try:
        checked = trace_from_json(text, str(path))
    except OverflowError:  # JSON knows an infinite number
        raise problem("RK551", "this is no trace of a game", str(path)) from None
    if checked.value is None:
        raise Problem(checked.diagnostics)
    return Saved(checked.value, spec_from(text))



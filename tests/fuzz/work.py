"""How much is done for a text, counted and not timed: every line of rulekit's own code that runs is one step of work.

What Python does inside one line (a regular expression, a slice, a copy) is not seen here; `growth` measures that at full size.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import SequenceMatcher
from pathlib import Path
from types import FrameType
from typing import Any

import rulekit
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.diagnostics import render, to_json
from rulekit.syntax.parse import parse
from rulekit.syntax.printing.printer import to_text
from rulekit.tools.web.workshop.findings import findings_data
from rulekit.tools.web.workshop.outline import outline

OURS = (str(Path(rulekit.__file__).parent), str(sys.modules[SequenceMatcher.__module__].__file__))
Texts = tuple[str, ...]


@contextmanager
def counting() -> Iterator[list[int]]:
    """Count lines while this lasts; the first of the list is how many."""
    steps = [0]

    def line(frame: FrameType, event: str, arg: Any) -> Any:
        steps[0] += 1
        return line

    def call(frame: FrameType, event: str, arg: Any) -> Any:
        return line(frame, event, arg) if frame.f_code.co_filename.startswith(OURS) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        yield steps
    finally:
        sys.settrace(before)


def read(texts: Texts) -> GameModel | None:
    """All that is done with a game and its changes before it is played: read, check, tell, outline, print, lay out."""
    game, *changes = texts
    named = tuple((text, f"{number}.cafe") for number, text in enumerate(changes))
    checked = check_game(game, "game.cafe", named)
    shown = {"game.cafe": game} | {path: text for text, path in named}
    for finding in checked.diagnostics:
        render(finding, shown)
        to_json(finding)
    findings_data(checked.diagnostics, shown)
    if checked.value is None or not checked.ok:
        return None
    outline(checked.value, "en")
    tree = parse(game, "game.cafe").value
    assert tree is not None
    to_text(tree)
    lower(checked.value, checked.value.players[0])
    return checked.value


def work(texts: Texts) -> int:
    """How many steps reading takes."""
    with counting() as steps:
        read(texts)
    return steps[0]

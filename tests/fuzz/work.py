"""How much is done for a text, counted and not timed: every line of Python that runs is one step of work.

What Python does inside one line (a regular expression, a slice, a copy) is not seen here; `growth` measures that at full size.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from attrs import frozen

from rulekit.model.model import GameModel
from rulekit.native.llvm.machine_code import loaded, object_code, target_machine
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.diagnostics import render, to_json
from rulekit.syntax.parse import parse
from rulekit.syntax.printing.printer import to_text
from rulekit.tools.web.workshop.findings import findings_data
from rulekit.tools.web.workshop.outline import outline

Texts = tuple[str, ...]
LINE = 2  # what Python calls a line among the events it tells of
STEP = f"""
@steps = global i64 0
define i32 @step(ptr %self, ptr %frame, i32 %event, ptr %arg) {{
  %line = icmp eq i32 %event, {LINE}
  %more = zext i1 %line to i64
  %before = load i64, ptr @steps
  %after = add i64 %before, %more
  store i64 %after, ptr @steps
  ret i32 0
}}
"""
"""A line that runs is counted in machine code: `sys.settrace` calls back into Python for each, and takes twice as long."""


@frozen
class _Counter:
    """What is told of each event, the number of lines so far, and the code that belongs to them."""

    step: ctypes.c_void_p
    steps: ctypes.c_int64
    code: object


@cache
def _counter() -> _Counter:
    machine = target_machine()
    code = loaded(object_code(STEP, machine), machine)
    steps = ctypes.c_int64.from_address(code.get_global_value_address("steps"))
    return _Counter(ctypes.c_void_p(code.get_function_address("step")), steps, code)


@contextmanager
def counting() -> Iterator[list[int]]:
    """Count lines; when this is over, the first of the list is how many."""
    counter, counted, before = _counter(), [0], sys.gettrace()
    counter.steps.value = 0
    ctypes.pythonapi.PyEval_SetTrace(counter.step, None)
    try:
        yield counted
    finally:
        sys.settrace(before)
        counted[0] = counter.steps.value


def read(texts: Texts) -> GameModel | None:
    """All that is done with a game and its changes before it is played: read, check, tell, outline, print, lay out."""
    game, *changes = texts
    named = tuple((text, f"{number}.cafe") for number, text in enumerate(changes))
    checked = check_game(game, "game.cafe", named)
    shown = {"game.cafe": game} | {path: text for text, path in named}
    for finding in checked.diagnostics:
        for language in (None, "en", "fr"):
            render(finding, shown, language=language)
        to_json(finding, shown)
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

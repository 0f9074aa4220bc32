"""Expressions and statements in machine code: the values of the specification's tests, and a stop where those stop.

All stand in few programs, since making code takes time; they run in a process of their own, since a mistake may end it.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.engine.faults import Fault
from rulekit.engine.state import first_cells
from rulekit.program.lower import lower
from tests.engine.language.test_expressions import DESCRIPTIONS, LAID, LISTS_AND_PLACES, NONE, NUMBERS, PLAYERS, TRUTH, WORLD
from tests.engine.spec import model_of
from tests.native.agreement import Pair
from tests.native.cases import pair_of
from tests.native.watched import Ended, watched

UNKNOWN = "top(deck).value"  # the deck is empty
STOPS = {
    "RK521": (
        "{} + 1", "1 - {}", "{} * 2", "-{}", "{} div 2", "7 div {}", "{} mod 2", "if {} > 1 then 1 else 2",
        "if 3 <= {} then 1 else 2", "count(1..{})", "sum({}..3)", "min({}, 3)", "max(2, {})", "sum([{}, 2])", "max([{}, 2])",
        "count(top(sack, {}))", "count(top(line, {}))", "if line[{}] is none then 1 else 2", "fee[{}]",
        "if grade[{}] is none then 1 else 2", "if board[{}, 1] is none then 1 else 2", "count(board[{}])",
        "if 2 in 1..{} then 1 else 2", "count(x in 1..3 where x > {})", "max(x + {} for x in 1..2)",
        "sum(max(t.value for t in deck) for x in 1..2)", "position(top(deck))", "if next(nobody) is starter then 1 else 2",
        "score(nobody)", "grade[zero]", "grade[seven] + 1", "[4, 5][zero]", "[4, 5][3] + 1", "bottom(deck).value - 1",
        "first(t.value for t in deck) + 1", "min(line.value) + 1", ": draw {} from sack to line", ": gain {} coins",
        ": pay {} coins", ": for each x in 1..{}\n      set two to x", ": repeat {} times\n      set two to 3",
        ": nobody gains 1 coins", ": nobody pays 1 coins", ": pay 0 coins to nobody", ": fill line to {} from sack",
        ": deal {} from sack to held", "if previous(nobody) is starter then 1 else 2", "count(clockwise(nobody))",
        "if seat({}) is starter then 1 else 2", "grade[two * 2000000]", "board[-seven, two * 1000000].value + 1",
        ": let p = nobody\n    p gains 1 coins", ": choose k in 1..{} at random\n    set two to k",
    ),
    "RK522": ("menu[tea, {}]", "menu[tea, 2]", "menu[java, seven]", "fee[minus]"),
    "RK523": ("seven div zero", "seven mod zero", "tea.price div zero",
              "if any(x in 1..3 where 6 div (x - 2) > 5) then 1 else 2"),
    "RK524": ("2147483647 + two", "-2147483647 - two - two", "100000 * 100000 * two", "two * 2000000000",
              "sum([2147483647, two])", "sum(2000000000 for x in 1..two)", "-(-2147483647 - 1) - seven",
              "(-2147483647 - 1) div (two - 3)", "(-2147483647 - 1) mod (two - 3)", "minus * 306783379",
              ": gain 1 points\n    gain 2147483647 points"),
    "RK527": (": gain minus coins", ": pay minus coins"),
    "RK528": ("coins[nobody]", "count(board[minus])", ": set grade[seven] to 1", ": set grade[zero] to 1"),
    "RK541": (": move first(t in sack) to board[seven, 1]", ": move first(t in sack) to held[nobody]",
              ": gain 5 coins\n    pay 9 coins"),
    "": (
        "count([{}, 2])", "if {} in 1..3 then 1 else 2", "if {} in [1, 2] then 1 else 2", "if {} is 3 then 1 else 2",
        "count(x in 1..3 where {} is none)", "count(held[nobody])", "if nobody in players then 1 else 2", "fee[2000000000]",
        "count(list(x for x in 1..minus))", "if min(line.value) is none then 1 else 2",
        "if every(x in 1..3 where 6 div (x - 2) > 5) then 1 else 2", "if zero is 0 or 1 div zero is 1 then 1 else 2",
        ": draw minus from sack to line", ": repeat minus times\n      set two to 3", ": move top(deck) to line",
        ": seat(9) gains 1 coins", ": set nobody to seat(seven)", ": fill line to seven from sack",
        ": gain 9 coins\n    gain 9 coins", ": gain 2147483647 coins", ": shuffle deck",
        "count(bottom(line, two * 1000000000))", "count(top(line, -5))", "if line[two * 1000000000] is none then 1 else 2",
        "count(x in 1..4096 where x > two)", ": draw two * 1000000000 from sack to line", ": move held[nobody] to line",
    ),
}  # fmt: skip
TRIED = """
tally points[player]
play
  turns from starter until two is 19
    do try
action try
  choose n in 1..{}
  choose luck in 1..2 at random
"""


def _statement(line: str) -> str:
    line = line.replace("{}", UNKNOWN)
    return line[2:] if line.startswith(": ") else f"set seven to min(9, {line})"


def ways(lines: list[str]) -> list[tuple[str, str, str]]:
    """What comes of each line on both engines: a code or nothing, `stops` or `other cells` or nothing."""
    branches = "".join(f"  if n is {n}\n    {_statement(line)}\n" for n, line in enumerate(lines, 1))
    program = lower(model_of(WORLD + TRIED.format(len(lines)) + branches + "score p\n  coins: coins[p]\n"), 3).value
    assert program is not None
    pair = pair_of(program, plain=False)
    assert isinstance(pair, Pair), pair
    cells, table = first_cells(program, 5), pair.native.table()
    menu = pair.engine.machine.settle(cells)
    assert table.start(5) == len(menu) == len(lines)
    kept = table.keep()
    found = []
    for n, line in enumerate(lines):
        after, said, native = menu[n][1].copy(), "", ""
        try:
            pair.engine.machine.settle(after)
        except Fault as fault:
            said = fault.code
        table.set(kept)
        low, high = program.layout.data
        if table.take(n) < 0:
            native = "stops"
        elif not said and table.state().cells[low:high] != tuple(after[low:high]):
            native = "other cells"
        found.append((line, said, native))
    return found


# ---- values --------------------------------------------------------------------------------------
def _line(text: str, value: Any) -> tuple[str, int]:
    """An expression as a number, and which."""
    if value is None:
        return f"if {text} is none then 1 else 0", 1
    if isinstance(value, bool):
        return f"if {text} then 1 else 0", int(value)
    if isinstance(value, tuple):
        return f"count({text})", len(value)
    if text in ("starter", "top(deck)") or text.startswith(("seat(", "next(", "previous(")):
        return f"if {text} is clockwise(starter)[{value + 1}] then 1 else 0", 1
    return ("0", 0) if text.startswith("[red") else (text, value)


def sheet(expressions: dict[str, Any], setup: str) -> list[int | None]:
    """The lines of the first player's score sheet, in machine code."""
    begin = "setup\n" + "".join(f"  {line}\n" for line in setup.strip().splitlines()) if setup else ""
    lines = "".join(f"  line{n}: {_line(text, value)[0]}\n" for n, (text, value) in enumerate(expressions.items()))
    program = lower(model_of(f"{WORLD}{begin}play\n  end game\nscore p\n{lines}"), 3).value
    assert program is not None
    pair = pair_of(program, plain=False)
    assert isinstance(pair, Pair), pair
    table = pair.native.table()
    table.start(0)
    return list(table.sheet(0) or ())


VALUES = ((NUMBERS | TRUTH | NONE | PLAYERS, ""), (LISTS_AND_PLACES | DESCRIPTIONS, LAID))
LINES = [(line, code) for code, lines in STOPS.items() for line in lines]


def _done(task: str) -> Any:
    return ways([line for line, _ in LINES]) if task == "ways" else sheet(*VALUES[int(task)])


@pytest.fixture(scope="module")
def done() -> dict[str, Ended]:
    """All of it, in one other process, unless that ends."""
    return {ended.task: ended for ended in watched(_done, ["ways", "0", "1"], jobs=1)}


def test_what_stops_the_game_stops_it_here_too(done: dict[str, Ended]) -> None:
    """And what does not, does not, and leaves the same cells."""
    assert done["ways"].how == "", done["ways"].where
    assert done["ways"].result == [(line, code, "stops" if code else "") for line, code in LINES]


@pytest.mark.parametrize("task", ["0", "1"])
def test_values(task: str, done: dict[str, Ended]) -> None:
    """The same values as the specification's tests ask of the reference engine; of a list, how long it is."""
    assert done[task].how == "", done[task].where
    expressions, _ = VALUES[int(task)]
    expected = {text: _line(text, value)[1] for text, value in expressions.items()}
    assert dict(zip(expressions, done[task].result, strict=True)) == expected

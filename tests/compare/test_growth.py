"""Comparing grows with the texts and no faster: lines that run are counted, at 1, 2 and 4 times a size."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rulekit.compare.rules import match_names, sequences
from rulekit.compare.rules.find_differences import compare_rules
from rulekit.compare.rules.sequences import Matcher
from rulekit.compare.witness import blame
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from tests.fuzz.shapes import SHAPES
from tests.fuzz.work import counting

SIZE = 2_000
STEEPEST = 1.2  # what a character may cost more in a text twice as long: 1 is linear, 2 quadratic
Edit = Callable[[str], str]


@pytest.fixture(autouse=True)
def _small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done thoroughly for little is done quickly for much; here from the beginning."""
    monkeypatch.setattr(sequences, "MOST_CELLS", 50)
    monkeypatch.setattr(match_names, "MOST_PAIRS", 50)


def model(text: str) -> GameModel:
    checked = check_game(text, "game.cafe", ())
    assert checked.ok and checked.value is not None, checked.diagnostics[:3]
    return checked.value


def last_line_more(text: str) -> str:
    return text.rstrip("\n") + "\n  set ticks to 2\n"


def every_name_another(text: str) -> str:
    return re.sub(r"\b([a-z])(\d+)\b", r"other_\2\1", text)


def every_second_number_another(text: str) -> str:
    lines = text.split("\n")
    return "\n".join(re.sub(r" [12]$", " 3", line) if at % 2 else line for at, line in enumerate(lines))


def work(name: str, edit: Edit, size: int) -> float:
    text = SHAPES[name](size)
    one, two = model(text), model(edit(text))
    with counting() as steps:
        compare_rules(one, two)
    return steps[0] / len(text)


@pytest.mark.parametrize(("name", "edit"), [
    ("statements", last_line_more), ("statements", every_second_number_another), ("labelled statements", last_line_more),
    ("moves of cards", last_line_more), ("else if", every_second_number_another), ("actions", last_line_more),
    ("definitions", every_name_another), ("definitions of the same value", every_name_another),
    ("many kinds", last_line_more), ("many kinds", every_name_another),
])  # fmt: skip
def test_comparing_grows_with_the_text(name: str, edit: Edit) -> None:
    """Rules of all sorts against a change of themselves."""
    small, double, fourfold = (work(name, edit, SIZE * times) for times in (1, 2, 4))
    assert double < STEEPEST * small and fourfold < STEEPEST * double, (small, double, fourfold)


def test_in_long_lists_one_change_is_one_difference() -> None:
    """A statement changed at the beginning and one gone at the end are found, though the list is matched the quick way."""
    text = SHAPES["labelled statements"](SIZE)
    lines = text.split("\n")
    at = [n for n, line in enumerate(lines) if line.endswith(": set ticks to 1")]
    lines[at[0]] = lines[at[0]].replace("to 1", "to 2")
    del lines[at[-2]]
    found = compare_rules(model(text), model("\n".join(lines))).differences
    assert [d.how for d in found] == ["changed", "removed"]


@pytest.mark.parametrize(("one", "two"), [
    ("abcdefghij", "abXdefghij"), ("aaaaaaaaaab", "caaaaaaaaaa"), ("abcabcabcabc", "bcabcaXbcabc"), ("", "abc"),
    ("abcdefghijkl", "lkjihgfedcba"), ("abcdefghij" * 3, "qabcdefghijr" * 3),
])  # fmt: skip
def test_the_quick_way_makes_the_second_of_the_first(one: str, two: str) -> None:
    """Blocks are in order and the same on both sides; opcodes lead from one text to the other."""
    matcher = Matcher(one, two)
    assert all(one[i : i + n] == two[j : j + n] for i, j, n in matcher.get_matching_blocks())
    codes = matcher.get_opcodes()
    assert "".join(one[i:j] if tag == "equal" else two[k:m] for tag, i, j, k, m in codes) == two
    assert [i for _, i, *_ in codes] == [0, *(j for _, _, j, *_ in codes)][:-1]


def test_blaming_ends_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of very many differences not each is tried by itself then."""
    text = SHAPES["statements"](SIZE)
    rules = compare_rules(model(text), model(every_second_number_another(text)))
    asked = []
    monkeypatch.setattr(blame, "ALWAYS_TRIED", 3)
    monkeypatch.setattr(blame, "_parts", lambda rules, some, *_: asked.append(some))
    numbers = [d.number for d in rules.differences]
    assert len(numbers) > 10
    assert blame.smallest(rules, numbers, None, lambda _: [], 0.0) == frozenset()  # type: ignore[arg-type]
    assert [len(some) for some in asked] == [len(numbers), 1, 1, 1, len(numbers)]

"""What a `check` block asks for, and what random games answer."""

from __future__ import annotations

import pytest

from rulekit.play.results import GameResult
from rulekit.study.lessons.goals import (
    Condition,
    Declared,
    Measured,
    NoErrors,
    Reason,
    Sample,
    Worked,
    condition_from,
    goals_from,
    value_of,
)  # fmt: skip

GAMES = (
    GameResult(0, 0, 10, "over", (3, 5), (1,)),
    GameResult(1, 0, 20, "over", (7, 1), (0,)),
    GameResult(2, 0, 30, "over", (4, 4), (0, 1)),
    GameResult(3, 0, 99, "stuck", fault="RK541: the game is stuck"),
)


@pytest.mark.parametrize(("line", "condition"), [
    ("no errors", NoErrors()),
    ("place counter", Declared("place", "counter")),
    ("lieu comptoir", None),
    ("action", None),
    ("winner", Declared("winner", "")),
    ("score tip", Declared("score", "tip")),
    ("reason take.room", Reason("take.room")),
    ("reason take", None),
    ("mean decisions < 30", Measured("mean", high=30, strict=True)),
    ("longest  decisions <= 30", Measured("longest", high=30)),
    ("share of wins of seat 1 between 40 and 60", Measured("wins", 1, 40, 60)),
    ("mean score of seat 2 > 2.5", Measured("score", 2, 2.5, strict=True)),
    ("mean score >= -1", Measured("score", low=-1)),
    ("share of shared wins = 0", Measured("shared", None, 0, 0)),
    ("ends over = all", Measured("over", None, 100, 100)),
    ("ends stuck = none", Measured("stuck", None, 0, 0)),
    ("ends well = all", None),
    ("mean decisions", None),
    ("mean decisions < thirty", None),
])  # fmt: skip
def test_a_condition_is_read(line: str, condition: Condition | None) -> None:
    assert condition_from(line) == condition


@pytest.mark.parametrize(("line", "value"), [
    ("mean decisions < 1", 20), ("shortest decisions < 1", 10), ("longest decisions < 1", 30), ("mean score < 1", 4),
    ("mean score of seat 1 < 1", 14 / 3), ("share of wins of seat 1 < 1", 50), ("share of wins of seat 3 < 1", None),
    ("share of wins of seat 0 < 1", None), ("share of shared wins < 1", 100 / 3), ("ends over = all", 75),
    ("ends stuck = all", 25),
])  # fmt: skip
def test_games_answer(line: str, value: float | None) -> None:
    wanted = condition_from(line)
    assert isinstance(wanted, Measured)
    assert value_of(wanted, GAMES) == (value if value is None else pytest.approx(value))


def test_of_games_that_did_not_end_only_their_ends_are_known() -> None:
    assert value_of(Measured("mean"), GAMES[3:]) is None
    assert value_of(Measured("over"), GAMES[3:]) == 0
    assert value_of(Measured("over"), ()) is None


def test_bounds() -> None:
    assert Measured("mean", high=30).holds(30) and not Measured("mean", high=30, strict=True).holds(30)
    assert Measured("wins", 1, 40, 60).holds(60) and not Measured("wins", 1, 40, 60).holds(60.1)


def test_a_block_is_read() -> None:
    made = goals_from(
        'games 50\nplayers 3\n# a remark\n\ngoal "One"\n  no errors\n\ngoal "Two"\n  example\n    players a, b\n'
        "    then\n      x is 1\n  ends over = all\n"
    )
    assert made.mistakes == () and made.sample == Sample(50, 3, 1)
    assert [goal.sentence for goal in made.goals] == ["One", "Two"]
    worked, ends = made.goals[1].conditions
    assert worked == Worked("  players a, b\n  then\n    x is 1\n", 10) and isinstance(ends, Measured)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("  no errors\n", 1, "before the first goal"),
        ('goal "A"\n  no mistakes\n', 2, "no condition"),
        ('goal "A"\n', 1, "nothing is asked"),
        ("gaol\n", 1, "expected"),
        ("games 99999\n", 1, "1 to 2000"),
        ("games 0\n", 1, "1 to 2000"),
        ('goal "A"\n  example\n  no errors\n', 2, "empty"),
    ],
)
def test_what_is_not_understood_is_told_with_its_line(text: str, line: int, said: str) -> None:
    (mistake,) = goals_from(text).mistakes
    assert mistake.line == line and said in mistake.text

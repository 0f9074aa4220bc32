"""The lessons that come with rulekit do what they say, in every language, and no text of a learner breaks the check."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulekit.engine.engine import Engine
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.play.random_games import random_games
from rulekit.program.lower import lower
from rulekit.study.books.markdown import Block, Heading
from rulekit.study.lessons.goals import Measured, Sample, value_of
from rulekit.study.lessons.lessons import Lesson, lesson_from
from rulekit.tools.io.lessons import Verdict, bundled_lessons, check_lesson, lesson_languages, lessons_in
from tests.tools.running import ROOT, run

ENGLISH, FRENCH = bundled_lessons("en"), bundled_lessons("fr")
ALL = (*ENGLISH, *FRENCH)
PAIRS = tuple(zip(ENGLISH, FRENCH, strict=True))
every_lesson = pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.language}-{lesson.name}")
every_pair = pytest.mark.parametrize(("english", "french"), PAIRS, ids=[lesson.name for lesson in ENGLISH])


def model_of(lesson: Lesson, text: str) -> GameModel:
    """A learner's text as a game without a finding."""
    base = lesson.game or text
    checked = check_game(base, "game.cafe", ((text, "mine.cafe"),) if lesson.game else ())
    assert checked.value is not None and checked.diagnostics == ()
    return checked.value


@cache
def verdicts_on(lesson: Lesson, text: str) -> tuple[Verdict, ...]:
    """What is said of a text. Several tests ask about a lesson's own texts: they are judged once."""
    return tuple(check_lesson(lesson, text))


def missed(lesson: Lesson, text: str) -> list[int]:
    """The numbers of the goals that are not reached."""
    return [n for n, verdict in enumerate(verdicts_on(lesson, text)) if not verdict["done"]]


def engine_of(lesson: Lesson, text: str, players: int = 2) -> Engine:
    lowered = lower(model_of(lesson, text), players)
    assert lowered.value is not None
    return Engine(lowered.value)


# ---- all lessons ---------------------------------------------------------------------------------
def test_there_are_six_lessons_in_two_languages() -> None:
    assert lesson_languages() == ("en", "fr")
    assert [lesson.number for lesson in ALL] == [1, 2, 3, 4, 5, 6] * 2
    assert bundled_lessons("xx") == ()


@every_lesson
def test_a_lesson_is_understood(lesson: Lesson) -> None:
    assert lesson.mistakes == ()
    assert lesson.start.startswith(f"cafe {lesson.language}\n") and lesson.solution.startswith(f"cafe {lesson.language}\n")


@every_lesson
def test_the_start_works_and_leaves_something_to_do(lesson: Lesson) -> None:
    model_of(lesson, lesson.start)
    verdicts = verdicts_on(lesson, lesson.start)
    assert verdicts[0]["done"]
    assert [verdict for verdict in verdicts if not verdict["done"]]
    assert all(verdict["why"] for verdict in verdicts if not verdict["done"])


@every_lesson
def test_the_solution_reaches_every_goal(lesson: Lesson) -> None:
    model_of(lesson, lesson.solution)
    assert [verdict for verdict in verdicts_on(lesson, lesson.solution) if not verdict["done"]] == []


@every_lesson
def test_it_is_read_in_five_minutes(lesson: Lesson) -> None:
    """At a hundred and thirty words a minute, without the rule files."""
    data: dict[str, Any] = lesson.to_dict()
    parts = [*data["parts"], *data["task"]]
    runs = [run for part in parts for runs in ([part["runs"]] if "runs" in part else part.get("items", [])) for run in runs]
    assert sum(len(run["text"].split()) for run in runs) < 650
    assert len([part for part in lesson.parts if isinstance(part, Heading)]) == 2  # something to try; why designers care


@pytest.mark.parametrize("lessons", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_one_game_grows_through_all(lessons: tuple[Lesson, ...]) -> None:
    """It keeps its name; what was made in a lesson is there in the next; the last lesson changes the game of the fifth."""
    assert len({model_of(lesson, lesson.start).name for lesson in lessons}) == 1
    for before, after in pairwise(lessons[1:5]):
        old, new = model_of(before, before.solution), model_of(after, after.start)
        for things in ("kinds", "sorts", "places", "deeds"):
            assert {x.name for x in getattr(old, things)} <= {x.name for x in getattr(new, things)}
    assert lessons[5].game == lessons[4].solution


# ---- two languages -------------------------------------------------------------------------------
@every_pair
def test_the_languages_ask_for_the_same(english: Lesson, french: Lesson) -> None:
    shapes = [
        [[type(c) if not isinstance(c, Measured) else c for c in goal.conditions] for goal in lesson.goals]
        for lesson in (english, french)
    ]
    assert shapes[0] == shapes[1] and english.sample == french.sample and english.name == french.name
    assert [type(part) for part in english.parts] == [type(part) for part in french.parts]
    assert missed(english, english.start) == missed(french, french.start)


@every_pair
@pytest.mark.parametrize("what", ["start", "solution"])
def test_the_languages_play_alike(english: Lesson, french: Lesson, what: str) -> None:
    """Game by game: as many decisions, the same points, the same winners."""
    low, high = model_of(english, english.solution).players
    for players in {low, high} if what == "solution" else {low}:
        engines = [engine_of(lesson, getattr(lesson, what), players) for lesson in (english, french)]
        first, second = (list(random_games(engine, 40, seed=7)) for engine in engines)
        assert first == second


# ---- what the pages say --------------------------------------------------------------------------
def told(lesson: Lesson) -> str:
    """All words of a page."""
    return str(lesson.to_dict()["parts"])


@pytest.mark.parametrize("lessons", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_what_there_is_to_try_comes_out_as_told(lessons: tuple[Lesson, ...]) -> None:
    first, second, third = lessons[:3]
    wrong = {"en": first.start.replace("cups - n", "cupps - n"), "fr": first.start.replace("tasses - n", "tases - n")}
    (found,) = check_game(wrong[first.language], "a.cafe").diagnostics
    meant = {"en": "`cups`", "fr": "`tasses`"}[first.language]
    assert (found.code, found.span.line) == ("RK201", 13) and meant in (found.hint or "")
    promised = check_game(re.sub(r"\| 4 ", "| 5 ", second.start), "a.cafe").diagnostics
    assert [d.code for d in promised] == ["RK430"]
    assert missed(third, re.sub(r"\b4 (from|depuis)", r"1 \1", third.start)) == missed(third, third.start)


def test_the_numbers_on_the_pages_were_measured() -> None:
    """Of 1000 games each; `about` is one more or less. The languages play alike, so one is measured."""
    fair, house = ENGLISH[4:]
    assert house.game is not None and house.sample == fair.sample == Sample(1000, 2, 1)
    wins, length = Measured("wins", 1), Measured("mean")
    without = re.sub(r"(then|alors) 3 ", r"\1 0 ", fair.start)
    assert without != fair.start
    seen = {
        "59": measured(fair, fair.start, wins), "54": measured(fair, without, wins),
        "17": measured(fair, house.game, length), "19": measured(house, house.start, length),
    }  # fmt: skip
    for number, value in seen.items():
        assert abs(value - int(number)) < 1
        assert all(f" {number} " in told(lessons[4]) + told(lessons[5]).replace(".", " ") for lessons in (ENGLISH, FRENCH))
    assert all("1000" in told(lesson) for lesson in ALL if lesson.number > 4)


def measured(lesson: Lesson, text: str, wanted: Measured) -> float:
    """A number of a thousand games."""
    value = value_of(wanted, list(random_games(engine_of(lesson, text), 1000, seed=1)))
    assert value is not None
    return value


# ---- learners ------------------------------------------------------------------------------------
PLANTED = [
    (1, "= 12", "= 11", [1]),
    (1, "min(3, cups)", "min(4, cups)", [2]),
    (1, "1..min(3, cups)", "1..3 where n <= cups + 1", [3]),
    (1, "players 2..4", "players 2..3", [4]),
    (1, "p is not active", "p is active", [5]),
    (2, "| 2      | milkshake            |\n  total 14", "| 3      | milkshake            |\n  total 15", [1, 2]),
    (2, "| 4      | tea, cocoa, lemonade |\n  | 2", "| 3      | tea, cocoa, lemonade |\n  | 5", [2, 3]),
    (3, "      - do sip\n", "", [2, 3, 4]),
    (3, "draw 1 from counter to box", "draw 1 from counter to tray[me]", [2]),
    (3, "draw 1 from counter to box\n  fill counter to 4 from kitchen", "draw 1 from counter to box", [3]),
    (4, "count(tray[me]) < 3", "count(tray[me]) < 4", [1]),
    (4, "count(tray[me]) < 3", "count(tray[me]) < 2", [3]),
    (4, ' because "your tray is full"', "", [2]),
    (4, "room: ", "", [1, 2]),
    (5, "then 3 else 0", "then 0 else 0", [2]),
    (5, "  set favourite to me", "  if favourite is none\n    set favourite to me", [3]),
    (5, "cups: count(served[p])", "cups: 2 * count(served[p])", [1]),
    (6, "draw 2 from counter to box", "draw 1 from counter to box\n  draw 0 from counter to box", [1]),
    (6, "draw 2 from counter to box", "draw 1 from counter to box\n  end game", [2]),
    (6, "replace sip.gulp\n  draw 2 from counter to box", "replace score.tip = if p is starter then 9 else 0", [1, 3]),
]


@pytest.mark.parametrize(("number", "good", "bad", "goals"), PLANTED)
def test_a_wrong_solution_misses_the_right_goal(number: int, good: str, bad: str, goals: list[int]) -> None:
    lesson = ENGLISH[number - 1]
    assert good in lesson.solution
    wrong = lesson.solution.replace(good, bad)
    found = missed(lesson, wrong)
    assert 0 not in found, check_lesson(lesson, wrong)
    assert set(goals) <= set(found)
    if number < 5:
        assert found == goals


def test_a_learner_is_told_what_is_so_instead() -> None:
    twelve = verdicts_on(ENGLISH[0], ENGLISH[0].start)[1]
    assert twelve["why"] == "This should be so, but is not: `cups is 12`. `cups` is 10 now."
    douze = verdicts_on(FRENCH[0], FRENCH[0].start)[1]
    assert douze["why"] == "Cela devrait être vrai, mais ne l'est pas : `tasses est 12`. `tasses` vaut maintenant 10."
    full = ENGLISH[3].solution.replace("< 3", "< 2")
    assert check_lesson(ENGLISH[3], full)[3]["why"].endswith("The game says: your tray is full.")
    fair, juste = (evolve(lesson, sample=Sample(99)) for lesson in (ENGLISH[4], FRENCH[4]))
    assert re.fullmatch(r"Seat 1 wins \d\d\.\d % of 99 games\.", verdicts_on(fair, fair.start)[3]["why"])
    assert re.fullmatch(r"La place 1 gagne \d\d,\d % de 99 parties\.", verdicts_on(juste, juste.start)[3]["why"])


def test_a_mistake_in_the_file_is_told_with_its_line() -> None:
    first, *others = check_lesson(ENGLISH[0], ENGLISH[0].start.replace("do take", "do tke"))
    assert not first["done"] and first["why"].startswith("Line 9: ")
    assert {verdict["why"] for verdict in others} == {"First the mistakes in the file have to go."}


GARBAGE = [
    "", "\0", "\x1b[2J", "cafe en", "cafe xx\n", "cafe en\ngame", "😀" * 1000, "(" * 100_000, "a" * 300_000, "{}", '{"kind": 1}',
    "cafe en\nvariant a of b \"c\"\n", "cafe en\ngame full_tray \"F\"\n  players 2\n", "\udcff",
]  # fmt: skip


@pytest.mark.parametrize("lesson", [ENGLISH[0], ENGLISH[5], FRENCH[3]], ids=lambda lesson: f"{lesson.language}-{lesson.name}")
@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_reaches_no_goal(lesson: Lesson, text: str) -> None:
    assert [verdict["done"] for verdict in check_lesson(lesson, text)] == [False] * len(lesson.goals)


def test_games_that_never_end_or_stop_are_told() -> None:
    third = ENGLISH[2]
    endless = third.solution.replace("until counter is empty", "until no")
    assert check_lesson(third, endless)[5]["done"] is False
    stuck = third.solution.replace("      - do take\n      - do serve\n", "")
    stuck = stuck.replace("action sip\n", "action sip\n  only if no\n")
    assert "0 % of 200 games come to their end. One of them stopped:" in check_lesson(third, stuck)[5]["why"]


def test_a_set_up_without_an_end_is_stopped() -> None:
    third = ENGLISH[2]
    spin = "  repeat until no\n    draw 1 from kitchen to counter\n    move counter to kitchen\n"
    verdicts = check_lesson(third, third.solution.replace("setup\n", "setup\n" + spin), seconds=1)
    assert [verdict["done"] for verdict in verdicts] == [True, True, False, False, False, False]
    assert verdicts[2]["why"].startswith("The game stopped: the set-up goes on")


def test_time_is_limited() -> None:
    lesson = ENGLISH[5]
    verdicts = check_lesson(lesson, lesson.solution, seconds=0)
    assert {verdict["why"] for verdict in verdicts} == {"This takes too long."}
    some = check_lesson(lesson, lesson.solution, seconds=0.15)
    assert [verdict["done"] for verdict in some[1:]] == [False] * 4


def test_other_ways_reach_the_goals_too() -> None:
    fair, house = ENGLISH[4], ENGLISH[5]
    others = fair.start.replace("if favourite is none", "if favourite is none or favourite is next(me)")
    assert missed(fair, others) == []
    head, less = 'cafe en\nvariant small of full_tray "Small"\n\nreplace setup\n', "  draw 4 from kitchen to box\n"
    assert missed(house, head + less + "  fill counter to 4 from kitchen\n") == []


# ---- lessons of one's own ------------------------------------------------------------------------
README = (ROOT / "docs" / "lessons" / "README.md").read_text(encoding="utf-8")


def example_page() -> str:
    """The lesson that the page for teachers shows."""
    found = re.search(r"^````markdown\n(.*?)^````$", README, re.M | re.S)
    assert found is not None
    return found[1]


def test_the_lesson_on_the_page_for_teachers_is_in_order(tmp_path: Path) -> None:
    (tmp_path / "biscuits.md").write_text(example_page(), encoding="utf-8")
    shown = re.search(r"^\$ rulekit (.*)\n(.*)\n```$", README, re.M)
    assert shown is not None
    ran = run(*shown[1].split(), cwd=tmp_path)
    assert (ran.status, ran.out.strip()) == (0, shown[2])
    assert [lesson.title for lesson in lessons_in(tmp_path, "en")] == ["The biscuit tin"]


def test_every_condition_on_the_page_for_teachers_is_understood() -> None:
    from rulekit.study.lessons.goals import condition_from

    cells = re.findall(r"^\| (`.*?) \| (?!it holds)", README, re.M)
    lines = [line for cell in cells for line in re.findall(r"`([^`]+)`", cell)]
    assert len(lines) >= 9
    assert [line for line in lines if line != "example" and condition_from(line) is None] == []


def test_a_lesson_that_is_not_in_order_is_told(tmp_path: Path) -> None:
    page, file = example_page(), tmp_path / "a.md"
    for wrong, said in (
        (page.replace("mean decisions", "mean moves"), "line 39: `mean moves < 5` is no condition"),
        (page.replace("min(2, tin)", "min(3, tin)"), "does not reach the goal"),
        (re.sub(r"(?s)```cafe start\n.*?```", "```cafe start\n" + lesson_from(page).solution + "```", page), "nothing to do"),
        ("# Nothing", "there is no block `check`"),
    ):
        file.write_text(wrong, encoding="utf-8")
        ran = run("lesson", str(file))
        assert ran.status == 1 and said in ran.out


def test_blocks_that_are_hidden_are_not_shown() -> None:
    for lesson in ALL:
        roles = [part.words for part in (*lesson.parts, *lesson.task) if isinstance(part, Block)]
        assert ("check",) not in roles and ("cafe", "solution") not in roles

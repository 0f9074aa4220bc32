"""What cannot be put into machine code is said, with the rule and the reason, and the reference engine plays it."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.native.engine import native_of
from rulekit.native.llvm.cache import Cache
from rulekit.play.random_games import random_game
from rulekit.program.lower import lower
from rulekit.program.program import Program
from tests.model.pages import PAGES, programs, run
from tests.native.agreement import agreement
from tests.native.cases import pair_of

SHOWN = programs(PAGES / "RK600.md")


def program(title: str) -> Program:
    """A program of the page, without a finding."""
    checked = run(SHOWN[title])
    assert checked.value is not None and checked.diagnostics == ()
    made = lower(checked.value, 2).value
    assert made is not None
    return made


def test_rk600_names_the_rule_and_the_reason(kept: Cache) -> None:
    found = native_of(program("Wrong"), cache=kept)
    assert isinstance(found, Diagnostic)
    assert found.code == "RK600"
    assert found.message == "the native engine cannot do this: a table of lists with open ends (at `wait`)"
    assert found.hint == "the reference engine plays it"


def test_the_reference_engine_plays_it() -> None:
    """From 0 the days go up by 3 or 4, then by 5 or 6: only 3 and 5 leave a third move to be made."""
    results = [random_game(Engine(program("Wrong")), 1, n) for n in range(20)]
    assert {r.end for r in results} == {"over"}
    assert {r.decisions for r in results} == {2, 3}


def test_the_right_way_is_the_same_game_in_machine_code(kept: Cache) -> None:
    pair = pair_of(program("Right"), cache=kept)
    assert not isinstance(pair, str)
    compared = agreement(pair, 1, range(20))
    assert (compared.games, compared.differences, compared.handed) == (20, (), 0)
    assert compared.decisions == sum(random_game(Engine(program("Wrong")), 1, n).decisions for n in range(20))

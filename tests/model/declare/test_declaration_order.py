"""Declarations are read in the order of their use: long chains and circles end in a finding, what is no circle is none."""

from __future__ import annotations

import pytest

from rulekit.pipeline import check_game
from tests.fuzz.bombs import HEAD
from tests.fuzz.shapes.parts import SOUND

LONG = 3_000


def findings(text: str) -> list[str]:
    """The codes of the errors of a game with these declarations."""
    return sorted({d.code for d in check_game(f"{HEAD}{text}\n{SOUND}", "game.cafe").diagnostics if d.is_error})


def chain(last: str, link: str = "define d{n} = d{more}\n") -> str:
    """Definitions each of which uses the next one."""
    return "".join(link.format(n=n, more=n + 1) for n in range(LONG)) + f"define d{LONG} = {last}\n"


def test_a_long_chain_that_is_told_from_its_end_is_too_deep() -> None:
    assert findings(chain("1")) == ["RK442"]


def test_a_long_circle_is_told_with_its_first_definitions() -> None:
    found = [d for d in check_game(f"{HEAD}{chain('d0')}\n{SOUND}", "game.cafe").diagnostics if d.code == "RK326"]
    assert len(found) == 1
    assert "`d0` uses `d1`" in found[0].message and found[0].message.endswith("uses `…`")


def test_a_long_circle_of_score_lines_is_told() -> None:
    lines = "".join(f"  l{n}: score(p).l{(n + 1) % LONG}\n" for n in range(LONG))
    assert findings(f"score p\n{lines}") == ["RK326"]


def test_a_long_chain_of_ranges_is_told() -> None:
    text = "".join(f"marker m{n}[x: 1..m{n + 1}[1]]: number = 1\n" for n in range(LONG))
    assert "RK201" in findings(text)


def test_a_long_chain_of_names_that_are_answers_is_told() -> None:
    options = "".join(f'option o{n} "?" = d{n} among d{n}, x{n}\n' for n in range(LONG))
    assert "RK442" in findings(chain("1") + options)


@pytest.mark.parametrize(
    "text",
    [
        "define far = half(4)\ndefine half(far: number) = far div 2\n",
        "define far = half(4)\ndefine half(n: number) = n + count(far in 1..3 where far > 1)\n",
        "define fast = half(4) > 1\ndefine half(n: number) = if pace is fast then n else 1\n"
        'option pace "?" = fast among fast, slow\n',
    ],
)
def test_a_name_of_its_own_is_no_circle(text: str) -> None:
    """A parameter, a name in a loop, an answer: they are called like a definition and are none."""
    assert findings(text) == []

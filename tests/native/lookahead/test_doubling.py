"""Definitions that each use the one before twice: what is opened or written out must not double with every one of them."""

from __future__ import annotations

from rulekit.native.engine import Native, native_of
from rulekit.native.llvm.cache import Cache
from rulekit.pipeline import check_game
from rulekit.program.lower import lower

HEAD = """cafe en
game doubling "Doubling"
  players 2
marker m: 0..9 = 0
define d0(n: number) = n > 0
"""
PLAY = """play
  turns from starter until m is 9
    do go
action go
  enough: only if d{}(m + 1) because "no"
  set m to m + 1
winner p
  only if p is active
"""


def doubling(levels: int) -> str:
    """A game with so many definitions, the last of which is asked for."""
    defines = "".join(f"define d{n}(n: number) = d{n - 1}(n) and d{n - 1}(n + 1)\n" for n in range(1, levels + 1))
    return HEAD + defines + PLAY.format(levels)


def test_a_file_is_checked_and_what_counts_too_long_is_refused() -> None:
    checked = check_game(doubling(22), "doubling.cafe")
    assert checked.value is not None
    assert [d.code for d in lower(checked.value, 2).diagnostics] == ["RK511"]


def test_fewer_are_played_in_machine_code(kept: Cache) -> None:
    model = check_game(doubling(12), "doubling.cafe").value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    native = native_of(program, cache=kept)
    assert isinstance(native, Native)
    assert [native.batch(0, 0, 2)[n][1] for n in range(2)] == [9, 9]

"""A telling that stays over rules which a file of changes has put under it."""

from __future__ import annotations

import pytest

from rulekit.pipeline import check_game
from rulekit.report.diagnostics import render

GAME = """cafe en
game tea "Tea"
  players 2

tally coins[player] bank 20

action work "{work/works}"
  tell "Work brings you a coin."
  wage: gain 1 coins
  bonus: if coins[me] is 2
    extra: gain 1 coins

play
  tell "Whoever has three coins wins."
  turns from starter until any(p in players where coins[p] > 3)
    do work

winner p
  tell "Most coins."
  most coins[p]
"""
VARIANT = 'cafe en\nvariant rich of tea "Rich tea"\n\n'
TELL = '  tell "It brings two."\n'


def notes(change: str) -> list[tuple[str, int]]:
    """What is noted, and where in the file of changes."""
    found = check_game(GAME, "tea.cafe", ((VARIANT + change, "rich.cafe"),))
    assert found.value is not None, found.diagnostics
    return [(f.code, f.span.line) for f in found.diagnostics]


@pytest.mark.parametrize(
    ("change", "noted"),
    [
        ("replace work.wage\n  gain 2 coins\n", [5]),
        ("replace work.extra\n  gain 2 coins\n", [5]),
        ("after work.wage\n  more: gain 1 coins\n", [5]),
        (f"replace work.wage\n  gain 2 coins\n{TELL}", []),
        (f"after work.wage\n  more: gain 1 coins\n  {TELL}", []),
        (f"replace action work\n{TELL}  gain 2 coins\n", []),
        ('replace winner p\n  tell "Fewest coins."\n  fewest coins[p]\n', []),
    ],
)
def test_what_is_put_under_a_telling_is_noted(change: str, noted: list[int]) -> None:
    assert notes(change) == [("RK419", line) for line in noted]


def test_a_game_that_tells_nothing_has_no_old_tellings() -> None:
    silent = "\n".join(line for line in GAME.splitlines() if "tell" not in line) + "\n"
    change = VARIANT + "replace work.wage\n  gain 2 coins\n"
    assert check_game(silent, "tea.cafe", ((change, "rich.cafe"),)).diagnostics == ()


def test_the_note_shows_the_telling() -> None:
    texts = {"tea.cafe": GAME, "rich.cafe": VARIANT + "replace work.wage\n  gain 2 coins\n"}
    (note,) = check_game(GAME, "tea.cafe", ((texts["rich.cafe"], "rich.cafe"),)).diagnostics
    told = render(note, texts)
    assert "`work.wage` is new under a telling that speaks of other rules" in told
    assert "tea.cafe:8:" in told and "this telling stays as it is" in told

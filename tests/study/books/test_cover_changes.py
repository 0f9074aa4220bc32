"""What a file of changes puts into a cited rule or table does not stand in the book of that rule."""

from __future__ import annotations

import pytest

from rulekit.pipeline import check_game
from rulekit.study.books.cover import cover
from tests.model.overlays.test_overlay import GAME

CITED = (
    GAME.replace("action buy\n", "action buy    @3\n")
    .replace("]: number\n", "]: number    @4\n")
    .replace("choice: one of\n", "choice: one of    @5\n")
    .replace("rest: gain 1 coins\n", "rest: gain 1 coins    @5\n")
)


def _uncited(body: str) -> set[tuple[str, int]]:
    """Address and line of what cites nothing in the file of changes, and in the game because of it."""
    change = f'cafe en\nvariant a of shop "A"\n\n{body}\n'
    before, after = (check_game(CITED, "shop.cafe", more).value for more in ((), ((change, "a.cafe"),)))
    assert before is not None and after is not None
    known = {(part.address, part.span) for part in cover(before).uncited}
    return {(p.address, p.span.line) for p in cover(after).uncited if (p.address, p.span) not in known}


@pytest.mark.parametrize(
    ("body", "uncited"),
    [
        ("after buy.price\n  gain 1 coins", {("buy", 5)}),
        ("after buy.price    @turn.9\n  gain 1 coins", set()),
        ('after buy.price\n  gain 1 coins    @assumed "ours"', set()),
        ("replace menu.tea\n  | tea | 4 | 4 |", {("menu.tea", 5)}),
        ("replace menu.tea    @turn.9\n  | tea | 4 | 4 |", set()),
        ("replace menu.tea.1 = 4", {("menu.tea.1", 4)}),
        ("replace menu.tea.2 = 4", {("menu.tea.2", 4)}),
        ("replace action buy\n  draw 1 from sack to cup[me]\n\nremove example.poor", {("buy", 4)}),
        ("replace act.rest\n  gain 3 coins", {("act.rest", 4)}),
    ],
)
def test_change_inherits_no_citation(body: str, uncited: set[tuple[str, int]]) -> None:
    assert _uncited(body) == uncited

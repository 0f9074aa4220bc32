"""Nothing given away: a few hundred requests of people at tables, in worlds that one of them cannot tell apart (`make strangers`:
a hundred thousand); and leaks that are planted are found."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.program.program import ME
from rulekit.tools.web.tables.table import WebTable
from rulekit.tools.web.workers.seated_game import SeatedGame
from rulekit.tools.web.workshop import workshop
from tests.tools.web.strangers import Search

WORKSHOP = ("simulate", "lesson", "compare", "check", "share", "kept")
AGAIN = ("rework", "other rules", "opened", "branch", "example")


def test_nobody_is_told_what_they_may_not_know() -> None:
    looking = Search()
    for number in range(2):
        found = looking.look(looking.script(random.Random(number), 26))
        assert not found, "\n".join(found)
    assert looking.counts["requests"] > 100 and looking.counts["other games"] > 3 and looking.counts["compared"] > 15


def _unseen(seated: SeatedGame) -> list[int]:
    """The pieces that who decides does not see, in the order in which they lie."""
    seen, cells = seated.engine.code.tables.sight, seated.here.state.cells
    return [p for cell, sight in seen.items() if not sight[cells[ME]] for p in pieces_in(cells[cell])]


def _targets(patch: pytest.MonkeyPatch) -> None:
    """What a move touches tells of a piece in somebody else's hand."""
    targets = SeatedGame._targets
    patch.setattr(SeatedGame, "_targets", lambda self, touch: [*targets(self, touch), *map(str, _unseen(self)[:1])])


def _undo(patch: pytest.MonkeyPatch) -> None:
    """Whether a move can be taken back depends on what nobody sees."""
    able = SeatedGame.can_go_back
    patch.setattr(SeatedGame, "can_go_back", lambda self, steps: able(self, steps) or sum(_unseen(self)[:1]) % 2 == 0)


def _log(patch: pytest.MonkeyPatch) -> None:
    """The log tells everybody what whoever moved was told."""
    told = SeatedGame._log

    def last(seated: SeatedGame, looker: int) -> int:
        return seated.here.trace.steps[-1].player if seated.before else looker

    patch.setattr(SeatedGame, "_log", lambda self, looker, lang: told(self, last(self, looker), lang))


def _seed(patch: pytest.MonkeyPatch) -> None:
    """A position tells a little of what is to come."""
    whole = SeatedGame.position
    patch.setattr(SeatedGame, "position", lambda self, *a, **more: whole(self, *a, **more, luck=self.here.trace.seed % 7))


def _links(patch: pytest.MonkeyPatch) -> None:
    """Whoever plays by other rules gets all links."""
    rework = workshop.rework

    async def told(service: Any, link: Any, rules: Any, lang: str) -> Any:
        found = await rework(service, link, rules, lang)
        return found | workshop.links(max(service.tables.values(), key=lambda t: t.row.number))

    patch.setattr(workshop, "rework", told)


def _others(patch: pytest.MonkeyPatch) -> None:
    """A game is played again under other rules as it was dealt."""
    job = WebTable.job
    patch.setattr(WebTable, "job", lambda self, kind, **more: job(self, kind, **more | {"fresh": self.row.seed}))


@pytest.mark.parametrize("plant", [_targets, _undo, _log, _seed, _links, _others])
def test_a_leak_that_is_planted_is_found(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    looking = Search(WORKSHOP if plant in (_links, _others) else WORKSHOP + AGAIN)
    assert any(looking.look(looking.script(random.Random(number), 30)) for number in range(12))

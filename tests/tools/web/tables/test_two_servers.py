"""Two servers on one file: each has its own workers, and what one of them could not keep is not played on there."""

from __future__ import annotations

import asyncio

from tests.tools.web.serving import example
from tests.tools.web.worlds import World


def test_a_move_that_another_server_was_faster_with_is_not_taken_for_one_s_own() -> None:
    asyncio.run(_faster())


async def _faster() -> None:
    one, two = World(), World()
    two.service.store = one.service.store
    rules = {"rules": example("tic-tac-toe"), "seats": [{}, {}], "players": 2}
    made = (await one.ask("POST", "/api/tables", rules)).data
    link, watch = made["seats"][0]["link"], made["watch"]
    for world in (one, two):
        assert (await world.ask("GET", f"/api/at/{link}")).data["at"] == 0
    assert (await one.ask("POST", f"/api/at/{link}/move", {"at": 0, "move": 0})).status == 200
    late = await two.ask("POST", f"/api/at/{link}/move", {"at": 0, "move": 4})
    assert (late.status, late.data["error"]["code"]) == (503, "store")
    seen = [(await world.ask("GET", f"/api/at/{watch}")).data for world in (one, two)]
    assert seen[0]["zones"] == seen[1]["zones"] and seen[0]["log"] == seen[1]["log"]

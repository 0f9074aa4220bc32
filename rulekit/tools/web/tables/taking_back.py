"""Taking a move back: a player asks, the others agree, and what chance or secrets forbid is refused."""

from __future__ import annotations

from attrs import evolve

from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.tables.seating import Undo
from rulekit.tools.web.tables.table import Link, WebTable, fresh
from rulekit.tools.web.tables.table_service import TableService
from rulekit.wording import sentence


async def take_back(service: TableService, link: Link, at: int, agree: bool) -> int:
    """Ask for a player's last move back, agree to that, or not."""
    table, seat = link.table, link.seat
    async with table.lock:
        fresh(table, at)
        asked = table.seating.undo
        if seat is None:
            raise Refused(403, "watching", sentence("who only watches cannot take a move back"))
        if not agree:
            table.seating.undo = None
        elif asked is None:
            table.seating.undo = await _asked(service, table, seat)
        else:
            table.seating.undo = evolve(asked, agreed=asked.agreed | {seat})
        if table.seating.undo is not None and not table.seating.waiting():
            await _go_back(service, table, table.seating.undo)
        await service.tell_again(table)
        now = table.at
    service.go_on(table)
    return now


async def _asked(service: TableService, table: WebTable, seat: int) -> Undo:
    own = [n for n, step in enumerate(table.steps) if step["player"] == seat]
    if not own:
        raise Refused(409, "undo", sentence("there is no move of yours to take back"))
    reply = await service.ask(table, table.job("undo", to=own[-1]))
    if not reply.data["possible"] or table.decider is None:
        raise Refused(409, "undo", sentence("this move cannot be taken back: chance or something hidden came to light"))
    return Undo(seat, own[-1], frozenset({seat}), reply.data["secrets"])


async def _go_back(service: TableService, table: WebTable, undo: Undo) -> None:
    await service.add(table, "undo", {"to": undo.to})
    del table.steps[undo.to :]
    table.turned += 1
    table.seating.undo = None

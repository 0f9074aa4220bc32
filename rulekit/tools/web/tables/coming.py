"""How people come to a table: by a short code, and from one game to the next with the same others."""

from __future__ import annotations

from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.tables.table import Link
from rulekit.tools.web.tables.table_service import TableService
from rulekit.wording import sentence


async def redeem(service: TableService, typed: str, address: str) -> str:
    """Return the link that a code stands for; a code of a seat that was taken is none any more."""
    codes = service.codes
    if not codes.may_ask(address):
        raise Refused(429, "rate", sentence("too many codes that are none; wait a minute"))
    link = codes.link_of(typed)
    if link is not None:
        found = await service.find(link)
        if found.seat is None or found.seat not in found.table.seating.came:
            return link
        codes.drop(link)
    codes.was_wrong(address)
    hint = sentence("codes hold for some hours, until somebody has taken the seat")
    raise Refused(404, "code", sentence("there is no such code"), hint)


async def rematch(service: TableService, link: Link) -> str:
    """Return the link of a player's seat at a new table with the same rules and people; whoever asks first opens it."""
    table, seat = link.table, link.seat
    if seat is None:
        raise Refused(403, "watching", sentence("who only watches cannot open another game"))
    async with table.lock:
        await service.know(table)
        if table.decider is not None:
            raise Refused(409, "rematch", sentence("this game is not over yet"))
        if table.seating.again is None:
            made = await service.once_more(table)
            seats = [None if s.bot else s.link for s in made.row.seats]
            again = {"watch": made.row.watch, "seats": seats}
            await service.add(table, "again", again)
            table.seating.again = again
            await service.tell_again(table)
        found = table.seating.again_for(seat)
    assert found is not None
    return found

"""Bots at a table: they think while people look at the move before, and play as long as it is theirs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.tables.table import WebTable

if TYPE_CHECKING:
    from rulekit.tools.web.tables.table_service import TableService

LONG = 30.0  # seconds for a job


async def take_turns(service: TableService, table: WebTable) -> None:
    """Let bots play until a person is asked, the game is over, or nobody looks."""
    try:
        while table.awake:
            async with table.lock:
                await service.know(table)
            if table.seating.bot(table.decider) is None or table.seating.undo is not None:
                return
            await one_move(service, table)
    except Refused as refused:
        table.seating.trouble = str(refused)
        service.later(service.tell_news(table))
    finally:
        table.thinking = None


async def one_move(service: TableService, table: WebTable) -> None:
    """Let a bot choose, and make the move after the pause if nothing has happened meanwhile; before the first move of a game
    there is nothing to look at."""
    at, by = table.at, table.decider
    pause = asyncio.sleep(service.pause if table.steps else 0)
    thinking, _ = await asyncio.gather(_choice(service, table), pause, return_exceptions=True)
    if isinstance(thinking, BaseException):
        raise thinking
    async with table.lock:
        if table.at == at and table.seating.undo is None and thinking is not None:
            lookers = service.lookers(table)
            reply = await service.ask(table, table.job("move", by=by, move=thinking, lookers=lookers))
            await service.keep_move(table, reply, lookers)


async def _choice(service: TableService, table: WebTable) -> int | None:
    """Return the number of the move that a bot chooses. If it had to do without machine code, that is made from now on."""
    ready, row = service.ready, table.row
    bot = table.seating.bot(table.decider)
    if bot is None:  # a move was taken back meanwhile
        return None
    job = table.job("think", bot=bot, turned=table.turned, code=ready.code_of(row.rules, row.players))
    found = (await service.ask(table, job, LONG, service.minds if table.trusted else None)).data
    if found.get("slow"):
        ready.make(row.rules, row.players, lambda: service.source_of(table))
    choice: int | None = found["choice"]
    return choice

"""Old tables go: with all that happened there, and with the rules that nobody uses any more."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import suppress

from rulekit.tools.web.tables.store import NOTED
from rulekit.tools.web.tables.table import DAY
from rulekit.tools.web.tables.table_service import TableService

SECONDS_BETWEEN = 3600.0  # seconds between two looks at what is old
MOST_AT_ONCE = 100  # tables or rules at once, so that no move waits long for it


def forget_tables(c: sqlite3.Connection, before: float, most: int = MOST_AT_ONCE) -> list[int]:
    """Forget some tables where nothing has happened since; their numbers."""
    numbers = c.execute("SELECT id FROM tables WHERE used < ? ORDER BY used LIMIT ?", (before, most)).fetchall()
    for where in ('events WHERE "table" = ?', 'seats WHERE "table" = ?', "tables WHERE id = ?"):
        c.executemany(f"DELETE FROM {where}", numbers)
    return [number for (number,) in numbers]


def forget_rules(c: sqlite3.Connection, before: float, most: int = MOST_AT_ONCE) -> int:
    """Forget some rules that no table is played by and nobody has asked for since; how many."""
    old = "SELECT id FROM rules WHERE used < ? AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.rules = rules.id) LIMIT ?"
    return c.execute(f"DELETE FROM rules WHERE id IN ({old})", (before, most)).rowcount


async def forget_old(service: TableService, now: float) -> int:
    """Forget what is too old; how many tables."""
    before, count = now - service.keep * DAY - NOTED, 0
    while numbers := await service.store.run(lambda c: forget_tables(c, before)):
        service.forget(numbers)
        count += len(numbers)
    while await service.store.run(lambda c: forget_rules(c, before)):
        pass
    return count


async def forget_for_ever(service: TableService) -> None:
    """Look for what is old, now and then."""
    while service.keep:
        with suppress(sqlite3.Error):  # the file is busy or full: next time
            await forget_old(service, time.time())
        await asyncio.sleep(SECONDS_BETWEEN)

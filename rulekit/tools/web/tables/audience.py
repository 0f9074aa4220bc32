"""Who is told what happens at tables: whoever plays always, whoever watches as far as there is room.

A seat has room of its own for several windows. If there are too many, the one that has listened longest makes room, so that
a player who comes back from somewhere else is never kept out by what was left open there, nor by those who watch.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, field

from rulekit.engine.view import OPEN
from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.tables.table import Listener, WebTable
from rulekit.wording import sentence

AT_SEAT = 8  # windows of one seat
AT_TABLE, AT_TABLE_FROM_ONE = 60, 30  # who watch one table, and of these from one address
IN_ALL, IN_ALL_FROM_ONE = 2000, 200  # who watch any table


@define(eq=False)
class Audience:
    """All who watch, by address."""

    watching: Counter[str] = field(factory=Counter)

    def admit(self, table: WebTable, looker: int, address: str) -> None:
        """Refuse one more who watches when there are too many; a player is never refused."""
        if looker != OPEN:
            return
        here = [one.address for one in table.listeners if one.looker == OPEN]
        at_table = len(here) >= AT_TABLE or here.count(address) >= AT_TABLE_FROM_ONE
        if at_table or self.watching.total() >= IN_ALL or self.watching[address] >= IN_ALL_FROM_ONE:
            raise Refused(503, "full", sentence("too many people watch here"), sentence("a seat's link always gets in"))

    def enter(self, table: WebTable, listener: Listener) -> None:
        """Let somebody in who was admitted."""
        own = [one for one in table.listeners if one.looker == listener.looker]
        table.listeners.append(listener)
        if listener.looker == OPEN:
            self.watching[listener.address] += 1
        else:
            for one in own[: max(0, len(own) + 1 - AT_SEAT)]:
                one.tell(b"")

    def leave(self, table: WebTable, listener: Listener) -> None:
        """Somebody has gone."""
        table.listeners.remove(listener)
        if listener.looker == OPEN:
            self.watching[listener.address] -= 1
            self.watching += Counter()  # keeps no address that nobody watches from

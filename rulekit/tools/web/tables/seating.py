"""Who sits at a table, what they are called, who is looking now, and who wants a move back."""

from __future__ import annotations

import json
from typing import Any

from attrs import define, evolve, frozen

from rulekit.engine.view import OPEN
from rulekit.tools.web.tables.player_names import is_default
from rulekit.tools.web.tables.store import SeatRow, TableRow

Data = dict[str, Any]


@frozen
class Undo:
    """A wish to go back to so many steps, and who has agreed. `all_asked`: players have secrets, so even who never came has to
    agree; a move and its taking back could tell of a hand that nobody has looked at yet."""

    by: int
    to: int
    agreed: frozenset[int]
    all_asked: bool = False


@define(eq=False)
class Seating:
    """The seats of one table."""

    seats: tuple[SeatRow, ...]
    asked: Data  # the rules as they were asked for, without their text
    here: frozenset[int] = frozenset()
    came: frozenset[int] = frozenset()  # who has ever been here
    undo: Undo | None = None
    trouble: str = ""
    again: Data | None = None  # the links of the table where the same people play again: {watch, seats}

    @classmethod
    def of(cls, row: TableRow) -> Seating:
        """Return the seats as they are kept."""
        asked = {k: v for k, v in row.source.get("asked", {}).items() if k not in ("text", "base")}
        made = cls(row.seats, asked | {"id": row.rules}, came=frozenset(d["player"] for k, d in row.events if k == "move"))
        for kind, data in row.events:
            if kind == "name":
                made.call(data["seat"], data["name"])
            elif kind == "again":
                made.again = data
        return made

    def look_in(self, lookers: frozenset[int]) -> bool:
        """Return who is looking now; whether that is news."""
        news = lookers != self.here
        self.here, self.came = lookers, self.came | lookers
        return news

    @property
    def names(self) -> tuple[str, ...]:
        """What everybody is called."""
        return tuple(s.name for s in self.seats)

    def call(self, seat: int, name: str) -> None:
        """Somebody is called otherwise."""
        self.seats = tuple(evolve(s, name=name) if s.seat == seat else s for s in self.seats)

    def bot(self, seat: int | None) -> str | None:
        """Return the bot on a seat, if one sits there."""
        return None if seat is None else self.seats[seat].bot

    def again_for(self, seat: int | None) -> str | None:
        """Return where somebody finds the rematch, if there is one."""
        if self.again is None:
            return None
        link: str | None = self.again["watch"] if seat is None else self.again["seats"][seat]
        return link

    def waiting(self) -> list[int]:
        """Return the people who have not agreed to a move taken back; a seat that nobody ever took is asked only where there are
        secrets."""
        undo = self.undo or Undo(0, 0, frozenset())
        asked = [s.seat for s in self.seats if s.bot is None and (undo.all_asked or s.seat in self.came)]
        return [seat for seat in asked if seat not in undo.agreed]

    def _player(self, s: SeatRow, seat: int | None) -> Data:
        here = s.bot is not None or s.seat in self.here
        named = s.bot is not None or not is_default(s.name)
        return {"seat": s.seat, "name": s.name, "named": named, "bot": s.bot, "here": here, "mine": s.seat == seat}

    def around(self, table: Any, looker: int, lang: str) -> bytes:
        """Return the part of a position that is not about the game."""
        seat = None if looker == OPEN else looker
        players = [self._player(s, seat) for s in self.seats]
        undo = {"asked": self.undo.by if self.undo else None, "waiting": self.waiting() if self.undo else []}
        told: Data = {
            "at": table.at, "steps": len(table.steps), "viewer": seat, "lang": lang, "players": players, "undo": undo,
            "thinking": self.bot(table.decider) is not None, "trouble": self.trouble, "rules": self.asked,
            "expires": table.expires, "again": self.again_for(seat), "watch": None if seat is None else table.row.watch,
        }  # fmt: skip
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()

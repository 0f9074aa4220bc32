"""The choices of a move as one viewer is told of them. What is not known yet may become known when a piece first moves."""

from __future__ import annotations

from attrs import define, field

from rulekit.engine.events.event import Choice, Chosen, Event, Inside
from rulekit.engine.moves import Part
from rulekit.program.program import CellValue


@define(eq=False)
class Told:
    """One part of a move. `slot`: the cell of the frame that holds what was chosen; `homes`: where the chosen pieces lay."""

    part: Part
    known: bool
    value: Inside = None
    slot: int | None = None
    homes: dict[int, int] = field(factory=dict)
    sort: str = ""
    shown: set[int] = field(factory=set)  # of these pieces those that were seen as they moved

    def choice(self) -> Choice | None:
        """Return what was chosen, as far as it is known."""
        pick = self.part.pick
        if pick is None:
            return None
        return Choice(pick.name, self.value) if self.known else Choice(pick.name, None, self.sort, len(self.homes))


@define(eq=False)
class Draft:
    """An event that is not finished: more choices may follow."""

    player: int
    address: str
    cells: tuple[CellValue, ...]
    parts: list[Told] = field(factory=list)

    def takes(self, player: int, what: str) -> bool:
        """Return whether one more part belongs to the same move."""
        body = any(told.part.what not in ("bullet", "accept", "decline") for told in self.parts)
        return self.player == player and not (body and what == "start")

    def event(self) -> Event:
        """Return the event as it is known now."""
        told = tuple((t.part.what, t.part.address, t.choice()) for t in self.parts)
        parts = tuple(t.part for t in self.parts if t.known)
        unseen = tuple(choice for t in self.parts if not t.known and (choice := t.choice()) is not None)
        return Event("chosen", self.player, self.address, choices=told, move=Chosen(parts, unseen, self.cells))

"""What came of a move in a game that has sentences: places with their articles, pieces with theirs, no arrows.

The order, and what is told at all, are as in `came_of_it`; only here a marker is told by its text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from attrs import define

from rulekit.engine.events.event import Event, Where
from rulekit.engine.view import SeenPiece
from rulekit.model.types import TruthType
from rulekit.program.program import CellValue
from rulekit.report.table.came_of_it import MOST_NAMED, Came, deed, plain_type
from rulekit.report.told.things import family_text, joined, says_its_value, some_pieces, the_place, unseen_pieces

MOST_GONE_NAMED = 3  # of those that were seen before, instead of MOST_NAMED


@define
class SpokenCame(Came):
    """What came of one move.

    `alone`: nothing came of it but that somebody drew; then the move's sentence says so already. `other`: the last one who was
    named did not make the move, so the one who did has to be named again.
    """

    alone: bool = False
    other: bool = False

    def who(self, player: int | None, text: str) -> str:
        """Return what a player did, without the name of the one who moved where that goes without saying."""
        named = player is not None and (player != self.player or self.other)
        self.other = player != self.player
        return self.namer.say("log_who", who=self.namer.player(player), text=text) if named and player is not None else text

    def place(self, where: Where) -> str:
        """Return a place as it is said of in a sentence; `their hand` only if nobody else has been named since the move."""
        return the_place(self.namer, where.name, where.indices, None if self.other else self.player)

    def said(self, events: list[Event]) -> str:
        """Return events that are said in one go, and note whether somebody else is named there."""
        text = super().said(events)
        others = {*range(self.namer.layout.players)} - {self.player}
        if events[0].kind in ("announced", "set") and any(self.namer.player(one) in text for one in others):
            self.other = True
        return text

    def pieces(self, pieces: Sequence[SeenPiece], sort: str) -> str:
        """Return pieces without articles, for a list behind a colon."""
        return ", ".join(some_pieces(self.namer, pieces, "", MOST_NAMED))

    def moved(self, events: list[Event]) -> str:
        """Return which pieces went where."""
        namer, first, target = self.namer, events[0], events[0].target
        pieces, unseen = self.not_named([event for event in events if not self._is_said_by_its_spot(event)])
        if (not pieces and not unseen) or target is None:
            return ""
        hidden = [unseen_pieces(namer, first.sort, unseen)] if unseen else []
        if self.is_own_draw(first) and not self._is_open(target):
            if self.alone and self.player is not None:
                return self._and(some_pieces(namer, pieces, "the", MOST_NAMED))
            drawn = self._and([*some_pieces(namer, pieces, "a", MOST_NAMED), *hidden])
            return self.who(first.player, namer.say("log_draws", what=drawn))
        place = self.place(target)
        if pieces and self.is_new(events):
            shown = ", ".join([*some_pieces(namer, pieces, "", MOST_NAMED), *hidden])
            return joined(namer, namer.say("log_new", what=shown, place=place), place)
        gone = self._and([*self._gone(pieces), *hidden])
        count = len(pieces) + unseen
        if any(spot.name == target.name and spot.shape == "spot" for spot in namer.layout.places):
            return joined(namer, namer.say("log_lands", what=gone, place=place, count=count), place)
        return joined(namer, namer.say("log_goes", what=gone, place=place, count=count), place)

    def not_named(self, events: list[Event]) -> tuple[list[SeenPiece], int]:
        """Return the pieces that the sentence does not name: what came out of a place that nobody sees was not chosen."""
        fresh = [event for event in events if event.source is not None and self.is_hidden(event.source)]
        pieces, unseen = super().not_named([event for event in events if event not in fresh])
        return [*pieces, *(p for e in fresh for p in e.pieces)], unseen + sum(e.count for e in fresh if not e.seen)

    def _is_said_by_its_spot(self, event: Event) -> bool:
        """Return whether a piece, drawn where all see it, lies on a spot that the sentence names by all its indices."""
        target, namer = event.target, self.namer
        if event.kind != "drawn" or target is None or event.source is None or self.is_hidden(event.source):
            return False
        dims = [plain_type(dim.type) for dim in namer.dims(target.name)]
        is_spot = any(place.name == target.name and place.shape == "spot" for place in namer.layout.places)
        wanted = Counter(zip(dims, target.indices, strict=True))
        return is_spot and bool(wanted) and all(self.named[key] >= count for key, count in wanted.items())

    def _is_open(self, where: Where) -> bool:
        """Return whether everybody sees what lies in a place: what somebody draws for it is new there."""
        return any(place.name == where.name and place.sight == "open" for place in self.namer.layout.places)

    def set_to(self, events: list[Event]) -> str:
        """Return what a marker is now: by its text, else by its name; one that has no text says nothing when it is put back."""
        namer, first, last = self.namer, events[0], events[-1]
        if last.pieces and any(isinstance(key, tuple) and key[0] == last.sort for key in self.named):
            return ""  # the sentence counts them
        if last.pieces or last.where is None:
            return super().set_to(events)
        where, kind = last.where, self.type_of(last)
        if last.value == first.was or namer.is_scratch(where.name):
            return ""
        text = family_text(namer, where.name, where.indices, cast(CellValue, last.value))  # pieces have been told above
        if text and says_its_value(namer, where.name):
            return text
        named = self.is_value_named((plain_type(kind), last.value), last) or self.is_value_named(last.value, last)
        if isinstance(plain_type(kind), TruthType) or named or (last.value is None and not text):
            return ""
        return namer.say("labelled", name=self.place(where), text=namer.value(kind, last.value))

    def is_bookkeeping(self, event: Event) -> bool:
        """Return whether an event is a number that a marker was set to, and the game has no text for it."""
        text = event.where is not None and family_text(self.namer, event.where.name, event.where.indices, 0)
        return super().is_bookkeeping(event) and not text

    def all(self) -> list[str]:
        """Return all that is worth a word; numbers that have no text are not."""
        groups = [events for events in self.heard.values() if not self.is_bookkeeping(events[0])]
        deeds = {deed(event) for events in groups for event in events if event.kind == "announced" and event.address}
        told = [[event for event in events if not self._goes_without_saying(event, deeds)] for events in groups]
        return [text for events in told if events and (text := self.said(events))]

    def _goes_without_saying(self, event: Event, announced: set[str]) -> bool:
        """Return whether an announcement says it, and this is only how it is done: pieces are laid face down, or shuffled."""
        where = event.target if event.kind == "moved" else event.where if event.kind == "shuffled" else None
        return where is not None and self.is_hidden(where) and deed(event) in announced

    def shown(self, event: Event) -> str:
        """Return what was shown, whose it was, and to whom."""
        if not event.seen or not event.sort or event.where is None:
            return super().shown(event)
        what = self._and(some_pieces(self.namer, event.pieces, "the", MOST_NAMED))
        return self.shows(event, event.where, what)

    def _gone(self, pieces: Sequence[SeenPiece]) -> Iterator[str]:
        """Yield pieces that were seen before: a few by name, of many how many they are."""
        for sort, count in Counter(piece.sort for piece in pieces).items():
            same = [piece for piece in pieces if piece.sort == sort]
            yield from some_pieces(self.namer, same, "the", MOST_GONE_NAMED if count <= MOST_GONE_NAMED else 0)

    def _and(self, texts: Sequence[str]) -> str:
        *first, last = texts or ("",)
        return self.namer.say("and", first=", ".join(first), last=last) if first else last

"""The table laid out: what lies where when the game begins, as everybody sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.view import OPEN, SeenPlace, view
from rulekit.report.rulebook.parts import Gallery, Grid, Picture, Shown, Zone
from rulekit.report.rulebook.reader import capital, players
from rulekit.report.scene import scene
from rulekit.report.scene.legend import legend
from rulekit.report.scene.table_text import scene_maker
from rulekit.report.sentences import Sentences
from rulekit.report.table.arranged import NOWHERE_ELSE, Arranged
from rulekit.report.table.looks import painter
from rulekit.report.text import is_endless
from rulekit.report.words import Namer

SEED = 1
MOST_PIECES = 60  # of one place; a picture with more shows nothing


def picture(engine: Engine, namer: Namer, say: Sentences) -> Picture | None:
    """Return the table at the first decision; None: the game does not get there, or nothing lies open."""
    try:
        state = engine.start(SEED)
    except Fault:
        return None
    shown = view(engine, state, OPEN)
    seen = scene_maker(engine, namer).scene(state, OPEN, seen=shown)
    arranged = Arranged(namer, shown, NOWHERE_ELSE if seen is None else seen.elsewhere)
    zones_of = _Painter(arranged, say, {} if seen is None else {None: seen.middle, **dict(seen.areas)})
    seats = range(namer.layout.players if seen is None or not seen.areas else 1)  # laid out, all have the same before them
    zones = [zones_of.zone(seat) for seat in (None, *seats)]
    count = players(say, namer.layout.players, namer.layout.players)
    found = tuple(zone for zone in zones if zone.rows or zone.boards or zone.laid)
    signs = tuple(legend(painter(namer), shown, seen))
    return Picture(capital(say("picture", who=count)), found, capital(namer.say("signs")), signs) if found else None


@frozen
class _Painter:
    arranged: Arranged
    say: Sentences
    laid: Mapping[int | None, scene.Grid | None]

    def zone(self, seat: int | None) -> Zone:
        namer = self.arranged.namer
        name = self.say("middle") if seat is None else namer.player(seat)
        rows: list[tuple[str, str | Gallery]] = []
        boards: list[tuple[str, Grid]] = []
        for family, places in self.arranged.places(seat):
            if family == "box":
                continue
            if self.arranged.is_grid(family, places):
                boards.append((capital(namer.place(family)), self._grid(family, places)))
            else:
                rows += self._family(family, places)
        return Zone(name, (*rows, *self._numbers(seat)), tuple(boards), self.laid.get(seat))

    def _family(self, family: str, places: list[SeenPlace]) -> Iterator[tuple[str, str | Gallery]]:
        """Yield the places of a family that hold anything; if none does, nothing."""
        namer, skip = self.arranged.namer, self.arranged.player_dim(family)
        for place in (p for p in places if p.count):
            inside = ", ".join(namer.index_words(family, place.indices, skip))
            name = capital(namer.place(family))
            label = f"{name} ({inside})" if inside and len(places) > 1 else name
            yield label, self._pieces(place)

    def _pieces(self, place: SeenPlace) -> str | Gallery:
        namer = self.arranged.namer
        sort = next((p.sort for p in namer.layout.places if p.name == place.place), "")
        if place.pieces is None or len(place.pieces) > MOST_PIECES:
            return namer.counted(sort, place.count) if sort else str(place.count)
        return Gallery(tuple(Shown("", namer.seen(piece), piece) for piece in place.pieces))

    def _grid(self, family: str, places: list[SeenPlace]) -> Grid:
        """Return a board, the highest row first."""
        namer = self.arranged.namer
        across, up = namer.dims(family)
        there = {place.indices: place for place in places}
        rows = []
        for y in reversed(range(up.low, up.low + up.size)):
            line = [there.get((x, y)) for x in range(across.low, across.low + across.size)]
            cells = (self._pieces(place) if place is not None and place.count else "" for place in line)
            rows.append((namer.value(up.type, y), *cells))
        return Grid(("", *(namer.value(across.type, across.low + n) for n in range(across.size))), tuple(rows))

    def _numbers(self, seat: int | None) -> Iterator[tuple[str, str]]:
        """Yield what players have, and what is in reserve."""
        found = list(self._tallies(seat))
        for bank in (False, True):
            told = ", ".join(text for text, of_bank in found if of_bank == bank)
            if told:
                yield "", self.say("bank", what=told) if bank else told

    def _tallies(self, seat: int | None) -> Iterator[tuple[str, bool]]:
        """Yield tallies and banks that are not nothing."""
        namer = self.arranged.namer
        for name, bank, group in self.arranged.numbers(seat):
            tally = any(t.name == name for t in namer.layout.tallies)
            values = [n.value for n in group if isinstance(n.value, int) and not isinstance(n.value, bool) and not n.hidden]
            if tally and len(group) == len(values) == 1 and values[0] > 0 and not is_endless(values[0]):
                yield namer.counted(name, values[0]), bank

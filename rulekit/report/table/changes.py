"""What a move changed, in one short line: pieces that came to a place, tallies and markers that are not what they were.

Comes in: two states and who looks (None: what is open to all players). Goes out: text, with nothing the viewer may not see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.engine.view import SeenNumber, SeenPiece, SeenPlace, View, describe, view
from rulekit.model.types import NumberType, PlayerType, TruthType
from rulekit.program.program import FROZEN
from rulekit.report.words import Namer

MOST = 6
SHOWN = 4


def change_line(
    namer: Namer, engine: Engine, before: State, after: State, viewer: int | None = None, seen: tuple[View, View] | None = None
) -> str:
    """What is different now for the viewer; nothing: an empty text. `seen`: what the viewer saw and sees, if that is known."""
    first, second = seen or (_seen(namer, engine, before, viewer), _seen(namer, engine, after, viewer))
    said = _Changes(namer, first, second, _held(engine, before, first), _held(engine, after, second)).all()
    told = namer.say("then").join(said[:MOST])
    return namer.say("more_changes", what=told, count=len(said) - MOST) if len(said) > MOST else told


def _seen(namer: Namer, engine: Engine, state: State, viewer: int | None) -> View:
    if viewer is not None:
        return view(engine, state, viewer)
    return open_view(namer, [view(engine, state, seat) for seat in range(namer.layout.players)])


def open_view(namer: Namer, views: Sequence[View]) -> View:
    """Return what all players see: of a player's own things what the others see of them, of hidden places how many."""
    first = views[0]
    places = [_open_place(_others(namer, same)) for same in zip(*(v.places for v in views), strict=True)]
    tallies = [_others(namer, same)[0] for same in zip(*(v.tallies for v in views), strict=True)]
    markers = [_open_number(_others(namer, same)) for same in zip(*(v.markers for v in views), strict=True)]
    return evolve(first, player=None, places=tuple(places), tallies=tuple(tallies), markers=tuple(markers))


def _others(namer: Namer, same: Sequence[Any]) -> list[Any]:
    """Return one thing as everybody sees it, without its owner: who made a secret choice sees it already."""
    owner = _owner(namer, same[0])
    return [one for seat, one in enumerate(same) if seat != owner] or list(same)


def _owner(namer: Namer, thing: SeenPlace | SeenNumber) -> int | None:
    name = thing.place if isinstance(thing, SeenPlace) else thing.name
    if isinstance(thing, SeenNumber) and thing.bank:
        return None
    pairs = zip(namer.dims(name), thing.indices, strict=False)
    return next((index for dim, index in pairs if isinstance(dim.type, PlayerType)), None)


def _open_place(same: Sequence[SeenPlace]) -> SeenPlace:
    return same[0] if all(one == same[0] for one in same) else evolve(same[0], pieces=None)


def _open_number(same: Sequence[SeenNumber]) -> SeenNumber:
    return same[0] if all(one == same[0] for one in same) else evolve(same[0], value=None, hidden=True)


def _held(engine: Engine, state: State, seen: View) -> list[tuple[int, ...] | None]:
    """Return which pieces lie in the places of a view; None where the viewer does not see what lies there now."""
    layout, cells = engine.program.layout, list(state.cells)
    numbers = [*(cell for p in layout.places for cell in range(p.base, p.base + p.size)), layout.box]
    found: list[tuple[int, ...] | None] = []
    secret = cells[FROZEN] is not None  # then a view may show what lay there before
    for cell, place in zip(numbers, seen.places, strict=True):
        value = cells[cell]
        pieces = () if value is None else value if isinstance(value, tuple) else (value,)
        same = not secret or tuple(describe(engine, cells, p) for p in pieces) == place.pieces
        found.append(pieces if same and place.pieces is not None else None)
    return found


@frozen
class _Changes:
    namer: Namer
    before: View
    after: View
    held: list[tuple[int, ...] | None]
    holds: list[tuple[int, ...] | None]

    def all(self) -> list[str]:
        """Return pieces, tallies, markers; numbers of markers, mostly bookkeeping, only if there is nothing else to tell."""
        pairs = zip(self.before.markers, self.after.markers, strict=True)
        seen = [(was, now) for was, now in pairs if was.value != now.value and not was.hidden and not now.hidden]
        markers = [(was, now) for was, now in seen if not self.namer.is_scratch(now.name)]
        said = [*self._pieces(), *self._tallies(), *self._markers(markers, numbers=False)]
        return said or list(self._markers(markers, numbers=True))

    def _pieces(self) -> Iterator[str]:
        """Yield what one place loses another gains: only gains are told."""
        for n, (old, new) in enumerate(zip(self.before.places, self.after.places, strict=True)):
            if self.held[n] == self.holds[n] and old == new:
                continue
            yield from self._place(old, new, self._came(n, old, new))

    def _came(self, n: int, old: SeenPlace, new: SeenPlace) -> Counter[str]:
        """Return the pieces that came or look different now; where one cannot follow them, what is more than before."""
        was, now = old.pieces or (), new.pieces or ()
        before, after = self.held[n], self.holds[n]
        if before is None or after is None:
            return Counter(map(self._piece, now)) - Counter(map(self._piece, was))
        known = dict(zip(before, was, strict=True))
        return Counter(self._piece(seen) for piece, seen in zip(after, now, strict=True) if known.get(piece) != seen)

    def _tallies(self) -> Iterator[str]:
        for was, now in zip(self.before.tallies, self.after.tallies, strict=True):
            if not now.bank and isinstance(was.value, int) and isinstance(now.value, int) and was.value != now.value:
                yield self._tally(now, now.value - was.value)

    def _place(self, old: SeenPlace, new: SeenPlace, came: Counter[str]) -> Iterator[str]:
        where = self.namer.family(new.place, new.indices)
        if old.pieces is None or new.pieces is None:
            if new.count > old.count:
                yield f"{where} +{self._counted(new, new.count - old.count)}"
            return
        if not came:
            return
        if len(came) > SHOWN:
            yield f"{self._counted(new, came.total())} → {where}"
            return
        yield f"{', '.join(f'{n}×{text}' if n > 1 else text for text, n in came.items())} → {where}"

    def _counted(self, place: SeenPlace, count: int) -> str:
        sort = next((p.sort for p in self.namer.layout.places if p.name == place.place), None)
        return self.namer.say("pieces", count=count) if sort is None else self.namer.counted(sort, count)

    def _piece(self, piece: SeenPiece) -> str:
        return " ".join(self.namer.marks(piece)) or self.namer.word(piece.sort)

    def _tally(self, now: SeenNumber, more: int) -> str:
        inside = self.namer.index_words(now.name, now.indices, 0)
        sign = "+" if more > 0 else "−"
        return f"{self.namer.player(now.indices[0])} {sign}{self.namer.counted(now.name, abs(more))}" + (
            f" {', '.join(inside)}" if inside else ""
        )

    def _markers(self, changed: list[tuple[SeenNumber, SeenNumber]], numbers: bool) -> Iterator[str]:
        for was, now in changed:
            kind = next(m.type for m in self.namer.layout.markers if m.name == now.name)
            if isinstance(kind, NumberType) == numbers and not isinstance(kind, TruthType):
                old, new = (self.namer.value(kind, n.value) for n in (was, now))
                yield self.namer.say("changed", name=self.namer.family(now.name, now.indices), old=old, new=new)

"""A view put in order, for whoever draws it: common things first, then player by player; families of places and numbers.

Comes in: a view and a namer. Goes out: groups of what is seen, and the words for numbers. Tables in text and on a page share it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from attrs import frozen

from rulekit.engine.view import SeenNumber, SeenPlace, View
from rulekit.model.expressions import UNLIMITED
from rulekit.model.types import KindType, NumberType, OptionalType, TruthType, Type
from rulekit.program.program import CellValue
from rulekit.report.words import Namer

WIDEST_GRID = 14


@frozen
class Elsewhere:
    """What is drawn in a scene, or not at all: families (`("place", name)`, `("number", …)`, `("bank", …)`) or members."""

    families: frozenset[tuple[str, str]] = frozenset()
    members: frozenset[tuple[str, str, tuple[int, ...]]] = frozenset()

    def holds(self, what: str, name: str, indices: tuple[int, ...]) -> bool:
        """Return whether a member of a family is not drawn here."""
        return (what, name) in self.families or (what, name, indices) in self.members


NOWHERE_ELSE = Elsewhere()


@frozen
class Arranged:
    """The things of a view by owner and family."""

    namer: Namer
    view: View
    elsewhere: Elsewhere = NOWHERE_ELSE

    def places(self, seat: int | None) -> Iterator[tuple[str, list[SeenPlace]]]:
        """Yield the families of places that belong to a player, or (None) to nobody, each with its members."""
        for name, places in groupby(self.view.places, lambda p: p.place):
            mine = [p for p in places if self.owner(name, p.indices) == seat]
            mine = [p for p in mine if not self.elsewhere.holds("place", name, p.indices)]
            if mine and (name != "box" or mine[0].count):
                yield name, mine

    def numbers(self, seat: int | None) -> Iterator[tuple[str, bool, list[SeenNumber]]]:
        """Yield the tallies, banks and markers of a player or of nobody: name, whether it is the bank, members.

        A marker that is for the rules alone is not among them.
        """
        markers = [n for n in self.view.markers if not self.namer.is_scratch(n.name)]
        seen = [n for n in (*self.view.tallies, *markers) if self._owner_of_number(n) == seat]
        for (name, bank), group in groupby(seen, lambda n: (n.name, n.bank)):
            here = [n for n in group if not self.elsewhere.holds("bank" if bank else "number", name, n.indices)]
            if here:
                yield name, bank, here

    def idle(self) -> frozenset[str]:
        """Return the tallies and markers that are seen to be 0, none or no for everybody."""
        seen = [n for n in (*self.view.tallies, *self.view.markers) if not n.bank]
        busy = {n.name for n in seen if n.hidden or (n.value is not None and not self._is_nothing(n))}
        return frozenset(n.name for n in seen) - busy

    def _is_nothing(self, number: SeenNumber) -> bool:
        kind = self.type_of(number)
        plain = kind.of if isinstance(kind, OptionalType) else kind
        counts = plain is None or isinstance(plain, NumberType | TruthType)
        return counts and not number.value

    # ---- places ----------------------------------------------------------------------------------
    def player_dim(self, name: str) -> int | None:
        """Return which index of a family is a player."""
        return self.namer.player_dim(name)

    def owner(self, name: str, indices: tuple[int, ...]) -> int | None:
        """Return whose a member of a family is."""
        at = self.player_dim(name)
        return None if at is None else indices[at]

    def kinds(self, place: SeenPlace) -> list[tuple[Type, CellValue]]:
        """Return the values of kinds that a place stands for: what lies there need not say them again."""
        dims = zip(self.namer.dims(place.place), place.indices, strict=True)
        return [(d.type, index) for d, index in dims if isinstance(d.type, KindType)]

    def shape(self, name: str) -> str:
        """Return the shape of a family of places."""
        return next((p.shape for p in self.namer.layout.places if p.name == name), "bag")

    def is_grid(self, name: str, places: list[SeenPlace]) -> bool:
        """Return whether the places are the spots of a board that everybody sees; some of them alone are no board."""
        dims = self.namer.dims(name)
        if name == "box" or self.shape(name) != "spot" or len(dims) != 2 or self.player_dim(name) is not None:
            return False
        whole = len(places) == dims[0].size * dims[1].size
        return whole and all(1 < d.size <= WIDEST_GRID for d in dims) and all(p.pieces is not None for p in places)

    # ---- numbers ---------------------------------------------------------------------------------
    def _owner_of_number(self, number: SeenNumber) -> int | None:
        return None if number.bank else self.owner(number.name, number.indices)

    def number_name(self, name: str, bank: bool) -> str:
        """Return what a tally, a bank or a marker is called."""
        called = self.namer.word(name, 2)
        return self.namer.say("bank", what=called) if bank else called

    def are_truths(self, name: str, numbers: list[SeenNumber]) -> bool:
        """Return whether it is enough to list those that hold: several truths, all seen."""
        marker = next((m for m in self.namer.layout.markers if m.name == name), None)
        if marker is None or not isinstance(marker.type, TruthType) or any(n.hidden or n.value is None for n in numbers):
            return False
        return all(self.inside(number) for number in numbers)

    def inside(self, number: SeenNumber) -> list[str]:
        """Return the indices of a number but the player, in words."""
        if not number.bank:
            return self.namer.index_words(number.name, number.indices, self.player_dim(number.name))
        dims = self.namer.dims(number.name)[1:]
        return [self.namer.value(d.type, v) for d, v in zip(dims, number.indices, strict=False)]

    def number_text(self, number: SeenNumber) -> str:
        """Return a number's value in words."""
        if number.hidden:
            return "?"
        kind = self.type_of(number)
        if kind is not None:
            return self.namer.value(kind, number.value)
        bank = [n for t in self.namer.layout.tallies if t.name == number.name for n in t.start]
        endless = number.bank and all(n == UNLIMITED for n in bank)
        return self.namer.say("unlimited") if endless or number.value is None else str(number.value)

    def type_of(self, number: SeenNumber) -> Type | None:
        """Return the type of a marker; None: it is a tally."""
        return next((m.type for m in self.namer.layout.markers if m.name == number.name), None)


def player_dim_skipped(namer: Namer, place: SeenPlace) -> list[str]:
    """Return the indices of a place but the player, in words."""
    return namer.index_words(place.place, place.indices, namer.player_dim(place.place))

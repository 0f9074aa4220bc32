"""A board on the native engine: positions are dealt into the words of the state, without going through cells."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from random import Random

from attrs import define, field, frozen

from rulekit.bots.boards import Standing, dealt, through_secrets
from rulekit.bots.known import Eyes, Known, held
from rulekit.engine.engine import Engine
from rulekit.native.engine import Native, Table, Trouble
from rulekit.native.state.context_words import CAPPED, FINISHED, ROW
from rulekit.native.state.layout import NONE, SEED_HIGH, pack
from rulekit.native.state.noted_paths import MOST_PATH
from rulekit.program.program import FROZEN, PC, SEED, CellValue


@frozen
class Slot:
    """Where unseen pieces lie: cell, how many, first word, word of the copy (None: no copy), and how they are kept."""

    cell: int
    count: int
    word: int
    copy: int | None
    is_sorted: bool
    is_reversed: bool


@define
class NativeBoard:
    """On the native engine, which has to know the paths of moves."""

    engine: Engine
    eyes: Eyes
    native: Native
    table: Table = field(init=False)
    players: int = field(init=False)
    known: Known | None = None
    words: array[int] = field(init=False)
    slots: list[list[Slot]] | None = None

    def __attrs_post_init__(self) -> None:
        self.table = self.native.table()
        self.players = self.engine.program.layout.players
        self.words = array("i")

    @property
    def count(self) -> int:
        """See `Board`."""
        return self.table.count

    @property
    def decider(self) -> int:
        """See `Board`."""
        return self.table.decider

    # ---- dealing ---------------------------------------------------------------------------------
    def prepare(self, known: Known) -> None:
        """See `Board`."""
        self.known = known
        self.words = pack(self.engine.program, self.native.shape, known.cells)
        plain = self._plain(known)
        self.slots = [[self._slot(known, c, n) for c, n in group.cells] for group in known.unseen] if plain else None

    def _plain(self, known: Known) -> bool:
        """Whether unseen pieces stand in places only, and alone in them."""
        before, low = known.cells[FROZEN], self.engine.program.layout.data[0]
        pieces = {p for group in known.unseen for p in group.pieces}
        if any(not pieces.isdisjoint(held(known.cells[cell])) for cell, _ in self.eyes.names[known.cells[PC]]):
            return False
        return all(
            len(held(known.cells[cell])) == count and (before is None or before[cell - low] == known.cells[cell])
            for group in known.unseen
            for cell, count in group.cells
        )

    def _slot(self, known: Known, cell: int, count: int) -> Slot:
        shape = self.native.shape
        family = shape.family_of(cell)
        assert family is not None
        word = shape.word[cell] + (0 if family.is_spot else 1)
        copy = None if known.cells[FROZEN] is None or shape.frozen is None else shape.frozen + word
        return Slot(cell, count, word, copy, family.is_sorted, family.is_reversed)

    def deal(self, chance: Random) -> int:
        """See `Board`."""
        known = self.known
        assert known is not None
        orders, values, seed = dealt(known, chance)
        words = self._renamed(known, orders) if self.slots is None else self._laid(self.slots, orders)
        self._mark(words, known, values)
        low, high = seed & 0xFFFFFFFF, seed >> 32
        words[SEED], words[SEED_HIGH] = (v - 2**32 if v >= 2**31 else v for v in (low, high))
        self._settle(lambda: self.table.set(words))
        return through_secrets(self, known, chance)

    def _laid(self, slots: list[list[Slot]], orders: list[list[int]]) -> array[int]:
        """Unseen pieces written where they lie."""
        words, where = self.words[:], self.native.shape.where
        for group, order in zip(slots, orders, strict=True):
            at = 0
            for slot in group:
                pieces = order[at : at + slot.count]
                at += slot.count
                if slot.is_sorted:
                    pieces.sort()
                elif slot.is_reversed:
                    pieces.reverse()
                laid = array("i", pieces)
                words[slot.word : slot.word + slot.count] = laid
                if slot.copy is not None:
                    words[slot.copy : slot.copy + slot.count] = laid
                for piece in pieces:
                    words[where + piece] = slot.cell
        return words

    def _renamed(self, known: Known, orders: list[list[int]]) -> array[int]:
        cells = list(known.cells)
        pairs = ((group.pieces, order) for group, order in zip(known.unseen, orders, strict=True))
        self.eyes.rename(cells, {a: b for pieces, order in pairs for a, b in zip(pieces, order, strict=True)})
        return pack(self.engine.program, self.native.shape, cells)

    def _mark(self, words: array[int], known: Known, values: list[CellValue]) -> None:
        shape = self.native.shape
        for (cell, _), value in zip(known.markers, values, strict=True):
            word = NONE if value is None else int(value)
            words[shape.word[cell]] = word
            if shape.frozen is not None and known.cells[FROZEN] is not None:
                words[shape.frozen + shape.word[cell]] = word

    # ---- playing ---------------------------------------------------------------------------------
    def _settle(self, go: Callable[[], int]) -> int:
        try:
            return go()
        except Trouble:
            self.table.count = -1
            return -1

    def take(self, move: int) -> int:
        """See `Board`."""
        return self._settle(lambda: self.table.take(move))

    def keep(self) -> array[int]:
        """See `Board`."""
        return self.table.keep()

    def back(self, position: array[int]) -> int:
        """See `Board`."""
        return self._settle(lambda: self.table.set(position))

    def keys(self) -> list[Hashable]:
        """See `Board`."""
        context, facts = self.table.context, self.native.facts
        first, found = facts.moves_at + facts.stride - 1 - MOST_PATH, list[Hashable]()
        for at in range(first, first + self.table.count * facts.stride, facts.stride):
            found.append(context[at + 1 : at + 1 + context[at]].tobytes())
        return found

    def roll(self, stream: int, longest: int) -> Standing | None:
        """See `Board`."""
        row = self.table.play_on(stream, longest)
        if row[0] == FINISHED:
            return row[2], tuple(row[ROW:])
        return self.standing() if row[0] == CAPPED else None

    def standing(self) -> Standing | None:
        """See `Board`."""
        try:
            outcome = self.table.outcome()
        except Trouble:
            return None
        return sum(1 << p for p in outcome.winners), outcome.totals

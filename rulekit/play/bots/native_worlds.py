"""Determinization on the native engine: positions are dealt into the words of the state, without going through cells."""

from __future__ import annotations

from array import array

from attrs import define, field, frozen

from rulekit.native.engine import NativeTable
from rulekit.native.state.layout import NONE, Shape, pack
from rulekit.play.bots.determinize import Worlds
from rulekit.play.bots.known import Known
from rulekit.program.program import FROZEN, CellValue, as_number


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
class NativeWorlds(Worlds):
    """The positions that fit what is known, where unseen pieces lie in places only: they are written where they lie."""

    table: NativeTable
    words: array[int] = field(init=False)
    slots: list[list[Slot]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        native, known = self.table.native, self.known
        self.words = pack(native.program, native.shape, known.cells)
        self.slots = [[_slot(native.shape, known, cell, count) for cell, count in group.cells] for group in known.unseen]

    def _lay(self, orders: list[list[int]], values: list[CellValue], seed: int) -> None:
        words, shape = self._laid(orders), self.table.native.shape
        for (cell, _), value in zip(self.known.markers, values, strict=True):
            word = NONE if value is None else int(as_number(value))
            words[shape.word[cell]] = word
            if shape.frozen is not None and self.known.cells[FROZEN] is not None:
                words[shape.frozen + shape.word[cell]] = word
        self.table.set(words, seed)

    def _laid(self, orders: list[list[int]]) -> array[int]:
        words, where = self.words[:], self.table.native.shape.where
        for group, order in zip(self.slots, orders, strict=True):
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


def _slot(shape: Shape, known: Known, cell: int, count: int) -> Slot:
    family = shape.family_of(cell)
    assert family is not None
    word = shape.word[cell] + (0 if family.is_spot else 1)
    copy = None if known.cells[FROZEN] is None or shape.frozen is None else shape.frozen + word
    return Slot(cell, count, word, copy, family.is_sorted, family.is_reversed)

"""Determinization: positions that the player who knows something cannot tell apart, all as likely as each other.

Comes in: a table, what is known. Goes out: the table at such a position, dealt anew each time. Both engines give the same ones.
"""

from __future__ import annotations

from array import array
from random import Random

from attrs import define, field, frozen

from rulekit.native.engine import NativeTable
from rulekit.native.state.layout import NONE, Shape, pack
from rulekit.play.bots.known import Eyes, Known, held
from rulekit.play.tables import Table
from rulekit.program.program import FROZEN, PC, SEED, CellValue


@define
class Worlds:
    """The positions that fit what is known."""

    eyes: Eyes
    known: Known
    table: Table

    def deal(self, chance: Random) -> int:
        """Go to one of them; how many moves the player has there, or that it cannot go on."""
        known, orders = self.known, []
        for group in known.unseen:
            order = list(group.pieces)
            chance.shuffle(order)
            orders.append(order)
        values = [among[one_of(chance, len(among))] for _, among in known.markers]
        self._lay(orders, values, chance.getrandbits(64))
        return self._through_secrets(chance)

    def _lay(self, orders: list[list[int]], values: list[CellValue], seed: int) -> None:
        """Go to the position with unseen pieces in these orders, these values of unseen markers and this chance."""
        known, cells = self.known, list(self.known.cells)
        pairs = ((group.pieces, order) for group, order in zip(known.unseen, orders, strict=True))
        self.eyes.rename(cells, {a: b for pieces, order in pairs for a, b in zip(pieces, order, strict=True)})
        for (cell, _), value in zip(known.markers, values, strict=True):
            self.eyes.write(cells, cell, value)
        cells[SEED] = seed
        self.table.set_cells(cells)

    def _through_secrets(self, chance: Random) -> int:
        """Let those who choose before the player choose at random, and the player as before."""
        table, mine = self.table, self.known.mine
        if mine is None:
            return table.count
        left = list(mine)
        while table.count > 0:
            if table.decider != self.known.player:
                table.take(one_of(chance, table.count))
            elif left:
                move = left.pop(0)
                if move >= table.count:
                    return -1
                table.take(move)
            else:
                return table.count
        return -1


def one_of(chance: Random, count: int) -> int:
    """A number below count."""
    return int(chance.random() * count)


def worlds_of(eyes: Eyes, known: Known, table: Table) -> Worlds:
    """The positions that fit what is known; on the native engine written in words, if that can be."""
    if isinstance(table, NativeTable) and _lie_alone(eyes, known):
        return NativeWorlds(eyes, known, table)
    return Worlds(eyes, known, table)


def _lie_alone(eyes: Eyes, known: Known) -> bool:
    """Whether unseen pieces stand in places only, and alone in them."""
    before, low = known.cells[FROZEN], eyes.engine.program.layout.data[0]
    pieces = {p for group in known.unseen for p in group.pieces}
    if any(not pieces.isdisjoint(held(known.cells[cell])) for cell, _ in eyes.names[known.cells[PC]]):
        return False
    return all(
        len(held(known.cells[cell])) == count and (before is None or before[cell - low] == known.cells[cell])
        for group in known.unseen
        for cell, count in group.cells
    )


# ---- in words ------------------------------------------------------------------------------------
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
    """The same, dealt into the words of a native table without going through cells: unseen pieces are written where they lie."""

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
            word = NONE if value is None else int(value)
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

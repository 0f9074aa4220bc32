"""Determinization: positions that the player who knows something cannot tell apart, all as likely as each other.

Comes in: a table, what is known. Goes out: the table at such a position, dealt anew each time. Both engines give the same ones.
"""

from __future__ import annotations

from random import Random

from attrs import define

from rulekit.play.bots.known import Eyes, Known
from rulekit.play.tables import ReferenceTable, Table
from rulekit.program.program import FROZEN, PC, SEED, Cells, CellValue, pieces_held


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
        known, cells = self.known, Cells(self.known.cells)
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
    """Return a number below count."""
    return int(chance.random() * count)


def worlds_of(eyes: Eyes, known: Known, table: Table) -> Worlds:
    """Return the positions that fit what is known; on the native engine written in words, if that can be."""
    if isinstance(table, ReferenceTable) or not _lie_alone(eyes, known):
        return Worlds(eyes, known, table)
    from rulekit.native.engine import NativeTable
    from rulekit.play.bots.native_worlds import NativeWorlds

    assert isinstance(table, NativeTable)
    return NativeWorlds(eyes, known, table)


def _lie_alone(eyes: Eyes, known: Known) -> bool:
    """Return whether unseen pieces stand in places only, and alone in them."""
    before, low = known.cells[FROZEN], eyes.engine.program.layout.data[0]
    pieces = {p for group in known.unseen for p in group.pieces}
    if any(not pieces.isdisjoint(pieces_held(known.cells[cell])) for cell, _ in eyes.names[known.cells[PC]]):
        return False
    return all(
        len(pieces_held(known.cells[cell])) == count and (before is None or before[cell - low] == known.cells[cell])
        for group in known.unseen
        for cell, count in group.cells
    )

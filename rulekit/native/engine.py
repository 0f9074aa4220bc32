"""The native engine: a program as machine code that plays whole games (`batch`) or one decision after another
(`NativeTable`).

Where the code meets anything that is not plain play (a fault of the rules, a limit), it stops with that game and says so
(`TROUBLED`, `STOPPED`): the reference engine then plays the same seed and says what it is. So there is one meaning of faults.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulekit.diagnostics import Diagnostic
from rulekit.engine.faults import STOPPED
from rulekit.engine.machine import Path
from rulekit.engine.moves import Move, move_of
from rulekit.engine.score import Outcome
from rulekit.engine.state import State, first_cells
from rulekit.extras import has, missing
from rulekit.limits import MOST_DECISIONS
from rulekit.native.llvm.cache import Cache
from rulekit.native.state.context_words import ACTION, CAPPED, FINISHED, ROW, TROUBLE, UPTO, Facts
from rulekit.native.state.layout import NONE, SEED_HIGH, Shape, make_shape, pack, unpack
from rulekit.native.state.noted_paths import MOST_PATH, path_of
from rulekit.program import program as prog
from rulekit.program.program import ACTIVE, ME, SEED, Cells
from rulekit.wording import sentence

if TYPE_CHECKING:
    from llvmlite.binding import ExecutionEngine

Word = type[ctypes.c_int32 | ctypes.c_uint64 | ctypes.c_void_p]
SIGNATURES: dict[str, tuple[Word | None, tuple[Word, ...]]] = {
    "settle": (ctypes.c_int32, ()),
    "take_move": (ctypes.c_int32, (ctypes.c_int32,)),
    "outcome": (ctypes.c_int32, (ctypes.c_void_p,)),
    "sheet": (ctypes.c_int32, (ctypes.c_int32, ctypes.c_void_p)),
    "play": (ctypes.c_int32, (ctypes.c_uint64, ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)),
    "batch": (None, (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int32, ctypes.c_int32, *[ctypes.c_void_p] * 3)),
}


@frozen
class Rows:
    """Results of games, a row of words each: end, decisions, winners as bits, numbers of chance used, totals by seat."""

    words: array[int]
    width: int

    def __len__(self) -> int:
        return len(self.words) // self.width

    def __getitem__(self, index: int) -> array[int]:
        return self.words[index * self.width : (index + 1) * self.width]


@define
class Native:
    """One program as machine code. It may be used by several threads at once."""

    program: prog.Program
    shape: Shape
    facts: Facts
    engine: ExecutionEngine  # keeps the code in memory
    functions: dict[str, Callable[..., int]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.functions = {}
        for name, (result, kinds) in SIGNATURES.items():
            make = ctypes.CFUNCTYPE(result, ctypes.c_void_p, ctypes.c_void_p, *kinds)
            self.functions[name] = make(self.engine.get_function_address(name))

    def batch(
        self, seed: int, first: int, count: int, longest: int = MOST_DECISIONS, weights: Sequence[Sequence[int]] | None = None
    ) -> Rows:
        """Play games number `first` on of a series; moves are equally likely, or as `weights` (by seat: of no action, then of
        each deed) say."""
        words, context = array("i", [0]) * self.shape.size, self._context()
        start = pack(self.program, self.shape, first_cells(self.program, 0))
        width = ROW + self.program.layout.players
        rows = array("i", [0]) * (width * count)
        flat = None if weights is None else array("i", [w for row in weights for w in row])
        self.functions["batch"](
            _address(words), _address(context), seed & (2**64 - 1), first, count, longest,
            None if flat is None else _address(flat), _address(start), _address(rows),
        )  # fmt: skip
        return Rows(rows, width)

    def table(self) -> NativeTable:
        """Return a table for one thread to play at."""
        return NativeTable(self)

    def _context(self) -> array[int]:
        return array("i", bytes(4 * self.facts.size))


@define
class NativeTable:
    """One game in memory; `count`: how many moves its menu has (0: it is over, `STOPPED`: the reference engine has to say why
    it does not go on)."""

    native: Native
    words: array[int] = field(init=False)
    context: array[int] = field(init=False)
    count: int = 0

    def __attrs_post_init__(self) -> None:
        self.words = array("i", bytes(4 * self.native.shape.size))
        self.context = self.native._context()

    def _call(self, name: str, *args: int | None) -> int:
        return self.native.functions[name](_address(self.words), _address(self.context), *args)

    def _settled(self, count: int) -> int:
        if count < 0:
            self.context[TROUBLE], count = 0, STOPPED
        self.count = count
        return count

    # ---- positions -------------------------------------------------------------------------------
    def start(self, seed: int) -> int:
        """Begin a game; how many moves the first menu has."""
        return self.set_cells(first_cells(self.native.program, seed))

    def set_cells(self, cells: Sequence[prog.CellValue]) -> int:
        """Go to a state of the reference engine."""
        self.words[:] = pack(self.native.program, self.native.shape, Cells(cells))
        return self._settled(self._call("settle"))

    def set(self, position: array[int], seed: int | None = None) -> int:
        """Go to a position that was kept; with a seed, another chance from there on."""
        self.words[:] = position
        if seed is not None:
            low, high = seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF
            self.words[SEED], self.words[SEED_HIGH] = (v - 2**32 if v >= 2**31 else v for v in (low, high))
        return self._settled(self._call("settle"))

    def keep(self) -> array[int]:
        """Return the position, to come back to."""
        return self.words[:]

    def bookmark(self) -> Callable[[], int]:
        """Return what comes back to this position, as often as it is called."""
        position = self.keep()
        return lambda: self.set(position)

    def state(self) -> State:
        """Return the position as a state of the reference engine."""
        return State(tuple(unpack(self.native.program, self.native.shape, self.words)))

    # ---- playing ---------------------------------------------------------------------------------
    @property
    def decider(self) -> int:
        """The seat that has to decide."""
        return self.words[ME]

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.words[ACTIVE]

    def actions(self) -> list[int]:
        """For each move of the menu the first action it begins: 0 for none, else 1 + the number of the deed."""
        at, stride, found = self.native.facts.moves_at, self.native.facts.stride, list[int]()
        while len(found) < self.count:
            found += [self.context[at + ACTION]] * (self.context[at + UPTO] - len(found))
            at += stride
        return found

    def path(self, move: int) -> Path:
        """Return the choices of a move; only code made with paths knows them."""
        return path_of(self.native.program, self.native.shape, self.native.facts, self.context, move)

    def keys(self) -> list[Hashable]:
        """Return what tells the moves of the menu from each other, in any position; only code made with paths knows it."""
        context, facts = self.context, self.native.facts
        first, found = facts.moves_at + facts.stride - 1 - MOST_PATH, list[Hashable]()
        for at in range(first, first + self.count * facts.stride, facts.stride):
            found.append(context[at + 1 : at + 1 + context[at]].tobytes())
        return found

    def moves(self) -> tuple[Move, ...]:
        """Return the moves of the menu; only code made with paths knows them."""
        return tuple(move_of(self.native.program, self.path(n)) for n in range(self.count))

    def take(self, move: int) -> int:
        """Make a move of the menu; how many moves the next menu has."""
        if not 0 <= move < self.count:
            raise IndexError(move)
        return self._settled(self._call("take_move", move))

    def play_on(self, stream: int, longest: int = MOST_DECISIONS) -> Outcome | None:
        """Play on at random to the end, or so many decisions: how it ends or stands then. The position is used up."""
        row = array("i", [0]) * (ROW + self.native.program.layout.players)
        self._call("play", stream & (2**64 - 1), longest, None, _address(row))
        if row[0] == FINISHED:
            return Outcome(tuple(row[ROW:]), seats_of(row[2]))
        return self.outcome() if row[0] == CAPPED else None

    def outcome(self) -> Outcome | None:
        """Totals and winners as they would be now; None if that cannot be said here."""
        totals = array("i", [0]) * self.native.program.layout.players
        winners = self._call("outcome", _address(totals))
        return None if self._is_troubled() else Outcome(tuple(totals), seats_of(winners))

    def sheet(self, player: int) -> tuple[int | None, ...] | None:
        """Return the lines of a player's score sheet, of which one that is a list is 0; None if that cannot be said here."""
        lines = array("i", [0]) * max(1, len(self.native.program.score))
        self._call("sheet", player, _address(lines))
        if self._is_troubled():
            return None
        return tuple(None if w == NONE else w for w in lines[: len(self.native.program.score)])

    def _is_troubled(self) -> bool:
        """Return whether the code stopped; it can be asked again."""
        found = self.context[TROUBLE] != 0
        self.context[TROUBLE] = 0
        return found


def seats_of(won: int) -> tuple[int, ...]:
    """Return the seats whose bits are set.

    >>> seats_of(0b101)
    (0, 2)
    """
    return tuple(seat for seat in range(won.bit_length()) if won >> seat & 1)


def native_of(program: prog.Program, paths: bool = False, cache: Cache | None = None) -> Native | Diagnostic:
    """Return a program as machine code, from the cache if it is there; or why there is none."""
    if not has("llvmlite"):
        return missing("llvmlite", "fast", sentence("the native engine"))
    made = (cache or Cache()).code_of(program, paths)
    if isinstance(made, Diagnostic):
        return made
    facts, engine = made
    return Native(program, make_shape(program), facts, engine)


def _address(words: array[int]) -> int:
    return words.buffer_info()[0]

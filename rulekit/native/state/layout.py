"""The state as one vector of 32-bit words: where each cell of a program lies, and states of the reference engine as vectors.

A place takes `[length, e0 … e(capacity - 1)]`, a list of the frame the same, every other cell one word; then comes for each
piece the place it lies in. Piles and decks are stored bottom first, so that the top is added and taken without moving others.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping

from attrs import frozen

from rulekit.limits import LONGEST_LIST
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Value
from rulekit.model.model_walk import everything, expressions
from rulekit.model.types import DescriptionType, ListType, OptionalType, PictureType, PieceType, Type
from rulekit.program import program as prog
from rulekit.program.analysis.expression_ranges import Ranges
from rulekit.program.program import ACTIVE, COUNTER, DECIDER, FROZEN, ME, PC, SEED

NONE = -(2**31)
SEED_HIGH = 6  # a seed has 64 bits: its upper half stands where the reference engine keeps forced outcomes
HEAD = 9
WIDE = 8  # words that may be read together; as many stand behind the last one
REVERSED = ("pile", "deck")


@frozen
class Family:
    """A family of places: the word of its first member, words of each, and how its pieces are stored."""

    layout: prog.PlaceLayout
    word: int
    stride: int

    @property
    def is_spot(self) -> bool:
        return self.layout.shape == "spot"

    @property
    def is_sorted(self) -> bool:
        return self.layout.shape in ("bag", "hand")

    @property
    def is_reversed(self) -> bool:
        return self.layout.shape in REVERSED


@frozen
class Shape:
    """`word[cell]`: where it lies; `room[slot]`: how many elements a list of the frame may have, `width[slot]`: words of each."""

    size: int
    word: tuple[int, ...]
    room: Mapping[int, int]
    width: Mapping[int, int]
    where: int
    families: Mapping[str, Family]
    members: Mapping[int, Family]  # by cell
    frozen: int | None  # the first word of the copy that `everyone secretly` keeps
    sizes: Sizes

    def family_of(self, cell: int) -> Family | None:
        """Return the family whose member a cell is."""
        return self.members.get(cell)


def make_shape(program: prog.Program) -> Shape:
    """Give every cell its words: single ones first, then lists, places and the pieces' whereabouts."""
    layout = program.layout
    sizes = Sizes(program, _writers(program))
    rooms = {slot: sizes.of_slot(slot) for slot in sizes.writers}
    loops = {n.list: len(n.targets) for n in program.nodes if isinstance(n, prog.ForNext)}
    widths = {slot: loops.get(slot, 1) for slot in rooms}
    pieces = sum(s.count for s in layout.sorts)
    box = prog.PlaceLayout("box", layout.box, 1, (), "bag", "", "open", (), False, pieces)
    families = (*layout.places, box)
    wide = {c: p for p in families if p.shape != "spot" for c in range(p.base, p.base + p.size)}
    word = [0] * layout.size
    at = HEAD
    for cell in range(layout.size):
        if cell < prog.FIXED:
            word[cell] = cell
        elif cell not in wide and cell not in rooms:
            word[cell], at = at, at + 1
    for cell, room in rooms.items():
        word[cell], at = at, at + 1 + room * widths[cell]
    found = {}
    for place in families:
        stride = 1 if place.shape == "spot" else 1 + place.capacity
        if place.shape != "spot":
            for offset in range(place.size):
                word[place.base + offset], at = at, at + stride
        found[place.name] = Family(place, word[place.base], stride)
    where, at = at, at + pieces
    has_freeze = any(isinstance(n, prog.Freeze) for n in program.nodes)
    members = {f.layout.base + n: f for f in found.values() for n in range(f.layout.size)}
    kept = at if has_freeze else None
    size = (2 * at if has_freeze else at) + WIDE
    return Shape(size, tuple(word), rooms, widths, where, found, members, kept, sizes)


def _writers(program: prog.Program) -> dict[int, list[prog.Expr | None]]:
    """Return the slots that hold lists, with all that is put into them (None: whatever a trial is told)."""
    writers: dict[int, list[prog.Expr | None]] = {}
    for node in program.nodes:
        if isinstance(node, prog.Let) and isinstance(bare(node.value.type), ListType):
            writers.setdefault(node.slot, []).append(node.value)
        elif isinstance(node, prog.Choose | prog.Random):
            for pick in node.picks:
                if pick.several:
                    writers.setdefault(pick.slot, []).append(pick.source)
    cells = (e for node in program.nodes for outer in expressions(node) for e in everything(outer) if isinstance(e, prog.Cell))
    lists = {cell.slot for cell in cells if isinstance(bare(cell.type), ListType)}
    for trial in program.trials:
        for _, slot in trial.args:
            if slot in writers or slot in lists:
                writers.setdefault(slot, []).append(None)
    return writers


def bare(kind: Type) -> Type:
    """Return a type without `or none`."""
    return kind.of if isinstance(kind, OptionalType) else kind


def element_type(kind: Type) -> Type:
    """Return the type of a list's elements."""
    kind = bare(kind)
    if isinstance(kind, PictureType):
        return OptionalType(ListType(DescriptionType(kind.sort)))
    assert isinstance(kind, ListType)
    return kind.of


@frozen
class Sizes:
    """How long lists can be, at the most."""

    program: prog.Program
    writers: Mapping[int, list[prog.Expr | None]]

    def of_slot(self, slot: int, above: tuple[int, ...] = ()) -> int:
        """Return the longest list that is ever put into a slot."""
        if slot in above:
            return 0
        return max((self.of(e, (*above, slot)) if e is not None else 64 for e in self.writers.get(slot, ())), default=16)

    def of(self, e: prog.Expr, above: tuple[int, ...] = ()) -> int:
        """Return the greatest length of a list."""
        return max(1, min(LONGEST_LIST, self._of(e, above)))

    def _of(self, e: prog.Expr, above: tuple[int, ...]) -> int:
        layout = self.program.layout
        match e:
            case exprs.Const(value=tuple() as items):
                return len(items)
            case exprs.Items(items=items):
                return len(items)
            case prog.Cell(slot=slot):
                return self.of_slot(slot, above)
            case exprs.Contents(type=kind) | exprs.Collect(type=kind, function="distinct") if _pieces(layout, kind):
                return _pieces(layout, kind)
            case exprs.Collect(binders=binders):
                ways = 1
                for binder in binders:
                    ways = min(LONGEST_LIST, ways * self.of(binder.source, above))
                return ways
            case exprs.IfElse(yes=yes, no=no):
                return max(self.of(yes, above), self.of(no, above))
            case exprs.Range(low=low, high=high):
                ranges = Ranges(layout, {s: (a, b) for s, a, b in self.program.bounds})
                a, b = ranges.of(low), ranges.of(high)
                return b[1] - a[0] + 1 if a and b else 256
            case exprs.Apply(define=name):
                return self.of(next(d.body for d in self.program.defines if d.name == name), above)
            case exprs.Builtin(function="clockwise") | exprs.Winners() | exprs.Players():
                return layout.players
            case exprs.AttrOf(of=of) if not isinstance(bare(of.type), ListType):
                return max((len(v) for v in _values(layout, e) if isinstance(v, tuple)), default=16)
            case exprs.AttrOf(of=of) | exprs.Builtin(args=(of, *_)):
                return self.of(of, above)
            case exprs.TallyOf() | exprs.MarkerOf() | exprs.Lines():
                return 64
        return _pieces(layout, e.type) or 64


def _values(layout: prog.Layout, e: exprs.AttrOf) -> Iterator[Value]:
    for sort in layout.sorts:
        if sort.name == e.owner:
            yield from next(a.values for a in sort.attrs if a.name == e.attr)
    for kind in layout.kinds:
        if kind.name == e.owner:
            yield from dict(kind.attrs)[e.attr]


def _pieces(layout: prog.Layout, kind: Type) -> int:
    kind = bare(kind)
    inner = bare(kind.of) if isinstance(kind, ListType) else None
    return next((s.count for s in layout.sorts if s.name == inner.sort), 0) if isinstance(inner, PieceType) else 0


# ---- states of the reference engine ----------------------------------------------------------------
def pack(program: prog.Program, shape: Shape, cells: prog.Cells | prog.KeptCells) -> array[int]:
    """Return a state of the reference engine as a vector."""
    words = array("i", [0]) * shape.size
    seed = cells[SEED]
    marks = {n.seen for n in program.nodes if isinstance(n, prog.Guard)}  # the two engines make them differently
    for cell, value in enumerate(cells):
        if cell >= prog.FIXED and cell not in marks:
            _store(words, shape, cell, shape.word[cell], value)
    for fixed in (PC, ME, ACTIVE, COUNTER, DECIDER):
        words[fixed] = cells[fixed]
    words[SEED], words[SEED_HIGH] = _signed(seed & 0xFFFFFFFF), _signed(seed >> 32)
    words[FROZEN] = int(cells[FROZEN] is not None)
    if shape.frozen is not None and cells[FROZEN] is not None:
        for offset, value in enumerate(cells[FROZEN]):
            cell = program.layout.data[0] + offset
            _store(words, shape, cell, shape.frozen + shape.word[cell], value, whereabouts=False)
    return words


def _store(words: array[int], shape: Shape, cell: int, at: int, value: prog.CellValue, whereabouts: bool = True) -> None:
    family = shape.family_of(cell)
    if family is not None:
        if whereabouts:
            for piece in prog.pieces_held(value):
                words[shape.where + piece] = cell
        if family.is_spot:
            words[at] = NONE if value is None else prog.as_number(value)
            return
        value = tuple(reversed(prog.as_pieces(value))) if family.is_reversed else value
    if family is not None or cell in shape.room:
        several = () if value is None else prog.as_several(value)
        flat = [w for v in several for w in prog.pieces_held(v)]
        length = NONE if value is None else len(several)
        if family is None and len(flat) > shape.room[cell] * shape.width[cell]:
            raise ValueError("the list is too long for its cell")
        words[at : at + 1 + len(flat)] = array("i", [length, *flat])
    else:
        words[at] = NONE if value is None else int(prog.as_number(value))


def unpack(program: prog.Program, shape: Shape, words: array[int]) -> prog.Cells:
    """Return a vector as cells of the reference engine; truths come back as numbers."""
    cells = prog.Cells([None] * program.layout.size)
    for cell in range(prog.FIXED, program.layout.size):
        cells[cell] = _load(words, shape, cell, shape.word[cell])
    for fixed in (PC, ME, ACTIVE, COUNTER, DECIDER):
        cells[fixed] = words[fixed]
    cells[SEED] = (words[SEED] & 0xFFFFFFFF) | (words[SEED_HIGH] & 0xFFFFFFFF) << 32
    if shape.frozen is not None and words[FROZEN]:
        low, high = program.layout.data
        cells[FROZEN] = tuple(_load(words, shape, c, shape.frozen + shape.word[c]) for c in range(low, high))
    return cells


def _load(words: array[int], shape: Shape, cell: int, at: int) -> prog.CellValue:
    family = shape.family_of(cell)
    if (family is None and cell not in shape.room) or (family is not None and family.is_spot):
        return None if words[at] == NONE else words[at]
    count = words[at]
    if count == NONE:
        return None
    width = shape.width.get(cell, 1)
    flat = tuple(words[at + 1 : at + 1 + count * width])
    if family is not None and family.is_reversed:
        return flat[::-1]
    return flat if width == 1 else tuple(flat[i : i + width] for i in range(0, len(flat), width))


def _signed(word: int) -> int:
    return word - 2**32 if word >= 2**31 else word

"""Two games side by side: which cells of their states mean the same, and how a move of one is found in the other.

Comes in: two programs and the common names. Goes out: for each a `ComparedGame` that tells looks, keys of moves and data in
common terms: equal keys are the same move, equal data the same position.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from types import FrameType

from attrs import define, field, frozen

from rulekit.compare.lockstep.chance import Coupled, Site
from rulekit.compare.rules.unlabelled_choices import Side, Ways, ways
from rulekit.compare.rules.vocabulary import Names, Vocabulary, taken_names
from rulekit.engine.engine import Engine
from rulekit.engine.machine import Found, Path
from rulekit.engine.runtime.constant_tables import Tables, owner_of, sees
from rulekit.model.expressions import Value
from rulekit.model.model import GameModel
from rulekit.model.types import KindType, ListType, OptionalType, PieceType, Type
from rulekit.program import program as prog
from rulekit.program.layout import combinations
from rulekit.program.program import Cells, CellValue, as_number, as_several, pieces_held

AGAIN = "again"
MOST_STEPS = 100_000  # between two decisions: a game is begun hundreds of times, and no sensible one goes on for that long
Key = tuple[tuple[CellValue, ...], ...]  # a move in common terms: what each of its parts is, and more about it
Label = tuple[CellValue, ...]  # what a cell is: place, tally, bank or marker; common name; indices in common terms


@define
class Looks:
    """Numbers for looks, the same for both games."""

    numbers: dict[CellValue, int] = field(factory=dict)

    def number(self, look: CellValue) -> int:
        """Return the number of a look."""
        return self.numbers.setdefault(look, len(self.numbers))


@frozen
class Cell:
    """Where something lies. `kind`: place, tally, bank, marker; `shape` of places; `type` of markers; `sight` by player."""

    cell: int
    kind: str
    shape: str = ""
    type: Type | None = None
    sight: tuple[bool, ...] = ()


@define
class ComparedGame:
    """One game in common terms."""

    model: GameModel
    program: prog.Program
    words: Vocabulary
    shared: frozenset[tuple[str, str]]  # attributes that both games have
    looks: Looks
    seen: tuple[int, ...] = field(init=False)  # the look of each piece
    engine: Engine = field(init=False)
    chance: Coupled = field(init=False)
    cells: Mapping[Label, Cell] = field(init=False)
    ways: Ways = field(factory=dict)  # what the bullets of a fork are known by
    _homes: dict[int, Label] = field(init=False)
    _sites: Mapping[int, Site] = field(init=False)
    _changing: dict[int, tuple[tuple[str, int, Type], ...]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.seen = tuple(self._constant_looks())
        self.chance = Coupled(self.seen, self._own, self._place, self._site)
        self.engine = Engine(self.program, chance=self.chance, most_steps=MOST_STEPS)
        self.cells = dict(self._cells(self.engine.code.tables))
        self._homes = {c.cell: label for label, c in self.cells.items() if c.kind == "place"}
        self._sites = sites(self.program)

    # ---- looks -----------------------------------------------------------------------------------
    def _constant_looks(self) -> list[int]:
        found = []
        for sort in self.program.layout.sorts:
            top = self.words.top(sort.name)
            shared = [a for a in sort.attrs if (top, self.words.attr(sort.name, a.name)) in self.shared]
            named = [(self.words.attr(sort.name, a.name), a) for a in shared]
            moving = tuple((name, a.base - sort.first, a.type) for name, a in named if a.base is not None)
            plain = [(name, a) for name, a in named if a.base is None]
            for n in range(sort.count):
                if moving:
                    self._changing[sort.first + n] = moving
                said = sorted(((name, self.words.said(a.type, a.values[n])) for name, a in plain), key=repr)
                found.append(self.looks.number((top, tuple(said))))
        return found

    def look(self, cells: Cells, piece: int) -> CellValue:
        """Return how a piece looks now."""
        if piece not in self._changing:
            return self.seen[piece]
        now = ((name, self.words.said(kind, cells[base + piece])) for name, base, kind in self._changing[piece])
        return (self.seen[piece], *now)

    def has_looks_of(self, other: ComparedGame) -> bool:
        """Return whether every piece always looks like the one with its number in the other game."""
        return self.seen == other.seen and not self._changing and not other._changing

    def _own(self, cells: Cells, piece: int) -> CellValue:
        """Return what tells a piece from others in this game alone."""
        tables = self.engine.code.tables
        return (tables.alike[piece], *(cells[base + piece] for base in tables.cells[tables.sort_of[piece]]))

    def mixed(self, looks: Sequence[int]) -> frozenset[int]:
        """Return the looks whose pieces can be told apart in this game alone, now or when they change."""
        tables, first, found = self.engine.code.tables, dict[int, int](), set[int]()
        for piece, look in enumerate(looks):
            changes = bool(tables.cells[tables.sort_of[piece]])
            if changes or first.setdefault(look, tables.alike[piece]) != tables.alike[piece]:
                found.add(look)
        return frozenset(found)

    # ---- chance ----------------------------------------------------------------------------------
    def _place(self, cells: Cells, piece: int) -> Label | None:
        """Return where a piece lies; None while a pile is made of what lay elsewhere."""
        tables = self.engine.code.tables
        for home in tables.homes[tables.sort_of[piece]]:
            held = cells[home]
            if held == piece or (isinstance(held, tuple) and piece in held):
                return self._homes.get(home)
        return None

    def _site(self) -> Site | None:
        """Return the rule that is asking chance just now: the one whose line of the program's code is being run."""
        name, origin = f"<{self.program.digest}>", self.engine.code.origin
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != name:
            frame = frame.f_back
        return None if frame is None else self._sites.get(origin[frame.f_lineno - 1])

    # ---- cells -----------------------------------------------------------------------------------
    def _cells(self, tables: Tables) -> list[tuple[Label, Cell]]:
        layout, found = self.program.layout, list[tuple[Label, Cell]]()
        for place in layout.places:
            for offset, index in enumerate(combinations(place.dims)):
                cell = place.base + offset
                label = ("place", self.words.top(place.name), self._index(place.dims, index))
                found.append((label, Cell(cell, "place", place.shape, sight=tables.sight[cell])))
        found.append((("place", "box", ()), Cell(layout.box, "place", "bag", sight=tables.sight[layout.box])))
        for tally in layout.tallies:
            top = self.words.top(tally.name)
            for offset, index in enumerate(combinations(tally.dims)):
                found.append((("tally", top, self._index(tally.dims, index)), Cell(tally.base + offset, "tally")))
            if tally.bank is not None:
                for offset, index in enumerate(combinations(tally.dims[1:])):
                    found.append((("bank", top, self._index(tally.dims[1:], index)), Cell(tally.bank + offset, "bank")))
        for marker in layout.markers:
            top = self.words.top(marker.name)
            for offset, index in enumerate(combinations(marker.dims)):
                label = ("marker", top, self._index(marker.dims, index))
                owner = owner_of(marker.dims, offset)
                sight = tuple(sees(marker.sight, owner, p) for p in range(layout.players))
                found.append((label, Cell(marker.base + offset, "marker", type=marker.type, sight=sight)))
        return found

    def _index(self, dims: tuple[prog.DimSize, ...], index: tuple[int, ...]) -> tuple[Value, ...]:
        return tuple(self.words.said(d.type, i) if isinstance(d.type, KindType) else i for d, i in zip(dims, index, strict=True))

    def data(self, cells: Cells, where: Cell) -> CellValue:
        """Return what lies in a cell, in common terms."""
        value = cells[where.cell]
        if where.kind == "place":
            looks = [self.look(cells, p) for p in pieces_held(value)]
            return tuple(sorted(looks, key=repr)) if where.shape in ("bag", "hand") else tuple(looks)
        if where.kind == "marker" and where.type is not None:
            return self._said(cells, where.type, value)
        return value

    # ---- moves -----------------------------------------------------------------------------------
    def keys(self, before: Cells, menu: list[Found]) -> dict[Key, Cells]:
        """Return the moves of a menu: key and the cells each leads to."""
        return {key: after for key, (_, after) in self.moves(before, menu).items()}

    def moves(self, before: Cells, menu: list[Found]) -> dict[Key, tuple[Path, Cells]]:
        """The moves of a menu: key, path, and the cells each leads to. Two ways to the very same are one move; two ways with the
        same choices that lead elsewhere are told apart by the way."""
        found: dict[Key, tuple[Path, Cells]] = {}
        known: dict[tuple[int, CellValue], Key] = {}  # moves of one menu share most of their steps
        for path, after, _ in menu:
            key = self._key(before, path, known)
            if key not in found:
                found[key] = path, after
            elif found[key][1] != after and not self._is_same_way(found[key][0], path):
                longer = (*key, (AGAIN, self._ways(path)))
                found[longer if longer not in found else (*longer, ("more", len(found)))] = path, after
        return found

    def _is_same_way(self, one: Path, two: Path) -> bool:
        """Return whether two paths differ in nothing but which of two bullets that do the same they take."""
        nodes = self.program.nodes
        taken = [[(pc, self._way(pc, v) if isinstance(nodes[pc], prog.Fork) else v) for pc, v in path] for path in (one, two)]
        return bool(self.ways) and taken[0] == taken[1]

    def _ways(self, path: Path) -> tuple[int, ...]:
        """Return which ways a path takes where nothing is named: bullets, offers by yes or no."""
        return tuple(self._way(pc, value) for pc, value in path if isinstance(self.program.nodes[pc], prog.Fork | prog.Offer))

    def _way(self, pc: int, chosen: CellValue) -> int:
        """Return what a bullet is known by; its number where nothing is known of it."""
        value = as_number(chosen)
        return self.ways[pc][value] if pc in self.ways else value

    def key(self, before: Cells, path: Path) -> Key:
        """What a move is: the actions it starts and what is chosen, in order; a way through the rules counts only at the end."""
        return self._key(before, path, {})

    def _key(self, before: Cells, path: Path, known: dict[tuple[int, CellValue], Key]) -> Key:
        """Return the same, with what steps are known by: steps met for the first time are added."""
        parts: list[tuple[CellValue, ...]] = []
        for step in path:
            if step not in known:
                known[step] = self._step(before, *step)
            parts.extend(known[step])
        return (*[p for p in parts[:-1] if p[0] in ("does", "takes")], *parts[-1:])

    def _step(self, before: Cells, pc: int, value: CellValue) -> Key:
        """Return what one step of a move is known by."""
        match self.program.nodes[pc]:
            case prog.Start(action=action, told=told):
                given = zip(told, as_several(value or ()), strict=True)
                return (("does", self.words.top(action), *(self._said(before, t, v) for (_, _, t), v in given)),)
            case prog.Choose(picks=picks):
                values = (value,) if len(picks) == 1 else as_several(value)
                return tuple(("takes", self._said(before, p.type, v)) for p, v in zip(picks, values, strict=True))
            case prog.Fork():
                return (("way", self._way(pc, value)),)
            case prog.Offer():
                return (("yes",) if value else ("no",),)
        return ()

    def _said(self, cells: Cells, kind: Type, value: CellValue) -> CellValue:
        match kind:
            case _ if value is None:
                return None
            case OptionalType(of=of):
                return self._said(cells, of, value)
            case _ if isinstance(value, tuple):
                inner = kind.of if isinstance(kind, ListType) else kind
                return tuple(sorted((self._said(cells, inner, v) for v in value), key=repr))
            case PieceType():
                return self._piece(cells, as_number(value))
        return self.words.said(kind, value)

    def _piece(self, cells: Cells, piece: int) -> CellValue:
        home = self.engine.code.space["find"](cells, piece)
        held = cells[home]
        ordered = home not in self.engine.code.tables.unordered
        return (self.look(cells, piece), self._homes.get(home), held.index(piece) if ordered and isinstance(held, tuple) else 0)


def sites(program: prog.Program) -> dict[int, Site]:
    """Return the nodes that may ask chance, each with its rule, what it does, and which one of these it is."""
    seen: Counter[tuple[str, str]] = Counter()
    found = {}
    for number, node in enumerate(program.nodes):
        if prog.does(node).chance:
            name = (program.rules[node.rule].address, type(node).__name__)
            found[number] = (*name, seen[name])
            seen[name] += 1
    return found


def shared_attributes(a: Vocabulary, b: Vocabulary) -> frozenset[tuple[str, str]]:
    """Attributes of pieces that both games know, by common names."""
    both = [{(w.top(o), w.attr(o, n)) for o, n in w.types} for w in (a, b)]
    return frozenset(both[0] & both[1])


def compared_games(
    first: tuple[GameModel, prog.Program], second: tuple[GameModel, prog.Program], names: Names | None
) -> tuple[ComparedGame, ComparedGame]:
    """Return both games in common terms; without names they speak alike already."""
    a = Vocabulary(first[0], Names())
    b = Vocabulary(second[0], Names()) if names is None else Vocabulary(second[0], names, taken_names(first[0]))
    shared, looks = shared_attributes(a, b), Looks()
    one, two = ComparedGame(*first, a, shared, looks), ComparedGame(*second, b, shared, looks)
    _couple(one, two, looks)
    one.ways, two.ways = ways(Side(*first, a), Side(*second, b))
    return one, two


def _couple(one: ComparedGame, two: ComparedGame, looks: Looks) -> None:
    """Let chance bring the same: pieces go by their looks, or, where a look was changed, by their place in the list."""
    drawn = [list(one.seen), list(two.seen)]
    theirs = {two.words.top(s.name): s for s in two.program.layout.sorts}
    for mine in one.program.layout.sorts:
        other = theirs.get(one.words.top(mine.name))
        if other is None or other.count != mine.count:
            continue
        parts = [seen[s.first : s.first + s.count] for seen, s in zip(drawn, (mine, other), strict=True)]
        if sorted(parts[0]) != sorted(parts[1]):
            numbers = [looks.number(("place in the list", mine.name, n)) for n in range(mine.count)]
            for seen, s in zip(drawn, (mine, other), strict=True):
                seen[s.first : s.first + s.count] = numbers
    for table, seen in zip((one, two), drawn, strict=True):
        table.chance.looks, table.chance.mixed = tuple(seen), table.mixed(seen)

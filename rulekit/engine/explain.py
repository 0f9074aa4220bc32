"""Why not: every way in which something could be done, and which rule refuses it, with the values that decided.

An explanation is data; `report` puts it into words. It reads only what the decider sees, as the requirements do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from attrs import define, field, frozen

from rulekit.engine.compiling.compiler import DECISION, HORIZON, READS_HIDDEN
from rulekit.engine.engine import Engine
from rulekit.engine.machine import CAUGHT, MOST_CHOICES_OF_A_MOVE, DeadEnd, Path, bind, told
from rulekit.engine.moves import Move, Part, Pick, move_of
from rulekit.engine.said import Said, Shown, say, shown
from rulekit.engine.state import State
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.model_walk import closure, everything
from rulekit.model.rules import Citation
from rulekit.model.types import NUMBER, ListType
from rulekit.program import program as prog
from rulekit.program.program import ME, PC, Cells, CellValue, as_number

Matcher = Callable[[Cells, CellValue], bool]
MOST_REFUSALS = 1000


@frozen
class Refusal:
    """Why a move is not offered.

    `how`: requirement, pay, nothing to choose, taken, not a candidate, not now, over, not your turn.
    `parts` are the choices made up to there; `late`: it would only have come out later in the turn; `open`: what can be chosen
    instead of what is not a candidate.
    """

    how: str
    address: str
    cites: tuple[Citation, ...] = ()
    reason: Said | None = None
    values: tuple[Shown, ...] = ()
    parts: tuple[Part, ...] = ()
    late: bool = False
    cells: Cells = field(factory=Cells, eq=False, repr=False)  # as they were there
    open: tuple[Pick, ...] = ()


@frozen
class Wanted:
    """A deed somebody asks for: what its choices should be, by name, and then by the order in which they are asked."""

    deed: str
    named: Mapping[str, Matcher] = {}
    ordered: tuple[Matcher, ...] = ()

    def fits(self, cells: Cells, picks: tuple[Pick, ...]) -> bool:
        """Return whether the picks made so far are what is wanted."""
        names: list[str] = []
        for pick in picks:
            again = sum(n == pick.name for n in names)
            fresh = list(dict.fromkeys([*names, pick.name]))
            names.append(pick.name)
            matcher = self.named.get(pick.name)
            if matcher is None:
                free = [n for n in fresh if n not in self.named]
                place = free.index(pick.name)
                matcher = self.ordered[place] if place < len(self.ordered) else None
            if matcher is not None and not _nth(matcher, pick, again)(cells, pick.value):
                return False
        return True

    def used(self, picks: tuple[Pick, ...]) -> int:
        """Return how many of the told choices the picks use."""
        names = list(dict.fromkeys(p.name for p in picks))
        free = [n for n in names if n not in self.named]
        return sum(n in names for n in self.named) + min(len(free), len(self.ordered))

    def may_follow(self, program: prog.Program, picks: tuple[Pick, ...], here: int, leave: int) -> bool:
        """Return whether all told choices are used, or can still be asked for before the deed is done."""
        missing = len(self.named) + len(self.ordered) - self.used(picks)
        if missing <= 0:
            return True
        picked = {p.name for p in picks}
        later = _asked_later(program, here, leave) - picked
        return missing <= len(later) and self.named.keys() <= later | picked


def _asked_later(program: prog.Program, here: int, leave: int) -> set[str]:
    """Return the names of the choices between two nodes."""
    nodes = [program.nodes[n] for n in nodes_between(program, here, leave)]
    return {pick.name for node in nodes if isinstance(node, prog.Choose | prog.Random) for pick in node.picks}


def nodes_between(program: prog.Program, entry: int, leave: int) -> frozenset[int]:
    """Return all that can be reached before the play goes on after a deed."""
    seen = closure({entry} - {leave}, lambda node: {*prog.successors(program.nodes[node])} - {leave})
    return frozenset(seen - {prog.END, prog.DONE})


def _nth(matcher: Matcher, pick: Pick, again: int) -> Matcher:
    """For a choice asked once a pass: the matcher of that pass."""
    passes = getattr(matcher, "passes", None)
    if passes is None or isinstance(pick.type, ListType):
        return matcher
    return passes[again] if again < len(passes) else (lambda cells, value: False)


def equals(value: CellValue) -> Matcher:
    """Return a matcher for a plain value."""
    return lambda cells, other: bool(other == value)


@frozen
class End:
    """A dead end: the node, the cells there, and the choices that led to it.

    `depth` is 0 before anything is done, 1 while it is done, and one more for each choice that follows.
    """

    number: int
    cells: Cells
    path: Path
    how: str | None = None
    depth: int = 0
    open: tuple[Pick, ...] = ()


def explore(
    engine: Engine, state: State, wanted: Wanted, player: int | None = None
) -> tuple[tuple[Move, ...], tuple[Refusal, ...]]:
    """Return all offered moves that start the deed as wanted, and all refusals met, in search order."""
    if engine.is_over(state):
        return (), (Refusal("over", ""),)
    if player is not None and engine.decider(state) != player:
        return (), (Refusal("not your turn", ""),)
    explorer = Explorer(engine, wanted)
    explorer.run(Cells(state.cells))
    offered = tuple(move_of(engine.program, p) for p in explorer.offered)
    return offered, explained(engine, explorer.ends or explorer.before) or (Refusal("not now", wanted.deed),)


def explained(engine: Engine, ends: Sequence[End]) -> tuple[Refusal, ...]:
    """Return dead ends, each explained."""
    if not ends:
        return ()
    with looking(engine, ends[0].cells):
        return tuple(refusal(engine, end) for end in ends)


@contextmanager
def looking(engine: Engine, cells: Cells) -> Iterator[None]:
    """Try things for an answer: what is tried is counted, and a breakdown of the rules is a fault."""
    with engine.machine.searching():
        try:
            yield
        except CAUGHT as problem:
            raise engine.machine.fault(problem, cells[PC]) from None


@define
class Explorer:
    """Tries every way in which a deed can be done as it is wanted."""

    engine: Engine
    wanted: Wanted
    offered: list[Path] = field(factory=list)
    ends: list[End] = field(factory=list)
    before: list[End] = field(factory=list)  # met before the deed was started
    ways: list[End] = field(factory=list)  # of every way that makes the told choices, and is refused, the nearest end

    def run(self, cells: Cells) -> None:
        """Try them from these cells on; of very many only the first are kept."""
        with looking(self.engine, cells):
            self._walk(cells, cells[PC], (), False, cells[ME])

    def _walk(self, cells: Cells, pc: int, path: Path, started: bool, me: int) -> None:
        code, machine = self.engine.code, self.engine.machine
        pc = machine.to_choice(cells, pc, me)
        if pc < 0:
            self._refuse(started, End(-2 - pc, cells, path))
            return
        node = machine.nodes[pc]
        if code.kinds[pc] != DECISION or cells[ME] != me:
            if started:
                self._end(cells, pc, path, me)
            return
        if len(path) > MOST_CHOICES_OF_A_MOVE:
            raise machine.exceeded(pc)
        if isinstance(node, prog.Start):
            begun = started or node.action == self.wanted.deed
            longer = (*path, (pc, told(cells, node)))
            if begun and not self.wanted.fits(cells, self._picks(longer)):
                self._refuse(started, End(pc, cells, path, "not now"))
                return
            self._walk(cells, node.next, longer, begun, me)
            return
        self._branch(cells, pc, node, path, started, me)

    def _branch(self, cells: Cells, pc: int, node: prog.AnyNode, path: Path, started: bool, me: int) -> None:
        machine = self.engine.machine
        others: list[CellValue] = []
        fitting = False
        for value, following, slots in machine.choices(pc, node, cells, self.engine.code.plain):
            branch = cells.copy()
            bind(branch, slots, value)
            longer = (*path, (pc, value))
            if started and not self.wanted.fits(cells, self._picks(longer)):
                others.append(value)
                continue
            fitting = True
            self._walk(branch, following, longer, started, me)
        if not fitting:
            how = "not a candidate" if others else None
            self._refuse(started, End(pc, cells, path, how, open=self._open(pc, cells, path, others)))

    def _open(self, pc: int, cells: Cells, path: Path, others: Sequence[CellValue]) -> tuple[Pick, ...]:
        """Return what can be chosen instead, at the first choice that is not as it is wanted."""
        before = len(self._picks(path))
        nearest, found = before, dict[Pick, None]()
        for value in others:
            picks = self._picks((*path, (pc, value)))
            fits = next((n for n in range(before, len(picks)) if not self.wanted.fits(cells, picks[: n + 1])), before)
            if fits > nearest:
                nearest, found = fits, {}
            if fits == nearest and fits < len(picks):
                found[picks[fits]] = None
        return tuple(found)

    def _picks(self, path: Path) -> tuple[Pick, ...]:
        """Return the picks made since the deed was started."""
        parts = move_of(self.engine.program, path).parts
        begin = next((n for n, p in enumerate(parts) if p.what == "start" and p.action == self.wanted.deed), len(parts))
        return tuple(p.pick for p in parts[begin:] if p.pick is not None)

    def _end(self, cells: Cells, pc: int, path: Path, me: int) -> None:
        machine, code = self.engine.machine, self.engine.code
        if not self._may_follow(path, pc):
            return
        if code.kinds[pc] >= HORIZON or code.kinds[pc] == READS_HIDDEN:
            self.offered.append(path)
            return
        dead: list[DeadEnd] = []
        if machine.completable(cells, pc, me, dead):
            self.offered.append(path)
        else:
            self._refuse(True, *(End(node, there, path, depth=1 + decisions) for node, there, decisions in dead))

    def _may_follow(self, path: Path, pc: int) -> bool:
        """Return a path that declines an offer, though a choice of it was told, is not the one that is meant."""
        nodes = [self.engine.program.nodes[n] for n, _ in path]
        start = next((n for n in nodes if isinstance(n, prog.Start) and n.action == self.wanted.deed), None)
        return start is None or self.wanted.may_follow(self.engine.program, self._picks(path), pc, start.exit)

    def _refuse(self, started: bool, *ends: End) -> None:
        kept = self.ends if started else self.before
        kept.extend(ends[: MOST_REFUSALS - len(kept)])
        if started and ends and len(self.ways) < MOST_REFUSALS and self._may_follow(ends[0].path, ends[0].number):
            self.ways.append(self._nearest(ends))

    def _nearest(self, ends: Sequence[End]) -> End:
        """Return of the ends of one way the one that the fewest further choices lead to; of these the most frequent."""
        depth = min(end.depth for end in ends)
        first = [end for end in ends if end.depth == depth]
        often = Counter(end.number for end in first)
        return max(first, key=lambda end: often[end.number])


def refusal(engine: Engine, end: End) -> Refusal:
    """Return a dead end, explained."""
    program, how, late = engine.program, end.how, end.depth > 1
    node = program.nodes[end.number]
    rule = program.rules[node.rule]
    parts = move_of(program, end.path).parts
    cells = Cells(end.cells)
    match node:
        case prog.Require(test=test, reason=reason):
            said = None if reason is None else say(engine, reason, cells)
            values = deciding(engine, test, cells)
            return Refusal(how or "requirement", rule.address, rule.cites, said, values, parts, late, cells)
        case prog.Pay(count=count, tally=tally):
            values = (shown(engine, count, cells), Shown(NUMBER, _held(engine, node, cells), exprs.TallyOf(NUMBER, tally, ())))
            return Refusal(how or "pay", rule.address, rule.cites, None, values, parts, late)
    how = how or prog.does(node).dead_end or "nothing to choose"
    return Refusal(how, rule.address, rule.cites, None, (), parts, late, open=end.open)


def _held(engine: Engine, node: prog.Pay, cells: Cells) -> CellValue:
    indices = tuple(engine._for_player(i, cells, 0) for i in node.indices)
    tally = next(t for t in engine.program.layout.tallies if t.name == node.tally)
    offset = cells[ME]
    for dim, index in zip(tally.dims[1:], indices, strict=True):
        offset = offset * dim.size + as_number(index) - dim.low
    return cells[tally.base + offset]


def deciding(engine: Engine, test: Expr, cells: Cells) -> tuple[Shown, ...]:
    """Return the values of the parts that made a test come out as it did."""
    found: dict[str, Shown] = {}
    for part in _parts_of(engine, test, cells):
        if not isinstance(part, exprs.Const) and not is_open(part):
            found.setdefault(repr(part), shown(engine, part, cells))
    return tuple(found.values())


def is_open(expr: Expr) -> bool:
    """Return whether an expression has a value only within another one."""
    inner = {b.index for e in everything(expr) if isinstance(e, exprs.Collect) for b in e.binders}
    return any(isinstance(e, exprs.Bound) and e.index not in inner for e in everything(expr))


def _parts_of(engine: Engine, test: Expr, cells: Cells) -> list[Expr]:
    match test:
        case exprs.Binary(op="and", left=left, right=right):
            side = right if engine._for_player(left, cells, 0) else left
            return [] if engine._for_player(side, cells, 0) else _parts_of(engine, side, cells)
        case exprs.Binary(op="or", left=left, right=right):  # the right side is not looked at if the left one holds
            if engine._for_player(left, cells, 0) or engine._for_player(right, cells, 0):
                return []
            return [*_parts_of(engine, left, cells), *_parts_of(engine, right, cells)]
        case exprs.Binary(left=left, right=right):
            return [left, right]
        case exprs.Unary(of=of):
            return _parts_of(engine, of, cells) if isinstance(of, exprs.Binary) and of.op not in ("and", "or") else [of]
        case exprs.IsEmpty(of=of):
            return [of] if not isinstance(of.type, ListType) else [exprs.Builtin(NUMBER, "count", (of,))]
    return [test]

"""Why, and why not: which requirement refuses a move, with the values that decided; which rules a move set going.

An explanation is data; `report` puts it into words. It reads only what the decider sees, as the requirements do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import define, field, frozen

from rulekit.engine.compile import DECISION, HORIZON, VEILED
from rulekit.engine.engine import Engine
from rulekit.engine.machine import CAUGHT, DEEPEST, Path, bind, told
from rulekit.engine.moves import Move, Part, Pick, move_of
from rulekit.engine.state import State
from rulekit.model import expr as x
from rulekit.model.rules import Citation
from rulekit.model.types import NUMBER, ListType, Type
from rulekit.model.walk import everything
from rulekit.program import program as g
from rulekit.program.program import ME, PC
from rulekit.program.touch import changes

Cells = list[Any]
Matcher = Callable[[Cells, Any], bool]


@frozen
class Shown:
    """A value with its type, and the expression it is the value of (None in a reason)."""

    type: Type
    value: Any
    expr: Any = None


@frozen
class Refusal:
    """Why a move is not offered.

    `how`: requirement, pay, nothing to choose, taken, not a candidate, not now, over, not your turn.
    `parts` are the choices made up to there; `late`: it would only have come out later in the turn.
    """

    how: str
    address: str
    cites: tuple[Citation, ...] = ()
    reason: tuple[str | Shown, ...] = ()
    values: tuple[Shown, ...] = ()
    parts: tuple[Part, ...] = ()
    late: bool = False


@frozen
class Wanted:
    """A deed somebody asks for: what its choices should be, by name, and then by the order in which they are asked."""

    deed: str
    named: Mapping[str, Matcher] = {}
    ordered: tuple[Matcher, ...] = ()

    def fits(self, cells: Cells, picks: tuple[Pick, ...]) -> bool:
        """Whether the picks made so far are what is wanted."""
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
        """How many of the told choices the picks use."""
        names = list(dict.fromkeys(p.name for p in picks))
        free = [n for n in names if n not in self.named]
        return sum(n in names for n in self.named) + min(len(free), len(self.ordered))


def _nth(matcher: Matcher, pick: Pick, again: int) -> Matcher:
    """For a choice asked once a pass: the matcher of that pass."""
    passes = getattr(matcher, "passes", None)
    if passes is None or isinstance(pick.type, ListType):
        return matcher
    return passes[again] if again < len(passes) else (lambda cells, value: False)


def equals(value: Any) -> Matcher:
    """A matcher for a plain value."""
    return lambda cells, other: bool(other == value)


def why_not(
    engine: Engine, state: State, deed: str, asked: Mapping[str, Any] | None = None, player: int | None = None
) -> Refusal | None:
    """The reason of the first dead end in search order; None if such a move is offered."""
    wanted = Wanted(deed, {name: equals(value) for name, value in (asked or {}).items()})
    offered, refusals = explore(engine, state, wanted, player)
    return None if offered else refusals[0]


def explore(
    engine: Engine, state: State, wanted: Wanted, player: int | None = None
) -> tuple[tuple[Move, ...], tuple[Refusal, ...]]:
    """All offered moves that start the deed as wanted, and all refusals met, in search order."""
    if engine.is_over(state):
        return (), (Refusal("over", ""),)
    if player is not None and engine.decider(state) != player:
        return (), (Refusal("not your turn", ""),)
    explorer = _Explorer(engine, wanted)
    explorer.run(list(state.cells))
    offered = tuple(move_of(engine.program, p) for p in explorer.offered)
    refusals = tuple(explorer.refusals) or tuple(explorer.before) or (Refusal("not now", wanted.deed),)
    return offered, refusals


@define
class _Explorer:
    engine: Engine
    wanted: Wanted
    offered: list[Path] = field(factory=list)
    refusals: list[Refusal] = field(factory=list)
    before: list[Refusal] = field(factory=list)  # met before the deed was started

    def run(self, cells: Cells) -> None:
        machine = self.engine.machine
        with machine.searching():
            try:
                self._walk(cells, cells[PC], (), False, cells[ME])
            except CAUGHT as problem:
                raise machine.fault(problem, cells[PC]) from None

    def _walk(self, cells: Cells, pc: int, path: Path, started: bool, me: int) -> None:
        code, machine = self.engine.code, self.engine.machine
        pc = machine.to_choice(cells, pc, me)
        if pc < 0:
            self._refuse(-2 - pc, cells, path, started)
            return
        node = machine.nodes[pc]
        if code.kinds[pc] != DECISION or cells[ME] != me:
            if started:
                self._end(cells, pc, path, me)
            return
        if len(path) > DEEPEST:
            raise machine.exceeded(pc)
        if isinstance(node, g.Start):
            begun = started or node.action == self.wanted.deed
            longer = (*path, (pc, told(cells, node)))
            if begun and not self.wanted.fits(cells, self._picks(longer)):
                self._refuse(pc, cells, path, started, "not now")
                return
            self._walk(cells, node.next, longer, begun, me)
            return
        self._branch(cells, pc, node, path, started, me)

    def _branch(self, cells: Cells, pc: int, node: Any, path: Path, started: bool, me: int) -> None:
        machine = self.engine.machine
        some = fitting = False
        for value, following, slots in machine.choices(pc, node, cells, self.engine.code.plain):
            some = True
            branch = cells.copy()
            bind(branch, slots, value)
            longer = (*path, (pc, value))
            if started and not self.wanted.fits(cells, self._picks(longer)):
                continue
            fitting = True
            self._walk(branch, following, longer, started, me)
        if not some:
            self._refuse(pc, cells, path, started)
        elif not fitting:
            self._refuse(pc, cells, path, started, "not a candidate")

    def _picks(self, path: Path) -> tuple[Pick, ...]:
        """The picks made since the deed was started."""
        parts = move_of(self.engine.program, path).parts
        begin = next((n for n, p in enumerate(parts) if p.what == "start" and p.action == self.wanted.deed), len(parts))
        return tuple(p.pick for p in parts[begin:] if p.pick is not None)

    def _end(self, cells: Cells, pc: int, path: Path, me: int) -> None:
        machine, code = self.engine.machine, self.engine.code
        if code.kinds[pc] >= HORIZON or code.kinds[pc] == VEILED:
            self.offered.append(path)
            return
        dead: list[tuple[int, Cells]] = []
        if machine.completable(cells, pc, me, dead):
            self.offered.append(path)
        else:
            for node, there in dead:
                self._refuse(node, there, path, True, late=True)

    def _refuse(self, number: int, cells: Cells, path: Path, started: bool, how: str | None = None, late: bool = False) -> None:
        kept = self.refusals if started else self.before
        if len(kept) < 1000:
            kept.append(refusal(self.engine, number, cells, path, how, late))


def refusal(engine: Engine, number: int, cells: Cells, path: Path, how: str | None, late: bool) -> Refusal:
    """The dead end at a node, explained."""
    program = engine.program
    node = program.nodes[number]
    rule = program.rules[node.rule]
    parts = move_of(program, path).parts
    cells = list(cells)
    match node:
        case g.Require(test=test, reason=reason):
            said = tuple(p if isinstance(p, str) else _shown(engine, p, cells) for p in reason.parts) if reason else ()
            return Refusal(how or "requirement", rule.address, rule.cites, said, deciding(engine, test, cells), parts, late)
        case g.Pay(count=count, tally=tally):
            values = (_shown(engine, count, cells), Shown(NUMBER, _held(engine, node, cells), x.TallyOf(NUMBER, tally, ())))
            return Refusal(how or "pay", rule.address, rule.cites, (), values, parts, late)
        case g.Move() | g.Draw() | g.Deal():
            return Refusal(how or "taken", rule.address, rule.cites, (), (), parts, late)
    return Refusal(how or "nothing to choose", rule.address, rule.cites, (), (), parts, late)


def _held(engine: Engine, node: g.Pay, cells: Cells) -> Any:
    indices = tuple(engine._for_player(i, cells, 0) for i in node.indices)
    tally = next(t for t in engine.program.layout.tallies if t.name == node.tally)
    offset = cells[ME]
    for dim, index in zip(tally.dims[1:], indices, strict=True):
        offset = offset * dim.size + index - dim.low
    return cells[tally.base + offset]


def _shown(engine: Engine, expr: Any, cells: Cells) -> Shown:
    return Shown(expr.type, engine._for_player(expr, cells, 0), expr)


def deciding(engine: Engine, test: Any, cells: Cells) -> tuple[Shown, ...]:
    """The values of the parts that made a test come out as it did."""
    found: dict[str, Shown] = {}
    for part in _parts_of(engine, test, cells):
        if not isinstance(part, x.Const) and not _open(part):
            found.setdefault(repr(part), _shown(engine, part, cells))
    return tuple(found.values())


def _open(expr: Any) -> bool:
    inner = {b.index for e in everything(expr) if isinstance(e, x.Collect) for b in e.binders}
    return any(isinstance(e, x.Bound) and e.index not in inner for e in everything(expr))


def _parts_of(engine: Engine, test: Any, cells: Cells) -> list[Any]:
    match test:
        case x.Binary(op="and" | "or", left=left, right=right):
            sides = [s for s in (left, right) if not engine._for_player(s, cells, 0)]
            return [p for s in sides[:1] if test.op == "and" for p in _parts_of(engine, s, cells)] or [
                p for s in sides if test.op == "or" for p in _parts_of(engine, s, cells)
            ]
        case x.Binary(left=left, right=right):
            return [left, right]
        case x.Unary(of=of):
            return _parts_of(engine, of, cells) if isinstance(of, x.Binary) and of.op not in ("and", "or") else [of]
        case x.IsEmpty(of=of):
            return [of] if not isinstance(of.type, ListType) else [x.Builtin(NUMBER, "count", (of,))]
    return [test]


@frozen
class Fired:
    """A rule that a move set going."""

    address: str
    cites: tuple[Citation, ...]


def why(engine: Engine, state: State, move: Move) -> tuple[Fired, ...]:
    """The rules that the move passed, in order, up to the next decision (each once)."""
    program = engine.program
    cells = next((c for path, c, _ in engine.menu(state) if path == move.path), None)
    passed = [n for n, _ in move.path] + ([] if cells is None else list(_passed(engine, list(cells))))
    return _fired(program, passed)


def who_changed(engine: Engine, cells: Cells, names: frozenset[str]) -> tuple[Fired, ...]:
    """The rules that, from here to the next decision, changed what has one of these names (see `program.touch`)."""
    program = engine.program
    return _fired(program, [n for n in _passed(engine, list(cells)) if changes(program, program.nodes[n]) & names])


def _passed(engine: Engine, cells: Cells) -> Iterator[int]:
    """The nodes that are passed from here to the next decision."""
    code, pc = engine.code, cells[PC]
    try:
        while pc >= 0 and code.kinds[pc] <= HORIZON:
            yield pc
            pc = code.fine[pc](cells)  # type: ignore[misc]
    except CAUGHT as problem:
        raise engine.machine.fault(problem, pc) from None


def _fired(program: g.Program, nodes: list[int]) -> tuple[Fired, ...]:
    rules = dict.fromkeys(program.nodes[n].rule for n in nodes)
    return tuple(Fired(program.rules[n].address, program.rules[n].cites) for n in rules if program.rules[n].address)

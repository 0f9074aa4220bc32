"""Why, and why not: which requirement refuses a move, with the values that decided; which rules a move set going.

An explanation is data; `report` puts it into words. It reads only what the decider sees, as the requirements do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import define, field, frozen

from rulekit.engine.compiling.compiler import DECISION, HORIZON, VEILED
from rulekit.engine.engine import Engine
from rulekit.engine.machine import CAUGHT, DEEPEST, DeadEnd, Path, bind, told
from rulekit.engine.moves import Move, Part, Pick, move_of
from rulekit.engine.state import State
from rulekit.engine.touched_by_move import Touched, touched
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr, Value
from rulekit.model.model_walk import everything
from rulekit.model.rules import Citation
from rulekit.model.types import NUMBER, ListType, Type
from rulekit.program import program as prog
from rulekit.program.analysis.reads_and_writes import changes
from rulekit.program.program import ME, PC, Cells, CellValue

Matcher = Callable[[Cells, CellValue], bool]
MOST_REFUSALS = 1000


@frozen
class Shown:
    """A value with its type, and the expression it is the value of; `fault`: the code of what keeps it from having one."""

    type: Type
    value: CellValue
    expr: Expr | None = None
    fault: str = ""


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
    seen = {entry} - {leave}
    todo = list(seen)
    while todo:
        for following in prog.successors(program.nodes[todo.pop()]):
            if following not in seen and following != leave:
                seen.add(following)
                todo.append(following)
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


def why_not(
    engine: Engine, state: State, deed: str, asked: Mapping[str, Value] | None = None, player: int | None = None
) -> Refusal | None:
    """Return the reason of the first dead end in search order; None if such a move is offered."""
    wanted = Wanted(deed, {name: equals(value) for name, value in (asked or {}).items()})
    offered, refusals = explore(engine, state, wanted, player)
    return None if offered else refusals[0]


def explore(
    engine: Engine, state: State, wanted: Wanted, player: int | None = None
) -> tuple[tuple[Move, ...], tuple[Refusal, ...]]:
    """Return all offered moves that start the deed as wanted, and all refusals met, in search order."""
    if engine.is_over(state):
        return (), (Refusal("over", ""),)
    if player is not None and engine.decider(state) != player:
        return (), (Refusal("not your turn", ""),)
    explorer = _Explorer(engine, wanted)
    explorer.run(list(state.cells))
    offered = tuple(move_of(engine.program, p) for p in explorer.offered)
    refusals = tuple(explorer.refusals) or tuple(explorer.before) or (Refusal("not now", wanted.deed),)
    return offered, refusals


def refused_moves(engine: Engine, state: State) -> tuple[tuple[Refusal, Touched], ...]:
    """Every way into an action that is refused, with what it would have touched; of each action some only, if there are many."""
    found: list[tuple[Refusal, Touched]] = []
    cells = list(state.cells)
    for deed, role in engine.program.deeds:
        if role == "action" and not engine.is_over(state):
            explorer = _Explorer(engine, Wanted(deed))
            explorer.run(cells.copy())
            for met, (number, there) in zip(explorer.refusals, explorer.ends, strict=True):
                found.append((met, touched(engine, cells, there, number, met.parts, insist=True)))
    return tuple(found)


@define
class _Explorer:
    engine: Engine
    wanted: Wanted
    offered: list[Path] = field(factory=list)
    refusals: list[Refusal] = field(factory=list)
    before: list[Refusal] = field(factory=list)  # met before the deed was started
    ends: list[tuple[int, Cells]] = field(factory=list)  # where each of the refusals was met

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
        if isinstance(node, prog.Start):
            begun = started or node.action == self.wanted.deed
            longer = (*path, (pc, told(cells, node)))
            if begun and not self.wanted.fits(cells, self._picks(longer)):
                self._refuse(pc, cells, path, started, "not now")
                return
            self._walk(cells, node.next, longer, begun, me)
            return
        self._branch(cells, pc, node, path, started, me)

    def _branch(self, cells: Cells, pc: int, node: prog.AnyNode, path: Path, started: bool, me: int) -> None:
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
        """Return the picks made since the deed was started."""
        parts = move_of(self.engine.program, path).parts
        begin = next((n for n, p in enumerate(parts) if p.what == "start" and p.action == self.wanted.deed), len(parts))
        return tuple(p.pick for p in parts[begin:] if p.pick is not None)

    def _end(self, cells: Cells, pc: int, path: Path, me: int) -> None:
        machine, code = self.engine.machine, self.engine.code
        if not self._may_follow(path, pc):
            return
        if code.kinds[pc] >= HORIZON or code.kinds[pc] == VEILED:
            self.offered.append(path)
            return
        dead: list[DeadEnd] = []
        if machine.completable(cells, pc, me, dead):
            self.offered.append(path)
        else:
            for node, there, decisions in dead:
                self._refuse(node, there, path, True, late=decisions > 0)

    def _may_follow(self, path: Path, pc: int) -> bool:
        """Return a path that declines an offer, though a choice of it was told, is not the one that is meant."""
        nodes = [self.engine.program.nodes[n] for n, _ in path]
        start = next((n for n in nodes if isinstance(n, prog.Start) and n.action == self.wanted.deed), None)
        return start is None or self.wanted.may_follow(self.engine.program, self._picks(path), pc, start.exit)

    def _refuse(self, number: int, cells: Cells, path: Path, started: bool, how: str | None = None, late: bool = False) -> None:
        kept = self.refusals if started else self.before
        if len(kept) < MOST_REFUSALS:
            kept.append(refusal(self.engine, number, cells, path, how, late))
            if started:
                self.ends.append((number, cells))


def refusal(engine: Engine, number: int, cells: Cells, path: Path, how: str | None, late: bool) -> Refusal:
    """Return the dead end at a node, explained."""
    program = engine.program
    node = program.nodes[number]
    rule = program.rules[node.rule]
    parts = move_of(program, path).parts
    cells = list(cells)
    match node:
        case prog.Require(test=test, reason=reason):
            said = shown_text(engine, reason, cells) if reason else ()
            return Refusal(how or "requirement", rule.address, rule.cites, said, deciding(engine, test, cells), parts, late)
        case prog.Pay(count=count, tally=tally):
            values = (_shown(engine, count, cells), Shown(NUMBER, _held(engine, node, cells), exprs.TallyOf(NUMBER, tally, ())))
            return Refusal(how or "pay", rule.address, rule.cites, (), values, parts, late)
    return Refusal(how or prog.does(node).dead_end or "nothing to choose", rule.address, rule.cites, (), (), parts, late)


def _held(engine: Engine, node: prog.Pay, cells: Cells) -> CellValue:
    indices = tuple(engine._for_player(i, cells, 0) for i in node.indices)
    tally = next(t for t in engine.program.layout.tallies if t.name == node.tally)
    offset = cells[ME]
    for dim, index in zip(tally.dims[1:], indices, strict=True):
        offset = offset * dim.size + index - dim.low
    return cells[tally.base + offset]


def shown_text(engine: Engine, text: exprs.Text, cells: Cells) -> tuple[str | Shown, ...]:
    """Return a sentence of the rules with the values that it has now."""
    return tuple(part if isinstance(part, str) else _shown(engine, part, cells) for part in text.parts)


def _shown(engine: Engine, expr: Expr, cells: Cells) -> Shown:
    try:
        return Shown(expr.type, engine._for_player(expr, cells, 0), expr)
    except CAUGHT as problem:  # an answer that lacks one value is better than none
        return Shown(expr.type, None, expr, engine.machine.fault(problem, cells[PC]).code)


def deciding(engine: Engine, test: Expr, cells: Cells) -> tuple[Shown, ...]:
    """Return the values of the parts that made a test come out as it did."""
    found: dict[str, Shown] = {}
    for part in _parts_of(engine, test, cells):
        if not isinstance(part, exprs.Const) and not _open(part):
            found.setdefault(repr(part), _shown(engine, part, cells))
    return tuple(found.values())


def _open(expr: Expr) -> bool:
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


@frozen
class Fired:
    """A rule that a move set going."""

    address: str
    cites: tuple[Citation, ...]


def why(engine: Engine, state: State, move: Move) -> tuple[Fired, ...]:
    """Return the rules that the move set going, in order, up to the next menu that is asked (each once)."""
    program = engine.program
    cells = next((c for path, c, _ in engine.menu(state) if path == move.path), None)
    rules = list(_chosen(program, move.path))
    if cells is not None:
        rules += [rule for rule, _ in _passed(engine, list(cells))]
    return _fired(program, rules)


def who_changed(engine: Engine, cells: Cells, names: frozenset[str]) -> tuple[Fired, ...]:
    """Return the rules that, from here to the next menu, changed what has one of these names (see `program.touch`)."""
    program = engine.program
    passed = _passed(engine, list(cells))
    return _fired(program, [rule for rule, node in passed if node is not None and changes(program, node) & names])


def _chosen(program: prog.Program, path: Path) -> Iterator[int]:
    """Yield the rules of a path's choices; an offer that is declined sets nothing going."""
    for number, value in path:
        node = program.nodes[number]
        if not isinstance(node, prog.Offer) or value:
            yield node.rule
        if isinstance(node, prog.Fork):
            yield node.rules[value]


def _passed(engine: Engine, cells: Cells) -> Iterator[tuple[int, prog.AnyNode | None]]:
    """Yield the rules from here to the next menu that is asked, with their nodes; menus of one are gone through, as in play.

    A condition that does not hold sets nothing going.
    """
    code, program, pc = engine.code, engine.program, cells[PC]
    try:
        while True:
            while pc >= 0 and code.kinds[pc] <= HORIZON:
                node = program.nodes[pc]
                pc = code.fine[pc](cells)  # type: ignore[misc]
                if not isinstance(node, prog.Test) or pc != node.no:
                    yield node.rule, node
            if pc < 0 or code.kinds[pc] != DECISION:
                return
            cells[PC] = pc
            menu = engine.machine.menu(cells)
            if len(menu) != 1 or menu[0][2]:
                return
            path, cells, _ = menu[0]
            yield from ((rule, None) for rule in _chosen(program, path))
            pc = cells[PC]
    except CAUGHT as problem:
        raise engine.machine.fault(problem, pc) from None


def _fired(program: prog.Program, rules: list[int]) -> tuple[Fired, ...]:
    found = [program.rules[n] for n in dict.fromkeys(rules)]
    return tuple(Fired(rule.address, rule.cites) for rule in found if rule.address)

"""The machine: runs the flow to the next decision, lists a menu's paths, and searches whether an option can be completed.

It works on bare cells (a list); `engine` gives it a face. One machine serves one thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from traceback import walk_tb

from attrs import define, field

from rulekit.engine.compiling.compiler import DECISION, DONE, HORIZON, PURE, READS_HIDDEN, Choosing, Code
from rulekit.engine.faults import Fault, Stop
from rulekit.model.faults import BY_ZERO, NO_ENTRY, NONE_VALUE
from rulekit.program import program as prog
from rulekit.program.program import DECIDER, FORCED, LOG, ME, PC, Cells, CellValue
from rulekit.wording import sentence

LOOKAHEAD_BUDGET = 20_000
MOST_CHOICES_OF_A_MOVE = 64
MOST_MOVES = 4_096
MOST_STEPS = 2_000_000
MOST_FORCED = 500
MOST_NESTED = 200  # choices that are open at once in a search, with those of the searches it began: each takes room on the stack
MOST_VISITS = 200_000  # ways and steps looked at in one menu, those that an early requirement cuts off among them
Path = tuple[tuple[int, CellValue], ...]
Met = tuple[int, tuple[CellValue, ...]]  # a node, and the cells there
Way = tuple[CellValue, int, Sequence[int]]  # a value, where it leads, the cells that take it
Found = tuple[Path, Cells, bool]  # the path, the cells where it ends, whether it starts an action
DeadEnd = tuple[int, Cells, int]  # the node, the cells there, how many decisions were made before
CAUGHT = (Stop, TypeError, ZeroDivisionError, KeyError, IndexError, RecursionError)


@define
class Machine:
    """Runs one compiled program."""

    code: Code
    budget: int = LOOKAHEAD_BUDGET
    most_steps: int = MOST_STEPS  # between two decisions
    _left: int | None = None
    _visits: int = 0
    _nested: int = 0
    nodes: tuple[prog.AnyNode, ...] = field(init=False)
    _guards: tuple[int, ...] = field(init=False)  # cells that only count passes: they do not make a state another one

    def __attrs_post_init__(self) -> None:
        self.nodes = self.code.program.nodes
        self._guards = tuple(c for n in self.nodes if isinstance(n, prog.Guard) for c in (n.seen, n.count))
        self.code.space["attempt"] = self.attempt

    # ---- running ---------------------------------------------------------------------------------
    def advance(self, state: Cells) -> int:
        """Run to the next decision or the end; -2 - n where node n was a dead end that nobody decided on."""
        run, kinds = self.code.run, self.code.kinds
        pc = state[PC]
        steps = self.most_steps
        try:
            while kinds[pc] <= HORIZON:
                pc = run[pc](state)  # type: ignore[misc]
                if pc < 0:
                    return pc
                steps -= 1
                if not steps:
                    raise Stop("RK529", "the rules went on for {most} steps without a decision", most=self.most_steps)
        except CAUGHT as problem:
            raise self.fault(problem, pc) from None
        state[PC] = pc
        return pc

    def settle(self, state: Cells) -> list[Found]:
        """Run to the next menu that has to be asked; menus of one that start no action are played. Empty: the game is over."""
        for _ in range(MOST_FORCED):
            pc = self.advance(state)
            if pc < -1:
                raise self.stuck(-2 - pc)
            if self.code.kinds[pc] != DECISION:
                return []
            menu = self.menu(state)
            if not menu:
                raise self.stuck(pc)
            if len(menu) > 1 or menu[0][2]:
                return menu
            state[:] = menu[0][1]
        raise self.fault(
            Stop("RK529", "{most} forced choices followed each other", "let each pass change something", most=MOST_FORCED),
            state[PC],
        )

    def stuck(self, node: int) -> Fault:
        """Return nothing is allowed at a node."""
        rule = self.code.program.rules[self.nodes[node].rule]
        return Fault(
            "RK541", sentence("the game is stuck: nothing is allowed here"), rule, sentence("a requirement may forbid everything")
        )

    # ---- menus -----------------------------------------------------------------------------------
    def menu(self, state: Cells) -> list[Found]:
        """Return all moves of the decider: paths to the first effect, in order, that can be completed."""
        found: list[Found] = []
        with self.searching():
            try:
                self._walk(state.copy(), state[PC], (), False, state[ME], found)
            except CAUGHT as problem:
                raise self.fault(problem, state[PC]) from None
        return found

    @contextmanager
    def searching(self) -> Iterator[None]:
        """One decision: what is tried in it is counted against the budget."""
        self._left, self._visits = self.budget, MOST_VISITS
        try:
            yield
        finally:
            self._left = None

    def visit(self, pc: int) -> None:
        """Count a way that is looked at."""
        self._visits -= 1
        if self._visits < 0:
            raise self.exceeded(pc)

    def _walk(self, state: Cells, pc: int, path: Path, acted: bool, me: int, found: list[Found]) -> None:
        code = self.code
        while True:
            pc = self.to_choice(state, pc, me)
            if pc < 0:
                return
            if code.kinds[pc] != DECISION or state[ME] != me:
                break
            node = self.nodes[pc]
            if type(node) is not prog.Start:
                if len(path) > MOST_CHOICES_OF_A_MOVE:
                    raise self.exceeded(pc)
                if code.leaf[pc] and type(node) is prog.Choose:
                    self._leaves(state, pc, node, path, acted, found)
                    return
                for value, following, slots in self.choices(pc, node, state, code.options):
                    self.visit(pc)
                    branch = state.copy()
                    bind(branch, slots, value)
                    self._walk(branch, following, (*path, (pc, value)), acted, me, found)
                return
            path, acted, pc = (*path, (pc, told(state, node))), True, node.next
        self.spend(pc)
        if self.offered(state, pc, me):
            state[PC] = pc
            found.append((path, state, acted))
            if len(found) > MOST_MOVES:
                raise self._too_many(pc)

    def to_choice(self, state: Cells, pc: int, me: int) -> int:
        """Run what changes nothing and hides nothing; -1 or less: a dead end."""
        code = self.code
        run, kinds, steps = code.run, code.kinds, 0
        while kinds[pc] == PURE or (kinds[pc] == READS_HIDDEN and not code.reads_hidden[pc](state, me)):  # type: ignore[misc]
            pc = run[pc](state)  # type: ignore[misc]
            if pc < 0:
                return pc
            steps += 1
            if steps > MOST_VISITS:
                raise self.exceeded(pc)
        self._visits -= steps
        return pc

    def _leaves(self, state: Cells, pc: int, node: prog.Choose, path: Path, acted: bool, found: list[Found]) -> None:
        """A choice whose every candidate is a move: no test is left."""
        following, slots = self.code.after[pc], [p.slot for p in node.picks]
        only = slots[0] if len(slots) == 1 else -1
        before = len(found)
        values = self.code.options[pc](state)  # type: ignore[misc]
        if before + len(values) > MOST_MOVES:
            raise self._too_many(pc)
        for value in values:
            branch = state.copy()
            if only >= 0:
                branch[only] = value
            elif isinstance(value, tuple):
                for slot, part in zip(slots, value, strict=True):
                    branch[slot] = part
            branch[PC] = following
            found.append(((*path, (pc, value)), branch, acted))
        self.spend(pc, len(values))

    def _too_many(self, pc: int) -> Stop:
        return Stop("RK542", "more than {most} moves in one menu", "divide the choice into several", node=pc, most=MOST_MOVES)

    def choices(self, pc: int, node: prog.AnyNode, state: Cells, options: tuple[Choosing | None, ...]) -> Iterator[Way]:
        """Yield what can be chosen at a decision: the value, where it leads, the cells that take it."""
        if type(node) is prog.Choose:
            slots = tuple(p.slot for p in node.picks)
            following = self.code.after[pc] if options is not self.code.plain else node.next
            for value in options[pc](state):  # type: ignore[misc]
                yield value, following, slots
        elif type(node) is prog.Fork:
            for n, following in enumerate(node.bullets):
                yield n, following, ()
        elif type(node) is prog.Offer:
            yield False, node.decline, ()
            yield True, node.accept, ()
        elif type(node) is prog.Start:
            yield told(state, node), node.next, ()

    def offered(self, state: Cells, pc: int, me: int) -> bool:
        """Return whether a path that ends here can be completed."""
        code = self.code
        if code.kinds[pc] >= HORIZON or code.kinds[pc] == READS_HIDDEN or code.program.safe[pc]:
            return True
        early = code.early[pc]
        if early is not None and (not early(state) or code.program.safe[self.nodes[pc].next]):  # type: ignore[union-attr]
            return early(state)
        return self.completable(state, pc, me)

    # ---- search ----------------------------------------------------------------------------------
    def completable(self, state: Cells, pc: int, me: int, dead: list[DeadEnd] | None = None) -> bool:
        """Return whether some continuation reaches a horizon without a dead end; `dead` collects the dead ends met."""
        trial = state.copy()
        trial[DECIDER], trial[LOG], trial[FORCED] = me, None, None
        return self._search(trial, pc, 0, set(), dead)

    def _search(self, state: Cells, pc: int, depth: int, above: set[Met], dead: list[DeadEnd] | None) -> bool:
        code = self.code
        run, kinds, safe = code.run, code.kinds, code.program.safe
        steps = MOST_STEPS
        while not safe[pc]:
            steps -= 1
            if not steps:
                raise self.exceeded(pc)
            kind = kinds[pc]
            if kind == DECISION:
                if state[ME] != state[DECIDER]:
                    break
                self._nested += 1
                try:
                    return self._branches(state, pc, depth, above, dead)
                finally:
                    self._nested -= 1
            if kind >= DONE:
                break
            last, pc = pc, run[pc](state)  # type: ignore[misc]
            if pc < -1:
                self.spend(last)
                if dead is not None:
                    dead.append((-2 - pc, state, depth))
                return False
            if pc < 0:
                break
        self.spend(0)
        return True

    def _branches(self, state: Cells, pc: int, depth: int, above: set[Met], dead: list[DeadEnd] | None) -> bool:
        self.spend(pc)
        if depth > MOST_CHOICES_OF_A_MOVE or self._nested > MOST_NESTED:
            raise self.exceeded(pc)
        met = state.copy()
        for cell in self._guards:
            met[cell] = None
        here = (pc, tuple(met))
        if here in above:
            return False
        above = above | {here}
        options = self.code.stream if dead is None else self.code.plain
        none = True
        for value, following, slots in self.choices(pc, self.nodes[pc], state, options):
            none = False
            branch = state.copy()
            bind(branch, slots, value)
            if self._search(branch, following, depth + 1, above, dead):
                return True
        if none and dead is not None:
            dead.append((pc, state, depth))
        return False

    def spend(self, pc: int, count: int = 1) -> None:
        """Count positions that are tried."""
        if self._left is None:
            return
        self._left -= count
        if self._left < 0:
            raise self.exceeded(pc)

    def exceeded(self, pc: int) -> Stop:
        """Return the search for one decision has become too long."""
        rule = self.code.program.rules[self.nodes[pc].rule]
        return Stop(
            "RK540",
            "search budget exceeded: {budget} positions were tried for one decision, the last at `{address}`",
            "a requirement that stands long after its choices makes the search long: state it earlier",
            node=pc,
            budget=self.budget,
            address=rule.address,
        )

    def attempt(self, state: Cells, trial: int, player: int, args: tuple[CellValue, ...]) -> bool:
        """`player can …`, tried on a copy."""
        prepared = self.code.program.trials[trial]
        copy = state.copy()
        copy[ME] = player
        for (_, slot), value in zip(prepared.args, args, strict=True):
            copy[slot] = value
        fresh = self._left is None
        if fresh:
            self._left = self.budget
        try:
            return self.completable(copy, prepared.entry, player)
        finally:
            if fresh:
                self._left = None

    # ---- faults ----------------------------------------------------------------------------------
    def fault(self, problem: BaseException, pc: int) -> Fault:
        """Return what went wrong in a running rule, with the rule it happened in."""
        if isinstance(problem, RecursionError):  # whoever called the engine has left it little room
            problem = self.exceeded(pc)
        rule = self._rule_of(problem, pc)
        if isinstance(problem, Stop):
            return Fault(problem.code, problem.message, rule, problem.hint)
        if isinstance(problem, ZeroDivisionError):
            code, message, hint = BY_ZERO
        elif isinstance(problem, KeyError):
            code, message, hint = NO_ENTRY
        else:
            code, message, hint = NONE_VALUE
        return Fault(code, message, rule, hint)

    def _rule_of(self, problem: BaseException, pc: int) -> prog.Rule:
        """Return the rule that ran; if none did, the line of the score sheet that was added up."""
        rule, node = (problem.rule, problem.node) if isinstance(problem, Stop) else (None, None)
        if rule is not None:
            return rule
        if node is None:
            name, origin, lines = f"<{self.code.program.digest}>", self.code.origin, self.code.lines
            ran = [(f.f_code.co_name, at) for f, at in walk_tb(problem.__traceback__) if f.f_code.co_filename == name]
            nodes = [origin[at - 1] for _, at in ran if at <= len(origin) and origin[at - 1] > 1]
            scored = [lines[function] for function, _ in ran if function in lines]
            if scored and not nodes:
                return scored[-1]
            node = nodes[-1] if nodes else pc
        number: int = self.nodes[node].rule
        return self.code.program.rules[number]


def told(state: Cells, node: prog.Start) -> tuple[CellValue, ...] | None:
    """Return the values of an action's parameters where it is started."""
    return tuple(state[slot] for slot, _, _ in node.told) if node.told else None


def bind(state: Cells, slots: Sequence[int], value: CellValue) -> None:
    """Put a chosen value into its cells."""
    if len(slots) == 1:
        state[slots[0]] = value
    elif isinstance(value, tuple):
        for slot, part in zip(slots, value, strict=False):
            state[slot] = part

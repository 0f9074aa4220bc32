"""A program becomes running code: Python functions, written as text from the program's nodes and compiled once.

Straight runs of nodes are one function. In `fine` code every node is a function of its own, for those who want to look
at each step. The text holds numbers and names made here, never a word of a rule file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import define, evolve, field, frozen

from rulekit.engine.chance import Chance
from rulekit.engine.compiling.calls import returning, variable
from rulekit.engine.compiling.expressions import Emitter, Env
from rulekit.engine.compiling.nodes import NodeEmitter, reads_hidden
from rulekit.engine.faults import Stop
from rulekit.engine.runtime import operations
from rulekit.engine.runtime.alike_pieces import named_cells, sameness
from rulekit.engine.runtime.constant_tables import Function, Space, Tables, make_tables
from rulekit.engine.runtime.matching import matching_functions
from rulekit.model.expressions import Expr
from rulekit.model.types import PieceType
from rulekit.program import program as prog
from rulekit.program.analysis.liveness import live_names
from rulekit.program.program import Cells, CellValue, Held, Place

PURE, READS_HIDDEN, EFFECT, HORIZON, DECISION, OVER, DONE = range(7)
MOST_NODES_IN_A_FUNCTION = 40  # nodes in one function
Running = Callable[[Cells], int]  # goes on to another node
Listing = Callable[[Cells], list[CellValue]]  # what can be chosen
Choosing = Callable[[Cells], Iterable[CellValue]]
Scoring = Callable[[Cells, int], CellValue]  # for a player
MOST_MERGED_NODES = 500  # nodes of a program, above which functions are not merged: the text would grow too long


def kind_of(node: prog.AnyNode) -> int:
    """Return what a node is to the machine; a test may read what not everybody sees (the writer knows)."""
    if isinstance(node, prog.PURE_NODES):
        return PURE
    if isinstance(node, prog.DECISIONS):
        return DECISION
    if isinstance(node, prog.Horizon):
        return HORIZON
    if isinstance(node, prog.End):
        return OVER
    return DONE if isinstance(node, prog.Done) else EFFECT


@frozen
class Code:
    """Functions by node: `run` (merged), `fine` (one node each), `options` and lazy `stream` of choices with where to go
    on, `early` tests; and the functions of the score sheet, with the `lines` they come from."""

    program: prog.Program
    tables: Tables
    kinds: tuple[int, ...]
    run: tuple[Running | None, ...]
    fine: tuple[Running | None, ...]
    options: tuple[Listing | None, ...]
    stream: tuple[Choosing | None, ...]
    plain: tuple[Listing | None, ...]
    after: tuple[int, ...]
    reads_hidden: tuple[Callable[[Cells, int], bool] | None, ...]  # of tests: whether a player does not see what they read
    leaf: tuple[bool, ...]  # every candidate ends a path and is offered
    early: tuple[Callable[[Cells], bool] | None, ...]
    score: tuple[Scoring, ...]
    winner: tuple[Scoring, ...]
    lines: dict[str, prog.Rule]
    space: Space
    emitter: Emitter
    origin: tuple[int, ...]  # for each line of the text the node it belongs to
    text: str


def compile_program(program: prog.Program, chance: Chance) -> Code:
    """Write and compile all functions of a program."""
    tables = make_tables(program.layout)
    writer = _Writer(program, tables)
    writer.write()
    text = "\n".join(writer.text)
    space = writer.space(chance)
    exec(compile(text, f"<{program.digest}>", "exec"), space)
    count, alone = range(len(program.nodes)), "x" if len(program.nodes) <= MOST_MERGED_NODES else "f"

    return Code(
        program=program,
        tables=tables,
        kinds=writer.kinds,
        run=tuple(space.get(f"f{n}") for n in count),
        fine=tuple(space.get(f"{alone}{n}") for n in count),
        options=tuple(space.get(f"o{n}") for n in count),
        stream=tuple(space.get(f"g{n}") for n in count),
        plain=tuple(space.get(f"q{n}") for n in count),
        after=tuple(writer.after.get(n, -1) for n in count),
        reads_hidden=tuple(space.get(f"v{n}") for n in count),
        leaf=tuple(n in writer.leaves for n in count),
        early=tuple(space.get(f"e{n}") for n in count),
        score=tuple(space[f"s{n}"] for n in range(len(program.score))),
        winner=tuple(space[f"w{n}"] for n in range(len(program.winner))),
        lines=_lines_of(program),
        space=space,
        emitter=writer.emitter,
        origin=tuple(writer.origin),
        text=text,
    )


def _lines_of(program: prog.Program) -> dict[str, prog.Rule]:
    """Return where the functions of the score sheet come from, by their names."""
    lines = {f"s{n}": prog.Rule(f"score.{line.name}", line.cites, line.span) for n, line in enumerate(program.score)}
    return lines | {f"w{n}": prog.Rule("winner", line.cites, line.span) for n, line in enumerate(program.winner)}


@define
class _Writer:
    program: prog.Program
    tables: Tables
    emitter: Emitter = field(init=False)
    nodes: NodeEmitter = field(init=False)
    kinds: tuple[int, ...] = field(init=False)
    text: list[str] = field(factory=list)
    origin: list[int] = field(factory=list)
    after: dict[int, int] = field(factory=dict)
    leaves: set[int] = field(factory=set)
    env: Env = field(init=False)
    live: tuple[frozenset[tuple[int, str]], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.emitter = Emitter(self.program, self.tables)
        self.env = self.emitter.env()
        self.nodes = NodeEmitter(self.emitter, self.env, sources_of(self.program.nodes))
        self.kinds = tuple(READS_HIDDEN if self._reads_hidden(n) else kind_of(n) for n in self.program.nodes)
        self.live = live_names(self.program)

    def _reads_hidden(self, node: prog.AnyNode) -> str:
        return reads_hidden(self.emitter, node, self.env, "m") if isinstance(node, prog.Test | prog.Let) else ""

    def write(self) -> None:
        """All functions."""
        for n, define_ in enumerate(self.program.defines):
            env = evolve(self.env, ranges=evolve(self.env.ranges, bounds=define_.bounds))
            params = "".join(f", {variable(i)}" for i, _, _ in define_.params)
            self._function(f"d{n}", returning(self.emitter, define_.body, env), params, 0)
        for prefix, lines in (("s", self.program.score), ("w", self.program.winner)):
            for n, line in enumerate(lines):
                self._function(f"{prefix}{n}", [f"return {self.emitter.expr(line.value, self.env)}"], ", b0", 0)
        for n, node in enumerate(self.program.nodes):
            if self.kinds[n] <= HORIZON:
                self._chain(n)
                self._fine(n)
            if isinstance(node, prog.Choose | prog.Random):
                self._choice(n, node)
            if self.kinds[n] == READS_HIDDEN:
                self._function(f"v{n}", [f"return {self._reads_hidden(node)}"], ", m", n)

    def _function(self, name: str, lines: list[str], params: str, node: int) -> None:
        self.text.append(f"def {name}(S{params}):")
        self.text.extend("    " + line for line in lines)
        self.origin.extend([node] * (len(lines) + 1))

    def _fine(self, number: int) -> None:
        if len(self.kinds) <= MOST_MERGED_NODES:
            lines, following = self.nodes.lines(number)
            self._function(f"x{number}", lines if following is None else [*lines, f"return {following}"], "", number)
        test = self.nodes.early(number, self.env)
        if test is not None:
            self._function(f"e{number}", [f"return {test}"], "", number)

    def _chain(self, number: int) -> None:
        self.text.append(f"def f{number}(S):")
        self.origin.append(number)
        self._run(number, number, "    ", frozenset(), MOST_NODES_IN_A_FUNCTION if len(self.kinds) <= MOST_MERGED_NODES else 0)

    def _run(self, head: int, here: int, indent: str, above: frozenset[int], room: int) -> None:
        """The lines of a node and of those that follow it, as far as they may stand in one function."""
        node = self.program.nodes[here]
        above = above | {here}
        lines, following = self.nodes.lines(here)
        if isinstance(node, prog.Test) and room > 4:
            *guards, _ = lines
            self._lines([*guards, f"if {self.emitter.expr(node.test, self.env)}:"], indent, here)
            self._go_on(head, node.yes, indent + "    ", above, room // 2)
            self._go_on(head, node.no, indent, above, room // 2)
            return
        self._lines(lines, indent, here)
        if following is not None:
            self._go_on(head, following, indent, above, room - 1)

    def _go_on(self, head: int, following: int, indent: str, above: frozenset[int], room: int) -> None:
        kind = self.kinds[following]
        merges = kind == PURE or (kind <= HORIZON and self.kinds[head] >= EFFECT)
        if merges and room > 0 and following not in above:
            self._run(head, following, indent, above, room)
        else:
            self._lines([f"return {following}"], indent, head)

    def _lines(self, lines: list[str], indent: str, node: int) -> None:
        self.text.extend(indent + line for line in lines)
        self.origin.extend([node] * len(lines))

    # ---- choices ---------------------------------------------------------------------------------
    def _choice(self, number: int, node: prog.Choose | prog.Random) -> None:
        """Candidates with all requirements that follow at once tested on the way (`q`: without them)."""
        tests, following = list[Expr](), node.next
        while isinstance(required := self.program.nodes[following], prog.Require):
            tests.append(required.test)
            following = required.next
        self.after[number] = following
        early = self._leaf(number, following)
        plain, fused = self._comprehension(number, node, [], None), self._comprehension(number, node, tests, early)
        if isinstance(node, prog.Random):
            fused = plain
        self._function(f"o{number}", [f"return [{fused}]"], "", number)
        self._function(f"g{number}", [f"return ({fused})"], "", number)
        self._function(f"q{number}", [f"return [{plain}]"], "", number)

    def _leaf(self, number: int, following: int) -> int | None:
        """Whether every candidate ends its path at `following` and is offered without search; the node of an early test."""
        safe, kind = self.program.safe, self.kinds[following]
        if kind in (HORIZON, OVER, DONE) or (kind == EFFECT and safe[following]):
            self.leaves.add(number)
        elif kind == EFFECT and self.nodes.early(following, self.env) and safe[prog.successors(self.program.nodes[following])[0]]:
            self.leaves.add(number)
            return following
        return None

    def _comprehension(self, number: int, node: prog.Choose | prog.Random, tests: list[Expr], early: int | None) -> str:
        env, text, names = self.env, "", list[str]()
        for at, pick in enumerate(node.picks):
            text += f" for c{at} in {self._candidates(pick, env, self._telling(number, node, at))}"
            names.append(f"c{at}")
            env = evolve(env, cells={**env.cells, pick.slot: f"c{at}"})
        for test in ([] if node.where is None else [node.where]) + tests:
            text += f" if {self.emitter.expr(test, env)}"
        if early is not None:
            text += f" if {self.nodes.early(early, env)}"
        return (names[0] if len(names) == 1 else f"({', '.join(names)})") + text

    def _candidates(self, pick: prog.PickSpec, env: Env, telling: str) -> str:
        source = self.emitter.each(pick.source, env)
        if pick.several:
            low = "1" if pick.low is None else self.emitter.expr(pick.low, env)
            high = "None" if pick.high is None else self.emitter.expr(pick.high, env)
            return f"subsets({source}, {low}, {high}, {telling or None})"
        return f"once({source}, {telling})" if telling else source

    def _telling(self, number: int, node: prog.Choose | prog.Random, at: int) -> str:
        """Return what tells pieces apart at a pick, as text; empty: they are no pieces, or no two are alike."""
        kind = node.picks[at].type
        if not isinstance(kind, PieceType) or not self._has_alike(kind.sort):
            return ""
        named = named_cells(self.program.layout, kind.sort, {slot for slot, sort in self.live[number] if sort == kind.sort})
        chosen = [f"c{n}" for n, p in enumerate(node.picks[:at]) if p.type == kind]
        if not chosen and not any(named):
            return "marks(S)"
        return f"marks(S, {self.emitter.constant(named)}[S[1]], ({''.join(c + ', ' for c in chosen)}))"

    def _has_alike(self, sort: str) -> bool:
        layout = next(s for s in self.program.layout.sorts if s.name == sort)
        return len(set(layout.alike)) < layout.count

    # ---- what the text may call ------------------------------------------------------------------
    def space(self, chance: Chance) -> Space:
        """Return the names that generated code sees."""
        names: Space = {
            "__builtins__": {},
            "len": len,
            "sum": sum,
            "min": min,
            "max": max,
            "any": any,
            "all": all,
            "tuple": tuple,
            "range": range,
            "sorted": sorted,
            "map": map,
            "zip": zip,
            "dict": dict,
            "next": next,
            "V": self.tables.sight,
            "some": chance.some,
        }
        for function in (
            operations.at, operations.tail, operations.size, operations.checked, operations.within, operations.settable,
            operations.amount, operations.look, operations.look_all, operations.cell, operations.concat,
            operations.on_spots, operations.passes, operations.numbers, operations.idle, operations.subsets, seek, read,
            changing, seated,
        ):  # fmt: skip
            names[function.__name__] = function
        names |= operations.moving(self.tables)
        names |= operations.drawing(self.program.layout, self.tables, names["put"], chance)
        names |= matching_functions(self.program.layout, self.tables)
        names |= sameness(self.tables, names["find"])
        names["hides"] = hiding(self.tables, names["find"])
        names["by_chance"] = lambda S, n, s: self.tables.shape[s] == "bag" or operations.size(S[s]) < n
        return names | self.emitter.constants


def hiding(tables: Tables, find: Callable[[Cells, int], Place]) -> Function:
    """Return whether a piece (or one of several) lies where a player does not see it."""

    def hides(state: Cells, held: Held, player: int) -> bool:
        pieces = () if held is None else held if isinstance(held, tuple) else (held,)
        return any(not tables.sight[find(state, p)][player] for p in pieces)

    return hides


def sources_of(nodes: tuple[prog.AnyNode, ...]) -> dict[int, Expr]:
    """For cells of the frame an expression they are read from (one of them, if there are several)."""
    found: dict[int, Expr] = {}
    for node in nodes:
        if isinstance(node, prog.Let):
            found[node.slot] = node.value
        elif isinstance(node, prog.Choose):
            found.update((p.slot, p.source) for p in node.picks)
    return found


def seek(base: int, bounds: tuple[tuple[int, int], ...], indices: tuple[int, ...]) -> int:
    """Return the cell of a member, -1 outside."""
    offset = 0
    for (low, size), index in zip(bounds, indices, strict=True):
        if index is None or not low <= index < low + size:
            return -1
        offset = offset * size + index - low
    return base + offset


def read(state: Cells, cell: int, outside: CellValue) -> CellValue:
    """Return a cell's value, or what stands for it outside."""
    return outside if cell < 0 else state[cell]


def changing(state: Cells, base: int, piece: int | None) -> CellValue:
    """Return a changing attribute; of none none."""
    return None if piece is None else state[base + piece]


def seated(player: int | None) -> int:
    """Return a player who has to be there."""
    if player is None:
        raise Stop("RK521", "a player is needed here, but there is `none`")
    return player

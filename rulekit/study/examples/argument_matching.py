"""What a line of an example asks for: arguments become matchers, matchers pick a move from a menu."""

from __future__ import annotations

from attrs import define

from rulekit.engine.engine import Engine
from rulekit.engine.explain import Matcher, Wanted, nodes_between
from rulekit.engine.moves import Move, Pick
from rulekit.engine.state import State
from rulekit.model.expressions import Expr
from rulekit.model.types import DescriptionType, ListType, Type
from rulekit.program import program as prog
from rulekit.program.program import Cells, CellValue, as_number, as_several


def wanted_of(engine: Engine, deed: str, args: list[tuple[str | None, Expr]], cells: Cells) -> Wanted:
    """Return the deed with matchers for its arguments, evaluated where the play stands."""
    named: dict[str, Matcher] = {}
    ordered: list[Matcher] = []
    for name, expr in args:
        matcher = Argument(engine, expr, engine.value(State(tuple(cells)), expr))
        if name is None:
            ordered.append(matcher)
        else:
            named[name] = matcher
    return Wanted(deed, named, tuple(ordered))


class Argument:
    """Matches a value, a piece like a description, a set of pieces, or (`passes`) one value a pass of a loop."""

    def __init__(self, engine: Engine, expr: Expr | _Element, value: CellValue, nested: bool = True) -> None:
        self.engine, self.expr, self.value = engine, expr, value
        self.passes: list[Argument] | None = None
        if nested and isinstance(expr.type, ListType):
            self.passes = [Argument(engine, _Element(expr.type.of), v, False) for v in as_several(value)]

    def __call__(self, cells: Cells, value: CellValue) -> bool:
        if isinstance(self.expr.type, ListType):
            wanted = as_several(self.value)
            return bool(self.engine.code.space["exactly"](cells, value if isinstance(value, tuple) else (value,), wanted, False))
        if isinstance(self.expr.type, DescriptionType):
            return bool(self.engine.code.space["match"](cells, value, self.value))
        return bool(value == self.value)


class _Element:
    """Stands for the expression of one element: only its type matters."""

    def __init__(self, kind: Type) -> None:
        self.type = kind


@define
class Picker:
    """Follows one deed through its menus: which moves fit what is wanted, and what is still to be asked."""

    engine: Engine
    wanted: Wanted
    done: tuple[Pick, ...] = ()
    started: bool = False
    _inside: frozenset[int] = frozenset()
    _leave: int | None = None  # where the play goes on after the deed

    def matching(self, menu: tuple[Move, ...], cells: Cells) -> tuple[Move, ...]:
        """Return the moves that fit; where an offer may be left out it is declined."""
        found = [m for m in menu if self._fits(m, cells) and self._may_follow(m)]
        if len(found) > 1:
            most = max(self.wanted.used(self.done + self._picks(m)) for m in found)
            found = [m for m in found if self.wanted.used(self.done + self._picks(m)) == most]
            least = min(self._extent(m) for m in found)
            found = [m for m in found if self._extent(m) == least]
        return tuple(found)

    def _may_follow(self, move: Move) -> bool:
        """Return whether the told choices that the move does not make can still come."""
        program, leave = self.engine.program, self._leave
        if not self.started:
            leave = _start(program, self.wanted.deed, move).exit
        if leave is None:
            return True
        number, value = move.path[-1]
        last = program.nodes[number]
        match last:
            case prog.Fork(bullets=bullets):
                here = bullets[as_number(value)]
            case prog.Offer(accept=accept, decline=decline):
                here = accept if value else decline
            case _:
                here = prog.successors(last)[0]
        return self.wanted.may_follow(program, self.done + self._picks(move), here, leave)

    def _extent(self, move: Move) -> tuple[int, int]:
        return sum(p.what == "accept" for p in move.parts), len(move.actions)

    def _fits(self, move: Move, cells: Cells) -> bool:
        if not self.started and self.wanted.deed not in move.actions:
            return False
        return self.wanted.fits(cells, self.done + self._picks(move))

    def _picks(self, move: Move) -> tuple[Pick, ...]:
        if self.started:
            return tuple(p.pick for p in move.parts if p.what == "pick" and p.pick is not None)
        begin = next(n for n, p in enumerate(move.parts) if p.what == "start" and p.action == self.wanted.deed)
        return tuple(p.pick for p in move.parts[begin:] if p.pick is not None)

    def note(self, move: Move) -> None:
        """A move of the deed has been played."""
        self.done += self._picks(move)
        if not self.started:
            self.started = True
            start = _start(self.engine.program, self.wanted.deed, move)
            self._inside, self._leave = nodes_between(self.engine.program, start.next, start.exit), start.exit

    def stands_in_step(self, pc: int) -> bool:
        """Return whether what is wanted is a step and the play stands in it: a step is not started by a move."""
        for name, entry, leave in self.engine.program.steps:
            if name == self.wanted.deed and not self.started:
                inside = nodes_between(self.engine.program, entry, leave)
                if pc in inside:
                    self.started, self._inside = True, inside
        return self.started

    def goes_on(self, pc: int) -> bool:
        """Return whether the deed is not finished: the play stands at a decision inside it."""
        return pc in self._inside

    # ---- chance ----------------------------------------------------------------------------------
    def _random(self, program: prog.Program) -> list[tuple[int, Matcher]]:
        names = {n: m for n, m in self.wanted.named.items() if all(p.name != n for p in self.done)}
        return [
            (pick.slot, names[pick.name])
            for node in program.nodes
            if isinstance(node, prog.Random)
            for pick in node.picks
            if pick.name in names
        ]

    def wants_chance(self, program: prog.Program) -> bool:
        """Return whether an outcome of chance is named."""
        return bool(self._random(program))

    def came_out(self, program: prog.Program, cells: Cells) -> bool:
        """Return whether chance gave what is named."""
        return all(matcher(cells, cells[slot]) for slot, matcher in self._random(program))


def _start(program: prog.Program, deed: str, move: Move) -> prog.Start:
    """Return where a move starts the deed."""
    nodes = (program.nodes[n] for n, _ in move.path)
    return next(node for node in nodes if isinstance(node, prog.Start) and node.action == deed)

"""The best reason first: of all the ways in which something could be done and is refused, the one that misses by least.

Nearest is a way that breaks the fewest rules: the one that refuses it, and those that would refuse it if that one did not.
Of these comes first what gets furthest (most choices made, most done), then what most of them share, then what is met first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from attrs import frozen

from rulekit.engine.engine import Engine
from rulekit.engine.explain import End, Explorer, Refusal, Wanted, equals, explained, looking
from rulekit.engine.machine import CAUGHT, DeadEnd
from rulekit.engine.moves import Move, move_of
from rulekit.engine.state import State
from rulekit.engine.touched_by_move import Touched, touched
from rulekit.model.expressions import Value
from rulekit.program import program as prog
from rulekit.program.program import ME, Cells

MOST_BROKEN = 4  # rules that are counted; a way that breaks more is no nearer for it


@frozen
class Way:
    """One way that is refused: where it ends, why, and how many rules it breaks."""

    end: End
    refusal: Refusal
    broken: int

    @property
    def near(self) -> tuple[int, int, int]:
        """What is smaller is nearer."""
        return self.broken, -len(self.end.path), -min(self.end.depth, 2)

    @property
    def rule(self) -> tuple[str, str]:
        """What refuses it."""
        return self.refusal.address, self.refusal.how


@frozen
class Reason:
    """A rule that refuses what was asked: its refusal of the nearest way, the ways it says the same of, all it refuses."""

    refusal: Refusal
    same: tuple[Way, ...]
    ways: tuple[Way, ...]


@frozen
class Answer:
    """Whether something can be done. `moves` are those offered that do it; if there are none, `reasons`, the best first.

    `reached`: the reasons are of the deed itself, not of what keeps a player from getting to it.
    """

    moves: tuple[Move, ...] = ()
    reasons: tuple[Reason, ...] = ()
    reached: bool = True

    @property
    def best(self) -> Refusal:
        """The refusal to tell first."""
        return self.reasons[0].refusal

    @property
    def ways(self) -> int:
        """How many ways were tried."""
        return sum(len(reason.ways) for reason in self.reasons)


def why_not(
    engine: Engine, state: State, deed: str, asked: Mapping[str, Value] | None = None, player: int | None = None
) -> Refusal | None:
    """Return the best reason; None if such a move is offered."""
    wanted = Wanted(deed, {name: equals(value) for name, value in (asked or {}).items()})
    found = answer(engine, state, wanted, player)
    return None if found.moves else found.best


def answer(engine: Engine, state: State, wanted: Wanted, player: int | None = None) -> Answer:
    """Return the moves that do what is wanted, or why there are none."""
    if engine.is_over(state):
        return _plain("over")
    if player is not None and engine.decider(state) != player:
        return _plain("not your turn")
    explorer = Explorer(engine, wanted)
    explorer.run(Cells(state.cells))
    if explorer.offered:
        return Answer(tuple(move_of(engine.program, path) for path in explorer.offered))
    if explorer.ends:
        return Answer(reasons=ranked(engine, explorer.ways or explorer.ends))
    leading = [end for end in explorer.before if _keeps_from(engine.program, end, wanted.deed)]
    return Answer(reasons=ranked(engine, leading), reached=False) if leading else _plain("not now", False)


def _plain(how: str, reached: bool = True) -> Answer:
    """Return an answer that no rule gives."""
    return Answer(reasons=(Reason(Refusal(how, ""), (), ()),), reached=reached)


# ---- what keeps a player from getting to an action ------------------------------------------------
def _keeps_from(program: prog.Program, end: End, deed: str) -> bool:
    """Return whether a requirement before any action keeps the player from this one."""
    nodes = [(program.nodes[number], value) for number, value in end.path]
    if not isinstance(program.nodes[end.number], prog.Require) or any(isinstance(node, prog.Start) for node, _ in nodes):
        return False
    return any(isinstance(n, prog.Offer) and not value for n, value in nodes) or _leads_to(program, end.number, deed)


def _leads_to(program: prog.Program, number: int, deed: str) -> bool:
    """Return whether the action comes right after a requirement, before any other action and before the turn is over."""
    ends = (prog.Start, prog.Horizon, prog.NextTurn, prog.TurnFirst, prog.TurnNext, prog.Freeze)
    left, seen = list(prog.successors(program.nodes[number])), set[int]()
    while left:
        here = left.pop()
        node = program.nodes[here]
        if isinstance(node, prog.Start) and node.action == deed:
            return True
        if here not in seen and not isinstance(node, ends):
            left += prog.successors(node)
        seen.add(here)
    return False


# ---- ranking -------------------------------------------------------------------------------------
def ranked(engine: Engine, ends: Sequence[End]) -> tuple[Reason, ...]:
    """Return the reasons of ways that are refused, each rule once, the best first."""
    refusals = explained(engine, ends)
    several = len({(r.address, r.how) for r in refusals}) > 1
    counts = _broken(engine, ends) if several else [1] * len(ends)
    groups: dict[tuple[str, str], list[Way]] = {}
    for way in map(Way, ends, refusals, counts):
        groups.setdefault(way.rule, []).append(way)
    return tuple(map(_reason, sorted(groups.values(), key=_rank)))


def _rank(ways: list[Way]) -> tuple[tuple[int, int, int], int]:
    """Return what a rule is ranked by: how near its nearest ways are, and how many of them there are."""
    least = min(way.near for way in ways)
    return least, -sum(way.near == least for way in ways)


def _reason(ways: list[Way]) -> Reason:
    """Return what a rule says of its nearest ways: of several sentences the one that is said most often."""
    least = min(way.near for way in ways)
    said: dict[tuple[object, ...], list[Way]] = {}
    for way in ways:
        said.setdefault(_said(way.refusal), []).append(way)
    near = [same for same in said.values() if any(way.near == least for way in same)]
    same = max(near, key=len)
    told = min(same, key=attrgetter("near"))
    return Reason(told.refusal, tuple(same), tuple(ways))


def _said(refusal: Refusal) -> tuple[object, ...]:
    """Return what a sentence consists of: two refusals with the same of it read alike."""
    values = refusal.reason.values if refusal.reason is not None else refusal.values if refusal.how == "pay" else ()
    return tuple((shown.value, shown.fault) for shown in values)


def _broken(engine: Engine, ends: Sequence[End]) -> list[int]:
    """Return how many rules each way breaks, as far as one decision's budget goes; what is not looked at breaks one more."""
    counts = []
    with looking(engine, ends[0].cells):
        for end in ends:
            try:
                counts.append(_rules_broken(engine, end))
            except CAUGHT:
                counts.append(2)
    return counts


def _rules_broken(engine: Engine, end: End) -> int:
    """Return how many rules have to be passed over before a way can be finished."""
    number, cells, me = end.number, end.cells, end.cells[ME]
    for count in range(1, MOST_BROKEN):
        following = _after(engine.program, number)
        if following is None or end.how is not None:
            return count + 1
        dead: list[DeadEnd] = []
        if engine.machine.completable(cells, following, me, dead):
            return count
        at_once = [(n, there) for n, there, decisions in dead if decisions == 0]
        if not at_once:
            return count + 1
        number, cells = at_once[0]
    return MOST_BROKEN


def _after(program: prog.Program, number: int) -> int | None:
    """Return where the play would go on if a node did not refuse; None where there is nothing to go on with."""
    node = program.nodes[number]
    return node.next if isinstance(node, prog.Require | prog.Pay) else None


# ---- all that is refused -------------------------------------------------------------------------
def refused_ways(engine: Engine, state: State) -> tuple[tuple[End, Touched], ...]:
    """Every way into an action that is refused, with what it would have touched; of each action some only, if there are many."""
    found: list[tuple[End, Touched]] = []
    cells = Cells(state.cells)
    for deed, role in engine.program.deeds:
        if role == "action" and not engine.is_over(state):
            explorer = Explorer(engine, Wanted(deed))
            explorer.run(cells.copy())
            for end in explorer.ways:
                parts = move_of(engine.program, end.path).parts
                found.append((end, touched(engine, cells, end.cells, end.number, parts, insist=True)))
    return tuple(found)

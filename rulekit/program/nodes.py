"""The nodes of the flow graph, numbered, each with the number of its rule and of the nodes that may come next.
Their expressions are those of the model, and the few that only programs have.
"""

from __future__ import annotations

from typing import Union, assert_never

from attrs import field

from rulekit.model.expressions import Expr, Text
from rulekit.model.types import Type
from rulekit.records import Record, frozen


@frozen
class Node(Record):
    rule: int


@frozen
class Let(Node):
    slot: int
    value: Expr
    next: int


@frozen
class Test(Node):
    """Which way to go. If it reads what the decider does not see, it is a horizon."""

    test: Expr
    yes: int
    no: int


@frozen
class Require(Node):
    test: Expr
    reason: Text | None
    next: int


@frozen
class ForNext(Node):
    """Bind the next element of a frozen list, or leave the loop."""

    list: int
    at: int
    targets: tuple[int, ...]
    body: int
    exit: int


@frozen
class CountNext(Node):
    counter: int
    body: int
    exit: int


@frozen
class Guard(Node):
    """Stop a loop whose passes leave the game as it was."""

    seen: int
    count: int
    next: int


@frozen
class PickSpec(Record):
    """`several`: the local is a list of `low` to `high` elements."""

    slot: int
    name: str
    type: Type
    source: Expr
    several: bool
    low: Expr | None
    high: Expr | None


@frozen
class Choose(Node):
    """A player's choice. In `where` and later sources, earlier picks are read from their cells."""

    picks: tuple[PickSpec, ...]
    where: Expr | None
    next: int
    private: bool = field(default=False, repr=False)  # what the player chose is nobody else's business; the play is the same


@frozen
class Random(Node):
    """`choose … at random`: chance."""

    picks: tuple[PickSpec, ...]
    where: Expr | None
    next: int


@frozen
class Start(Node):
    """A player begins an action; `told` are its parameters (cell, name, type), `exit` is where the play goes on after it."""

    action: str
    told: tuple[tuple[int, str, Type], ...]
    next: int
    exit: int


@frozen
class Fork(Node):
    """`one of`: where each bullet begins, and its rule."""

    bullets: tuple[int, ...]
    rules: tuple[int, ...]


@frozen
class Offer(Node):
    accept: int
    decline: int


@frozen
class SlotRef(Record):
    """A place: the cell is computed from the indices; `place` is a family's name or `box`."""

    place: str
    indices: tuple[Expr, ...]


@frozen
class SetMarker(Node):
    marker: str
    indices: tuple[Expr, ...]
    value: Expr
    next: int


@frozen
class SetAttr(Node):
    sort: str
    attr: str
    piece: Expr
    value: Expr
    next: int


@frozen
class Move(Node):
    what: Expr
    to: SlotRef
    under: bool
    next: int


@frozen
class Draw(Node):
    count: Expr
    source: SlotRef
    to: SlotRef
    under: bool
    next: int


@frozen
class Deal(Node):
    count: Expr | None
    source: SlotRef
    to: str
    next: int


@frozen
class Shuffle(Node):
    place: SlotRef
    next: int


@frozen
class Gain(Node):
    count: Expr
    tally: str
    indices: tuple[Expr, ...]
    next: int


@frozen
class Pay(Node):
    count: Expr
    tally: str
    indices: tuple[Expr, ...]
    to: Expr | None
    next: int


@frozen
class Reveal(Node):
    """Pieces, or a marker, are shown to a player or (`to` None) to all: nothing changes, but it is a horizon for those."""

    what: Expr
    to: Expr | None
    next: int


@frozen
class Announce(Node):
    """A sentence in the log of a player or (`to` None) of all: nothing changes."""

    text: Text
    to: Expr | None
    next: int


@frozen
class NextTurn(Node):
    slot: int
    player: Expr
    next: int


@frozen
class TurnFirst(Node):
    """Begin `turns`: the first player for whom `where` holds becomes active."""

    start: Expr
    where: Expr | None
    coming: int
    first: int
    next: int
    exit: int


@frozen
class TurnNext(Node):
    """The next player becomes active; `tested` where `until` is tested, `body` where it is not (within a round)."""

    where: Expr | None
    whole: bool
    coming: int
    first: int
    tested: int
    body: int
    exit: int


@frozen
class Horizon(Node):
    """The end of a turn or part: search goes no further."""

    next: int


@frozen
class Freeze(Node):
    """Begin (`on`) or end `everyone secretly`: others see a player's cells as they were."""

    on: bool
    next: int


@frozen
class End(Node):
    """The game is over."""


@frozen
class Done(Node):
    """The end of a deed that was only tried (`can`)."""


AnyNode = Union[
    Let, Test, Require, ForNext, CountNext, Guard, Choose, Random, Start, Fork, Offer, SetMarker, SetAttr, Move, Draw,
    Deal, Shuffle, Gain, Pay, Reveal, Announce, NextTurn, TurnFirst, TurnNext, Horizon, Freeze, End, Done,
]  # fmt: skip
PURE_NODES = (Let, Test, Require, ForNext, CountNext, Guard)
DECISIONS = (Choose, Start, Fork, Offer)


def successors(node: AnyNode) -> tuple[int, ...]:
    """Return the nodes that may come next."""
    match node:
        case Test(yes=yes, no=no):
            return (yes, no)
        case ForNext(body=body, exit=leave) | CountNext(body=body, exit=leave):
            return (body, leave)
        case Fork(bullets=bullets):
            return bullets
        case Offer(accept=accept, decline=decline):
            return (decline, accept)
        case TurnFirst(next=following, exit=leave):
            return (following, leave)
        case TurnNext(tested=tested, body=body, exit=leave):
            return (tested, body, leave)
        case End() | Done():
            return ()
        case (
            Let() | Require() | Guard() | Choose() | Random() | Start() | SetMarker() | SetAttr() | Move() | Draw() | Deal()
            | Shuffle() | Gain() | Pay() | Reveal() | Announce() | NextTurn() | Horizon() | Freeze()
        ):  # fmt: skip
            return (node.next,)
        case _:
            assert_never(node)


@frozen
class NodeDoes(Record):
    """What a node does: what it changes, by name (`place hand`, `tally coins`); whether it may ask chance; what kind of dead
    end it may be (`requirement`, `pay`, `taken`, `nothing to choose`; empty: none)."""

    changes: frozenset[str] = frozenset()
    chance: bool = False
    dead_end: str = ""


NOTHING_DONE = NodeDoes()
ANOTHER_PLAYER = NodeDoes(frozenset({"active"}))


def does(node: AnyNode) -> NodeDoes:
    """Tell what a node does; of moved pieces only where they go."""
    match node:
        case SetMarker(marker=name):
            return NodeDoes(frozenset({f"marker {name}"}))
        case SetAttr(attr=name):
            return NodeDoes(frozenset({f"attribute {name}"}))
        case Gain(tally=name):
            return NodeDoes(frozenset({f"tally {name}"}))
        case Pay(tally=name):
            return NodeDoes(frozenset({f"tally {name}"}), dead_end="pay")
        case Move(to=to):
            return NodeDoes(frozenset({f"place {to.place}"}), dead_end="taken")
        case Draw(source=source, to=to):
            return NodeDoes(frozenset({f"place {source.place}", f"place {to.place}"}), chance=True, dead_end="taken")
        case Deal(source=source, to=name):
            return NodeDoes(frozenset({f"place {source.place}", f"place {name}"}), chance=True, dead_end="taken")
        case Shuffle(place=place):
            return NodeDoes(frozenset({f"place {place.place}"}), chance=True)
        case Require():
            return NodeDoes(dead_end="requirement")
        case Choose() | Random():
            return NodeDoes(chance=isinstance(node, Random), dead_end="nothing to choose")
        case TurnFirst() | TurnNext() | NextTurn():
            return ANOTHER_PLAYER
        case (
            Let() | Test() | ForNext() | CountNext() | Guard() | Start() | Fork() | Offer() | Reveal() | Announce() | Horizon()
            | Freeze() | End() | Done()
        ):  # fmt: skip
            return NOTHING_DONE
        case _:
            assert_never(node)

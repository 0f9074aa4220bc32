"""What one viewer sees of what happens: whether he notices it, and the event it is to him."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.events.belief import Flow, Nodes, Tokens, literal
from rulekit.engine.events.effects import Announced, Board, Counted, Effect, Moved, Passed, Put, Revealed, Turned
from rulekit.engine.events.event import Event, Inside, Where
from rulekit.engine.events.reading import Reader
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.engine.said import UNSEEN, Said, Shown
from rulekit.engine.view import SeenPiece, describe
from rulekit.model.types import Type, is_piece
from rulekit.program import program as prog
from rulekit.program.program import Cells, CellValue, as_number, pieces_held

KINDS = {prog.Move: "moved", prog.Draw: "drawn", prog.Deal: "dealt"}


@define
class Rules:
    """What all listeners of one engine share."""

    engine: Engine
    board: Board = field(init=False)
    reader: Reader = field(init=False)
    flow: Flow = field(init=False)
    parts_end: dict[int, int] = field(init=False)  # where a player's secret part ends: the node, and the cell of the player

    def __attrs_post_init__(self) -> None:
        program = self.engine.program
        self.board = Board(self.engine)
        self.reader = Reader(self.engine, self.board)
        refill = self.engine.code.tables.refill
        spots = self.board.spots
        self.flow = Flow(program, {spots[cell].name: spots[origin].name for cell, origin in refill.items()})
        self.parts_end = dict(_secret_ends(program.nodes))

    @classmethod
    def of(cls, engine: Engine) -> Rules:
        """Return the rules of an engine, made once."""
        if "events" not in engine.memory:
            engine.memory["events"] = cls(engine)
        rules: Rules = engine.memory["events"]
        return rules


def _secret_ends(nodes: tuple[prog.AnyNode, ...]) -> Iterator[tuple[int, int]]:
    """Yield the nodes where one player's part of `everyone secretly` is over, with the cell that holds the player."""
    heads: dict[int, int] = {}
    for node in nodes:
        if isinstance(node, prog.Freeze) and node.on:
            number = node.next
            while not isinstance(head := nodes[number], prog.ForNext):
                (number,) = prog.successors(head)
            heads[number] = head.targets[0]
    for number, node in enumerate(nodes):
        if isinstance(node, prog.Horizon) and node.next in heads:
            yield number, heads[node.next]


@frozen
class Moment:
    """One node that was run: the cells around it, what it did, and the node that came next."""

    number: int
    node: prog.AnyNode
    following: int
    before: Cells
    after: Cells
    effects: tuple[Effect, ...]


@frozen
class Eyes:
    """The eyes of a seat, of somebody who only watches (`OPEN`), or of somebody who may know everything (None)."""

    rules: Rules
    viewer: int | None

    def hears(self, to: int | None) -> bool:
        """Return whether something that is shown or said is for the viewer too."""
        return to is None or self.viewer is None or to == self.viewer

    # ---- what is seen ----------------------------------------------------------------------------
    def spot_seen(self, cell: int) -> bool:
        """Return whether the viewer sees what a cell holds."""
        return self.rules.board.spots[cell].seen_by(self.viewer)

    def sees(self, effect: Effect, cells: Cells) -> bool:
        """Return whether the viewer sees the inside of what happened."""
        match effect:
            case Moved(source=source, target=target):
                return self.spot_seen(source) or self.spot_seen(target)
            case Put(cell=cell):
                return self.spot_seen(cell)
            case Revealed(cell=cell, to=to):
                return self.spot_seen(cell) or self.hears(to)
            case Turned(piece=piece):
                return self.spot_seen(self.rules.board.home(cells, piece)) or self.is_marked(piece, cells)
        return True

    def is_marked(self, piece: int, cells: Cells) -> bool:
        """Return whether a marker in sight shows this piece."""
        for marker in self.rules.engine.program.layout.markers:
            if is_piece(marker.type):
                held = range(marker.base, marker.base + marker.size)
                if any(cells[c] == piece and self.spot_seen(c) for c in held):
                    return True
        return False

    def tokens(self, now: Moment) -> Tokens:
        """Return what the viewer notices of a node; nothing if it changes nothing that he sees."""
        if now.number in self.rules.parts_end:
            return frozenset({("done",)})
        if isinstance(now.node, prog.Shuffle):
            cell = self.rules.board.cell(now.node.place.place, now.node.place.indices, now.before)
            return frozenset(() if cell is None else self.place_tokens({cell}, now))
        found: set[tuple[str, ...]] = set()
        moved = {cell for e in now.effects if isinstance(e, Moved) for cell in (e.source, e.target)}
        found |= self.place_tokens(moved, now)
        for effect in now.effects:
            match effect:
                case Counted(cell=cell, more=more):
                    found.add(("tally", self.rules.board.spots[cell].name, "+" if more > 0 else "-"))
                case Put(cell=cell, was=was, value=value) if was != value and self.spot_seen(cell):
                    found.add(("marker", self.rules.board.spots[cell].name))
                case Turned(sort=sort, attr=attr, was=was, value=value) if was != value and self.sees(effect, now.before):
                    found.add(("attribute", sort, attr))
                case Passed(other=True):
                    found.add(("active",))
                case Revealed():
                    found.add(("reveal",))
                case Announced(said=said, to=to) if self.hears(to):
                    found.add(("announce", *literal(said.text.parts)))
        return frozenset(found)

    def place_tokens(self, cells: set[int], now: Moment) -> set[tuple[str, ...]]:
        """Return the places that look different now: how many lie there is known to all."""
        found = set[tuple[str, ...]]()
        for cell in cells:
            was, is_now = tuple(pieces_in(now.before[cell])), tuple(pieces_in(now.after[cell]))
            look = (lambda pieces: [self.piece(p, now.before) for p in pieces]) if self.spot_seen(cell) else len
            if look(was) != look(is_now):
                found.add(("place", self.rules.board.spots[cell].name))
        return found

    # ---- events ----------------------------------------------------------------------------------
    def events(self, now: Moment, fits: Nodes, who: int | None) -> Iterator[Event]:
        """Return the events that a node is to the viewer, who takes it to be one of several, done by somebody."""
        rule = self.rules.flow.rule(fits)
        base = Event("", who, rule.address, rule.cites)
        if now.number in self.rules.parts_end:
            yield Event("done", as_number(now.before[self.rules.parts_end[now.number]]))
        elif isinstance(now.node, prog.Shuffle):
            cell = self.rules.board.cell(now.node.place.place, now.node.place.indices, now.before)
            if cell is not None:
                yield evolve(base, kind="shuffled", where=self._where(cell))
        elif fits != {now.number} and (order := self._reordered(now)) is not None:
            yield evolve(base, kind="shuffled", where=self._where(order))
        elif isinstance(now.node, prog.Pay) and len(now.effects) == 2:
            less, more = sorted((e for e in now.effects if isinstance(e, Counted)), key=lambda e: e.more)
            yield evolve(self._counted(base, less), to=self.rules.board.spots[more.cell].owner)
        else:
            for effect in self.effects(now, fits):
                yield from self._event(base, effect, now, fits)
        yield from self._nothing(base, now)

    def _reordered(self, now: Moment) -> int | None:
        """Return the place whose pieces lie in another order, if that is all that the viewer can know."""
        moved = [effect for effect in now.effects if isinstance(effect, Moved)]
        return moved[0].target if moved and all(effect.source == effect.target for effect in moved) else None

    def _nothing(self, base: Event, now: Moment) -> Iterator[Event]:
        """Something was done that came to nothing: a draw of nothing, a gain of 0."""
        kind = KINDS.get(type(now.node)) or {prog.Gain: "gained", prog.Pay: "paid"}.get(type(now.node))
        if kind and not now.effects:
            yield evolve(base, kind=kind)

    def effects(self, now: Moment, fits: Nodes) -> tuple[Effect, ...]:
        """Return what happened, without what only the rule tells, where the viewer cannot know the rule."""
        nodes = self.rules.engine.program.nodes
        if len({type(nodes[n]) for n in fits}) > 1 and any(isinstance(nodes[n], prog.Move) for n in fits):
            pieces = tuple(dict.fromkeys(p for e in now.effects if isinstance(e, Moved) for p in e.pieces))
            return tuple(self.rules.board.carried(pieces, now.before, now.after))
        return now.effects

    def _event(self, base: Event, effect: Effect, now: Moment, fits: Nodes) -> Iterator[Event]:
        match effect:
            case Moved():
                yield self._moved(base, effect, now, fits)
            case Counted():
                yield self._counted(base, effect)
            case Put(cell=cell, was=was, value=value) if self.spot_seen(cell):
                kind = next(
                    m.type for m in self.rules.engine.program.layout.markers if m.name == self.rules.board.spots[cell].name
                )
                old, new = (self.inside(kind, v, now.after) for v in (was, value))
                yield evolve(base, kind="set", where=self._where(cell), was=old, value=new)
            case Turned(piece=piece, sort=sort, attr=attr, was=was, value=value) if self.sees(effect, now.before):
                looks = self.piece(piece, now.after)
                yield evolve(base, kind="set", where=Where(attr), sort=sort, pieces=(looks,), was=was, value=value)
            case Revealed():
                yield self._revealed(base, effect, now.before)
            case Announced(said=said, to=to) if self.hears(to):
                words = Said(said.text, tuple(self._said(shown, now.before) for shown in said.values))
                yield evolve(base, kind="announced", player=None, said=words, to=to)
            case Passed(player=player):
                yield evolve(base, kind="turn passed", player=player)

    def _moved(self, base: Event, effect: Moved, now: Moment, fits: Nodes) -> Event:
        kinds = {
            KINDS[type(self.rules.engine.program.nodes[n])] for n in fits if type(self.rules.engine.program.nodes[n]) in KINDS
        }
        refilled = effect.target in self.rules.engine.code.tables.refill and isinstance(now.node, prog.Draw | prog.Deal)
        kind = kinds.pop() if len(kinds) == 1 and not refilled else "moved"
        seen = self.sees(effect, now.before)
        order = now.before[effect.source] if self.spot_seen(effect.source) else now.after[effect.target]
        lying = list(pieces_in(order))
        pieces = sorted(effect.pieces, key=lambda p: lying.index(p) if p in lying else len(lying))
        sort = self.rules.engine.program.layout.sorts[self.rules.engine.code.tables.sort_of[effect.pieces[0]]].name
        return evolve(
            base,
            kind=kind,
            source=self._where(effect.source),
            target=self._where(effect.target),
            count=len(pieces),
            sort=sort,
            pieces=tuple(self.piece(p, now.before) for p in pieces) if seen else (),
            seen=seen,
        )

    def _revealed(self, base: Event, effect: Revealed, cells: Cells) -> Event:
        """That something is shown, whose and to whom, is for everybody; what it is only for those who see it."""
        spot, seen = self.rules.board.spots[effect.cell], self.sees(effect, cells)
        shown = evolve(base, kind="revealed", player=spot.owner, where=self._where(effect.cell), to=effect.to, seen=seen)
        if effect.pieces is None:
            kind = next(m.type for m in self.rules.engine.program.layout.markers if m.name == spot.name)
            return evolve(shown, value=self.inside(kind, effect.value, cells)) if seen else shown
        lying = list(pieces_in(cells[effect.cell]))
        looks = tuple(self.piece(p, cells) for p in sorted(effect.pieces, key=lying.index)) if seen else ()
        sort = self.rules.engine.program.layout.sorts[self.rules.engine.code.tables.sort_of[effect.pieces[0]]].name
        return evolve(shown, count=len(effect.pieces), sort=sort, pieces=looks)

    def _said(self, part: Shown, cells: Cells) -> Shown:
        """Return a value of a sentence; pieces that the viewer does not see are said by their sort."""
        if not is_piece(part.type) or part.value is None:
            return part
        found = [
            self.piece(p, cells) if self.spot_seen(self.rules.board.home(cells, p)) else UNSEEN for p in pieces_in(part.plain)
        ]
        return evolve(part, value=tuple(found) if isinstance(part.value, tuple) else found[0])

    def _counted(self, base: Event, effect: Counted) -> Event:
        spot = self.rules.board.spots[effect.cell]
        where = Where(spot.name, spot.indices[1:])
        return evolve(base, kind="gained" if effect.more > 0 else "paid", player=spot.owner, where=where, count=abs(effect.more))

    def _where(self, cell: int) -> Where:
        spot = self.rules.board.spots[cell]
        return Where(spot.name, spot.indices)

    def piece(self, piece: int, cells: Cells) -> SeenPiece:
        """Return a piece as it looks."""
        return describe(self.rules.engine, cells, piece)

    def inside(self, kind: Type, value: CellValue, cells: Cells) -> Inside:
        """Return a value as it is; pieces as they look."""
        if not is_piece(kind) or value is None:
            return value
        looks = tuple(self.piece(p, cells) for p in pieces_held(value))
        return looks if isinstance(value, tuple) else looks[0]

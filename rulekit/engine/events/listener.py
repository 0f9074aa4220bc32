"""What one viewer is told: of everything that happens the outside, and the inside as far as he sees it at that moment.

A listener keeps where the play may be, for all that he knows (`nodes`), and which cells of the frame hold something he does not
know (`unknown`). Both follow from what he was told before, so that two plays that look the same to him read the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.events.belief import Flow, Nodes, Tokens, common, is_told, literal, written_by
from rulekit.engine.events.chosen import Draft, Told
from rulekit.engine.events.effects import Announced, Board, Counted, Effect, Moved, Passed, Put, Revealed, Turned
from rulekit.engine.events.event import Event, Inside, Where
from rulekit.engine.events.reading import Reader
from rulekit.engine.explain import Shown
from rulekit.engine.moves import Part, move_of
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.engine.touched_by_move import is_piece
from rulekit.engine.view import SeenPiece, describe
from rulekit.model.model_walk import expressions
from rulekit.model.types import ListType, OptionalType, PieceType, Type
from rulekit.program import program as prog
from rulekit.program.program import ME, Cells, CellValue

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


@define
class Listener:
    """One viewer: a seat, `OPEN` for somebody who only watches, None for somebody who may know everything."""

    rules: Rules
    viewer: int | None
    nodes: Nodes
    unknown: frozenset[int] = frozenset()
    told: list[Event | Draft] = field(factory=list)
    waiting: list[Event | Draft] | None = None  # of a secret part, until all are done
    pending: list[tuple[int, Told]] = field(factory=list)  # choices of pieces, and whose, before the pieces move

    def events(self) -> tuple[Event, ...]:
        """Return all that was told so far, in order."""
        return tuple(one.event() if isinstance(one, Draft) else one for one in self.told)

    # ---- what is run -----------------------------------------------------------------------------
    def step(self, now: Moment) -> None:
        """Hear of one node that was run."""
        if isinstance(now.node, prog.Freeze):
            self._secret(now.node.on)
        tokens = self._tokens(now)
        known = self.nodes == {now.number}
        if not known and not tokens:
            return
        fits = self.nodes if known else self.rules.flow.fitting(self.nodes, tokens)
        if tokens or not self._hides(now):
            for event in self._events(now, fits):
                self._tell(event)
        self._go_on(now, fits)

    def over(self) -> None:
        """Hear that the game is over."""
        self._tell(Event("game over"))

    # ---- what is chosen --------------------------------------------------------------------------
    def choose(self, number: int, value: CellValue, cells: Cells, forced: bool) -> None:
        """Hear of a choice; what others declined, or chose in private, is not told, nor that nothing else could be done."""
        program = self.rules.engine.program
        node, known, mine = program.nodes[number], self.nodes == {number}, self.viewer in (None, cells[ME])
        if not mine and not is_told(node):
            if known:
                self._know(written_by(node), False)
                self._set_nodes(frozenset(prog.successors(node)))
            return
        parts = move_of(program, ((number, value),)).parts
        fits = self.nodes if known else self.rules.flow.fitting(self.nodes, _choice_tokens(node, value))
        rules = [program.rules[fit.rules[value]] for n in fits if isinstance(fit := program.nodes[n], prog.Fork)]
        rule = common(rules) if rules else self.rules.flow.rule(fits)
        silent = forced and isinstance(node, prog.Offer)
        for part, slot in () if silent else zip(parts, (None, *_slots(node)) if isinstance(node, prog.Start) else _slots(node), strict=True):
            self._part(evolve(part, address=part.address if known else rule.address), slot, mine, cells)
        if not known:
            self._know(tuple(slot for n in fits for slot in written_by(program.nodes[n])), False)
        self._know((ME,), True)
        self._set_nodes(frozenset(after for n in fits for after in _taken(program.nodes[n], value)))

    def _part(self, part: Part, slot: int | None, mine: bool, cells: Cells) -> None:
        last = self._last()
        if not isinstance(last, Draft) or not last.takes(cells[ME], part.what):
            last = Draft(cells[ME], part.address, tuple(cells))
            self._tell(last)
        if part.what == "start" or (self.pending and self.pending[0][0] != cells[ME]):
            self.pending = []
        told = self._chosen(part, slot, mine, cells)
        last.parts.append(told)
        if slot is not None:
            self.pending = [(who, one) for who, one in self.pending if one.slot != slot]
            self._know((slot,), told.known)
        if not told.known and told.homes:
            self.pending.append((cells[ME], told))

    def _chosen(self, part: Part, slot: int | None, mine: bool, cells: Cells) -> Told:
        pick = part.pick
        if pick is None:
            return Told(part, True)
        told_by_rule = part.what == "told" and slot in self.unknown
        if not is_piece(pick.type):
            return Told(part, mine or not told_by_rule, pick.value, slot)
        homes = {piece: self.rules.board.home(cells, piece) for piece in pieces_in(pick.value)}
        known = mine or (not told_by_rule and all(self._spot_seen(home) for home in homes.values()))
        return Told(part, known, self._inside(pick.type, pick.value, cells), slot, homes, _sort(pick.type))

    def _point_at(self, effect: Moved, fits: Nodes, seen: bool) -> None:
        """The first movement of what was chosen: who sees it knows the choice."""
        roots, nodes = self.rules.flow.roots, self.rules.engine.program.nodes
        moved = {_moved_slot(nodes[n]) for n in fits}
        slots = {None if slot is None else roots.get(slot) for slot in moved}
        if len(slots) != 1:
            return
        (slot,) = slots
        for entry in [(who, told) for who, told in self.pending if told.slot == slot is not None]:
            told = entry[1]
            for piece in effect.pieces:
                if seen and told.homes.get(piece) == effect.source:
                    told.shown.add(piece)
            if told.homes.keys() <= told.shown:
                told.known = True
            if told.known or not seen:
                self.pending.remove(entry)

    def _secret(self, on: bool) -> None:
        if on:
            self.waiting = []
        elif self.waiting is not None:
            self.told += self.waiting
            self.waiting = None

    def _tell(self, event: Event | Draft) -> None:
        at_once = self.waiting is None or (isinstance(event, Event) and event.kind == "done")
        (self.told if at_once or self.waiting is None else self.waiting).append(event)

    def _last(self) -> Event | Draft | None:
        kept = self.told if self.waiting is None else self.waiting
        return kept[-1] if kept else None

    def _hides(self, now: Moment) -> bool:
        """Return whether something hidden decides what a node does."""
        return any(self._is_hidden(expr, now.before) for expr in expressions(now.node))

    def _is_hidden(self, expr: prog.Expr | None, cells: Cells) -> bool:
        return self.rules.reader.hidden(expr, cells, self.viewer, self.unknown)

    # ---- where the play is -----------------------------------------------------------------------
    def _go_on(self, now: Moment, fits: Nodes) -> None:
        nodes = self.rules.engine.program.nodes
        if fits == {now.number}:
            every = self._learn(now.node, now.before)
            self._see(now)
            self._set_nodes(frozenset(prog.successors(now.node)) if every else frozenset({now.following}))
        else:
            self._set_nodes(frozenset(n for fit in fits for n in prog.successors(nodes[fit])))

    def _set_nodes(self, nodes: Nodes) -> None:
        self.nodes = nodes
        if len(nodes) > 1:
            self.unknown |= self.rules.flow.written(nodes)

    def _learn(self, node: prog.AnyNode, cells: Cells) -> bool:
        """Note what the cells hold that a node writes; whether which way it goes is not known."""
        hidden = self._is_hidden
        match node:
            case prog.Let(slot=slot, value=value):
                self._know((slot,), not hidden(value, cells))
            case prog.NextTurn(slot=slot, player=player):
                self._know((slot,), not hidden(player, cells))
            case prog.Random():
                self._know(written_by(node), False)
            case prog.Test(test=test):
                return hidden(test, cells)
            case prog.ForNext(list=items, at=at, targets=targets):
                self._know(targets, not {items, at} & self.unknown)
                return bool({items, at} & self.unknown)
            case prog.CountNext(counter=counter):
                return counter in self.unknown
            case prog.TurnFirst(start=start, where=where, coming=coming, first=first):
                self._know((coming,), True)
                self._know((first,), not hidden(start, cells))
                return hidden(start, cells) or hidden(where, cells)
            case prog.TurnNext(where=where, coming=coming, first=first):
                return hidden(where, cells) or bool({coming, first} & self.unknown)
        return False

    def _know(self, slots: tuple[int, ...], known: bool) -> None:
        self.unknown = self.unknown - set(slots) if known or self.viewer is None else self.unknown | set(slots)

    def _see(self, now: Moment) -> None:
        """What a cell of the frame held is known, once it was put where the viewer sees it."""
        value = now.node.what if isinstance(now.node, prog.Move | prog.Reveal) else getattr(now.node, "value", None)
        if isinstance(value, prog.Cell) and isinstance(now.node, prog.Move | prog.SetMarker | prog.SetAttr | prog.Reveal):
            if now.effects and all(self._sees(effect, now.before) for effect in now.effects):
                self._know((value.slot,), True)

    def _hears(self, to: int | None) -> bool:
        """Return whether something that is shown or said is for the viewer too."""
        return to is None or self.viewer is None or to == self.viewer

    # ---- what is seen ----------------------------------------------------------------------------
    def _spot_seen(self, cell: int) -> bool:
        return self.rules.board.spots[cell].seen_by(self.viewer)

    def _sees(self, effect: Effect, cells: Cells) -> bool:
        """Return whether the viewer sees the inside of what happened."""
        match effect:
            case Moved(source=source, target=target):
                return self._spot_seen(source) or self._spot_seen(target)
            case Put(cell=cell):
                return self._spot_seen(cell)
            case Revealed(cell=cell, to=to):
                return self._spot_seen(cell) or self._hears(to)
            case Turned(piece=piece):
                return self._spot_seen(self.rules.board.home(cells, piece)) or self._is_marked(piece, cells)
        return True

    def _is_marked(self, piece: int, cells: Cells) -> bool:
        """Return whether a marker in sight shows this piece."""
        for marker in self.rules.engine.program.layout.markers:
            if is_piece(marker.type):
                held = range(marker.base, marker.base + marker.size)
                if any(cells[c] == piece and self._spot_seen(c) for c in held):
                    return True
        return False

    def _tokens(self, now: Moment) -> Tokens:
        """Return what the viewer notices of a node; nothing if it changes nothing that he sees."""
        if now.number in self.rules.parts_end:
            return frozenset({("done",)})
        if isinstance(now.node, prog.Shuffle):
            cell = self.rules.board.cell(now.node.place.place, now.node.place.indices, now.before)
            return frozenset(() if cell is None else self._place_tokens({cell}, now))
        found: set[tuple[str, ...]] = set()
        moved = {cell for e in now.effects if isinstance(e, Moved) for cell in (e.source, e.target)}
        found |= self._place_tokens(moved, now)
        for effect in now.effects:
            match effect:
                case Counted(cell=cell, more=more):
                    found.add(("tally", self.rules.board.spots[cell].name, "+" if more > 0 else "-"))
                case Put(cell=cell, was=was, value=value) if was != value and self._spot_seen(cell):
                    found.add(("marker", self.rules.board.spots[cell].name))
                case Turned(sort=sort, attr=attr, was=was, value=value) if was != value and self._sees(effect, now.before):
                    found.add(("attribute", sort, attr))
                case Passed(other=True):
                    found.add(("active",))
                case Revealed():
                    found.add(("reveal",))
                case Announced(said=said, to=to) if self._hears(to):
                    found.add(("announce", *literal(said)))
        return frozenset(found)

    def _place_tokens(self, cells: set[int], now: Moment) -> set[tuple[str, ...]]:
        """Return the places that look different now: how many lie there is known to all."""
        found = set[tuple[str, ...]]()
        for cell in cells:
            was, is_now = tuple(pieces_in(now.before[cell])), tuple(pieces_in(now.after[cell]))
            look = (lambda pieces: [self._piece(p, now.before) for p in pieces]) if self._spot_seen(cell) else len
            if look(was) != look(is_now):
                found.add(("place", self.rules.board.spots[cell].name))
        return found

    # ---- events ----------------------------------------------------------------------------------
    def _events(self, now: Moment, fits: Nodes) -> Iterator[Event]:
        rule = self.rules.flow.rule(fits)
        who = None if ME in self.unknown or fits != {now.number} else now.before[ME]
        base = Event("", who, rule.address, rule.cites)
        if now.number in self.rules.parts_end:
            yield Event("done", now.before[self.rules.parts_end[now.number]])
        elif isinstance(now.node, prog.Shuffle):
            cell = self.rules.board.cell(now.node.place.place, now.node.place.indices, now.before)
            if cell is not None:
                yield evolve(base, kind="shuffled", where=self._where(cell))
        elif isinstance(now.node, prog.Pay) and len(now.effects) == 2:
            less, more = sorted((e for e in now.effects if isinstance(e, Counted)), key=lambda e: e.more)
            yield evolve(self._counted(base, less), to=self.rules.board.spots[more.cell].owner)
        else:
            for effect in self._effects(now, fits):
                yield from self._event(base, effect, now, fits)
        yield from self._nothing(base, now)

    def _nothing(self, base: Event, now: Moment) -> Iterator[Event]:
        """Something was done that came to nothing: a draw of nothing, a gain of 0."""
        kind = KINDS.get(type(now.node)) or {prog.Gain: "gained", prog.Pay: "paid"}.get(type(now.node))
        if kind and not now.effects:
            yield evolve(base, kind=kind)

    def _effects(self, now: Moment, fits: Nodes) -> tuple[Effect, ...]:
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
            case Put(cell=cell, was=was, value=value) if self._spot_seen(cell):
                kind = next(m.type for m in self.rules.engine.program.layout.markers if m.name == self.rules.board.spots[cell].name)
                old, new = (self._inside(kind, v, now.after) for v in (was, value))
                yield evolve(base, kind="set", where=self._where(cell), was=old, value=new)
            case Turned(piece=piece, sort=sort, attr=attr, was=was, value=value) if self._sees(effect, now.before):
                looks = self._piece(piece, now.after)
                yield evolve(base, kind="set", where=Where(attr), sort=sort, pieces=(looks,), was=was, value=value)
            case Revealed():
                yield self._revealed(base, effect, now.before)
            case Announced(said=said, to=to) if self._hears(to):
                words = tuple(part if isinstance(part, str) else self._said(part, now.before) for part in said)
                yield evolve(base, kind="announced", player=None, said=words, to=to)
            case Passed(player=player):
                yield evolve(base, kind="turn passed", player=player)

    def _moved(self, base: Event, effect: Moved, now: Moment, fits: Nodes) -> Event:
        kinds = {KINDS[type(self.rules.engine.program.nodes[n])] for n in fits if type(self.rules.engine.program.nodes[n]) in KINDS}
        refilled = effect.target in self.rules.engine.code.tables.refill and isinstance(now.node, prog.Draw | prog.Deal)
        kind = kinds.pop() if len(kinds) == 1 and not refilled else "moved"
        seen = self._sees(effect, now.before)
        order = now.before[effect.source] if self._spot_seen(effect.source) else now.after[effect.target]
        lying = list(pieces_in(order))
        pieces = sorted(effect.pieces, key=lambda p: lying.index(p) if p in lying else len(lying))
        sort = self.rules.engine.program.layout.sorts[self.rules.engine.code.tables.sort_of[effect.pieces[0]]].name
        self._point_at(effect, fits, seen)
        return evolve(
            base,
            kind=kind,
            source=self._where(effect.source),
            target=self._where(effect.target),
            count=len(pieces),
            sort=sort,
            pieces=tuple(self._piece(p, now.before) for p in pieces) if seen else (),
            seen=seen,
        )

    def _revealed(self, base: Event, effect: Revealed, cells: Cells) -> Event:
        """That something is shown, whose and to whom, is for everybody; what it is only for those who see it."""
        spot, seen = self.rules.board.spots[effect.cell], self._sees(effect, cells)
        shown = evolve(base, kind="revealed", player=spot.owner, where=self._where(effect.cell), to=effect.to, seen=seen)
        if effect.pieces is None:
            kind = next(m.type for m in self.rules.engine.program.layout.markers if m.name == spot.name)
            return evolve(shown, value=self._inside(kind, effect.value, cells)) if seen else shown
        lying = list(pieces_in(cells[effect.cell]))
        looks = tuple(self._piece(p, cells) for p in sorted(effect.pieces, key=lying.index)) if seen else ()
        sort = self.rules.engine.program.layout.sorts[self.rules.engine.code.tables.sort_of[effect.pieces[0]]].name
        return evolve(shown, count=len(effect.pieces), sort=sort, pieces=looks)

    def _said(self, part: Shown, cells: Cells) -> Shown:
        """Return a value of a sentence; pieces that the viewer does not see are said by their sort."""
        if not is_piece(part.type) or part.value is None:
            return part
        found = [self._piece(p, cells) if self._spot_seen(self.rules.board.home(cells, p)) else None for p in pieces_in(part.value)]
        return evolve(part, value=tuple(found) if isinstance(part.value, tuple) else found[0])

    def _counted(self, base: Event, effect: Counted) -> Event:
        spot = self.rules.board.spots[effect.cell]
        where = Where(spot.name, spot.indices[1:])
        return evolve(base, kind="gained" if effect.more > 0 else "paid", player=spot.owner, where=where, count=abs(effect.more))

    def _where(self, cell: int) -> Where:
        spot = self.rules.board.spots[cell]
        return Where(spot.name, spot.indices)

    def _piece(self, piece: int, cells: Cells) -> SeenPiece:
        return describe(self.rules.engine, cells, piece)

    def _inside(self, kind: Type, value: CellValue, cells: Cells) -> Inside:
        if not is_piece(kind) or value is None:
            return value  # type: ignore[no-any-return]
        return tuple(self._piece(p, cells) for p in value) if isinstance(value, tuple) else self._piece(value, cells)


def _choice_tokens(node: prog.AnyNode, value: CellValue) -> Tokens:
    """Return what is told of a choice."""
    match node:
        case prog.Start(action=action):
            return frozenset({("start", action)})
        case prog.Choose(picks=picks):
            return frozenset({("pick", *(pick.name for pick in picks))})
        case prog.Fork():
            return frozenset({("bullet", str(value))})
    return frozenset({("offer",)})


def _taken(node: prog.AnyNode, value: CellValue) -> tuple[int, ...]:
    """Return where a choice leads."""
    match node:
        case prog.Fork(bullets=bullets):
            return (bullets[value],)
        case prog.Offer(accept=accept, decline=decline):
            return (accept if value else decline,)
    return prog.successors(node)


def _slots(node: prog.AnyNode) -> tuple[int | None, ...]:
    """Return the cells that hold what was chosen, or told."""
    match node:
        case prog.Choose(picks=picks):
            return tuple(pick.slot for pick in picks)
        case prog.Start(told=told):
            return tuple(slot for slot, _, _ in told)
    return (None,)


def _moved_slot(node: prog.AnyNode) -> int | None:
    return node.what.slot if isinstance(node, prog.Move) and isinstance(node.what, prog.Cell) else None


def _sort(kind: Type) -> str:
    while isinstance(kind, ListType | OptionalType):
        kind = kind.of
    return kind.sort if isinstance(kind, PieceType) else ""

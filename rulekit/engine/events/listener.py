"""What one viewer is told: of everything that happens the outside, and the inside as far as he sees it at that moment.

A listener keeps where the play may be, for all that he knows (`nodes`), and which cells of the frame hold something he does not
know (`unknown`). Both follow from what he was told before, so that two plays that look the same to him read the same.
"""

from __future__ import annotations

from attrs import define, evolve, field

from rulekit.engine.events.belief import Nodes, Tokens, common, is_told, written_by
from rulekit.engine.events.chosen import Draft, Told
from rulekit.engine.events.effects import Moved
from rulekit.engine.events.event import Event
from rulekit.engine.events.eyes import Eyes, Moment
from rulekit.engine.moves import Part, move_of
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.model.model_walk import expressions
from rulekit.model.types import is_piece, sort_of
from rulekit.program import program as prog
from rulekit.program.program import ME, Cells, CellValue, as_number


@define
class Listener:
    """One viewer: a seat, `OPEN` for somebody who only watches, None for somebody who may know everything."""

    eyes: Eyes
    nodes: Nodes
    unknown: frozenset[int] = frozenset()
    told: list[Event | Draft] = field(factory=list)
    waiting: list[Event | Draft] | None = None  # of a secret part, until all are done
    pending: list[tuple[int, Told]] = field(factory=list)  # choices of pieces, and whose, before the pieces move

    def copy(self) -> Listener:
        """Return the same listener, to go on in another way."""
        twins: dict[int, Told] = {}

        def twin(told: Told) -> Told:
            return twins.setdefault(id(told), evolve(told, shown=set(told.shown)))

        def kept(told: list[Event | Draft]) -> list[Event | Draft]:
            return [evolve(one, parts=[twin(p) for p in one.parts]) if isinstance(one, Draft) else one for one in told]

        pending = [(who, twin(told)) for who, told in self.pending]
        return evolve(self, told=kept(self.told), waiting=None if self.waiting is None else kept(self.waiting), pending=pending)

    def events(self) -> tuple[Event, ...]:
        """Return all that was told so far, in order."""
        return tuple(one.event() if isinstance(one, Draft) else one for one in self.told)

    # ---- what is run -----------------------------------------------------------------------------
    def step(self, now: Moment) -> None:
        """Hear of one node that was run."""
        if isinstance(now.node, prog.Freeze):
            self._secret(now.node.on)
        tokens = self.eyes.tokens(now)
        known = self.nodes == {now.number}
        if not known and not tokens:
            return
        fits = self.nodes if known else self.eyes.rules.flow.fitting(self.nodes, tokens)
        if tokens or not self._hides(now):
            who = None if ME in self.unknown or fits != {now.number} else now.before[ME]
            for event in self.eyes.events(now, fits, who):
                self._tell(event)
            for effect in now.effects:
                if isinstance(effect, Moved):
                    self._point_at(effect, fits, self.eyes.sees(effect, now.before))
        self._go_on(now, fits)

    def over(self) -> None:
        """Hear that the game is over."""
        self._tell(Event("game over"))

    # ---- what is chosen --------------------------------------------------------------------------
    def choose(self, number: int, value: CellValue, cells: Cells, forced: bool) -> None:
        """Hear of a choice; what others declined, or chose in private, is not told, nor that nothing else could be done."""
        program = self.eyes.rules.engine.program
        node, known, mine = program.nodes[number], self.nodes == {number}, self.eyes.viewer in (None, cells[ME])
        if not mine and not is_told(node):
            if known:
                self._know(written_by(node), False)
                self._set_nodes(frozenset(prog.successors(node)))
            return
        parts = move_of(program, ((number, value),)).parts
        fits = self.nodes if known else self.eyes.rules.flow.fitting(self.nodes, _choice_tokens(node, value))
        rules = [program.rules[fit.rules[as_number(value)]] for n in fits if isinstance(fit := program.nodes[n], prog.Fork)]
        rule = common(rules) if rules else self.eyes.rules.flow.rule(fits)
        silent = forced and isinstance(node, prog.Offer)
        for part, slot in (
            () if silent else zip(parts, (None, *_slots(node)) if isinstance(node, prog.Start) else _slots(node), strict=True)
        ):
            self._part(evolve(part, address=part.address if known else rule.address), slot, cells)
        if not known:
            self._know(tuple(slot for n in fits for slot in written_by(program.nodes[n])), False)
        self._know((ME,), True)
        self._set_nodes(frozenset(after for n in fits for after in _taken(program.nodes[n], value)))

    def _part(self, part: Part, slot: int | None, cells: Cells) -> None:
        last = self._last()
        if not isinstance(last, Draft) or not last.takes(cells[ME], part.what):
            last = Draft(cells[ME], part.address, tuple(cells))
            self._tell(last)
        if part.what == "start" or (self.pending and self.pending[0][0] != cells[ME]):
            self.pending = []
        told = self._chosen(part, slot, cells)
        last.parts.append(told)
        if slot is not None:
            self.pending = [(who, one) for who, one in self.pending if one.slot != slot]
            self._know((slot,), told.known)
        if not told.known and told.homes:
            self.pending.append((cells[ME], told))

    def _chosen(self, part: Part, slot: int | None, cells: Cells) -> Told:
        pick = part.pick
        if pick is None:
            return Told(part, True)
        told_by_rule = part.what == "told" and slot in self.unknown  # no choice: not even who acts need know it
        if not is_piece(pick.type):
            return Told(part, not told_by_rule, pick.value, slot)
        homes = {piece: self.eyes.rules.board.home(cells, piece) for piece in pieces_in(pick.value)}
        known = not told_by_rule and all(self.eyes.spot_seen(home) for home in homes.values())
        return Told(part, known, self.eyes.inside(pick.type, pick.value, cells), slot, homes, sort_of(pick.type) or "")

    def _point_at(self, effect: Moved, fits: Nodes, seen: bool) -> None:
        """The first movement of what was chosen: who sees it knows the choice."""
        roots, nodes = self.eyes.rules.flow.roots, self.eyes.rules.engine.program.nodes
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
        """Return whether something hidden decides that a node does what it does; how much, and to what, the table shows."""
        match now.node:
            case prog.SetAttr(piece=piece):
                parts: tuple[prog.Expr, ...] = (piece,)
            case prog.SetMarker(indices=indices) | prog.Gain(indices=indices) | prog.Pay(indices=indices):
                parts = indices
            case _:
                parts = tuple(expressions(now.node))
        return any(self._is_hidden(part, now.before) for part in parts)

    def _is_hidden(self, expr: prog.Expr | None, cells: Cells) -> bool:
        return self.eyes.rules.reader.hidden(expr, cells, self.eyes.viewer, self.unknown)

    # ---- where the play is -----------------------------------------------------------------------
    def _go_on(self, now: Moment, fits: Nodes) -> None:
        nodes = self.eyes.rules.engine.program.nodes
        if fits == {now.number}:
            every = self._learn(now.node, now.before)
            self._see(now)
            self._set_nodes(frozenset(prog.successors(now.node)) if every else frozenset({now.following}))
        else:
            self._set_nodes(frozenset(n for fit in fits for n in prog.successors(nodes[fit])))

    def _set_nodes(self, nodes: Nodes) -> None:
        self.nodes = nodes
        if len(nodes) > 1:
            self.unknown |= self.eyes.rules.flow.written(nodes)

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
        self.unknown = self.unknown - set(slots) if known or self.eyes.viewer is None else self.unknown | set(slots)

    def _see(self, now: Moment) -> None:
        """What a cell of the frame held is known, once it was put where the viewer sees it."""
        value = now.node.what if isinstance(now.node, prog.Move | prog.Reveal) else getattr(now.node, "value", None)
        if not isinstance(value, prog.Cell) or not isinstance(now.node, prog.Move | prog.SetMarker | prog.SetAttr | prog.Reveal):
            return
        if now.effects and all(self.eyes.sees(effect, now.before) for effect in now.effects):
            self._know((value.slot,), True)


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
            return (bullets[as_number(value)],)
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

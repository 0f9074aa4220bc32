"""A log in words: the move as a sentence, and below it what came of it, without what the sentence names already.

Comes in: the events that one viewer was told. Goes out: lines; which they are follows from the events alone. A log passes over
what a menu offered and nobody took; a move that is told afterwards (`retold`), to somebody who may know all, is told always.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.events.event import Event
from rulekit.engine.events.log import Log, log_from
from rulekit.engine.faults import Fault
from rulekit.engine.machine import Path
from rulekit.engine.moves import Move
from rulekit.engine.said import Said
from rulekit.engine.state import State
from rulekit.model.types import is_piece
from rulekit.program.nodes import Freeze
from rulekit.report.table.came_of_it import Came, named_by
from rulekit.report.table.spoken_came import SpokenCame
from rulekit.report.told.moves import MoveTeller
from rulekit.report.words import Namer


@frozen
class LogLine:
    """One line: the number of the move it was told with, who moved (None: that is not said), what was done, what came of it.

    `told_of`: the text is a sentence that follows the name of the player.
    """

    step: int
    player: int | None
    text: str
    changes: str
    told_of: bool = False

    def head(self, namer: Namer) -> str:
        """Return who did what."""
        if self.player is None:
            return self.text
        name = namer.player(self.player)
        return f"{name} {self.text}" if self.told_of else namer.say("labelled", name=name, text=self.text)


Lines = dict[tuple[int, int], LogLine]  # by where the events of a line begin and end


def log_lines(namer: Namer, log: Log, viewer: int | None, first: int = 0, known: Lines | None = None) -> tuple[LogLine, ...]:
    """Return the log of a viewer in words, without the set-up; `first`: only what was told after so many moves.

    `known`: the lines as they were told before; those of now take their place.
    """
    lengths, before = [ends[viewer] for ends in log.lengths], dict(known or {})
    found: Lines = {}
    for begin, group in _groups(log.events(viewer), lengths[min(first, len(lengths) - 1)]):
        span = (begin, begin + len(group))
        step = next((n for n, length in enumerate(lengths) if begin < length), len(lengths) - 1)
        found[span] = before.get(span) or _line(namer, group, step, viewer)
    if known is not None:
        known.clear()
        known.update(found)
    return tuple(line for line in found.values() if line.text or line.changes)


def _groups(events: Sequence[Event], first: int) -> Iterator[tuple[int, list[Event]]]:
    """Yield what belongs to one move: from a choice to the next one, or to the next turn."""
    begin, group = first, list[Event]()
    for number in range(first, len(events)):
        event = events[number]
        if group and (event.kind in ("chosen", "turn passed")):
            yield begin, group
            begin, group = number, []
        group.append(event)
    if group:
        yield begin, group


def _line(namer: Namer, group: list[Event], step: int, viewer: int | None) -> LogLine:
    chosen = group[0] if group[0].kind == "chosen" and not _is_wordless(namer, group[0], viewer) else None
    player = chosen.player if chosen else None
    sentence = None if chosen is None else told_of(namer, chosen)
    named = _named_by_choices(chosen) if sentence is None else named_by(sentence[1])
    told_by_moving = sentence is None and namer.speaks and _is_told_by_moving(group, named)
    if told_by_moving:
        named.clear()
    alone = sentence is not None and all(_is_drawn_alone(namer, event) for event in group[1:])
    came = _came(namer, player, named, alone)
    for event in group:
        came.hear(event)
    changes = came.all()
    if sentence is not None:
        return LogLine(step, player, sentence[0], namer.say("log_between").join(changes), True)
    later = None if chosen is None or not namer.speaks or told_by_moving else _said_later(namer, chosen)
    if told_by_moving:
        text, *changes = changes or [""]
    else:
        text = later or ("" if chosen is None else said_choice(namer, chosen))
    return LogLine(step, player, text, namer.say("log_between").join(changes), later is not None)


def _is_wordless(namer: Namer, event: Event, viewer: int | None) -> bool:
    """Return whether a choice is told by what it does alone.

    Declining is told to the decider only. In a game that has sentences, doing what one may do without a name for it says nothing.
    """
    parts = event.move.parts if event.move is not None and not event.move.unseen else ()
    if viewer is None and parts and all(part.what == "decline" for part in parts):
        return True
    silent = [part for part in parts if part.what in ("accept", "decline") and not namer.has_word(part.address)]
    return namer.speaks and bool(parts) and len(silent) == len(parts) and any(part.what == "accept" for part in parts)


def _is_told_by_moving(group: Sequence[Event], named: Counter[object]) -> bool:
    """Return whether a choice is one of pieces alone, all of which are seen to move."""
    parts = group[0].move.parts if group[0].move is not None and not group[0].move.unseen else ()
    moved = Counter[object](piece for event in group if event.kind == "moved" for piece in event.pieces)
    return bool(parts) and all(part.pick is not None and is_piece(part.pick.type) for part in parts) and named <= moved


def _is_drawn_alone(namer: Namer, event: Event) -> bool:
    """Return whether an event is a draw, or nothing that would be told of beside it: what is announced speaks for itself."""
    scratch = event.kind == "set" and event.where is not None and namer.is_scratch(event.where.name)
    return scratch or event.kind in ("drawn", "announced", "game over")


def _named_by_choices(chosen: Event | None) -> Counter[object]:
    """Count what a move names that is said by its choices."""
    choices = [choice for _, _, choice in chosen.choices if choice is not None] if chosen else []
    values = [choice.value if isinstance(choice.value, tuple) else (choice.value,) for choice in choices]
    return Counter(value for one in values for value in one)


def told_of(namer: Namer, event: Event) -> tuple[str, Said] | None:
    """Return the game's own sentence of a move, told of the player; pieces that the viewer does not know are said by sort."""
    move = event.move
    assert move is not None
    unknown = {choice.name: choice.pieces for choice in move.unseen}
    return MoveTeller(namer, move.cells, True, unknown).sentence(Move(move.parts, ()))


def _said_later(namer: Namer, event: Event) -> str | None:
    """Return what somebody chose in the middle of an action that has begun, or declined, told of the player."""
    move = event.move
    if move is None or move.unseen or any(part.what == "start" for part in move.parts):
        return None
    picks = tuple(part for part in move.parts if part.pick is not None)
    if not picks:
        return MoveTeller(namer, move.cells, True).declined(Move(move.parts, ()))
    return namer.say("log_chooses", what=MoveTeller(namer, move.cells, True).move(Move(picks, ())))


def said_choice(namer: Namer, event: Event) -> str:
    """Return the move in words, with only what the viewer knows of it."""
    move = event.move
    assert move is not None
    unseen = [namer.word(choice.sort, choice.pieces) for choice in move.unseen]
    if not move.parts:
        return namer.say("moves_what", what=" ".join(unseen)) if unseen else namer.say("moves")
    told = namer.move(Move(move.parts, ()), move.cells)
    return " ".join((told, *(word for word in unseen if word not in told)))


def said_reveal(namer: Namer, event: Event) -> str:
    """Return what was shown, and whose it was."""
    return _came(namer, None, Counter()).shown(event)


def _came(namer: Namer, player: int | None, named: Counter[object], alone: bool = False) -> Came:
    return SpokenCame(namer, player, named, alone=alone) if namer.speaks else Came(namer, player, named)


# ---- one move afterwards -------------------------------------------------------------------------
def retold(namer: Namer, engine: Engine, before: State, move: Move, draws: tuple[int, ...] | None = None) -> LogLine:
    """Return a move as a line; `draws`: what chance gave, if that does not stand in the position."""
    lines = _lines(namer, engine, before, move.path, draws)
    head = next((line for line in lines[:1] if namer.speaks and line.player is not None), None)
    told = head or _by_itself(namer, engine, before, move)
    return evolve(told, player=engine.decider(before), changes=_joined(namer, lines))


def before_anybody_moves(namer: Namer, engine: Engine, position: State) -> str:
    """Return what happens from a position to the first decision after it."""
    return _joined(namer, _lines(namer, engine, position, (), None))


def _lines(namer: Namer, engine: Engine, before: State, path: Path, draws: tuple[int, ...] | None) -> tuple[LogLine, ...]:
    log = log_from(engine, before, (None,))
    log.rest(0)
    try:
        log.follow(before, path, draws)
    except Fault:
        return ()
    return log_lines(namer, log, None)


def _joined(namer: Namer, lines: Sequence[LogLine]) -> str:
    return namer.say("log_between").join(line.changes for line in lines if line.changes)


def _by_itself(namer: Namer, engine: Engine, before: State, move: Move) -> LogLine:
    """Return a move that no log tells: something is declined, or said by the words of the menu."""
    left = MoveTeller(namer, before.cells, of=True).declined(move)
    if left:
        return LogLine(0, None, left, "", True)
    menu = engine.moves(before)
    text = namer.moves(menu, before.cells)[menu.index(move)] if move in menu else namer.move(move, before.cells)
    return LogLine(0, None, text, "")


def has_secrets(engine: Engine) -> bool:
    """Return whether players see different things."""
    if "secrets" not in engine.memory:
        layout = engine.program.layout
        sights = {p.sight for p in layout.places} | {m.sight for m in layout.markers}
        frozen = any(isinstance(node, Freeze) for node in engine.program.nodes)
        engine.memory["secrets"] = bool(sights & {"private", "others"}) or frozen
    return bool(engine.memory["secrets"])

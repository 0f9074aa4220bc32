"""A log in words: the move as a sentence, and below it what came of it, without what the sentence names already.

Comes in: the events that one viewer was told. Goes out: lines; which they are follows from the events alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from rulekit.engine.events.event import Event, Where
from rulekit.engine.events.log import Log
from rulekit.engine.moves import Move
from rulekit.engine.view import SeenPiece
from rulekit.model.types import NumberType, OptionalType, TruthType, Type
from rulekit.report.text import counted_alike
from rulekit.report.told.moves import MoveTeller
from rulekit.report.told.texts import tell
from rulekit.report.words import Namer

SHOWN = 6  # different pieces that are named one by one
SILENT = ("turn passed", "game over")


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


def log_lines(namer: Namer, log: Log, viewer: int | None, first: int = 0) -> tuple[LogLine, ...]:
    """Return the log of a viewer in words, without the set-up; `first`: only what was told after so many moves."""
    lengths = [ends[viewer] for ends in log.lengths]
    found = []
    for begin, group in _groups(log.events(viewer), lengths[min(first, len(lengths) - 1)]):
        step = next((n for n, length in enumerate(lengths) if begin < length), len(lengths) - 1)
        line = _line(namer, group, step)
        if line.text or line.changes:
            found.append(line)
    return tuple(found)


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


def _line(namer: Namer, group: list[Event], step: int) -> LogLine:
    chosen = group[0] if group[0].kind == "chosen" else None
    player = chosen.player if chosen else None
    came = _Came(namer, player, chosen)
    for event in group:
        came.hear(event)
    changes = namer.say("log_between").join(came.all())
    sentence = None if chosen is None else told_of(namer, chosen)
    if chosen is None or sentence is not None:
        return LogLine(step, player, sentence or "", changes, sentence is not None)
    return LogLine(step, player, said_choice(namer, chosen), changes)


def told_of(namer: Namer, event: Event) -> str | None:
    """Return the game's own sentence of a move, told of the player; pieces that the viewer does not know are said by sort."""
    move = event.move
    assert move is not None
    unknown = {choice.name: choice.pieces for choice in move.unseen}
    return MoveTeller(namer, move.cells, True, unknown).sentence(Move(move.parts, ()))


def said_choice(namer: Namer, event: Event) -> str:
    """Return the move in words, with only what the viewer knows of it."""
    move = event.move
    assert move is not None
    unseen = [namer.word(choice.sort, choice.pieces) for choice in move.unseen]
    if not move.parts:
        return namer.say("moves_what", what=" ".join(unseen)) if unseen else namer.say("moves")
    told = namer.move(Move(move.parts, ()), move.cells)
    return " ".join((told, *(word for word in unseen if word not in told)))


@define
class _Came:
    """What came of one move. `named`: the pieces and values that its sentence names, each as often as it does."""

    namer: Namer
    player: int | None
    chosen: Event | None
    said: list[str] = field(factory=list)
    counts: dict[tuple[str, int | None, int | None, Where], int] = field(factory=dict)
    moved: dict[tuple[str, Where, int | None], list[Event]] = field(factory=dict)
    numbers: list[str] = field(factory=list)
    named: Counter[object] = field(init=False)

    def __attrs_post_init__(self) -> None:
        choices = [choice for _, _, choice in self.chosen.choices if choice is not None] if self.chosen else []
        values = [choice.value if isinstance(choice.value, tuple) else (choice.value,) for choice in choices]
        self.named = Counter(value for one in values for value in one)

    def all(self) -> list[str]:
        """Return all that is worth a word; numbers of markers, mostly bookkeeping, only if there is nothing else."""
        counts = [self._counted(*key, count) for key, count in self.counts.items() if count]
        moved = [self._moved(*key, events) for key, events in self.moved.items()]
        return [*counts, *filter(None, moved), *self.said] or self.numbers

    def hear(self, event: Event) -> None:
        """Take one event in."""
        match event.kind:
            case "gained" | "paid" if event.where is not None:
                key = (event.kind, event.player, event.to, event.where)
                self.counts[key] = self.counts.get(key, 0) + event.count
            case "moved" | "drawn" | "dealt" if event.target is not None and event.count:
                kind = event.kind if event.kind != "dealt" else "drawn"
                self.moved.setdefault((kind, event.target, event.player), []).append(event)
            case "set" if event.where is not None:
                self._set(event, event.where)
            case "revealed" if event.where is not None:
                self.said.append(self._shown(event, event.where))
            case "announced":
                self.said.append(("" if event.said is None else tell(self.namer, event.said, of=True)) or "")
            case "shuffled" if event.where is not None:
                self.said.append(self.namer.say("log_shuffled", place=self._place(event.where)))
            case "done" if event.player is not None:
                self.said.append(self.namer.say("log_done", who=self.namer.player(event.player)))

    # ---- words -----------------------------------------------------------------------------------
    def _counted(self, kind: str, player: int | None, to: int | None, where: Where, count: int) -> str:
        namer = self.namer
        inside = namer.index_words(where.name, (0, *where.indices), 0)
        what = " ".join((namer.counted(where.name, count), *inside))
        if to is not None:
            return self._who(player, namer.say("log_pays_to", what=what, to=namer.player(to)))
        return self._who(player, namer.say("log_gets", what=what) if kind == "gained" else namer.say("log_pays", what=what))

    def _who(self, player: int | None, text: str) -> str:
        if player is None or player == self.player:
            return text
        return self.namer.say("log_who", who=self.namer.player(player), text=text)

    def _moved(self, kind: str, target: Where, player: int | None, events: list[Event]) -> str:
        namer = self.namer
        pieces = [piece for event in events for piece in event.pieces if not self._is_named(piece)]
        unseen = sum(event.count for event in events if not event.seen)
        if not pieces and not unseen:
            return ""
        what = ", ".join(
            filter(None, (self._pieces(pieces, events[0].sort), namer.counted(events[0].sort, unseen) if unseen else ""))
        )
        own = kind == "drawn" and player is not None and self._owner(target) == player
        if own:
            return self._who(player, namer.say("log_draws", what=what))
        if pieces and self._is_hidden(target):
            return namer.say("log_to", what=namer.counted(events[0].sort, len(pieces) + unseen), place=self._place(target))
        new = pieces and any(event.source is None or self._is_hidden(event.source) for event in events)
        place = self._place(target)
        return namer.say("log_new", what=what, place=place) if new else namer.say("log_to", what=what, place=place)

    def _is_named(self, piece: SeenPiece) -> bool:
        if not self.named[piece]:
            return False
        self.named[piece] -= 1
        return True

    def _pieces(self, pieces: Sequence[SeenPiece], sort: str) -> str:
        words = [" ".join(self.namer.marks(piece)) or self.namer.word(piece.sort) for piece in pieces]
        return self.namer.counted(sort, len(pieces)) if len(set(words)) > SHOWN else ", ".join(counted_alike(words))

    def _set(self, event: Event, where: Where) -> None:
        namer = self.namer
        if event.pieces:
            self.said.append(namer.say("log_now", what=self._pieces(event.pieces, event.sort)))
            return
        kind = next(m.type for m in namer.layout.markers if m.name == where.name)
        if event.value == event.was or isinstance(_plain(kind), TruthType) or self.named[event.value]:
            return
        old, new = (namer.value(kind, value) for value in (event.was, event.value))
        told = namer.say("changed", name=self._place(where), old=old, new=new)
        (self.numbers if isinstance(_plain(kind), NumberType) else self.said).append(told)

    def _shown(self, event: Event, where: Where) -> str:
        namer = self.namer
        if not event.seen:
            what = namer.counted(event.sort, event.count) if event.sort else self._place(where)
        elif event.sort:
            what = self._pieces(event.pieces, event.sort)
        else:
            kind = next(m.type for m in namer.layout.markers if m.name == where.name)
            what = namer.say("labelled", name=self._place(where), text=namer.value(kind, event.value))
        whose = self._place(where) if event.player is None else namer.player(event.player)
        if event.to is None:
            return namer.say("log_shows", who=whose, what=what)
        return namer.say("log_shows_to", who=whose, what=what, to=namer.player(event.to))

    # ---- places ----------------------------------------------------------------------------------
    def _owner(self, where: Where) -> int | None:
        at = self.namer.player_dim(where.name)
        return None if at is None else where.indices[at]

    def _place(self, where: Where) -> str:
        """Return a place or marker; that of the player who moved without the name."""
        own = self.player is not None and self._owner(where) == self.player
        return self.namer.family(where.name, where.indices, self.namer.player_dim(where.name) if own else None)

    def _is_hidden(self, where: Where) -> bool:
        return any(place.name == where.name and place.sight == "hidden" for place in self.namer.layout.places)


def _plain(kind: Type) -> Type:
    return kind.of if isinstance(kind, OptionalType) else kind

"""A log in words: the move as a sentence, and below it what came of it, without what the sentence names already.

Comes in: the events that one viewer was told. Goes out: lines; which they are follows from the events alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, evolve, field, frozen

from rulekit.engine.events.event import Event, Where
from rulekit.engine.events.log import Log
from rulekit.engine.moves import Move
from rulekit.engine.said import UNSEEN, Said, texts_below
from rulekit.engine.touched_by_move import is_piece
from rulekit.engine.view import SeenPiece
from rulekit.model import expressions as exprs
from rulekit.model.model_walk import leaves
from rulekit.model.types import NumberType, OptionalType, TruthType, Type
from rulekit.report.text import counted_alike
from rulekit.report.told.moves import MoveTeller
from rulekit.report.told.texts import tell
from rulekit.report.words import Namer

SHOWN = 6  # different pieces that are named one by one


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
    sentence = None if chosen is None else told_of(namer, chosen)
    came = _Came(namer, player, _named_by_choices(chosen) if sentence is None else _named_by_sentence(sentence[1]))
    for event in group:
        came.hear(event)
    changes = namer.say("log_between").join(came.all())
    if sentence is not None:
        return LogLine(step, player, sentence[0], changes, True)
    return LogLine(step, player, "" if chosen is None else said_choice(namer, chosen), changes)


def _named_by_choices(chosen: Event | None) -> Counter[object]:
    """Count what a move names that is said by its choices."""
    choices = [choice for _, _, choice in chosen.choices if choice is not None] if chosen else []
    values = [choice.value if isinstance(choice.value, tuple) else (choice.value,) for choice in choices]
    return Counter(value for one in values for value in one)


def _named_by_sentence(said: Said) -> Counter[object]:
    """Count what a sentence names: pieces as they looked, those that are only said by their sort, and numbers of things."""
    pieces = dict(said.pieces)
    found: Counter[object] = Counter()
    for shown in said.values:
        for value in shown.value if isinstance(shown.value, tuple) else (shown.value,):
            found[pieces.get(value, value) if is_piece(shown.type) and value != UNSEEN else value] += value is not None
    for part in texts_below(said.text):
        if isinstance(part, exprs.Counted):
            number = next(s.value for leaf, s in zip(leaves(said.text), said.values, strict=True) if leaf is part.number)
            found[part.name, number] += 1
    return found


def told_of(namer: Namer, event: Event) -> tuple[str, Said] | None:
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


def _announced(namer: Namer, said: Said) -> Said:
    """Return an announcement in the reader's language, if the game has it there, with the values that were heard."""
    found = namer.texts.announced(namer.language, said.text) if namer.texts is not None else None
    if found is None:
        return said
    own, text = found
    heard = list(zip(leaves(own), said.values, strict=True))
    values = [[value for one, value in heard if one == leaf] for leaf in leaves(text)]
    return evolve(said, text=text, values=tuple(value[0] for value in values)) if all(values) else said


def said_reveal(namer: Namer, event: Event) -> str:
    """Return what was shown, and whose it was."""
    return _Came(namer, None, Counter()).shown(event)


@define
class _Came:
    """What came of one move. `named`: the pieces and values that its sentence names, each as often as it does."""

    namer: Namer
    player: int | None
    named: Counter[object]
    heard: dict[tuple[object, ...], list[Event]] = field(factory=dict)  # what is said in one go, in the order it began

    def hear(self, event: Event) -> None:
        """Take one event in."""
        match event.kind:
            case "gained" | "paid":
                key: tuple[object, ...] = (event.kind, event.player, event.to, event.where, self._purpose(event))
            case "moved" | "drawn" | "dealt":
                key = ("moved" if event.kind == "moved" else "drawn", event.player, event.target)
            case "set":
                key = ("set", event.where, event.sort)
            case "turn passed" | "game over" | "chosen":
                return
            case _:
                key = (len(self.heard),)
        self.heard.setdefault(key, []).append(event)

    def all(self) -> list[str]:
        """Return all that is worth a word; numbers of markers, mostly bookkeeping, only if there is nothing else."""
        groups = list(self.heard.values())
        said = [text for events in groups if not self._is_number(events[0]) and (text := self._said(events))]
        return said or [text for events in groups if self._is_number(events[0]) and (text := self._said(events))]

    def _is_number(self, event: Event) -> bool:
        return event.kind == "set" and not event.pieces and isinstance(_plain(self._type(event)), NumberType)

    def _type(self, event: Event) -> Type:
        """Return what a marker holds."""
        return next(m.type for m in self.namer.layout.markers if event.where is not None and m.name == event.where.name)

    def _said(self, events: list[Event]) -> str:
        first, namer = events[0], self.namer
        match first.kind:
            case "gained" | "paid":
                return self._counted(first, sum(event.count for event in events))
            case "moved" | "drawn" | "dealt":
                return self._moved([event for event in events if event.count])
            case "set":
                return self._set(events)
            case "announced":
                return ("" if first.said is None else tell(namer, _announced(namer, first.said), of=True)) or ""
            case "revealed":
                return self.shown(first)
            case "shuffled" if first.where is not None:
                return namer.say("log_shuffled", place=self._place(first.where))
            case "done" if first.player is not None:
                return namer.say("log_done", who=namer.player(first.player))
        return ""

    # ---- words -----------------------------------------------------------------------------------
    def _counted(self, event: Event, count: int) -> str:
        namer, where = self.namer, event.where
        if where is None or not count or (event.player == self.player and self._is_named((where.name, count))):
            return ""
        inside = namer.index_words(where.name, (0, *where.indices), 0)
        what = " ".join(filter(None, (namer.counted(where.name, count), *inside, self._purpose(event))))
        if event.to is not None:
            return self._who(event.player, namer.say("log_pays_to", what=what, to=namer.player(event.to)))
        return self._who(
            event.player, namer.say("log_gets", what=what) if event.kind == "gained" else namer.say("log_pays", what=what)
        )

    def _purpose(self, event: Event) -> str:
        """Return what an effect was for, if its rule says so in words alone."""
        texts = self.namer.texts
        found = texts.find(self.namer.language, "say", event.address) if texts is not None and "." in event.address else None
        if found is None or any(True for _ in leaves(found.text)):
            return ""
        return tell(self.namer, Said(found.text, ()), of=True) or ""

    def _who(self, player: int | None, text: str) -> str:
        if player is None or player == self.player:
            return text
        return self.namer.say("log_who", who=self.namer.player(player), text=text)

    def _moved(self, events: list[Event]) -> str:
        namer = self.namer
        pieces = [piece for event in events for piece in event.pieces if not self._is_named(piece)]
        unseen = sum(event.count for event in events if not event.seen)
        unseen -= min(unseen, self.named[UNSEEN])
        if not pieces and not unseen:
            return ""
        first, target = events[0], events[0].target
        assert target is not None
        many = namer.counted(first.sort, unseen) if unseen else ""
        what, place = ", ".join(filter(None, (self._pieces(pieces, first.sort), many))), self._place(target)
        if first.kind != "moved" and first.player is not None and self._owner(target) == first.player:
            return self._who(first.player, namer.say("log_draws", what=what))
        new = any(event.source is not None and self._is_hidden(event.source) for event in events)
        if pieces and new and not self._is_hidden(target):
            return namer.say("log_new", what=what, place=place)
        return namer.say("log_to", what=what, place=place)

    def _is_named(self, thing: object) -> bool:
        if not self.named[thing]:
            return False
        self.named[thing] -= 1
        return True

    def _pieces(self, pieces: Sequence[SeenPiece], sort: str) -> str:
        words = [" ".join(self.namer.marks(piece)) or self.namer.word(piece.sort) for piece in pieces]
        return self.namer.counted(sort, len(pieces)) if len(set(words)) > SHOWN else ", ".join(counted_alike(words))

    def _set(self, events: list[Event]) -> str:
        """Return what a marker was and is, or what pieces look like now."""
        namer, first, last = self.namer, events[0], events[-1]
        if last.pieces:
            return namer.say("log_now", what=self._pieces([piece for event in events for piece in event.pieces], last.sort))
        kind = self._type(last)
        if last.value == first.was or isinstance(_plain(kind), TruthType) or self.named[last.value] or last.where is None:
            return ""
        return namer.say(
            "changed", name=self._place(last.where), old=namer.value(kind, first.was), new=namer.value(kind, last.value)
        )

    def shown(self, event: Event) -> str:
        """Return what was shown, whose it was, and to whom."""
        namer, where = self.namer, event.where
        assert where is not None
        if not event.seen:
            what = namer.counted(event.sort, event.count) if event.sort else self._place(where)
        elif event.sort:
            what = self._pieces(event.pieces, event.sort)
        else:
            what = namer.say("labelled", name=self._place(where), text=namer.value(self._type(event), event.value))
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

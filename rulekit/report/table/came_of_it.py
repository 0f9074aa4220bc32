"""What came of a move: what was paid, gained, moved, shown, set, without what the sentence of the move names already.

Comes in: the events of one move, as one viewer was told them. Goes out: short texts, in the order it happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, evolve, field

from rulekit.engine.events.event import Event, Where
from rulekit.engine.said import UNSEEN, Said, texts_below
from rulekit.engine.view import SeenPiece
from rulekit.model import expressions as exprs
from rulekit.model.model_walk import leaves, unnumbered
from rulekit.model.types import ListType, NumberType, OptionalType, TruthType, Type, is_piece
from rulekit.report.text import counted_alike
from rulekit.report.told.texts import tell
from rulekit.report.words import Namer, in_language

MOST_NAMED = 6  # different pieces that are named one by one


@define
class Came:
    """What came of one move. `named`: the pieces and values that its sentence names, each as often as it does."""

    namer: Namer
    player: int | None
    named: Counter[object]
    heard: dict[tuple[object, ...], list[Event]] = field(factory=dict)  # what is said in one go, in the order it began
    announced: int = 0  # so many announcements: what came after one is not said with what came before it
    aloud: dict[str, Counter[object]] = field(factory=dict)  # what announcements name, by their deed; `named` counts it too

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
        self.announced += event.kind == "announced"
        self.heard.setdefault((*key, self.announced), []).append(event)

    def all(self) -> list[str]:
        """Return all that is worth a word; numbers of markers, mostly bookkeeping, only if there is nothing else."""
        groups = list(self.heard.values())
        said = [text for events in groups if not self.is_bookkeeping(events[0]) and (text := self.said(events))]
        return said or [text for events in groups if self.is_bookkeeping(events[0]) and (text := self.said(events))]

    def is_bookkeeping(self, event: Event) -> bool:
        """Return whether an event is a number that a marker was set to."""
        return event.kind == "set" and not event.pieces and isinstance(plain_type(self.type_of(event)), NumberType)

    def type_of(self, event: Event) -> Type:
        """Return what a marker holds."""
        return next(m.type for m in self.namer.layout.markers if event.where is not None and m.name == event.where.name)

    def said(self, events: list[Event]) -> str:
        """Return events that are said in one go; an empty text if there is nothing to say."""
        first, namer = events[0], self.namer
        match first.kind:
            case "gained" | "paid":
                return self._counted(first, sum(event.count for event in events))
            case "moved" | "drawn" | "dealt":
                moving = [event for event in events if event.count]
                return self.moved(moving) if moving else ""
            case "set":
                return self.set_to(events)
            case "announced":
                return "" if first.said is None else self._announced(first.said, deed(first))
            case "revealed":
                return self.shown(first)
            case "shuffled" if first.where is not None:
                return namer.say("log_shuffled", place=self.place(first.where))
            case "done" if first.player is not None:
                return namer.say("log_done", who=namer.player(first.player))
        return ""

    def _announced(self, said: Said, by: str) -> str:
        """Return an announcement; what it names is not told again after it."""
        named = named_by(said)
        self.named += named
        self.aloud.setdefault(by, Counter()).update(named)
        told = announced(self.namer, said)
        texts = self.namer.texts
        namer = self.namer if texts is None or told is not said else in_language(self.namer, texts.home(said.text)[0])
        return tell(namer, told, of=True) or ""

    # ---- words -----------------------------------------------------------------------------------
    def _counted(self, event: Event, count: int) -> str:
        namer, where = self.namer, event.where
        if where is None or not count or (event.player == self.player and self.is_named((where.name, count))):
            return ""
        inside = namer.index_words(where.name, (0, *where.indices), 0)
        what = " ".join(filter(None, (namer.counted(where.name, count), *inside, self._purpose(event))))
        if event.to is not None:
            return self.who(event.player, namer.say("log_pays_to", what=what, to=namer.player(event.to)))
        return self.who(
            event.player, namer.say("log_gets", what=what) if event.kind == "gained" else namer.say("log_pays", what=what)
        )

    def _purpose(self, event: Event) -> str:
        """Return what an effect was for, if its rule says so in words alone."""
        texts = self.namer.texts
        found = texts.find(self.namer.language, "say", event.address) if texts is not None and "." in event.address else None
        if found is None or any(True for _ in leaves(found.text)):
            return ""
        return tell(self.namer, Said(found.text, ()), of=True) or ""

    def who(self, player: int | None, text: str) -> str:
        """Return what a player did, without the name of the one who moved."""
        if player is None or player == self.player:
            return text
        return self.namer.say("log_who", who=self.namer.player(player), text=text)

    def moved(self, events: list[Event]) -> str:
        """Return which pieces went where."""
        namer = self.namer
        pieces, unseen = self.not_named(events)
        if not pieces and not unseen:
            return ""
        first, target = events[0], events[0].target
        assert target is not None
        many = namer.counted(first.sort, unseen) if unseen else ""
        what, place = ", ".join(filter(None, (self.pieces(pieces, first.sort), many))), self.place(target)
        if self.is_own_draw(first):
            return self.who(first.player, namer.say("log_draws", what=what))
        if pieces and self.is_new(events):
            return namer.say("log_new", what=what, place=place)
        return namer.say("log_to", what=what, place=place)

    def not_named(self, events: list[Event]) -> tuple[list[SeenPiece], int]:
        """Return the pieces that moved, and how many the viewer did not see, without those that the sentence names.

        It may name them by their number.
        """
        pieces = [piece for event in events for piece in event.pieces if not self.is_named(piece)]
        unseen = sum(event.count for event in events if not event.seen)
        unseen -= min(unseen, self.named[UNSEEN])
        return ([], 0) if events and self.is_named((events[0].sort, len(pieces) + unseen)) else (pieces, unseen)

    def is_own_draw(self, event: Event) -> bool:
        """Return whether somebody drew for a place of his own."""
        drawn = event.kind in ("drawn", "dealt") and event.player is not None and event.target is not None
        return drawn and event.target is not None and self.owner(event.target) == event.player

    def is_new(self, events: list[Event]) -> bool:
        """Return whether something came out of a place that nobody sees into one that somebody sees."""
        target = events[0].target
        new = any(event.source is not None and self.is_hidden(event.source) for event in events)
        return new and target is not None and not self.is_hidden(target)

    def is_named(self, thing: object) -> bool:
        """Return whether the sentence names a thing; each time that it does counts once."""
        if not self.named[thing]:
            return False
        self.named[thing] -= 1
        return True

    def is_value_named(self, value: object, event: Event) -> bool:
        """Return whether the sentence, or an announcement of the same deed, names what a marker was set to.

        Announcements of other deeds speak of something else: who takes a trick may also be the next to deal.
        """
        elsewhere = sum(named[value] for by, named in self.aloud.items() if by != deed(event))
        return self.named[value] > elsewhere

    def pieces(self, pieces: Sequence[SeenPiece], sort: str) -> str:
        """Return pieces by what tells them apart; of very different ones how many."""
        words = [" ".join(self.namer.marks(piece)) or self.namer.word(piece.sort) for piece in pieces]
        return self.namer.counted(sort, len(pieces)) if len(set(words)) > MOST_NAMED else ", ".join(counted_alike(words))

    def set_to(self, events: list[Event]) -> str:
        """Return what a marker was and is, or what pieces look like now."""
        namer, first, last = self.namer, events[0], events[-1]
        if last.pieces:
            return namer.say("log_now", what=self.pieces([piece for event in events for piece in event.pieces], last.sort))
        kind = self.type_of(last)
        if last.value == first.was or isinstance(plain_type(kind), TruthType) or last.where is None:
            return ""
        if self.is_value_named(last.value, last):
            return ""
        return namer.say(
            "changed", name=self.place(last.where), old=namer.value(kind, first.was), new=namer.value(kind, last.value)
        )

    def shown(self, event: Event) -> str:
        """Return what was shown, whose it was, and to whom."""
        namer, where = self.namer, event.where
        assert where is not None
        if not event.seen:
            what = namer.counted(event.sort, event.count) if event.sort else self.place(where)
        elif event.sort:
            what = self.pieces(event.pieces, event.sort)
        else:
            what = namer.say("labelled", name=self.place(where), text=namer.value(self.type_of(event), event.value))
        return self.shows(event, where, what)

    def shows(self, event: Event, where: Where, what: str) -> str:
        """Return that somebody shows something, or that something is shown, and to whom."""
        namer = self.namer
        whose = self.place(where) if event.player is None else namer.player(event.player)
        if event.to is None:
            return namer.say("log_shows", who=whose, what=what)
        return namer.say("log_shows_to", who=whose, what=what, to=namer.player(event.to))

    # ---- places ----------------------------------------------------------------------------------
    def owner(self, where: Where) -> int | None:
        """Return whose a place is."""
        at = self.namer.player_dim(where.name)
        return None if at is None else where.indices[at]

    def place(self, where: Where) -> str:
        """Return a place or marker; that of the player who moved without the name."""
        own = self.player is not None and self.owner(where) == self.player
        return self.namer.family(where.name, where.indices, self.namer.player_dim(where.name) if own else None)

    def is_hidden(self, where: Where) -> bool:
        """Return whether nobody sees what lies in a place."""
        return any(place.name == where.name and place.sight == "hidden" for place in self.namer.layout.places)


def deed(event: Event) -> str:
    """Return the action or step that an event belongs to, as far as that is known."""
    return event.address.partition(".")[0]


def announced(namer: Namer, said: Said) -> Said:
    """Return an announcement in the reader's language, if the game has it there, with the values that were heard."""
    found = namer.texts.announced(namer.language, said.text) if namer.texts is not None else None
    if found is None:
        return said
    own, text = found
    heard = [(unnumbered(leaf), value) for leaf, value in zip(leaves(own), said.values, strict=True)]
    values = [[value for one, value in heard if one == unnumbered(leaf)] for leaf in leaves(text)]
    return evolve(said, text=text, values=tuple(value[0] for value in values)) if all(values) else said


def named_by(said: Said) -> Counter[object]:
    """Count what a sentence names: pieces as they looked, those that are only said by their sort, and numbers of things."""
    pieces = dict(said.pieces)
    found: Counter[object] = Counter()
    for shown in said.values:
        for value in shown.value if isinstance(shown.value, tuple) else (shown.value,):
            if is_piece(shown.type):
                found[pieces.get(value, value) if isinstance(value, int) else value] += value is not None
            elif value is not None:
                found[_one_type(shown.type), value] += 1
    for part in texts_below(said.text):
        if isinstance(part, exprs.Counted):
            number = next(s.value for leaf, s in zip(leaves(said.text), said.values, strict=True) if leaf is part.number)
            found[part.name, number] += 1
    return found


def _one_type(kind: Type) -> Type:
    return plain_type(kind.of if isinstance(kind, ListType) else kind)


def plain_type(kind: Type) -> Type:
    """Return a type without `or none`."""
    return kind.of if isinstance(kind, OptionalType) else kind

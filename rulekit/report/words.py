"""The words of a game: names, values, pieces, places, moves, scores and citations as a player reads them.

Comes in: a model, a layout, a language and the players' names. Goes out: short texts. The game's `words` of the
language are used, else names with blanks for `_`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from rulekit.engine.moves import Move, Part
from rulekit.engine.view import SeenPiece
from rulekit.model.expr import UNLIMITED, Text
from rulekit.model.model import GameModel
from rulekit.model.rules import Citation
from rulekit.model.types import (
    DescriptionType,
    KindType,
    ListType,
    NumberType,
    OptionalType,
    OptionType,
    PictureType,
    PieceType,
    PlayerType,
    TruthType,
    Type,
)
from rulekit.program.program import Layout, SortLayout
from rulekit.report.text import clean, counted_alike

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal", "Ida", "Jon")
_MARKS = {"b": "bullet", "c": "caption", "x": "entry"}


@frozen
class Namer:
    """Says what things are called."""

    model: GameModel
    layout: Layout
    language: str
    players: tuple[str, ...]
    words: dict[str, Any]

    # ---- names -----------------------------------------------------------------------------------
    def word(self, name: str, count: int = 1) -> str:
        """What a name or address is called."""
        known = self.words.get(name)
        if known is not None and isinstance(known.one, str) and (known.one or known.many):
            return clean(known.many if count != 1 and known.many else known.one or known.many)
        return clean(name.replace("_", " "))

    def counted(self, name: str, count: int) -> str:
        """A number with what is counted: `5 cards`."""
        word = self.word(name, count)
        bare = count != 1 and self.language == "en" and not (name in self.words and self.words[name].many)
        return f"{count} {word}{'s' if bare and not word.endswith('s') else ''}"

    def has_word(self, name: str) -> bool:
        """Whether the game has a word of its own for it in this language."""
        return name in self.words

    def title(self) -> str:
        """The game's own title."""
        return clean(self.model.title or self.model.name.replace("_", " "))

    def player(self, seat: int) -> str:
        """A player's name."""
        return self.players[seat] if 0 <= seat < len(self.players) else f"player {seat + 1}"

    # ---- values ----------------------------------------------------------------------------------
    def value(self, kind: Type, value: Any, cells: Sequence[Any] | None = None) -> str:
        """A value of a type. Changing attributes of pieces are read from the cells of a state."""
        if value is None:
            return "none"
        if isinstance(value, SeenPiece):
            return self.seen(value)
        match kind:
            case OptionalType(of=of):
                return self.value(of, value, cells)
            case ListType(of=of):
                return ", ".join(counted_alike([self.value(of, v, cells) for v in value])) or "nothing"
            case TruthType():
                return "yes" if value else "no"
            case PlayerType():
                return self.player(value)
            case KindType(kind=name):
                return self.word(next(k.values for k in self.layout.kinds if k.name == name)[value])
            case PieceType():
                return self.piece(value, cells)
            case OptionType(option=name):
                return self.answer(name, value)
            case DescriptionType(sort=name):
                return self._described(name, value)
            case PictureType(sort=name):
                return " / ".join(" ".join(self._described(name, d) for d in c) if c else "empty" for c in value)
        return "unlimited" if value == UNLIMITED else clean(str(value))

    def answer(self, option: str, value: Any) -> str:
        """A value of an option."""
        found = next((o for o in self.model.options if o.name == option), None)
        if found is None:
            return str(value)
        named = next((a for a in found.answers if a.value == value and type(a.value) is type(value)), None)
        if named is not None:
            return self.word(f"{option}.{named.name}") if self.has_word(f"{option}.{named.name}") else self.word(named.name)
        return self.value(found.type, value) if not isinstance(found.type, OptionType) else str(value)

    def _described(self, sort: str, description: Any) -> str:
        parts = [self.attribute(sort, name, value) for name, value in description or ()]
        return " ".join(parts) or self.word(sort)

    # ---- pieces and places -----------------------------------------------------------------------
    def sort_of(self, piece: int) -> SortLayout:
        """The sort of a piece."""
        return next(s for s in self.layout.sorts if s.first <= piece < s.first + s.count)

    def piece(self, piece: int, cells: Sequence[Any] | None = None) -> str:
        """A piece by its sort and attributes: `card mouse 2`."""
        return self.seen(self.describe(piece, cells))

    def describe(self, piece: int, cells: Sequence[Any] | None = None) -> SeenPiece:
        """A piece with its attributes; changing ones only if there is a state."""
        sort = self.sort_of(piece)
        known = [a for a in sort.attrs if a.base is None or cells is not None]
        at = piece - sort.first
        return SeenPiece(sort.name, tuple((a.name, a.values[at] if a.base is None else cells[a.base + at]) for a in known))  # type: ignore[index]

    def seen(self, piece: SeenPiece) -> str:
        """A piece that lies open."""
        return " ".join((self.word(piece.sort), *self.marks(piece))).strip()

    def marks(self, piece: SeenPiece) -> tuple[str, ...]:
        """What tells a piece from others of its sort, in words."""
        kinds = {a.name: a.type for s in self.layout.sorts if s.name == piece.sort for a in s.attrs}
        plain = [(n, v) for n, v in piece.attrs if not isinstance(kinds[n], ListType | DescriptionType | PictureType)]
        return tuple(self.attribute(piece.sort, n, v) for n, v in plain if v is not None)

    def attribute(self, sort: str, name: str, value: Any) -> str:
        """The value of an attribute of a sort."""
        kind = next((a.type for s in self.layout.sorts if s.name == sort for a in s.attrs if a.name == name), None)
        return clean(str(value)) if kind is None else self.value(kind, value)

    def family(self, name: str, indices: Iterable[int], skip: int | None = None) -> str:
        """One of a family of places, tallies or markers: `hand[Ada]`."""
        inside = self.index_words(name, indices, skip)
        return self.word(name) + (f"[{', '.join(inside)}]" if inside else "")

    def index_words(self, name: str, indices: Iterable[int], skip: int | None = None) -> list[str]:
        """The indices of one of a family, in words, without the index number `skip`."""
        dims = self.dims(name)
        return [self.value(d.type, v) for n, (d, v) in enumerate(zip(dims, indices, strict=False)) if n != skip]

    def dims(self, name: str) -> tuple[Any, ...]:
        """The indices that a family has."""
        families: tuple[Any, ...] = (*self.layout.places, *self.layout.tallies, *self.layout.markers)
        return next((f.dims for f in families if f.name == name), ())

    # ---- moves -----------------------------------------------------------------------------------
    def move(self, move: Move, cells: Sequence[Any] | None = None) -> str:
        """A move as a short sentence, numbers with what they are: `buy milk row 3 latte`, `take n 2, matches 1`."""
        said = ""
        numbered = False
        for n, part in enumerate(move.parts):
            text = self._part(part, move.parts[n + 1 :], cells)
            if not text:
                continue
            kind = part.pick.type if part.pick else None
            if part.pick and isinstance(kind, PieceType) and part.pick.value is not None and self.word(kind.sort) in said:
                text = " ".join(self.marks(self.describe(part.pick.value, cells))) or text
            number = kind is not None and _is_bare(kind)
            said += (", " if number and numbered else " " if said else "") + text
            numbered = number
        return said or ("stop" if any(p.what == "decline" for p in move.parts) else "go on")

    def _part(self, part: Part, later: tuple[Part, ...], cells: Sequence[Any] | None) -> str:
        if part.what == "start":
            return self.word(part.action)
        if part.pick is not None:
            text = self._short(part.pick.type, part.pick.value, cells)
            return f"{self.word(part.pick.name)} {text}" if _is_bare(part.pick.type) else text
        if part.what == "decline" or any(p.what == "start" for p in later):
            return ""
        if self.has_word(part.address) or (part.what == "bullet" and "#" not in part.address):
            return self.word(part.address) if self.has_word(part.address) else self.word(part.address.rpartition(".")[2])
        if part.what == "bullet" and not later:
            return f"choice {part.bullet + 1}"
        return "yes" if part.what == "accept" and not later else ""

    def _short(self, kind: Type, value: Any, cells: Sequence[Any] | None) -> str:
        if isinstance(kind, ListType) and not value:
            return "nothing"
        return self.value(kind, value, cells)

    def moves(self, moves: Sequence[Move], cells: Sequence[Any] | None = None) -> list[str]:
        """The moves of a menu; those that would read alike are told apart by their addresses."""
        said = [self.move(m, cells) for m in moves]
        alike = {text for text, count in Counter(said).items() if count > 1}
        if not alike:
            return said
        longer = [f"{text} ({self._apart(m)})" if text in alike else text for text, m in zip(said, moves, strict=True)]
        counts: Counter[str] = Counter()
        twice = {text for text, count in Counter(longer).items() if count > 1}
        for n, text in enumerate(longer):
            counts[text] += 1
            if text in twice:
                longer[n] = f"{text} #{counts[text]}"
        return longer

    def _apart(self, move: Move) -> str:
        turns = [p for p in move.parts if p.what in ("bullet", "accept", "decline")]
        steps = [("not " if p.what == "decline" else "") + p.address for p in turns]
        return clean(", ".join(steps or [p.address for p in move.parts]))

    # ---- where it is written ---------------------------------------------------------------------
    def citation(self, cite: Citation) -> str:
        """Where a rule comes from: `fr · Fin du jeu · ¶1`."""
        if cite.how != "cited":
            return clean(f"{cite.how}: {cite.why or ''}".rstrip(": "))
        sources = [cite.source] if cite.source else [s for s, _ in self.model.sources] or [""]
        return "; ".join(self._pointer(cite, s) for s in sources)

    def _pointer(self, cite: Citation, source: str) -> str:
        section = next((s for s in self.model.sections if s.name == cite.section), None)
        heading = dict(section.headings).get(source, cite.section or "") if section else cite.section or ""
        return clean(" · ".join(p for p in (source, heading, _paragraph(cite.place or "")) if p))

    def citations(self, cites: Iterable[Citation]) -> str:
        """All of them, in one line."""
        return "; ".join(self.citation(c) for c in cites)

    def text(self, text: Text | str, values: Sequence[Any], cells: Sequence[Any] | None = None) -> str:
        """A sentence with its values filled in, in order."""
        if isinstance(text, str):
            return clean(text)
        left = iter(values)
        return "".join(clean(p) if isinstance(p, str) else self.value(p.type, next(left, None), cells) for p in text.parts)


def _is_bare(kind: Type) -> bool:
    """Whether a value says too little without the name of the choice: numbers, yes and no."""
    return isinstance(kind.of if isinstance(kind, OptionalType | ListType) else kind, NumberType | TruthType)


def _paragraph(place: str) -> str:
    if place[:1] in _MARKS:
        return f"{_MARKS[place[0]]} {place[1:]}"
    return f"¶{place}" if place else ""


def make_namer(model: GameModel, layout: Layout, language: str = "en", players: Sequence[str] = ()) -> Namer:
    """A namer for a game as it is laid out; without names the players get some."""
    names = tuple(players) or tuple(NAMES[n] if n < len(NAMES) else f"P{n + 1}" for n in range(layout.players))
    words = {key: word for name, table in model.words if name == language for key, word in table}
    return Namer(model, layout, language, tuple(clean(n) for n in names), words)


def languages(model: GameModel) -> tuple[str, ...]:
    """The languages that the game has words for."""
    return tuple(sorted({name for name, _ in model.words}))

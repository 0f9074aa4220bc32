"""The words of a game: names, values, pieces, places, moves, scores and citations as a player reads them.

Comes in: a model, a layout, a language and the players' names. Goes out: short texts. The game's `words` of the
language are used, else names with blanks for `_`. What rulekit says itself comes from `sentences`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from attrs import evolve, field, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.moves import Move
from rulekit.engine.said import texts_of
from rulekit.engine.view import Inside, SeenPiece
from rulekit.model.model import GameModel, Word
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
from rulekit.program.program import CellValue, DimSize, Family, Layout, SortLayout, as_description, as_number, as_picture
from rulekit.program.texts import ProgramTexts
from rulekit.report.sentences import ENGLISH, Sentences, sentences
from rulekit.report.text import clean, counted_alike, is_endless
from rulekit.report.told.language import languages, told_in
from rulekit.report.told.moves import MoveTeller
from rulekit.report.told.nouns import GENDERS
from rulekit.report.told.texts import piece_text

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal", "Ida", "Jon")
Idle = frozenset[tuple[str, str, str, CellValue]]


@frozen
class Namer:
    """Says what things are called, and what rulekit itself says, in one language."""

    model: GameModel
    layout: Layout
    language: str
    players: tuple[str, ...]
    words: dict[str, Word]
    say: Sentences
    idle: Idle  # numbers of pieces that are always 0: (sort, number, kind, value of the kind)
    engine: Engine | None = None  # works out the values that sentences speak of
    texts: ProgramTexts | None = None
    fits: str = "m"  # the gender that adjectives agree with
    aside: bool = False  # menus and reasons are told to others than the player: what is "yours" there is "theirs"
    _dims: dict[str, tuple[DimSize, ...]] = field(init=False, eq=False, repr=False)
    _owners: dict[str, int | None] = field(init=False, eq=False, repr=False)
    _kinds: dict[str, dict[str, Type]] = field(init=False, eq=False, repr=False)
    _values: dict[str, tuple[str, ...]] = field(init=False, eq=False, repr=False)
    _speaks: bool = field(init=False, eq=False, repr=False)
    _scratch: frozenset[str] = field(init=False, eq=False, repr=False)
    _said: dict[tuple[str, bool], str] = field(init=False, factory=dict, eq=False, repr=False)
    _fitting: dict[str, Namer] = field(init=False, factory=dict, eq=False, repr=False)

    @_speaks.default
    def _(self) -> bool:
        return self.texts is not None and any(key[:2] == (self.language, "say") for key in self.texts.texts)

    @_scratch.default
    def _(self) -> frozenset[str]:
        said = {} if self.texts is None else self.texts.texts
        return frozenset(a for (_, what, a), some in said.items() if what == "say" and not any(some[0].text.parts))

    @_dims.default
    def _(self) -> dict[str, tuple[DimSize, ...]]:
        families: tuple[Family, ...] = (*self.layout.places, *self.layout.tallies, *self.layout.markers)
        return {f.name: f.dims for f in reversed(families)}

    @_owners.default
    def _(self) -> dict[str, int | None]:
        found = {name: [n for n, d in enumerate(dims) if isinstance(d.type, PlayerType)] for name, dims in self._dims.items()}
        return {name: numbers[0] if numbers else None for name, numbers in found.items()}

    @_kinds.default
    def _(self) -> dict[str, dict[str, Type]]:
        return {s.name: {a.name: a.type for a in s.attrs} for s in self.layout.sorts}

    @_values.default
    def _(self) -> dict[str, tuple[str, ...]]:
        return {k.name: k.values for k in reversed(self.layout.kinds)}

    @property
    def speaks(self) -> bool:
        """Whether the game has sentences of its own in this language."""
        return self._speaks

    def is_scratch(self, marker: str) -> bool:
        """Return whether a marker is for the rules alone: its text is empty."""
        return marker in self._scratch

    @property
    def translated(self) -> bool:
        """Whether the names in the file are foreign here, and the game has others."""
        return self.language != ENGLISH and self.language in languages(self.model)

    # ---- names -----------------------------------------------------------------------------------
    def word(self, name: str, count: int = 1) -> str:
        """Return what a name or address is called."""
        one = self.say.is_one(count)
        if (name, one) not in self._said:
            self._said[name, one] = self._word(name, one)
        return self._said[name, one]

    def _word(self, name: str, one: bool) -> str:
        known = self.words.get(name)
        if known is not None and isinstance(known.one, str) and (known.one or known.many):
            word = known.many if known.many and not one else known.one or known.many
            if "fits" in known.grammar:
                word = _agreeing(word, self.fits)
            return clean(word)
        return clean(name.replace("_", " "))

    def counted(self, name: str, count: int) -> str:
        """Return a number with what is counted: `5 cards`."""
        word = self.word(name, count)
        bare = count != 1 and self.language == ENGLISH and not (name in self.words and self.words[name].many)
        return self.number_of(count, f"{word}{'s' if bare and not word.endswith('s') else ''}")

    def number_of(self, count: int, things: str) -> str:
        """Return a number with the word for so many things."""
        return self.say("unlimited_things", what=things) if is_endless(count) else f"{count} {things}"

    def has_word(self, name: str) -> bool:
        """Return whether the game has a word of its own for it in this language."""
        return name in self.words

    def word_of(self, owner: str, name: str) -> Word | None:
        """Return the entry of what has a name within something: a choice, a value, an answer."""
        return self.words.get(f"{owner}.{name}", self.words.get(name))

    def value_name(self, kind: str, value: int) -> str:
        """Return the name of a value of a kind in the file."""
        return self._values[kind][value]

    def fitting(self, gender: str) -> Namer:
        """Return the same namer, whose adjectives agree with a gender."""
        if gender in ("", self.fits) or not any("fits" in word.grammar for word in self.words.values()):
            return self
        if gender not in self._fitting:
            self._fitting[gender] = evolve(self, fits=gender)
        return self._fitting[gender]

    def within(self, owner: str, name: str, count: int = 1) -> str:
        """Return what a choice, index, attribute, value, answer or score line is called: by its address or by its name alone."""
        address = f"{owner}.{name}"
        return self.word(address if self.has_word(address) else name, count)

    def place(self, name: str) -> str:
        """Return what a place is called; every game has a box."""
        return self.say("box") if name == "box" and not self.has_word(name) else self.word(name)

    def title(self) -> str:
        """Return the game's title."""
        own = self.model.title or self.model.name.replace("_", " ")
        told = title_in(self.model, self.language, self.model.name)
        return told or (self.word(self.model.name) if self.has_word(self.model.name) else clean(own))

    def player(self, seat: int) -> str:
        """Return a player's name."""
        return self.players[seat] if 0 <= seat < len(self.players) else self.say("player", number=seat + 1)

    # ---- values ----------------------------------------------------------------------------------
    def value(self, kind: Type, value: Inside, cells: Sequence[CellValue] | None = None) -> str:
        """Return a value of a type. Changing attributes of pieces are read from the cells of a state."""
        if value is None:
            person = isinstance(kind.of if isinstance(kind, OptionalType) else kind, PlayerType)
            return self.say("nobody") if person else self.say("none")
        if isinstance(value, SeenPiece):
            return self.seen(value)
        match kind:
            case OptionalType(of=of):
                return self.value(of, value, cells)
            case ListType(of=of) if isinstance(value, tuple):
                return ", ".join(counted_alike([self.value(of, v, cells) for v in value])) or self.say("nothing")
            case TruthType():
                return self.say("yes") if value else self.say("no")
            case PlayerType():
                return self.player(as_number(value))
            case KindType(kind=name):
                return self.within(name, self._values[name][as_number(value)])
            case PieceType():
                return self.piece(as_number(value), cells)
            case OptionType(option=name):
                return self.answer(name, value)
            case DescriptionType(sort=name):
                return self._described(name, value)
            case PictureType(sort=name):
                cells_ = [" ".join(self._described(name, d) for d in c) if c else self.say("empty") for c in as_picture(value)]
                return " / ".join(cells_)
        return self.say("unlimited") if is_endless(value) else clean(str(value))

    def answer(self, option: str, value: Inside) -> str:
        """Return a value of an option."""
        found = next((o for o in self.model.options if o.name == option), None)
        if found is None:
            return str(value)
        named = next((a for a in found.answers if a.value == value and type(a.value) is type(value)), None)
        if named is not None and (isinstance(found.type, OptionType) or self.has_word(f"{option}.{named.name}")):
            return self.within(option, named.name)
        return self.value(found.type, value) if not isinstance(found.type, OptionType) else str(value)

    def _described(self, sort: str, description: Inside) -> str:
        parts = [self.attribute(sort, name, value) for name, value in as_description(description)]
        return " ".join(parts) or self.word(sort)

    # ---- pieces and places -----------------------------------------------------------------------
    def sort_of(self, piece: int) -> SortLayout:
        """Return the sort of a piece."""
        return next(s for s in self.layout.sorts if s.first <= piece < s.first + s.count)

    def piece(self, piece: int, cells: Sequence[CellValue] | None = None) -> str:
        """Return a piece by its sort and attributes: `card mouse 2`."""
        return self.seen(self.describe(piece, cells))

    def describe(self, piece: int, cells: Sequence[CellValue] | None = None) -> SeenPiece:
        """Return a piece with its attributes; changing ones only if there is a state."""
        sort = self.sort_of(piece)
        known = [a for a in sort.attrs if a.base is None or cells is not None]
        at = piece - sort.first
        return SeenPiece(sort.name, tuple((a.name, a.values[at] if a.base is None else cells[a.base + at]) for a in known))  # type: ignore[index]

    def seen(self, piece: SeenPiece) -> str:
        """Return a piece that lies open."""
        return self._named(piece) or " ".join((self.word(piece.sort), *self.marks(piece))).strip()

    def _named(self, piece: SeenPiece) -> str:
        """Return the piece as the game's words put it: `{shade} {ware}` becomes `white cup`."""
        known = self.words.get(piece.sort)
        return "" if known is None or known.named is None else piece_text(self, piece, known.named) or ""

    def marks(self, piece: SeenPiece, told: Collection[tuple[Type, CellValue]] = ()) -> tuple[str, ...]:
        """Return what tells a piece from others of its sort, in words, without the values that were told already."""
        named = "" if told else self._named(piece)
        if named:
            return (named,)
        kinds = self.kinds(piece.sort)
        plain = [(n, v) for n, v in piece.attrs if not isinstance(kinds[n], ListType | DescriptionType | PictureType)]
        said = [(n, v) for n, v in plain if v is not None and (kinds[n], v) not in told and not self.is_idle(piece, n)]
        return tuple(text for n, v in said if (text := self.attribute(piece.sort, n, v)))

    def kinds(self, sort: str) -> dict[str, Type]:
        """Return the types of a sort's attributes."""
        return self._kinds.get(sort, {})

    def is_idle(self, piece: SeenPiece, name: str) -> bool:
        """Return whether the attribute is a number that this kind of piece always has as 0: a cheese has no paws."""
        values = dict(piece.attrs)
        return values.get(name) == 0 and any((piece.sort, name, n, v) in self.idle for n, v in piece.attrs)

    def attribute(self, sort: str, name: str, value: CellValue) -> str:
        """Return the value of an attribute of a sort; what holds is named, what does not hold is not."""
        kind = self.kinds(sort).get(name)
        if isinstance(kind, TruthType):
            return self.within(sort, name) if value else ""
        return clean(str(value)) if kind is None else self.value(kind, value)

    def family(self, name: str, indices: Iterable[int], skip: int | None = None) -> str:
        """Return one of a family of places, tallies or markers: `hand[Ada]`."""
        inside = self.index_words(name, indices, skip)
        return self.place(name) + (f"[{', '.join(inside)}]" if inside else "")

    def index_words(self, name: str, indices: Iterable[int], skip: int | None = None) -> list[str]:
        """Return the indices of one of a family, in words, without the index number `skip`."""
        dims = self.dims(name)
        return [self.value(d.type, v) for n, (d, v) in enumerate(zip(dims, indices, strict=False)) if n != skip]

    def dims(self, name: str) -> tuple[DimSize, ...]:
        """Return the indices that a family has."""
        return self._dims.get(name, ())

    def player_dim(self, name: str) -> int | None:
        """Return which index of a family is a player."""
        return self._owners.get(name)

    # ---- moves -----------------------------------------------------------------------------------
    def move(self, move: Move, cells: Sequence[CellValue] | None = None) -> str:
        """Return a move as a short sentence, told to the player."""
        return MoveTeller(self, cells).move(move)

    def moves(self, moves: Sequence[Move], cells: Sequence[CellValue] | None = None) -> list[str]:
        """Return the moves of a menu; no two of them read alike."""
        return MoveTeller(self, cells).menu(moves)

    def deed(self, action: str) -> str:
        """Return what an action is called."""
        return MoveTeller(self, None).deed(action)

    def question(self, moves: Sequence[Move], cells: Sequence[CellValue] | None = None) -> str:
        """Return what a menu asks in the game's own words; an empty text if it has none for it."""
        return MoveTeller(self, cells).question(moves)

    # ---- where it is written ---------------------------------------------------------------------
    def citation(self, cite: Citation) -> str:
        """Return where a rule comes from: `fr · Fin du jeu · ¶1`."""
        return self.say("then").join(text for _, text in self._pointers(cite))

    def citations(self, cites: Iterable[Citation]) -> str:
        """Return all of them, in one line; of several rulebooks the one in the language."""
        found = [pointer for cite in cites for pointer in self._pointers(cite)]
        own = self.language != ENGLISH and any(source == self.language for source, _ in found)
        return self.say("then").join(dict.fromkeys(text for source, text in found if not own or source in (self.language, "")))

    def _pointers(self, cite: Citation) -> list[tuple[str, str]]:
        """Return the rulebook and the place in it, for every rulebook that is meant."""
        if cite.how != "cited":
            marks = {"ruling": self.say("ruling"), "arguable": self.say("arguable"), "slip": self.say("slip")}
            how = marks.get(cite.how) or self.say("assumed")
            return [("", self.say("labelled", name=how, text=cite.why) if cite.why and not self.translated else how)]
        return [(source, self._pointer(cite, source)) for source in self.model.books(cite) or ("",)]

    def _pointer(self, cite: Citation, source: str) -> str:
        section = next((s for s in self.model.sections if s.name == cite.section), None)
        heading = dict(section.headings).get(source, cite.section or "") if section else cite.section or ""
        return clean(" · ".join(p for p in (source, heading, self._paragraph(cite.place or "")) if p))

    def _paragraph(self, place: str) -> str:
        match place[:1]:
            case "b":
                return self.say("bullet", number=place[1:])
            case "c":
                return self.say("caption", number=place[1:])
            case "x":
                return self.say("entry", number=place[1:])
        return f"¶{place}" if place else ""


def _agreeing(word: str, gender: str) -> str:
    """Return the form of an adjective: `blanc/blanche`."""
    forms = word.split("/")
    return forms[min(GENDERS.index(gender), len(forms) - 1)]


def make_namer(
    model: GameModel, layout: Layout, language: str = ENGLISH, players: Sequence[str] = (), engine: Engine | None = None
) -> Namer:
    """Return a namer for a game as it is laid out.

    Without names the players get some; without an engine the game's own sentences are not said.
    """
    names = tuple(players) or tuple(NAMES[n] if n < len(NAMES) else f"P{n + 1}" for n in range(layout.players))
    texts = None if engine is None else texts_of(engine, model)
    named = tuple(clean(n) for n in names)
    return Namer(model, layout, language, named, _words(model, language), sentences(language), _idle(layout), engine, texts)


def title_in(model: GameModel, language: str, name: str) -> str:
    """Return how a language calls the game, or a file of changes that is on it; an empty text if it does not say."""
    texts = (t.text for t in dict(model.texts).get(language, ()) if t.what == "title" and t.address == name)
    return next(("".join(clean(p) for p in text.parts if isinstance(p, str)) for text in texts), "")


def in_language(namer: Namer, language: str) -> Namer:
    """Return a namer of the same game for another language: words of two languages never meet in one sentence."""
    if language == namer.language:
        return namer
    return evolve(namer, language=language, words=_words(namer.model, language), say=sentences(language))


def _words(model: GameModel, language: str) -> dict[str, Word]:
    spoken = told_in(model, language)
    return {key: word for name, table in model.words if name == spoken for key, word in table}


def _idle(layout: Layout) -> Idle:
    """Return numbers that all pieces with a value of a kind have as 0, while others of the sort have more."""
    found: set[tuple[str, str, str, CellValue]] = set()
    for sort in layout.sorts:
        fixed = [a for a in sort.attrs if a.base is None]
        for number in (a for a in fixed if isinstance(a.type, NumberType) and any(a.values)):
            for kind in (a for a in fixed if isinstance(a.type, KindType)):
                busy = {value for value, n in zip(kind.values, number.values, strict=True) if n != 0}
                found |= {(sort.name, number.name, kind.name, value) for value in set(kind.values) - busy}
    return frozenset(found)

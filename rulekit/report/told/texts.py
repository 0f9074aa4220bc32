"""A text that was said → words, for one reader: told to the player who acts, or told of somebody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.engine.said import NOT_CHOSEN, UNSEEN, Said, Shown
from rulekit.engine.view import Inside, SeenPiece
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Text
from rulekit.model.faults import BY_ZERO, NO_ENTRY, NONE_VALUE, TOO_LARGE
from rulekit.model.model import Word
from rulekit.model.model_walk import leaves
from rulekit.model.types import KindType, ListType, OptionalType, PieceType, PlayerType, Type
from rulekit.program.program import as_number
from rulekit.report.text import clean
from rulekit.report.told.nouns import GENDERS, Noun, noun, with_little
from rulekit.syntax.keywords import LittleWords, little_words

if TYPE_CHECKING:
    from rulekit.report.words import Namer


_FAULTS = {NONE_VALUE[0]: "no_operand", NO_ENTRY[0]: "no_entry", BY_ZERO[0]: "by_zero", TOO_LARGE: "too_large"}


class Unsaid(Exception):
    """A value is needed that is not there; never leaves this module."""


def tell(namer: Namer, said: Said, of: bool = False) -> str | None:
    """Return a text in words, told to the player or `of` one. None: it speaks of a choice that was not made, or is not known."""
    parts = tell_parts(namer, said, of)
    return None if parts is None else "".join(parts).strip()


def tell_parts(namer: Namer, said: Said, of: bool = False) -> list[str] | None:
    """Return what is said for each part of a text."""
    teller = _Teller(namer, said, of)
    try:
        return ["".join(teller.part(part)) for part in said.text.parts]
    except Unsaid:
        return None


@define
class _Teller:
    namer: Namer
    said: Said
    of: bool
    words: LittleWords = field(init=False)
    values: dict[int, Shown] = field(init=False)
    pieces: dict[int, SeenPiece] = field(init=False)
    number: str = ""

    def __attrs_post_init__(self) -> None:
        self.words, self.pieces = little_words(self.namer.language), dict(self.said.pieces)
        self.values = {id(leaf): shown for leaf, shown in zip(leaves(self.said.text), self.said.values, strict=True)}

    def parts(self, text: Text) -> Iterator[str]:
        for part in text.parts:
            yield from self.part(part)

    def part(self, part: str | exprs.Expr | exprs.AnyTextPart) -> Iterator[str]:
        match part:
            case str():
                yield clean(part)
            case exprs.NumberSign():
                yield self.number
            case exprs.Little(word=word, value=value):
                yield self._little(word, self._there(value)) + self._there(value).sign
            case exprs.Counted():
                yield self._counted(part)
            case exprs.ByValue():
                yield from self._by_value(part)
            case exprs.Fitting(value=value, forms=forms):
                gender = next((noun.gender for noun in self._nouns(self._there(value)) if noun.gender), GENDERS[0])
                yield from self.parts(forms[min(GENDERS.index(gender), len(forms) - 1)])
            case exprs.ToAndOf(to=to, of=of):
                yield from self.parts(of if self.of else to)
            case exprs.Maybe(text=inner):
                yield from self.parts(inner) if self._is_said(inner) else ()
            case _:
                yield self._plain(self._there(part)) + self._there(part).sign

    # ---- values ----------------------------------------------------------------------------------
    def _there(self, leaf: exprs.Expr) -> Shown:
        shown = self.values[id(leaf)]
        if shown.fault == NOT_CHOSEN:
            raise Unsaid
        return shown

    def _is_said(self, text: Text) -> bool:
        """Return whether all values of a part that may be left out are there, and seen."""
        return all(self._counts(self.values[id(leaf)]) for leaf in _outside_forms(text))

    def _counts(self, shown: Shown) -> bool:
        value = shown.value
        if shown.fault or value is None or value is False or value == () or (value == 0 and _is_number(shown.type)):
            return False
        return not (_piece_sort(shown.type) and UNSEEN in (value if isinstance(value, tuple) else (value,)))

    def _plain(self, shown: Shown) -> str:
        if shown.fault:
            return without_value(self.namer, shown)
        if isinstance(shown.type, ListType):
            return self._joined([n.text for n in self._nouns(shown)])
        return self._nouns(shown)[0].text

    def _counted(self, part: exprs.Counted) -> str:
        return self._number(part) + self._there(part.number).sign

    def _number(self, part: exprs.Counted) -> str:
        number = as_number(self._there(part.number).value or 0)
        if part.value is None:
            return self.namer.counted(part.name, number)
        value = self._there(part.value)
        if value.value is None:
            return self.namer.number_of(number, self.namer.value(value.type, value.value))
        return self._of_kind(value, number)

    def _of_kind(self, shown: Shown, number: int) -> str:
        kind = shown.type.of if isinstance(shown.type, OptionalType) else shown.type
        assert isinstance(kind, KindType)
        return self.namer.number_of(
            number, self.namer.within(kind.kind, self.namer.value_name(kind.kind, as_number(shown.value)), number)
        )

    def _by_value(self, part: exprs.ByValue) -> Iterator[str]:
        shown = self._there(part.value)
        if part.keys:
            at = next((n for n, key in enumerate(part.keys) if key == shown.value and type(key) is type(shown.value)), 0)
            yield from self.parts(part.forms[at])
            return
        before, self.number = self.number, self.namer.value(shown.type, shown.value) + shown.sign
        one = self.namer.say.is_one(shown.value)
        at = 0 if len(part.forms) == 3 and not shown.value else len(part.forms) - (2 if one else 1)
        yield from list(self.parts(part.forms[at]))
        self.number = before

    # ---- nouns -----------------------------------------------------------------------------------
    def _little(self, word: str, shown: Shown) -> str:
        nouns = self._nouns(shown)
        if word == self.words.alternative:
            return _list([n.text for n in nouns], f" {word} ")
        if word not in self.words.forms or shown.fault:
            return self._plain(shown)
        return self._joined([with_little(self.words, word, n, self.of or self.namer.aside) for n in nouns])

    def _joined(self, texts: Sequence[str]) -> str:
        if not texts:
            return self.namer.say("nothing")
        *first, last = texts
        return self.namer.say("and", first=", ".join(first), last=last) if first else last

    def _nouns(self, shown: Shown) -> list[Noun]:
        """Return the nouns of a value: one, or one for each element of a list."""
        kind = shown.type
        if isinstance(kind, ListType):
            listed = shown.value if isinstance(shown.value, tuple) else ()
            return [self._noun(kind.of, value) for value in listed]
        return [self._noun(kind.of if isinstance(kind, OptionalType) else kind, shown.value)]

    def _noun(self, kind: Type, value: Inside) -> Noun:
        if not isinstance(kind, PieceType) or value is None:
            return value_noun(self.namer, kind, value)
        seen = value if isinstance(value, SeenPiece) else self.pieces.get(value) if isinstance(value, int) else None
        if seen is None:
            return noun(self.namer.word(kind.sort), self.namer.words.get(kind.sort), hidden=True)
        return piece_noun(self.namer, seen)


def _list(texts: Sequence[str], last: str) -> str:
    return last.join((", ".join(texts[:-1]), texts[-1])) if len(texts) > 1 else "".join(texts)


def _is_number(kind: Type) -> bool:
    inner = kind.of if isinstance(kind, OptionalType) else kind
    return not _piece_sort(inner) and not isinstance(inner, KindType | PlayerType)


def _piece_sort(kind: Type) -> str:
    inner = kind.of if isinstance(kind, OptionalType | ListType) else kind
    return inner.sort or "piece" if isinstance(inner, PieceType) else ""


def _outside_forms(text: Text) -> Iterator[exprs.Expr]:
    """Yield the values of a text that are said themselves: not those that stand in forms."""
    for part in text.parts:
        match part:
            case exprs.Little(value=value) | exprs.ByValue(value=value) | exprs.Fitting(value=value):
                yield value
            case exprs.Counted(number=number, value=thing):
                yield from (number,) if thing is None else (number, thing)
            case str() | exprs.NumberSign() | exprs.ToAndOf() | exprs.Maybe():
                pass
            case _:
                yield part


def without_value(namer: Namer, shown: Shown) -> str:
    """Return what stands for a value that cannot be worked out."""
    if shown.fault not in _FAULTS:
        return namer.say("no_value")
    return namer.say("no_value_why", why=namer.say(_FAULTS[shown.fault]))


# ---- words with their grammar ----------------------------------------------------------------------
def value_noun(namer: Namer, kind: Type, value: Inside) -> Noun:
    """Return a value that is no piece, with the grammar of its word."""
    text = namer.value(kind, value)
    match kind:
        case PlayerType() if value is not None:
            return Noun(text, proper=True)
        case KindType(kind=name) if value is not None:
            return noun(text, namer.word_of(name, namer.value_name(name, as_number(value))))
    return Noun(text)


def piece_noun(namer: Namer, piece: SeenPiece) -> Noun:
    """Return a piece as it is called; its gender is its sort's, or that of an attribute."""
    word = namer.words.get(piece.sort)
    return noun(namer.seen(piece), word, gender_of(namer, piece, word))


def gender_of(namer: Namer, piece: SeenPiece, word: Word | None) -> str:
    """Return the gender that a sort takes from one of the piece's attributes."""
    values = dict(piece.attrs)
    for mark in word.grammar if word is not None else ():
        kind = namer.kinds(piece.sort).get(mark)
        if isinstance(kind, KindType) and values.get(mark) is not None:
            return value_noun(namer, kind, values[mark]).gender
    return ""


def piece_text(namer: Namer, piece: SeenPiece, pattern: Text) -> str | None:
    """Return a piece as the game's words put it; None: an attribute in the pattern is not known."""
    values, kinds = dict(piece.attrs), namer.kinds(piece.sort)
    if any(isinstance(leaf, exprs.Bound) and leaf.name not in values for leaf in leaves(pattern)):
        return None
    shown = tuple(Shown(kinds[leaf.name], values[leaf.name]) for leaf in leaves(pattern) if isinstance(leaf, exprs.Bound))
    word = namer.words.get(piece.sort)
    gender = next((m for m in (word.grammar if word else ()) if m in GENDERS), "") or gender_of(namer, piece, word)
    return tell(namer.fitting(gender), Said(pattern, shown))

"""Values to try a text with: numbers 0, 1 and 2 as far as they can be, both truths, a word of every grammar, a piece that is not
seen. For proof sheets, where nobody plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import islice
from typing import TypeVar

from attrs import evolve, field, frozen

from rulekit.engine.said import UNSEEN
from rulekit.engine.state import first_cells
from rulekit.engine.view import Inside, SeenPiece
from rulekit.model import expressions as exprs
from rulekit.model.analysis.folding import MOST_FOLDING, Effort
from rulekit.model.analysis.game_index import Names, names_of, statements
from rulekit.model.analysis.numbers import Interval, between, join, known
from rulekit.model.faults import Unknown
from rulekit.model.model import Dim, Marker, Parameter, Place, Table, Tally
from rulekit.model.rules import Choose
from rulekit.model.types import KindType, ListType, NumberType, OptionalType, OptionType, PieceType, PlayerType, TruthType, Type
from rulekit.program.analysis.expression_ranges import Ranges, ranges_of
from rulekit.program.program import CellValue, SortLayout
from rulekit.report.told.nouns import Noun, with_little
from rulekit.report.told.texts import piece_noun, value_noun
from rulekit.report.words import Namer
from rulekit.syntax.keywords import little_words

NUMBERS = (0, 1, 2)
MOST_PIECES = 200  # of a sort, looked at for words of another grammar
MOST_OF_A_KIND = 6
T = TypeVar("T")


@frozen
class Samples:
    """Samples for the texts of a game, by the types of their values."""

    namer: Namer
    game: Names = field(init=False)
    pieces: dict[str, tuple[SeenPiece, ...]] = field(init=False, factory=dict)
    ranges: Ranges = field(init=False)  # of what is chosen and worked out in play
    least: dict[tuple[str, str], exprs.Expr | None] = field(init=False)  # how many are chosen at least, by deed and name

    @game.default
    def _(self) -> Names:
        return evolve(names_of(self.namer.model), effort=Effort(MOST_FOLDING, Unknown))

    @ranges.default
    def _(self) -> Ranges:
        assert self.namer.engine is not None
        program = self.namer.engine.program
        return ranges_of(program.layout, program.bounds, program.defines)

    @least.default
    def _(self) -> dict[tuple[str, str], exprs.Expr | None]:
        chosen = ((d.name, s) for d in self.namer.model.deeds for s in statements(d.block) if isinstance(s, Choose))
        return {(deed, pick.name): pick.low for deed, choose in chosen for pick in choose.picks}

    def of(self, kind: Type) -> tuple[Inside, ...]:
        """Return values of a type that is neither a number nor a list, the plainest first."""
        match kind:
            case OptionalType(of=of):
                return (*self.of(of), None)
            case TruthType():
                return (True, False)
            case PlayerType():
                return (0,)
            case KindType(kind=name):
                values = range(len(self.game.kinds[name].values))
                return tuple(_unlike(values, lambda value: self._fits(value_noun(self.namer, kind, value))))
            case PieceType(sort=sort):
                hidden = any(place.sort == sort and place.sight != "open" for place in self.game.places.values())
                return (*self._of_sort(sort or ""), *((UNSEEN,) if hidden else ())) or (None,)
            case OptionType(option=name):
                return tuple(answer.value for answer in self.game.options[name].answers)
        return (None,)

    def every(self, kind: KindType) -> tuple[CellValue, ...]:
        """Return all values of a kind: a text has words for each of them."""
        return tuple(range(len(self.game.kinds[kind.kind].values)))

    def many(self, kind: ListType, count: int) -> tuple[Inside, ...]:
        """Return a list of so many values."""
        match kind.of:
            case NumberType():
                some: tuple[Inside, ...] = NUMBERS[1:]
            case PieceType(sort=sort):
                some = self._first_and_last(sort or "")
            case PlayerType():
                some = tuple(range(self.namer.layout.players))
            case _:
                some = tuple(value for value in self.of(kind.of) if value is not None)
        return tuple(some[n % len(some)] for n in range(count)) if some else ()

    def numbers(self, leaf: exprs.Expr, address: str, lowered: exprs.Expr | None) -> tuple[int, ...]:
        """Return which of 0, 1 and 2 a number can be, else the least it can be."""
        low, high = self.bounds(leaf, address, lowered) or (0, NUMBERS[-1])
        return tuple(n for n in NUMBERS if low <= n <= high) or (low,)

    def fixed(self, leaf: exprs.Expr, value: Inside) -> tuple[Inside, ...]:
        """Return which of 0, 1 and 2 a number that is known before a game can be, with any number of players, else what it is."""
        if isinstance(leaf, exprs.OptionRef):
            return self.numbers(leaf, "", None)
        first, last = self.namer.model.players
        exact = {known(self.game, leaf, players) for players in range(first, last + 1)}
        return tuple(n for n in NUMBERS if n in exact) or (value,)

    def bounds(self, leaf: exprs.Expr, address: str, lowered: exprs.Expr | None) -> Interval:
        """Return between which numbers a value of a text lies, or how long a list is, with any players and answers."""
        deed = address.partition(".")[0]
        match leaf:
            case exprs.Bound(name=name):
                return self._declared(address, name)
            case exprs.Builtin(function="count", args=(exprs.Local() as of,)):
                return self.bounds(of, address, None)
            case exprs.Local(type=ListType(), name=name):
                least = known(self.game, self.least.get((deed, name)), self.namer.layout.players)
                return (least, max(least, NUMBERS[-1])) if isinstance(least, int) else None
        first, last = self.namer.model.players
        interval = reduce(join, (between(self.game, leaf, players) for players in range(first, last + 1)))
        return interval or (None if lowered is None else self.ranges.of(lowered))

    def _declared(self, address: str, name: str) -> Interval:
        """Return the bounds of an index or a parameter of what a sentence stands behind."""
        model, players = self.namer.model, self.namer.layout.players
        families: tuple[Place | Tally | Marker | Table, ...] = (*model.places, *model.tallies, *model.markers, *model.tables)
        indices: list[tuple[str, Dim | Parameter]] = [(f.name, dim) for f in families for dim in f.dims]
        indices += [(define.name, parameter) for define in model.defines for parameter in define.params]
        for index in (index for owner, index in indices if (owner, index.name) == (address, name)):
            low, high = (known(self.game, end, players) for end in (index.domain.low, index.domain.high))
            return (low, high) if isinstance(low, int) and isinstance(high, int) else None
        return None

    def _of_sort(self, name: str) -> tuple[SeenPiece, ...]:
        if name not in self.pieces:
            known = (self._piece(n) for s in self._sorts(name) for n in range(s.first, s.first + min(s.count, MOST_PIECES)))
            self.pieces[name] = tuple(_unlike(known, lambda piece: self._fits(piece_noun(self.namer, piece))))
        return self.pieces[name]

    def _first_and_last(self, name: str) -> tuple[SeenPiece, ...]:
        sorts = [sort for sort in self._sorts(name) if sort.count]
        return (self._piece(sorts[0].first), self._piece(sorts[-1].first + sorts[-1].count - 1)) if sorts else ()

    def _sorts(self, name: str) -> list[SortLayout]:
        return [sort for sort in self.namer.layout.sorts if name in ("", sort.name)]

    def _piece(self, number: int) -> SeenPiece:
        engine = self.namer.engine
        return self.namer.describe(number, None if engine is None else first_cells(engine.program, 0))

    def _fits(self, of: Noun) -> tuple[str, ...]:
        """Return all that a word's grammar decides: nouns with the same are treated alike in every text."""
        words = little_words(self.namer.language)
        return (of.gender, *(with_little(words, little, of, False).removesuffix(of.text) for little in words.forms))


def _unlike(values: Iterable[T], key: Callable[[T], tuple[str, ...]]) -> Iterator[T]:
    """Yield the first value for each key, up to a number."""
    first: dict[tuple[str, ...], T] = {}
    for value in values:
        first.setdefault(key(value), value)
    yield from islice(first.values(), MOST_OF_A_KIND)

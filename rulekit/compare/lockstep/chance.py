"""The same chance for two games: what one draws, the other draws too, though its pieces have other numbers.

Outcomes go by looks. Every piece of a bag or pile gets a number made from seed, event, look, and how many of its look stand
before it; the smallest is drawn, and a shuffled pile is sorted by them. Where one game has a piece more, all others keep
their order.

Events go by moments. Every action that both games start is a new moment; in it an event is known by what is asked of which
place, and how often that was asked in this moment before. So a draw more in one game changes nothing in later moments, and
little in its own: `Coupling` says which rules ask for the same, where that can be seen in several ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import factorial, prod
from zlib import crc32

from attrs import define, evolve, frozen

from rulekit.engine.chance import GOLDEN, mix
from rulekit.engine.faults import ChanceNeeded
from rulekit.program.program import COUNTER, FORCED, LOG, SEED, Cells, CellValue, as_number, as_pieces

SPREAD = 0xD1342543DE82EF95
MOST_ORDERS, MOST_PIECES = 20_000, 200
Site = tuple[str, str, int]  # a rule that asks chance: address, what it does, and which one of these
Tag = str | tuple[int, int]  # the game has this for its own, or: the number of the rule's first event, and how many it goes on by
Tags = tuple[tuple[Site, Tag], ...]
Outcome = tuple[CellValue, CellValue, CellValue]  # which event it is of, what there was to choose from, what came


class TooMuchChance(Exception):
    """There are too many outcomes to try them all, or the two games do not ask chance for the same."""


class Outcomes(ChanceNeeded):
    """An outcome is to be given from outside: one of these."""

    def __init__(self, options: tuple[CellValue, ...]) -> None:
        super().__init__(len(options))
        self.options = options


@frozen
class Coupling:
    """Which events of two games are the same event: those with the same number in one moment (or in the whole play). They are
    numbered in order, unless their rule is tagged. Whatever it says, each game by itself has the chance its rules give it."""

    a: Tags = ()
    b: Tags = ()
    moments: bool = True


IN_ORDER = Coupling()


@frozen
class Luck:
    """What chance was asked in this moment: kinds and rules of events in the order in which they first came, and how often
    they did. Kept in the state, where a log would be."""

    tags: Tags = ()
    moments: bool = True
    events: tuple[tuple[tuple[CellValue, ...], Site | None, int], ...] = ()

    def times(self, kind: tuple[CellValue, ...], site: Site | None = None) -> int:
        """Return how often this was asked, by whatever rule or by one."""
        return sum(times for known, where, times in self.events if known == kind and site in (None, where))

    def then(self, kind: tuple[CellValue, ...], site: Site | None) -> Luck:
        """Return what was asked with one event more."""
        for n, (known, where, times) in enumerate(self.events):
            if known == kind and where == site:
                return evolve(self, events=(*self.events[:n], (kind, site, times + 1), *self.events[n + 1 :]))
        return evolve(self, events=(*self.events, (kind, site, 1)))


PLAIN = Luck()


def luck_of(cells: Cells) -> Luck:
    """Return what chance was asked in a state."""
    luck = cells[LOG]
    return luck if isinstance(luck, Luck) else PLAIN


def moved(key: tuple[tuple[CellValue, ...], ...], *states: Cells) -> None:
    """Let a move that starts an action (or any, where outcomes are given from outside) be the beginning of a new moment."""
    for cells in states:
        luck = luck_of(cells)
        if luck.moments and (cells[FORCED] is not None or any(part[0] == "does" for part in key)):
            cells[SEED] = mix(cells[SEED] + GOLDEN)
            cells[LOG] = Luck(luck.tags, luck.moments) if luck.events else luck


def without_luck(cells: Cells) -> Cells:
    """Cells without what chance was and will be asked: for positions at the end of a moment whose every outcome is tried."""
    cells = cells.copy()
    cells[SEED] = cells[COUNTER] = 0
    cells[LOG] = cells[FORCED] = None
    return cells


@define
class Coupled:
    """Chance by looks; `looks` are those of the pieces by number, `place` tells where a piece lies and `site` which rule is
    asking. In a state that is forced, outcomes come from outside: then pieces of one look must also be alike to their own
    rules (`own`), since only one of them is tried."""

    looks: Sequence[int]
    own: Callable[[Cells, int], CellValue] = lambda cells, piece: None
    place: Callable[[Cells, int], CellValue] = lambda cells, piece: None
    site: Callable[[], Site | None] = lambda: None
    mixed: frozenset[int] | None = None  # looks of pieces that may not be alike to their own rules; None: any look

    def draw(self, cells: Cells, count: int) -> int:
        """Return a number below count."""
        return self.some(cells, list(range(count)), False)

    def some(self, cells: Cells, values: list[CellValue], pieces: bool) -> int:
        """Return one of the values of a random choice: pieces by their looks, others by what they are."""
        if pieces or len(values) < 2:
            return self.pick(cells, as_pieces(tuple(values)))
        key = self._asked(cells, "some")
        if cells[FORCED] is not None:
            return as_number(_forced(cells, key, tuple(range(len(values)))))
        numbers = self._numbers(cells, key, [crc32(repr(value).encode()) for value in values])
        return numbers.index(min(numbers))

    def pick(self, cells: Cells, pieces: tuple[int, ...]) -> int:
        """Return the position of a piece in a bag."""
        if len(pieces) == 1:
            return 0
        looks = [self.looks[p] for p in pieces]
        key = self._asked(cells, "pick", self.place(cells, pieces[0]))
        if cells[FORCED] is not None:
            self._same_or_stop(cells, pieces)
            outcomes = tuple(sorted(set(looks)))
            return looks.index(outcomes[0] if len(outcomes) == 1 else as_number(_forced(cells, key, outcomes)))
        numbers = self._numbers(cells, key, looks)
        return numbers.index(min(numbers))

    def shuffled(self, cells: Cells, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return the pieces in another order."""
        if len(pieces) < 2:
            return pieces
        looks = [self.looks[p] for p in pieces]
        key = self._asked(cells, "shuffle", self.place(cells, pieces[0]))
        if cells[FORCED] is not None:
            self._same_or_stop(cells, pieces)
            return _arranged(cells, key, pieces, looks)
        return tuple(p for _, p in sorted(zip(self._numbers(cells, key, looks), pieces, strict=True)))

    def _asked(self, cells: Cells, *what: CellValue) -> tuple[CellValue, ...]:
        """Note an event and return what it is known by."""
        luck, site = luck_of(cells), self.site()
        tag = dict(luck.tags).get(site, "") if luck.tags and site is not None else ""
        kind = (*what, tag if isinstance(tag, str) else "")
        if isinstance(tag, str):
            number = luck.times(kind)
        else:
            number = tag[0] + tag[1] * luck.times(kind, site)
        cells[LOG] = luck.then(kind, site)
        if cells[FORCED] is None:
            cells[COUNTER] += 1
        elif not luck.moments:
            raise TooMuchChance
        return (cells[SEED], kind, number)

    def _numbers(self, cells: Cells, key: tuple[CellValue, ...], looks: list[int]) -> list[int]:
        base = mix(cells[SEED] + (1 + crc32(repr(key[1:]).encode())) * GOLDEN)
        seen: Counter[int] = Counter()
        numbers = []
        for look in looks:
            numbers.append(mix(base + (look + 1) * SPREAD + seen[look] * GOLDEN))
            seen[look] += 1
        return numbers

    def _same_or_stop(self, cells: Cells, pieces: tuple[int, ...]) -> None:
        looks = {self.looks[p] for p in pieces}
        if self.mixed is not None and self.mixed.isdisjoint(looks):
            return
        if len({(self.looks[p], self.own(cells, p)) for p in pieces}) > len(looks):
            raise TooMuchChance


# ---- outcomes from outside -----------------------------------------------------------------------
def _forced(cells: Cells, key: CellValue, outcomes: tuple[CellValue, ...]) -> CellValue:
    """Return the outcome given from outside; the other game must have had the same ones to choose from."""
    return _given(cells, key, outcomes, lambda: outcomes)


def _given(
    cells: Cells, key: CellValue, choice: tuple[CellValue, ...], options: Callable[[], tuple[CellValue, ...]]
) -> CellValue:
    forced = _outcomes(cells)
    found = next((n for n, one in enumerate(forced) if one[0] == key), None)
    if found is None:
        raise Outcomes(tuple((key, choice, one) for one in options()))
    cells[FORCED] = forced[:found] + forced[found + 1 :]
    if forced[found][1] != choice:
        raise TooMuchChance
    return forced[found][2]


def _outcomes(cells: Cells) -> tuple[Outcome, ...]:
    """Return the outcomes given from outside that a state still has."""
    given = cells[FORCED]
    if isinstance(given, tuple):
        return given
    raise TypeError(given)


def _arranged(cells: Cells, key: CellValue, pieces: tuple[int, ...], looks: list[int]) -> tuple[int, ...]:
    if len(set(looks)) == 1:
        return pieces
    order = _given(cells, key, tuple(sorted(looks)), lambda: arrangements(looks))
    stacks: dict[int, list[int]] = {}
    for piece, look in zip(reversed(pieces), reversed(looks), strict=True):
        stacks.setdefault(look, []).append(piece)
    return tuple(stacks[look].pop() for look in as_pieces(order))


def arrangements(looks: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return all orders of some pieces that can be told apart.

    >>> arrangements([1, 0, 1])
    ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    """
    left = Counter(looks)
    if len(looks) > MOST_PIECES or factorial(len(looks)) // prod(map(factorial, left.values())) > MOST_ORDERS:
        raise TooMuchChance
    return tuple(_orders(left, len(looks)))


def _orders(left: Counter[int], size: int) -> Iterator[tuple[int, ...]]:
    if not size:
        yield ()
        return
    for look in sorted(left):
        if left[look]:
            left[look] -= 1
            for rest in _orders(left, size - 1):
                yield (look, *rest)
            left[look] += 1

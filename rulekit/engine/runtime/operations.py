"""What running rules call: moving pieces, drawing, dealing, looking up. Generated code sees these under short names.

Cells hold tuples of pieces, position 1 first; a spot holds a piece or None; bags, hands and the box are in piece order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from marshal import dumps
from typing import TypeVar
from zlib import crc32

from rulekit.engine.chance import Chance
from rulekit.engine.faults import Stop
from rulekit.engine.runtime.constant_tables import Function, Tables
from rulekit.limits import LONGEST_LIST
from rulekit.model.faults import LARGEST_NUMBER, too_large
from rulekit.program.program import COUNTER, DECIDER, Cells, CellValue, Count, Layout, Pieces, Pile, Place, Spot, pieces_held
from rulekit.wording import Keyword, sentence

Item = TypeVar("Item", bound=CellValue)
MOST_SET = 12
RELAXED = 7
MOST_IDLE = 100  # passes of a loop in a row that leave the game as it was
MOST_DRAWN = 20_000


def at(items: tuple[CellValue, ...] | None, position: int) -> CellValue:
    """Return the element at a position from 1, or none."""
    if items is None:
        return None
    return items[position - 1] if 0 < position <= len(items) else None


def tail(items: tuple[CellValue, ...], count: int) -> tuple[CellValue, ...]:
    """Return the last so many, in order."""
    return items[len(items) - count :] if 0 < count < len(items) else (items if count > 0 else ())


def size(items: CellValue) -> int:
    """Return how many: of none 0, of a piece 1."""
    return 0 if items is None else len(items) if isinstance(items, tuple) else 1


def checked(number: int) -> int:
    """Return a number within 32 bits."""
    if -LARGEST_NUMBER <= number <= LARGEST_NUMBER:
        return number
    raise Stop(*too_large(number))


def within(number: int, low: int, high: int) -> int:
    """Return a number within the declared bounds of a parameter."""
    if number is not None and low <= number <= high:
        return number
    raise Stop(
        "RK525",
        "{what} was given where {low}..{high} is declared",
        what=Keyword("none") if number is None else number,
        low=low,
        high=high,
    )


def settable(value: CellValue, low: int | None, high: int | None, optional: bool) -> CellValue:
    """Return a value that a marker or changing attribute may hold."""
    if value is None:
        if optional:
            return None
        raise Stop("RK526", "a marker that is not `or none` would become none", "declare it `or none`, or test the value first")
    if low is not None and high is not None and isinstance(value, int) and not low <= value <= high:
        raise Stop("RK526", "{value} lies outside the declared {low}..{high}", value=value, low=low, high=high)
    return checked(value) if type(value) is int else value


def amount(number: int) -> int:
    """Return a number to gain or pay."""
    if number >= 0:
        return number
    raise Stop("RK527", "a number to gain or pay would be {number}", "gain and pay take 0 or more", number=number)


def look(table: dict[CellValue, CellValue], ranges: tuple[tuple[int, int, CellValue], ...], key: int) -> CellValue:
    """Return an entry of a table with open ends."""
    for low, high, value in ranges:
        if low <= key <= high:
            return value
    return table[key]


def look_all(
    table: dict[CellValue, CellValue],
    ranges: tuple[tuple[tuple[int, ...], tuple[int, ...], CellValue], ...],
    keys: tuple[int, ...],
) -> CellValue:
    """Return an entry of a table with several keys and open ends."""
    for lows, highs, value in ranges:
        if all(low <= key <= high for low, key, high in zip(lows, keys, highs, strict=True)):
            return value
    return table[keys]


def cell(number: int) -> int:
    """Return a cell that has to exist."""
    if number >= 0:
        return number
    raise Stop("RK528", "an index is outside the declared ones")


def concat(state: Cells, low: Pile, high: Pile) -> tuple[int, ...]:
    """Return all pieces of a run of places, in index order."""
    found: list[int] = []
    for items in state[low:high]:
        found.extend(items)
    return tuple(found)


def on_spots(state: Cells, low: Spot, high: Spot) -> tuple[int, ...]:
    """Return all pieces of a run of spots."""
    return tuple([p for p in state[low:high] if p is not None])


def numbers(low: int, high: int) -> range:
    """Return the numbers from low to high, if they are not too many for a list."""
    if high - low >= LONGEST_LIST:
        hint = sentence("a list holds up to {longest_list}", longest_list=LONGEST_LIST)
        raise Stop("RK532", "a list of {high} numbers is too long", hint, high=high - low + 1)
    return range(low, high + 1)


def passes(last: int, coming: int, first: int, extra: bool, players: int) -> bool:
    """Return whether the turn passes over `first` on its way; an extra turn (`next turn` named the same player) passes nobody."""
    if extra and coming == last:
        return False
    return (first - last - 1) % players <= (coming - last - 1) % players


def idle(state: Cells, seen: Count, count: Count, data: tuple[int, int], players: int) -> bool:
    """Count passes of a loop that leave the game as it was; too many stop it (in a search: a dead end).

    Comparing costs time: it is done at every eighth pass, and at each one as soon as nothing has changed since.
    """
    passed = state[count]
    if passed is not None and 0 <= passed < RELAXED:
        state[count] = passed + 1
        return False
    mark = crc32(dumps(state[data[0] : data[1]], 2)) + state[COUNTER]
    same = mark == state[seen]
    state[seen] = mark
    if passed is None or passed >= 0 or not same:
        state[count] = -1 if same and passed is not None else 0
        return False
    state[count] = passed - 1
    if -passed <= players:
        return False
    if state[DECIDER] >= 0:
        return True
    if -passed <= MOST_IDLE:  # players may pass for a while, as long as they like it
        return False
    hint = sentence("let each pass do something, or end the loop with `until`")
    raise Stop("RK529", "this loop went round {most} times without changing anything", hint, most=MOST_IDLE)


def subsets(
    items: Iterable[Item], low: int, high: int | None, key: Callable[[Item], CellValue] | None
) -> Iterator[tuple[Item, ...]]:
    """Sets by size, then by position; sets of alike pieces once."""
    found = tuple(items)
    if len(found) > MOST_SET:
        hint = sentence("choose one after another with `may repeatedly`")
        raise Stop(
            "RK530", "a set would be chosen from {name}, but only {most} are allowed", hint, name=len(found), most=MOST_SET
        )
    high = len(found) if high is None else high
    numbers: dict[CellValue, int] = {}
    marks = range(len(found)) if key is None else [numbers.setdefault(key(p), len(numbers)) for p in found]
    for count in range(max(0, low), min(high, len(found)) + 1):
        seen = set()
        for chosen in combinations(range(len(found)), count):
            mark = tuple(sorted([marks[n] for n in chosen]))
            if mark not in seen:
                seen.add(mark)
                yield tuple([found[n] for n in chosen])


def move_together(shape: dict[int, str], state: Cells, pieces: Pieces, home: Place, target: Place, under: bool) -> bool:
    """Return several pieces of one ordered place to another one, at once."""
    here, there, gone = state[home], state[target], set(pieces)
    simple = home != target and len(gone) == len(pieces) and shape[target] not in ("bag", "hand")
    if not simple or type(here) is not tuple or type(there) is not tuple or not gone.issubset(here):
        return False
    state[home] = tuple([p for p in here if p not in gone])
    at_end = (shape[target] == "row") != under
    state[target] = (*there, *pieces) if at_end else (*reversed(pieces), *there)
    return True


def _finding(tables: Tables) -> Callable[[Cells, int], Place]:
    """Return what tells where a piece lies."""
    homes, sort_of = tables.homes, tables.sort_of

    def find(state: Cells, piece: int) -> Place:
        for home in homes[sort_of[piece]]:
            here = state[home]
            if piece in here if type(here) is tuple else here == piece:
                return home
        raise AssertionError(f"piece {piece} is nowhere")

    return find


def _putting(shape: dict[int, str]) -> Callable[[Cells, Place, int, bool], None]:
    """Return what puts a piece that lies nowhere into a place."""

    def put(state: Cells, target: Place, piece: int, under: bool) -> None:
        here, kind = state[target], shape[target]
        if type(here) is not tuple:
            state[target] = piece
        elif kind in ("bag", "hand"):
            state[target] = tuple(sorted((*here, piece)))
        elif (kind == "row") != under:
            here += (piece,)
            state[target] = here
        else:
            state[target] = (piece, *here)

    return put


def moving(tables: Tables) -> dict[str, Function]:
    """Return the functions that find and move pieces, bound to a layout."""
    shape, find, put = tables.shape, _finding(tables), _putting(tables.shape)

    def take(state: Cells, piece: int) -> None:
        home = find(state, piece)
        here = state[home]
        if type(here) is not tuple:
            state[home] = None
        else:
            where = here.index(piece)
            state[home] = here[:where] + here[where + 1 :]

    def move(state: Cells, pieces: Pieces, target: Place, under: bool) -> None:
        for piece in pieces:
            take(state, piece)
            put(state, target, piece, under)

    def move_from(state: Cells, pieces: Pieces, guess: Place, target: Place, under: bool) -> None:
        if len(pieces) > 2 and move_together(shape, state, pieces, guess, target, under):
            return
        for piece in pieces:
            here = state[guess]
            if type(here) is tuple and piece in here:
                where = here.index(piece)
                state[guess] = here[:where] + here[where + 1 :]
            else:
                take(state, piece)
            put(state, target, piece, under)

    def place_of(state: Cells, piece: int) -> int:
        items = state[find(state, piece)]
        return items.index(piece) + 1 if isinstance(items, tuple) else 1

    return {"find": find, "take": take, "put": put, "move": move, "move_from": move_from, "place_of": place_of}


def _taking_next(tables: Tables, chance: Chance) -> Callable[[Cells, Place], int | None]:
    """Return what takes the next piece of a place, refilling it if it is empty."""
    shape, refill = tables.shape, tables.refill

    def one(state: Cells, source: Place) -> int | None:
        items = state[source]
        if not isinstance(items, tuple):
            state[source] = None
            return items
        if not items:
            if source not in refill or state[refill[source]] in ((), None):
                return None
            items = _refill(state, source)
        which = chance.pick(state, items) if shape[source] == "bag" else 0
        state[source] = items[:which] + items[which + 1 :]
        return items[which]

    def _refill(state: Cells, source: Place) -> Pieces:
        origin = refill[source]
        items = pieces_held(state[origin])
        state[origin] = None if shape[origin] == "spot" else ()
        return tuple(sorted(items)) if shape[source] == "bag" else chance.shuffled(state, items)

    return one


def drawing(layout: Layout, tables: Tables, put: Callable[..., None], chance: Chance) -> dict[str, Function]:
    """Return the functions that draw, deal and shuffle, bound to a layout."""
    shape, refill, one = tables.shape, tables.refill, _taking_next(tables, chance)

    def stocked(state: Cells, source: Place) -> bool:
        if state[source] not in ((), None):
            return True
        return source in refill and state[refill[source]] not in ((), None)

    def draw(state: Cells, count: int, source: Place, target: Place, under: bool) -> None:
        for drawn in range(count):
            piece = one(state, source)
            if piece is None:
                return
            if drawn > MOST_DRAWN:
                hint = sentence("a place is refilled from where the pieces go")
                raise Stop("RK529", "{most} pieces were drawn in one go", hint, most=MOST_DRAWN)
            put(state, target, piece, under)

    def crowded(state: Cells, count: int, source: Place, base: int) -> bool:
        """Return whether dealing so many pieces to spots would put one on a taken spot."""
        held = [state[source], *([state[refill[source]]] if source in refill else [])]
        coming = min(sum(map(size, held)), max(0, count))
        return coming > layout.players or any(p is not None for p in state[base : base + coming])

    def deal(state: Cells, count: int, source: Place, base: int) -> None:
        for number in range(count):
            if not stocked(state, source):
                return
            draw(state, 1, source, Place(base + number % layout.players), False)

    def shuffle(state: Cells, place: Place) -> None:
        here = state[place]
        if type(here) is tuple and shape[place] not in ("bag", "hand"):
            state[place] = chance.shuffled(state, here)

    return {"stocked": stocked, "draw": draw, "crowded": crowded, "deal": deal, "shuffle": shuffle}

"""Which events of chance of two games are the same event, where that can be seen in several ways.

A game that asks chance more often than the other has luck of its own, and may part for that alone. So a parting counts only if
there is one under every coupling: whichever of its rules is taken for the one that the other game does not have.
Comes in: a search that can be made under any coupling. Goes out: the play that is left when all of them are tried, or none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, islice, permutations

from attrs import evolve, frozen

from rulekit.compare.lockstep.chance import IN_ORDER, Coupling, Outcomes, Site, Tag, TooMuchChance, luck_of
from rulekit.compare.lockstep.lockstep import Look, Pair
from rulekit.compare.search.plays import SHORT, Play, follow
from rulekit.program.program import Cells, CellValue

MOST_COUPLINGS = 8  # couplings of one search
MOST_RULES = 3  # that are exchanged for each other
MOST_SETS = 5_000  # of rules that might be those one game has more
OWN = ("own of the first", "own of the second")  # the tags of rules that nothing in the other game is taken for
Found = tuple[Play, Pair]
Asked = Mapping[
    tuple[CellValue, ...], Counter[Site | None]
]  # which rules asked for each thing in a moment, and how often they did
Moment = tuple[Asked, Asked]


@frozen
class Settled:
    """What is left when all couplings are tried: a play or nothing; `open`: there were too many, or there was no time."""

    best: Found | None
    open: bool = False


def settled(search: Callable[[Coupling], tuple[Found | None, bool]]) -> Settled:
    """Search under one coupling after the other; `search` says what it found, and whether it had to end early. Games that part
    under all couplings differ: then the play is taken that tells most, with even chance, or the longest."""
    todo, tried, known = [IN_ORDER], set[Coupling](), list[Found]()
    best: Found | None = None
    most = (False, False, -1)
    while todo and len(tried) < MOST_COUPLINGS:
        coupling = todo.pop(0)
        tried.add(coupling)
        again = next((found for one in known if (found := _again(*one, coupling))), None)
        found, late = (again, False) if again is not None else search(coupling)
        if late and best is not None and (found is None or not found[0].parting.observable):
            return Settled(best, True)
        if found is None:
            return Settled(None)
        known.append(found)
        moments = [(_asked(look.a), _asked(look.b)) for look in _looks(*found)]
        tells = (not found[0].parting.observable, all(map(_is_even, moments)), len(found[0].keys))
        if tells > most:
            best, most = found, tells
        todo.extend(c for c in couplings(coupling, moments) if c not in tried and c not in todo)
    return Settled(best, bool(todo))


def _again(play: Play, pair: Pair, coupling: Coupling) -> Found | None:
    """Return a play under another coupling, if it parts there in the same way; given outcomes are no longer all there are."""
    other = evolve(pair, coupling=coupling)
    found = follow(other, play, play.keys) if play.parting.observable and play.forced is None else None
    if found is None or found[1].parting is None or found[1].parting.sign != play.parting.sign:
        return None
    return evolve(play, keys=found[0], parting=found[1].parting, how=SHORT), other


def couplings(coupling: Coupling, moments: list[Moment]) -> Iterator[Coupling]:
    """Other couplings under which a play might not part: first those for what was asked more often on one side."""
    uneven = next((moment for moment in moments if not _is_even(moment)), None)
    if uneven is not None:
        yield from _left_out(coupling, *uneven)
        if coupling == IN_ORDER:
            yield evolve(coupling, moments=False)
    for moment in moments:
        yield from _exchanged(coupling, *moment)


# ---- what was asked ------------------------------------------------------------------------------
def _looks(play: Play, pair: Pair) -> Iterator[Look]:
    """Yield both games at every decision of a play."""
    position = play.start(pair)
    for key in (*play.keys, None):
        try:
            look = pair.look(position)
        except (Outcomes, TooMuchChance):
            return
        yield look
        if key is not None:
            position = look.after(key)


def _asked(cells: Cells) -> Asked:
    """Return what chance was asked in this moment, without what has nothing to do with the other game."""
    found: dict[tuple[CellValue, ...], Counter[Site | None]] = {}
    for kind, site, times in luck_of(cells).events:
        if not kind[-1]:
            found.setdefault(kind, Counter())[site] += times
    return found


def _is_even(moment: Moment) -> bool:
    """Return whether both games asked for the same equally often."""
    one, two = ({kind: sites.total() for kind, sites in asked.items()} for asked in moment)
    return one == two


# ---- other couplings -----------------------------------------------------------------------------
def _left_out(coupling: Coupling, one: Asked, two: Asked) -> Iterator[Coupling]:
    """Couplings that leave out as many events as one game has more, of the first kind of which there are more."""
    both = [(one.get(kind, Counter()), two.get(kind, Counter())) for kind in {**one, **two}]
    mine, theirs = next((m, t) for m, t in both if m.total() != t.total())
    more = mine if mine.total() > theirs.total() else theirs
    for some in islice((some for size in range(1, len(more) + 1) for some in combinations(more, size)), MOST_SETS):
        if sum(more[site] for site in some) == abs(mine.total() - theirs.total()):
            tags: list[list[tuple[Site, Tag]]] = [[*coupling.a], [*coupling.b]]
            side = 0 if more is mine else 1
            tags[side].extend((site, OWN[side]) for site in some if site is not None)
            yield evolve(coupling, a=tuple(sorted(tags[0])), b=tuple(sorted(tags[1])))


def _exchanged(coupling: Coupling, one: Asked, two: Asked) -> Iterator[Coupling]:
    """Couplings in which random choices of the second game are taken for others of the first: they do not show what they are
    for."""
    for kind in (k for k in one if k in two and k[0] == "some"):
        mine, theirs = ([site for site in asked[kind] if site is not None] for asked in (one, two))
        if 1 < len(mine) == len(theirs) <= MOST_RULES and not {*theirs} & {site for site, _ in coupling.b}:
            for order in list(permutations(range(len(theirs))))[1:]:
                tags = [(site, (n, len(theirs))) for site, n in zip(theirs, order, strict=True)]
                yield evolve(coupling, b=tuple(sorted((*coupling.b, *tags))))

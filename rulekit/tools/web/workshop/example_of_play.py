"""Which example tells a play: the whole of a short one, else its last moves, with as few facts as it holds with.

Comes in: the moves of a play with the states around them, and a way to try examples. Goes out: the example that holds, or None.
What chance left after a move may be given there as facts; after the last move it is not, and only what comes of the move itself
is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from attrs import evolve, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.state import State
from rulekit.model.types import PlayerType
from rulekit.program.program import Family
from rulekit.report.comparison.example_lines import Candidate, position_facts, seat_names, whens
from rulekit.study.examples.run_examples import Result
from rulekit.study.series.seed_snapshots import Made

Run = Callable[[list[Candidate]], list[Result | None]]
Unit = tuple[int, str]  # facts about one place, tally or marker: given at the beginning (-1) or after a move
WHOLE = 12  # a play of so many moves is told from its beginning
LAST_MOVES = 6  # of a longer one, or one that cannot be told from there, so many of the last at most
ADDRESSES = 6  # places in `play` where it may begin
MOST_WAYS = 30  # ways that are tried: each reads the rules once
THEN = 2  # things told of the last move
STOCKS = ("bag", "deck", "pile")  # what chance draws from: what lies there matters least


@frozen
class Told:
    """A play that is told."""

    engine: Engine
    made: tuple[Made, ...]
    over: bool
    opening: State | None  # after the set-up, before `play` begins


def example_of(told: Told, run: Run) -> Candidate | None:
    """Return the example."""
    ways = ((play, way) for play in _parts(told) for way in _ways(play))
    for part, some in islice(ways, MOST_WAYS):
        for candidate, result in zip(some, run(some), strict=True):
            if _ending(part, result) and (found := _short(part, candidate, run)) is not None:
                return found
    return None


def _parts(told: Told) -> Iterator[Told]:
    """Yield the whole of a short play, then its last moves, fewer and fewer."""
    last = range(max(0, len(told.made) - LAST_MOVES), len(told.made))
    for at in dict.fromkeys([*([0] if len(told.made) <= WHOLE else []), *last]):
        yield evolve(told, made=told.made[at:], opening=None if at else told.opening)


def _ways(told: Told) -> Iterator[list[Candidate]]:
    """Yield what may be said of the play, with few facts first; and where it begins, if that has to be said."""
    for named in (False, True):
        moves = whens(told.engine, told.made, named)
        if moves is None or (named and moves == whens(told.engine, told.made)):
            continue
        states = (told.opening, told.made[0].before) if told.opening else (told.made[0].before,)
        players = told.engine.program.layout.players
        some = [Candidate(players, tuple(position_facts(told.engine, state)), moves, ()) for state in states]
        tried = dict.fromkeys(one for whole in some for one in _fewer(told, whole))
        ordered = sorted(tried, key=lambda one: len(_units(one)))
        yield ordered
        for address in _addresses(told.engine):
            yield [evolve(one, at=address) for one in ordered]


def _fewer(told: Told, whole: Candidate) -> Iterator[Candidate]:
    """Yield an example with all its facts, and with fewer."""
    whole = _without(whole, frozenset((len(whole.moves) - 1, about) for _, about in _units(whole)))
    known = set(_all_facts(told.engine, told.engine.start(0)))
    new = evolve(whole, facts=tuple((about, tuple(f for f in group if f not in known)) for about, group in whole.facts))
    stocks = {place.name for place in told.engine.program.layout.places if place.shape in STOCKS}
    later = frozenset(unit for unit in _units(whole) if unit[0] >= 0)
    idle = frozenset(unit for unit in _units(whole) if unit[1] in stocks)
    for one in (evolve(whole, facts=()), new, whole):
        yield from (_without(one, units) for units in (later | idle, later, idle, frozenset[Unit]()))


def _addresses(engine: Engine) -> list[str]:
    """Return where in `play` an example may begin, but for its actions."""
    steps = {name for name, what in engine.program.deeds if what == "step"}
    found = dict.fromkeys(a for a, _ in engine.program.entries if a.startswith("play.") or a in steps)
    return list(found)[:ADDRESSES]


def _short(told: Told, candidate: Candidate, run: Run) -> Candidate | None:
    """Return an example with the facts that matter, and with what holds at its end."""
    single = [_without(candidate, frozenset([unit])) for unit in _units(candidate)]
    found = zip(_units(candidate), run(single) if single else [], strict=True)
    spare = [unit for unit, result in found if _ending(told, result)]
    fewer = [_without(candidate, frozenset(spare[:n])) for n in range(len(spare), -1, -1)]
    for one, result in zip(fewer, run(fewer), strict=True):
        then = _ending(told, result)
        if then and (whole := evolve(one, then=then)) and (proof := run([whole])[0]) is not None and proof.ok:
            return whole
    return None


# ---- facts ---------------------------------------------------------------------------------------
def _units(candidate: Candidate) -> list[Unit]:
    given = [(-1, about) for about, group in candidate.facts if group]
    return given + [(n, about) for n, (_, after) in enumerate(candidate.moves) for about in dict.fromkeys(map(_about, after))]


def _about(fact: str) -> str:
    return fact.split("`", 2)[1]


def _without(candidate: Candidate, units: frozenset[Unit]) -> Candidate:
    moves = tuple(
        (move, tuple(fact for fact in after if (n, _about(fact)) not in units)) for n, (move, after) in enumerate(candidate.moves)
    )
    facts = tuple((about, group) for about, group in candidate.facts if group and (-1, about) not in units)
    return evolve(candidate, facts=facts, moves=moves)


def _all_facts(engine: Engine, state: State) -> Iterator[str]:
    return (fact for _, group in position_facts(engine, state) for fact in group)


def _owned(engine: Engine, state: State) -> set[str]:
    """Return what the players have: what they get by the moves they get in the example too."""
    layout = engine.program.layout
    families: tuple[Family, ...] = (*layout.places, *layout.tallies, *layout.markers)
    own = {family.name for family in families if any(isinstance(d.type, PlayerType) for d in family.dims)}
    return {fact for about, group in position_facts(engine, state) if about in own for fact in group}


# ---- what holds at the end -----------------------------------------------------------------------
def _ending(told: Told, result: Result | None) -> tuple[str, ...]:
    """Return what is so at the end of the play and of the example: scores and winners, else what the last move changed."""
    if result is None or not result.ok or result.state is None:
        return ()
    last = told.made[-1]
    had, have = _owned(told.engine, told.made[0].before), _owned(told.engine, last.before)
    if not result.done or not have - had <= _owned(told.engine, result.done[-1].before):
        return ()
    if told.over:
        return _outcome(told.engine, last.after) if _same_end(told.engine, last.after, result) else ()
    before, there = set(_all_facts(told.engine, last.before)), set(_all_facts(told.engine, result.state))
    new = (fact for fact in _all_facts(told.engine, last.after) if fact not in before and fact in there)
    return tuple(sorted(new, key=len)[:THEN])


def _same_end(engine: Engine, end: State, result: Result) -> bool:
    if result.engine is None or result.state is None:
        return False
    try:
        return result.engine.outcome(result.state) == engine.outcome(end)
    except Fault:
        return False


def _outcome(engine: Engine, end: State) -> tuple[str, ...]:
    names, outcome = seat_names(engine.program.layout.players), engine.outcome(end)
    scores = [f"score({name}) is {total}" for name, total in zip(names, outcome.totals, strict=True)]
    return (*(scores if engine.program.score else ()), f"winners is [{', '.join(names[p] for p in outcome.winners)}]")

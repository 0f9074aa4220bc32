"""A witness as an `example` block: the position before its last moves, these moves, and what holds on one side only.

Comes in: a story. Goes out: candidates, the shortest first; whoever wants to keep one has to try it on both games.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.compare.lockstep.lockstep import Parting
from rulekit.compare.witness.retelling import Retelling, Telling
from rulekit.engine.faults import Fault
from rulekit.engine.moves import Move
from rulekit.engine.state import State
from rulekit.program.program import ME
from rulekit.report.comparison.example_lines import (
    Candidate,
    cell_facts,
    deed_text,
    position_facts,
    seat_names,
    whens,
    who_decides,
)
from rulekit.study.series.seed_snapshots import Made

MOVES_LOOKED_AT = 3  # moves whose effects are looked at
LAST_MOVES_TRIED = 8  # so many of the last moves may stand in an example


def candidates(told: Retelling, parting: Parting) -> Iterator[Candidate]:
    """Examples that may show the parting, with few moves first; with the whole position, then with what both games agree on."""
    sides = (told.one, told.two)
    for at in range(len(told.one.made), max(-1, len(told.one.made) - LAST_MOVES_TRIED), -1):
        for holds, last, then in _endings(sides, parting):
            side, other = sides[holds], sides[1 - holds]
            made = (*side.made[at:], *last)
            moves = whens(side.table.engine, made)
            if moves is None:
                continue
            facts = tuple(position_facts(side.table.engine, made[0].before if made else side.last))
            there = other.made[at].before if at < len(other.made) else other.last
            shared = {fact for _, group in position_facts(other.table.engine, there) for fact in group}
            agreed = tuple((about, tuple(f for f in group if f in shared)) for about, group in facts)
            places = {p.name for p in side.table.program.layout.places}
            spare = tuple(about for about, _ in facts if parting.what != "result" or about in places)
            players = side.table.program.layout.players
            yield Candidate(players, facts, moves, (then,), holds, spare)
            if agreed != facts:
                yield Candidate(players, agreed, moves, (then,), holds, spare)


# ---- what holds ----------------------------------------------------------------------------------
Ending = tuple[int, tuple[Made, ...], str]  # the side, moves that are still made, the line


def _endings(sides: tuple[Telling, Telling], parting: Parting) -> Iterator[Ending]:
    """Yield lines that hold on one side and not on the other."""
    for n in (1, 0):
        side = sides[n]
        match parting.what:
            case "moves" | "turn" | "end":
                own = side.only if parting.what == "moves" else side.menu
                texts = [deed_text(side.table.engine, side.last, move) for move in own]
                yield from (
                    (n, (), f"{who_decides(side.table.engine, side.last)} can {text}") for text in [t for t in texts if t][:2]
                )
                yield from ((n, (made,), fact) for made, fact in _effects(side, own))
            case "result":
                yield from ((n, (), line) for line in _scores(side, sides[1 - n]))
            case "position":
                for label in parting.labels:
                    yield from ((n, (), fact) for fact in cell_facts(side.table.engine, side.last, side.table.cells[label].cell))


def _effects(side: Telling, moves: tuple[Move, ...]) -> Iterator[tuple[Made, str]]:
    """Moves that are made, each with something that is so afterwards and was not before."""
    for move in moves[:MOVES_LOOKED_AT]:
        try:
            after = side.table.engine.apply(side.last, move)
        except Fault:
            continue
        if isinstance(after, State):
            before = {fact for _, group in position_facts(side.table.engine, side.last) for fact in group}
            new = [fact for _, group in position_facts(side.table.engine, after) for fact in group if fact not in before]
            made = Made(side.last.cells[ME], move, side.last, after)
            yield from ((made, fact) for fact in sorted(new, key=len)[:2])


def _scores(side: Telling, other: Telling) -> Iterator[str]:
    mine, theirs = side.table.engine.outcome(side.last), other.table.engine.outcome(other.last)
    names = seat_names(side.table.program.layout.players)
    for seat, (p, q) in enumerate(zip(mine.totals, theirs.totals, strict=True)):
        if p != q:
            yield f"score({names[seat]}) is {p}"
            return
    yield f"winners is [{', '.join(names[p] for p in mine.winners)}]"

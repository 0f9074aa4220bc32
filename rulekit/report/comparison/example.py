"""A witness as an `example` block: the position before its last moves, these moves, and what holds on one side only.

Comes in: a story. Goes out: candidates, the shortest first; whoever wants to keep one has to try it on both games.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekit.compare.lockstep.lockstep import Parting
from rulekit.compare.witness.retelling import Retelling, Telling
from rulekit.engine.faults import Fault
from rulekit.engine.moves import Move
from rulekit.engine.state import State
from rulekit.model.types import KindType, ListType, NumberType, OptionalType, PieceType, PlayerType, TruthType, Type
from rulekit.program import program as prog
from rulekit.program.layout import combinations
from rulekit.program.program import COUNTER, ME, CellValue, Family
from rulekit.report.words import NAMES
from rulekit.study.series.seed_snapshots import Made
from rulekit.syntax.printing.quoting import without_needless

MOVES_LOOKED_AT = 3  # moves whose effects are looked at
LAST_MOVES_TRIED = 8  # so many of the last moves may stand in an example
PLAIN = (NumberType, KindType, TruthType, PlayerType)


@frozen
class Candidate:
    """An example: title, facts by what they are about, moves (each with the facts that chance left), and the last line.
    `holds`: on which side it should hold, 0 or 1."""

    players: int
    facts: tuple[tuple[str, tuple[str, ...]], ...]
    moves: tuple[tuple[str, tuple[str, ...]], ...]
    then: str
    holds: int
    spare: tuple[str, ...] = ()  # things whose facts may be left out if it holds without them

    def text(self, name: str, title: str, without: frozenset[str] = frozenset()) -> str:
        """Return the block, without the facts about some things."""
        seats = ", ".join(_players(self.players))
        lines = [f"example `{name}` {_string(title)}", f"  players {seats}"]
        given = [fact for about, facts in self.facts if about not in without for fact in facts]
        lines += ["  given", *(f"    {fact}" for fact in given)] if given else []
        for move, after in self.moves:
            lines.append(f"  when {move}")
            lines += ["  given", *(f"    {fact}" for fact in after)] if after else []
        return "\n".join([*lines, f"  then {self.then}", ""])


def example_file(game: str, name: str, title: str, block: str) -> str:
    """Return a file with one example, to be put on a game."""
    text = f"cafe en\nvariant `{name}` of `{game}` {_string(title)}\n\n{block}"
    return without_needless(text, "en")


def _string(text: str) -> str:
    return '"' + text.replace("\\", "").replace('"', "'").replace("{", "(").replace("}", ")") + '"'


def _players(count: int) -> list[str]:
    return [NAMES[n].lower() if n < len(NAMES) else f"p{n + 1}" for n in range(count)]


def candidates(told: Retelling, parting: Parting) -> Iterator[Candidate]:
    """Examples that may show the parting, with few moves first; with the whole position, then with what both games agree on."""
    sides = (told.one, told.two)
    for at in range(len(told.one.made), max(-1, len(told.one.made) - LAST_MOVES_TRIED), -1):
        for holds, last, then in _endings(sides, parting):
            side, other = sides[holds], sides[1 - holds]
            made = (*side.made[at:], *last)
            moves = _whens(side, made)
            if moves is None:
                continue
            facts = tuple(_facts(side, made[0].before if made else side.last))
            there = other.made[at].before if at < len(other.made) else other.last
            shared = {fact for _, group in _facts(other, there) for fact in group}
            agreed = tuple((about, tuple(f for f in group if f in shared)) for about, group in facts)
            places = {p.name for p in side.table.program.layout.places}
            spare = tuple(about for about, _ in facts if parting.what != "result" or about in places)
            players = side.table.program.layout.players
            yield Candidate(players, facts, moves, then, holds, spare)
            if agreed != facts:
                yield Candidate(players, agreed, moves, then, holds, spare)


# ---- what holds ----------------------------------------------------------------------------------
Ending = tuple[int, tuple[Made, ...], str]  # the side, moves that are still made, the line


def _endings(sides: tuple[Telling, Telling], parting: Parting) -> Iterator[Ending]:
    """Yield lines that hold on one side and not on the other."""
    for n in (1, 0):
        side = sides[n]
        match parting.what:
            case "moves" | "turn" | "end":
                own = side.only if parting.what == "moves" else side.menu
                texts = [_deed(side, side.last, move) for move in own]
                yield from ((n, (), f"{_who(side, side.last)} can {text}") for text in [t for t in texts if t][:2])
                yield from ((n, (made,), fact) for made, fact in _effects(side, own))
            case "result":
                yield from ((n, (), line) for line in _scores(side, sides[1 - n]))
            case "position":
                for label in parting.labels:
                    yield from ((n, (), fact) for fact in _cell_facts(side, side.last, side.table.cells[label].cell))


def _effects(side: Telling, moves: tuple[Move, ...]) -> Iterator[tuple[Made, str]]:
    """Moves that are made, each with something that is so afterwards and was not before."""
    for move in moves[:MOVES_LOOKED_AT]:
        try:
            after = side.table.engine.apply(side.last, move)
        except Fault:
            continue
        if isinstance(after, State):
            before = {fact for _, group in _facts(side, side.last) for fact in group}
            new = [fact for _, group in _facts(side, after) for fact in group if fact not in before]
            made = Made(side.last.cells[ME], move, side.last, after)
            yield from ((made, fact) for fact in sorted(new, key=len)[:2])


def _scores(side: Telling, other: Telling) -> Iterator[str]:
    mine, theirs = side.table.engine.outcome(side.last), other.table.engine.outcome(other.last)
    names = _players(side.table.program.layout.players)
    for seat, (p, q) in enumerate(zip(mine.totals, theirs.totals, strict=True)):
        if p != q:
            yield f"score({names[seat]}) is {p}"
            return
    yield f"winners is [{', '.join(names[p] for p in mine.winners)}]"


# ---- moves ---------------------------------------------------------------------------------------
def _who(side: Telling, state: State) -> str:
    seat: int = state.cells[ME]
    return _players(side.table.program.layout.players)[seat]


def _whens(side: Telling, made: tuple[Made, ...]) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    """Return the moves as lines; choices that are asked later belong to the deed before. None if one cannot be said."""
    lines: list[tuple[str, tuple[str, ...]]] = []
    for one in made:
        text, after = _made(side, one.before, one.move, one.after)
        picks = [p.pick for p in one.move.parts if p.pick is not None]
        if text:
            lines.append((text, after))
        elif lines and picks and lines[-1][0].endswith(")"):
            more = ", ".join(_value(side, one.before, p.type, p.value) for p in picks)
            lines[-1] = (f"{lines[-1][0][:-1]}, {more})", after)
        else:
            return None
    return tuple(lines)


def _made(side: Telling, before: State, move: Move, after: State) -> tuple[str, tuple[str, ...]]:
    """Return a move, and what chance brought with it."""
    text = _deed(side, before, move)
    chance = after.cells[COUNTER] != before.cells[COUNTER]
    facts = [fact for _, group in _facts(side, after) for fact in group] if chance else []
    known = {fact for _, group in _facts(side, before) for fact in group}
    return (f"{_who(side, before)} does {text}" if text else ""), tuple(f for f in facts if f not in known)


def _deed(side: Telling, state: State, move: Move) -> str:
    """Return the last action of a move with its choices; empty if it starts none."""
    starts = [n for n, p in enumerate(move.parts) if p.what == "start"]
    if not starts:
        return ""
    begin = starts[-1]
    picks = [p.pick for p in move.parts[begin:] if p.pick is not None]
    args = ", ".join(_value(side, state, p.type, p.value) for p in picks)
    return f"`{move.parts[begin].action}`" + (f"({args})" if args else "")


# ---- positions -----------------------------------------------------------------------------------
def _facts(side: Telling, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The whole position, by place, tally and marker; what is empty or nothing, and was so after the set-up, is left out."""
    layout = side.table.program.layout
    first = side.table.engine.start(0).cells
    families: tuple[Family, ...] = (*layout.places, *layout.tallies, *layout.markers)
    for family in families:
        idle = [c for c in range(family.base, family.base + family.size) if state.cells[c] == first[c] and not _lives(first[c])]
        cells = [c for c in range(family.base, family.base + family.size) if c not in idle]
        facts = tuple(fact for cell in cells for fact in _cell_facts(side, state, cell))
        if facts:
            yield family.name, facts


def _lives(value: CellValue) -> bool:
    """Return whether there is something in a cell."""
    return value not in ((), None, 0, False)


def _cell_facts(side: Telling, state: State, cell: int) -> Iterator[str]:
    layout, value = side.table.program.layout, state.cells[cell]
    for place in layout.places:
        if place.base <= cell < place.base + place.size:
            name = _indexed(side, place.name, place.dims, cell - place.base)
            pieces = () if value is None else value if isinstance(value, tuple) else (value,)
            said = [_value(side, state, PieceType(place.sort), p) for p in pieces]
            if not said:
                yield f"{name} is empty"
            else:
                yield f"{name} is {said[0]}" if place.shape == "spot" else f"{name} is [{', '.join(said)}]"
    for tally in layout.tallies:
        if tally.base <= cell < tally.base + tally.size:
            yield f"{_indexed(side, tally.name, tally.dims, cell - tally.base)} is {value}"
    for marker in layout.markers:
        if marker.base <= cell < marker.base + marker.size:
            name = _indexed(side, marker.name, marker.dims, cell - marker.base)
            yield f"{name} is {_value(side, state, marker.type, value)}"


def _indexed(side: Telling, name: str, dims: tuple[prog.DimSize, ...], offset: int) -> str:
    indices = list(combinations(dims))[offset]
    inside = [_value(side, side.last, d.type, i) for d, i in zip(dims, indices, strict=True)]
    return f"`{name}`" + (f"[{', '.join(inside)}]" if inside else "")


def _value(side: Telling, state: State, kind: Type, value: CellValue) -> str:
    """Return a value in the author's notation."""
    layout = side.table.program.layout
    match kind:
        case _ if value is None:
            return "none"
        case OptionalType(of=of):
            return _value(side, state, of, value)
        case _ if isinstance(value, tuple):
            inner = kind.of if isinstance(kind, ListType) else kind
            return f"[{', '.join(_value(side, state, inner, v) for v in value)}]"
        case PlayerType():
            return str(_players(layout.players)[value])
        case TruthType():
            return "yes" if value else "no"
        case KindType(kind=name):
            return f"`{next(k.values for k in layout.kinds if k.name == name)[value]}`"
        case PieceType():
            return _described(side, state, value)
    return str(value)


def _described(side: Telling, state: State, piece: int) -> str:
    """Return a piece by its attributes."""
    sort = next(s for s in side.table.program.layout.sorts if s.first <= piece < s.first + s.count)
    at, said = piece - sort.first, []
    for a in sort.attrs:
        value = a.values[at] if a.base is None else state.cells[a.base + at]
        if isinstance(a.type, PLAIN) and value is not None:
            said.append(f"`{a.name}`: {_value(side, state, a.type, value)}")
    return f"`{sort.name}`({', '.join(said)})"

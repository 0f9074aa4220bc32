"""The lines of an example: a position as facts, moves as `when` lines with what chance left.

Comes in: an engine, its states and moves. Goes out: text in the notation of an English file, every name in backquotes.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekit.engine.engine import Engine
from rulekit.engine.explain import nodes_between
from rulekit.engine.moves import Move
from rulekit.engine.state import State
from rulekit.model.types import KindType, ListType, NumberType, OptionalType, PieceType, PlayerType, TruthType, Type
from rulekit.program import program as prog
from rulekit.program.layout import combinations
from rulekit.program.program import COUNTER, ME, CellValue, Family, as_number
from rulekit.report.words import NAMES
from rulekit.study.series.seed_snapshots import Made
from rulekit.syntax.printing.quoting import without_needless

PLAIN = (NumberType, KindType, TruthType, PlayerType)


@frozen
class Candidate:
    """An example: facts by what they are about, moves (each with the facts that chance left), and the last lines.
    `holds`: on which side of a comparison it should hold, 0 or 1. `options`: what is pinned."""

    players: int
    facts: tuple[tuple[str, tuple[str, ...]], ...]
    moves: tuple[tuple[str, tuple[str, ...]], ...]
    then: tuple[str, ...]
    holds: int = 0
    spare: tuple[str, ...] = ()  # things whose facts may be left out if it holds without them
    options: tuple[tuple[str, str], ...] = ()
    at: str = ""  # the address where it begins

    def text(self, name: str, title: str, without: frozenset[str] = frozenset()) -> str:
        """Return the block, without the facts about some things."""
        seats = ", ".join(seat_names(self.players))
        lines = [f"example `{name}` {_string(title)}", f"  players {seats}"]
        lines += [f"  with `{option}` = {value}" for option, value in self.options]
        lines += ["  at " + ".".join(f"`{name}`" for name in self.at.split("."))] if self.at else []
        given = [fact for about, facts in self.facts if about not in without for fact in facts]
        lines += ["  given", *(f"    {fact}" for fact in given)] if given else []
        for move, after in self.moves:
            lines.append(f"  when {move}")
            lines += ["  given", *(f"    {fact}" for fact in after)] if after else []
        then = [f"  then {self.then[0]}"] if len(self.then) == 1 else ["  then", *(f"    {line}" for line in self.then)]
        then = then if self.then else []
        return "\n".join([*lines, *then, ""])


def example_file(game: str, name: str, title: str, block: str) -> str:
    """Return a file with one example, to be put on a game."""
    text = f"cafe en\nvariant `{name}` of `{game}` {_string(title)}\n\n{block}"
    return without_needless(text, "en")


def _string(text: str) -> str:
    return '"' + text.replace("\\", "").replace('"', "'").replace("{", "(").replace("}", ")") + '"'


def seat_names(count: int) -> list[str]:
    return [NAMES[n].lower() if n < len(NAMES) else f"p{n + 1}" for n in range(count)]


# ---- moves ---------------------------------------------------------------------------------------
def who_decides(engine: Engine, state: State) -> str:
    seat: int = state.cells[ME]
    return seat_names(engine.program.layout.players)[seat]


def whens(engine: Engine, made: tuple[Made, ...], named: bool = False) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    """Return the moves as lines; choices that are asked later belong to the deed before. None if one cannot be said.
    `named`: what the actions choose at random is named."""
    lines: list[tuple[str, tuple[str, ...]]] = []
    for one in made:
        text, after = _made(engine, one, named)
        picks = [p.pick for p in one.move.parts if p.pick is not None]
        if text:
            lines.append((text, after))
        elif lines and picks and lines[-1][0].endswith(")"):
            more = ", ".join(_value(engine, one.before, p.type, p.value) for p in picks)
            lines[-1] = (f"{lines[-1][0][:-1]}, {more})", after)
        else:
            return None
    return tuple(lines)


def _made(engine: Engine, made: Made, named: bool) -> tuple[str, tuple[str, ...]]:
    """Return a move, and what chance brought with it."""
    before, after = made.before, made.after
    text = deed_text(engine, before, made.move, after if named else None)
    chance = after.cells[COUNTER] != before.cells[COUNTER]
    facts = [fact for _, group in position_facts(engine, after) for fact in group] if chance else []
    known = {fact for _, group in position_facts(engine, before) for fact in group}
    return (f"{who_decides(engine, before)} does {text}" if text else ""), tuple(f for f in facts if f not in known)


def deed_text(engine: Engine, state: State, move: Move, after: State | None = None) -> str:
    """Return the last action of a move with its choices, and what it chose at random until `after`; empty if it starts none."""
    starts = [n for n, p in enumerate(move.parts) if p.what == "start"]
    if not starts:
        return ""
    begin = starts[-1]
    picks = [p.pick for p in move.parts[begin:] if p.pick is not None]
    args = [_value(engine, state, p.type, p.value) for p in picks]
    if after is not None:
        args += [f"`{p.name}`: {_value(engine, after, p.type, after.cells[p.slot])}" for p in _random(engine, move)]
    return f"`{move.parts[begin].action}`" + (f"({', '.join(args)})" if args else "")


def _random(engine: Engine, move: Move) -> Iterator[prog.PickSpec]:
    """Yield what the last action of a move chooses at random."""
    nodes = engine.program.nodes
    start = next(node for number, _ in reversed(move.path) if isinstance(node := nodes[number], prog.Start))
    for number in sorted(nodes_between(engine.program, start.next, start.exit)):
        node = nodes[number]
        yield from node.picks if isinstance(node, prog.Random) else ()


# ---- positions -----------------------------------------------------------------------------------
def position_facts(engine: Engine, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The whole position, by place, tally and marker; what is empty or nothing, and was so after the set-up, is left out."""
    layout = engine.program.layout
    first = engine.start(0).cells
    families: tuple[Family, ...] = (*layout.places, *layout.tallies, *layout.markers)
    for family in families:
        idle = [c for c in range(family.base, family.base + family.size) if state.cells[c] == first[c] and not _lives(first[c])]
        cells = [c for c in range(family.base, family.base + family.size) if c not in idle]
        facts = tuple(fact for cell in cells for fact in cell_facts(engine, state, cell))
        if facts:
            yield family.name, facts


def _lives(value: CellValue) -> bool:
    """Return whether there is something in a cell."""
    return value not in ((), None, 0, False)


def cell_facts(engine: Engine, state: State, cell: int) -> Iterator[str]:
    layout, value = engine.program.layout, state.cells[cell]
    for place in layout.places:
        if place.base <= cell < place.base + place.size:
            name = _indexed(engine, state, place.name, place.dims, cell - place.base)
            pieces = () if value is None else value if isinstance(value, tuple) else (value,)
            said = [_value(engine, state, PieceType(place.sort), p) for p in pieces]
            if not said:
                yield f"{name} is empty"
            else:
                yield f"{name} is {said[0]}" if place.shape == "spot" else f"{name} is [{', '.join(said)}]"
    for tally in layout.tallies:
        if tally.base <= cell < tally.base + tally.size:
            yield f"{_indexed(engine, state, tally.name, tally.dims, cell - tally.base)} is {value}"
    for marker in layout.markers:
        if marker.base <= cell < marker.base + marker.size:
            name = _indexed(engine, state, marker.name, marker.dims, cell - marker.base)
            yield f"{name} is {_value(engine, state, marker.type, value)}"


def _indexed(engine: Engine, state: State, name: str, dims: tuple[prog.DimSize, ...], offset: int) -> str:
    indices = list(combinations(dims))[offset]
    inside = [_value(engine, state, d.type, i) for d, i in zip(dims, indices, strict=True)]
    return f"`{name}`" + (f"[{', '.join(inside)}]" if inside else "")


def _value(engine: Engine, state: State, kind: Type, value: CellValue) -> str:
    """Return a value in the author's notation."""
    layout = engine.program.layout
    match kind:
        case _ if value is None:
            return "none"
        case OptionalType(of=of):
            return _value(engine, state, of, value)
        case _ if isinstance(value, tuple):
            inner = kind.of if isinstance(kind, ListType) else kind
            return f"[{', '.join(_value(engine, state, inner, v) for v in value)}]"
        case PlayerType():
            return str(seat_names(layout.players)[as_number(value)])
        case TruthType():
            return "yes" if value else "no"
        case KindType(kind=name):
            return f"`{next(k.values for k in layout.kinds if k.name == name)[as_number(value)]}`"
        case PieceType():
            return _described(engine, state, as_number(value))
    return str(value)


def _described(engine: Engine, state: State, piece: int) -> str:
    """Return a piece by its attributes."""
    sort = next(s for s in engine.program.layout.sorts if s.first <= piece < s.first + s.count)
    at, said = piece - sort.first, []
    for a in sort.attrs:
        value = a.values[at] if a.base is None else state.cells[a.base + at]
        if isinstance(a.type, PLAIN) and value is not None:
            said.append(f"`{a.name}`: {_value(engine, state, a.type, value)}")
    return f"`{sort.name}`({', '.join(said)})"

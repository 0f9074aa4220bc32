"""A program to read: layout, definitions, numbered nodes with the rules they come from, what could not be proven.

Comes in: a program. Goes out: lines of text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import attrs

from rulekit.model.expressions import Expr, Typed
from rulekit.model.types import DescriptionType, KindType, ListType, OptionalType, OptionType, PictureType, PieceType, Type
from rulekit.program import program as prog
from rulekit.program.program import CellValue
from rulekit.report.rules.expressions import show
from rulekit.report.text import clean
from rulekit.wording import numbered, sentence

_JUMPS = frozenset({"next", "yes", "no", "body", "exit", "accept", "decline", "bullets", "tested"})
Field: TypeAlias = "Expr | prog.SlotRef | prog.PickSpec | Type | str | int | tuple[Field, ...] | None"
_QUIET = frozenset({"rule", "reason", "rules"})


def program_lines(program: prog.Program) -> Iterator[str]:
    """Yield the whole program, line by line."""
    layout = program.layout
    name, digest = clean(program.game), program.digest
    yield numbered(
        layout.players,
        "program {name} for {count} player, rules {digest}",
        "program {name} for {count} players, rules {digest}",
        name=name,
        digest=digest,
    )
    for name, value in program.options:
        yield f"  option {clean(name)} = {_plain(value)}"
    yield ""
    yield sentence("layout: {size} cells, {count} pieces", size=layout.size, count=sum(s.count for s in layout.sorts))
    yield from _layout(layout)
    yield from _definitions(program)
    yield ""
    yield sentence(
        "flow: {count} nodes, {safe} of them safe (+); the game begins at {entry}, play at {play}",
        count=len(program.nodes),
        safe=sum(program.safe),
        entry=program.entry,
        play=program.play,
    )
    for number, node in enumerate(program.nodes):
        yield _node(program, number, node)
    yield from _unproven(program)


def _plain(value: CellValue) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _layout(layout: prog.Layout) -> Iterator[str]:
    for sort in layout.sorts:
        marks = ", ".join(f"{a.name}: {_type(a.type)}{' (changes)' if a.base is not None else ''}" for a in sort.attrs)
        yield clean(f"  pieces {sort.first}..{sort.first + sort.count - 1} {sort.name}({marks})")
    for place in layout.places:
        order = "" if place.positional else ", order does not count"
        what = f"{place.shape} of {place.sort}, {place.sight}, holds {place.capacity}{order}"
        yield clean(f"  {_cells(place)} place {_family(place)}: {what}")
    for tally in layout.tallies:
        bank = "" if tally.bank is None else f", bank at {tally.bank} with {', '.join(map(str, tally.start))}"
        yield clean(f"  {_cells(tally)} tally {_family(tally)}{bank}")
    for marker in layout.markers:
        bounds = "" if marker.low is None else f" {marker.low}..{marker.high}"
        none = " or none" if marker.optional else ""
        yield clean(f"  {_cells(marker)} marker {_family(marker)}: {_type(marker.type)}{bounds}{none}, {marker.sight}")


def _cells(family: prog.Family) -> str:
    return f"{family.base}..{family.base + family.size - 1}" if family.size != 1 else str(family.base)


def _family(family: prog.Family) -> str:
    dims = ", ".join(f"{d.name}: {d.size} from {d.low}" for d in family.dims)
    return f"{family.name}[{dims}]" if dims else str(family.name)


def _type(kind: Type) -> str:
    match kind:
        case ListType(of=of):
            return f"list of {_type(of)}"
        case OptionalType(of=of):
            return f"{_type(of)} or none"
        case KindType(kind=name) | PieceType(sort=name) | OptionType(option=name):
            return name
        case DescriptionType(sort=name):
            return f"description of {name}"
        case PictureType(sort=name):
            return f"picture of {name}"
    return type(kind).__name__.removesuffix("Type").lower()


def _definitions(program: prog.Program) -> Iterator[str]:
    if program.defines or program.score or program.winner:
        yield ""
        yield sentence("definitions")
    for define in program.defines:
        params = ", ".join(f"#{index}" + (f": {low}..{high}" if low is not None else "") for index, low, high in define.params)
        head = f"{define.name}({params})" if params else define.name
        yield f"  {clean(head)}: {clean(_type(define.type))} = {show(define.body, program.layout)}"
    for line in program.score:
        yield f"  score.{clean(line.name)} = {show(line.value, program.layout)}"
    for line in program.winner:
        yield f"  winner {line.name.replace('_', ' ')} {show(line.value, program.layout)}"


def _node(program: prog.Program, number: int, node: prog.AnyNode) -> str:
    rule = program.rules[node.rule]
    mark = "+" if program.safe[number] else " "
    head = f"{number:>5}{mark} {type(node).__name__:<10}"
    told = ", ".join(f"{name}={text}" for name, text in _fields(program, node) if text)
    to = ", ".join(f"{name} {target}" for name, target in _targets(node))
    address = f"  [{clean(rule.address)}]" if rule.address else ""
    return f"{head} {told}{f' -> {to}' if to else ''}{address}".rstrip()


def _fields(program: prog.Program, node: prog.AnyNode) -> Iterator[tuple[str, str]]:
    for field in attrs.fields(type(node)):
        if field.name not in _JUMPS and field.name not in _QUIET:
            yield field.name, _field(program, field.name, getattr(node, field.name))


def _field(program: prog.Program, name: str, value: Field) -> str:
    if value is None or value is False or value == ():
        return ""
    if isinstance(value, prog.PickSpec):
        return f"{clean(value.name)}%{value.slot} in {show(value.source, program.layout)}"
    if isinstance(value, tuple) and name == "picks":
        return "; ".join(_field(program, "", pick) for pick in value)
    if isinstance(value, tuple):
        return "[" + ", ".join(_field(program, "", v) for v in value) + "]"
    if isinstance(value, str | int):
        return clean(str(value))
    return show(value, program.layout) if isinstance(value, Typed | prog.SlotRef) else type(value).__name__.lower()


def _targets(node: prog.AnyNode) -> Iterator[tuple[str, str]]:
    for field in attrs.fields(type(node)):
        if field.name in _JUMPS:
            value = getattr(node, field.name)
            name = "" if field.name == "next" else field.name
            yield name, ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _unproven(program: prog.Program) -> Iterator[str]:
    yield ""
    if not program.unproven:
        yield sentence("everything was proven")
        return
    yield sentence("not proven")
    for item in program.unproven:
        yield f"  {clean(item.what)}: {clean(item.why)}"

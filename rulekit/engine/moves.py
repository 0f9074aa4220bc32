"""Moves: an action with its choices bound, as one path through a menu."""

from __future__ import annotations

from attrs import field, frozen

from rulekit.engine.machine import Path
from rulekit.model.types import KindType, ListType, OptionalType, PieceType, Type
from rulekit.program import program as prog
from rulekit.program.program import CellValue, as_number, as_several
from rulekit.records import Json


@frozen
class Pick:
    """A value chosen: the choice's name, its type and the value."""

    name: str
    type: Type
    value: CellValue


@frozen
class Part:
    """One element of a path. `what`: start (of an action), told (its parameter), pick, bullet (its number), accept, decline."""

    what: str
    address: str
    action: str = ""
    pick: Pick | None = None
    bullet: int = 0


@frozen
class Move:
    """What a player can do: its parts, and the path in the flow that they stand for."""

    parts: tuple[Part, ...]
    path: Path = field(eq=False, repr=False)

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions it starts."""
        return tuple(p.action for p in self.parts if p.what == "start")

    @property
    def picks(self) -> tuple[Pick, ...]:
        """The values of its actions: parameters told, then what is chosen, in the order asked."""
        return tuple(p.pick for p in self.parts if p.pick is not None)


def move_of(program: prog.Program, path: Path) -> Move:
    """Return the move that a path through the flow stands for."""
    return Move(tuple(part for node, value in path for part in _parts(program, program.nodes[node], value)), path)


def _parts(program: prog.Program, node: prog.AnyNode, value: CellValue) -> list[Part]:
    address = program.rules[node.rule].address
    match node:
        case prog.Start(action=action, told=told):
            given = [
                Part("told", address, pick=Pick(n, t, v)) for (_, n, t), v in zip(told, as_several(value or ()), strict=True)
            ]
            return [Part("start", address, action=action), *given]
        case prog.Fork(rules=rules):
            bullet = as_number(value)
            return [Part("bullet", program.rules[rules[bullet]].address, bullet=bullet)]
        case prog.Offer():
            return [Part("accept" if value else "decline", address)]
        case prog.Choose(picks=picks):
            values = (value,) if len(picks) == 1 else as_several(value)
            return [Part("pick", address, pick=Pick(p.name, _type(p), v)) for p, v in zip(picks, values, strict=True)]
    raise TypeError(node)


def _type(pick: prog.PickSpec) -> Type:
    return ListType(pick.type) if pick.several else pick.type


def value_token(program: prog.Program, kind: Type, value: CellValue) -> Json:
    """Return a value as it stands in a trace: names for kinds, `sort:number` for pieces, numbers, lists."""
    match kind:
        case _ if value is None:
            return None
        case OptionalType(of=of):
            return value_token(program, of, value)
        case ListType(of=of):
            return [value_token(program, of, v) for v in as_several(value)]
        case KindType(kind=name):
            return next(k.values for k in program.layout.kinds if k.name == name)[as_number(value)]
        case PieceType(sort=name):
            first = next(s.first for s in program.layout.sorts if s.name == name)
            return f"{name}:{as_number(value) - first + 1}"
    return value


def move_tokens(program: prog.Program, move: Move) -> list[Json]:
    """Return a move as it stands in a trace."""
    tokens: list[Json] = []
    for part in move.parts:
        if part.what == "start":
            tokens.append(part.action)
        elif part.pick is not None:
            tokens.append({part.pick.name: value_token(program, part.pick.type, part.pick.value)})
        elif part.what == "bullet":
            tokens.append({"bullet": part.address})
        else:
            tokens.append({part.what: part.address})
    return tokens

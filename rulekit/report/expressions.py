"""Expressions of a program in the author's notation: comes in a typed expression, goes out one line of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs
from attrs import frozen

from rulekit.model import expr as x
from rulekit.model import rules as r
from rulekit.model.model import GameModel
from rulekit.model.types import DescriptionType, KindType, ListType, OptionalType, OptionType, PictureType, PlayerType, Type
from rulekit.program import program as g
from rulekit.report.text import clean

_WORDS = {x.Me: "me", x.Active: "active", x.Starter: "starter", x.Players: "players", x.Winners: "winners"}


def statements(part: Any) -> Iterator[Any]:
    """All statements, bullets and binders of a block, in the order of the text."""
    if isinstance(part, tuple):
        for item in part:
            yield from statements(item)
    elif isinstance(part, r.Stated | r.Bullet | r.Branch | r.Pick | r.Loop):
        yield part
        for field in attrs.fields(type(part)):
            yield from statements(getattr(part, field.name))


def local_names(model: GameModel, layout: g.Layout) -> dict[int, str]:
    """What the author calls the cells of the frame."""
    locals_: dict[str, str] = {}
    for deed in model.deeds:
        named = [(p.index, p.name) for p in deed.params]
        named += [(s.local, s.name) for s in statements(deed.block) if isinstance(s, r.Pick | r.Loop | r.Let)]
        locals_ |= {f"{deed.name}.{index}": name for index, name in named}
    first = layout.size - len(layout.names)
    found = {first + n: locals_.get(name, name.partition(".told ")[2]) for n, name in enumerate(layout.names)}
    return {slot: name for slot, name in found.items() if name}


def show(
    expr: Any,
    layout: g.Layout,
    trials: tuple[g.Trial, ...] = (),
    names: Mapping[int, str] | None = None,
    players: tuple[str, ...] = (),
) -> str:
    """An expression in one line; `names` are those of cells, `players` those of the seats."""
    return clean(_Printer(layout, trials, names or {}, players).expr(expr))


@frozen
class _Printer:
    layout: g.Layout
    trials: tuple[g.Trial, ...]
    names: Mapping[int, str]
    players: tuple[str, ...] = ()

    def expr(self, expr: Any) -> str:
        """Any expression; what is unknown shows its class."""
        if type(expr) in _WORDS:
            return _WORDS[type(expr)]
        return self._value(expr) or self._operator(expr) or self._family(expr) or self._call(expr) or type(expr).__name__.lower()

    def _value(self, expr: Any) -> str:
        match expr:
            case x.Const(type=kind, value=value):
                return self.const(kind, value)
            case x.Text(parts=parts):
                return '"' + "".join(p if isinstance(p, str) else "{" + self.expr(p) + "}" for p in parts) + '"'
            case x.Local(name=name) | x.Bound(name=name):
                return name
            case g.Cell(slot=slot):
                return self.cell(slot)
            case g.Within(of=of, low=low, high=high):
                return f"{self.expr(of)} (within {low}..{high})"
            case x.OptionRef(option=name):
                return name
        return ""

    def cell(self, slot: int) -> str:
        """The name of a cell of the frame."""
        return self.names.get(slot, f"%{slot}")

    def const(self, kind: Type, value: Any) -> str:
        """A plain value."""
        if value is None:
            return "none"
        match kind:
            case OptionalType(of=of):
                return self.const(of, value)
            case ListType(of=of):
                return "[" + ", ".join(self.const(of, v) for v in value) + "]"
            case KindType(kind=name):
                return str(next(k.values for k in self.layout.kinds if k.name == name)[value])
            case PlayerType():
                return self.players[value] if value < len(self.players) else f"seat({value + 1})"
            case OptionType(option=name):
                return f"{name}#{value}"
            case DescriptionType(sort=sort):
                return f"{sort}({', '.join(f'{n}: {v}' for n, v in value or ())})"
            case PictureType():
                return "picture"
        return ("yes" if value else "no") if isinstance(value, bool) else "unlimited" if value == x.UNLIMITED else str(value)

    def _operator(self, expr: Any) -> str:
        match expr:
            case x.Unary(op=op, of=of):
                return f"{op}{' ' if op.isalpha() else ''}{self._inner(of)}"
            case x.Binary(op=op, left=left, right=right):
                return f"{self._inner(left)} {op} {self._inner(right)}"
            case x.IfElse(test=test, yes=yes, no=no):
                return f"if {self.expr(test)} then {self.expr(yes)} else {self.expr(no)}"
            case x.Range(low=low, high=high):
                return f"{self._inner(low)}..{self._inner(high)}"
            case x.Items(items=items):
                return f"[{self._list(items)}]"
            case x.IsEmpty(of=of):
                return f"{self._inner(of)} is empty"
            case x.Matches(piece=piece, description=description):
                return f"{self._inner(piece)} is {self._inner(description)}"
            case x.AnyMatch(description=description, pieces=pieces):
                return f"{self._inner(description)} in {self._inner(pieces)}"
            case x.Exactly(pieces=pieces, items=items):
                return f"{self._inner(pieces)} is [{self._list(items)}]"
        return ""

    def _inner(self, expr: Any) -> str:
        said = self.expr(expr)
        return f"({said})" if isinstance(expr, x.Binary | x.IfElse | x.Unary) else said

    def _list(self, items: Iterable[Any]) -> str:
        return ", ".join(self.expr(i) for i in items)

    def family(self, name: str, indices: Iterable[Any]) -> str:
        """One of a family: `hand[me]`."""
        inside = self._list(indices)
        return f"{name}[{inside}]" if inside else name

    def _family(self, expr: Any) -> str:
        match expr:
            case x.Contents(place=name, indices=indices) | g.SlotRef(place=name, indices=indices):
                return self.family(name, indices)
            case x.PieceAt(place=name, indices=indices, position=position):
                return self.family(name, (*indices, position))
            case x.ItemAt(of=of, position=position):
                return f"{self._inner(of)}[{self.expr(position)}]"
            case x.TallyOf(tally=name, indices=indices) | x.MarkerOf(marker=name, indices=indices):
                return self.family(name, indices)
            case x.BankOf(tally=name, indices=indices):
                return f"bank({self.family(name, indices)})"
            case x.Lookup(table=name, keys=keys):
                return self.family(name, keys)
            case x.AttrOf(of=of, attr=attr):
                return f"{self._inner(of)}.{attr}"
        return ""

    def _call(self, expr: Any) -> str:
        match expr:
            case x.Apply(define=name, args=args) | x.Builtin(function=name, args=args):
                return f"{name}({self._list(args)})" if args else name
            case x.Collect(function=name, value=value, binders=binders, where=where):
                runs = ", ".join(f"{b.name} in {self.expr(b.source)}" for b in binders)
                return f"{name}({self.expr(value)} for {runs}{f' where {self.expr(where)}' if where is not None else ''})"
            case x.Lines(place=name, length=length):
                return f"lines({name}, {self.expr(length)})"
            case x.Describe(sort=name, fields=fields):
                return f"{name}({', '.join(f'{n}: {self.expr(v)}' for n, v in fields)})"
            case x.Can(player=player, deed=deed, args=args):
                return f"{self.expr(player)} can {deed}({', '.join(self.expr(a.value) for a in args)})"
            case g.Try(player=player, trial=trial, args=args):
                deed = self.trials[trial].deed if trial < len(self.trials) else f"trial {trial}"
                return f"{self.expr(player)} can {deed}({self._list(args)})"
            case x.ScoreOf(player=player, line=line):
                return f"score({self.expr(player)}){f'.{line}' if line else ''}"
        return ""

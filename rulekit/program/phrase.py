"""Expressions of a program in the words of the language, for explanations and listings."""

from __future__ import annotations

from typing import Any

from rulekit.model import expr as x
from rulekit.model.types import KindType, ListType, OptionalType
from rulekit.program import program as g


def value_phrase(layout: g.Layout, kind: Any, value: Any) -> str:
    """A constant as a rule would write it."""
    match kind:
        case _ if value is None:
            return "none"
        case OptionalType(of=of):
            return value_phrase(layout, of, value)
        case ListType(of=of):
            return "[" + ", ".join(value_phrase(layout, of, v) for v in value) + "]"
        case KindType(kind=name):
            values = next(k.values for k in layout.kinds if k.name == name)
            return str(values[value])
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "unlimited" if value == x.UNLIMITED else str(value)


def phrase(layout: g.Layout, e: Any) -> str:
    """An expression as a rule would write it."""

    def say(part: Any) -> str:
        return phrase(layout, part)

    match e:
        case x.Const(type=kind, value=value):
            return value_phrase(layout, kind, value)
        case g.Cell(name=name, slot=slot):
            return name or f"cell {slot}"
        case x.Bound(name=name):
            return name
        case x.Me():
            return "me"
        case x.Active():
            return "active"
        case x.Winners():
            return "winners"
        case x.Unary(op=op, of=of):
            return f"{op} {say(of)}" if op == "not" else f"-{say(of)}"
        case x.Binary(op=op, left=left, right=right):
            return f"{_inner(layout, left)} {op} {_inner(layout, right)}"
        case x.IfElse(test=test, yes=yes, no=no):
            return f"if {say(test)} then {say(yes)} else {say(no)}"
        case x.Range(low=low, high=high):
            return f"{say(low)}..{say(high)}"
        case x.Items(items=items):
            return "[" + ", ".join(say(i) for i in items) + "]"
        case (
            x.Contents(place=name, indices=indices)
            | x.TallyOf(tally=name, indices=indices)
            | x.MarkerOf(marker=name, indices=indices)
        ):
            return name + _index(layout, indices)
        case x.PieceAt(place=name, indices=indices, position=position):
            return name + _index(layout, (*indices, position))
        case x.ItemAt(of=of, position=position):
            return f"{say(of)}[{say(position)}]"
        case x.BankOf(tally=name, indices=indices):
            return f"bank({name}{_index(layout, indices)})"
        case x.AttrOf(of=of, attr=attr):
            return f"{_inner(layout, of)}.{attr}"
        case g.Within(of=of):
            return say(of)
    return _call(layout, e)


def _call(layout: g.Layout, e: Any) -> str:

    def say(part: Any) -> str:
        return phrase(layout, part)

    match e:
        case x.Lookup(table=name, keys=keys):
            return name + _index(layout, keys)
        case x.Apply(define=name, args=args):
            return f"{name}({', '.join(say(a) for a in args)})" if args else name
        case x.Builtin(function=name, args=args):
            return f"{name}({', '.join(say(a) for a in args)})"
        case x.Collect(function=name, value=value, binders=binders, where=where):
            loops = ", ".join(f"{b.name} in {say(b.source)}" for b in binders)
            return f"{name}({say(value)} for {loops}{f' where {say(where)}' if where is not None else ''})"
        case x.Lines(place=name, length=length):
            return f"lines({name}, {say(length)})"
        case x.Describe(sort=sort, fields=fields):
            return f"{sort}({', '.join(f'{n}: {say(v)}' for n, v in fields)})"
        case x.Matches(piece=piece, description=description):
            return f"{say(piece)} is {say(description)}"
        case x.AnyMatch(description=description, pieces=pieces):
            return f"{say(description)} in {say(pieces)}"
        case x.Exactly(pieces=pieces, items=items):
            return f"{say(pieces)} is [{', '.join(say(i) for i in items)}]"
        case x.IsEmpty(of=of):
            return f"{say(of)} is empty"
        case g.Try(player=player, trial=trial):
            return f"{say(player)} can #{trial}"
        case x.ScoreOf(player=player, line=line):
            return f"score({say(player)})" + (f".{line}" if line else "")
        case x.Text(parts=parts):
            return '"' + "".join(p if isinstance(p, str) else "{" + say(p) + "}" for p in parts) + '"'
    return type(e).__name__


def _inner(layout: g.Layout, e: Any) -> str:
    text = phrase(layout, e)
    return f"({text})" if isinstance(e, x.Binary | x.IfElse) else text


def _index(layout: g.Layout, indices: tuple[Any, ...]) -> str:
    return "[" + ", ".join(phrase(layout, i) for i in indices) + "]" if indices else ""

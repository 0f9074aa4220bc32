"""What an expression reads and what a node changes, by name: places, tallies, markers, changing attributes."""

from __future__ import annotations

from rulekit.model import expr as x
from rulekit.model.expr import Expr
from rulekit.model.walk import everything
from rulekit.program import program as g
from rulekit.program.nodes import AnyNode

Names = frozenset[str]


def reads(program: g.Program, expr: Expr) -> Names:
    """All that an expression looks at, through definitions and score lines too."""
    found: set[str] = set()
    seen: set[str] = set()
    todo = [expr]
    while todo:
        for e in everything(todo.pop()):
            name = _read(e)
            if name is not None:
                found.add(name)
            for inner in _inside(program, e):
                if inner.name not in seen:
                    seen.add(inner.name)
                    todo.append(inner.body if isinstance(inner, g.DefineCode) else inner.value)
    return frozenset(found)


def _read(e: Expr) -> str | None:
    match e:
        case x.Contents(place=name) | x.PieceAt(place=name) | x.Lines(place=name):
            return f"place {name}"
        case x.TallyOf(tally=name) | x.BankOf(tally=name):
            return f"tally {name}"
        case x.MarkerOf(marker=name):
            return f"marker {name}"
        case x.AttrOf(attr=name):
            return f"attribute {name}"
        case x.Active():
            return "active"
    return None


def _inside(program: g.Program, e: Expr) -> list[g.DefineCode | g.Line]:
    match e:
        case x.Apply(define=name):
            return [d for d in program.defines if d.name == name]
        case x.ScoreOf(line=line):
            return [s for s in program.score if line in (None, s.name)]
        case x.Winners():
            return [*program.winner, *program.score]
    return []


def changes(program: g.Program, node: AnyNode) -> Names:
    """All that a node may change."""
    match node:
        case g.SetMarker(marker=name):
            return frozenset({f"marker {name}"})
        case g.SetAttr(attr=name):
            return frozenset({f"attribute {name}"})
        case g.Gain(tally=name) | g.Pay(tally=name):
            return frozenset({f"tally {name}"})
        case g.Draw(source=source, to=to):
            return frozenset({f"place {source.place}", f"place {to.place}"})
        case g.Deal(source=source, to=name):
            return frozenset({f"place {source.place}", f"place {name}"})
        case g.Shuffle(place=place):
            return frozenset({f"place {place.place}"})
        case g.Move(what=what, to=to):
            return frozenset({f"place {to.place}"}) | {n for n in reads(program, what) if n.startswith("place ")}
        case g.TurnFirst() | g.TurnNext() | g.NextTurn():
            return frozenset({"active"})
    return frozenset()

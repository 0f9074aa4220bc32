"""Which families of places the game uses positions of: only there are alike pieces told apart."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import all_statements
from rulekit.model.expressions import Expr
from rulekit.model.model import GameModel
from rulekit.model.model_walk import everything, expressions
from rulekit.model.types import sort_of


def positional_places(model: GameModel) -> frozenset[str]:
    """Families whose order matters somewhere in the rules (worked examples do not count)."""
    used: set[str] = set()
    parts = (*model.defines, *model.deeds, *model.score, *model.winner)
    for whole in parts:
        for outer in expressions(whole):
            for expr in everything(outer):
                used.update(_uses(expr, model))
    for statement in all_statements(model):
        used.update(change.name for change in rules.does(statement).changes if change.way == "out")
    return frozenset(used)


def _uses(expr: Expr, model: GameModel) -> Iterator[str]:
    match expr:
        case exprs.PieceAt(place=place) | exprs.Lines(place=place):
            yield place
        case exprs.Builtin(function="position", args=(piece,)):
            sort = sort_of(piece.type)
            yield from (p.name for p in model.places if p.sort == sort)
        case exprs.Builtin(function="top" | "bottom" | "first" | "reversed", args=args):
            yield from (e.place for a in args for e in everything(a) if isinstance(e, exprs.Contents))
        case exprs.Collect(function="first", binders=binders):
            yield from (e.place for b in binders for e in everything(b.source) if isinstance(e, exprs.Contents))
        case exprs.ItemAt(of=of):
            yield from (e.place for e in everything(of) if isinstance(e, exprs.Contents))

"""The course of the game: `next turn` only where there are turns, no rule that is never reached."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.diagnostics import Diagnostic, Severity, Span, finding
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import Names, inner_blocks, names_of, statements
from rulekit.model.model import Deed, Domain, GameModel
from rulekit.model.types import NumberType
from rulekit.wording import Sentence, sentence


def check_turns(model: GameModel) -> list[Diagnostic]:
    """Check that `next turn` belongs to a running `turns` or `rounds`."""
    game = names_of(model)
    found: dict[object, Diagnostic] = {}
    for deed in model.deeds:
        if deed.role in ("setup", "play"):
            for statement in _outside(game, deed.block, set()):
                found[(statement.address, statement.span)] = finding(
                    "RK413",
                    statement.span,
                    "`next turn` is reached where there are no turns",
                    "it says who is next inside `turns` or `rounds`; elsewhere write whose rule it is: `p does …`",
                )
    return list(found.values())


def _outside(game: Names, block: rules.Block, seen: set[str]) -> Iterator[rules.NextTurn]:
    for statement in block:
        if isinstance(statement, rules.NextTurn):
            yield statement
        if isinstance(statement, rules.Do) and statement.deed in game.deeds and statement.deed not in seen:
            seen.add(statement.deed)
            yield from _outside(game, game.deeds[statement.deed].block, seen)
        if not isinstance(statement, rules.Turns):
            for inner in inner_blocks(statement):
                yield from _outside(game, inner, seen)


def check_unreachable(model: GameModel) -> list[Diagnostic]:
    """Warn of rules that never happen: after `end game`, in `if 1 > 2`, after `if yes`."""
    game = names_of(model)
    found: list[Diagnostic] = []
    for deed in model.deeds:
        _after_end(deed.block, found)
        for statement in statements(deed.block):
            for inner in inner_blocks(statement):
                _after_end(inner, found)
            if isinstance(statement, rules.If):
                found += [_never(block[0].span, why) for block, why in _never_taken(game, deed, statement) if block]
    return found


def _ends(statement: rules.Statement) -> bool:
    if isinstance(statement, rules.If):
        blocks = inner_blocks(statement)
        return all(any(_ends(s) for s in block) for block in blocks)
    return isinstance(statement, rules.EndGame) or (isinstance(statement, rules.Group) and any(_ends(s) for s in statement.block))


def _after_end(block: rules.Block, found: list[Diagnostic]) -> None:
    end = next((n for n, statement in enumerate(block) if _ends(statement)), None)
    if end is not None and end + 1 < len(block):
        found.append(_never(block[end + 1].span, sentence("the game has ended before it")))


def _never_taken(game: Names, deed: Deed, statement: rules.If) -> Iterator[tuple[rules.Block, Sentence]]:
    sure = False
    for branch in statement.branches:
        constant = decided(game, deed, branch.test)
        if sure or constant is False:
            yield (
                branch.block,
                sentence("its condition is always no") if not sure else sentence("the condition before it is always yes"),
            )
        sure = sure or constant is True
    if sure:
        yield statement.otherwise, sentence("the condition before it is always yes")


def _never(span: Span, why: Sentence) -> Diagnostic:
    hint = sentence("take it away, or correct what stands before it")
    return finding("RK441", span, "this never happens: {why}", hint, severity=Severity.WARNING, why=why)


# ---- conditions that are decided before the game -------------------------------------------------
Interval = tuple[int, int]


def decided(game: Names, deed: Deed, test: exprs.Expr) -> bool | None:
    """Return whether a condition is always yes or always no, by numbers as written and declared ranges; None: the game decides.

    Options, numbers of players, definitions and tallies leave it open: a setting or another table may turn it.
    """
    match test:
        case exprs.Const(value=bool() as value):
            return value
        case exprs.Unary(op="not"):
            inner = decided(game, deed, test.of)
            return None if inner is None else not inner
        case exprs.Binary(op="and" | "or" as op):
            both = decided(game, deed, test.left), decided(game, deed, test.right)
            strong = op == "or"
            return strong if strong in both else None if None in both else not strong
        case exprs.Binary():
            left, right = _interval(game, deed, test.left), _interval(game, deed, test.right)
            return None if left is None or right is None else _compared(test.op, left, right)
    return None


def _compared(op: str, left: Interval, right: Interval) -> bool | None:
    match op:
        case "<" | ">=":
            less = True if left[1] < right[0] else False if left[0] >= right[1] else None
            return less if op == "<" or less is None else not less
        case ">" | "<=":
            more = True if left[0] > right[1] else False if left[1] <= right[0] else None
            return more if op == ">" or more is None else not more
        case "is" | "is not":
            apart = left[1] < right[0] or right[1] < left[0]
            same = False if apart else True if left[0] == left[1] == right[0] == right[1] else None
            return same if op == "is" or same is None else not same
    return None


def _interval(game: Names, deed: Deed, e: exprs.Expr) -> Interval | None:
    """Between which numbers a value lies, by what is written or declared."""
    if not isinstance(e.type, NumberType):
        return None
    match e:
        case exprs.Const(value=int() as number):
            return number, number
        case exprs.MarkerOf() if e.marker in game.markers:
            return _declared(game.markers[e.marker].domain)
        case exprs.AttrOf() if e.owner in game.sorts or e.owner in game.kinds:
            owner = game.sorts.get(e.owner) or game.kinds[e.owner]
            return next((_declared(a.domain) for a in owner.attributes if a.name == e.attr), None)
        case exprs.Local():
            return next((_declared(p.domain) for p in deed.params if p.index == e.index), None)
    return None


def _declared(domain: Domain) -> Interval | None:
    low, high = domain.low, domain.high
    if domain.optional or not isinstance(low, exprs.Const) or not isinstance(high, exprs.Const):
        return None
    return (low.value, high.value) if isinstance(low.value, int) and isinstance(high.value, int) else None

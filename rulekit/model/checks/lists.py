"""Ranges and lists: none upside down, none too long, no choice of more sets than a player could look through."""

from __future__ import annotations

from math import comb

from rulekit.diagnostics import Diagnostic, Severity, Span, finding
from rulekit.limits import LONGEST_LIST
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import Names, all_expressions, all_statements, names_of
from rulekit.model.analysis.numbers import between, longest, multiplied
from rulekit.model.model import GameModel
from rulekit.model.model_walk import everything
from rulekit.wording import Keyword, Sentence, sentence

MOST_SETS = 4096
COUNTING = ("count", "sum", "min", "max", "any", "every", "first")
MAKE_NO_LIST = sentence("narrow the range, or count with `count(…)`, `any(…)`, `sum(…)`, which make no list")
GO_THROUGH_LESS = sentence("go through less: narrow the range, or combine fewer things with each other")


def check_ranges(model: GameModel) -> list[Diagnostic]:
    """Check that a range written with two numbers begins with the smaller one."""
    found = []
    for span, part in all_expressions(model):
        for node in everything(part):
            if isinstance(node, exprs.Range) and isinstance(node.low, exprs.Const) and isinstance(node.high, exprs.Const):
                low, high = node.low.value, node.high.value
                if isinstance(low, int) and isinstance(high, int) and low > high:
                    found.append(_upside_down(span, low, high))
    return list(dict.fromkeys(found))


def _upside_down(span: Span, low: int, high: int) -> Diagnostic:
    hint = sentence("write {high}..{low}", high=high, low=low)
    return finding("RK434", span, "the range {low}..{high} is upside down: there is no number in it", hint, low=low, high=high)


def check_lists(model: GameModel) -> list[Diagnostic]:
    """Check that no list can have more than 4096 elements."""
    game, players = names_of(model), model.players[1]
    found = []
    for span, part in all_expressions(model):
        counted = _gone_through(part)
        for node in everything(part):
            if isinstance(node, exprs.Range | exprs.Collect) and (length := longest(game, node, players) or 0) > LONGEST_LIST:
                found.append(_too_long(span, length, counted.get(id(node), MAKE_NO_LIST)))
    for statement in all_statements(model):
        if isinstance(statement, rules.ForEach) and len(statement.binders) > 1:
            length = multiplied([longest(game, b.source, players) for b in statement.binders]) or 0
            if length > LONGEST_LIST:
                found.append(_too_long(statement.span, length, GO_THROUGH_LESS))
    return list(dict.fromkeys(found))


def _gone_through(part: exprs.Expr) -> dict[int, Sentence]:
    """Return the lists that are only counted or added up already, and what can be done about each."""
    found: dict[int, Sentence] = {}
    for node in everything(part):
        if isinstance(node, exprs.Collect) and node.function in COUNTING:
            found.update((id(binding.source), GO_THROUGH_LESS) for binding in node.binders)
        if isinstance(node, exprs.Builtin) and node.function in COUNTING:
            found.update((id(one), _without_list(node.function, one)) for one in node.args)
    return found


def _without_list(function: str, of: exprs.Expr) -> Sentence:
    if not isinstance(of, exprs.Collect) or of.function != "list":
        return GO_THROUGH_LESS
    return sentence(
        "narrow the range, or leave `list(…)` out: `{function}(… for x in …)` makes no list", function=Keyword(function)
    )


def _too_long(span: Span, length: int, hint: Sentence) -> Diagnostic:
    return finding(
        "RK435", span, "this list can have {length} elements; {most} is the limit", hint, length=length, most=LONGEST_LIST
    )


def check_sets(model: GameModel) -> list[Diagnostic]:
    """Check that `choose some` has not too many sets to offer: not from more than 12 pieces."""
    game, players = names_of(model), model.players[1]
    found = []
    for statement in all_statements(model):
        if not isinstance(statement, rules.Choose) or statement.at_random:
            continue
        for pick in statement.picks:
            sets = _sets(game, pick, players) if pick.several else 0
            if sets > MOST_SETS:
                found.append(_too_many(statement, pick, longest(game, pick.source, players) or 0))
    return found


def _sets(game: Names, pick: rules.Pick, players: int) -> int:
    """Return how many sets a pick can offer; 0 if that is not known."""
    length = longest(game, pick.source, players)
    if length is None:
        return 0
    low = between(game, pick.low, players) if pick.low is not None else (0, 0)
    high = between(game, pick.high, players) if pick.high is not None else (length, length)
    if low is None or high is None:
        return 0
    sets = 0
    for many in range(max(0, low[0]), min(high[1], length) + 1):
        sets += comb(length, many)
        if sets > MOST_SETS:
            break
    return sets


def _too_many(statement: rules.Choose, pick: rules.Pick, length: int) -> Diagnostic:
    return finding(
        "RK436",
        statement.span,
        "`{pick}` can be any set out of up to {length}: more than {most} choices would stop the game",
        "choose one after the other with `may repeatedly`, or say how many (`choose up to 3 …`)",
        severity=Severity.WARNING,
        pick=pick.name,
        length=length,
        most=MOST_SETS,
    )

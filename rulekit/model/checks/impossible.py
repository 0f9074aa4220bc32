"""What cannot be worked out with the options in force, for some number of players: a division by zero, a number too large.

What is declared is worked out before every game, so that is an error; a rule may never be reached, so that is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from rulekit.diagnostics import Diagnostic, Severity, Span, finding
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import Names, inner_blocks, names_of, own_expressions
from rulekit.model.analysis.numbers import Env, known, value
from rulekit.model.checks.pieces import seats, with_players
from rulekit.model.faults import BY_ZERO, NONE_VALUE, Impossible, Unknown, Why
from rulekit.model.model import Dim, GameModel, Marker, Place, Sort, Table, Tally
from rulekit.model.model_walk import children
from rulekit.model.types import KindType
from rulekit.wording import sentence

MOST_INDICES = 1_000
Declared = tuple[Span, str, Any, tuple[Dim, ...]]


def check_impossible(model: GameModel) -> list[Diagnostic]:
    """Check that what has to be known before the game can be worked out, and so can rules that are always reached."""
    game = names_of(model)
    return [*_declared(model, game), *_ruled(model, game)]


# ---- declarations --------------------------------------------------------------------------------
def _declared(model: GameModel, game: Names) -> Iterator[Diagnostic]:
    for span, what, part, dims in _declarations(model):
        found = {players: why for players in seats(model) if (why := _at_some_index(game, part, dims, players))}
        yield from _told(model, found, span, what, Severity.ERROR)


def _at_some_index(game: Names, part: Any, dims: tuple[Dim, ...], players: int) -> Why | None:
    return next((why for env in _indices(game, dims, players) if (why := _trouble(game, part, players, env))), None)


def _told(model: GameModel, found: dict[int, Why], span: Span, what: str, severity: Severity) -> Iterator[Diagnostic]:
    """Yield one finding for all numbers of players it holds for: the first is named, unless it holds for all."""
    for players, (code, message, hint) in islice(found.items(), 1):
        when = "" if len(found) == len(seats(model)) else with_players(model, players)
        yield finding(
            code,
            span,
            "{what} cannot be worked out{when}: {message}",
            hint,
            severity=severity,
            what=what,
            when=when,
            message=message,
        )


def _declarations(model: GameModel) -> Iterator[Declared]:
    """Yield what is worked out before the game, where it stands, what it is called, and the indices it may speak of."""
    for sort in model.sorts:
        yield from _of_sort(sort)
    families: tuple[Place | Tally | Marker | Table, ...] = (*model.places, *model.tallies, *model.markers, *model.tables)
    for family in families:
        for dim in family.dims:
            ends = (
                (family.span, sentence("the index `{dim}` of `{family}`", dim=dim.name, family=family.name), end)
                for end in (dim.domain.low, dim.domain.high)
            )
            yield from ((*end, ()) for end in ends)
    for tally in model.tallies:
        yield tally.span, sentence("the bank of `{name}`", name=tally.name), tally.bank, tally.dims[1:]
    for marker in model.markers:
        yield from (
            (marker.span, sentence("a bound of `{name}`", name=marker.name), end, ())
            for end in (marker.domain.low, marker.domain.high)
        )
        yield marker.span, sentence("the first value of `{name}`", name=marker.name), marker.initial, marker.dims
    for table in model.tables:
        for entry in table.entries:
            parts = (entry.value, *(end for pair in entry.keys for end in pair))
            yield from ((entry.span, f"`{entry.address}`", part, ()) for part in parts)
    for kind in model.kinds:
        for attr in kind.attributes:
            yield from (
                (kind.span, sentence("`{arg}` of `{name}`", arg=attr.name, name=kind.name), part, ()) for part in attr.values
            )


def _of_sort(sort: Sort) -> Iterator[Declared]:
    yield sort.span, sentence("the total of `{name}`", name=sort.name), sort.total, ()
    for attr in sort.attributes:
        yield from (
            (sort.span, sentence("a bound of `{name}`", name=attr.name), end, ()) for end in (attr.domain.low, attr.domain.high)
        )
    for row in sort.rows:
        yield row.span, sentence("the number of copies in `{address}`", address=row.address), row.copies, ()
        yield from ((row.span, f"`{row.address}`", part, ()) for parts in row.values for part in parts or ())


def _indices(game: Names, dims: tuple[Dim, ...], players: int) -> Iterator[Env]:
    """Yield the values that the indices of a declaration go through, as far as that is known and worth the time."""
    ranges = [_values(game, dim, players) for dim in dims]
    for combination in islice(product(*ranges), MOST_INDICES):
        yield {dim.index: index for dim, index in zip(dims, combination, strict=True) if index is not None}


def _values(game: Names, dim: Dim, players: int) -> Any:
    if isinstance(dim.domain.type, KindType) and dim.domain.type.kind in game.kinds:
        return range(len(game.kinds[dim.domain.type.kind].values))
    low, high = known(game, dim.domain.low, players), known(game, dim.domain.high, players)
    return range(low, high + 1)[:MOST_INDICES] if isinstance(low, int) and isinstance(high, int) else (None,)


def _trouble(game: Names, part: Any, players: int, env: Env | None = None) -> Why | None:
    """Return why working it out would stop the game, if it would; where there may be none is a matter of another check."""
    if part is None:
        return None
    try:
        value(game, part, players, env)
    except Impossible as found:
        return found.why if found.why != NONE_VALUE else None
    except Unknown:
        return None
    return None


# ---- rules ---------------------------------------------------------------------------------------
def _ruled(model: GameModel, game: Names) -> Iterator[Diagnostic]:
    found: dict[Span, dict[int, Why]] = {}
    for deed in model.deeds:
        for players in seats(model):
            for span, why in _in_block(game, deed.block, players):
                found.setdefault(span, {}).setdefault(players, why)
    for span, whys in found.items():
        yield from _told(model, whys, span, "this", Severity.WARNING)


def _in_block(game: Names, block: rules.Block, players: int) -> Iterator[tuple[Span, Why]]:
    for statement in block:
        for part in own_expressions(statement) if not isinstance(statement, rules.If) else [statement.branches[0].test]:
            yield from ((statement.span, why) for why in _surely(game, part, players))
        for inner in _entered(game, statement, players):
            yield from _in_block(game, inner, players)


def _entered(game: Names, statement: rules.Statement, players: int) -> Iterator[rules.Block]:
    """Yield the blocks inside a statement that no unknown test stands before."""
    if isinstance(statement, rules.If):
        for branch in statement.branches:
            holds = known(game, branch.test, players)
            if holds:
                yield branch.block
            if holds is not False:
                return
        yield statement.otherwise
        return
    yield from inner_blocks(statement)


def _surely(game: Names, part: Any, players: int) -> Iterator[Why]:
    """Yield what would stop the game in a part of an expression that is looked at whenever the whole is."""
    why = _trouble(game, part, players)
    if why is not None:
        yield why
        return
    match part:
        case exprs.Binary(op="div" | "mod") if known(game, part.right, players) == 0:
            yield BY_ZERO
        case exprs.Binary(op="and" | "or"):
            yield from _surely(game, part.left, players)
        case exprs.IfElse():
            holds = known(game, part.test, players)
            inner = part.test if holds is None else part.yes if holds else part.no
            yield from _surely(game, inner, players)
        case exprs.Collect():
            yield from _surely(game, part.binders[0].source, players)
        case exprs.Can() | exprs.Text():
            return
        case _:
            yield from (why for child in children(part) for why in _surely(game, child, players))

"""What expressions read and statements write, as tokens: `place:hand`, `marker:led`, `tally:coins`, `attr:disc.up`."""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import Names, deep, deep_statements
from rulekit.model.model_walk import family

Tokens = frozenset[str]


def reads(game: Names, expression: exprs.Expr) -> Tokens:
    """What an expression depends on, through definitions and (for `can`) through the deeds asked for."""
    found: set[str] = set()
    for node in deep(game, expression):
        looked_at = family(node)
        if looked_at is not None:
            found.add(":".join(looked_at))
        match node:
            case exprs.AttrOf(owner=owner, attr=attr) if _changes(game, owner, attr):
                found.add(f"attr:{owner}.{attr}")
            case exprs.Local(index=index):
                found.add(f"local:{index}")
            case exprs.Can(deed=deed) if deed in game.deeds:
                found.add(f"can:{deed}")
                found |= _tests(game, game.deeds[deed].block)
    return frozenset(found)


def _changes(game: Names, owner: str, attr: str) -> bool:
    return owner in game.sorts and any(a.name == attr and a.initial is not None for a in game.sorts[owner].attributes)


def _tests(game: Names, block: rules.Block) -> set[str]:
    """What the requirements and choices of a deed read."""
    found: set[str] = set()
    for statement in deep_statements(game, block):
        parts: list[exprs.Expr | None] = []
        if isinstance(statement, rules.OnlyIf):
            parts = [statement.test]
        elif isinstance(statement, rules.Choose):
            parts = [statement.where, *(pick.source for pick in statement.picks)]
        elif isinstance(statement, rules.Pay):
            found.add(f"tally:{statement.tally}")
        for part in parts:
            if part is not None and not any(isinstance(n, exprs.Can) for n in deep(game, part)):
                found |= {token for token in reads(game, part) if not token.startswith("local:")}
    return found


def sources(expression: exprs.Expr) -> Tokens:
    """The places whose pieces an expression names directly."""
    found: set[str] = set()
    todo: list[exprs.Expr] = [expression]
    while todo:
        node = todo.pop()
        match node:
            case exprs.Contents(place=place) | exprs.PieceAt(place=place):
                found.add(f"place:{place}")
            case exprs.Builtin(args=args):
                todo.extend(args)
            case exprs.ItemAt(of=of):
                todo.append(of)
            case exprs.Collect(binders=binders):
                todo.extend(binding.source for binding in binders)
            case exprs.IfElse(yes=yes, no=no):
                todo.extend((yes, no))
            case exprs.Items(items=items):
                todo.extend(items)
    return frozenset(found)


def writes(game: Names, statement: rules.Statement) -> Tokens:
    """What a statement itself changes; for a move of a chosen piece only the place it goes to is known."""
    found = set(sources(statement.what)) if isinstance(statement, rules.MovePieces) else set()
    for change in rules.does(statement).changes:
        found.add(f"{change.what}:{change.sort}.{change.name}" if change.sort else f"{change.what}:{change.name}")
        refill = game.places[change.name].refill if change.way == "out" and change.name in game.places else None
        if refill is not None:
            found.add(f"place:{refill.place}")
    return frozenset(found)


def is_chance(game: Names, statement: rules.Statement) -> bool:
    """Whether a statement asks the dice: shuffle, a draw from a bag (or from what is refilled), a random choice."""
    does = rules.does(statement)
    places = (game.places.get(change.name) for change in does.changes if change.way == "out")
    return does.chance or any(place is not None and (place.shape == "bag" or place.refill is not None) for place in places)


def is_decision(game: Names, statement: rules.Statement) -> bool:
    """Whether a statement asks a player: a choice, `one of`, `may`, the start of an action."""
    if isinstance(statement, rules.Do):
        return statement.deed in game.deeds and game.deeds[statement.deed].role == "action"
    return rules.does(statement).asks

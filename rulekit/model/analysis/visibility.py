"""What the player whose rules are running sees, and what an expression would tell beyond that.

How many pieces lie in a place is known to all. `mine` are locals (by number) and other expressions that are `me`; `bound`
are parameters of the definition being read that are.
"""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model import model, rules
from rulekit.model.analysis.game_index import BOX, Names
from rulekit.model.model_walk import children
from rulekit.model.types import PlayerType

Set = frozenset[int]
Mine = frozenset[int | exprs.Expr]  # players who are `me`: locals by number


def _player(dims: tuple[model.Dim, ...]) -> int | None:
    return next((n for n, dim in enumerate(dims) if isinstance(dim.domain.type, PlayerType)), None)


def is_me(player: exprs.Expr, mine: Mine, bound: Set = frozenset()) -> bool:
    """Return whether an expression surely is the player whose rules are running."""
    if isinstance(player, exprs.Local) and player.index in mine:
        return True
    return isinstance(player, exprs.Me) or player in mine or (isinstance(player, exprs.Bound) and player.index in bound)


def _sees(sight: str, dims: tuple[model.Dim, ...], indices: tuple[exprs.Expr, ...], mine: Mine, bound: Set) -> bool:
    """Return whether `me` sees an entry of a family. What is doubtful counts as seen."""
    if sight in ("open", ""):
        return True
    if sight == "hidden":
        return False
    number = _player(dims)
    if number is None:
        return True
    index = indices[number] if number < len(indices) else None
    me = index is not None and (isinstance(index, exprs.Active) or is_me(index, mine, bound))
    return me if sight == "private" else not (me or index is None)


def seen_place(game: Names, ref: rules.PlaceRef, mine: Mine) -> bool:
    """Return whether `me` sees what lies in a place."""
    place = game.places.get(ref.place)
    return place is None or ref.place == BOX or _sees(place.sight, place.dims, ref.indices, mine, frozenset())


def unseen(game: Names, start: exprs.Expr, mine: Mine, hidden_locals: Set, bound: Set = frozenset()) -> list[str]:
    """Return the places, markers and locals an expression reads although `me` does not see them, each as it would be written."""
    game.effort.spend()
    match start:
        case exprs.Contents() | exprs.PieceAt():
            place = game.places.get(start.place)
            dark = place is not None and not _sees(place.sight, place.dims, start.indices, mine, bound)
            return [start.place] if dark else _below(game, start, mine, hidden_locals, bound)
        case exprs.Lines():
            place = game.places.get(start.place)
            return [start.place] if place is not None and not _sees(place.sight, place.dims, (), mine, bound) else []
        case exprs.MarkerOf():
            marker = game.markers.get(start.marker)
            dark = marker is not None and not _sees(marker.sight, marker.dims, start.indices, mine, bound)
            return [start.marker] if dark else _below(game, start, mine, hidden_locals, bound)
        case exprs.Local():
            return [start.name] if start.index in hidden_locals else []
        case exprs.Apply():
            return _defined(game, start, mine, hidden_locals, bound)
        case exprs.Can():
            return []
    indices = counted(start)
    if indices is not None:
        return [name for index in indices for name in unseen(game, index, mine, hidden_locals, bound)]
    return _below(game, start, mine, hidden_locals, bound)


def _below(game: Names, start: exprs.Expr, mine: Mine, hidden_locals: Set, bound: Set) -> list[str]:
    return [name for part in children(start) for name in unseen(game, part, mine, hidden_locals, bound)]


def counted(start: exprs.Expr) -> tuple[exprs.Expr, ...] | None:
    """If only the number of pieces is asked (`count(P)`, `P is empty`, `P is none`): the indices, which are still read."""
    match start:
        case (
            exprs.Builtin(function="count", args=(exprs.Contents(indices=indices),))
            | exprs.IsEmpty(of=exprs.Contents(indices=indices))
        ):
            return indices
        case exprs.Binary(op="is" | "is not", left=exprs.Contents(indices=indices), right=exprs.Const(value=None)):
            return indices
        case exprs.Binary(op="is" | "is not", left=exprs.PieceAt() as piece, right=exprs.Const(value=None)):
            return (*piece.indices, piece.position)
        case exprs.Binary(
            op="is" | "is not", left=exprs.Builtin(args=(exprs.Contents(indices=indices),)), right=exprs.Const(value=None)
        ):
            return indices
        case exprs.IsEmpty(of=exprs.PieceAt() as piece):
            return (*piece.indices, piece.position)
        case exprs.Collect(function="count", binders=(only,), where=None) if isinstance(only.source, exprs.Contents):
            return only.source.indices
    return None


def _defined(game: Names, start: exprs.Apply, mine: Mine, hidden_locals: Set, bound: Set) -> list[str]:
    """Return what a definition reads, its parameters being what they are told."""
    define = game.defines.get(start.define)
    told = [name for part in start.args for name in unseen(game, part, mine, hidden_locals, bound)]
    if define is None:
        return told
    own = frozenset(
        parameter.index
        for parameter, value in zip(define.params, start.args, strict=False)
        if isinstance(value, exprs.Active) or is_me(value, mine, bound)
    )
    key = (define.name, own)
    if key not in game.read:
        game.read[key] = []
        game.read[key] = list(dict.fromkeys(unseen(game, define.body, frozenset(), frozenset(), own)))
    return told + game.read[key]

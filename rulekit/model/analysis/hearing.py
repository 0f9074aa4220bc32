"""What somebody who hears a sentence cannot see, and what was revealed before it is said.

Comes in: an expression, who hears it (None: everybody), what was shown before. What is doubtful counts as unseen.
"""

from __future__ import annotations

import attrs
from attrs import frozen

from rulekit.model import expressions as exprs
from rulekit.model.analysis.game_index import Names
from rulekit.model.analysis.visibility import counted
from rulekit.model.expressions import Expr
from rulekit.model.model import Dim, GameModel
from rulekit.model.model_walk import children, put_in
from rulekit.model.types import PlayerType, is_piece

Entry = tuple[str, tuple[Expr, ...]]  # a family and the first of its indices; none: all of it


@frozen
class Hearing:
    """What is known where a sentence is said: entries that were shown (and to whom), locals that hold something unseen."""

    shown: frozenset[tuple[Entry, Expr | None]] = frozenset()
    unseen: frozenset[tuple[int, Expr | None]] = frozenset()  # locals, with where their pieces lie; None: a value

    def reveals(self, what: Expr, to: Expr | None) -> Hearing:
        """After something was shown."""
        entry = entry_of(what)
        shown = self.shown if entry is None else self.shown | {(entry, to)}
        return attrs.evolve(self.knows(what) if to is None else self, shown=shown)

    def knows(self, what: Expr) -> Hearing:
        """After a local was shown, or put where everybody sees it."""
        index = what.index if isinstance(what, exprs.Local) else None
        return attrs.evolve(self, unseen=frozenset(pair for pair in self.unseen if pair[0] != index))

    def hides(self, local: int, source: Expr | None) -> Hearing:
        """After a local got a value that not everybody sees."""
        return attrs.evolve(self, unseen=frozenset(pair for pair in self.unseen if pair[0] != local) | {(local, source)})

    def changed(self, names: frozenset[str]) -> Hearing:
        """After something else lies in these places, or these markers were set: it has to be shown again."""
        return attrs.evolve(self, shown=frozenset(pair for pair in self.shown if pair[0][0] not in names))

    def join(self, other: Hearing) -> Hearing:
        """Either of two."""
        return Hearing(self.shown & other.shown, self.unseen | other.unseen)


def entry_of(what: Expr) -> Entry | None:
    """Return the places or the marker that an expression is, if it is all of them."""
    match what:
        case exprs.Contents(place=name, indices=indices) | exprs.MarkerOf(marker=name, indices=indices):
            return name, indices
        case exprs.Local(index=index):
            return f"local {index}", ()
    return None


@frozen
class Hearer:
    """Who hears a sentence, and what is known then."""

    model: GameModel
    game: Names
    to: Expr | None
    known: Hearing

    def unseen(self, expr: Expr) -> list[str]:
        """Return what an expression tells that its hearers do not see, each as it would be written."""
        self.game.effort.spend()
        indices = counted(expr)
        if indices is not None:
            return [name for index in indices for name in self.unseen(index)]
        match expr:
            case exprs.Contents(place=name, indices=at) | exprs.PieceAt(place=name, indices=at):
                place = self.game.places.get(name)
                return self._below(expr) if place is None or self._sees(name, place.sight, place.dims, at) else [name]
            case exprs.Lines(place=name):
                place = self.game.places.get(name)
                return self._below(expr) if place is None or self._sees(name, place.sight, place.dims, ()) else [name]
            case exprs.MarkerOf(marker=name, indices=at):
                marker = self.game.markers.get(name)
                return self._below(expr) if marker is None or self._sees(name, marker.sight, marker.dims, at) else [name]
            case exprs.Local(index=index, name=name):
                shown = any(self._shown(entry, to, f"local {index}", ()) for entry, to in self.known.shown)
                hidden = any(self._hides(source) for local, source in self.known.unseen if local == index)
                return [name] if hidden and not shown else []
            case exprs.Apply(define=name, args=args) if name in self.game.defines:
                define = self.game.defines[name]
                told = {p.index: value for p, value in zip(define.params, args, strict=False)}
                return self.unseen(put_in(define.body, told))
            case exprs.ScoreOf(line=line):
                lines = [s for s in self.model.score if line in (None, s.name)]
                return [name for s in lines for name in self.unseen(put_in(s.value, {0: expr.player}))]
            case exprs.Winners():
                return [name for c in self.model.winner for name in self.unseen(c.value)]
            case exprs.Can():
                return [expr.deed]
        return self._below(expr)

    def says(self, part: Expr) -> list[str]:
        """Return the same for a value in a sentence: to those who do not see a piece, its name is only that of its sort."""
        return [] if is_piece(part.type) and _is_named(part) else self.unseen(part)

    def _below(self, expr: Expr) -> list[str]:
        return [name for part in children(expr) for name in self.unseen(part)]

    def _hides(self, source: Expr | None) -> bool:
        """Return whether a local is still unseen: a piece of a place that was shown meanwhile is not."""
        return source is None or bool(self.unseen(source))

    def _sees(self, name: str, sight: str, dims: tuple[Dim, ...], indices: tuple[Expr, ...]) -> bool:
        if sight in ("open", "") or any(self._shown(entry, to, name, indices) for entry, to in self.known.shown):
            return True
        number = next((n for n, dim in enumerate(dims) if isinstance(dim.domain.type, PlayerType)), None)
        own = number is not None and number < len(indices) and self.to is not None and indices[number] == self.to
        return sight == "private" and own

    def _shown(self, entry: Entry, to: Expr | None, name: str, indices: tuple[Expr, ...]) -> bool:
        shown, at = entry
        return shown == name and at == indices[: len(at)] and (to is None or to == self.to)


def _is_named(pieces: Expr) -> bool:
    """Return whether pieces are told by where they lie, without a look at them."""
    match pieces:
        case exprs.Builtin(function="top" | "bottom" | "reversed" | "first", args=(of, *_)):
            return _is_named(of)
    return isinstance(pieces, exprs.Local | exprs.PieceAt | exprs.Contents)

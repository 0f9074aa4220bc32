"""What a node reads that a player may not see: such a node is a horizon of that player's search.

How many pieces lie anywhere is known to all; reading them is not. To name a piece (`let card = top(deck)`) is not to look at
it; to read its attributes is, if it lies where the player does not see it. Comes out: conditions, as data, of which one must
hold for the node to read something hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import define, field, frozen

from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.model_walk import children, closure, everything, expressions, put_in
from rulekit.model.types import PlayerType, is_piece, sort_of
from rulekit.program import program as prog
from rulekit.program.nodes import AnyNode

MOST_OPENED_WITHIN = 12  # definitions inside definitions that are looked through
MOST_OPENED = 300  # in one node


@frozen
class Always:
    """Nobody sees it."""


@frozen
class Hides:
    """A piece (or one of several) that this names may lie where the player does not see it."""

    pieces: Expr


@frozen
class Belongs:
    """It is hidden from everybody else (`to` True: only from that player)."""

    player: Expr
    to: bool


Condition = Always | Hides | Belongs
Seen = prog.PlaceLayout | prog.MarkerLayout  # what has a sight


@define
class HiddenReads:
    """Looks at the nodes of one program, once at each."""

    program: prog.Program
    places: Mapping[str, prog.PlaceLayout] = field(init=False)
    markers: Mapping[str, prog.MarkerLayout] = field(init=False)
    _opened: int = 0
    _known: dict[int, tuple[Condition, ...]] = field(factory=dict)  # by the identity of the node
    _private: dict[int, bool] = field(factory=dict)  # by the entry of the trial

    def __attrs_post_init__(self) -> None:
        self.places = {p.name: p for p in self.program.layout.places}
        self.markers = {k.name: k for k in self.program.layout.markers}

    def of(self, node: AnyNode) -> tuple[Condition, ...]:
        """When a node reads something hidden; requirements and choices may read nothing unseen (that is checked)."""
        if id(node) not in self._known:
            self._known[id(node)] = self._of(node)
        return self._known[id(node)]

    def _of(self, node: AnyNode) -> tuple[Condition, ...]:
        match node:
            case prog.Require() | prog.Choose() | prog.Random() | prog.Deal() | prog.Shuffle() | prog.Start():
                return ()
            case prog.Reveal() | prog.Announce():
                return ()  # who is shown something: see `shown`
            case prog.NextTurn() | prog.TurnFirst() | prog.TurnNext():
                return ()
            case prog.SetAttr(value=value):
                parts: tuple[Expr, ...] = (value,)
            case prog.SetMarker(indices=indices, value=value):
                parts = (*indices, *(() if only_names(value) else (value,)))
            case prog.Move(what=what, to=to):
                parts = (*to.indices, *(() if only_names(what) else (what,)))
            case prog.Gain(count=count, indices=indices) | prog.Pay(count=count, indices=indices):
                parts = (count, *indices)
            case _:
                parts = tuple(part for part in expressions(node) if not only_names(part))
        return self.conditions(*parts)

    def shown(self, node: prog.Reveal) -> tuple[Condition, ...]:
        """When a player sees something new, if it is shown to that player."""
        named = [e for e in everything(node.what) if isinstance(e, prog.Cell) and self._may_hide(e)]
        return tuple(dict.fromkeys((*self.conditions(node.what), *map(Hides, named))))

    def conditions(self, *parts: Expr) -> tuple[Condition, ...]:
        """When some of these expressions look at what a player does not see."""
        found: list[Condition] = []
        self._opened = 0
        for condition in (c for part in parts for c in self._conditions(part, 0)):
            if isinstance(condition, Always):
                return (condition,)
            if condition not in found:
                found.append(condition)
        return tuple(found)

    def _conditions(self, expr: Expr, depth: int) -> Iterator[Condition]:
        match expr:
            case (
                exprs.Builtin(function="count", args=(exprs.Contents() as contents,))
                | exprs.IsEmpty(of=exprs.Contents() as contents)
            ):
                for index in contents.indices:
                    yield from self._conditions(index, depth)
                return
            case exprs.Contents(place=name, indices=indices) | exprs.PieceAt(place=name, indices=indices) if name in self.places:
                yield from _family(self.places[name], indices)
            case exprs.AttrOf(of=prog.Cell() as cell) if self._may_hide(cell):
                yield Hides(cell)
            case exprs.MarkerOf(marker=name, indices=indices):
                yield from _family(self.markers[name], indices)
            case exprs.Apply(define=name, args=args) if depth < MOST_OPENED_WITHIN:
                self._opened += 1
                if self._opened > MOST_OPENED:  # definitions that each use the one before twice: nothing is told any more
                    yield Always()
                    return
                definition = next(d for d in self.program.defines if d.name == name)
                yield from self._conditions(with_arguments(definition, args), depth + 1)
                return
            case prog.Try(player=player, trial=trial) if self._reads_private(self.program.trials[trial].entry):
                yield Belongs(player, to=False)
        for child in children(expr):
            yield from self._conditions(child, depth)

    def _reads_private(self, entry: int) -> bool:
        """Return whether a deed that is tried reads what the player sees who tries it, but not everybody."""
        if entry not in self._private:
            self._private[entry] = self._meets_private(entry)
        return self._private[entry]

    def _meets_private(self, entry: int) -> bool:
        nodes, defines = self.program.nodes, {d.name: d.body for d in self.program.defines}
        families: list[Seen] = [*self.places.values(), *self.markers.values()]
        private = {f.name for f in families if f.sight in ("private", "others")}
        passed = closure([entry], lambda node: prog.successors(nodes[node]))
        looked = [e for node in passed for outer in expressions(nodes[node]) for e in everything(outer)]
        opened = closure(_applied(looked), lambda name: _applied(everything(defines[name])))
        looked += [e for name in opened for e in everything(defines[name])]
        return any(_family_name(e) in private for e in looked)

    def _may_hide(self, cell: prog.Cell) -> bool:
        """Return whether a cell names pieces of a sort that can lie where not everybody sees them."""
        sort = sort_of(cell.type)
        return sort is not None and any(p.sort == sort and p.sight != "open" for p in self.places.values())


def only_names(value: Expr) -> bool:
    """Return whether an expression picks pieces by where they lie, without looking at them."""
    looks = (exprs.AttrOf, exprs.Matches, exprs.AnyMatch, exprs.Exactly, exprs.Collect, exprs.Apply)
    return is_piece(value.type) and not any(isinstance(e, looks) for e in everything(value))


def _applied(looked: Iterable[Expr]) -> Iterator[str]:
    return (e.define for e in looked if isinstance(e, exprs.Apply))


def _family_name(expr: Expr) -> str:
    """Return the place or marker that an expression reads."""
    match expr:
        case exprs.MarkerOf(marker=name) | exprs.Contents(place=name) | exprs.PieceAt(place=name):
            return name
    return ""


def with_arguments(definition: prog.DefineCode, args: tuple[Expr, ...]) -> Expr:
    """Return the body of a definition with arguments for its parameters."""
    return put_in(definition.body, {param[0]: arg for param, arg in zip(definition.params, args, strict=True)})


def _family(family: Seen, indices: tuple[Expr, ...]) -> Iterator[Condition]:
    if family.sight == "open":
        return
    if family.sight == "hidden":
        yield Always()
        return
    for dim, index in zip(family.dims, indices, strict=False):
        if isinstance(dim.type, PlayerType):
            if any(isinstance(e, exprs.Bound) for e in everything(index)):
                break
            yield Belongs(index, to=family.sight != "private")
            return
    yield Always()

"""What differs in the rules of two games: one record a difference, each of which can be carried over by itself.

Comes in: two models. Goes out: the common names, renamings, and the differences; `Rules.mixed` gives the first game with some
of them taken from the second.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from attrs import evolve, field, frozen

from rulekit.compare.rules.carry_over import Patch
from rulekit.compare.rules.edits import Plan, apply_plan
from rulekit.compare.rules.match_names import Renamed
from rulekit.compare.rules.vocabulary import Names
from rulekit.diagnostics import NOWHERE, Span
from rulekit.model.analysis.references import PartialModel
from rulekit.model.model import GameModel
from rulekit.model.model_walk import Changes, closure
from rulekit.model.rules import Citation

MOST_APART = 6


@frozen
class Side:
    """What one game says: the address of the rule, its parts of the model, citations, place in the text."""

    address: str
    parts: tuple[object, ...]
    cites: tuple[Citation, ...]
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Difference:
    """One difference. `what`: option, kind, pieces, place, tally, marker, table, definition, rule, score, winner, players;
    `how`: changed, added, removed, moved, head. `name`: the thing, in the first game's words. `needs`: others without which
    it cannot be carried over. `plays`: it may change play."""

    number: int
    what: str
    how: str
    name: str
    one: Side | None
    two: Side | None
    needs: frozenset[int] = frozenset()
    plays: bool = True
    apart: bool = True  # it can be carried over by itself
    detail: tuple[Any, ...] = ()
    listed: bool = True  # a definition that one game has and the other puts where it is used is no difference

    @property
    def address(self) -> str:
        """Where it is, in the first game if it is there."""
        return (self.one or self.two or Side(self.name, (), ())).address

    @property
    def section(self) -> str:
        """The section of the rulebook it belongs to, as far as it cites one."""
        cites = [c for side in (self.one, self.two) if side for c in side.cites]
        return next((c.section for c in cites if c.section), "")


@frozen
class Rules:
    """Two games held against each other."""

    a: GameModel
    b: GameModel
    names: Names
    renamed: tuple[Renamed, ...]
    differences: tuple[Difference, ...]
    patches: Mapping[int, Patch] = field(eq=False, repr=False)
    plans: Mapping[str, Plan] = field(eq=False, repr=False)

    @property
    def independent(self) -> bool:
        """Whether the files were written independently: another name, and too many rules put otherwise to go one by one."""
        put = sum(d.plays and d.what in ("rule", "score", "winner") for d in self.differences)
        return self.a.name != self.b.name and put > MOST_APART

    def closed(self, numbers: Collection[int]) -> frozenset[int]:
        """Return these differences with all that they need."""
        return frozenset(closure(numbers, lambda number: self.differences[number].needs))

    def mixed(self, numbers: Collection[int]) -> PartialModel:
        """Return the first game with these differences taken from the second; it may speak of what only that one has."""
        chosen = self.closed(numbers)
        model = self.a
        for number in sorted(chosen & self.patches.keys()):
            model = self.patches[number](model)
        deeds = tuple(
            evolve(d, block=apply_plan(d.block, self.plans[d.name], chosen)) if d.name in self.plans else d for d in model.deeds
        )
        changed: Changes = {"deeds": deeds}
        for part in ("score", "winner"):
            if part in self.plans:
                changed[part] = apply_plan(getattr(model, part), self.plans[part], chosen)
        return PartialModel(evolve(model, examples=(), **changed))

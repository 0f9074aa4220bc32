"""Two games in lock-step for any number of players, made when they are asked for."""

from __future__ import annotations

from functools import cached_property

from attrs import define, evolve, field

from rulekit.compare.lockstep.chance import IN_ORDER, Coupling
from rulekit.compare.lockstep.counterparts import compared_games
from rulekit.compare.lockstep.lockstep import Pair
from rulekit.compare.rules.vocabulary import Names
from rulekit.model.analysis.references import PartialModel
from rulekit.model.model import GameModel
from rulekit.program.lower import lower


@define(slots=False)
class Pairs:
    """Two models (in common names, if no names are given) and their pairs by number of players; either may be mixed."""

    a: GameModel | PartialModel
    b: GameModel | PartialModel
    names: Names | None = None
    coupling: Coupling = IN_ORDER
    made: dict[int, Pair | None] = field(factory=dict)

    def get(self, players: int) -> Pair | None:
        """Return the pair for so many players; None where a mixed game does not hold together."""
        if players not in self.made:
            self.made[players] = self._make(*self.whole, players) if self.whole is not None else None
        return self.made[players]

    @cached_property
    def whole(self) -> tuple[GameModel, GameModel] | None:
        """Both games, if they hold together."""
        first, second = (m.whole() if isinstance(m, PartialModel) else m for m in (self.a, self.b))
        return None if first is None or second is None else (first, second)

    def under(self, coupling: Coupling) -> Pairs:
        """Return the same games with another coupling of their chance."""
        made = {n: None if pair is None else evolve(pair, coupling=coupling) for n, pair in self.made.items()}
        return Pairs(self.a, self.b, self.names, coupling, made)

    def _make(self, a: GameModel, b: GameModel, players: int) -> Pair | None:
        first, second = (lower(evolve(m, examples=()), players) for m in (a, b))
        if first.value is None or second.value is None:
            return None
        both = compared_games((a, first.value), (b, second.value), self.names)
        return Pair(*both, loose=a.name != b.name, coupling=self.coupling)

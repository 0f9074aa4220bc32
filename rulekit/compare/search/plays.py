"""What a search works with: looks that it may spend (a look: both games at one decision), a play, and what it found."""

from __future__ import annotations

from time import monotonic

from attrs import define, frozen

from rulekit.compare.lockstep.chance import Outcomes, TooMuchChance
from rulekit.compare.lockstep.counterparts import Key
from rulekit.compare.lockstep.lockstep import Look, Pair, Parting, Position
from rulekit.program.program import FORCED, CellValue

SHORTEST, OF_CHANCE, SHORT = "shortest", "shortest with this chance", "short, not proved shortest"


@define
class Budget:
    """Looks that may still be spent; `until`: a moment (of `monotonic`) after which there are none."""

    looks: int
    until: float = float("inf")
    spent: int = 0
    late: bool = False

    def spend(self) -> bool:
        """Return whether one more look is possible; it is counted."""
        self.late = self.late or monotonic() > self.until
        if self.spent >= self.looks or self.late:
            return False
        self.spent += 1
        return True

    def take(self, part: Budget) -> None:
        """Count what a part has spent."""
        self.spent += part.spent
        self.late = self.late or part.late

    def share(self, looks: int) -> Budget:
        """Return a part of what is left."""
        return Budget(min(looks, self.looks - self.spent), self.until)


@frozen
class Play:
    """Moves that both games allow, up to where they part. `forced`: outcomes of chance that were given, not drawn."""

    players: int
    seed: int
    keys: tuple[Key, ...]
    parting: Parting
    how: str
    forced: tuple[CellValue, ...] | None = None

    def start(self, pair: Pair) -> Position:
        """Return both games before their set-up, with the chance of the play."""
        position = pair.start(self.seed)
        if self.forced is not None:
            position.a[FORCED] = position.b[FORCED] = self.forced
        return position


@frozen
class Searched:
    """What a search did: plays at random, looks, whether it saw every position there is, and what it found."""

    players: int
    games: int = 0
    looks: int = 0
    everything: bool = False
    open: bool = True  # every outcome of chance can be tried; it is a matter of looks
    shown: Play | None = None
    latent: Play | None = None
    light: int = 0  # numbers of games without full menus that are used up

    @property
    def found(self) -> Play | None:
        """The best play it has."""
        return self.shown or self.latent


def follow(
    pair: Pair, play: Play, keys: tuple[Key, ...], budget: Budget | None = None, whole: bool = False
) -> tuple[tuple[Key, ...], Look] | None:
    """Play these moves with the same chance, up to the first parting of the same kind or (`whole`) the end.

    None if one of them is not possible.
    """
    position = play.start(pair)
    for number in range(len(keys) + 1):
        if budget is not None and not budget.spend():
            return None
        try:
            look = pair.look(position)
        except (Outcomes, TooMuchChance):
            return None
        met = look.parting is not None and look.parting.observable and look.parting.sign == play.parting.sign
        if number == len(keys) or (met and not whole):
            return keys[:number], look
        if keys[number] not in look.menu_a or keys[number] not in look.menu_b:
            return None
        position = look.after(keys[number])
    return None

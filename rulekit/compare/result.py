"""What a comparison asks for and what comes out of it, as data."""

from __future__ import annotations

from attrs import field, frozen

from rulekit.compare.lockstep.lockstep import Pair
from rulekit.compare.rules.differences import Difference, Rules
from rulekit.compare.search.plays import Play, Searched

OBSERVABLE, LATENT, NONE = "observable", "latent", "none"
BOTH, IN_A, IN_B = "both", "first", "second"
EFFORT, SECONDS = 12_000, 120.0


@frozen
class CompareOptions:
    """What is wanted: player counts (none: all that both games have), looks for each search, seconds for all of them together."""

    players: tuple[int, ...] = ()
    effort: int = EFFORT
    seconds: float = SECONDS
    each: bool = True  # look for a witness of every difference, not only of the whole


@frozen
class Witness:
    """A play where the games part. `between`: both (the two games themselves), first (the first game and the same with what is
    blamed from the second), second (the second game without and with it). `blame`: the smallest set that makes it."""

    play: Play
    between: str
    blame: frozenset[int]
    pair: Pair = field(eq=False, repr=False)
    also: bool = False  # the same moves part the two games themselves in this way
    lucky: bool = False  # not every way to hold their chance together was tried

    @property
    def parts_both(self) -> bool:
        """Whether the two games themselves part here, and not only a mixture of them."""
        return self.between == BOTH or self.also

    @property
    def observable(self) -> bool:
        """Whether players notice it."""
        return self.play.parting.observable

    @property
    def how(self) -> str:
        """How it was found."""
        return self.play.how


@frozen
class Tried:
    """What was searched: for the whole (`number` None) or for one difference, all else being as in one of the games
    (`between`); one entry for each number of players."""

    number: int | None
    searched: tuple[Searched, ...]
    between: str = BOTH

    @property
    def games(self) -> int:
        """How many random plays were made."""
        return sum(s.games for s in self.searched)


@frozen
class Comparison:
    """All that came out. No players: no number of players suits both, and nothing was played."""

    rules: Rules
    players: tuple[int, ...]
    witnesses: tuple[Witness, ...]
    tried: tuple[Tried, ...]
    seconds: float
    late: bool

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The differences of the rules that are worth telling."""
        return tuple(d for d in self.rules.differences if d.listed)

    @property
    def verdict(self) -> str | None:
        """observable, latent or none; None where nothing could be played. What parts only a mixture counts as none."""
        if not self.players:
            return None
        if any(w.observable for w in self.parting):
            return OBSERVABLE
        return LATENT if self.parting else NONE

    @property
    def parting(self) -> tuple[Witness, ...]:
        """The witnesses that part the two games themselves."""
        return tuple(w for w in self.witnesses if w.parts_both)

    @property
    def proved(self) -> tuple[int, ...]:
        """Player counts for which every position was visited, and nothing differed."""
        whole = [t for t in self.tried if t.number is None]
        return tuple(s.players for t in whole for s in t.searched if s.everything and s.found is None)

    @property
    def unneeded(self) -> tuple[Difference, ...]:
        """Differences that could change play, and that no witness needed."""
        used = self.rules.closed(frozenset[int]().union(*(w.blame for w in self.witnesses)))
        return tuple(d for d in self.differences if d.plays and d.number not in used)

    @property
    def games(self) -> int:
        """How many random games of the two were played to the end."""
        return sum(t.games for t in self.tried if t.number is None)

    @property
    def looks(self) -> int:
        """At how many decisions of the two was looked."""
        return sum(s.looks for t in self.tried if t.number is None for s in t.searched)

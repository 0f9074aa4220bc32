"""Two rule sets compared: what differs in the rules, where it shows in play, and which rules make it so.

Comes in: two checked models and a asked (player counts, budget). Goes out: a `Comparison`. First the two games are played
against each other; then every difference of the rules by itself, all else being as in the first game, and, if that shows nothing,
all else being as in the second.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic

from attrs import define, evolve, field

from rulekit.compare.lockstep.chance import Coupling
from rulekit.compare.lockstep.couplings import Settled, settled
from rulekit.compare.lockstep.lockstep import Pair, Pairs
from rulekit.compare.result import BOTH, IN_A, IN_B, CompareOptions, Comparison, Tried, Witness
from rulekit.compare.rules.differences import Difference, Rules
from rulekit.compare.rules.find_differences import compare_rules
from rulekit.compare.search.plays import Play, Searched, follow
from rulekit.compare.search.search_stages import SearchLadder, favoured_actions
from rulekit.compare.witness.blame import smallest
from rulekit.diagnostics import NOWHERE, Checked, Diagnostic, Severity, finding
from rulekit.model.analysis.references import PartialModel
from rulekit.model.model import GameModel
from rulekit.wording import sentence

LEAST_SHARED_BY_NAME = 0.3  # the same for games of one name
LEAST_SHARED = 0.6  # the share of places, pieces, tallies, kinds and rules that has to be found in both
USUAL = CompareOptions()
FIRST, ALL = 0.4, 0.9  # of the time: for the whole, if there is more to try, and if not


def compare(a: GameModel, b: GameModel, asked: CompareOptions = USUAL) -> Checked[Comparison]:
    """Compare two games."""
    rules = compare_rules(a, b)
    wrong = incomparable(rules)
    if wrong is not None:
        return Checked(None, (wrong,))
    players = common_players(a, b, asked.players)
    if players.value is None:
        return Checked(None, players.diagnostics)
    return Checked(_Comparer(rules, rules.b, asked, players.value, monotonic()).run(), players.diagnostics)


@define
class _Comparer:
    rules: Rules
    b: GameModel
    asked: CompareOptions
    players: tuple[int, ...]
    began: float
    witnesses: list[Witness] = field(factory=list)
    tried: list[Tried] = field(factory=list)
    late: bool = False

    def run(self) -> Comparison:
        """Return the whole, then every difference by itself."""
        whole = Pairs(self.rules.a, self.b, self.rules.names)
        if self.players:
            self._whole(whole)
            if self._one_by_one():
                self._each(whole)
        return Comparison(self.rules, self.players, tuple(self.witnesses), tuple(self.tried), monotonic() - self.began, self.late)

    # ---- the whole -------------------------------------------------------------------------------
    def _whole(self, pairs: Pairs) -> None:
        numbers = frozenset(d.number for d in self.rules.differences if d.plays)
        share = FIRST if len(numbers) > 1 and self.asked.each else ALL
        found = self._search(None, pairs, [self.rules.differences[n].name for n in numbers], share, BOTH)
        if found.best is None:
            return
        play, pair = found.best
        if not play.parting.observable and self.asked.each and len(numbers) > 1:
            return  # each difference will be looked at by itself
        blame = smallest(self.rules, numbers, play, lambda m: self._mixed(pair, m), self._until(0.5))
        self.witnesses.append(Witness(play, BOTH, blame, pair, lucky=found.open))

    def _mixed(self, pair: Pair, model: PartialModel) -> list[Pair]:
        """Return the first game with a mixed one: chance is held together as in a pair, or the mixed game has the first one's."""
        players, coupling = pair.a.program.layout.players, pair.coupling
        both = Pairs(self.rules.a, model, coupling=coupling).get(players)
        like = [coupling] if coupling.a in ((), coupling.b) else [coupling, evolve(coupling, b=coupling.a)]
        return [] if both is None else [evolve(both, coupling=one) for one in like]

    # ---- one by one ------------------------------------------------------------------------------
    def _one_by_one(self) -> bool:
        """Whether differences are to be tried by themselves: if there are several, and not in files written independently."""
        if sum(d.plays and d.apart for d in self.rules.differences) < 2:
            return False
        proved = {s.players for t in self.tried for s in t.searched if s.everything and s.found is None}
        return self.asked.each and not set(self.players) <= proved and not self.rules.independent

    def _each(self, whole: Pairs) -> None:
        playing = [d for d in self.rules.differences if d.plays and d.apart]
        blamed = {n for w in self.witnesses if w.observable for n in w.blame}
        left = [d for d in playing if d.number not in blamed]
        everything = frozenset(d.number for d in self.rules.differences if d.apart)
        for at, one in enumerate(left):
            if self._over():  # mixing a game takes time too
                self._give_up(one.number, IN_A)
                continue
            share = 1 / (len(left) - at + 1)
            first = Pairs(self.rules.a, self.rules.mixed((one.number,)))
            shown = self._one(one, first, IN_A, share, whole)
            if shown or not any(s.looks for s in self.tried[-1].searched):
                continue
            rest = self.rules.mixed(everything - _users(self.rules, one.number))
            self._one(one, Pairs(rest, self.rules.mixed(everything)), IN_B, share, whole)

    def _one(self, one: Difference, pairs: Pairs, between: str, share: float, whole: Pairs) -> bool:
        """Look for a witness of one difference; whether there is an observable one."""
        found = self._search(one.number, pairs, [one.name], share, between)
        if found.best is None or found.best[0].parting.what == "fault":  # rules that only hold together
            return False
        play, pair = found.best
        numbers = frozenset((one.number,))
        if play.parting.observable or not any(one.number in w.blame for w in self.witnesses):
            self.witnesses.append(self._lifted(Witness(play, between, numbers, pair, lucky=found.open), whole))
        return play.parting.observable

    def _lifted(self, witness: Witness, whole: Pairs) -> Witness:
        """With a look whether the same moves part the two games themselves in the same way, where more is different."""
        pair = whole.get(witness.play.players)
        assert pair is not None
        found = follow(pair, witness.play, witness.play.keys, whole=True)
        also = found is not None and found[1].parting is not None and witness.play.parting.within(found[1].parting)
        return evolve(witness, also=also)

    # ---- searching -------------------------------------------------------------------------------
    def _until(self, share: float) -> float:
        """Return the moment until which a part of the work may take: a share of the time that is left."""
        now = monotonic()
        return now + max(0.0, (self.began + self.asked.seconds - now) * share)

    def _over(self) -> bool:
        return monotonic() > self.began + self.asked.seconds

    def _give_up(self, number: int, between: str) -> Settled:
        """Note that there was no time for a difference."""
        self.late = True
        self.tried.append(Tried(number, tuple(Searched(n) for n in self.players), between))
        return Settled(None)

    def _search(self, number: int | None, pairs: Pairs, names: Iterable[str], share: float, between: str) -> Settled:
        """Search every number of players, the fewest first, a little more each time."""
        if number is not None and self._over():
            return self._give_up(number, between)
        liked, until = favoured_actions(self.rules.a, frozenset(names)), self._until(share)
        usable = [n for n in self.players if pairs.get(n) is not None]
        same = number is None and not any(d.plays for d in self.rules.differences)
        searches: list[SearchLadder] = []

        def run(coupling: Coupling) -> tuple[tuple[Play, Pair] | None, bool]:
            searches.append(SearchLadder(pairs.under(coupling), liked, until, self.asked.effort))
            return searches[-1].run(usable, same), monotonic() > until

        found = settled(run)
        self.tried.append(Tried(number, tuple(searches[-1].done.values()), between))
        self.late = self.late or any(search.late for search in searches)
        return found


def _users(rules: Rules, number: int) -> frozenset[int]:
    """Return a difference and all that cannot be there without it."""
    return frozenset(d.number for d in rules.differences if number in rules.closed((d.number,)))


# ---- whether they can be compared ----------------------------------------------------------------
def incomparable(rules: Rules) -> Diagnostic | None:
    """Return why two games cannot be compared at all."""
    least = LEAST_SHARED_BY_NAME if rules.a.name == rules.b.name else LEAST_SHARED
    mine, theirs = _solid(rules.a), _solid(rules.b)
    shared = len(set(rules.names.tops.values()) & mine)
    if shared >= least * max(len(mine), len(theirs)):
        return None
    most = max(len(mine), len(theirs))
    message = sentence(
        "`{name}` and `{name2}` are not the same game: {shared} of {most} things are found in both",
        name=rules.a.name,
        name2=rules.b.name,
        shared=shared,
        most=most,
    )
    return finding("RK585", NOWHERE, message, "compare two versions of one game: files, readings, variants or option values")


def _solid(model: GameModel) -> set[str]:
    """Return what a game consists of."""
    deeds = {d.name for d in model.deeds if d.role not in ("setup", "play")}
    return deeds | {d.name for part in (model.places, model.sorts, model.tallies, model.kinds) for d in part}


def common_players(a: GameModel, b: GameModel, wanted: tuple[int, ...]) -> Checked[tuple[int, ...]]:
    """Return the numbers of players for which both games can be played; with a warning if there are none."""
    low, high = max(a.players[0], b.players[0]), min(a.players[1], b.players[1])
    if low > high:
        message = sentence(
            "no number of players suits both games: the first is for {first}, the second for {second}",
            first=_span(*a.players),
            second=_span(*b.players),
        )
        return Checked((), (finding("RK584", NOWHERE, message, "only their rules are compared", severity=Severity.WARNING),))
    missing = [n for n in wanted if not low <= n <= high]
    if missing:
        message = sentence("both games can be played by {span}, not by {missing}", span=_span(low, high), missing=missing[0])
        return Checked(None, (finding("RK583", NOWHERE, message, "without a number of players, all numbers are tried"),))
    return Checked(wanted or tuple(range(low, high + 1)))


def _span(low: int, high: int) -> str:
    return str(low) if low == high else sentence("{low} to {high}", low=low, high=high)

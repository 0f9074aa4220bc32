"""Whether two games can be held against each other: enough in common, and a number of players that suits both."""

from __future__ import annotations

from rulekit.compare.rules.differences import Rules
from rulekit.diagnostics import NOWHERE, Checked, Diagnostic, Severity, finding
from rulekit.model.model import GameModel
from rulekit.wording import sentence

LEAST_SAME = 0.3  # the same for games of one name
LEAST = 0.6  # the share of places, pieces, tallies, kinds and rules that has to be found in both


def incomparable(rules: Rules) -> Diagnostic | None:
    """Return why two games cannot be compared at all."""
    least = LEAST_SAME if rules.a.name == rules.b.name else LEAST
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

"""`rulekit compare --impact`: both games on the same seeds, and how often each difference alone changes the result."""

from __future__ import annotations

from rulekit.compare.lockstep.lockstep import Pairs
from rulekit.compare.result import Comparison
from rulekit.compare.rules.differences import Difference
from rulekit.model.model import GameModel
from rulekit.report.studies.listed import thing
from rulekit.study.measures.impact import Impact, impact
from rulekit.tools.io.problems import problem
from rulekit.wording import sentence

MOST_WEIGHED = 12  # differences that are weighed one by one


def measured(comparison: Comparison, second: GameModel, games: int, seed: int) -> Impact:
    """Return both games played by as few players as were asked for, and the first game with each single difference."""
    if not comparison.players:
        raise problem("RK584", "no number of players suits both games, so nothing can be measured", hint="leave --impact out")
    players, rules = comparison.players[0], comparison.rules
    playing = [d for d in comparison.differences if d.plays and d.apart]
    whole = Pairs(rules.a, second, rules.names).get(players)
    assert whole is not None  # the two were played against each other
    single = playing[:MOST_WEIGHED] if len(playing) > 1 else []
    pairs = [(_name(d), Pairs(rules.a, rules.mixed((d.number,))).get(players)) for d in single]
    engines = [(name, pair.b.engine) for name, pair in pairs if pair is not None]
    return impact(whole.a.engine, whole.b.engine, games, seed, engines)


def _name(d: Difference) -> str:
    return sentence("{what} {address}", what=thing(d.what), address=d.address)

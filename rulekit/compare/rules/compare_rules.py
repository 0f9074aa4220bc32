"""From two models to their differences: names in common, one vocabulary, the same variables, then one part after the other."""

from __future__ import annotations

from attrs import evolve

from rulekit.compare.rules.canonical import Scope
from rulekit.compare.rules.differences import Rules
from rulekit.compare.rules.find_differences import Finder
from rulekit.compare.rules.match_names import align, renamings
from rulekit.compare.rules.translate import translated
from rulekit.compare.rules.variables import prepared, renamed_arguments, same_variables
from rulekit.compare.rules.vocabulary import Names, Vocabulary
from rulekit.model.model import GameModel, Kind, Option


def compare_rules(a: GameModel, b: GameModel) -> Rules:
    """Return all differences of two models."""
    names = align(a, b)
    first = prepared(a)
    second = _same_variables(first, prepared(translated(a, b, names)))
    finder = Finder(first, second, _union(first, second))
    finder.find()
    return Rules(first, b, names, renamings(b, names), finder.finished(), finder.patches, finder.plans)


def _same_variables(a: GameModel, b: GameModel) -> GameModel:
    scope = Scope(Vocabulary(_union(a, b), Names()))
    mine = {d.name: d for d in a.deeds}
    deeds, renamed = [], {}
    for deed in b.deeds:
        if deed.name in mine:
            deed, renamed[deed.name] = same_variables(mine[deed.name], deed, scope)
        deeds.append(deed)
    changed = {part: renamed_arguments(getattr(b, part), renamed) for part in ("defines", "score", "winner")}
    return evolve(b, deeds=renamed_arguments(tuple(deeds), renamed), **changed)


def _union(a: GameModel, b: GameModel) -> GameModel:
    """Return all names of both: kinds with all values, options with all answers. Deeds are left out: arguments go by name."""
    kinds = {k.name: k for k in b.kinds}
    options = {o.name: o for o in b.options}

    def kind(mine: Kind) -> Kind:
        theirs = kinds.pop(mine.name, mine)
        known = {t.name for t in mine.attributes}
        more = tuple(t for t in theirs.attributes if t.name not in known)
        values = (*mine.values, *(v for v in theirs.values if v not in mine.values))
        return evolve(mine, values=values, attributes=(*mine.attributes, *more))

    def option(mine: Option) -> Option:
        theirs = options.pop(mine.name, mine)
        names = [s.name for s in mine.answers]
        return evolve(mine, answers=(*mine.answers, *(s for s in theirs.answers if s.name not in names)))

    both = tuple(map(kind, a.kinds))
    answered = tuple(map(option, a.options))
    sorts = {s.name: s for s in (*b.sorts, *a.sorts)}
    return evolve(
        a, kinds=(*both, *kinds.values()), options=(*answered, *options.values()), sorts=tuple(sorts.values()), deeds=()
    )

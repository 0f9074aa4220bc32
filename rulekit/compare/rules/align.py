"""Which things of two games are the same: by name, then by what they cite, then by their shape and where they are used.

Comes in: two models. Goes out: what the second game's things are called in the first (`Names`), renamed ones among them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from attrs import define, field, frozen

from rulekit.compare.rules.profiles import DECLARED, Open, Profiles, likeness, profiles
from rulekit.compare.rules.variables import prepared
from rulekit.compare.rules.vocabulary import Names
from rulekit.model import expressions as exprs
from rulekit.model.expression_walk import fields
from rulekit.model.model import Declared, GameModel, Kind, Option, Sort
from rulekit.model.rules import Citation
from rulekit.records import Record

ROUNDS = 12
LEAST = 0.35  # how alike two things have to be to be taken for the same
LEAST_OPTION = 0.6  # options look much alike
SINGULAR = {"tallies": "tally", "sorts": "pieces", "defines": "definition", "deeds": "rule"}
Pair = tuple[str, str]
Owned = dict[tuple[str, str], str]  # (owner, name) of the second: name in the first


@frozen
class Renamed:
    """A thing that is called otherwise. `what`: kind, pieces, place …; `of`: the kind, sort or option it belongs to."""

    what: str
    of: str
    before: str
    after: str


def align(a: GameModel, b: GameModel) -> Names:
    """What the second game's things are called in the first."""
    return _Aligner(prepared(a), prepared(b), _declared(a), _declared(b), cited(a), cited(b)).align()


def renamings(b: GameModel, names: Names) -> tuple[Renamed, ...]:
    """The things that have another name in the second game."""
    category = {d.name: SINGULAR.get(c, c.removesuffix("s")) for c in DECLARED for d in getattr(b, c)}
    found = [Renamed(category[new], "", old, new) for new, old in names.tops.items() if old != new]
    for (owner, new), old in names.values.items():
        if old != new:
            what = "answer" if category[owner] == "option" else "value"
            found.append(Renamed(what, names.tops[owner], old, new))
    found += [Renamed("attribute", names.tops[owner], old, new) for (owner, new), old in names.attrs.items() if old != new]
    return (*found, *(Renamed("score line", "", old, new) for new, old in names.lines.items() if old != new))


def cited(model: GameModel) -> dict[str, frozenset[Pair]]:
    """For each declaration the passages it and its lines point to: heading and place."""
    headings = {s.name: [h.casefold() for _, h in s.headings] for s in model.sections}
    found = {}
    for category in DECLARED:
        for one in getattr(model, category):
            cites = [c for c in _citations(one) if c.how == "cited" and c.place]
            found[one.name] = frozenset((h, c.place or "") for c in cites for h in headings.get(c.section or "", ()))
    return found


def _citations(part: object) -> Iterator[Citation]:
    if isinstance(part, Citation):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from _citations(item)
    elif isinstance(part, Record) and not isinstance(part, exprs.Typed):
        for _, value in fields(part):
            yield from _citations(value)


def _declared(model: GameModel) -> dict[str, tuple[str, Declared]]:
    return {d.name: (c, d) for c in DECLARED for d in getattr(model, c)}


@define
class _Aligner:
    a: GameModel
    b: GameModel
    of_a: dict[str, tuple[str, Declared]]
    of_b: dict[str, tuple[str, Declared]]
    cites_a: Mapping[str, frozenset[Pair]]
    cites_b: Mapping[str, frozenset[Pair]]
    tops: dict[str, str] = field(factory=dict)
    values: Owned = field(factory=dict)
    attrs: Owned = field(factory=dict)

    def align(self) -> Names:
        for name, (category, one) in self.of_b.items():
            if name in self.of_a and self.of_a[name][0] == category and _fits(self.of_a[name][1], one):
                self.tops[name] = name
        self._by_name()
        for _ in range(ROUNDS):
            bags = self._profiles()
            if not self._take_tops(*bags) and not self._take_inner(*bags, rest=False):
                break
            self._by_name()
        self._take_inner(*self._profiles(), rest=True)
        return Names(self.tops, self.values, self.attrs, self._lines())

    def _profiles(self) -> tuple[Profiles, Profiles]:
        known_a = Names(
            {old: old for old in self.tops.values()},
            {(self.tops[o], old): old for (o, _), old in self.values.items()},
            {(self.tops[o], old): old for (o, _), old in self.attrs.items()},
        )
        known_b = Names(self.tops, self.values, self.attrs)
        return profiles(self.a, Open(self.a, known_a)), profiles(self.b, Open(self.b, known_b))

    # ---- declarations ----------------------------------------------------------------------------
    def _take_tops(self, bags_a: Profiles, bags_b: Profiles) -> bool:
        """Take the pairs that fit best; whether there was one."""
        left_a = [n for n in self.of_a if n not in self.tops.values()]
        left_b = [n for n in self.of_b if n not in self.tops]
        scores = {
            (one, two): self._score(one, two, bags_a, bags_b)
            for one in left_a for two in left_b
            if self.of_a[one][0] == self.of_b[two][0] and _fits(self.of_a[one][1], self.of_b[two][1])
        }  # fmt: skip
        likely = {pair: score for pair, score in scores.items() if self.of_a[pair[0]][0] != "options" or score >= LEAST_OPTION}
        sure = _best(likely, LEAST)
        self.tops.update((two, one) for one, two in sure)
        return bool(sure)

    def _score(self, one: str, two: str, bags_a: Profiles, bags_b: Profiles) -> float:
        both, all_ = self.cites_a[one] & self.cites_b[two], self.cites_a[one] | self.cites_b[two]
        named = 0.2 if SequenceMatcher(None, one, two).ratio() > 0.75 else 0.0
        return likeness(bags_a["", one], bags_b["", two]) + (len(both) / len(all_) if both else 0.0) + named

    # ---- kind values, answers, attributes, score lines -------------------------------------------
    def _owned(self) -> Iterator[tuple[str, str, str, list[str], list[str], Owned]]:
        """For every pair of declarations what belongs to them."""
        for two, one in self.tops.items():
            first, second = self.of_a[one][1], self.of_b[two][1]
            if isinstance(first, Kind) and isinstance(second, Kind):
                yield "value", one, two, list(first.values), list(second.values), self.values
            if isinstance(first, Option) and isinstance(second, Option):
                yield "answer", one, two, [a.name for a in first.answers], [a.name for a in second.answers], self.values
            if isinstance(first, Kind | Sort) and isinstance(second, Kind | Sort):
                yield "attr", one, two, [a.name for a in first.attributes], [a.name for a in second.attributes], self.attrs

    def _by_name(self) -> None:
        for _, _, two, mine, theirs, known in self._owned():
            for name in theirs:
                if name in mine and name not in _used(known, two):
                    known.setdefault((two, name), name)

    def _take_inner(self, bags_a: Profiles, bags_b: Profiles, rest: bool) -> bool:
        """Values and attributes that fit best; in the end (`rest`) by their order."""
        taken = False
        for what, one, two, mine, theirs, known in list(self._owned()):
            left_a = [n for n in mine if n not in _used(known, two)]
            left_b = [n for n in theirs if (two, n) not in known]
            scores = {(p, q): likeness(bags_a[what, one, p], bags_b[what, two, q]) for p in left_a for q in left_b}
            found = _best(scores, 0.5)
            if rest:
                found = _in_order(left_a, left_b, scores)
            known.update(((two, q), p) for p, q in found)
            taken = taken or bool(found)
        return taken

    def _lines(self) -> dict[str, str]:
        mine, theirs = [s.name for s in self.a.score], [s.name for s in self.b.score]
        found = {n: n for n in theirs if n in mine}
        left, rest = [n for n in mine if n not in found], [n for n in theirs if n not in found]
        return found | dict(zip(rest, left, strict=True)) if len(left) == len(rest) else found


def _fits(one: Declared, two: Declared) -> bool:
    return all(getattr(one, name, "") == getattr(two, name, "") for name in ("role", "shape"))


def _used(known: Owned, owner: str) -> set[str]:
    return {old for (two, _), old in known.items() if two == owner}


def _best(scores: dict[Pair, float], least: float) -> list[Pair]:
    """Pairs of which neither fits anything else as well; if there are none, the first of the best."""
    most_a, most_b = Counter[str](), Counter[str]()
    for (p, q), score in scores.items():
        most_a[p], most_b[q] = max(most_a[p], score), max(most_b[q], score)  # type: ignore[assignment]
    tops = [pair for pair, score in scores.items() if score >= least and score == most_a[pair[0]] == most_b[pair[1]]]
    sure = [(p, q) for p, q in tops if sum(p == o for o, _ in tops) == 1 and sum(q == o for _, o in tops) == 1]
    if sure or not tops:
        return sure
    return [max(tops, key=lambda pair: scores[pair])]


def _in_order(mine: list[str], theirs: list[str], scores: dict[Pair, float]) -> list[Pair]:
    """The best fit first; what fits nothing by its place, if there are as many on both sides."""
    found: list[Pair] = []
    for pair in sorted(scores, key=lambda pair: -scores[pair]):
        if scores[pair] > 0 and not any(p == pair[0] or q == pair[1] for p, q in found):
            found.append(pair)
    left = [n for n in mine if n not in [p for p, _ in found]]
    rest = [n for n in theirs if n not in [q for _, q in found]]
    return found + list(zip(left, rest, strict=True)) if len(left) == len(rest) else found

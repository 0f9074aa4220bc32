"""Which things of two games are the same: by name, then by what they cite, then by their shape and where they are used.

Comes in: two models. Goes out: what the second game's things are called in the first (`Names`), renamed ones among them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import chain, product

from attrs import define, field, frozen

from rulekit.compare.rules.canonical import Canon
from rulekit.compare.rules.profiles import DECLARED, Numbers, Open, Profiles, likeness, profiles
from rulekit.compare.rules.variables import prepared
from rulekit.compare.rules.vocabulary import Names
from rulekit.model import expressions as exprs
from rulekit.model.model import Declared, GameModel, Kind, Option, Sort
from rulekit.model.model_walk import fields
from rulekit.model.rules import Citation
from rulekit.records import Record

ROUNDS = 12
LEAST_LIKENESS = 0.35  # how alike two things have to be to be taken for the same
LEAST_OPTION = 0.6  # options look much alike
MOST_PAIRS, FEW = 10_000, 8  # more pairs are not all looked at: only what fewer than a few things have in common makes one
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


@frozen
class _Owners:
    """Two declarations, what belongs to each, what of it is known to be the same, and which names of the first are taken."""

    what: str
    one: str
    two: str
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    known: Owned
    used: set[str]


def align(a: GameModel, b: GameModel) -> Names:
    """Return what the second game's things are called in the first."""
    return _Aligner(prepared(a), prepared(b), _declared(a), _declared(b), cited(a), cited(b)).align()


def renamings(b: GameModel, names: Names) -> tuple[Renamed, ...]:
    """Return the things that have another name in the second game."""
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
        known_b, numbers = Names(self.tops, self.values, self.attrs), Numbers()
        return profiles(self.a, Open(self.a, known_a), numbers), profiles(self.b, Open(self.b, known_b), numbers)

    # ---- declarations ----------------------------------------------------------------------------
    def _take_tops(self, bags_a: Profiles, bags_b: Profiles) -> bool:
        """Take the pairs that fit best; whether there was one."""
        known = set(self.tops.values())
        left_a = {n: {*bags_a["", n], *self.cites_a[n]} for n in self.of_a if n not in known}
        left_b = {n: {*bags_b["", n], *self.cites_b[n]} for n in self.of_b if n not in self.tops}
        scores = {
            (one, two): self._score(one, two, bags_a, bags_b)
            for one, two in likely_pairs(left_a, left_b)
            if self.of_a[one][0] == self.of_b[two][0] and _fits(self.of_a[one][1], self.of_b[two][1])
        }  # fmt: skip
        likely = {pair: score for pair, score in scores.items() if self.of_a[pair[0]][0] != "options" or score >= LEAST_OPTION}
        sure = _best(likely, LEAST_LIKENESS)
        self.tops.update((two, one) for one, two in sure)
        return bool(sure)

    def _score(self, one: str, two: str, bags_a: Profiles, bags_b: Profiles) -> float:
        both, all_ = self.cites_a[one] & self.cites_b[two], self.cites_a[one] | self.cites_b[two]
        named = 0.2 if SequenceMatcher(None, one, two).ratio() > 0.75 else 0.0
        return likeness(bags_a["", one], bags_b["", two]) + (len(both) / len(all_) if both else 0.0) + named

    # ---- kind values, answers, attributes, score lines -------------------------------------------
    def _owned(self) -> Iterator[_Owners]:
        """For every pair of declarations what belongs to them."""
        values, attrs = _used(self.values), _used(self.attrs)
        for two, one in self.tops.items():
            first, second = self.of_a[one][1], self.of_b[two][1]
            if isinstance(first, Kind) and isinstance(second, Kind):
                yield _Owners("value", one, two, first.values, second.values, self.values, values[two])
            if isinstance(first, Option) and isinstance(second, Option):
                answers = [tuple(a.name for a in option.answers) for option in (first, second)]
                yield _Owners("answer", one, two, answers[0], answers[1], self.values, values[two])
            if isinstance(first, Kind | Sort) and isinstance(second, Kind | Sort):
                names = [tuple(a.name for a in owner.attributes) for owner in (first, second)]
                yield _Owners("attr", one, two, names[0], names[1], self.attrs, attrs[two])

    def _by_name(self) -> None:
        for both in self._owned():
            mine = {*both.mine} - both.used
            for name in both.theirs:
                if name in mine:
                    both.known.setdefault((both.two, name), name)

    def _take_inner(self, bags_a: Profiles, bags_b: Profiles, rest: bool) -> bool:
        """Values and attributes that fit best; in the end (`rest`) by their order."""
        taken = False
        for both in list(self._owned()):
            left_a = {n: bags_a[both.what, both.one, n] for n in both.mine if n not in both.used}
            left_b = {n: bags_b[both.what, both.two, n] for n in both.theirs if (both.two, n) not in both.known}
            scores = {(p, q): likeness(left_a[p], left_b[q]) for p, q in likely_pairs(left_a, left_b)}
            found = _in_order(list(left_a), list(left_b), scores) if rest else _best(scores, 0.5)
            both.known.update(((both.two, q), p) for p, q in found)
            taken = taken or bool(found)
        return taken

    def _lines(self) -> dict[str, str]:
        mine, theirs = [s.name for s in self.a.score], [s.name for s in self.b.score]
        found = {n: n for n in theirs if n in mine}
        left, rest = [n for n in mine if n not in found], [n for n in theirs if n not in found]
        return found | dict(zip(rest, left, strict=True)) if len(left) == len(rest) else found


def _fits(one: Declared, two: Declared) -> bool:
    return all(getattr(one, name, "") == getattr(two, name, "") for name in ("role", "shape"))


def _used(known: Owned) -> defaultdict[str, set[str]]:
    """Return the names in the first that are taken, by owner."""
    used = defaultdict[str, set[str]](set)
    for (owner, _), old in known.items():
        used[owner].add(old)
    return used


def likely_pairs(mine: Mapping[str, Collection[Canon]], theirs: Mapping[str, Collection[Canon]]) -> Iterator[Pair]:
    """Yield all pairs; of very many things only those that have something in common which few others have."""
    if len(mine) * len(theirs) <= MOST_PAIRS:
        yield from product(mine, theirs)
        return
    having = defaultdict[Canon, list[str]](list)
    for name, forms in theirs.items():
        for form in forms:
            having[form].append(name)
    for name, forms in mine.items():
        rare = (having[form] for form in forms if len(having.get(form, ())) in range(1, FEW))
        yield from ((name, other) for other in sorted({*chain.from_iterable(rare)}))


def _best(scores: dict[Pair, float], least: float) -> list[Pair]:
    """Pairs of which neither fits anything else as well; if there are none, the first of the best."""
    most_a, most_b = Counter[str](), Counter[str]()
    for (p, q), score in scores.items():
        most_a[p], most_b[q] = max(most_a[p], score), max(most_b[q], score)  # type: ignore[assignment]
    tops = [pair for pair, score in scores.items() if score >= least and score == most_a[pair[0]] == most_b[pair[1]]]
    of_a, of_b = Counter(p for p, _ in tops), Counter(q for _, q in tops)
    sure = [(p, q) for p, q in tops if of_a[p] == of_b[q] == 1]
    if sure or not tops:
        return sure
    return [max(tops, key=lambda pair: scores[pair])]


def _in_order(mine: list[str], theirs: list[str], scores: dict[Pair, float]) -> list[Pair]:
    """Return the best fit first; what fits nothing by its place, if there are as many on both sides."""
    found: dict[str, str] = {}
    taken = set[str]()
    for p, q in sorted(scores, key=lambda pair: -scores[pair]):
        if scores[p, q] > 0 and p not in found and q not in taken:
            found[p] = q
            taken.add(q)
    left = [n for n in mine if n not in found]
    rest = [n for n in theirs if n not in taken]
    return [*found.items(), *(zip(left, rest, strict=True) if len(left) == len(rest) else ())]

"""How one list of rules becomes another: single edits that can be made or left, each under a number.

Comes in: two lists of statements (or score lines, criteria) in common names, and their forms. Goes out: a plan; with any
choice of its numbers it makes a list in between. Statements that contain others are looked into.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from attrs import define, evolve, frozen

from rulekit.compare.rules.canonical import Form
from rulekit.compare.rules.sequences import Matcher
from rulekit.model import rules

LEAST_ALIKE = 0.6  # how alike two statements of a sort are, to be one that was changed
Item = Any  # a statement, bullet or branch, a score line, a criterion: what its lists are called, `LISTS` tells
Items = tuple[Item, ...]
Region = tuple[int, int, int, int, bool]  # from and to in both lists; whether something in it was moved
LISTS: dict[type, tuple[str, ...]] = {
    rules.If: ("branches", "otherwise"), rules.Branch: ("block",), rules.ForEach: ("block",), rules.OneOf: ("bullets",),
    rules.Bullet: ("block",),
    rules.May: ("block",), rules.Repeat: ("block",), rules.Turns: ("block",), rules.Secretly: ("block",), rules.Group: ("block",),
}  # fmt: skip


@frozen
class Change:
    """One edit: `before` becomes `after` (either may be empty). `how`: changed, added, removed, moved, head (of a block).
    `around`: the statements they stand in."""

    how: str
    before: Items
    after: Items
    around: tuple[Item, Item] = (None, None)


@frozen
class Swap:
    """Items from `start` up to `stop` become others."""

    number: int
    start: int
    stop: int
    new: Items


@frozen
class Inside:
    """An item at `start` that stays, with changes in it: perhaps another head, and plans for its lists."""

    start: int
    head: int | None
    new: Item
    plans: tuple[tuple[str, Plan], ...]


Plan = tuple[Swap | Inside, ...]


def apply_plan(items: Items, plan: Plan, chosen: Collection[int]) -> Items:
    """Return the list with the chosen edits made."""
    made: list[Item] = []
    at = 0
    for step in plan:
        made.extend(items[at : step.start])
        if isinstance(step, Swap):
            made.extend(step.new if step.number in chosen else items[step.start : step.stop])
            at = step.stop
        else:
            made.append(_apply_inside(items[step.start], step, chosen))
            at = step.start + 1
    return (*made, *items[at:])


def _apply_inside(item: Item, step: Inside, chosen: Collection[int]) -> Item:
    lists = {name: getattr(item, name) for name in LISTS[type(item)]}
    for name, plan in step.plans:
        lists[name] = apply_plan(lists[name], plan, chosen)
    return evolve(step.new if step.head is not None and step.head in chosen else item, **lists)


@define
class Planner:
    """Makes plans; every edit gets the next number and is noted."""

    form: Form
    note: Callable[[Change], int]
    around: tuple[Item, Item] = (None, None)

    def plan(self, one: Items, two: Items) -> Plan:
        """Return what has to be done to the first list to get the second."""
        keys = [[repr(self.form(p)) for p in items] for items in (one, two)]
        codes = [c for c in Matcher(keys[0], keys[1]).get_opcodes() if c[0] != "equal"]
        steps: list[Swap | Inside] = []
        for start, stop, low, high, moved in _regions(codes, keys[0], keys[1]):
            if moved:
                same = sorted(keys[0][start:stop]) == sorted(keys[1][low:high])
                steps.append(self._swap("moved" if same else "changed", one, two, (start, stop, low, high)))
            else:
                steps.extend(self._region(one, two, start, stop, low, high))
        return tuple(steps)

    def _swap(self, how: str, one: Items, two: Items, where: tuple[int, int, int, int]) -> Swap:
        start, stop, low, high = where
        number = self.note(Change(how, one[start:stop], two[low:high], self.around))
        return Swap(number, start, stop, two[low:high])

    def _region(self, one: Items, two: Items, start: int, stop: int, low: int, high: int) -> Iterator[Swap | Inside]:
        """Yield a stretch that differs: statements of the same sort are taken for each other, in order."""
        sorts = [[type(p).__name__ for p in part] for part in (one[start:stop], two[low:high])]
        codes = Matcher(sorts[0], sorts[1]).get_opcodes()
        for tag, i, j, k, m in codes:
            if tag == "equal":
                for p, q in zip(range(start + i, start + j), range(low + k, low + m), strict=True):
                    yield from self._pair_or_both(one, two, p, q)
            else:
                how = {"replace": "changed", "delete": "removed", "insert": "added"}[tag]
                yield self._swap(how, one, two, (start + i, start + j, low + k, low + m))

    def _pair_or_both(self, one: Items, two: Items, p: int, q: int) -> Iterator[Swap | Inside]:
        """Yield two statements of a sort: one that says something else, or one that is gone and another that came."""
        first, second = one[p], two[q]
        if type(first) in LISTS or _named_alike(first, second) or self._alike(first, second):
            yield self._pair(one, two, p, q)
        else:
            yield self._swap("removed", one, two, (p, p + 1, q, q))
            yield self._swap("added", one, two, (p + 1, p + 1, q, q + 1))

    def _alike(self, first: Item, second: Item) -> bool:
        forms = [repr(self.form(item)) for item in (first, second)]
        return Matcher(forms[0], forms[1]).ratio() > LEAST_ALIKE

    def _pair(self, one: Items, two: Items, p: int, q: int) -> Swap | Inside:
        first, second = one[p], two[q]
        lists = LISTS.get(type(first), ())
        if not lists:
            return self._swap("changed", one, two, (p, p + 1, q, q + 1))
        empty = dict.fromkeys(lists, ())
        bare = [evolve(item, **empty) for item in (first, second)]
        head = None
        if self.form(bare[0]) != self.form(bare[1]):
            head = self.note(Change("head", (first,), (second,), self.around))
        named = isinstance(first, rules.Stated | rules.Bullet)
        inside = Planner(self.form, self.note, (first, second) if named else self.around)
        plans = tuple((name, inside.plan(getattr(first, name), self._ordered(name, first, second))) for name in lists)
        return Inside(p, head, second, plans)

    def _ordered(self, name: str, first: Item, second: Item) -> Items:
        """Return the second list; bullets in the order of the first, since their order means nothing."""
        theirs: Items = getattr(second, name)
        if name != "bullets":
            return theirs
        order = [repr(self.form(bullet)) for bullet in first.bullets]
        place = {key: at for at, key in reversed(list(enumerate(order)))}
        return tuple(sorted(theirs, key=lambda bullet: place.get(repr(self.form(bullet)), len(order))))


def _named_alike(first: Item, second: Item) -> bool:
    """Return whether both have the same label (or the score line the same name)."""
    names: list[str] = [getattr(item, "name", "") or getattr(item, "address", "") for item in (first, second)]
    return names[0] == names[1] and ("." in names[0] or hasattr(first, "name"))


def _regions(codes: Sequence[tuple[str, int, int, int, int]], one: list[str], two: list[str]) -> list[Region]:
    """Return where the lists differ; what is gone in one stretch and comes in another was moved: they become one."""
    gone = [k for tag, i, j, *_ in codes for k in one[i:j]]
    come = [key for _, _, _, k, m in codes for key in two[k:m]]
    both = set(gone) & set(come)
    touched = [n for n, (_, i, j, k, m) in enumerate(codes) if both & {*one[i:j], *two[k:m]}]
    regions = []
    for n, (_, i, j, k, m) in enumerate(codes):
        if touched and touched[0] <= n <= touched[-1]:
            if n == touched[0]:
                last = codes[touched[-1]]
                regions.extend(_without_ends(i, last[2], k, last[4], one, two))
        else:
            regions.append((i, j, k, m, False))
    return regions


def _without_ends(start: int, stop: int, low: int, high: int, one: list[str], two: list[str]) -> list[Region]:
    """A stretch in which something was moved; what only stands before or behind it and was changed is a stretch of its own."""
    both = {*one[start:stop]} & {*two[low:high]}
    first, last = start, stop
    while first < stop and low < high and both.isdisjoint((one[first], two[low])):
        first, low = first + 1, low + 1
    while first < last and low < high and both.isdisjoint((one[last - 1], two[high - 1])):
        last, high = last - 1, high - 1
    before, behind = first - start, stop - last
    return [
        *([(start, first, low - before, low, False)] if before else []),
        (first, last, low, high, True),
        *([(last, stop, high, high + behind, False)] if behind else []),
    ]

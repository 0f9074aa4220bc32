"""The variables of a rule: those of the second game's rule are numbered and named as in the first, where they are the same.

Comes in: two deeds in common names. Goes out: the second with the first's variables; new ones get numbers of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve

from rulekit.compare.rules.canonical import AnyVariable, Canon, Scope, canon
from rulekit.compare.rules.sequences import Matcher
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model import Deed, GameModel, Parameter
from rulekit.model.model_walk import Changes, T, evolved, fields, rebuilt, records
from rulekit.records import Record

FIRST_FRESH = 10_000
Variable = tuple[int, str, Canon]  # index, name, form of what it is taken from


def spliced(block: Any) -> Any:
    """Return a block with its groups opened: a group only gives a name to some statements."""
    if isinstance(block, tuple):
        flat = [s for item in block for s in (spliced(item.block) if isinstance(item, rules.Group) else (spliced(item),))]
        return tuple(flat)
    if isinstance(block, rules.Stated | rules.Bullet | rules.Branch):
        return evolved(block, {name: spliced(value) for name, value in fields(block) if name in _BLOCKS})
    return block


_BLOCKS = frozenset(("block", "branches", "otherwise", "bullets"))


def same_variables(one: Deed, two: Deed, scope: Scope) -> tuple[Deed, dict[str, str]]:
    """The second deed with the variables of the first, and which of its choices and parameters are called otherwise there."""
    mine, theirs = list(_variables(one, scope)), list(_variables(two, scope))
    numbers: dict[int, tuple[int, str]] = {}
    numbers.update((theirs_.index, (mine_.index, mine_.name)) for mine_, theirs_ in zip(one.params, two.params, strict=False))
    for p, q in _matched(mine, theirs):
        numbers.setdefault(q[0], (p[0], p[1]))
    used = {n for n, _ in numbers.values()}
    left = {name: index for index, name, _ in reversed(mine) if index not in used}
    named = (*((p.index, p.name, None) for p in two.params), *theirs)
    for index, name, _ in named:
        if index not in numbers:
            numbers[index] = (left.pop(name), name) if name in left else (FIRST_FRESH + index, name)
    renamed = {name: numbers[index][1] for index, name, _ in named if numbers[index][1] != name}
    choices = tuple(renamed.get(c, c) for c in two.choices)
    changed = evolve(two, block=_renumbered(two.block, numbers), params=_renumbered(two.params, numbers), choices=choices)
    return changed, renamed


def _matched(mine: list[Variable], theirs: list[Variable]) -> Iterator[tuple[Variable, Variable]]:
    """Variables taken from the same, in order; where one rule has more of them, first those with the same names."""
    even = [v[2] for v in mine] == [v[2] for v in theirs]
    for told in [2] if even else [1, 2]:
        keys = [[repr(v[told:]) for v in side] for side in (mine, theirs)]
        blocks = Matcher(keys[0], keys[1]).get_matching_blocks()
        found = [(mine[i + n], theirs[j + n]) for i, j, size in blocks for n in range(size)]
        yield from found
        known = [{repr(v) for v in side} for side in zip(*found, strict=True)] or [set[str](), set[str]()]
        mine, theirs = ([v for v in side if repr(v) not in done] for side, done in zip((mine, theirs), known, strict=True))


def _variables(deed: Deed, scope: Scope) -> Iterator[Variable]:
    """Yield what binds variables, in the order of the text; other variables in it count as any."""
    anyone = evolve(scope, locals=AnyVariable())
    for part in records(deed.block, exprs.Typed):
        if isinstance(part, rules.Pick | rules.Loop):
            yield part.local, part.name, (type(part).__name__, canon(part.source, anyone))
        elif isinstance(part, rules.Let):
            yield part.local, part.name, ("Let", canon(part.value, anyone))


def _renumbered(part: T, numbers: Mapping[int, tuple[int, str]]) -> T:
    def own(part: Record) -> Changes:
        at = (
            "index"
            if isinstance(part, exprs.Local | Parameter)
            else "local"
            if isinstance(part, rules.Pick | rules.Loop | rules.Let)
            else ""
        )
        if not at or getattr(part, at) not in numbers:
            return {}
        index, name = numbers[getattr(part, at)]
        return {at: index, "name": name}

    return rebuilt(part, lambda inner: _renumbered(inner, numbers), own)


def renamed_arguments(part: T, renamed: Mapping[str, Mapping[str, str]]) -> T:
    """Return what deeds are told, by the names of the first game: `renamed` goes by deed."""

    def own(part: Record) -> Changes:
        if not isinstance(part, exprs.Can | rules.Do) or not renamed.get(part.deed):
            return {}
        return {
            "args": tuple(
                evolve(renamed_arguments(a, renamed), name=renamed[part.deed].get(a.name or "", a.name)) for a in part.args
            )
        }

    return rebuilt(part, lambda inner: renamed_arguments(inner, renamed), own)


def prepared(model: GameModel) -> GameModel:
    """Return a model whose deeds have no groups."""
    return evolve(model, deeds=tuple(evolve(d, block=spliced(d.block)) for d in model.deeds))

"""Bullets in the order of the first game: their order means nothing, and where no action tells them apart, moves go by it.

Comes in: deeds of both games in common names, the second model, and how statements are brought into one form. Goes out: the
second model with its bullets in the order of those of the first that mean the same; others take the places that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any

from attrs import evolve

from rulekit.compare.walk import fields, rebuilt
from rulekit.diagnostics import Span
from rulekit.model import expr as x
from rulekit.model import rules as r
from rulekit.model.model import Deed, GameModel
from rulekit.records import Record

Form = Callable[[Any], Any]


def in_order(b: GameModel, pairs: list[tuple[Deed, Deed]], form: Form) -> GameModel:
    """The second model; `pairs` are deeds of the first with those of the second in common names."""
    places: dict[Span, int] = {}
    for one, two in pairs:
        mine, theirs = list(_choices(one.block)), list(_choices(two.block))
        keys = [[repr(form(choice)) for choice in side] for side in (mine, theirs)]
        for i, j, size in SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_matching_blocks():
            for p, q in zip(mine[i : i + size], theirs[j : j + size], strict=True):
                places.update(_places(p, q, form))
    return evolve(b, deeds=_sorted(b.deeds, places)) if places else b


def _choices(part: Any) -> Iterator[r.OneOf]:
    if isinstance(part, tuple):
        for item in part:
            yield from _choices(item)
    elif isinstance(part, Record) and not isinstance(part, x.Typed):
        if isinstance(part, r.OneOf):
            yield part
        for _, value in fields(part):
            yield from _choices(value)


def _places(one: r.OneOf, two: r.OneOf, form: Form) -> Iterator[tuple[Span, int]]:
    """Where each bullet of the second goes."""
    left = [repr(form(bullet)) for bullet in one.bullets]
    for bullet in two.bullets:
        at = left.index(repr(form(bullet)))
        left[at] = ""
        yield bullet.span, at


def _sorted(part: Any, places: Mapping[Span, int]) -> Any:
    def own(part: Any) -> dict[str, Any]:
        if not isinstance(part, r.OneOf) or part.bullets[0].span not in places:
            return {}
        bullets = _sorted(part.bullets, places)
        return {"bullets": tuple(sorted(bullets, key=lambda bullet: places[bullet.span]))}

    return rebuilt(part, lambda inner: _sorted(inner, places), own)

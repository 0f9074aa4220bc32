"""Which actions a difference of the rules has to do with, so that random play can lean to them.

Comes in: a model and the names of what differs. Goes out: the actions that use these things, directly or through steps,
definitions and tables. If it is nearly all of them, there is nothing to lean to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulekit.compare.rules.canonical import TOPS
from rulekit.model.model import GameModel
from rulekit.model.model_walk import fields
from rulekit.records import Record


def favoured_actions(model: GameModel, names: Collection[str]) -> frozenset[str]:
    """The actions in which one of these names matters."""
    parts = (*model.deeds, *model.defines, *model.tables, *model.places, *model.tallies, *model.sorts, *model.kinds)
    uses = {p.name: set(mentioned(p)) for p in parts}
    reached = {n.partition(".")[0] for n in names}
    while True:
        more = {name for name, used in uses.items() if name not in reached and used & reached}
        if not more:
            break
        reached |= more
    actions = {d.name for d in model.deeds if d.role == "action"}
    found = actions & reached
    return frozenset(found) if len(found) < len(actions) else frozenset()


def mentioned(part: object) -> Iterator[str]:
    """The declarations that a part of a model names."""
    if isinstance(part, tuple):
        for item in part:
            yield from mentioned(item)
    elif isinstance(part, Record):
        for name, value in fields(part):
            if isinstance(value, str):
                if name in TOPS or name in ("owner", "to"):
                    yield value
            else:
                yield from mentioned(value)

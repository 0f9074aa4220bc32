"""The path of a noted move, read from the context's words."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from rulekit.engine.machine import Path
from rulekit.model.expressions import Value
from rulekit.model.types import TruthType, Type
from rulekit.native.state.context_words import Facts
from rulekit.native.state.layout import NONE, Shape
from rulekit.program import program as prog

MOST_PATH = 160  # words of a path


def path_of(program: prog.Program, shape: Shape, facts: Facts, context: array[int], move: int) -> Path:
    """Return the path of the move with this number."""
    assert facts.paths
    at = facts.moves_at + (move + 1) * facts.stride - 1 - MOST_PATH
    words = iter(context[at + 1 : at + 1 + context[at]])
    found = []
    for node in words:
        own = iter([next(words) for _ in range(next(words))])
        found.append((node, _value(program.nodes[node], shape, own)))
    return tuple(found)


def _value(node: prog.AnyNode, shape: Shape, words: Iterator[int]) -> Value:
    match node:
        case prog.Start(told=told):
            return tuple(_told(slot, kind, shape, words) for slot, _, kind in told) if told else None
        case prog.Fork():
            return next(words)
        case prog.Offer():
            return bool(next(words))
    assert isinstance(node, prog.Choose | prog.Random)
    values: tuple[Value, ...] = tuple(_list(words) if p.several else _word(next(words), p.type) for p in node.picks)
    return values[0] if len(values) == 1 else values


def _told(slot: int, kind: Type, shape: Shape, words: Iterator[int]) -> Value:
    return _list(words) if slot in shape.room else _word(next(words), kind)


def _list(words: Iterator[int]) -> tuple[int | None, ...]:
    return tuple(None if word == NONE else word for word in [next(words) for _ in range(next(words))])


def _word(word: int, kind: Type) -> Value:
    if word == NONE:
        return None
    return bool(word) if isinstance(kind, TruthType) else word

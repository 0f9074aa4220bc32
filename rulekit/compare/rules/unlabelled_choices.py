"""What a bullet is known by where no action tells it from others: what it does. Its number means nothing.

Comes in: both games, each with its program and the common names. Goes out: for every fork of a program the keys of its bullets.
Bullets of the same form have the same key (variables count as any, unless they tell bullets of one choice apart); of those that
are left in two choices that stand for each other, the first of one game has the key of the first of the other, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from zlib import crc32

from attrs import evolve, frozen

from rulekit.compare.rules.canonical import AnyVariable, Scope, canon
from rulekit.compare.rules.sequences import Matcher
from rulekit.compare.rules.vocabulary import Vocabulary
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model import GameModel
from rulekit.model.model_walk import Changes, T, fields, rebuilt
from rulekit.program import program as prog
from rulekit.program.lower import lower
from rulekit.records import Record

Ways = Mapping[int, tuple[int, ...]]  # by node: the key of each bullet
Bullets = tuple[tuple[int, str, str], ...]  # of a choice: number of each bullet, its form, and that with its variables


@frozen
class Side:
    """One of the games."""

    model: GameModel
    program: prog.Program
    words: Vocabulary


def ways(one: Side, two: Side) -> tuple[Ways, Ways]:
    """Return the keys of all bullets of both programs; none where every bullet begins with an action."""
    if not _has_nameless(one.model) and not _has_nameless(two.model):
        return {}, {}
    numbered = [evolve(side, model=_numbered(side.model)) for side in (one, two)]
    keys = _keys(*(_by_deed(side) for side in numbered))
    return _forks(numbered[0], keys[0]), _forks(numbered[1], keys[1])


def _has_nameless(model: GameModel) -> bool:
    """Return whether there is a bullet that does not begin with an action."""
    actions = {deed.name for deed in model.deeds if deed.role == "action"}
    bullets = [bullet for deed in model.deeds for choice in _choices(deed.block) for bullet in choice.bullets]
    return any(not b.block or not isinstance(b.block[0], rules.Do) or b.block[0].deed not in actions for b in bullets)


def _choices(part: object) -> Iterator[rules.OneOf]:
    if isinstance(part, tuple):
        for item in part:
            yield from _choices(item)
    elif isinstance(part, Record) and not isinstance(part, exprs.Typed):
        if isinstance(part, rules.OneOf):
            yield part
        for _, value in fields(part):
            yield from _choices(value)


# ---- from bullets to nodes -----------------------------------------------------------------------
def _numbered(model: GameModel) -> GameModel:
    """Return the model with a number for the address of every bullet."""
    numbers = count()

    def own(part: Record) -> Changes:
        return {"address": str(next(numbers))} if isinstance(part, rules.Bullet) else {}

    def change(part: T) -> T:
        return rebuilt(part, lambda inner: change(inner), own)

    return evolve(model, deeds=change(model.deeds), examples=())


def _forks(side: Side, keys: Mapping[int, int]) -> Ways:
    """Return the forks of a program, found in the program of the numbered model, which has the same nodes."""
    again = lower(side.model, side.program.layout.players).value
    if again is None or len(again.nodes) != len(side.program.nodes):
        return {}
    forks = [(n, node) for n, node in enumerate(again.nodes) if isinstance(node, prog.Fork)]
    return {n: tuple(keys[int(again.rules[rule].address)] for rule in node.rules) for n, node in forks}


# ---- which bullets are the same ------------------------------------------------------------------
def _by_deed(side: Side) -> dict[str, list[Bullets]]:
    """Return the choices of every deed, by its common name."""
    scope, exact = Scope(side.words, locals=AnyVariable()), Scope(side.words)

    def bullets(choice: rules.OneOf) -> Bullets:
        return tuple((int(b.address), repr(canon(b, scope)), repr(canon(b, exact))) for b in choice.bullets)

    return {side.words.top(deed.name): list(map(bullets, _choices(deed.block))) for deed in side.model.deeds}


def _keys(one: Mapping[str, list[Bullets]], two: Mapping[str, list[Bullets]]) -> tuple[dict[int, int], dict[int, int]]:
    mine = {number: key for choices in one.values() for choice in choices for number, key in _own_keys(choice)}
    theirs = {number: key for choices in two.values() for choice in choices for number, key in _own_keys(choice)}
    for name in (n for n in one if n in two):
        for first, second in _matched(one[name], two[name]):
            known = {mine[number] for number, *_ in first}
            used = {theirs[number] for number, *_ in second}
            left = [mine[number] for number, *_ in first if mine[number] not in used]
            others = [number for number, *_ in second if theirs[number] not in known]
            theirs.update(zip(others, left, strict=False))
    return mine, theirs


def _own_keys(choice: Bullets) -> Iterator[tuple[int, int]]:
    """Yield a key for each bullet of a choice, from its form and how many others of that form come before it."""
    seen: dict[str, dict[str, int]] = {}
    for number, form, exact in choice:
        alike = seen.setdefault(form, {})
        yield number, crc32(f"{alike.setdefault(exact, len(alike))} {form}".encode())


def _matched(one: list[Bullets], two: list[Bullets]) -> Iterator[tuple[Bullets, Bullets]]:
    """Choices of a deed that stand for each other: the same ones, and those between them in order."""
    forms = [[repr(sorted(form for _, form, _ in choice)) for choice in side] for side in (one, two)]
    for _, i, j, k, m in Matcher(forms[0], forms[1]).get_opcodes():
        yield from zip(one[i:j], two[k:m], strict=False)

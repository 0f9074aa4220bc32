"""Whatever the tree looks like, resolve gives findings, never an exception; and without findings a model without gaps."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from rulekit.diagnostics import Checked
from rulekit.model.model import GameModel
from rulekit.model.resolve import resolve
from rulekit.model.rules import As, Stated
from rulekit.model.scope import Unknown
from rulekit.syntax import ast
from tests.model.games import GAMES, tree

LITERALS = (ast.Ident, ast.Number, ast.Truth, ast.Unlimited)  # these also stand where no other expression can
EXPRESSIONS = tuple(ast.Expr.__args__)


def parts(node: Any) -> list[Any]:
    """A node and everything below it."""
    out = [node] if isinstance(node, ast.Node) else []
    if isinstance(node, tuple):
        return [part for item in node for part in parts(item)]
    if isinstance(node, ast.Node):
        for a in attrs.fields(type(node)):
            out += parts(getattr(node, a.name))
    return out


def swapped(node: Any, old: Any, new: Any) -> Any:
    """The same tree with one node exchanged."""
    if node is old:
        return new
    if isinstance(node, tuple):
        return tuple(swapped(item, old, new) for item in node)
    if isinstance(node, ast.Node):
        changes = {a.name: swapped(getattr(node, a.name), old, new) for a in attrs.fields(type(node)) if a.name != "span"}
        return attrs.evolve(node, **changes)
    return node


def mangled(file: ast.File, dice: random.Random) -> ast.File:
    """Exchange a few expressions, words or items, or lose one."""
    for _ in range(dice.randint(1, 3)):
        everything = [n for n in parts(file.items) if not isinstance(n, ast.Text)]
        old = dice.choice([n for n in everything if isinstance(n, (*EXPRESSIONS, ast.Statement, ast.Cell, ast.TypeExpr))])
        same = EXPRESSIONS if isinstance(old, EXPRESSIONS) and not isinstance(old, LITERALS) else type(old)
        file = attrs.evolve(file, items=swapped(file.items, old, dice.choice([n for n in everything if isinstance(n, same)])))
        if dice.random() < 0.3 and file.items:
            gone = dice.randrange(len(file.items))
            file = attrs.evolve(file, items=file.items[:gone] + file.items[gone + 1 :])
    return file


def has_gap(node: Any) -> bool:
    """Whether something of this pass's own has stayed in the model."""
    if isinstance(node, Unknown):
        return True
    if isinstance(node, tuple):
        return any(has_gap(item) for item in node)
    return attrs.has(type(node)) and any(has_gap(getattr(node, a.name)) for a in attrs.fields(type(node)))


def statements(node: Any) -> int:
    """How many statements a model has; a subject's `As` comes with another."""
    if isinstance(node, tuple):
        return sum(statements(item) for item in node)
    if not attrs.has(type(node)):
        return 0
    own = isinstance(node, Stated) and not isinstance(node, As)
    return own + sum(statements(getattr(node, a.name)) for a in attrs.fields(type(node)))


def is_whole(file: ast.File, model: GameModel) -> bool:
    """Whether every statement and example line has arrived; tellings between them are kept with the texts."""
    written = [n for n in parts(file.items) if not (isinstance(n, ast.Statement) and isinstance(n.act, ast.Tell))]
    lines = sum(isinstance(n, ast.Fact | ast.Event | ast.Check) for n in written)
    return (
        sum(isinstance(n, ast.Statement) for n in written) == statements(model.deeds)
        and sum(len(example.steps) for example in model.examples) == lines
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(12))
def test_mangled_trees_give_findings(name: str, seed: int) -> None:
    """A game with a few exchanged parts is either still a game or reported."""
    file = mangled(tree(name), random.Random(seed))
    found: Checked[GameModel] = resolve(file)
    assert (found.value is not None) == found.ok
    assert found.ok or found.diagnostics
    assert found.value is None or not has_gap(found.value)
    assert found.value is None or is_whole(file, found.value)


@pytest.mark.parametrize("name", GAMES)
def test_lost_declarations_are_not_reported(name: str) -> None:
    """What was declared in a broken part may be used without a report."""
    file = tree(name)
    step = 1 if len(file.items) < 40 else 3
    for item in file.items[::step]:
        if isinstance(item, ast.Place | ast.Tally | ast.Marker | ast.Define | ast.Action | ast.Step):
            rest = attrs.evolve(file, items=tuple(i for i in file.items if i is not item))
            found = resolve(rest, lost=frozenset({item.name.text}))
            assert found.diagnostics == ()
            assert found.value is None


def test_empty_file_is_reported() -> None:
    """Nothing at all is no game, but no accident either."""
    empty = attrs.evolve(tree("nim"), items=())
    assert {d.code for d in resolve(empty).diagnostics} == {"RK220", "RK222"}

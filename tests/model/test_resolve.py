"""Bundled games become models: all of them, alone and changed, with unique indices and addresses."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import pytest

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model import GameModel
from rulekit.model.overlays.change_files import overlay_names
from rulekit.model.overlays.overlay import apply_overlays
from rulekit.model.resolve import resolve
from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from tests.model.games import CHANGES, GAMES, HEAD, findings, made, model, tree


def below(node: Any) -> list[Any]:
    """A part of a model and everything below it."""
    if isinstance(node, tuple):
        return [part for item in node for part in below(item)]
    if not attrs.has(type(node)):
        return []
    return [node] + [part for a in attrs.fields(type(node)) for part in below(getattr(node, a.name))]


def changed(name: str) -> GameModel:
    """The model of a game with one file of changes."""
    heads = [i for i in tree(name).items if isinstance(i, ast.OverlayHead | ast.Words | ast.Look)]
    base = next(i.game.text for i in heads if i.game is not None)
    game = next(tree(g) for g in GAMES if any(isinstance(i, ast.Game) and i.name.text == base for i in tree(g).items))
    whole = apply_overlays(game, (tree(name),))
    assert whole.value is not None, whole.diagnostics
    found = resolve(whole.value, overlay_names((tree(name),)))
    assert found.value is not None, found.diagnostics
    return found.value


@pytest.mark.parametrize("name", GAMES)
def test_game_resolves_without_findings(name: str) -> None:
    """Every bundled game."""
    assert resolve(tree(name)).diagnostics == ()


@pytest.mark.parametrize("name", CHANGES)
def test_changed_game_resolves(name: str) -> None:
    """Every bundled reading, variant and translation."""
    assert changed(name).overlays in ((), (name.rpartition(".")[2].replace("-", "_"),))  # a translation alone has no name


@pytest.mark.parametrize("name", GAMES)
def test_indices_are_unique_in_a_deed(name: str) -> None:
    """No two locals and no two bounds of a deed share an index."""
    for deed in model(name).deeds:
        parts = below(deed.block)
        bounds = [p.index for p in parts if isinstance(p, exprs.Binding)]
        declared = [p.local for p in parts if isinstance(p, rules.Pick | rules.Let | rules.Loop)]
        locals_ = declared + [p.index for p in deed.params]
        assert max(Counter(bounds).values(), default=1) == 1
        assert max(Counter(locals_).values(), default=1) == 1


@pytest.mark.parametrize("name", GAMES)
def test_locals_are_declared_before_use(name: str) -> None:
    """Every Local of a deed is a parameter, a choice, a `let` or a loop variable of it."""
    for deed in model(name).deeds:
        parts = below(deed.block)
        declared = {p.local for p in parts if isinstance(p, rules.Pick | rules.Let | rules.Loop)} | {p.index for p in deed.params}
        assert {p.index for p in parts if isinstance(p, exprs.Local)} <= declared


def test_with_sets_the_value_in_force() -> None:
    """The default stays the file's own."""
    option = 'option tip "Tip?" = 1 among 0..5\nplay\n  repeat tip times\n    end game\nwith tip = 4\n'
    tree_ = parse(HEAD + option, "d").value
    assert tree_ is not None
    found = resolve(tree_).value
    assert found is not None
    assert (found.options[0].value, found.options[0].default) == (4, 1)


def test_translated_file_has_an_equal_model() -> None:
    """Keywords and standard names are gone; names of the author's stay."""
    english = 'game d "D"\n  players 2\ntally coins[player] bank 9\nplay\n  turns from starter\n    gain count(players) coins\n'
    french = (
        'jeu d "D"\n  joueurs 2\ncompte coins[joueur] banque 9\n'
        "déroulement\n  tours depuis premier\n    gagner combien(joueurs) coins\n"
    )
    assert made("cafe en\n" + english) == made("cafe fr\n" + french)


def test_citations_stand_in_the_open_section() -> None:
    """`@3` is the third paragraph of the section the line stands in."""
    m = made('section turn\ndefine a = 3   @2 @ruling "why"\nsection end\ndefine b = a   @turn.b1\n')
    a, b = m.defines
    assert a.cites == (rules.Citation("cited", None, "turn", "2"), rules.Citation("ruling", why="why"))
    assert b.cites == (rules.Citation("cited", None, "turn", "b1"),)


def test_unknown_name_suggests_nearest() -> None:
    """Did you mean …?"""
    found = findings("tally coins[player]\naction go\n  gain 1 coin\n")
    assert [d.hint for d in found] == ["did you mean `coins`?"]


def test_missing_declaration_is_reported_once_with_its_uses() -> None:
    """One mistake, one report; the next few places are related."""
    found = findings("action go\n  if heap > 1\n    end game\n  if heap > 2\n    end game\n  if heap > 3\n    end game\n")
    assert [(d.code, len(d.related)) for d in found] == [("RK201", 2)]


def test_doubled_name_shows_the_first() -> None:
    """The related place is the first declaration."""
    found = findings("tally coins[player]\nmarker coins: number = 0\n")
    assert [(label.text, label.span.line) for label in found[0].related] == [("first declared here", 4)]

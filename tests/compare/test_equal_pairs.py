"""The pairs of equal rule sets are what they say: checked, with examples that hold, and played alike."""

from __future__ import annotations

import os
from functools import cache
from random import Random

import pytest

from rulekit.engine.engine import Engine
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.study.examples.run_examples import run_examples
from rulekit.study.series.perft import perft
from rulekit.study.series.seed_snapshots import seeded_game
from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from rulekit.syntax.printing.printer import to_text
from tests.compare import equal_definitions, equal_rules
from tests.compare.equal_pairs import (
    CHANCE,
    GAMES,
    LARGE,
    REWRITINGS,
    Rewriting,
    numbered,
    pair,
    pairs,
    renamed,
    renumbered,
    rows,
)

LONGEST = 100
DEEP = os.environ.get("RULEKIT_PROFILE", "quick") == "deep"  # else two of the large games are enough for each rewriting
COUNT = 200 if DEEP else 60  # how many pairs are made and looked at together; those that are played are of all 200
made = cache(numbered)
NOTHING = {
    ("inline", "rules/cafe-international.cafe"),
    ("lets", "rules/bon-appetit.cafe"),
    ("lets", "rules/espresso-doppio.cafe"),
}
"""Where a rewriting finds nothing to do."""

TOY = """cafe en
game toy "Toy"
  players 2

kind shade: red, blue
piece card in sack
  shade
  | copies | shade |
  | 7      | red   |
  | 13     | blue  |
  total 20
place sack: bag of card
place hand[player]: hand of card
place pile[player]: pile of card

play
  turns from starter until sack is empty or rich(active)
    do take

define rich(p: player) = count(pile[p]) >= 3

action take
  let n = count(pile[me]) + 1
  few: only if n < 4 and not rich(me) because "no"
  if n < 2
    draw n from sack to pile[me]
  else
    draw 1 from sack to pile[next(me)]
    draw 2 from sack to hand[me]
  if n is 2
    draw 1 from sack to hand[me]

score p
  red: count(card in hand[p] where card.shade is red)

winner p
  most score(p)
  most count(pile[p])
"""


def model_of(text: str) -> GameModel:
    """The checked game of a text, about which there is nothing to say."""
    checked = check_game(text, "game.cafe")
    assert checked.diagnostics == (), text
    assert checked.value is not None
    return checked.value


def engine_of(model: GameModel) -> Engine:
    """An engine for as few players as can be."""
    program = lower(model, model.players[0]).value
    assert program is not None
    return Engine(program)


@cache
def game_of(path: str) -> Engine:
    """An engine of a game as it is written."""
    return engine_of(model_of(made(GAMES.index(path)).text_a))


def course(engine: Engine, seed: int) -> tuple[object, ...]:
    """Who moved when in a game decided by a seed, and what came of it."""
    game = seeded_game(engine, seed, LONGEST)
    return [made.player for made in game.made], game.end, game.outcome and (game.outcome.totals, game.outcome.winners)


# ---- what the generator does ---------------------------------------------------------------------
def test_pairs_are_different_and_the_same_every_time() -> None:
    found = list(map(made, range(COUNT)))
    assert len({p.text_b for p in found}) == COUNT
    assert [*pairs(6, 1)] == found[:6]
    assert {p.name.split()[0] for p in found} == {path.split("/")[-1].removesuffix(".cafe") for path in GAMES}
    assert all(p.rewritings and p.text_a != p.text_b for p in found)


def test_every_rewriting_occurs_among_the_pairs() -> None:
    seen = {how for number in range(COUNT) for how in made(number).rewritings}
    expected = {"renamed", "reordered", "rows", "renumbered", "in fr", "in it", "in de"}
    expected |= {"mirrored", "commuted", "opposite", "de morgan", "exchanged", "negated if", "cannot", "every", "counted"}
    expected |= {"one less", "branches", "nested if", "bullets", "grouped", "let", "inlined", "drawn out"}
    assert seen - {"any"} == expected


@pytest.mark.parametrize(
    ("rewriting", "old", "new"),
    [
        (equal_definitions.extract, "define rich(p: player) = count(pile[p]) >= 3", "= count(pile[who_1]) + 1"),
        (rows, "| 7      | red   |", "| 3      | red   |\n  | 4      | red   |"),
        (equal_rules.lets, "let n = count(pile[me]) + 1", "only if count(pile[me]) + 1 < 4 and not rich(me)"),
        (equal_definitions.inline, "sack is empty or rich(active)", "sack is empty or count(pile[active]) >= 3"),
        (equal_rules.blocks, "if n < 2", "if not n < 2"),
    ],
)
def test_a_toy_is_rewritten(rewriting: Rewriting, old: str, new: str) -> None:
    """Each rewriting, with the first dice that do it, gives the line expected by hand."""
    file = parse(TOY, "toy.cafe").value
    assert file is not None and old in TOY
    texts = (to_text(rewriting(Random(seed), file, [])) for seed in range(40))
    found = next((text for text in texts if new in text), None)
    assert found is not None
    model_of(found)


@pytest.mark.parametrize("rewriting", REWRITINGS, ids=lambda r: r.__name__)
def test_a_toy_is_played_alike_whatever_the_dice(rewriting: Rewriting) -> None:
    """Its branches are taken and its numbers are reached; the total says that no piece is lost."""
    file = parse(TOY, "toy.cafe").value
    assert file is not None
    plain = [course(engine_of(model_of(TOY)), seed) for seed in range(8)]
    assert len({repr(one) for one in plain}) > 2
    for dice in range(12):
        engine = engine_of(model_of(to_text(rewriting(Random(dice), file, []))))
        if rewriting is not renumbered:
            assert [course(engine, seed) for seed in range(8)] == plain


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a < b", {"b > a", "not a >= b"}),
        ("a >= 3", {"3 <= a", "not a < 3", "a > 2"}),
        ("a + b", {"b + a"}),
        ("not (a and b)", {"not a or not b"}),
        ("a is not b", {"not a is b"}),
        ("if a then b else c", {"if not a then c else b"}),
        ("any(x in a where x is b)", {"not every(x in a where not x is b)", "count(x in a where x is b) > 0"}),
        ("any(x in a where x > b)", {"not every(x in a where not x > b)"}),  # x may be none further on, where `any` does not look
        (
            "count(x in a where x is b) > 0",
            {"0 < count(x in a where x is b)", "not count(x in a where x is b) <= 0", "any(x in a where x is b)"},
        ),
        ("a <= b", {"b >= a", "not a > b", "a - 1 < b"}),
        ("every(x in a where b)", {"not any(x in a where not b)"}),
        ("p can go", {"not p cannot go"}),
        ("a - b", set()),
    ],
)
def test_expressions_have_these_other_ways(before: str, after: set[str]) -> None:
    text = f'cafe en\ngame g "G"\n  players 2\ndefine d = {before}\n'
    file = parse(text, "g.cafe").value
    assert file is not None
    define = file.items[1]
    assert isinstance(define, ast.Define)
    found = set()
    for _, way in equal_rules.ways(file, define.value):
        new = ast.File(file.span, "en", (ast.Define(define.span, define.name, (), way),))
        found.add(to_text(new).strip().removeprefix("cafe en\n\ndefine d = "))
    assert found == after


# ---- equal in play -------------------------------------------------------------------------------
@pytest.mark.parametrize("number", range(2 * len(GAMES)))
def test_a_pair_is_checked_and_played_alike(number: int) -> None:
    """Nothing is said about the rewritten game, and a seed gives the same game, unless menus or bags are in another order."""
    one, path = made(number), GAMES[number % len(GAMES)]
    engine = engine_of(model_of(one.text_b))
    if not set(one.rewritings) & set(CHANCE):
        assert course(engine, 5) == course(game_of(path), 5)
    elif path not in LARGE:
        assert [p.paths for p in perft(engine, 2, 5)] == [p.paths for p in perft(game_of(path), 2, 5)]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_examples_of_a_rewritten_game_hold(number: int) -> None:
    """All of them, unless the pieces are numbered differently and there are none."""
    one = made(199 - number)
    results = run_examples(model_of(one.text_b))
    assert bool(results) == ("renumbered" not in one.rewritings)
    assert [r.problem for r in results if not r.ok] == []


@pytest.mark.parametrize("path", GAMES)
def test_renaming_alone_changes_no_move(path: str) -> None:
    """The states are the same cell by cell: only names have changed."""
    engine, plain = engine_of(model_of(pair(path, 3, (renamed,)).text_b)), game_of(path)
    for seed in (1, 2):
        ours, theirs = seeded_game(engine, seed, LONGEST), seeded_game(plain, seed, LONGEST)
        low, high = engine.program.layout.data
        assert ours.last.cells[low:high] != ours.first.cells[low:high]
        assert course(engine, seed) == course(plain, seed)
        assert sorted(map(repr, ours.last.cells[low:high])) == sorted(map(repr, theirs.last.cells[low:high]))


@pytest.mark.parametrize("rewriting", [r for r in REWRITINGS if r is not renumbered], ids=lambda r: r.__name__)
@pytest.mark.parametrize("path", LARGE if DEEP else LARGE[:2])
def test_each_rewriting_by_itself_changes_no_move(path: str, rewriting: Rewriting) -> None:
    """With the first dice that do something and leave menus in their order."""
    tried = (pair(path, seed, (rewriting,)) for seed in range(30))
    one = next((p for p in tried if p.rewritings and not set(p.rewritings) & set(CHANCE)), None)
    if one is None:
        assert (rewriting.__name__, path) in NOTHING
        return
    engine = engine_of(model_of(one.text_b))
    assert course(engine, 1) == course(game_of(path), 1)


def test_pieces_are_renumbered_only_where_no_rule_can_tell() -> None:
    """In Goofspiel the pack is dealt in the order of declaration; in Bon Appétit! it is shuffled first."""
    done: list[str] = []
    for path in ("examples/games/gops.cafe", "rules/bon-appetit.cafe"):
        done += [path for seed in range(5) if "renumbered" in pair(path, seed, (rows, renumbered)).rewritings]
    assert set(done) == {"rules/bon-appetit.cafe"}

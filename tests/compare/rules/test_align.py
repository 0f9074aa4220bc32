"""Which things of two games are the same: by name, by what they cite, by their shape; and what is only in one of them."""

from __future__ import annotations

import pytest

from rulekit.compare.compare import compare
from rulekit.compare.rules.find_differences import compare_rules
from rulekit.compare.rules.match_names import Renamed, align, renamings
from rulekit.compare.rules.profiles import DECLARED
from rulekit.model.model import GameModel, Kind, Sort
from rulekit.syntax.parse import parse
from tests.compare.equal_pairs import GAMES, Pair, _declared_names, pair, renamed, reordered
from tests.compare.games import HEAD, MARKET, changed, differences, file, game


def true_names(two: Pair) -> dict[str, str]:
    """What the things of the second text are called in the first: both name them in the same order."""
    trees = [parse(text, "game.cafe").value for text in (two.text_a, two.text_b)]
    assert trees[0] is not None and trees[1] is not None
    return dict(zip(_declared_names(trees[1]), _declared_names(trees[0]), strict=True))


def owned(model: GameModel) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """All values and answers, and all attributes, with what they belong to."""
    values = {(k.name, v) for k in model.kinds for v in k.values} | {(o.name, s.name) for o in model.options for s in o.answers}
    owners: tuple[Kind | Sort, ...] = (*model.kinds, *model.sorts)
    return values, {(o.name, a.name) for o in owners for a in o.attributes}


@pytest.mark.parametrize("path", [path for path in GAMES if "espresso" not in path and "international" not in path])
def test_a_renamed_copy_is_found_again_completely(path: str) -> None:
    both = pair(path, 5, only=(renamed,))
    true = true_names(both)
    one, two = game(both.text_a), game(both.text_b)
    names = align(one, two)
    assert dict(names.tops) == {d.name: true.get(d.name, d.name) for part in DECLARED for d in getattr(two, part)}
    values, attributes = owned(two)
    assert dict(names.values) == {(owner, name): true.get(name, name) for owner, name in values}
    assert dict(names.attrs) == {(owner, name): true.get(name, name) for owner, name in attributes}
    assert dict(names.lines) == {line.name: true.get(line.name, line.name) for line in two.score}


def test_renaming_is_told_as_renaming_and_nothing_else() -> None:
    both = pair("examples/games/crazy-eights.cafe", 5, only=(renamed, reordered))
    true = {
        new: old for new, old in true_names(pair("examples/games/crazy-eights.cafe", 5, only=(renamed,))).items() if new != old
    }
    rules = compare_rules(game(both.text_a), game(both.text_b))
    assert [d for d in rules.differences if d.listed] == []
    assert {(one.after, one.before) for one in rules.renamed} <= set(true.items()) and rules.renamed != ()


# ---- by hand -------------------------------------------------------------------------------------
STALL = changed(
    MARKET,
    ("kind shade: red, blue ", "kind tint: blue, red   "),
    ("  shade\n", "  tint\n"),
    ("| ware  | shade |\n", "| ware  | tint |\n"),
    ("place scrap: pile of card ", "place heap: pile of card  "),
    ("tally coins[player]", "tally money[player]"),
    ("coins[p] > 4", "money[p] > 4"),
    ("p gains 5 coins", "p gains 5 money"),
    ("coins[me] >=", "money[me] >="),
    ("+ 1 coins", "+ 1 money"),
    ("gain wage coins", "gain wage money"),
    ("  coins: coins[p] ", "  purse: money[p] "),
    ("action rest ", "action sleep"),
    ("- do rest", "- do sleep"),
)


def test_the_renamings_of_a_small_game_by_hand() -> None:
    one, two = game(MARKET), game(STALL)
    assert set(renamings(two, align(one, two))) == {
        Renamed("kind", "", "shade", "tint"),
        Renamed("place", "", "scrap", "heap"),
        Renamed("tally", "", "coins", "money"),
        Renamed("rule", "", "rest", "sleep"),
        Renamed("attribute", "card", "shade", "tint"),
        Renamed("score line", "", "coins", "purse"),
    }
    assert differences(MARKET, STALL) == ()


SCRAPS = """
place {}: pile of card                      @{}
place {}: pile of card                      @{}
"""


def test_things_of_the_same_shape_are_told_apart_by_what_they_cite() -> None:
    """Two places that nothing uses: only the paragraphs say which is which."""
    one = changed(
        MARKET, ("place scrap: pile of card                   @4\n", SCRAPS.format("left", "things.4", "right", "things.12"))
    )
    two = changed(
        MARKET, ("place scrap: pile of card                   @4\n", SCRAPS.format("up", "things.12", "down", "things.4"))
    )
    names = align(game(one), game(two))
    assert (names.tops["up"], names.tops["down"]) == ("right", "left")


def test_the_language_of_headings_does_not_matter_but_the_heading_does() -> None:
    """Sections have other names in the second file; the same heading is the same section."""
    place = "place scrap: pile of card                   @4\n"
    one = changed(MARKET, (place, SCRAPS.format("left", "things.4", "right", "turn.4")))
    two = changed(
        MARKET,
        (place, SCRAPS.format("up", "b.4", "down", "a.4")),
        ("section things\n", "section a\n"),
        ("section turn\n", "section b\n"),
    )
    names = align(game(one), game(two))
    assert (names.tops["up"], names.tops["down"]) == ("right", "left")


def test_what_only_one_game_has_stays_alone() -> None:
    more = "place shed[n: 1..3]: spot of card\nmarker storm: truth = no\n"
    two = changed(MARKET, ("marker days", f"{more}marker days"), ("kind shade: red, blue ", "kind shade: red, blue, green "))
    names = align(game(MARKET), game(two))
    assert "shed" not in names.tops and "storm" not in names.tops and ("shade", "green") not in names.values
    back = align(game(two), game(MARKET))
    assert {"shed", "storm"}.isdisjoint(back.tops.values()) and "green" not in back.values.values()


def test_something_else_of_the_same_name_is_not_taken_for_it() -> None:
    """`scrap` is a place in one game and a marker in the other."""
    two = changed(MARKET, ("place scrap: pile of card ", "marker scrap: 0..3 = 0   "))
    names = align(game(MARKET), game(two))
    assert "scrap" not in names.tops
    assert {(d.what, d.how, d.name) for d in differences(MARKET, two)} == {
        ("place", "removed", "scrap"),
        ("marker", "added", "scrap'"),
    }


# ---- games that cannot be aligned ----------------------------------------------------------------
@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("examples/games/nim.cafe", "examples/games/tic-tac-toe.cafe"),
        ("examples/games/reversi.cafe", "examples/games/oh-hell.cafe"),
        ("rules/bon-appetit.cafe", "rules/espresso-doppio.cafe"),
    ],
)
def test_games_with_nothing_in_common_are_refused(one: str, two: str) -> None:
    found = compare(game(file(one)), game(file(two)))
    assert found.value is None
    assert [d.code for d in found.diagnostics] == ["RK585"]
    assert "are not the same game" in found.diagnostics[0].message and found.diagnostics[0].hint


def test_how_much_they_must_have_in_common() -> None:
    """Four of six things are enough, four of seven are not."""
    one = HEAD + "place a: row of card\nplace b: row of card\npiece card in a\n  | copies |\n  | 3      |\nplay\n"
    one += "  turns from starter until a is empty\n    do go\naction go\n  draw 1 from a to b\n"
    other = one.replace("game toy", "game tea")
    three = changed(
        other, ("action go", "tally t[player]\ntally u[player]\naction go"), ("  draw 1", "  gain 1 t\n  gain 1 u\n  draw 1")
    )
    assert compare(game(one), game(three)).value is not None
    four = changed(three, ("tally u[player]", "tally u[player]\ntally v[player]"), ("  gain 1 u", "  gain 1 u\n  gain 1 v"))
    assert [d.code for d in compare(game(one), game(four)).diagnostics] == ["RK585"]

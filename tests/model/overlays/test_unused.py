"""Words for the reason of a requirement go when another file takes the reason away or gives another one."""

from __future__ import annotations

import pytest

from rulekit.pipeline import check_game
from tests.model.overlays.test_overlay import GAME

LABELLED = GAME.replace("  only if coins[me] > 0", "  broke: only if coins[me] > 0").replace("because buy.1", "because buy.broke")
WORDED = LABELLED + '  | buy.broke | "pas d\'argent pour {me}" |\n'
ITALIAN = 'cafe en\nwords it of shop\n  | name  | one |\n  | buy.broke | "niente soldi per {me}" |\n'
OWN = '\n\nwords fr\n  | name | one |\n  | buy.broke | "autre raison" |'


def _words(body: str) -> dict[str, str | None]:
    """What is left of the words for `buy.broke`, by language."""
    change = f'cafe en\nvariant a of shop "A"\n\n{body}\n'
    checked = check_game(WORDED, "shop.cafe", ((change, "a.cafe"), (ITALIAN, "it.cafe")))
    assert checked.ok, [d.message for d in checked.diagnostics]
    assert checked.value is not None
    return {name: getattr(dict(table).get("buy.broke"), "one", None) for name, table in checked.value.words}


@pytest.mark.parametrize(
    ("body", "french", "italian"),
    [
        ("with start = 4", True, True),
        ('replace buy.1\n  only if coins[me] > 1 because "too dear"', True, True),
        ("replace buy.sugar\n  gain 1 coins", True, True),
        ('replace buy.broke\n  only if coins[me] > 1 because "one is not enough"', False, True),
    ],
)
def test_words_of_a_reason_stay_with_it(body: str, french: bool, italian: bool) -> None:
    """A file of words is for the rules as they are: it stays; the game's own words are for the game's own reason."""
    words = _words(body)
    assert (words["fr"] is not None, words["it"] is not None) == (french, italian)


def test_new_words_for_the_new_reason() -> None:
    assert _words('replace buy.broke\n  only if coins[me] > 1 because "one is not enough"' + OWN)["fr"] == "autre raison"


def test_requirement_without_a_reason_leaves_no_words() -> None:
    """Else `{me}` in them would be a mistake of nobody (RK226)."""
    assert _words("replace buy.broke\n  gain 1 coins\n\nremove example.poor") == {"fr": None, "it": None}


SPOKEN = (
    LABELLED.replace("action buy\n", 'action buy "{buy/buys} {drink}"\n  tell "Buying is quick."\n')
    .replace("  choose drink\n", '  choose drink "Which drink?"\n')
    .replace("  sugar: if count(cup[me]) is 3\n", '  sugar: if count(cup[me]) is 3\n    tell "The third cup is rewarded."\n')
    + """
  say buy "{acheter/achète} {drink}"
  ask buy.drink "Quelle boisson ?"
  because buy.broke "pas d'argent"
  tell buy "Acheter va vite."
  tell buy.sugar "La troisième tasse rapporte."
  title example.poor "Sans le sou"
"""
)


def _spoken(body: str) -> dict[str, str]:
    """The French texts that are left, by kind and address."""
    change = f'cafe en\nvariant a of shop "A"\n\n{body}\n'
    checked = check_game(SPOKEN, "shop.cafe", ((change, "a.cafe"),))
    assert checked.ok, [d.message for d in checked.diagnostics]
    assert checked.value is not None
    french = dict(checked.value.texts).get("fr", ())
    return {f"{told.what} {told.address}": str(told.text.parts[0]) for told in french}


ALL = {"say buy", "ask buy.drink", "because buy.broke", "tell buy", "tell buy.sugar", "title example.poor"}


@pytest.mark.parametrize(
    ("body", "gone"),
    [
        ("with start = 4", set()),
        ("remove buy.sugar", {"tell buy.sugar"}),
        ("replace buy.sugar\n  gain 1 coins", {"tell buy.sugar"}),
        ("remove example.poor\n\nwith start = 4", {"title example.poor"}),
        ('replace buy.broke\n  only if coins[me] > 1 because "one is not enough"', {"because buy.broke"}),
        ("remove buy\n\nreplace act.choice\n  draw 1 from sack to cup[me]\n\nremove example.poor", ALL),
    ],
)
def test_texts_of_other_languages_go_with_what_they_tell(body: str, gone: set[str]) -> None:
    """A line for a rule that is replaced or removed is no mistake of the variant (RK238), and tells nothing untrue."""
    assert set(_spoken(body)) == ALL - gone


def test_a_variant_says_a_text_anew() -> None:
    assert _spoken('words fr\n  title example.poor "Les poches vides"')["title example.poor"] == "Les poches vides"


SCORED = SPOKEN.replace("  coins: coins[p]\n", '  coins: coins[p]\n    tell "Every coin is a point."\n', 1)


def test_a_new_value_of_a_score_line_brings_its_own_telling() -> None:
    """The old one would be untrue."""

    def told(body: str) -> list[str]:
        checked = check_game(SCORED, "shop.cafe", ((f'cafe en\nvariant a of shop "A"\n\n{body}\n', "a.cafe"),))
        assert checked.ok and checked.value is not None, [d.message for d in checked.diagnostics]
        return [str(t.text.parts[0]) for t in dict(checked.value.texts)[""] if t.address == "score.coins"]

    assert told("with start = 4") == ["Every coin is a point."]
    assert told("replace score.coins = 2 * coins[p]") == []
    assert told('replace score.coins = 2 * coins[p]\n  tell "Coins count twice."') == ["Coins count twice."]


def test_a_cell_of_a_table_has_no_telling() -> None:
    change = 'cafe en\nvariant a of shop "A"\n\nreplace menu.tea.2 = 4\n  tell "Tea is dear."\n'
    found = check_game(SPOKEN, "shop.cafe", ((change, "a.cafe"),)).diagnostics
    assert [(d.code, d.hint) for d in found] == [("RK454", "leave the telling out, or replace the whole table")]

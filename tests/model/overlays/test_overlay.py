"""Every way of changing a game, on one small game and on the house rule that shows them all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulekit.diagnostics import Checked
from rulekit.model.overlays.addresses import addresses, find
from rulekit.model.overlays.overlay import apply_overlays, overlay_names
from rulekit.pipeline import check_game
from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from rulekit.syntax.tree.walking import below, statements

ROOT = Path(__file__).parents[3]
GAME = """cafe en
game shop "Shop"
  players 2..4
  source en "English"

section prep
  en "Preparation"

kind drink
  cells: number
  | drink | cells |
  | tea   | 1     |
  | latte | 4     |

piece tile in sack
  value: 1..4
  | copies | value |
  | 3      | 1, 2  |
  | 2      | 3     |

place sack: bag of tile
place cup[player]: pile of tile
tally coins[player] bank 20
option tip "Tip?" = 1 among 0..5
option start "How many coins?" = 5 among 0..9
define reserve = 2 * tip

table menu[drink, symbols: 1..2]: number
  | drink | 1 | 2 |
  | tea   | 3 | 1 |
  | latte | 7 | 4 |

table surcharge[row: 1..5]: number
  | 1..2 | 2 |
  | 3..5 | 0 |

section turn
  en "The turn"

setup
  purse: for each p in players                 @1
    p gains start coins
  tip: starter pays reserve coins              @2

play
  turns from starter until sack is empty       @1
    do act

step act
  choice: one of
    - do buy
    - rest: gain 1 coins
    - stop: only if coins[me] > 3 because "rich people rest"

action buy
  only if coins[me] > 0 because "you have no coins"
  choose drink
  only if coins[me] >= surcharge[drink.cells] because "it is too dear"
  price: pay menu[drink, 1] coins
  draw 1 from sack to cup[me]
  sugar: if count(cup[me]) is 3
    gain 1 coins

score p
  coins: coins[p]
  tiles: count(cup[p])

winner p
  most score(p)

example poor "Without coins nobody buys"
  players a, b
  given
    coins[a] is 0
  then a cannot buy because buy.1

example dear "A latte is dear"
  players a, b, c
  given
    coins[a] is 1
  then coins[a] is 1

words fr
  | name  | one      |
  | buy   | "Payer"  |
  | tip   | "Pourboire" |
  | tip.question | "Combien ?" |
  | setup.tip | "Le pourboire" |
"""


def _file(text: str, path: str) -> ast.File:
    parsed = parse(text, path)
    assert parsed.value is not None
    assert not parsed.diagnostics
    return parsed.value


def _variant(body: str, head: str = "") -> str:
    return f'cafe en\nvariant mine of shop "Mine"\n{head}\n{body}\n'


def _apply(body: str, head: str = "") -> Checked[ast.File]:
    return apply_overlays(_file(GAME, "shop.cafe"), (_file(_variant(body, head), "mine.cafe"),))


def _changed(body: str, head: str = "") -> ast.File:
    result = _apply(body, head)
    assert not result.diagnostics
    assert result.value is not None
    model = check_game(GAME, "shop.cafe", ((_variant(body, head), "mine.cafe"),))
    assert not [d for d in model.diagnostics if d.is_error]
    return result.value


def _at(file: ast.File, address: str) -> Any:
    found = find(file.items, tuple(address.split(".")))
    return found.part if found else None


def _labels(file: ast.File, deed: str) -> list[str | None]:
    return [s.label.text if s.label else None for s in statements(_at(file, deed).block)]


# ---- options -------------------------------------------------------------------------------------
def test_with_keeps_the_default_and_sets_the_value() -> None:
    """The file's own default stays readable beside the value in force."""
    model = check_game(GAME, "shop.cafe", ((_variant("with start = 7"), "mine.cafe"),)).value
    assert model is not None
    option = next(o for o in model.options if o.name == "start")
    assert (option.default, option.value) == (5, 7)


def test_settings_from_outside_win() -> None:
    """`--set` has the last word."""
    model = check_game(GAME, "shop.cafe", ((_variant("with start = 7"), "mine.cafe"),), (("start", "2"),)).value
    assert model is not None
    assert next(o.value for o in model.options if o.name == "start") == 2


def test_setting_of_an_unknown_option_suggests_the_nearest() -> None:
    """`--set strat=2`."""
    result = check_game(GAME, "shop.cafe", (), (("strat", "2"),))
    assert [(d.code, d.hint) for d in result.diagnostics] == [("RK464", "did you mean `start`?")]


def test_settings_are_numbers_truths_names_and_unlimited() -> None:
    """As they would be written in a file."""
    game = GAME.replace("bank 20", "bank stock").replace(
        "option start",
        'option stock "Stock?" = 20 among 20, unlimited\noption kind_of "Which?" = old\n  - old "x"\n  - new "y"\noption start',
    )
    game = game.replace(
        "define reserve = 2 * tip", 'option strict "Strict?" = no\ndefine reserve = if strict and kind_of is new then tip else 0'
    )
    model = check_game(game, "shop.cafe", (), (("stock", "unlimited"), ("kind_of", "new"), ("strict", "yes"))).value
    assert model is not None
    assert {o.name: o.value for o in model.options if o.name != "start"} == {
        "tip": 1,
        "stock": 2**31 - 1,
        "kind_of": 1,
        "strict": True,
    }


def test_setting_outside_its_values_is_an_error() -> None:
    """The resolver refuses it, and nothing is played."""
    assert not check_game(GAME, "shop.cafe", (), (("start", "99"),)).ok


def test_setting_that_confirms_the_default_is_fine() -> None:
    """Only files of changes have to change something."""
    assert check_game(GAME, "shop.cafe", (), (("start", "5"),)).ok


# ---- replacing -----------------------------------------------------------------------------------
def test_replaced_rule_keeps_its_label_and_points_into_the_overlay() -> None:
    """One statement bears the label itself."""
    sugar = _at(_changed("replace buy.sugar\n  gain 2 coins"), "buy.sugar")
    assert isinstance(sugar.act, ast.Gain)
    assert sugar.span.path == "mine.cafe"


def test_rule_replaced_by_several_statements_becomes_a_group() -> None:
    """The label stays on the whole."""
    sugar = _at(_changed("replace buy.sugar\n  gain 2 coins\n  gain 1 coins"), "buy.sugar")
    assert isinstance(sugar.act, ast.Group)
    assert len(sugar.act.block) == 2


def test_whole_declaration_is_replaced_in_its_place() -> None:
    """Order of declarations is kept."""
    base = _file(GAME, "shop.cafe")
    file = _changed('replace action buy\n  only if coins[me] > 9 because "rich only"\n  draw 1 from sack to cup[me]')
    assert len(_at(file, "buy").block) == 2
    order = [address for address in addresses(base.items) if "." not in address]
    assert [a for a in addresses(file.items) if "." not in a] == [a for a in order if a in set(addresses(file.items))]


def test_row_cell_and_value_are_replaced() -> None:
    """A whole row, one cell, the value of a table with one key, a line of the score."""
    cells = "replace menu.tea\n  | tea | 9 | 9 |\n\nreplace menu.latte.2 = 5\nreplace surcharge.4 = 1\n"
    file = _changed(cells + "replace score.tiles = 2 * count(cup[p])")
    tea, latte = _at(file, "menu").rows[1:]
    assert [cell.layers[0][0].value for cell in tea.cells[1:]] == [9, 9]
    assert [cell.layers[0][0].value for cell in latte.cells[1:]] == [7, 5]
    assert _at(file, "surcharge").rows[1].cells[1].layers[0][0].value == 1
    assert isinstance(_at(file, "score.tiles").value, ast.Binary)


def test_rows_of_kinds_and_pieces_are_replaced() -> None:
    """Kinds by value, pieces by number."""
    file = _changed("replace drink.tea\n  | tea | 2 |\n\nreplace tile.2\n  | 5 | 4 |\n\nreplace tile.1.copies = 1")
    assert _at(file, "drink.tea.cells").layers[0][0].value == 2
    assert [row.cells[0].layers[0][0].value for row in _at(file, "tile").rows[1:]] == [1, 5]


def test_requirements_without_label_count_as_in_the_base() -> None:
    """Removing the first does not shift the second; examples of the base follow their requirement."""
    file = _changed('remove buy.2\n\nbefore buy.1\n  only if coins[me] > 1 because "one is not enough"')
    requirements = [
        s.act.reason.parts if s.act.reason else None
        for s in statements(_at(file, "buy").block)
        if isinstance(s, ast.Statement) and isinstance(s.act, ast.OnlyIf)
    ]
    assert requirements == [("one is not enough",), ("you have no coins",)]
    because = next(node for node in below(_at(file, "example.poor")) if isinstance(node, ast.Check)).because
    assert because is not None
    assert because.parts == ("buy", "2")


def test_no_numbers_are_left_as_labels() -> None:
    """They are only a help while changing."""
    assert not [label for label in _labels(_changed("remove buy.2"), "buy") if label and label.isdigit()]


# ---- removing ------------------------------------------------------------------------------------
def test_removing_rules_bullets_rows_lines_declarations_examples() -> None:
    """Whatever has an address can go."""
    file = _changed("remove setup.tip\nremove act.stop\nremove tile.2\nremove score.tiles\nremove example.dear")
    known = set(addresses(file.items))
    assert known.isdisjoint({"setup.tip", "act.stop", "tile.2", "score.tiles", "example.dear"})
    assert {"setup.purse", "act.rest", "tile.1", "score.coins", "example.poor"} <= known


def test_what_only_served_a_removed_rule_goes_with_it() -> None:
    """Definition, option and words; without a message."""
    file = _changed("remove setup.tip")
    known = set(addresses(file.items))
    assert known.isdisjoint({"reserve", "tip"})
    words = next(item for item in file.items if isinstance(item, ast.Words))
    assert len(words.rows) == 2


def test_what_was_never_used_stays() -> None:
    """Only what the change made useless goes."""
    game = GAME.replace("define reserve", "define idle = 1\ndefine reserve")
    file = apply_overlays(_file(game, "shop.cafe"), (_file(_variant("remove setup.tip"), "mine.cafe"),)).value
    assert file is not None
    assert "idle" in set(addresses(file.items))


# ---- inserting and adding ------------------------------------------------------------------------
def test_before_and_after_a_rule() -> None:
    """In the order of the text."""
    file = _changed("before buy.sugar\n  first: gain 1 coins\n\nafter buy.sugar\n  last: gain 1 coins")
    labels = [label for label in _labels(file, "buy") if label]
    assert labels == ["price", "first", "sugar", "last"]


def test_insertion_beside_a_removed_rule_finds_its_place() -> None:
    """In one file this is another way of replacing."""
    file = _changed("remove buy.sugar\n\nafter buy.sugar\n  honey: gain 2 coins")
    assert [label for label in _labels(file, "buy") if label] == ["price", "honey"]


def test_insertion_into_a_bullet_and_a_deed() -> None:
    """Before the bullet's own statements; after the last rule of an action."""
    file = _changed('before act.rest\n  only if coins[me] < 9 because "rich"\n\nafter buy\n  gain 1 coins')
    assert isinstance(_at(file, "act.rest").block[0].act, ast.OnlyIf)
    assert isinstance(_at(file, "buy").block[-1].act, ast.Gain)


def test_bullets_rows_and_score_lines_are_added() -> None:
    """Each behind what is there."""
    file = _changed("add to act.choice\n  - nap: gain 2 coins\n\nadd to tile\n  | 1 | 4 |\n\nadd to score\n  luck: 1")
    assert [b.label.text for b in _at(file, "act.choice").act.bullets if b.label] == ["rest", "stop", "nap"]
    assert len(_at(file, "tile").rows) == 4
    assert [line.name.text for line in _at(file, "score").lines] == ["coins", "tiles", "luck"]


def test_declarations_words_and_remarks_are_added() -> None:
    """New words for the same name take the place of the old."""
    words = 'words fr\n  | name | one |\n  | buy | "Acheter" |'
    file = _changed(f"define twice(n: number) = 2 * n\n\nreplace score.coins = twice(coins[p])\n\n{words}")
    rows = [row.cells[1].layers for item in file.items if isinstance(item, ast.Words) for row in item.rows[1:]]
    assert "twice" in set(addresses(file.items))
    assert len(rows) == 4


def test_words_in_a_file_of_their_own() -> None:
    """`words de of shop`."""
    words = _file('cafe en\nwords de of shop\n  | name | one |\n  | buy | "Kaufen" |\n', "de.cafe")
    file = apply_overlays(_file(GAME, "shop.cafe"), (words,)).value
    assert file is not None
    assert [w.language.text for w in file.items if isinstance(w, ast.Words)] == ["fr", "de"]
    assert all(w.game is None for w in file.items if isinstance(w, ast.Words))


# ---- heads and sections --------------------------------------------------------------------------
def test_players_change_and_examples_for_others_are_dropped() -> None:
    """The example for three goes, the one for two stays."""
    file = _changed("", "  players 2\n")
    game = next(item for item in file.items if isinstance(item, ast.Game))
    lines = [line for line in game.head if isinstance(line, ast.PlayersLine)]
    assert [(line.low, line.high) for line in lines] == [(2, 2)]
    assert [item.name.text for item in file.items if isinstance(item, ast.Example)] == ["poor"]


def test_sources_and_sections_are_added() -> None:
    """New ones at the end, known ones opened again; never doubled."""
    body = 'section turn\n\nremark "odd"    @en 1\n\nsection extra\n  en "Extra"\n\n'
    body += 'option luck "Luck?" = 1 among 0..2    @2\n\nadd to score\n  luck: luck    @3'
    file = _changed(body, '  source web "A page"\n')
    sections = [item.name.text for item in file.items if isinstance(item, ast.Section)]
    kinds = [type(item).__name__ for item in file.items]
    assert sections == ["prep", "turn", "extra"]
    assert kinds.index("Remark") < [n for n, item in enumerate(file.items) if isinstance(item, ast.Section)][2]
    cite = _at(file, "score.luck").cites[0]
    assert (cite.section, cite.place) == ("extra", "3")


def test_citations_of_a_reading_name_its_source() -> None:
    """`@3` in a reading is the third paragraph of its own book."""
    reading = 'cafe en\nreading fr of shop "French"\n  source fr "French"\n\nsection turn\n\nreplace score.tiles = 0    @3\n'
    file = apply_overlays(_file(GAME, "shop.cafe"), (_file(reading, "fr.cafe"),)).value
    assert file is not None
    assert [(c.source, c.section, c.place) for c in _at(file, "score.tiles").cites] == [("fr", "turn", "3")]


# ---- the whole -----------------------------------------------------------------------------------
def test_base_is_never_changed() -> None:
    """The tree that came in is as it was."""
    base = _file(GAME, "shop.cafe")
    before = repr(base)
    apply_overlays(base, (_file(_variant("remove buy.2\n\nreplace buy.sugar\n  gain 9 coins\n\nwith start = 1"), "mine.cafe"),))
    assert before == repr(base)


def test_no_changes_give_the_game_itself() -> None:
    """The identity, comments and all."""
    base = _file(GAME, "shop.cafe")
    assert apply_overlays(base, ()).value == base


def test_no_heads_of_changes_are_left() -> None:
    """The result is one whole game."""
    file = _changed("with start = 1\n\nremove setup.tip")
    changes = (ast.OverlayHead, ast.Replace, ast.ReplaceRule, ast.ReplaceRow, ast.ReplaceValue, ast.Remove, ast.Insert, ast.AddTo)
    assert not [item for item in file.items if isinstance(item, changes)]
    assert len([item for item in file.items if isinstance(item, ast.Game)]) == 1


def test_names_of_overlays_in_order() -> None:
    """Words have none."""
    words = _file('cafe en\nwords de of shop\n  | name | one |\n  | buy | "Kaufen" |\n', "de.cafe")
    assert overlay_names((_file(_variant("with start = 1"), "mine.cafe"), words)) == ("mine",)


def test_house_rule_of_cafe_del_gatto_changes_everything_it_names() -> None:
    """The bundled file that shows every way of changing a game."""
    base = _file((ROOT / "rules/cafe-del-gatto.cafe").read_text(encoding="utf-8"), "gatto.cafe")
    change = _file((ROOT / "examples/house-rules/happy-hour.cafe").read_text(encoding="utf-8"), "happy.cafe")
    file = apply_overlays(base, (change,)).value
    assert file is not None
    known = set(addresses(file.items))
    assert {"sell_sugar", "score.savings", "example.selling", "buy.sugar"} <= known
    assert known.isdisjoint({"tip", "setup.tip", "sugar_rounding", "example.three_players"})
    assert [w.option.text for w in file.items if isinstance(w, ast.With)] == ["start_coins", "clean_price"]
    assert _at(file, "buy.sugar").span.path == "happy.cafe"
    assert len(_at(file, "turn.choice").act.bullets) == len(_at(base, "turn.choice").act.bullets) + 1

"""Every rule about changes that cannot both be meant, and the messages about changes that do not fit."""

from __future__ import annotations

import re

import pytest

from rulekit.diagnostics import Diagnostic, Span
from rulekit.model.overlays.overlay import apply_overlays
from rulekit.pipeline import check_game
from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from tests.model.overlays.test_overlay import GAME


def _file(text: str, path: str) -> ast.File:
    parsed = parse(text, path)
    assert parsed.value is not None
    assert not parsed.diagnostics
    return parsed.value


def _number(node: ast.Expr) -> int:
    assert isinstance(node, ast.Number)
    return node.value


def _variant(name: str, body: str, head: str = "") -> ast.File:
    return _file(f'cafe en\nvariant {name} of shop "The {name} way"\n{head}\n{body}\n', f"{name}.cafe")


def _findings(*changes: ast.File) -> tuple[Diagnostic, ...]:
    return apply_overlays(_file(GAME, "shop.cafe"), changes).diagnostics


SAME = "replace buy.sugar\n  gain 2 coins"
MENU = "replace table menu[drink, symbols: 1..2]: number\n  | drink | 1 | 2 |\n  | tea | 1 | 1 |\n  | latte | 1 | 1 |"
ALL = "replace action buy\n  draw 1 from sack to cup[me]"
CONFLICTS = [
    ("RK455", SAME, "replace buy.sugar\n  gain 3 coins"),
    ("RK455", SAME, "remove buy.sugar"),
    ("RK455", ALL, "remove buy"),
    ("RK455", "replace menu.tea\n  | tea | 1 | 1 |", "remove menu.tea"),
    ("RK455", "replace surcharge.4 = 1", "replace surcharge.5 = 2"),
    ("RK455", "replace score.tiles = 1", "remove score.tiles"),
    ("RK455", "remove example.dear\n\nremove buy.1", "remove example.dear\n\nremove buy.2"),
    ("RK456", SAME, ALL),
    ("RK456", "after buy.sugar\n  gain 1 coins", ALL),
    ("RK456", "after buy\n  gain 1 coins", ALL),
    ("RK456", "after buy.sugar\n  gain 1 coins", "remove buy.sugar"),
    ("RK456", "replace menu.tea.1 = 4", "remove menu.tea"),
    (
        "RK456",
        "replace menu.tea.1 = 4",
        MENU,
    ),
    ("RK456", "add to act.choice\n  - nap: gain 1 coins", "replace act.choice\n  do buy"),
    ("RK456", "replace act.rest\n  gain 2 coins", "replace act.choice\n  do buy"),
    ("RK456", "add to score\n  luck: 1", "replace score p\n  coins: 1"),
    ("RK457", "with start = 1", "with start = 2"),
    ("RK455", "with start = 1", 'replace option start "How many?" = 3 among 0..9'),
    ("RK455", "with tip = 2", "remove tip\n\nreplace define reserve = 2"),
]
NAMES = [
    ("luck", "define luck = 1", "define luck = 2"),
    ("luck", "define luck = 1", 'option luck "Lucky?" = yes'),
    ("example.rich", *('with start = 4\n\nexample rich "Rich"\n  players a, b\n  then coins[a] is 4',) * 2),
    ("score.luck", "add to score\n  fortune: 1\n  luck: 1", "add to score\n  luck: 1"),
    ("menu.mocha", *("add to menu\n  | mocha | 1 | 1 |",) * 2),
    ("act.nap", "add to act.choice\n  - nap: gain 1 coins", "add to act.choice\n  - nap: gain 2 coins"),
    ("buy.more", "after buy.sugar\n  more: gain 1 coins", "before buy.price\n  more: gain 1 coins"),
    ("buy.more", "replace buy.sugar\n  more: gain 1 coins\n  gain 2 coins", "after buy\n  more: gain 1 coins"),
]
PEACE = [
    (SAME, "after buy.sugar\n  gain 1 coins"),
    ("after buy.sugar\n  gain 1 coins", "after buy.sugar\n  gain 2 coins"),
    ("add to act.choice\n  - nap: gain 1 coins", "add to act.choice\n  - doze: gain 1 coins"),
    ("add to act.choice\n  - nap: gain 1 coins", "replace act.rest\n  gain 2 coins"),
    ("with start = 1", "with start = 1"),
    ("replace menu.tea.1 = 4", "replace menu.tea.2 = 4"),
    ("remove buy.1", "remove buy.2"),
    ("remove tile.1", "replace tile.2\n  | 5 | 4 |"),
    *(("add to tile\n  | 1 | 4 |",) * 2,),
    ("after buy.sugar\n  more: gain 1 coins", "after act\n  more: gain 1 coins"),
]


@pytest.mark.parametrize(("code", "one", "two"), CONFLICTS)
def test_conflict_names_both_files_and_both_places(code: str, one: str, two: str) -> None:
    """In either order of the files."""
    for first, second in ((one, two), (two, one)):
        found = _findings(_variant("a", first), _variant("b", second))
        assert [d.code for d in found] == [code]
        assert "variant `a` “The a way”" in found[0].message
        assert "variant `b` “The b way”" in found[0].message
        assert (found[0].span.path, found[0].related[0].span.path) == ("b.cafe", "a.cafe")


@pytest.mark.parametrize(("code", "one", "two"), CONFLICTS)
def test_every_way_out_in_the_hint_works(code: str, one: str, two: str) -> None:
    """The last word for the file that is named; a third file over both; for an option a setting from outside."""
    for bodies in ({"a": one, "b": two}, {"a": two, "b": one}):
        hint = _findings(*(_variant(name, body) for name, body in bodies.items()))[0].hint or ""
        said = re.search(r"the last word to variant `(.)`: `over (.)` in its head", hint)
        assert said
        heads = {said[1]: f"  over {said[2]}\n"}
        assert _findings(*(_variant(name, body, heads.get(name, "")) for name, body in bodies.items())) == ()
        third = _variant("c", bodies[said[1]], "  over a\n  over b\n")
        assert "a third file with `over a` and `over b` in its head" in hint
        assert _findings(*(_variant(name, body) for name, body in bodies.items()), third) == ()
        assert ("or decide for now by setting `start` yourself" in hint) == (code == "RK457")


def test_setting_from_outside_decides_between_two_files() -> None:
    """The finding is about options only; the number of players cannot be set from outside."""
    files = _variant("a", "with start = 1\nwith tip = 1"), _variant("b", "with start = 2\nwith tip = 2")
    decided = apply_overlays(_file(GAME, "shop.cafe"), files, (("start", "3"),))
    assert [d.message for d in decided.diagnostics] == [
        "variant `b` “The b way” and variant `a` “The a way” set `tip` to different values"
    ]
    both = apply_overlays(_file(GAME, "shop.cafe"), files, (("start", "3"), ("tip", "0")))
    assert both.value is not None
    assert [(w.option.text, _number(w.value)) for w in both.value.items if isinstance(w, ast.With)] == [("start", 3), ("tip", 0)]


@pytest.mark.parametrize(("name", "one", "two"), NAMES)
def test_two_files_that_add_one_name(name: str, one: str, two: str) -> None:
    """RK465 points at both names, wherever in the changes they stand."""
    for first, second in ((one, two), (two, one)):
        found = _findings(_variant("a", first), _variant("b", second))
        assert [d.code for d in found] == ["RK465"]
        assert found[0].message == f"variant `b` “The b way” and variant `a` “The a way” both add `{name}`"
        assert (found[0].span.path, found[0].related[0].span.path) == ("b.cafe", "a.cafe")
        last = name.split(".")[-1]
        assert [_words_at(d, body) for d, body in ((found[0].span, second), (found[0].related[0].span, first))] == [last] * 2


def _words_at(span: Span, body: str) -> str:
    """The name at a place of a variant; of a row its first cell."""
    line = body.split("\n")[span.line - 4]
    return line[span.column - 1 :].strip("| ").split(" ")[0].rstrip(":")


def test_name_that_another_file_took_away() -> None:
    """The one who uses it is told who took it; if nobody did, nothing is added."""
    taker = 'cafe en\nvariant a of shop "No buying"\n\nremove buy\n\nremove example.poor\n\nreplace act.choice\n  gain 1 coins\n'
    user = 'cafe en\nvariant b of shop "Buy twice"\n\nafter play\n  starter does buy\n'
    found = check_game(GAME, "shop.cafe", ((taker, "a.cafe"), (user, "b.cafe"))).diagnostics
    assert [(d.span.path, [(r.span.path, r.span.line, r.text) for r in d.related]) for d in found] == [
        ("b.cafe", [("a.cafe", 4, "variant `a` “No buying” removes `buy` here")])
    ]
    assert (found[0].hint or "").endswith("leave one of the two files out, or write another that fits both")
    (alone,) = check_game(GAME, "shop.cafe", ((user.replace("does buy", "does buying"), "b.cafe"),)).diagnostics
    assert alone.related == ()


def test_last_word_about_a_declaration() -> None:
    """The other one of that name is not added; `over` settles nothing where a whole change would have to go."""
    loser, body = _variant("a", "define luck = 1\n\nadd to score\n  luck: luck"), "define luck = 2\n\nreplace score.tiles = luck"
    assert [d.code for d in _findings(loser, _variant("b", body))] == ["RK465"]
    file = apply_overlays(_file(GAME, "shop.cafe"), (loser, _variant("b", body, "  over a\n"))).value
    assert file is not None
    assert [_number(d.value) for d in file.items if isinstance(d, ast.Define) and d.name.text == "luck"] == [2]


def test_helper_of_a_rule_that_gave_way_goes_with_it() -> None:
    """Nobody uses it any more; that is no mistake of its file."""
    loser = _variant("a", "define luck = 1\n\nreplace score.tiles = luck")
    file = apply_overlays(_file(GAME, "shop.cafe"), (loser, _variant("b", "replace score.tiles = 2", "  over a\n"))).value
    assert file is not None
    assert "luck" not in {d.name.text for d in file.items if isinstance(d, ast.Define)}


@pytest.mark.parametrize(("one", "two"), PEACE)
def test_additions_and_insertions_never_conflict(one: str, two: str) -> None:
    """Nor do changes of different things."""
    for first, second in ((one, two), (two, one)):
        assert _findings(_variant("a", first), _variant("b", second)) == ()


@pytest.mark.parametrize(
    ("code", "one", "two"), [c for c in CONFLICTS if c[1] not in (SAME, "add to score\n  luck: 1") or c[0] != "RK456"]
)
def test_over_settles_a_conflict(code: str, one: str, two: str) -> None:
    """Whoever says `over` is applied later, wherever it is given."""
    loser, winner = _variant("a", one), _variant("b", two, "  over a\n")
    assert _findings(loser, winner) == ()
    assert _findings(winner, loser) == ()


def test_winner_has_the_last_word() -> None:
    """Its value, its rule."""
    loser = _variant("a", "with start = 1\n\nreplace score.tiles = 1")
    winner = _variant("b", "with start = 2\n\nreplace score.tiles = 2", "  over a\n")
    file = apply_overlays(_file(GAME, "shop.cafe"), (winner, loser)).value
    assert file is not None
    values = [item.value for item in file.items if isinstance(item, ast.With)]
    lines = [line.value for item in file.items if isinstance(item, ast.Score) for line in item.lines]
    assert [v.value for v in values if isinstance(v, ast.Number)] == [2]
    assert [v.value for v in lines if isinstance(v, ast.Number)] == [2]


def test_winner_replaces_what_the_loser_removed() -> None:
    """The removal is not made at all."""
    loser = _variant("a", "remove buy\n\nreplace act.choice\n  gain 1 coins")
    winner = _variant("b", ALL, "  over a\n")
    assert _findings(loser, winner) == ()


def test_insertions_keep_the_order_of_the_files() -> None:
    """At the end of an action the later file comes last."""
    file = apply_overlays(
        _file(GAME, "shop.cafe"),
        (_variant("a", "after buy\n  one: gain 1 coins"), _variant("b", "after buy\n  two: gain 1 coins")),
    ).value
    assert file is not None
    buy = next(item for item in file.items if isinstance(item, ast.Action))
    assert [s.label.text for s in buy.block if s.label][-2:] == ["one", "two"]


def test_readings_come_before_variants() -> None:
    """A variant may change what a reading added, whatever the order they are given in."""
    reading = _file(
        'cafe en\nreading fr of shop "French"\n  source fr "French"\n\ndefine luck = 1\n\nadd to score\n  luck: luck\n', "fr.cafe"
    )
    variant = _variant("a", "replace score.luck = 2")
    file = apply_overlays(_file(GAME, "shop.cafe"), (variant, reading))
    assert file.diagnostics == ()


WRONG = [
    ("RK450", 'variant a of chess "A"\n\nwith start = 1'),
    ("RK451", 'game other "Other"\n  players 2'),
    ("RK452", 'variant a of shop "A"\n\nreplace buy.suger\n  gain 1 coins'),
    ("RK452", 'variant a of shop "A"\n\nreplace menu.coffee\n  | coffee | 1 | 1 |'),
    ("RK452", 'variant a of shop "A"\n\nreplace menu.tea.9 = 1'),
    ("RK452", 'variant a of shop "A"\n\nreplace action sell\n  gain 1 coins'),
    ("RK452", 'variant a of shop "A"\n\nremove example.nobody'),
    ("RK452", 'variant a of shop "A"\n\nremove buy.3'),
    ("RK453", 'variant a of shop "A"\n\ndefine reserve = 1'),
    ("RK453", 'variant a of shop "A"\n\nplay\n  starter gains 1 coins'),
    ("RK453", 'variant a of shop "A"\n\nexample poor "P"\n  players a, b\n  then coins[a] is 0'),
    ("RK454", 'variant a of shop "A"\n\nreplace menu.tea\n  gain 1 coins'),
    ("RK454", 'variant a of shop "A"\n\nreplace buy.sugar\n  | tea | 1 |'),
    ("RK454", 'variant a of shop "A"\n\nreplace menu.tea\n  | tea | 1 |'),
    ("RK454", 'variant a of shop "A"\n\nremove menu.tea.1'),
    ("RK454", 'variant a of shop "A"\n\nadd to buy.sugar\n  - do buy'),
    ("RK454", 'variant a of shop "A"\n\nadd to buy\n  | 1 | 2 |'),
    ("RK454", 'variant a of shop "A"\n\nafter menu.tea\n  gain 1 coins'),
    ("RK458", 'variant a of shop "A"\n\nwith start = 5\n\nremark "nothing"'),
    ("RK458", 'variant a of shop "A"\n\nreplace menu.tea    @en turn.1\n  | tea | 3 | 1 |'),
    ("RK459", 'variant a of shop "A"\n\nwith start = 1\nwith start = 2'),
    ("RK459", 'variant a of shop "A"\n\nremove buy.sugar\n\nreplace buy.sugar\n  gain 1 coins'),
    ("RK462", 'reading fr of shop "F"\n  source fr "French"\n\nwith start = 1    @en turn.1'),
    ("RK463", 'variant a of shop "A"\n\nwith start = 1    @3'),
    ("RK464", 'variant a of shop "A"\n\nwith statr = 1'),
]


@pytest.mark.parametrize(("code", "text"), WRONG)
def test_change_that_does_not_fit(code: str, text: str) -> None:
    """One finding, in the file of changes, with a hint."""
    found = _findings(_file(f"cafe en\n{text}\n", "a.cafe"))
    assert [d.code for d in found] == [code]
    assert found[0].span.path == "a.cafe"
    assert found[0].hint


def test_misspelled_address_suggests_the_nearest() -> None:
    """`buy.suger`."""
    found = _findings(_variant("a", "remove buy.suger"))
    assert found[0].hint == "did you mean `buy.sugar`?"


def test_two_files_that_agree_both_count() -> None:
    """The second changes nothing more, but it would alone."""
    assert _findings(_variant("a", "with start = 1"), _variant("b", "with start = 1")) == ()


def test_circle_of_over() -> None:
    """Only one can win."""
    assert [
        d.code for d in _findings(_variant("a", "with start = 1", "  over b\n"), _variant("b", "with start = 2", "  over a\n"))
    ] == ["RK460"]


def test_same_file_twice() -> None:
    """It would conflict with itself."""
    assert [d.code for d in _findings(_variant("a", "with start = 1"), _variant("a", "with start = 1"))] == ["RK461"]


def test_players_of_two_files() -> None:
    """Different numbers of players conflict as options do."""
    assert [d.code for d in _findings(_variant("a", "", "  players 2\n"), _variant("b", "", "  players 3\n"))] == ["RK457"]

"""Rules quoted by address say what the game says: in the place of the rule they leave everything as it was."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, zip_longest
from pathlib import Path

import pytest

from rulekit.model.overlays.addresses import addresses
from rulekit.model.overlays.overlay import apply_overlays
from rulekit.model.overlays.quote import Source, heading, listed, options, other_answers, quoted, source_of
from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from rulekit.syntax.printing.printer import to_text
from tests.model.overlays.test_overlay import GAME, ROOT

FILES = [*sorted((ROOT / "rules").glob("*.cafe")), *sorted((ROOT / "examples" / "games").glob("*.cafe"))]
GAMES = [path for path in FILES if "\ngame " in path.read_text(encoding="utf-8")]


def _parsed(text: str, path: str) -> ast.File:
    parsed = parse(text, path)
    assert parsed.value is not None and parsed.diagnostics == (), parsed.diagnostics
    return parsed.value


def _shop() -> Source:
    return source_of(GAME, _parsed(GAME, "shop.cafe"))


def _apart(found: list[str]) -> Iterator[tuple[str, ...]]:
    """Addresses in parts of which no two are of one declaration: they can stand in one house rule."""
    of_each = [list(group) for _, group in groupby(sorted(found), lambda address: address.partition(".")[0])]
    return (tuple(address for address in part if address is not None) for part in zip_longest(*of_each))


def _codes(text: str, path: str, file: ast.File) -> dict[tuple[str, ...], list[str]]:
    """What house rules are told that quote addresses, until every one was quoted: RK458 if all is as it was."""
    source = source_of(text, file)
    name = next(item.name.text for item in file.items if isinstance(item, ast.Game))
    start = f"cafe {source.language}\n{heading(source, 'mine', name, 'Mine', 'why')}\n"
    said = {}
    for some in _apart([*addresses(source.items)]):
        texts = [quoted(source, tuple(address.split("."))) or "" for address in some]
        assert all(texts), some
        said[some] = [d.code for d in apply_overlays(file, (_parsed(start + "\n".join(texts), "mine.cafe"),)).diagnostics]
    return said


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_every_address_of_every_game_can_be_quoted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    said = _codes(text, path.name, _parsed(text, path.name))
    assert sum(map(len, said)) > 5
    assert {some: codes for some, codes in said.items() if codes != ["RK458"]} == {}


@pytest.mark.parametrize("language", ["fr", "it", "de"])
def test_games_in_other_languages_can_be_quoted(language: str) -> None:
    text = to_text(_parsed(GAME, "shop.cafe"), language)
    said = _codes(text, "shop.cafe", _parsed(text, "shop.cafe"))
    assert set(map(tuple, said.values())) == {("RK458",)}


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("buy.price", "replace buy.price\n  price: pay menu[drink, 1] coins\n"),
        ("buy.2", 'replace buy.2\n  only if coins[me] >= surcharge[drink.cells] because "it is too dear"\n'),
        ("setup.purse", "replace setup.purse\n  purse: for each p in players\n    p gains start coins\n"),
        ("act.stop", 'replace act.stop\n  only if coins[me] > 3 because "rich people rest"\n'),
        ("menu.latte", "replace menu.latte\n  | latte | 7 | 4 |\n"),
        ("menu.latte.2", "replace menu.latte.2 = 4\n"),
        ("tile.1.value", "replace tile.1\n  | 3      | 1, 2  |\n"),
        ("score.tiles", "replace score.tiles = count(cup[p])\n"),
        ("reserve", "replace define reserve = 2 * tip\n"),
        ("play", "replace play\n  turns from starter until sack is empty\n    do act\n"),
        ("buy.nothing", None),
    ],
)
def test_the_text_is_that_of_the_file_without_citations(address: str, expected: str | None) -> None:
    assert quoted(_shop(), tuple(address.split("."))) == expected


def test_signs_in_texts_are_no_citations_and_no_comments() -> None:
    text = GAME.replace('"you have no coins"', '"write to a@b #1 | \\"now\\""   @turn.2 @ruling "a | b # c"  # really')
    assert quoted(source_of(text, _parsed(text, "shop.cafe")), ("buy", "1")) == (
        'replace buy.1\n  only if coins[me] > 0 because "write to a@b #1 | \\"now\\""\n'
    )


def test_what_can_be_changed_is_listed_with_its_first_line() -> None:
    found = dict(listed(_shop()))
    assert found["tip"] == 'option tip "Tip?" = 1 among 0..5'
    assert found["setup.purse"] == "purse: for each p in players …"
    assert found["menu.latte"] == "| latte | 7 | 4 |"
    assert found["act.rest"] == "gain 1 coins"
    assert found["buy"] == "action buy …"
    assert "example.poor" not in found


def test_other_answers_to_an_option() -> None:
    source = _shop()
    assert [list(other_answers(source, option)) for option in options(source)] == [
        ["with tip = 2\n", "with tip = 0\n"],
        ["with start = 6\n", "with start = 4\n"],
    ]

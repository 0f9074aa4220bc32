"""House rules on top of each other: all pairs of what comes with rulekit, in either order, and every command with a stack."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from rulekit.diagnostics import Checked
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.serialize import model_to_json
from rulekit.tools.cli import main
from rulekit.tools.io.library import head_of
from tests.tools.running import ROOT

Capture = pytest.CaptureFixture[str]
FOLDERS = ("rules", "examples/games", "examples/house-rules")
FILES = {p: p.read_text(encoding="utf-8") for folder in FOLDERS for p in sorted((ROOT / folder).glob("*.cafe"))}
HEADS = {path: head_of(text, str(path)) for path, text in FILES.items()}
PAIRS = [
    (game, *pair)
    for game, head in HEADS.items()
    if head.role == "game"
    for pair in combinations([path for path, other in HEADS.items() if other.of == head.name], 2)
]
HAPPY = str(ROOT / "examples" / "house-rules" / "happy-hour.cafe")
TABLE = 'cafe en\nvariant table of cafe_del_gatto "Our table"\n\nreplace score.tokens = 1 * sum(served[p].points)\n'
WORDS = 'cafe en\nwords it of cafe_del_gatto\n  | name | one        |\n  | buy  | "comprare" |\n'
WAYS = [
    ["cafe-del-gatto+fr", "--with", HAPPY, "--with", "table.cafe", "--with", "it.cafe"],
    ["cafe-del-gatto", "--with", "it.cafe", "--with", "table.cafe", "--with", HAPPY, "--with", "fr"],
    [f"cafe-del-gatto+fr+{HAPPY}+table.cafe+it.cafe"],
    [f"{HAPPY}+fr", "--with", "table.cafe", "--with", "it.cafe"],
    ["table.cafe+it.cafe+fr", "--with", HAPPY],
]


def _stack(game: Path, *changes: Path) -> Checked[GameModel]:
    return check_game(FILES[game], str(game), tuple((FILES[change], str(change)) for change in changes))


def _unordered(value: Any) -> Any:
    """Data in which the order of declarations does not count; that of statements, bullets and lines of the score does."""
    model = json.loads(model_to_json(value))["model"]
    kept = {"deeds", "score", "winner"}
    return {key: part if key in kept else _sorted(part) for key, part in model.items()}


def _sorted(value: Any) -> Any:
    if isinstance(value, list):
        return sorted((_sorted(item) for item in value), key=json.dumps)
    return value


def test_there_are_pairs() -> None:
    assert len(PAIRS) >= 7


@pytest.mark.parametrize(("game", "one", "two"), PAIRS, ids=lambda p: p.stem)
def test_order_of_the_files_does_not_matter(game: Path, one: Path, two: Path) -> None:
    """Two files either conflict in both orders, at the same things, or make the same game in both orders."""
    first, second = _stack(game, one, two), _stack(game, two, one)
    assert first.ok == second.ok
    assert sorted(d.code for d in first.diagnostics) == sorted(d.code for d in second.diagnostics)
    if first.value is None:
        assert all(len({d.span.path, d.related[0].span.path}) == 2 for d in first.diagnostics)
    else:
        assert _unordered(first.value) == _unordered(second.value)


def test_what_two_files_put_at_one_place_stands_in_the_order_of_the_files() -> None:
    """Here the comparison above sees a difference."""
    game = ROOT / "examples" / "games" / "nim.cafe"
    text = 'cafe en\nvariant v{n} of nim "No heap {n}"\n\nafter take\n  set heap[{n}] to 0\n'
    files = [(text.format(n=n), f"{n}.cafe") for n in (1, 2)]
    first, second = (check_game(FILES[game], str(game), tuple(order)) for order in (files, files[::-1]))
    assert first.ok and second.ok
    assert _unordered(first.value) != _unordered(second.value)


@pytest.fixture
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.cafe").write_text(TABLE)
    Path("it.cafe").write_text(WORDS)


@pytest.mark.usefixtures("_files")
def test_every_way_to_name_a_stack_makes_the_same_game(capsys: Capture) -> None:
    """A reading, two house rules and words: names and files mixed, with `+` or `--with`, in any order."""
    programs = set()
    for way in WAYS:
        assert main(["program", *way]) == 0
        programs.add(capsys.readouterr().out)
    assert len(programs) == 1


@pytest.mark.parametrize(
    ("command", "more", "expected"),
    [
        ("check", (), ": fine"),
        ("test", ("--only", "selling"), "1 passed, 0 failed"),
        ("simulate", ("--games", "1", "--seed", "1"), "1 random game"),
        ("perft", ("--depth", "1", "--seed", "1"), "2 players"),
        ("model", (), '"overlays"'),
        ("options", (), "start_coins = 6"),
        ("program", (), "program cafe_del_gatto for 2 players"),
        ("cover", (), "+happy-hour"),
        ("mutate", ("--limit", "1", "--jobs", "1", "--examples-only", "--only", "sell_sugar"), "+happy-hour"),
        ("overlays", (), "score.tokens: replaced by table, table.cafe:4"),
    ],
)
@pytest.mark.usefixtures("_files")
def test_every_command_takes_a_stack(command: str, more: tuple[str, ...], expected: str, capsys: Capture) -> None:
    assert main([command, *WAYS[0], *more]) == 0
    assert expected in capsys.readouterr().out


@pytest.mark.parametrize("way", WAYS[1:4], ids=range(3))
@pytest.mark.usefixtures("_files")
def test_saved_game_remembers_the_stack(way: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["play", *way, "--bots", "all", "--seed", "2", "--save", "game.json"]) == 0
    here = Path.cwd()
    monkeypatch.chdir(here.parent)
    capsys.readouterr()
    assert main(["replay", str(here / "game.json"), "--step", "1", "--lang", "it"]) == 0
    assert "+happy-hour" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("way", "code"),
    [
        (["cafe-del-gatto+fr", "--with", "fr"], "RK461"),
        (["cafe-del-gatto", "--with", "it.cafe", "--with", "it.cafe"], "RK461"),
        (["bon-appetit", "--with", "table.cafe"], "RK450"),
        (["bon-appetit+it.cafe"], "RK450"),
        (["cafe-del-gatto+tabel.cafe"], "RK560"),
        (["cafe-del-gatto+"], "RK561"),
    ],
)
@pytest.mark.usefixtures("_files")
def test_stack_that_cannot_be(way: list[str], code: str, capsys: Capture) -> None:
    assert main(["check", *way]) == 1
    assert f"error[{code}]" in capsys.readouterr().out


@pytest.mark.usefixtures("_files")
def test_two_readings_name_each_other_and_a_third_file_decides(capsys: Capture) -> None:
    """What the hints say, done: the English and the French reading together, and our own word on all they quarrel about."""
    assert main(["overlays", "cafe-del-gatto+en+fr"]) == 1
    err = capsys.readouterr().err
    assert "reading `fr` “Règle française (88464)” and reading `en` “English rules (88466)” set `interlude_starter`" in err
    assert "must_act" not in err  # one book states it, of the other it can only be argued
    names = ["must_act = no", "interlude_starter = current"]
    rest = "replace drink.cappuccino\n  | cappuccino | milk, milk, milk |\n\nremove example.cappuccino_cells\n"
    text = "".join(f"with {line}\n" for line in names)
    Path("peace.cafe").write_text(f'cafe en\nvariant peace of cafe_del_gatto "Peace"\n  over en\n  over fr\n\n{text}\n{rest}')
    assert main(["check", "cafe-del-gatto+en+fr", "--with", "peace.cafe"]) == 0
    assert main(["check", "cafe-del-gatto+peace.cafe+fr+en"]) == 0

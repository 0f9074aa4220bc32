"""`rulekit compare`: what it refuses and how, its JSON, saved plays, impact, and passages of rulebooks side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulekit.diagnostics import errors
from rulekit.pipeline import check_game
from rulekit.study.examples.run_examples import run_examples
from rulekit.tools.cli import main
from tests.compare.games import HEAD, MARKET, changed
from tests.study.teahouse import BOOK, GAME
from tests.tools.running import GAMES, ROOT
from tests.tools.test_error_pages import _BLOCK, shell

Capture = pytest.CaptureFixture[str]
QUICK = ("--players", "2", "--effort", "400", "--seconds", "20")
OTHER = changed(
    MARKET,
    ('in a day?" = 1 among', 'in a day?" = 2 among'),
    ("coins[me] >= toll[days] + 1 because", "coins[me] > toll[days] + 2 because"),
    ("until days is 4 ", "until days is 3 "),
    ("  fewest count(basket[p])                   @16", '  most count(basket[p])                     @ruling "more is more"'),
)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("market.cafe").write_text(MARKET)
    Path("other.cafe").write_text(OTHER)


def told(capsys: Capture, *arguments: str, status: int = 1) -> tuple[str, str]:
    """What a comparison prints, and what it says to stderr."""
    assert main(["compare", *arguments]) == status
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return said.out, said.err


def data(capsys: Capture, *arguments: str, status: int = 1) -> dict[str, Any]:
    """The JSON of a comparison."""
    read = json.loads(told(capsys, *arguments, "--json", status=status)[0])
    assert isinstance(read, dict)
    return read


# ---- bad input -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "compare wants two games"),
        (("market.cafe",), "compare wants a second game"),
        (("market.cafe", "other.cafe", "market.cafe"), "compare wants two games"),
        (("market.cafe", "other.cafe", "--effort", "0"), "effort"),
        (("market.cafe", "other.cafe", "--seconds", "soon"), "seconds"),
        (("market.cafe", "other.cafe", "--book", "en"), "--book wants source=file"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], said: str, capsys: Capture) -> None:
    out, err = told(capsys, *arguments, status=2)
    assert out == "" and said in err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("market.cafe", "nothing.cafe"), "RK560", "`nothing.cafe`"),
        (("market.cafe", "bazaar"), "RK561", "`bazaar`"),
        (("market.cafe", "other.cafe", "--set", "tip=1"), "RK464", "`tip`"),
        (("market.cafe", str(GAMES / "nim.cafe")), "RK585", "`market` and `nim` are not the same game"),
        (("market.cafe", "other.cafe", "--players", "7"), "RK583", "2 to 3, not by 7"),
        (("market.cafe", "other.cafe", "--book", "en=gone.txt"), "RK560", "`gone.txt`"),
        (("market.cafe", "other.cafe", "--book", "de=market.cafe"), "RK590", "neither game has a source `de`"),
        (("market.cafe", "other.cafe", "--book", "en=note.txt"), "RK591", "nothing of the rulebook `en` is in this text"),
        (("market.cafe", "other.cafe", *QUICK, "--save", "market.cafe"), "RK563", "`market.cafe` is already there"),
        (("market.cafe", "other.cafe", *QUICK, "--save", "gone/part.cafe"), "RK564", "cannot be written"),
    ],
)
def test_bad_input_has_a_code(arguments: tuple[str, ...], code: str, said: str, capsys: Capture) -> None:
    Path("note.txt").write_text("Milk, bread, the other bread.\n")
    err = told(capsys, *arguments)[1]
    assert f"error[{code}]" in err and said in err
    assert Path("market.cafe").read_text() == MARKET


def test_a_file_with_a_mistake_is_told_with_its_place(capsys: Capture) -> None:
    Path("wrong.cafe").write_text(changed(MARKET, ("pay toll[days] + 1 coins", "pay toll[days] + 1 coin")))
    out, err = told(capsys, "market.cafe", "wrong.cafe")
    assert out == "" and "error[RK2" in err and "wrong.cafe:" in err


def test_without_a_common_number_of_players_only_rules_are_compared(capsys: Capture) -> None:
    Path("crowd.cafe").write_text(changed(OTHER, ("  players 2..3\n", "  players 4..5\n")))
    out, err = told(capsys, "market.cafe", "crowd.cafe")
    assert "warning[RK584]" in err and "the first is for 2 to 3, the second for 4 to 5" in err
    assert "Players: 2 to 3 → 4 to 5" in out and "No number of players suits both games, so nothing was played." in out
    assert data(capsys, "market.cafe", "crowd.cafe")["verdict"] is None
    assert "error[RK584]" in told(capsys, "market.cafe", "crowd.cafe", "--impact", "4")[1]


@pytest.mark.parametrize("code", ["RK583", "RK585"])
def test_the_pages_on_these_findings(code: str, tmp_path: Path) -> None:
    """Their commands are raised outside of the tools, so no other test runs them."""
    page = (ROOT / "docs" / "errors" / f"{code}.md").read_text(encoding="utf-8")
    for block in _BLOCK.finditer(page):
        done = shell(block["text"], tmp_path)
        assert done.returncode == (block["title"] == "Wrong"), done.stdout + done.stderr
        assert (f"error[{code}]" in done.stderr) == (block["title"] == "Wrong")


# ---- what comes out ------------------------------------------------------------------------------
def test_the_same_game_is_the_same(capsys: Capture) -> None:
    out, err = told(capsys, "market.cafe", "market.cafe", *QUICK, status=0)
    assert err == "" and "The rules are the same." in out and "Play is proved equal for 2 players" in out


def test_a_limit_of_time_is_told(capsys: Capture) -> None:
    out, _ = told(capsys, "bon-appetit", "bon-appetit", "--seconds", "0.3", status=0)
    assert "The search was ended by its limit of time." in out and "proved" not in out


def test_json_has_verdict_differences_witnesses_and_blame(capsys: Capture) -> None:
    found = data(capsys, "market.cafe", "other.cafe", *QUICK)
    assert found["verdict"] == "observable"
    rules = {one["number"]: one for one in found["differences"]}
    assert {one["address"]: (one["what"], one["how"]) for one in rules.values()} == {
        "wage": ("option", "changed"),
        "buy.money": ("rule", "changed"),
        "play": ("rule", "head"),
        "winner": ("winner", "changed"),
    }
    cited = {one["address"]: (one["first"]["citations"], one["second"]["citations"]) for one in rules.values()}
    assert cited["buy.money"] == (["en · Your turn · ¶7"], ["en · Your turn · ¶7"])
    assert cited["wage"] == (["en · What you need · ¶7"], ["en · What you need · ¶8"])
    assert cited["winner"] == (["en · Your turn · ¶16"], ["ruling: more is more"])
    assert [one["witness"] for one in found["blame"]] == [one["number"] for one in found["witnesses"]] != []
    for witness, blame in zip(found["witnesses"], found["blame"], strict=True):
        assert blame["rules"] == witness["rules"] == [rules[n]["address"] for n in blame["differences"]]
        assert blame["citations"] == witness["citations"] == [c for n in blame["differences"] for c in rules[n]["citations"]]
        assert witness["observable"] and witness["how"].startswith("short")
    assert {n for one in found["blame"] for n in one["differences"]} == set(rules)


def test_without_lang_it_speaks_the_language_that_the_files_have_in_common(capsys: Capture) -> None:
    french = str(ROOT / "examples" / "translations" / "bon-appetit.fr.cafe")
    out, _ = told(capsys, french, "--set", "tas_final=yes", *QUICK)
    assert "Les règles diffèrent à 1 endroit." in out and " ? non (la partie est finie) → oui (une carte va " in out
    out, _ = told(capsys, french, "--set", "tas_final=yes", *QUICK, "--lang", "it")
    assert "Le regole differiscono in 1 punto." in out
    out, _ = told(capsys, "bon-appetit", french, "--players", "2", "--effort", "50")
    assert "The rules differ in " in out


@pytest.mark.parametrize(
    ("language", "summary", "heading"),
    [
        ("fr", "Les règles diffèrent à 4 endroits.", "ici les chemins se séparent :"),
        ("it", "Le regole differiscono in 4 punti.", "qui si separano:"),
        ("de", "Die Regeln unterscheiden sich an 4 Stellen.", "hier trennen sie sich:"),
    ],
)
def test_a_comparison_is_told_in_the_language_of_its_reader(language: str, summary: str, heading: str, capsys: Capture) -> None:
    Path("other.cafe").write_text(changed(OTHER))
    out, _ = told(capsys, "market.cafe", "other.cafe", *QUICK, "--lang", language)
    assert summary in out and heading in out
    assert "The rules differ" not in out and "here they part" not in out
    assert language != "de" or (" Spieler, nach " in out and " Spielern, nach " not in out)


def test_text_from_a_file_steers_no_terminal(capsys: Capture) -> None:
    Path("odd.cafe").write_text(
        changed(OTHER, ('"Market"', '"[bold]M\u202ea\u001b[31mrket"'), ('"a good day"', '"a [red]good[/red]\u0007 day"'))
    )
    out, err = told(capsys, "market.cafe", "odd.cafe", *QUICK)
    assert not {"\u202e", "\u001b", "\u0007"} & set(out + err)
    assert "a [red]good[/red]" in out and "[bold]M" in out


def test_a_saved_play_holds_for_one_game_and_fails_for_the_other(capsys: Capture) -> None:
    out, _ = told(capsys, "market.cafe", "other.cafe", *QUICK, "--save", "part")
    assert "part.cafe is written:" in out
    saved = Path("part.cafe").read_text()
    results = []
    for text in (MARKET, OTHER):
        checked = check_game(text, "game.cafe", ((saved, "part.cafe"),))
        assert checked.value is not None and not errors(checked.diagnostics), checked.diagnostics
        names = tuple(e.name for e in checked.value.examples)
        results.append(dict(zip(names, (r.ok for r in run_examples(checked.value, names)), strict=True)))
    one, two = results
    assert one.keys() == two.keys() and len(one) > 1
    for name in one:
        assert one[name] != two[name]
        holds, fails = ("market", "other") if one[name] else ("other", "market")
        assert f"{name} (play {name.removeprefix('part_')}): holds for {holds}, fails for {fails}" in out


def test_a_saved_file_is_replaced_only_by_force(capsys: Capture) -> None:
    Path("part.cafe").write_text("mine")
    assert "error[RK563]" in told(capsys, "market.cafe", "other.cafe", *QUICK, "--save", "part.cafe")[1]
    assert Path("part.cafe").read_text() == "mine"
    told(capsys, "market.cafe", "other.cafe", *QUICK, "--save", "part.cafe", "--force")
    assert Path("part.cafe").read_text().startswith("cafe en\nvariant part of market ")


def test_saving_nothing_is_no_error(capsys: Capture) -> None:
    assert main(["compare", "market.cafe", "market.cafe", *QUICK, "--save", "part"]) == 0
    out, err = capsys.readouterr()
    assert "nothing is saved: no play was found where the games part" in out and err == ""
    assert not Path("part.cafe").exists()


def test_plays_of_games_with_other_names_are_not_saved(capsys: Capture) -> None:
    Path("bazaar.cafe").write_text(changed(OTHER, ("game market ", "game bazaar ")))
    assert "error[RK586]" in told(capsys, "market.cafe", "bazaar.cafe", *QUICK, "--save", "part")[1]
    assert not Path("part.cafe").exists()


def test_impact_plays_both_on_the_same_seeds(capsys: Capture) -> None:
    first = data(capsys, "market.cafe", "other.cafe", *QUICK, "--impact", "20", "--seed", "3")["impact"]
    assert first == data(capsys, "market.cafe", "other.cafe", *QUICK, "--impact", "20", "--seed", "3")["impact"]
    out, _ = told(capsys, "market.cafe", "other.cafe", *QUICK, "--impact", "20", "--seed", "3")
    assert "20" in out.rpartition("Searched")[2]


# ---- passages ------------------------------------------------------------------------------------
def test_passages_stand_side_by_side(capsys: Capture) -> None:
    """The requirement on cups cites the second paragraph of the second section; the other file cites the third."""
    Path("tea.cafe").write_text(GAME)
    old = 'dry: only if count(cup[me]) < cups because "no cup is left"     @2\n'
    Path("thirsty.cafe").write_text(changed(GAME, (old, old.replace("< cups", "<= cups").replace("@2", "@3"))))
    Path("book.txt").write_text(BOOK)
    out, _ = told(capsys, "tea.cafe", "thirsty.cafe", *QUICK, "--book", "en=book.txt")
    assert "en · How to play … · 2: Mind the cups.\n" in out
    assert "en · How to play … · 3: Black tea is strong." in out
    assert "Mind the cups." not in told(capsys, "tea.cafe", "thirsty.cafe", *QUICK)[0]
    (found,) = data(capsys, "tea.cafe", "thirsty.cafe", *QUICK, "--book", "en=book.txt")["differences"]
    assert [p["text"] for p in found["first"]["passages"]] == ["Mind the cups."]


def test_a_small_game_without_a_book_needs_none(capsys: Capture) -> None:
    text = (
        HEAD
        + "marker days: 0..3 = 0\nplay\n  turns from starter until days is 3\n    do rest\naction rest\n  set days to days + 1\n"
    )
    Path("toy.cafe").write_text(text)
    Path("toys.cafe").write_text(text.replace("until days is 3", "until days is 2"))
    (found,) = data(capsys, "toy.cafe", "toys.cafe")["differences"]
    assert (found["citations"], found["first"]["passages"], found["address"]) == ([], [], "play")


LUCKY = """cafe en
game lucky "Lucky"
  players 2

kind shade: red, blue

piece ball in sack
  shade
  | copies | shade |
  | 2      | each  |

place sack: bag of ball
place kept[player]: pile of ball
tally coins[player] bank 20
marker days: 0..9 = 0

play
  turns from starter until days is 4
    set days to days + 1
    one of
      - do take
      - do rest

action take
  only if coins[me] > 1 because "a ball costs two coins"
  draw 1 from sack to kept[me]

action rest
  wages: gain 1 coins

score p
  balls: count(kept[p])
"""


def test_a_play_is_saved_though_the_next_move_would_draw(capsys: Capture) -> None:
    """Every outcome of chance was tried up to where the games part, and none beyond."""
    Path("lucky.cafe").write_text(LUCKY)
    Path("rich.cafe").write_text(changed(LUCKY, ("wages: gain 1 coins", "wages: gain 2 coins")))
    out, _ = told(capsys, "lucky.cafe", "rich.cafe", "--effort", "400", "--seconds", "20", "--save", "part")
    assert "part_1 (play 1): holds for rich, fails for lucky" in out

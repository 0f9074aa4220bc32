"""`rulekit compare --readings`: one table of all readings, as text, page, JSON and spreadsheet, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from tests.readings import BOOK, READING
from tests.tools.running import ROOT, Ran, run

QUICK = ("--players", "2", "--effort", "1500")
THREE = ("--readings", "cafe-del-gatto", "--with", "mine.cafe", *QUICK)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(READING, "mine.cafe")
    shutil.copy(BOOK, "mine.txt")


def compared(*arguments: str, status: int = 1) -> Ran:
    """What the command says."""
    ran = run("compare", *arguments)
    assert ran.status == status, (ran.out, ran.err)
    assert "Traceback" not in ran.err
    return ran


def test_all_readings_of_a_bundled_game_and_one_of_your_own() -> None:
    said = compared(*THREE, "--book", "de=mine.txt").out
    assert said.startswith("Café del Gatto\n  en: Café del Gatto +en\n  fr: Café del Gatto +fr\n  mine: Café del Gatto +mine\n")
    assert "\n  start_coins: How many coins does everybody take?\n    en: 5 – en · Game preparation · ¶3\n" in said
    assert "\n    mine: 6 – de · Aufbau · ¶2\n      de · Aufbau · 2: Wer mitspielt, nimmt sich sechs Taler" in said
    assert "\n    mine: no (a player may do nothing) (arguable) – de · Ein Zug · ¶1; arguable: man darf" in said
    assert "\n      in force: yes (there is no passing)\n" in said
    assert "\n    mine: served (the row of the drink that is served) (silent, as in the game's own file)\n" in said
    assert "\nPairs\n  en – fr: They play differently.\n  en – mine: They play differently.\n" in said
    assert "\nWhere en and fr part\n" in said and "\n  here they part:\n" in said


def test_any_number_of_games_with_readings_on_them() -> None:
    told = json.loads(compared("--readings", "cafe-del-gatto+fr", "mine.cafe", *QUICK, "--json").out)
    assert told["columns"] == ["fr", "mine"]
    cells = {row["address"]: [(cell["answer"], cell["strength"]) for cell in row["cells"]] for row in told["rows"]}
    assert cells["start_coins"] == [("5", "stated"), ("6", "stated")]
    assert [cell[1] for cell in cells["sugar_rounding"]] == ["stated", "slip"]
    (pair,) = told["pairs"]
    assert (pair["one"], pair["two"], pair["verdict"]) == ("fr", "mine", "observable")
    assert pair["play"]["moves"] is not None


def test_one_reading_after_another_of_one_game() -> None:
    """The game's own file may be a column too."""
    told = json.loads(compared("--readings", "cafe-del-gatto", "mine.cafe", *QUICK, "--json").out)
    assert told["columns"] == ["cafe-del-gatto", "mine"]


def test_a_spreadsheet_has_a_row_for_each_rule_and_no_formula() -> None:
    mine = Path("mine.cafe").read_text().replace('"man darf', '"=SUM(A1) man darf')
    Path("mine.cafe").write_text(mine)
    compared(*THREE, "--csv", "table.csv", "--book", "de=mine.txt")
    rows = list(csv.reader(io.StringIO(Path("table.csv").read_text("utf-8-sig"))))
    assert rows[0][:5] == ["section", "rule", "question", "en", "en how strongly"]
    assert all(len(row) == len(rows[0]) == 18 for row in rows)
    (found,) = (row for row in rows if row[1] == "start_coins")
    assert found[13:18] == [
        "6", "stated", "6", "de · Aufbau · ¶2",
        "de · Aufbau · 2: Wer mitspielt, nimmt sich sechs Taler und stapelt sie vor sich.",
    ]  # fmt: skip
    assert not [text for row in rows for text in row if text.startswith(("=", "+", "-", "@"))]


def test_a_page_has_the_table_and_the_plays() -> None:
    compared(*THREE, "--html", "table.html")
    page = Path("table.html").read_text("utf-8")
    assert page.count('<th scope="col">mine</th>') == page.count("<table>") > 1
    assert "silent, as in the game&#x27;s own file" in page
    assert 'href="#play-1">Where en and fr part</a>' in page and 'id="play-1"' in page


@pytest.mark.parametrize(("language", "said"), [("fr", "sans un mot, comme"), ("it", "tace, come"), ("de", "schweigt, wie")])
def test_the_table_is_told_in_every_language(language: str, said: str) -> None:
    out = run("--lang", language, "compare", *THREE).out
    assert f"({said}" in out and "They play" not in out


def test_a_reading_that_lies_beside_the_game_may_be_named_all_the_same() -> None:
    """It stands in the table once; a change of another sort that lies there is no column."""
    shutil.copy(ROOT / "rules" / "cafe-del-gatto.cafe", "gatto.cafe")
    shutil.copy(ROOT / "rules" / "cafe-del-gatto.fr.cafe", "gatto.fr.cafe")
    Path("house.cafe").write_text('cafe en\nvariant house of cafe_del_gatto "Ours"\n\nwith tip = 0  @ruling "ours"\n')
    told = json.loads(compared("--readings", "gatto.cafe", "--with", "mine.cafe", *QUICK, "--json").out)
    assert told["columns"] == ["fr", "mine"]


# ---- bad input -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--readings", "cafe-del-gatto+fr", "bon-appetit"), "`cafe-del-gatto` and `bon-appetit` are not the same game"),
        (("--readings", "cafe-del-gatto+fr", "cafe-del-gatto+fr"), "`fr` is named twice"),
        (("--readings", "cafe-del-gatto", "--with", "mine.cafe", "--with", "mine.cafe"), "`mine` is named twice"),
        (("--readings", "bon-appetit"), "no reading of `bon-appetit` lies beside it"),
        (("--readings", "mine.cafe"), "one reading is no table"),
    ],
)
def test_what_cannot_stand_in_one_table(arguments: tuple[str, ...], said: str) -> None:
    err = compared(*arguments).err
    assert "error[RK588]" in err and said in err


def test_forty_readings_at_once_are_refused_before_anything_is_played() -> None:
    for number in range(40):
        text = (
            Path("mine.cafe")
            .read_text()
            .replace("Lesart de ", f"Lesart de{number} ")
            .replace("Quelle de ", f"Quelle de{number} ")
        )
        Path(f"r{number}.cafe").write_text(text.replace('  de "', f'  de{number} "'))
    err = compared("--readings", *(f"r{number}.cafe" for number in range(40))).err
    assert "error[RK588]" in err and "40 readings" in err and "at most 12" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--readings",), "compare --readings wants a game"),
        (("cafe-del-gatto+fr", "cafe-del-gatto+en", "--csv", "table.csv"), "--csv goes with --readings"),
        (("--readings", "cafe-del-gatto", "--first-with", "mine.cafe"), "--first-with"),
        (("--readings", "cafe-del-gatto", "--save", "kept"), "--save"),
        (("--readings", "cafe-del-gatto", "--impact", "4"), "--impact"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], said: str) -> None:
    ran = compared(*arguments, status=2)
    assert ran.out == "" and said in ran.err


def test_a_file_that_is_there_is_not_written_over() -> None:
    Path("table.csv").write_text("mine")
    assert "error[RK563]" in compared(*THREE, "--csv", "table.csv").err
    assert Path("table.csv").read_text() == "mine"

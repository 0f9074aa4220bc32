"""`rulekit mutate`, through `main` and as a process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.tools.cli import main
from tests.study.stall import STALL, example
from tests.tools.running import at_terminal

Capture = pytest.CaptureFixture[str]
SEEN = example("when ada does leave", "then active is bob")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("stall.cafe").write_text(STALL + SEEN)


def said(capsys: Capture, *arguments: str, status: int = 0) -> str:
    """What a command writes."""
    assert main(["mutate", *arguments]) == status
    return capsys.readouterr().out


def test_it_tells_what_nothing_notices_by_rule_and_line(capsys: Capture) -> None:
    assert said(capsys, "stall.cafe", "--only", "leave", "--examples-only") == (
        "Stall for 3: 5 changes, one at a time\n"
        "  noticed 1 (20 %)\n"
        "    by the checker 0, by an example 1\n"
        "  nothing notices 4:\n"
        "    stall.cafe:53 leave: without `move first(stand) to cellar[me]`\n"
        "    stall.cafe:53 leave: `move first(stand) to basket[me]` instead of `move first(stand) to cellar[me]`\n"
        "    stall.cafe:53 leave: `move first(stand) under cellar[me]` instead of `move first(stand) to cellar[me]`\n"
        "    stall.cafe:54 leave: without `next turn next(me)`\n"
    )


def test_locked_plays_notice_more(capsys: Capture) -> None:
    told = said(capsys, "stall.cafe", "--only", "leave")
    assert "    by the checker 0, by an example 1, by locked plays alone 2\n    without locked plays 1 (20 %)\n" in told
    assert "nothing notices 2:\n" in told and told.endswith("    stall.cafe:54 leave: without `next turn next(me)`\n")


def test_json_has_everything(capsys: Capture) -> None:
    data = json.loads(said(capsys, "stall.cafe", "--only", "leave", "--json"))
    unnoticed = data.pop("unnoticed")
    assert data == {
        "game": "stall", "planned": 5, "tried": 5, "stopped": False, "made": 5,
        "noticed": {"checker": 0, "examples": 1, "plays": 2}, "share": 60.0, "share_without_plays": 20.0,
        "given_up": [], "crashes": [],
    }  # fmt: skip
    last = {"address": "leave", "change": "without `next turn next(me)`", "sort": "effect", "file": "stall.cafe", "line": 54}
    assert len(unnoticed) == 2 and unnoticed[1] == last


def test_a_sample_depends_on_the_seed_alone(capsys: Capture) -> None:
    words = ("stall.cafe", "--limit", "3", "--examples-only", "--json")
    tried = (("1", "1"), ("1", "3"), ("2", "1"))
    first, again, other = (said(capsys, *words, "--seed", seed, "--jobs", jobs) for seed, jobs in tried)
    assert first == again and json.loads(first)["planned"] == 3
    assert first != other


def test_only_the_lines_of_the_variant(capsys: Capture) -> None:
    variant = 'cafe en\nvariant rich of stall "Rich"\n  why "a test"\n\nreplace setup\n  draw 4 from deck to stand\n'
    Path("rich.cafe").write_text(variant + "  for each p in players\n    p gains 6 coins\n")
    words = ("stall.cafe", "--with", "rich.cafe", "--set", "tip=3", "--examples-only", "--only", "setup")
    own, both = (json.loads(said(capsys, *words, "--json", *more)) for more in (["--own"], []))
    assert own["game"] == "stall+rich, tip = 3"
    assert {m["file"] for m in own["unnoticed"]} == {"rich.cafe"} and own["made"] == both["made"] == 9
    assert both["planned"] == 18  # the lines of the game that the variant replaces are not in force


# ---- a list of known ones ------------------------------------------------------------------------
HEAD = "# Known\n\n## stall\n\n| address | change | reason |\n|---|---|---|\n"
UNDER = "| leave | `move first(stand) under cellar[me]` instead of `move first(stand) to cellar[me]` |"
NEXT = "| leave | without `next turn next(me)` |"


def test_a_list_agrees_or_not(capsys: Capture) -> None:
    words = ("stall.cafe", "--only", "leave", "--listed", "known.md")
    Path("known.md").write_text(HEAD + f"{UNDER} one card never lies on another |\n")
    told = said(capsys, *words, status=1)
    assert told.endswith(f"  not in known.md under `stall`, or without a reason:\n    {NEXT} |\n")
    Path("known.md").write_text(HEAD + f"{UNDER} one card never lies on another |\n{NEXT} |\n")
    assert said(capsys, *words, status=1) == told
    Path("known.md").write_text(HEAD + f"{UNDER} one card never lies on another |\n{NEXT} the neighbour is next anyway |\n")
    assert said(capsys, *words).endswith("  nothing notices 2\n")


def test_a_list_that_is_out_of_date(capsys: Capture) -> None:
    noticed, gone = "| setup | without `p gains 5 coins` |", "| setup | without `p gains 7 coins` |"
    Path("known.md").write_text(HEAD + f"{noticed} why |\n{gone} why |\n")
    told = said(capsys, "stall.cafe", "--only", "setup", "--listed", "known.md", status=1)
    assert f"  in known.md, but noticed now:\n    {noticed}\n  in known.md, but there is no such change:\n    {gone}\n" in told
    elsewhere = said(capsys, "stall.cafe", "--only", "play", "--listed", "known.md", "--json", status=1)
    assert json.loads(elsewhere)["stale"] == [["setup", "without `p gains 7 coins`"]]


def test_too_few_noticed(capsys: Capture) -> None:
    words = ("stall.cafe", "--only", "leave", "--examples-only")
    assert "fewer than" not in said(capsys, *words, "--least", "20")
    assert said(capsys, *words, "--least", "21", status=1).endswith("  fewer than 21 % are noticed\n")


# ---- what cannot be done -------------------------------------------------------------------------
def test_an_unknown_address(capsys: Capture) -> None:
    assert main(["mutate", "stall.cafe", "--only", "leafe"]) == 1
    told = capsys.readouterr().err
    assert "error[RK581]: there is nothing to change at the address `leafe`" in told and "did you mean `leave`?" in told


def test_an_example_that_fails_anyway(capsys: Capture) -> None:
    Path("stall.cafe").write_text(STALL + SEEN.replace("is bob", "is ada"))
    assert main(["mutate", "stall.cafe"]) == 1
    assert "error[RK580]: the example `seen` does not hold, even before anything is changed" in capsys.readouterr().err


def test_a_file_with_errors_is_not_changed(capsys: Capture) -> None:
    Path("stall.cafe").write_text(STALL.replace("sold > 1", "solt > 1"))
    assert main(["mutate", "stall.cafe"]) == 1
    assert "error[RK201]" in capsys.readouterr().err


def test_a_model_cannot_be_changed(capsys: Capture) -> None:
    assert main(["model", "stall.cafe"]) == 0
    Path("stall.json").write_text(capsys.readouterr().out)
    assert main(["mutate", "stall.json"]) == 1
    assert "error[RK565]" in capsys.readouterr().err


@pytest.mark.parametrize("flags", ["--jobs 0", "--limit 0", "--seconds 0", "--least 101", "--listed no.md"])
def test_numbers_out_of_range_and_missing_pages(flags: str, capsys: Capture) -> None:
    assert main(["mutate", "stall.cafe", *flags.split()]) == (1 if "no.md" in flags else 2)
    assert capsys.readouterr().out == ""


# ---- at work -------------------------------------------------------------------------------------
def test_progress_is_shown_at_a_terminal(tmp_path: Path) -> None:
    told = at_terminal(["mutate", "stall.cafe", "--only", "leave", "--examples-only"], [], tmp_path)
    assert told.status == 0 and "changing" in told.out and "nothing notices 4" in told.out

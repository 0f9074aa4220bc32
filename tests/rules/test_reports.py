"""The comparisons in docs/reports are what `rulekit compare` says; the guide quotes them."""

from __future__ import annotations

import re

import pytest

from tests.rules.reports import FOLDER, REPORTS, report
from tests.tools.running import ROOT

GUIDE = (ROOT / "docs" / "comparing.md").read_text(encoding="utf-8")
STATED = {"drink.cappuccino", "interlude_starter"}
ARGUABLE, SLIPS = {"must_act", "token_duty", "sugar_rounding"}, {"menu_row", "interlude_starter"}


@pytest.mark.parametrize("name", REPORTS)
def test_the_report_is_as_kept(name: str) -> None:
    """If a rule was changed on purpose: `make reports`, and read what changed."""
    assert report(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def told(name: str) -> tuple[dict[str, set[str]], list[str]]:
    """The addresses of the differences below each heading of a report, and the numbers of those that a play shows."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    parts = re.findall(r"^(Rules|Arguable|Slips of the pen)(?:: .*)?\n((?: .*\n)+)", text, re.M)
    rules = {heading: set(re.findall(r"^ +\d+\. .*\n +\+fr[^:]*: (\S+)", part, re.M)) for heading, part in parts}
    return rules, sorted(re.findall(r"^Play \d+: difference (\d+)(?: \(with all else as in one of the games\))?$", text, re.M))


def test_what_the_gatto_rulebooks_state_differently_is_shown_and_the_rest_is_told_apart() -> None:
    """D19 and D28 each by a play of its own; D05, D15 and D33 can be argued for, D13 and the letter of D28 cannot be meant."""
    rules, shown = told("cafe-del-gatto-fr-en")
    assert rules == {"Rules": STATED, "Arguable": ARGUABLE, "Slips of the pen": SLIPS}
    assert shown == ["1", "2"]


def test_taken_at_their_word_they_differ_six_times_each_shown_by_a_play_of_its_own() -> None:
    rules, shown = told("cafe-del-gatto-literal")
    assert rules == {"Rules": STATED | ARGUABLE | SLIPS}
    assert shown == ["1", "2", "3", "4", "5", "6"]


def test_the_guide_quotes_the_report() -> None:
    text = (FOLDER / "cafe-del-gatto-fr-en.txt").read_text(encoding="utf-8")
    quoted = [block for block in re.findall(r"^```text\n(.*?)^```$", GUIDE, re.M | re.S) if not block.startswith("$")]
    assert len(quoted) == 1
    assert all(block in text for block in quoted)


def test_two_writers_agree_where_the_answers_are_the_same() -> None:
    text = (FOLDER / "bon-appetit-same-answers.txt").read_text(encoding="utf-8")
    assert "No difference in play was found" in text
    for name, other in (("middle", "tas_commun"), ("stock", "paquet"), ("mice", "jetons"), ("turn_up", "retourner")):
        assert f"{name} → {other}" in text

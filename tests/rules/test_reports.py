"""The comparisons in docs/reports are what `rulekit compare` says; the guide quotes them."""

from __future__ import annotations

import re

import pytest

from tests.rules.reports import FOLDER, REPORTS, report
from tests.tools.running import ROOT

GUIDE = (ROOT / "docs" / "comparing.md").read_text(encoding="utf-8")
DIFFERENCES = ("must_act", "menu_row", "token_duty", "drink.cappuccino", "interlude_starter", "sugar_rounding")


@pytest.mark.parametrize("name", REPORTS)
def test_the_report_is_as_kept(name: str) -> None:
    """If a rule was changed on purpose: `make reports`, and read what changed."""
    assert report(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_difference_of_the_gatto_rulebooks_that_changes_play_is_shown() -> None:
    """D05, D13, D15, D19, D28 and D33, each by a play of its own."""
    text = (FOLDER / "cafe-del-gatto-fr-en.txt").read_text(encoding="utf-8")
    rules = re.findall(r"^ +(\d+)\. .*\n +\+fr: (\S+)", text, re.M)
    assert sorted(address for _, address in rules) == sorted(DIFFERENCES)
    assert sorted(re.findall(r"^Play \d+: difference (\d+)$", text, re.M)) == sorted(number for number, _ in rules)


def test_the_guide_quotes_the_report() -> None:
    text = (FOLDER / "cafe-del-gatto-fr-en.txt").read_text(encoding="utf-8")
    quoted = [block for block in re.findall(r"^```text\n(.*?)^```$", GUIDE, re.M | re.S) if not block.startswith("$")]
    assert len(quoted) == 2
    assert all(block in text for block in quoted)


def test_two_writers_agree_where_the_answers_are_the_same() -> None:
    text = (FOLDER / "bon-appetit-same-answers.txt").read_text(encoding="utf-8")
    assert "No difference in play was found" in text
    for name, other in (("middle", "tas_commun"), ("stock", "paquet"), ("mice", "jetons"), ("turn_up", "retourner")):
        assert f"{name} → {other}" in text

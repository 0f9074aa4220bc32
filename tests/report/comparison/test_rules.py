"""What the files of two games say of a difference."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Span
from rulekit.report.comparison.rules import source_lines


@pytest.mark.parametrize(
    "tell", ['tell "Pay first."', 'tell in end "Pay first."', 'expliquer dans fin "Paie."', 'tell "Pay"\n       "first."']
)
def test_tellings_are_no_part_of_the_rule_that_is_quoted(tell: str) -> None:
    """They would leave no room for the rule itself."""
    rule = "buy: if rich\n    pay 1 coins\n    tell: do say"
    text = f"  {rule}\n".replace("rich\n", f"rich\n    {tell}\n")
    assert source_lines(Span("x", 2, len(text) - 1, 1, 3), {"x": text}) == tuple(
        line.removeprefix("  ") for line in f"  {rule}".split("\n")
    )

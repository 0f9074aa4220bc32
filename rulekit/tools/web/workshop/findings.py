"""Findings as a page wants them: plain data, places in UTF-16 units as browsers count."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping

from rulekit.diagnostics import Diagnostic
from rulekit.model.overlays.origins import OUTSIDE
from rulekit.report.diagnostics import shown_first, to_json

OPTIONS = "options"  # where a finding is that is about what was chosen on the page
_TWO_UNITS = re.compile("[\U00010000-\U0010ffff]")


def findings_data(findings: Iterable[Diagnostic], texts: Mapping[str, str], lang: str | None = None) -> list[dict[str, object]]:
    """Findings for JSON, in a language or else in that of their file."""
    shown, _ = shown_first(findings)
    units = {path: Units(texts.get(path, "")) for path in {finding.span.path for finding in shown}}
    return [_finding(finding, to_json(finding, texts, lang), units[finding.span.path]) for finding in shown]


def _finding(finding: Diagnostic, told: dict[str, object], units: Units) -> dict[str, object]:
    told = told | {"from": units.before(finding.span.start), "to": units.before(finding.span.end)}
    return told | {"path": OPTIONS} if finding.span.path == OUTSIDE else told


class Units:
    """Where the characters of a text stand in UTF-16 units; the text is gone through once.

    >>> Units("a🥄b").before(2)
    3
    """

    def __init__(self, text: str) -> None:
        self.length = len(text)
        self.twos = [found.start() for found in _TWO_UNITS.finditer(text)]

    def before(self, at: int) -> int:
        """Return how many units come before a character."""
        return min(at, self.length) + bisect_left(self.twos, at)

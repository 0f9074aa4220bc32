"""Findings as a page wants them: plain data, places in UTF-16 units as browsers count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulekit.diagnostics import Diagnostic
from rulekit.report.diagnostics import to_json

MOST = 100


def findings_data(findings: Iterable[Diagnostic], texts: Mapping[str, str]) -> list[dict[str, Any]]:
    """Findings for JSON."""
    return [_finding(f, texts.get(f.span.path, "")) for f in list(findings)[:MOST]]


def _finding(finding: Diagnostic, text: str) -> dict[str, Any]:
    start, end = finding.span.start, finding.span.end
    return to_json(finding) | {"from": units(text[:start]), "to": units(text[:end])}


def units(text: str) -> int:
    """How long a text is in UTF-16 units.

    >>> units("a🥄")
    3
    """
    return len(text) + sum(ord(c) > 0xFFFF for c in text)

"""What ends a command: findings to show (status 1) or wrong usage (status 2). The only exceptions `tools` raises itself."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.diagnostics import NOWHERE, Diagnostic, Severity, Span, finding
from rulekit.wording import Sentence

FINE, FOUND, USAGE, STOPPED = 0, 1, 2, 130


class Problem(Exception):
    """Findings that keep a command from doing its work, with the texts they speak of."""

    def __init__(self, findings: tuple[Diagnostic, ...], texts: Mapping[str, str] | None = None) -> None:
        super().__init__(*(f.message if f.hint is None else f"{f.message} ({f.hint})" for f in findings))
        self.findings, self.texts = findings, dict(texts or {})


class Usage(Exception):
    """A command line that cannot be understood."""

    def __init__(self, said: Sentence) -> None:
        super().__init__(said)
        self.said = said


def problem(code: str, message: str, /, path: str = "", hint: str | None = None, **values: object) -> Problem:
    """Return one finding about a file or name as a whole."""
    span = Span(path, 0, 0, 0, 0) if path else NOWHERE
    return Problem((finding(code, span, message, hint, (), Severity.ERROR, **values),))

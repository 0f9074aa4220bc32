"""How lowering says no: an exception inside the stage, a diagnostic outside it."""

from __future__ import annotations

from rulekit.diagnostics import Severity, Span, finding


class Refused(Exception):
    """A game that cannot be laid out for this number of players and these options."""

    def __init__(self, code: str, span: Span, message: str, hint: str | None = None, /, **values: object) -> None:
        self.diagnostic = finding(code, span, message, hint, (), Severity.ERROR, **values)
        super().__init__(self.diagnostic.message)

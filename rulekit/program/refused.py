"""How lowering says no: an exception inside the stage, a diagnostic outside it."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, Span
from rulekit.wording import Sentence


class Refused(Exception):
    """A game that cannot be laid out for this number of players and these options."""

    def __init__(self, code: str, message: Sentence, span: Span, hint: Sentence | None = None) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, hint=hint)

"""Findings as data: a diagnostic has a stable code, a sentence, a place, related places and a hint.

Nothing here reads files or prints; `report.diagnostics` renders, `tools` shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Generic, TypeVar

from attrs import frozen

from rulekit.wording import Sentence, worded

T = TypeVar("T")
U = TypeVar("U")


class Severity(Enum):
    """How much a finding weighs: only errors keep a file from becoming a game."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen
class Span:
    """A stretch of a text: offsets for tools, line and column (both from 1) for people."""

    path: str
    start: int
    end: int
    line: int
    column: int


NOWHERE = Span("", 0, 0, 0, 0)


@frozen
class Label:
    """A related place: «first declared here»."""

    span: Span
    text: Sentence


@frozen
class Diagnostic:
    """One finding of a check, or one refusal to go on."""

    code: str
    message: Sentence
    span: Span
    related: tuple[Label, ...] = ()
    hint: Sentence | None = None
    severity: Severity = Severity.ERROR

    @property
    def is_error(self) -> bool:
        """Whether this finding keeps the file from becoming a game."""
        return self.severity is Severity.ERROR


def finding(
    code: str,
    span: Span,
    message: str,
    hint: str | None = None,
    /,
    related: Iterable[Label] = (),
    severity: Severity = Severity.ERROR,
    **values: object,
) -> Diagnostic:
    """Make a finding; message and hint are sentences, or English patterns for some of the values."""
    told = None if hint is None else worded(hint, values)
    return Diagnostic(code, worded(message, values), span, tuple(related), told, severity)


@frozen
class Checked(Generic[T]):
    """A value or nothing, with every finding made on the way."""

    value: T | None
    diagnostics: tuple[Diagnostic, ...] = ()

    def then(self, go: Callable[[T], Checked[U]]) -> Checked[U]:
        """Run the next pass on the value, if there is one; keep all findings."""
        if self.value is None:
            return Checked(None, self.diagnostics)
        after = go(self.value)
        return Checked(after.value, self.diagnostics + after.diagnostics)

    @property
    def ok(self) -> bool:
        """Whether there is a value and no error."""
        return self.value is not None and not any(d.is_error for d in self.diagnostics)


def errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Keep the errors, drop warnings and notes."""
    return tuple(d for d in diagnostics if d.is_error)

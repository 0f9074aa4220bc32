"""Bytes come in, the text of a file goes out, or what keeps them from being one."""

from __future__ import annotations

from rulekit.diagnostics import Checked, Span
from rulekit.syntax.mistakes.messages import empty_file, not_text, too_large

LARGEST = 200_000
"""No file of rules has more bytes than this."""


def from_bytes(data: bytes, path: str) -> Checked[str]:
    """Read a file's bytes as text."""
    top = Span(path, 0, 0, 1, 1)
    if len(data) > LARGEST:
        return Checked(None, (too_large(top, len(data), LARGEST),))
    if not data.strip():
        return Checked(None, (empty_file(top),))
    if b"\0" in data:
        return Checked(None, (not_text(top),))
    try:
        return Checked(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8-sig")
        line, column = good.count("\n") + 1, len(good) - good.rfind("\n")
        return Checked(None, (not_text(Span(path, len(good), len(good), line, column)),))

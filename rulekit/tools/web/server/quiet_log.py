"""What a server writes down of trouble: the same kind of line only so often, so that nobody can fill the disk with it."""

from __future__ import annotations

import logging
from collections import Counter

from attrs import define, field

LOGGERS = ("uvicorn.error", "asyncio")
WINDOW = 60.0  # seconds
MOST_LINES_OF_A_KIND = 5  # lines in that time
MOST_LINES = 60


@define(eq=False)
class Quiet(logging.Filter):
    """Lets a few lines of every kind through; the first after that says how many there were besides."""

    of_a_kind: int = MOST_LINES_OF_A_KIND
    in_all: int = MOST_LINES
    _since: float = float("-inf")
    _seen: Counter[str] = field(factory=Counter)
    _dropped: int = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written. Time is what the line itself says."""
        if not 0 <= record.created - self._since < WINDOW:
            self._since = record.created
            self._seen.clear()
        kind = f"{record.name} {str(record.msg).partition(chr(10))[0]}"
        if self._seen[kind] >= self.of_a_kind or self._seen.total() >= self.in_all:
            self._dropped += 1
            return False
        self._seen[kind] += 1
        if self._dropped:
            record.msg, record.args = f"{record.getMessage()} (and {self._dropped} lines before it that are not shown)", ()
            self._dropped = 0
        return True


def be_quiet() -> None:
    """From now on the log grows slowly, whatever happens."""
    quiet = Quiet()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(quiet)

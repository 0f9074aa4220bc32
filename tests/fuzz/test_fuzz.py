"""A few hundred cases of the fuzzer, and some bombs: findings, a game or a fault come out, nothing else.

All bombs: `python -m tests.fuzz.fuzz --bombs`, or RULEKIT_PROFILE=deep.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.fuzz.bombs import BOMBS
from tests.fuzz.fuzz import BAD, ROOT, guarded, make_case

DEEP = os.environ.get("RULEKIT_PROFILE", "quick") == "deep"
CHUNKS = 15
EACH = 8


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_cases(chunk: int) -> None:
    """Bytes, edited files, changes and settings."""
    for number in range(chunk * EACH, (chunk + 1) * EACH):
        result, details = guarded(make_case(2026, number))
        assert result not in BAD, f"python -m tests.fuzz.fuzz --case 2026:{number}\n{details}"


def test_bombs() -> None:
    """Files that would eat the machine are stopped; in a process of their own, with little memory."""
    some = [*BOMBS] if DEEP else [*BOMBS][::6]
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.fuzz", "--case", *some], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]

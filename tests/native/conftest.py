"""Machine code is kept for the whole run, in one folder for all processes of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.native.llvm.cache import Cache


@pytest.fixture(scope="session")
def kept(machine_code: Path) -> Cache:
    """A cache that the processes of this run share."""
    return Cache(machine_code)

"""Machine code is kept for the whole run, in one folder for all processes of the tests."""

from __future__ import annotations

import pytest

from rulekit.native.llvm.cache import Cache


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Cache:
    """A cache that the processes of this run share."""
    base = tmp_path_factory.getbasetemp()
    return Cache((base if worker_id == "master" else base.parent) / "machine-code")

"""Clusters of this machine's own processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def local_cluster(code: Path, workers: int, threads: int = 1) -> Iterator[Any]:
    """Start processes that wait for work, each with so many threads; machine code is kept in this folder."""
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=workers, threads_per_worker=threads, processes=True, dashboard_address=":0",
        env={"RULEKIT_CACHE": str(code)}, silence_logs=50,
    ) as made:  # fmt: skip
        yield made

"""A series on a cluster: the same to the last bit, though a worker dies; a cluster that is not there is told soon."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from socket import create_server
from typing import Any

import pytest

from rulekit.play.series_player import reference_player
from rulekit.study.series import cluster as on_machines
from rulekit.study.series.cluster import cluster
from rulekit.study.series.parallel import Chunk, Lost, Mismatch, Order, order_of
from rulekit.study.series.run_series import Want, Watch, run
from rulekit.study.series.tally import Tally
from tests.study.series.local_cluster import local_cluster
from tests.study.series.test_series import EXTRA, NIM, made, whole


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two processes that wait for work."""
    with local_cluster(tmp_path_factory.mktemp("code"), workers=2) as made:
        yield made


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler that is there may take as long as it likes to answer."""
    monkeypatch.setattr(on_machines, "SECONDS_TO_ANSWER", 600.0)


def counted(found: list[Chunk]) -> Tally:
    """Chunks together."""
    made = Tally(2)
    for chunk in found:
        made.merge(chunk.tally)
    return made


def test_a_cluster_gives_what_one_machine_gives(workers: Any) -> None:
    """Games that are well and games at fault, their numbers and the games themselves."""
    for path, settings in ((NIM, ()), ("race", EXTRA)):
        model, series = made(path, 2, settings)
        there = list(run(model, series, Want(300, keep=True, cluster=workers.scheduler_address), Watch()))
        here = reference_player(series).play(0, 300)
        alone = Tally(2)
        alone.add(here)
        assert counted(there) == alone
        assert list(whole(there).games()) == list(here.games())


def test_a_worker_that_dies_loses_nothing(workers: Any) -> None:
    """One of two is killed when some chunks have come back and others are under way.

    The scheduler is in this process; it knocks for two seconds where the dead one was, not for the usual thirty.
    """
    import dask

    model, series = made(NIM)
    victim = next(iter(workers.workers.values())).pid
    found: list[Chunk] = []
    with dask.config.set({"distributed.comm.timeouts.connect": "2s"}):
        for chunk in run(model, series, Want(400_000, cluster=workers.scheduler_address), Watch()):
            found.append(chunk)
            if len(found) == 8:
                os.kill(victim, signal.SIGKILL)
    alone = counted(list(run(model, series, Want(400_000, "native"), Watch())))
    assert counted(found) == alone and alone.games == 400_000 and len(found) > 10


def test_workers_that_make_another_program_are_noticed(workers: Any) -> None:
    model, series = made(NIM)
    right = order_of(model, series, False, False)
    wrong = Order(right.model, right.players, "another digest", right.seed, right.longest, False, False)
    with pytest.raises(Mismatch), cluster(workers.scheduler_address, wrong) as crew:
        crew.submit(0, 1).result()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nonsense", "tcp://host:8786"),
        ("tcp://127.0.0.1:1", "nobody answers"),
        ("tcp://127.0.0.1:99999", "nobody answers"),
        ("tcp://no.such.host.invalid:8786", "nobody answers"),
    ],
)
def test_a_cluster_that_is_not_there(address: str, words: str) -> None:
    model, series = made(NIM)
    with pytest.raises(Lost, match=words), cluster(address, order_of(model, series, True, False)):
        pass


def test_another_service_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_machines, "SECONDS_TO_ANSWER", 1.0)
    model, series = made(NIM)
    with create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(Lost, match="no Dask scheduler"), cluster(address, order_of(model, series, True, False)):
            pass


def test_a_scheduler_without_workers_is_told(tmp_path: Path) -> None:
    model, series = made(NIM)
    with (
        local_cluster(tmp_path, workers=0) as empty,
        pytest.raises(Lost, match="no workers"),
        cluster(empty.scheduler_address, order_of(model, series, True, False)),
    ):
        pass

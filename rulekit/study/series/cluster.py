"""A series on many machines by Dask: chunks go out, counted games come back, the same as from one machine to the last bit.

Comes in: the address of a scheduler and an order. Goes out: a crew. What a worker was doing when it died is done again by
another, as it depends on nothing but the order and the numbers of the games. Nothing else knows Dask.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from logging import CRITICAL, getLogger
from socket import create_connection
from typing import Any

from rulekit.debugging import keep_traceback
from rulekit.study.series.parallel import Crew, Lost, Mismatch, Order, play_order

SECONDS_TO_ANSWER = 5.0
MOST_ATTEMPTS = 5
_ADDRESS = re.compile(r"(?:tcp|tls)://([^\s/]+):(\d{1,5})/?")


@contextmanager
def cluster(address: str, order: Order) -> Iterator[Crew]:
    """The workers of a scheduler."""
    from distributed import CancelledError, KilledWorker
    from distributed.comm.core import CommClosedError

    log = getLogger("distributed")
    loud = log.level
    log.setLevel(CRITICAL)  # what goes wrong is told by us
    client = _client(address)
    try:
        wide = sum(client.nthreads().values())
        if not wide:
            raise Lost("it has no workers")

        def submit(first: int, count: int) -> Any:
            return client.submit(play_order, order, first, count, pure=False, retries=MOST_ATTEMPTS)

        yield Crew(submit, 2 * wide)
    except KilledWorker:
        raise Lost("its workers die again and again at the same games") from None
    except (CancelledError, CommClosedError, TimeoutError):
        raise Lost("the scheduler is gone") from None
    except (ImportError, AttributeError, RuntimeError) as error:
        if isinstance(error, RuntimeError) and "deserialization" not in str(error):
            raise
        raise Mismatch from None
    finally:
        client.close(timeout=SECONDS_TO_ANSWER)
        log.setLevel(loud)


def _client(address: str) -> Any:
    from distributed import Client

    _knock(address)
    try:
        asyncio.run(asyncio.wait_for(_who(address), SECONDS_TO_ANSWER))
        return Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)  # type: ignore[no-untyped-call]
    except Exception:  # a border: whatever another service answers
        keep_traceback()
        raise Lost("what answers there is no Dask scheduler") from None


async def _who(address: str) -> Any:
    """Ask a scheduler who it is; another service does not know what to say."""
    from distributed.core import rpc

    async with rpc(address, timeout=SECONDS_TO_ANSWER) as scheduler:  # type: ignore[no-untyped-call]
        return await scheduler.identity()


def _knock(address: str) -> None:
    """See that somebody is there, sooner than Dask would."""
    form = _ADDRESS.fullmatch(address)
    if form is None:
        raise Lost("an address looks like tcp://host:8786")
    try:
        create_connection((form[1].strip("[]"), int(form[2])), SECONDS_TO_ANSWER).close()
    except (OSError, UnicodeError, OverflowError):
        raise Lost("nobody answers there") from None

"""One server for all tests of a process that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.tools.web.serving import Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits on the number of requests, whose bots do not wait."""
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite", "--rate", "0", "--pause", "0", "--seeds") as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    """Somebody who asks it."""
    with server.client() as asking:
        yield asking

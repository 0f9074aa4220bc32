"""Where connections come in: how many there may be, and how long one may keep silent.

uvicorn ends a connection only when it rests between two requests. Here it is ended as well when no request begins, when a
request does not get on, and when an answer is not fetched. An address has only so many connections, and all together stay
below the number of files that the system lets a process open, so that the store and the workers always have some.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections import Counter
from contextlib import suppress
from typing import Any, ClassVar

from attrs import define, field
from uvicorn.protocols.http.h11_impl import H11Protocol

from rulekit.tools.web.server.addresses import NO_PROXIES, Proxies, counted
from rulekit.tools.web.server.guard import SECONDS_TO_ARRIVE, App, Receive, Scope, Send, refusal

REST = 75  # seconds between two requests
PACE = 1000  # bytes a second at which a long answer has to be fetched at least
MOST_CONNECTIONS = 10_000  # connections in all
OTHER_FILES = 72  # files that everything but connections and workers needs, with some to spare
NO_ROOM = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
FULL = refusal("full", "there are too many connections")
TURNED_AWAY = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n"
TURNED_AWAY += b"content-length: %d\r\n\r\n%b" % (len(FULL), FULL)


@define(eq=False)
class Border:
    """Stands before an application and knows the connections that are open."""

    app: App
    most: int = MOST_CONNECTIONS
    from_one: int = 0  # connections of one address; 0: as many as there are
    patience: float = SECONDS_TO_ARRIVE
    proxies: Proxies = NO_PROXIES
    _open: dict[tuple[str, int], Connection] = field(factory=dict)
    _crowds: Counter[str] = field(factory=Counter)

    def protocol(self) -> type[Connection]:
        """Return what uvicorn makes of a connection that comes in here."""
        return type("ConnectionHere", (Connection,), {"border": self})

    def enter(self, peer: tuple[str, int], connection: Connection) -> bool:
        """Return whether one more connection is let in."""
        crowd = counted(peer[0])
        crowded = self.from_one and self._crowds[crowd] >= self.from_one and not self.proxies.holds(peer[0])
        if crowded or len(self._open) >= self.most:
            return False
        self._open[peer] = connection
        self._crowds[crowd] += 1
        return True

    def leave(self, peer: tuple[str, int], connection: Connection) -> None:
        """A connection that was let in has ended."""
        if self._open.get(peer) is connection:
            del self._open[peer]
        crowd = counted(peer[0])
        self._crowds[crowd] -= 1
        if not self._crowds[crowd]:
            del self._crowds[crowd]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; meanwhile its connection may keep silent."""
        connection = self._open.get(scope["client"]) if scope.get("client") else None
        if connection is not None:
            connection.asks()
        try:
            await self.app(scope, receive, send)
        finally:
            if connection is not None:
                connection.is_answered()


class Connection(H11Protocol):
    """A connection that is ended when it keeps silent for too long."""

    border: ClassVar[Border]

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self.peer: tuple[str, int] | None = None  # set while it is let in
        self.asking = 0  # requests that are being answered
        self.resting = False  # between two requests
        self.unsent = 0
        self.silence: asyncio.TimerHandle | None = None
        self.fetching: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or turn it away."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # whatever is not fetched at once is waited for
        peer = (transport.get_extra_info("peername") or ("", 0))[:2]
        if self.border.enter(peer, self):
            self.peer = peer
            self._wait(self.border.patience)
        else:
            transport.write(TURNED_AWAY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._wait(None)
        self._fetched()
        if self.peer is not None:
            self.border.leave(self.peer, self)
            self.peer = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """From the first byte on, a request has so much time to arrive, however many parts it comes in."""
        if not self.asking and (self.silence is None or self.resting):
            self._wait(self.border.patience)
        super().data_received(data)

    def asks(self) -> None:
        """A request has begun to be answered."""
        self.asking += 1
        self._wait(None)

    def is_answered(self) -> None:
        """A request was answered: there may be another."""
        self.asking -= 1
        if not self.asking and self.peer is not None:
            self._wait(REST, resting=True)

    def pause_writing(self) -> None:
        """Something was sent that is not fetched yet."""
        super().pause_writing()
        self._fetched()
        self.unsent = self.transport.get_write_buffer_size()
        self.fetching = self.loop.call_later(self.border.patience, self._look_after)

    def resume_writing(self) -> None:
        """All was fetched."""
        self._fetched()
        super().resume_writing()

    def _wait(self, seconds: float | None, resting: bool = False) -> None:
        """End it after some time, or (None) no more."""
        if self.silence is not None:
            self.silence.cancel()
        self.resting = resting
        self.silence = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def _fetched(self) -> None:
        if self.fetching is not None:
            self.fetching.cancel()
            self.fetching = None

    def _look_after(self) -> None:
        left = self.transport.get_write_buffer_size()
        if self.unsent - left < PACE * self.border.patience:
            self.transport.abort()
        else:
            self.unsent = left
            self.fetching = self.loop.call_later(self.border.patience, self._look_after)


class Listening(socket.socket):
    """A socket that turns connections away while no more files can be opened.

    Otherwise they would stay in the queue, and the loop would be told of them again and again.
    """

    spare: int = -1

    def accept(self) -> tuple[socket.socket, object]:
        """Return the next connection; BlockingIOError if there is none, or none that can be taken in now."""
        if self.spare < 0:
            with suppress(OSError):
                self.spare = os.open(os.devnull, os.O_RDONLY)
        try:
            return super().accept()
        except OSError as full:
            if full.errno not in NO_ROOM or self.spare < 0:
                raise
        os.close(self.spare)  # makes room for one, which is let go at once
        self.spare = -1
        super().accept()[0].close()
        raise BlockingIOError(errno.EAGAIN, "no more files can be opened")

    def close(self) -> None:
        """Let go of the spare file too."""
        if self.spare >= 0:
            os.close(self.spare)
            self.spare = -1
        super().close()


def room(workers: int) -> int:
    """Return how many connections can be open at once; the limit of open files is raised as far as it can be."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        if soft != resource.RLIM_INFINITY:
            return max(8, min(MOST_CONNECTIONS, soft - OTHER_FILES - 4 * workers))
    return MOST_CONNECTIONS

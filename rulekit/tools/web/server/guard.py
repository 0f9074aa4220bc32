"""What every request has to pass, and what every answer carries: sizes, rates, origin, headers.

There are no cookies, so a foreign page can do nothing in anybody's name. Requests that change something have to be JSON from
this origin all the same; a name in `Host` that is not ours is refused, so that no foreign name can be pointed at this server.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from attrs import define, field

from rulekit.report.wording import in_words
from rulekit.tools.web.server.addresses import NO_PROXIES, Proxies, counted
from rulekit.tools.web.server.request_fields import language, preferred
from rulekit.wording import sentence

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES, MOST_BYTES_AT_TABLE = 400_000, 4_000  # of a request
ABOUT_RULES = ("/rework", "/branch", "/example")  # asked at a table, but with whole texts
ENDLESS = 411  # the status for a request that does not say how long it is
BYTES_AS_A_REQUEST = 5_000  # bytes that cost as much as a request more
SECONDS_TO_ARRIVE = 20.0  # seconds for a request to arrive, or for an answer to be fetched
MOST_CLIENTS = 10_000  # whose rates are remembered
POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
    "font-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
))  # fmt: skip
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


@define
class Bucket:
    """So many requests at once, and so many a second."""

    left: float
    when: float

    def take(self, now: float, rate: float, burst: float, cost: float) -> bool:
        """Return whether one more is allowed now."""
        self.left = min(burst, self.left + max(0.0, now - self.when) * rate)
        self.when = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


@define
class Guard:
    """Stands before an application."""

    app: App
    hosts: frozenset[str]  # names this server goes by, besides addresses and localhost
    rate: float = 40.0  # requests a second from one address; dear ones cost more
    patience: float = SECONDS_TO_ARRIVE
    proxies: Proxies = NO_PROXIES
    clock: Callable[[], float] = time.monotonic
    _clients: dict[str, Bucket] = field(factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
        scope = self._seen_through(scope, headers)

        lang = language(preferred(headers.get("accept-language", "")))

        async def answer(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own = list(message.get("headers", ()))  # a page with a policy of its own may do even less
                message["headers"] = own + [header for header in HEADERS if header[0] not in dict(own)]
            await send(message)

        refused = self._refused(scope, headers)
        if refused is not None:
            ending = [(b"connection", b"close")] if refused[0] == ENDLESS else []  # what comes is not even read
            await _say(answer, lang, *refused, *ending)
            return
        try:
            async with asyncio.timeout(self.patience):
                body = await _body(receive)
        except TimeoutError:
            await _say(answer, lang, 408, "slow", sentence("this came too slowly"), (b"connection", b"close"))
            return
        if body is None:
            await _say(answer, lang, 413, "large", sentence("this is too large"))
            return
        await self.app(scope, _again(body, receive), answer)

    def _seen_through(self, scope: Scope, headers: dict[str, str]) -> Scope:
        """Return a request as it was before the proxies that were named: who asked, and for which host."""
        direct = (scope.get("client") or ("", 0))[0]
        if not self.proxies.holds(direct):
            return scope
        lines = [v.decode("latin-1") for k, v in scope["headers"] if k.lower() == b"x-forwarded-for"]
        if "x-forwarded-host" in headers:
            headers["host"] = headers["x-forwarded-host"].rpartition(",")[2].strip()
        return {**scope, "client": (self.proxies.asker(direct, lines), 0)}

    def _refused(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str, str] | None:
        if not self.knows(headers.get("host", "")):
            return 403, "host", "this server does not go by that name"
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "method", "only GET and POST are understood"
        if scope["method"] == "POST":
            if not _same_origin(headers):
                return 403, "origin", "this was asked by a page from somewhere else"
            if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
                return 415, "type", "only JSON is understood"
        if "transfer-encoding" in headers:
            return ENDLESS, "length", "a request has to say how long it is"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit() and len(length) < 10) or int(length) > _most(scope):
            return 413, "large", sentence("this is too large")
        if not self._may(scope, int(length)):
            return 429, "rate", sentence("too many requests; wait a moment")
        return None

    def knows(self, host: str) -> bool:
        """Return whether a host is this server: an address, localhost, or a name it was given."""
        name = urlsplit(f"//{host}").hostname or "" if _is_host(host) else ""
        if name in self.hosts or name == "localhost" or name.endswith(".localhost"):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _may(self, scope: Scope, length: int) -> bool:
        if not self.rate:
            return True
        client = counted((scope.get("client") or ("", 0))[0])
        burst = self.rate * 10
        if client not in self._clients:
            if len(self._clients) >= MOST_CLIENTS:
                self._clients.pop(next(iter(self._clients)))
            self._clients[client] = Bucket(burst, self.clock())
        return self._clients[client].take(self.clock(), self.rate, burst, _cost(scope, length))


def _is_at_table(scope: Scope) -> bool:
    """Return whether it is about a game that is being played: short, and often."""
    path = scope["path"]
    return path.startswith("/api/at/") and not path.endswith(ABOUT_RULES)


def _most(scope: Scope) -> int:
    return MOST_BYTES_AT_TABLE if _is_at_table(scope) else MOST_BYTES


def _cost(scope: Scope, length: int) -> float:
    """New rules and tables are dear, the longer the dearer, rulebooks too, past positions dearer than the present one."""
    if scope["method"] == "POST" and not _is_at_table(scope):
        return 8.0 + length / BYTES_AS_A_REQUEST
    if scope["path"].endswith("/rules"):
        return 8.0
    return 3.0 if b"step=" in scope["query_string"] else 1.0


def _is_host(host: str) -> bool:
    try:
        return "@" not in host and urlsplit(f"//{host}").netloc == host and urlsplit(f"//{host}").port != -1
    except ValueError:
        return False


def _same_origin(headers: dict[str, str]) -> bool:
    """Return whether a page of ours asks (or no page at all)."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


async def _body(receive: Receive) -> bytes | None:
    """Return the whole of a request, or None if it is too large."""
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MOST_BYTES:
            return None
        more = message.get("more_body", False)
    return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """Give a body that was read already, then what else comes."""
    given = False

    async def read() -> MutableMapping[str, Any]:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read


async def _say(send: Send, lang: str, status: int, code: str, message: str, *headers: tuple[bytes, bytes]) -> None:
    kind = (b"content-type", b"application/json")
    await send({"type": "http.response.start", "status": status, "headers": [kind, *headers]})
    await send({"type": "http.response.body", "body": refusal(code, in_words(message, lang))})


def refusal(code: str, message: str) -> bytes:
    """Return what is answered when something is refused before anybody has looked at it."""
    return json.dumps({"error": {"code": code, "message": message, "hint": "", "findings": []}}).encode()

"""Where this server is found: from this machine alone, or from others too. No name is looked up and nothing is sent."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from urllib.parse import urlsplit

import segno
from attrs import frozen

HERE_ALONE = ("localhost", "127.0.0.1", "::1")
ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))  # of nobody: only the way there is asked for


def own_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine on the ways to others."""
    found = []
    for family, elsewhere in ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((elsewhere, 9))
            found.append(str(way.getsockname()[0]))
    return tuple(address for address in found if _leads_here(address))


@frozen
class Reachable:
    """Where a server listens, and the address that its owner gave it."""

    host: str = "127.0.0.1"
    port: int = 0
    public: str = ""
    own: Callable[[], Iterable[str]] = own_addresses

    def bases(self, asked: str, scheme: str = "http") -> tuple[str, ...]:
        """Return what addresses for others begin with, the best first; none if nobody else can come. `asked`: the host that
        this was asked under, which other machines know if it is not only ours."""
        if self.public:
            return (self.public.rstrip("/"),)
        name = urlsplit(f"//{asked}").hostname or ""
        if not _is_here_alone(name):
            return (f"{scheme}://{asked}",)
        if self.host in ("0.0.0.0", "::"):
            own = [address for address in self.own() if self.host == "::" or ":" not in address]
        else:
            own = [] if _is_here_alone(self.host) else [self.host]
        return tuple(f"http://{f'[{address}]' if ':' in address else address}:{self.port}" for address in own)


def scanned(address: str) -> dict[str, object]:
    """Return an address as a picture to scan: how many squares it is wide, and the dark ones in each row."""
    rows = segno.make(address, micro=False, error="m").matrix
    return {"size": len(rows), "rows": ["".join("1" if dark else "0" for dark in row) for row in rows]}


def _is_here_alone(name: str) -> bool:
    return name in HERE_ALONE or name.endswith(".localhost") or name.startswith("127.")


def _leads_here(address: str) -> bool:
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)

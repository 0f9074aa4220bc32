"""Whose address counts: that of whoever asks, also when a named proxy stands in between.

Limits go by address. A whole block of 64 bits counts as one address where addresses are long, since one customer gets such a
block. What a request says of where it was forwarded from is believed only of proxies that were named.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from attrs import frozen

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
BLOCK = 64  # bits of a long address that count


@frozen
class Proxies:
    """The proxies that are believed."""

    networks: tuple[Network, ...] = ()

    def holds(self, address: str) -> bool:
        """Return whether an address is one of theirs."""
        found = _read(address)
        return found is not None and any(found in network for network in self.networks)

    def asker(self, direct: str, forwarded: Iterable[str]) -> str:
        """Return who asks: the last address on the way here that is no proxy of ours.

        >>> Proxies(read_networks(["10.0.0.1"])).asker("10.0.0.1", ["6.6.6.6, 7.7.7.7", "10.0.0.1"])
        '7.7.7.7'
        """
        here = direct
        for before in reversed([part.strip() for line in forwarded for part in line.split(",")]):
            if not self.holds(here) or _read(before) is None:
                break
            here = before
        return here


NO_PROXIES = Proxies()


def read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Addresses, or whole networks (`10.0.0.0/8`); ValueError if one is neither."""
    return tuple(ipaddress.ip_network(text, strict=False) for text in texts)


def counted(address: str) -> str:
    """Return what an address is counted as.

    >>> counted("2001:db8::1:2:3:4"), counted("::ffff:10.0.0.1"), counted("10.0.0.1")
    ('2001:db8::', '10.0.0.1', '10.0.0.1')
    """
    found = _read(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, BLOCK), strict=False).network_address)
    return address if found is None else str(found)


def _read(text: str) -> Address | None:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found

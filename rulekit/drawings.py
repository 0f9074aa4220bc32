"""Drawings by name: pictures of one colour that a `look` may name as an icon (`coffee-beans`), and that come with rulekit.

Comes in: a name. Goes out: the path of its picture, which is 512 wide and high. Who drew them stands beside the bundled file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from rulekit.bundle import bundled

SIDE = 512
_NAME = re.compile(r"[A-Za-z0-9-]*[A-Za-z]{3}[A-Za-z0-9-]*")


@cache
def names() -> tuple[str, ...]:
    """Return the names of all drawings, without reading what they look like."""
    lines = (bundled("drawings") / "chosen.txt").read_text(encoding="utf-8").splitlines()
    return tuple(sorted({name for line in lines if not line.startswith("#") for name in line.split()}))


@cache
def drawings() -> Mapping[str, str]:
    """Return all drawings: name and path."""
    known: dict[str, str] = json.loads((bundled("drawings") / "drawings.json").read_text(encoding="utf-8"))
    return MappingProxyType(known)


def is_drawing(icon: str) -> bool:
    """Return whether an icon is a drawing that there is.

    >>> is_drawing("coffee-beans"), is_drawing("☕"), is_drawing("coffee-been")
    (True, False, False)
    """
    return is_name(icon) and icon in names()


def is_name(icon: str) -> bool:
    """Return whether an icon can only be meant for a drawing: a word in plain letters, as no sign and no short text is.

    >>> [is_name(icon) for icon in ("cat", "milk-carton", "snowflake-2", "☕", "kg", "café", "{sex}", "+2")]
    [True, True, True, False, False, False, False, False]
    """
    return _NAME.fullmatch(icon) is not None


def makers() -> str:
    """Return who made the drawings, and their licence."""
    return (bundled("drawings") / "README.md").read_text(encoding="utf-8")


def picture(name: str) -> str:
    """Return a drawing as an SVG file of its own, black."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}"><path d="{drawings()[name]}"/></svg>'

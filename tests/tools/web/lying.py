"""What lies on a table, for tests: the parts of a position's scene, with whose they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Part = dict[str, Any]


def parts(seen: Part) -> Iterator[Part]:
    """All parts of a scene that are no grids, with the `seat` of whose they are."""
    scene = seen.get("scene") or {"middle": None, "areas": []}
    yield from ({**part, "seat": None} for part in _inside(scene["middle"]))
    for area in scene["areas"]:
        yield from ({**part, "seat": area["seat"]} for part in _inside(area["grid"]))


def _inside(grid: Part | None) -> Iterator[Part]:
    for cell in grid["cells"] if grid is not None else ():
        part = cell["part"]
        if part["kind"] == "grid":
            yield from _inside(part)
        else:
            yield part


def places(seen: Part, name: str, seat: int | None = None) -> list[Part]:
    """The places of a family, of one player or of nobody; of a place that is drawn position by position the first."""
    found = [p for p in parts(seen) if p["kind"] == "place" and p["place"] == name and p["seat"] == seat]
    return [p for n, p in enumerate(found) if p["id"] not in [other["id"] for other in found[:n]]]


def pieces(seen: Part) -> list[Any]:
    """The pieces of all places; what is worked out from them, such as prices, is left out."""
    return [p["pieces"] for p in parts(seen) if p["kind"] == "place"]


def table(seen: Part) -> list[Part]:
    """Everything that is drawn of a table."""
    return [seen["scene"], seen["zones"]]

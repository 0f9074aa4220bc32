"""Where the files that travel with the package are: grammar, rules, sentences, drawings, error pages, lessons.

In a wheel they lie inside the package, in a checkout beside it.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent
IN_DOCS = ("errors", "lessons")


def bundled(name: str) -> Path:
    """Find a bundled folder: `grammar`, `rules`, `sentences`, `drawings`, `errors`, `lessons`."""
    inside = PACKAGE / "_bundled" / name
    if inside.exists():
        return inside
    return PACKAGE.parent / (f"docs/{name}" if name in IN_DOCS else name)

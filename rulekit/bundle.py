"""Where the files that travel with the package are: grammar, rules, sentences, error pages.

In a wheel they lie inside the package, in a checkout beside it.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent


def bundled(name: str) -> Path:
    """Find a bundled folder: `grammar`, `rules`, `sentences`, `errors`."""
    inside = PACKAGE / "_bundled" / name
    if inside.exists():
        return inside
    return PACKAGE.parent / ("docs/errors" if name == "errors" else name)

"""Names of players, as they are taken from strangers."""

from __future__ import annotations

from rulekit.report.text import clean
from rulekit.report.words import NAMES

LONGEST = 24


def clean_name(name: object) -> str:
    """A name without anything odd in it, or nothing."""
    return " ".join(clean(name).split())[:LONGEST].strip() if isinstance(name, str) else ""


def default_names(names: list[str]) -> list[str]:
    """Names for all seats, no two alike; those without one get one.

    >>> default_names(["Zoe", "", "zoe"])
    ['Zoe', 'Ada', 'Bob']
    """
    taken: list[str] = []
    for name in names:
        free = (n for n in (*NAMES, *(f"P{k}" for k in range(len(names)))) if _free(n, [*taken, *names]))
        taken.append(name if name and _free(name, taken) else next(free))
    return taken


def _free(name: str, taken: list[str]) -> bool:
    return name.lower() not in (t.lower() for t in taken)

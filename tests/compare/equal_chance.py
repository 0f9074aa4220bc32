"""Equal rule sets of which one asks chance more often, for something that nobody uses.

Comes in: the text of a game. Goes out: the same game with more shuffles, random choices or draws in it, or None where there is
no place for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tests.compare.equal_pairs import GAMES, ROOT, Pair

IDLE = "choose idle in 1..6 at random"
SHUFFLE = re.compile(r"^( +)(?:\w+: )?(shuffle [\w\[\]]+).*$", re.M)
BAG = re.compile(r"^place (\w+): bag of (\w+).*$", re.M)


def shuffled_twice(text: str) -> str | None:
    """Shuffle every pile once more before it is shuffled."""
    return SHUFFLE.sub(r"\1\2\n\g<0>", text) if SHUFFLE.search(text) else None


def idle_at_the_start(text: str) -> str | None:
    """Let chance choose a number before the set-up, and nobody looks at it."""
    lines = text.splitlines()
    at = next((n for n, line in enumerate(lines) if line.split()[:1] == ["setup"]), None)
    return None if at is None else "\n".join((*lines[: at + 1], f"  {IDLE}", *lines[at + 1 :], ""))


def idle_after_actions(text: str) -> str | None:
    """Let chance choose a number at the end of every action."""
    found, inside = list[str](), False
    for line in (*text.splitlines(), "end"):
        if inside and line and not line.startswith(" "):
            blank = next((n for n in range(len(found), 0, -1) if found[n - 1].strip()), 0)
            found.insert(blank, f"  {IDLE}")
            inside = False
        inside = inside or line.split()[:1] == ["action"]
        found.append(line)
    made = "\n".join((*found[:-1], ""))
    return made if IDLE in made else None


def drawn_and_put_back(text: str) -> str | None:
    """Draw a piece from a bag during the set-up, and put it back."""
    bag, lines = BAG.search(text), text.splitlines()
    at = next((n for n, line in enumerate(lines) if line.split()[:1] == ["setup"]), None)
    if bag is None or at is None:
        return None
    new = (f"  draw 1 from {bag[1]} to idle_tray", f"  move list(idle in idle_tray) to {bag[1]}")
    place = f"place idle_tray: bag of {bag[2]}"
    return "\n".join((*lines[:at], place, "", lines[at], *new, *lines[at + 1 :], ""))


MORE_CHANCE: tuple[Callable[[str], str | None], ...] = (
    shuffled_twice, idle_at_the_start, idle_after_actions, drawn_and_put_back,
)  # fmt: skip


NOT_EQUAL = tuple((game, "idle_after_actions") for game in ("gops", "cafe-international", "espresso-doppio"))
"""Nothing may be left to chance in secret; and whether a move can be completed is not asked beyond what chance decides."""


def lucky_pairs() -> tuple[Pair, ...]:
    """All games with every rewriting that has a place in them and makes an equal game."""
    texts = [(path, (ROOT / path).read_text(encoding="utf-8")) for path in GAMES]
    found = [(path, text, how.__name__, how(text)) for path, text in texts for how in MORE_CHANCE]
    usable = [one for one in found if one[3] is not None and (Path(one[0]).stem, one[2]) not in NOT_EQUAL]
    return tuple(Pair(f"{Path(path).stem} {how}", text, new or "", (how,)) for path, text, how, new in usable)

"""Hostile files of changes."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.bombs import HEAD
from tests.fuzz.shapes.parts import SOUND, Shape, again, letters, lines

BASE = HEAD.replace("bomb", "base").replace("Bomb", "Base") + 'option o "?" = 1 among 0..9\n\n' + SOUND.replace("to 1", "to o")
CHANGE = 'cafe en\nvariant more of base "More"\n\n'


def large(size: int) -> str:
    """A large base: an action with many rules that have labels."""
    return (
        BASE
        + "".join(f"define k{n} = 1\n" for n in range(size // 40))
        + "\naction big\n"
        + "".join(f"  l{n}: set ticks to 1\n" for n in range(size // 60))
    )


def changing(line: Callable[[int], str]) -> Shape:
    """A file with many changes."""
    return lambda size: CHANGE + lines(line, size)


CHANGES: dict[str, Shape] = {
    "settings": changing(lambda n: "with o = 2\n"),
    "settings that differ": changing(lambda n: f"with o = {n % 9}\n"),
    "settings of what is not there": changing(lambda n: f"with {letters(n)} = 2\n"),
    "removals": changing(lambda n: f"remove k{n}\n"),
    "removals of the same": changing(lambda n: "remove act\n"),
    "removals of what is not there": changing(lambda n: f"remove {letters(n)}.{letters(n)}\n"),
    "removals of rules": changing(lambda n: f"remove big.l{n}\n"),
    "removals of misspelt rules": changing(lambda n: f"remove big.m{n}\n"),
    "replacements of rules": changing(lambda n: f"replace big.l{n}\n  set ticks to 2\n\n"),
    "replacements of one rule": changing(lambda n: "replace action act\n  set ticks to 2\n\n"),
    "insertions": changing(lambda n: f"after big.l{n}\n  set ticks to 2\n\n"),
    "insertions at one place": changing(lambda n: "after act\n  set ticks to 2\n\n"),
    "a long insertion": lambda size: CHANGE + "after act\n" + again("  set ticks to 2\n", size),
    "new definitions": changing(lambda n: f"define new{n} = 1\n"),
    "new definitions of the same": changing(lambda n: "define new = 1\n"),
    "definitions that are there": changing(lambda n: f"define k{n} = 1\n"),
    "sections": changing(lambda n: f"section s{n}\n\n"),
    "remarks": changing(lambda n: 'remark "a"\n'),
    "words": changing(lambda n: 'words de\n  | name | one |\n  | act | "a" |\n\n'),
    "rows of words": lambda size: CHANGE + "words de\n  | name | one |\n" + lines(lambda n: f'  | k{n} | "a" |\n', size),
    "examples": changing(lambda n: f'example e{n} "E"\n  players a, b\n  when a does act\n  then ticks is 1\n\n'),
    "sources": lambda size: CHANGE.rstrip() + "\n" + lines(lambda n: f'  source s{n} "a"\n', size),
    "the last word": lambda size: CHANGE.rstrip() + "\n" + lines(lambda n: f"  over v{n}\n", size),
    "numbers of players": lambda size: CHANGE.rstrip() + "\n" + again("  players 2\n", size),
    "a long title": lambda size: CHANGE.replace("More", "a" * (size // 2)) + again("remove act\n", size // 2),
}

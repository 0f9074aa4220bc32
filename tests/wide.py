"""What `make test` leaves to `make rest`: more of the same, where a smaller case of it is always looked at (`wide.toml`).

`make test` has to be over in minutes, so it sees each thing once; a larger change looks at the rest before it lands.
`make bugs` shows that what is left finds the planted bugs.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

LISTED: dict[str, dict[str, list[str]]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
WIDE = {
    "/".join(("tests", room, f"{file}.py")).replace("/./", "/"): words
    for room, files in LISTED.items()
    for file, words in files.items()
}
PATTERNS = {file: re.compile("|".join(words)) for file, words in WIDE.items()}


def is_wide(name: str) -> bool:
    """Whether a test of this name is only run if everything is."""
    file, _, test = name.partition("::")
    return file in PATTERNS and PATTERNS[file].search(test) is not None


def stale(names: Iterable[str]) -> list[str]:
    """Return the files and words of the list that are in the name of no test."""
    by_file: dict[str, list[str]] = {}
    for name in names:
        file, _, test = name.partition("::")
        by_file.setdefault(file, []).append(test)
    listed = ((file, word) for file, words in WIDE.items() for word in words)
    return [f"{file}: {word}" for file, word in listed if not any(re.search(word, test) for test in by_file.get(file, ()))]

"""From what a page asks for to the texts of a game: bundled files by name, texts of one's own as they are. No path is ever read.

`{"game": "cafe-del-gatto", "with": ["fr"], "set": {"tip": "2"}}` or `{"text": "...", "base": "...", "set": {}}` becomes a source:
`{"files": [[path, text], ...], "set": [[option, value], ...]}`, the game first, then its changes. A source is kept with a
table, so that a game goes on as it began, whatever becomes of the bundled files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256

from rulekit.bundle import bundled
from rulekit.tools.io.files import read_text
from rulekit.tools.io.library import Head, bundled_files, find_bundled, head_of, titles_of
from rulekit.tools.io.problems import problem
from rulekit.tools.web.workers.asked import Asked, Source
from rulekit.wording import sentence

OWN = "mine.cafe"  # what a text of one's own is called
BASE = "game.cafe"  # and a game of one's own that it changes
MOST_CHANGES = 12


def resolve(rules: Asked) -> Source:
    """Return the texts that are meant; what is not there ends with a `Problem`."""
    text = rules.get("text")
    files = _own(text, rules.get("base")) if text is not None else [_bundled(str(rules.get("game", "")))]
    name = files[0][0].removesuffix(".cafe")
    for change in rules.get("with", ())[:MOST_CHANGES]:
        files.append(_file(find_bundled(change, name, "change").name))
    return {"files": files, "set": sorted([str(n), str(v)] for n, v in rules.get("set", {}).items())}


def _own(text: str, base: str | None) -> list[list[str]]:
    """Return a text of one's own; a change is laid over its game, which may be one's own too."""
    head = head_of(text, OWN)
    if not head.changes:
        return [[OWN, text]]
    if base is not None:
        return [[BASE, base], [OWN, text]]
    for path, found in games().items():
        if found.name == head.of:
            return [_file(path), [OWN, text]]
    hint = sentence("only house rules for bundled games can be tried here; or write the whole game")
    raise problem("RK562", "this changes the game `{of}`, which does not come with rulekit", path=OWN, hint=hint, of=head.of)


def _bundled(name: str) -> list[str]:
    path = find_bundled(name)
    return _file(path.name)


def _file(name: str) -> list[str]:
    return [name, read_text(bundled("rules") / name)]


def heads() -> dict[str, Head]:
    """Return what the bundled files say of themselves, by file name."""
    return {path.name: head_of(read_text(path), path.name) for path in bundled_files().values()}


def titles(name: str) -> dict[str, str]:
    """Return what a bundled file is called in other languages than its own."""
    return titles_of(read_text(bundled("rules") / name), name)


def games() -> dict[str, Head]:
    """Return the bundled games, by file name."""
    return {name: head for name, head in heads().items() if head.role == "game"}


def source_id(source: Source | dict[str, object]) -> str:
    """Return the same texts and settings have the same id."""
    return sha256(json.dumps(source, ensure_ascii=False, sort_keys=True).encode()).hexdigest()[:32]


def own_texts(job: Mapping[str, object]) -> list[str]:
    """Return the texts of somebody's own that a job is about."""
    asked = [job.get(name) or {} for name in ("rules", "other", "first", "second")]
    texts = [rules.get(name) for rules in asked if isinstance(rules, dict) for name in ("text", "base")]
    return [text for text in (*texts, job.get("text")) if isinstance(text, str)]

"""The keys that docs/simulating.md explains are those that `simulate` writes, no more and no fewer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.study.race import RACE
from tests.tools.running import ROOT, run

PAGE = (ROOT / "docs" / "simulating.md").read_text(encoding="utf-8").partition("\n## The keys of the JSON\n")[2]
PLAIN = ("--engine", "reference", "--threads", "1")
FREE = {"ends", "faults", "counts", "quantiles", "actions", "score_lines", "fired", "swept", "values"}  # keyed by what a game has
ONE = {  # what is under a key, where that does not depend on where the key is
    "chi_square": "test", "by_turn": "turn", "actions": "action", "endings": "end", "options": "what it changes",
    "swept": "values", "rows": "row", "rules": "rules at work", "sample": "sample",
}  # fmt: skip
KINDS = [
    ({"share"}, "share"), ({"clear"}, "change"), ({"quantiles"}, "numbers"), ({"mean", "median"}, "numbers in short"),
    ({"mean"}, "mean"),
]  # fmt: skip


@cache
def documented() -> dict[str, set[str]]:
    """The keys of each table, by what stands in italics (or as code) in the line before it."""
    found = {}
    for said, table in re.findall(r"^([^|\n]+)\n\n\| key \| what it is \|\n\|---\|---\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE):
        name = re.search(r"\*(.+?)\*|`(.+?)`", said)
        assert name is not None, said
        keys = [key for line in table.splitlines() for key in re.findall(r"`(\w+)`", line.split("|")[1])]
        assert len(keys) == len(set(keys)), said
        found[(name[1] or name[2]).lower()] = set(keys)
    return found


def shapes(data: Any, name: str) -> Iterator[tuple[str, set[str]]]:
    """Every object in some data, by the name of its table; what is keyed by things of the game is passed through."""
    if isinstance(data, list):
        for one in data:
            yield from shapes(one, name)
    elif isinstance(data, dict):
        yield name, set(data)
        for key, value in data.items():
            inner = list(value.values()) if key in FREE and isinstance(value, dict) else value
            for one in inner if isinstance(inner, list) else [inner]:
                for part in one if isinstance(one, list) else [one]:
                    if isinstance(part, dict):
                        yield from shapes(part, _name(key, part, name))


def _name(key: str, part: dict[str, Any], above: str) -> str:
    if key == "seats" and "seat" in part:
        return "result" if above == "simulate --json" else "result in full"
    if key == "measures":
        return "--report games.json"
    return ONE.get(key) or next(kind for having, kind in KINDS if having <= set(part))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """All keys of every sort of object that some commands write."""
    folder = tmp_path_factory.mktemp("keys")
    (folder / "race.cafe").write_text(RACE)
    commands = (
        ("simulate --json", "bon-appetit", "--players", "3", "--games", "3", "--report", "a.json", *PLAIN),
        ("simulate --json", "race.cafe", "--games", "30", "--report", "b.json", *PLAIN),
        ("simulate --json", "race.cafe", "--games", "3", "--bots", "1=random"),
        ("simulate --sweep … --json", "race.cafe", "--games", "3", "--sweep", "bonus=0,1", "--sweep", "room=1,30", "--jobs", "1"),
    )
    found: dict[str, set[str]] = {}
    for name, *flags in commands:
        for kind, keys in shapes(json.loads(run("simulate", *flags, "--json", cwd=folder).out), name):
            found.setdefault(kind, set()).update(keys)
    for kind, keys in shapes(json.loads(Path(folder, "a.json").read_text()), "--report games.json"):
        found.setdefault(kind, set()).update(keys)
    return found


def test_every_key_is_explained_and_nothing_else(written: dict[str, set[str]]) -> None:
    assert written == documented()


def test_ends_are_named(written: dict[str, set[str]]) -> None:
    ends = re.search(r"^\| `ends` \|(.*)$", PAGE, re.MULTILINE)
    assert ends is not None and re.findall(r"`(\w+)`", ends[1]) == ["over", "stuck", "fault", "capped"]

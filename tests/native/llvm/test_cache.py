"""Machine code that is kept: used if it is sound and belongs here, made again if not; many may fill a folder at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulekit.diagnostics import Diagnostic
from rulekit.native.engine import Native, native_of
from rulekit.native.llvm.cache import Cache, _make, default_folder
from rulekit.program.program import Program
from tests.engine.play import ROOT
from tests.native.test_faults import program

UP = "action up\n  choose n in 1..2\n  set m to m + n\n"
COUNT = "marker m: 0..9 = 0\nplay\n  turns from starter until m > {}\n    do up\n" + UP


@cache
def game(most: int) -> Program:
    """A game of a few moves: up to a number."""
    return program(COUNT.format(most))


@pytest.fixture
def making(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The programs that code was made of; making the same once more takes no time."""
    told: list[str] = []

    def make(made: Program, paths: bool, shortcuts: frozenset[str]) -> Any:
        told.append(made.digest)
        return _once(made, paths, shortcuts)

    monkeypatch.setattr("rulekit.native.llvm.cache._make", make)
    return told


@cache
def _once(made: Program, paths: bool, shortcuts: frozenset[str]) -> Any:
    return _make(made, paths, shortcuts)


def made(most: int, cache: Cache) -> Native:
    native = native_of(game(most), cache=cache)
    assert not isinstance(native, Diagnostic)
    return native


def rows(most: int, cache: Cache) -> list[int]:
    """What comes of three games."""
    return made(most, cache).batch(1, 0, 3).words.tolist()


@pytest.fixture(scope="module")
def right() -> list[int]:
    """What comes of three games up to 5, without a cache."""
    found = rows(5, Cache(Path(os.devnull)))
    assert [found[n] for n in (0, 6, 12)] == [0, 0, 0]
    assert 3 <= found[1] <= 6
    return found


def entry(cache: Cache) -> Path:
    """The only entry."""
    (found,) = cache.folder.glob("*.bin")
    return found


def test_an_entry_is_used_again(tmp_path: Path, right: list[int], making: list[str]) -> None:
    cache = Cache(tmp_path / "a" / "b")
    assert rows(5, cache) == rows(5, cache) == right
    assert making == [game(5).digest]


def _cut(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def _flipped(whole: bytes) -> bytes:
    return whole[:-100] + bytes([whole[-100] ^ 1]) + whole[-99:]


def _other_facts(whole: bytes) -> bytes:
    digest, facts, code = whole.split(b"\n", 2)
    told = {name: value + 4096 if type(value) is int else value for name, value in json.loads(facts).items()}
    return b"\n".join((digest, json.dumps(told).encode(), code))


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: b"",
    "cut": _cut,
    "one bit": _flipped,
    "no head": lambda whole: whole.partition(b"\n")[2],
    "another head": lambda whole: b"[1, 2]\n" + whole.partition(b"\n")[2],
    "a deep head": lambda whole: b"[" * 100_000 + b"\n" + whole.partition(b"\n")[2],
    "other facts": _other_facts,
    "text": lambda whole: "café\n".encode() * 9,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_made_again(damage: str, tmp_path: Path, right: list[int], making: list[str]) -> None:
    """And then it is sound."""
    cache = Cache(tmp_path)
    made(5, cache)
    path = entry(cache)
    whole = path.read_bytes()
    path.write_bytes(DAMAGES[damage](whole))
    assert rows(5, cache) == right
    assert path.read_bytes() == whole
    assert len(making) == 2


@pytest.mark.usefixtures("making")
def test_an_entry_of_another_program_under_this_name_is_made_again(tmp_path: Path, right: list[int]) -> None:
    cache, other = Cache(tmp_path / "one"), Cache(tmp_path / "other")
    made(5, cache)
    assert rows(2, other) != right
    entry(cache).write_bytes(entry(other).read_bytes())
    assert rows(5, cache) == right


@pytest.mark.usefixtures("making")
def test_an_entry_that_is_a_folder_does_no_harm(tmp_path: Path, right: list[int]) -> None:
    cache = Cache(tmp_path)
    made(5, cache)
    path = entry(cache)
    path.unlink()
    path.mkdir()
    assert rows(5, cache) == right


@pytest.mark.usefixtures("making")
def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path, right: list[int]) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "file").write_text("")
    assert rows(5, Cache(tmp_path / "file")) == right
    assert rows(5, Cache(tmp_path / "file" / "deeper")) == right


@pytest.mark.usefixtures("making")
def test_nothing_is_left_beside_the_entries(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    made(5, cache)
    made(4, cache)
    assert len(list(tmp_path.iterdir())) == len(list(tmp_path.glob("*.bin"))) == 2


@pytest.mark.usefixtures("making")
def test_code_with_and_without_paths_is_kept_apart(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    for paths in (False, True, False, True):
        native = native_of(game(5), paths, cache)
        assert not isinstance(native, Diagnostic)
        assert native.facts.paths == paths
    assert len(list(tmp_path.iterdir())) == 2


def test_where_code_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", "/here")
    assert default_folder() == Path("/here")
    monkeypatch.setenv("RULEKIT_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", "/there")
    assert default_folder() == Path("/there/rulekit")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/ada")
    assert default_folder() == Path("/home/ada/.cache/rulekit")


FILLING = """
from tests.native.llvm.test_cache import rows
from rulekit.native.llvm.cache import Cache
print(rows(5, Cache()))
print(rows(5, Cache()))
"""


def test_two_processes_fill_a_folder_at_once(tmp_path: Path, right: list[int]) -> None:
    """Both get what is right, and the entry is whole afterwards."""
    environment = os.environ | {"RULEKIT_CACHE": str(tmp_path)}
    begun = [
        subprocess.Popen([sys.executable, "-c", FILLING], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [process.communicate()[0].splitlines() for process in begun]
    assert told == [[str(right), str(right)]] * 2
    assert len(list(tmp_path.iterdir())) == 1
    assert rows(5, Cache(tmp_path)) == right

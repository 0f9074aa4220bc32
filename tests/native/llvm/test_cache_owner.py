"""Machine code that others could have planted is never run: the folder and the file belong to the user, and to nobody else."""

# ruff: noqa: F811 - fixtures are asked for by the name they were imported under

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulekit.native.llvm.cache import Cache, not_kept
from tests.native.llvm.test_cache import entry, game, made, making, right, rows  # noqa: F401

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="the system knows no owners")


@pytest.fixture
def filled(tmp_path: Path, making: list[str]) -> Cache:
    """A cache with the code of one game, made once."""
    cache = Cache(tmp_path / "code")
    made(5, cache)
    assert making == [game(5).digest] and not_kept(cache.folder) is None
    return cache


def open_to_the_group(cache: Cache, patch: pytest.MonkeyPatch) -> None:
    cache.folder.chmod(0o770)


def open_to_all(cache: Cache, patch: pytest.MonkeyPatch) -> None:
    cache.folder.chmod(0o1777)


def of_somebody_else(cache: Cache, patch: pytest.MonkeyPatch) -> None:
    mine = os.getuid()
    patch.setattr(os, "getuid", lambda: mine + 1)


def a_link(cache: Cache, patch: pytest.MonkeyPatch) -> None:
    cache.folder.rename(cache.folder.with_name("elsewhere"))
    cache.folder.symlink_to(cache.folder.with_name("elsewhere"))


FOLDERS = {
    open_to_the_group: "others may write there",
    open_to_all: "others may write there",
    of_somebody_else: "it belongs to somebody else",
    a_link: "it is a link",
}


@pytest.mark.parametrize("spoil", FOLDERS, ids=lambda spoil: spoil.__name__)
def test_a_folder_that_is_not_the_users_own_is_not_used_and_told(
    spoil: object,
    filled: Cache,
    making: list[str],
    right: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spoil(filled, monkeypatch)  # type: ignore[operator]
    before = sorted(os.listdir(filled.folder))
    assert not filled.holds(game(5), paths=False)
    assert rows(5, filled) == right and rows(4, filled)
    assert len(making) == 3, "nothing of it was run"
    assert sorted(os.listdir(filled.folder)) == before, "nothing was put there"
    told = not_kept(filled.folder)
    assert told is not None and told.code == "RK605" and FOLDERS[spoil] in told.message  # type: ignore[index]
    assert str(filled.folder) in told.message


def file_open_to_the_group(path: Path) -> None:
    path.chmod(0o660)


def file_is_a_link(path: Path) -> None:
    kept = path.with_name("planted")
    path.rename(kept)
    path.symlink_to(kept)


def file_is_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


@pytest.mark.parametrize("spoil", [file_open_to_the_group, file_is_a_link, file_is_a_pipe], ids=lambda spoil: spoil.__name__)
def test_a_file_that_others_could_write_is_made_again(
    spoil: object,
    filled: Cache,
    making: list[str],
    right: list[int],
) -> None:
    path = entry(filled)
    spoil(path)  # type: ignore[operator]
    assert rows(5, filled) == right and len(making) == 2
    assert path.is_file() and not path.is_symlink() and path.stat().st_mode & 0o777 == 0o600
    assert rows(5, filled) == right and len(making) == 2, "now it is sound"


def test_a_file_of_somebody_else_in_the_users_folder_is_made_again(
    filled: Cache,
    making: list[str],
    right: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only the owner of the file is another one."""
    from rulekit import caches

    number = entry(filled).stat().st_ino
    mine = caches.is_own
    monkeypatch.setattr(caches, "is_own", lambda found: found.st_ino != number and mine(found))
    assert rows(5, filled) == right and len(making) == 2
    assert rows(5, filled) == right and len(making) == 2


def test_folders_are_made_for_the_user_alone(filled: Cache) -> None:
    assert filled.folder.stat().st_mode & 0o777 == 0o700 and entry(filled).stat().st_mode & 0o777 == 0o600


def test_what_is_missing_or_no_folder_is_nothing_to_tell(tmp_path: Path) -> None:
    assert not_kept(tmp_path / "none") is None and not_kept(Path(os.devnull)) is None

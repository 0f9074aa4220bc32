"""What is kept between runs: read only if nobody else could have written it, written beside and put in its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulekit.caches import keep, kept, user_folder


def test_what_is_kept_is_given_back(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "cache"
    keep(folder, "one", b"first")
    keep(folder, "one", b"second")
    assert kept(folder, "one") == b"second" and os.listdir(folder) == ["one"]
    assert kept(folder, "other") is None and kept(tmp_path / "none", "one") is None


def test_a_writer_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(tmp_path, "one", b"whole")

    def full(*_: object, **more: object) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(os, "replace", full)
    keep(tmp_path, "one", b"half")
    assert kept(tmp_path, "one") == b"whole" and os.listdir(tmp_path) == ["one"]


def test_a_reader_between_two_writers_sees_one_or_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one writer puts its file in place, another has written beside it: neither is half there."""
    keep(tmp_path, "one", b"old")
    replace, seen = os.replace, []

    def in_between(*names: object, **more: object) -> None:
        seen.append(kept(tmp_path, "one"))
        monkeypatch.setattr(os, "replace", replace)
        keep(tmp_path, "one", b"second")
        seen.append(kept(tmp_path, "one"))
        replace(*names, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "replace", in_between)
    keep(tmp_path, "one", b"first")
    assert seen == [b"old", b"second"] and kept(tmp_path, "one") == b"first" and os.listdir(tmp_path) == ["one"]


@pytest.mark.parametrize(("cache", "home", "folder"), [
    ("/there", "/home/ada", "/there/rulekit"), ("", "/home/ada", "/home/ada/.cache/rulekit"), ("not/absolute", "/home/ada", None),
])  # fmt: skip
def test_where_a_user_keeps_things(cache: str, home: str, folder: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", cache)
    monkeypatch.setenv("HOME", home)
    assert user_folder() == (None if folder is None else Path(folder))

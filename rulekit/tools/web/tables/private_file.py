"""A file that only its owner reads: the links of all seats are in it, and what is hidden at every table.

SQLite gives the files it keeps beside it (`-wal`, `-shm`) the same mode.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

BESIDE = ("", "-wal", "-shm", "-journal")
OTHERS = 0o077  # what a mode lets others do


class Shared(Exception):
    """Others can read a file, and it is not ours to change that."""


def make_private(path: Path) -> None:
    """Make a file and its folder, if they are not there."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def keep_private(path: Path) -> None:
    """Take from others what they may do with a file and with those beside it."""
    for suffix in BESIDE:
        with suppress(FileNotFoundError):
            _narrow(Path(f"{path.resolve()}{suffix}"))


def _narrow(path: Path) -> None:
    found = path.stat()
    if os.name != "posix" or not found.st_mode & OTHERS:
        return
    if found.st_uid != os.geteuid():
        raise Shared("others can read it, and it belongs to somebody else")
    path.chmod(0o600)

"""Files kept between runs in a folder of the user: nobody else can have written what is read here.

A folder or file that is a link, belongs to another user, or that others may write is passed over. The folder is opened once and
everything happens inside of what was opened, so that nothing can be exchanged in between. Files are written beside and put in
their place as a whole, so that several processes can write at once.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rulekit.wording import sentence

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
HAS_OWNERS = hasattr(os, "getuid")
OTHERS = stat.S_IWGRP | stat.S_IWOTH


def user_folder() -> Path | None:
    """Return the folder of rulekit in the user's cache, if there is such a thing."""
    try:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    except RuntimeError:
        return None
    return Path(base) / "rulekit" if os.path.isabs(base) else None


def is_own(found: os.stat_result) -> bool:
    """Return whether only this user can write there."""
    return not HAS_OWNERS or (found.st_uid == os.getuid() and not found.st_mode & OTHERS)


def why_foreign(folder: Path) -> str:
    """Return why a folder is not this user's own; nothing if it is, if it is no folder, or is not there."""
    try:
        found, target = folder.lstat(), folder.stat()
    except OSError:
        return ""
    if not HAS_OWNERS or not stat.S_ISDIR(target.st_mode):
        return ""
    if stat.S_ISLNK(found.st_mode):
        return sentence("it is a link")
    if found.st_uid != os.getuid():
        return sentence("it belongs to somebody else")
    return "" if is_own(found) else sentence("others may write there")


def kept(folder: Path, name: str) -> bytes | None:
    """Return the content of a file, if it is there and nobody else can have written it."""
    try:
        with _inside(folder) as (at, prefix), os.fdopen(os.open(prefix + name, _READ, dir_fd=at), "rb") as file:
            found = os.fstat(file.fileno())
            return file.read() if stat.S_ISREG(found.st_mode) and is_own(found) else None
    except OSError:
        return None


def keep(folder: Path, name: str, data: bytes) -> None:
    """Put a file into a folder, which is made if it is missing; where that cannot be done, nothing happens."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _inside(folder) as (at, prefix):
            _put(at, f"{prefix}{name}", f"{prefix}.{name}.{os.urandom(8).hex()}", data)


def _put(at: int | None, name: str, aside: str, data: bytes) -> None:
    try:
        with os.fdopen(os.open(aside, _WRITE, 0o600, dir_fd=at), "wb") as file:
            file.write(data)
        os.replace(aside, name, src_dir_fd=at, dst_dir_fd=at)
    except BaseException:  # also if somebody does not want to wait
        with suppress(OSError):
            os.unlink(aside, dir_fd=at)
        raise


@contextmanager
def _inside(folder: Path) -> Iterator[tuple[int | None, str]]:
    """The opened folder, and what goes before the names in it; an OSError if it is not this user's own."""
    if why_foreign(folder):
        raise PermissionError
    if os.open not in os.supports_dir_fd:
        yield None, f"{folder}{os.sep}"
        return
    opened = os.open(folder, _FOLDER)
    try:
        if not is_own(os.fstat(opened)):
            raise PermissionError
        yield opened, ""
    finally:
        os.close(opened)

"""Reading and writing files: bytes from the disk become text, or a finding that says why not. Nothing else opens files."""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from rulekit.tools.io.problems import Problem, problem
from rulekit.wording import Sentence, sentence

LARGEST_FILE = 20_000_000
LONGEST_NAME = 255
_TEMPORARY = re.compile(r"\.rulekit-([1-9][0-9]{0,9})-[1-9][0-9]*\.tmp")
_DAY = 86_400.0  # seconds without a change after which a file is left: another machine's process looks as if it were gone
_NUMBERS = count(1)  # of temporary files: there may be several at a time in one folder


def _unread(path: Path, error: OSError) -> Sentence:
    """Say why a file cannot be read."""
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            return sentence("there is no file `{path}`", path=path)
        case errno.EISDIR:
            return sentence("this is a directory, not a file: `{path}`", path=path)
        case errno.EACCES | errno.EPERM:
            return sentence("it is not permitted to read `{path}`", path=path)
        case errno.ENAMETOOLONG:
            return sentence("the name is too long: `{path}`", path=path)
        case errno.EINVAL:
            return sentence("this is no ordinary file: `{path}`", path=path)
        case errno.ELOOP:
            return sentence("links go round in a circle: `{path}`", path=path)
        case _:
            return sentence("this file cannot be read: `{path}`", path=path)


LISTED = sentence("`rulekit list` shows the games that come with rulekit")


def read_bytes(path: Path, hint: Sentence | None = LISTED) -> bytes:
    """Return the bytes of a file; at most so many are read. The hint is for a file that is not there."""
    try:
        if path.is_dir():
            raise OSError(errno.EISDIR, "directory")
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "no ordinary file")
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise problem("RK560", _unread(path, error), hint=_hint(path, error, hint)) from None
    except ValueError:  # a name with a zero byte
        raise problem("RK560", "this is no name of a file") from None
    if len(data) > LARGEST_FILE:
        raise problem(
            "RK560",
            sentence("the file is too large: `{path}`", path=path),
            hint="at most {largest} MB are read",
            largest=LARGEST_FILE // 1000000,
        )
    return data


def _hint(path: Path, error: OSError, otherwise: Sentence | None) -> Sentence | None:
    if error.errno == errno.ENOENT:
        from difflib import get_close_matches

        beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() and os.access(path.parent, os.R_OK) else []
        close = get_close_matches(path.name, beside, 1, 0.7)
        return sentence("did you mean `{near}`?", near=path.parent / close[0]) if close else otherwise
    if error.errno == errno.EISDIR:
        return sentence("name a file in it")
    return None


def read_text(path: Path) -> str:
    """Return the text of a rule file; what is no text is told as a finding."""
    from rulekit.syntax.source import from_bytes

    data = read_bytes(path)
    if data.lstrip()[:1] == b"{":
        return data.decode("utf-8", "replace")
    checked = from_bytes(data, str(path))
    if checked.value is None:
        raise Problem(checked.diagnostics)
    return checked.value


def write_text(path: Path, text: str, replace: bool = True) -> None:
    """Write a file, all at once; with `replace` False never over another."""
    with written_beside(path, replace) as beside, beside.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
        file.write(text)


@contextmanager
def written_beside(path: Path, replace: bool = True) -> Iterator[Path]:
    """A temporary file in the same folder, to be written in here; then it takes the name. All that is written goes this way.

    Whatever happens before, there is nothing new under the name, and the temporary file is gone. Links stay links.
    """
    beside = check_free(path, replace)
    target = Path(os.path.realpath(path))
    try:
        yield beside
        _give_name(beside, target, replace)
    except FileExistsError:
        raise _taken(path) from None
    except OSError as error:
        if error.filename is not None and str(error.filename) not in (str(target), str(beside)):
            raise
        raise unwritable(path, error) from None
    finally:
        beside.unlink(missing_ok=True)


def _give_name(beside: Path, target: Path, replace: bool) -> None:
    """Let a file that is complete, also on the disk, take a name; without `replace` only one that nobody has taken by now."""
    with beside.open("rb") as file:
        os.fsync(file.fileno())
    if not replace and _linked(beside, target):
        return
    if target.exists():
        beside.chmod(target.stat().st_mode & 0o777)
    os.replace(beside, target)


def _linked(beside: Path, target: Path) -> bool:
    """Give a file a second name, which nobody else can have taken; False: this disk has no second names."""
    try:
        os.link(beside, target)
    except FileExistsError:
        raise
    except (OSError, AttributeError, NotImplementedError):
        return False
    return True


def _taken(path: Path) -> Problem:
    hint = sentence("take another name, or say `--force` to write over it")
    return problem("RK563", sentence("`{path}` is already there", path=path), hint=hint)


def check_free(path: Path, replace: bool) -> Path:
    """Return the temporary file to write first; a Problem if nothing could be written there: to be asked before long work."""
    try:
        if not replace and os.path.lexists(path):
            raise _taken(path)
        return check_writable(Path(os.path.realpath(path)))
    except OSError as error:
        raise unwritable(path, error) from None
    except ValueError:
        raise problem("RK564", "this is no name of a file") from None


def unwritable(path: Path, error: OSError) -> Problem:
    """Return why a file cannot be written."""
    return problem(
        "RK564", sentence("`{path}` cannot be written: {lower}", path=path, lower=(error.strerror or "no reason given").lower())
    )


def _clear_away(folder: Path) -> None:
    """Remove our own temporary files of processes that were killed."""
    if not hasattr(os, "geteuid"):  # there nobody can be asked about a process without ending it
        return
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in [e for e in entries if _is_left(e)]:
            with suppress(OSError):
                os.unlink(entry)


def _is_left(entry: os.DirEntry[str]) -> bool:
    named = _TEMPORARY.fullmatch(entry.name)
    if named is None or not entry.is_file(follow_symlinks=False):
        return False
    known = entry.stat(follow_symlinks=False)
    return known.st_uid == os.geteuid() and known.st_mtime < time.time() - _DAY and _is_gone(int(named[1]))


def _is_gone(process: int) -> bool:
    """Return whether there is no process of this number; one that is not ours is there."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def check_writable(target: Path) -> Path:
    """Return the temporary file to write first; an OSError if the target could not be replaced."""
    beside = target.with_name(f".rulekit-{os.getpid()}-{next(_NUMBERS)}.tmp")
    if target.exists():
        if not target.is_file():
            raise OSError(errno.EINVAL, "it is no ordinary file")
        if not os.access(target, os.W_OK):
            raise OSError(errno.EACCES, "permission denied")
    elif len(os.fsencode(target.name)) > LONGEST_NAME:
        raise OSError(errno.ENAMETOOLONG, "the name is too long")
    _clear_away(target.parent)
    try:
        beside.touch()
    finally:
        beside.unlink(missing_ok=True)
    return beside

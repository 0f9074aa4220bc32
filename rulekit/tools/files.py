"""Reading and writing files: bytes from the disk become text, or a finding that says why not. Nothing else opens files."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from rulekit.tools.problems import Problem, problem

LARGEST = 20_000_000
_WHY = {
    errno.ENOENT: "there is no file",
    errno.ENOTDIR: "there is no file",
    errno.EISDIR: "this is a directory, not a file:",
    errno.EACCES: "it is not permitted to read",
    errno.EPERM: "it is not permitted to read",
    errno.ENAMETOOLONG: "the name is too long:",
    errno.ELOOP: "links go round in a circle:",
}


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; at most so many are read."""
    try:
        if path.is_dir():
            raise OSError(errno.EISDIR, "directory")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        said = _WHY.get(error.errno or 0, "this file cannot be read:")
        raise problem("RK560", f"{said} `{path}`", hint=_hint(path, error)) from None
    except ValueError:  # a name with a zero byte
        raise problem("RK560", "this is no name of a file") from None
    if len(data) > LARGEST:
        raise problem("RK560", f"the file is too large: `{path}`", hint=f"at most {LARGEST // 1_000_000} MB are read")
    return data


def _hint(path: Path, error: OSError) -> str | None:
    if error.errno == errno.ENOENT:
        from difflib import get_close_matches

        beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() and os.access(path.parent, os.R_OK) else []
        close = get_close_matches(path.name, beside, 1, 0.7)
        return f"did you mean `{path.parent / close[0]}`?" if close else "`rulekit list` shows the games that come with rulekit"
    if error.errno == errno.EISDIR:
        return "name a file in it"
    return None


def read_text(path: Path) -> str:
    """The text of a rule file; what is no text is told as a finding."""
    from rulekit.syntax.source import from_bytes

    data = read_bytes(path)
    if data.lstrip()[:1] == b"{":
        return data.decode("utf-8", "replace")
    checked = from_bytes(data, str(path))
    if checked.value is None:
        raise Problem(checked.diagnostics)
    return checked.value


def write_text(path: Path, text: str, replace: bool = True) -> None:
    """Write a file; with `replace` False never over another."""
    try:
        with path.open("w" if replace else "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        hint = "take another name, or say `--force` to write over it"
        raise problem("RK563", f"`{path}` is already there", hint=hint) from None
    except OSError as error:
        raise problem("RK564", f"`{path}` cannot be written: {(error.strerror or 'no reason given').lower()}") from None
    except ValueError:
        raise problem("RK564", "this is no name of a file") from None

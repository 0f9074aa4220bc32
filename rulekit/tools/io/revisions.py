"""Versions of a file that git keeps: `game.cafe@REVISION` or `game.cafe@REVISION:path` becomes a file in a folder of its own.

Git is asked directly, without a shell, for one blob; nothing is checked out, fetched or run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from rulekit.tools.io.files import LARGEST_FILE
from rulekit.tools.io.problems import Problem, problem
from rulekit.wording import Sentence, sentence

LONGEST_SHOWN = 60  # letters of a revision or file that stand in a report
QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"}


@frozen
class Version:
    """A file as it was asked for: the one named before the `@`, the revision, and the path behind the colon."""

    file: str
    revision: str
    path: str

    @property
    def folder(self) -> Path:
        """Where git is asked."""
        return Path(self.file).parent


@contextmanager
def files_of(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Put the versions among some names into files; other names stay as they are."""
    with TemporaryDirectory(prefix="rulekit-") as folder:
        yield tuple(_kept(name, Path(folder) / str(number)) if is_version(name) else name for number, name in enumerate(names))


def is_version(name: str) -> bool:
    """Return whether a name asks for a version: there is an `@` in it, and no file is called so."""
    return "@" in name and not os.path.exists(name)


def _kept(name: str, folder: Path) -> str:
    """Write a version down; the name of its file tells the revision."""
    file, _, rest = name.partition("@")
    revision, _, path = rest.partition(":")
    version = Version(file, revision, path)
    data = _data(version)
    folder.mkdir()
    shown = "".join(c if c.isalnum() or c in "~^.-_" else "-" for c in revision[:LONGEST_SHOWN])
    kept = folder / f"{Path(path or file).stem[:LONGEST_SHOWN]}@{shown}.cafe"
    kept.write_bytes(data)
    return str(kept)


def _data(version: Version) -> bytes:
    """Return what the file was."""
    _check(version)
    inside = _git(version, "rev-parse", "--show-prefix")
    if inside is None:
        raise _refused(sentence("git does not keep this folder"))
    commit = _git(version, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{version.revision}^{{commit}}")
    if commit is None:
        raise _refused(sentence("there is no revision `{name}`", name=version.revision))
    path = version.path or f"{os.fsdecode(inside).strip()}{Path(version.file).name}"
    return _blob(version, f"{commit.decode().strip()}:{path}", path)


def _check(version: Version) -> None:
    """Refuse what cannot be asked of git."""
    if not version.revision:
        raise _refused(sentence("a revision is missing after `@`"))
    if version.revision.startswith("-"):
        raise _refused(sentence("a revision does not begin with `-`"))
    if not version.path and not version.file.endswith(".cafe"):
        hint = sentence("behind a colon: `{name}@{revision}:rules/game.cafe`", name=version.file, revision=version.revision)
        raise _refused(sentence("say which file of the revision is meant"), hint)
    if shutil.which("git") is None:
        raise _refused(sentence("git is not installed"))


def _blob(version: Version, name: str, path: str) -> bytes:
    size = _git(version, "cat-file", "-s", name)
    if size is not None and int(size) > LARGEST_FILE:
        raise _refused(sentence("the file is too large: `{path}`", path=path))
    data = None if size is None else _git(version, "cat-file", "blob", name)
    if data is None:
        raise _refused(sentence("`{file}` is not in the revision `{name}`", file=path, name=version.revision))
    return data


def _git(version: Version, *words: str) -> bytes | None:
    """Return what git says; None if it refuses."""
    try:
        done = subprocess.run(
            ["git", "-C", str(version.folder), *words],
            env={**os.environ, **QUIET},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except (OSError, ValueError):  # no such folder, a name with a zero byte
        return None
    return done.stdout if done.returncode == 0 else None


def _refused(said: Sentence, hint: Sentence | None = None) -> Problem:
    usual = sentence("a version is named as in `game.cafe@HEAD~1` or `game.cafe@HEAD~1:old/game.cafe`")
    return problem("RK589", said, hint=hint or usual)

"""Plant each listed bug in a copy of the tree and run its tests: `python -m tests.bugs.plant [--only WORDS]`; all are found."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", "build", "dist", ".hypothesis", ".*_cache", "bugs")


@frozen
class Bug:
    """One line that is another one."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def planted(self, text: str) -> str:
        """The file's text with the bug in it."""
        return text.replace(self.old, self.new, 1)


def bugs() -> tuple[Bug, ...]:
    """All that are listed."""
    listed = tomllib.loads((Path(__file__).parent / "planted.toml").read_text(encoding="utf-8"))["bug"]
    return tuple(Bug(b["name"], b["file"], b["old"], b["new"], tuple(b["tests"])) for b in listed)


def first_failure(tree: Path, tests: tuple[str, ...]) -> str | None:
    """The first test that fails in a tree, None if all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "2", "--dist", "worksteal", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(
        command, cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}, capture_output=True, text=True, check=False
    )
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0] if failed else None if done.returncode == 0 else "the tests cannot be run"


def found(bug: Bug, tree: Path) -> str | None:
    """What finds a bug; the tree is as it was afterwards."""
    file = tree / bug.file
    before = file.read_text(encoding="utf-8")
    file.write_text(bug.planted(before), encoding="utf-8")
    try:
        return first_failure(tree, bug.tests)
    finally:
        file.write_text(before, encoding="utf-8")


def main() -> int:
    """Plant them, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="words in the name of a bug")
    chosen = [bug for bug in bugs() if parser.parse_args().only in bug.name]
    missed = 0
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "rulekit"
        shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
        for bug in chosen:
            began = time.monotonic()
            by = found(bug, tree)
            missed += by is None
            print(
                f"{'MISSED' if by is None else 'found '} {time.monotonic() - began:4.0f} s  {bug.name}\n         {by or ''}",
                flush=True,
            )
    print(f"{len(chosen) - missed} of {len(chosen)} found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

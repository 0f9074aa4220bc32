"""Machine code kept between runs, by what it was made from: the program, the versions, the processor.

An entry is a file: a digest of its name and all that follows, a line of JSON with its facts, the code. What is damaged or does
not belong here is made again. Entries are written under another name first, so that several processes can fill the cache at once.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from typing import Any

from attrs import asdict, field, fields, frozen

from rulekit.diagnostics import NOWHERE, Diagnostic
from rulekit.native.facts import Facts
from rulekit.program import program as g

SOURCES = ("engine", "model", "native", "program")
FORM = 1  # of entries; raised when the code that makes them changes what they hold


def default_folder() -> Path:
    """Where machine code is kept: `RULEKIT_CACHE`, or the user's cache."""
    told = os.environ.get("RULEKIT_CACHE")
    if told:
        return Path(told)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "rulekit"


@frozen
class Cache:
    """Machine code in a folder."""

    folder: Path = field(factory=default_folder)

    def holds(self, program: g.Program, paths: bool) -> bool:
        """Whether the code of a program is there (it may still be damaged)."""
        return self._path(program, paths).exists()

    def _path(self, program: g.Program, paths: bool) -> Path:
        from rulekit.native.objects import fingerprint

        return self.folder / f"{_key(program, paths, fingerprint())}.bin"

    def code_of(self, program: g.Program, paths: bool) -> tuple[Facts, Any] | Diagnostic:
        """The code of a program, ready to run; or why it cannot be made."""
        from rulekit.native.objects import loaded, target_machine

        path = self._path(program, paths)
        kept = _read(path)
        if kept is None:
            made = _make(program, paths)
            if isinstance(made, Diagnostic):
                return made
            kept = made
            _write(path, *kept)
        facts, code = kept
        return facts, loaded(code, target_machine())


def _key(program: g.Program, paths: bool, machine: str) -> str:
    whole = [getattr(program, a.name) for a in fields(g.Program) if a.name != "rules"]
    return sha256(f"{FORM} {whole!r} {paths} {machine} {_sources()}".encode()).hexdigest()


def _sources() -> str:
    """A digest of the code that makes the code, and of what it asks about programs."""
    digest, package = sha256(), Path(__file__).parents[1]
    for path in sorted(p for folder in SOURCES for p in (package / folder).glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _make(program: g.Program, paths: bool) -> tuple[Facts, bytes] | Diagnostic:
    from rulekit.native.entry import write_unit
    from rulekit.native.objects import object_code, target_machine
    from rulekit.native.unit import Unlowered

    try:
        unit = write_unit(program, paths)
    except Unlowered as refused:
        where = f" (at `{refused.address}`)" if refused.address else ""
        return Diagnostic(
            "RK600", f"the native engine cannot do this: {refused.reason}{where}", NOWHERE, hint="the reference engine plays it"
        )
    return Facts(unit.context_size, unit.moves_at, unit.stride, paths), object_code(str(unit.module), target_machine())


def _read(path: Path) -> tuple[Facts, bytes] | None:
    """An entry, if it is whole and belongs to its name."""
    try:
        digest, _, rest = path.read_bytes().partition(b"\n")
        if digest.decode() != sha256(path.stem.encode() + rest).hexdigest():
            return None
        head, _, code = rest.partition(b"\n")
        return Facts(**json.loads(head)), code
    except (OSError, ValueError, TypeError):
        return None


def _write(path: Path, facts: Facts, code: bytes) -> None:
    """Keep an entry; a folder that cannot be written is no reason to stop."""
    rest = json.dumps(asdict(facts)).encode() + b"\n" + code
    digest = sha256(path.stem.encode() + rest).hexdigest().encode()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(digest + b"\n" + rest)
            os.replace(aside, path)
        finally:  # also if somebody does not want to wait
            Path(aside).unlink(missing_ok=True)

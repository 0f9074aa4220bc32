"""Machine code kept between runs, by what it was made from: the program, the versions, the processor.

An entry is a file: a digest of its name and all that follows, a line of JSON with its facts, the code. What is damaged, does
not belong here or could have been written by others is made again; in a folder that others may write nothing is kept at all.
"""

from __future__ import annotations

import json
import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import asdict, field, fields, frozen

from rulekit.caches import keep, kept, user_folder, why_foreign
from rulekit.diagnostics import NOWHERE, Diagnostic, Severity, finding
from rulekit.native.shortcuts import SHORTCUTS
from rulekit.native.state.context_words import Facts
from rulekit.program import program as prog
from rulekit.wording import sentence

SOURCES = ("engine", "model", "native", "program")
ENTRY_FORMAT = 2  # of entries; raised when the code that makes them changes what they hold


def default_folder() -> Path:
    """Return where machine code is kept: `RULEKIT_CACHE`, or the user's cache."""
    told = os.environ.get("RULEKIT_CACHE")
    return Path(told) if told else user_folder() or Path(os.devnull)


def not_kept(folder: Path | None = None) -> Diagnostic | None:
    """Return why nothing is kept in the folder for machine code, if others could have a hand in it."""
    folder = folder or default_folder()
    why = why_foreign(folder)
    if not why:
        return None
    hint = sentence(
        "take it away from others (`chmod go-w`), or name a folder of your own in RULEKIT_CACHE; until then code is made anew"
    )
    message = sentence("machine code is not kept in `{folder}`: {why}", folder=folder, why=why)
    return finding("RK605", NOWHERE, message, hint, severity=Severity.NOTE)


@frozen
class Cache:
    """Machine code in a folder, made with these shortcuts."""

    folder: Path = field(factory=default_folder)
    shortcuts: frozenset[str] = SHORTCUTS

    def holds(self, program: prog.Program, paths: bool) -> bool:
        """Return whether the code of a program is there (it may still be damaged)."""
        return not why_foreign(self.folder) and (self.folder / self._name(program, paths)).exists()

    def _name(self, program: prog.Program, paths: bool) -> str:
        from rulekit.native.llvm.machine_code import fingerprint

        return f"{_key(program, paths, self.shortcuts, fingerprint())}.bin"

    def code_of(self, program: prog.Program, paths: bool) -> tuple[Facts, Any] | Diagnostic:
        """Return the code of a program, ready to run; or why it cannot be made."""
        from rulekit.native.llvm.machine_code import loaded, target_machine

        name = self._name(program, paths)
        found = _read(self.folder, name)
        if found is None:
            made = _make(program, paths, self.shortcuts)
            if isinstance(made, Diagnostic):
                return made
            found = made
            _write(self.folder, name, *found)
        facts, code = found
        return facts, loaded(code, target_machine())


def _key(program: prog.Program, paths: bool, shortcuts: frozenset[str], machine: str) -> str:
    whole = [getattr(program, a.name) for a in fields(prog.Program) if a.name != "rules"]
    return sha256(f"{ENTRY_FORMAT} {whole!r} {paths} {sorted(shortcuts)} {machine} {_sources()}".encode()).hexdigest()


@cache
def _sources() -> str:
    """Return a digest of the code that makes the code, and of what it asks about programs."""
    digest, package = sha256(), Path(__file__).parents[2]
    for path in sorted(p for folder in SOURCES for p in (package / folder).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _make(program: prog.Program, paths: bool, shortcuts: frozenset[str]) -> tuple[Facts, bytes] | Diagnostic:
    from rulekit.native.entry_points import write_unit
    from rulekit.native.llvm.machine_code import object_code, target_machine
    from rulekit.native.llvm.module import Unlowered

    try:
        unit = write_unit(program, paths, shortcuts)
    except Unlowered as refused:
        said = sentence("the native engine cannot do this: {reason}", reason=refused.reason)
        if refused.address:
            said = sentence("{message} (at `{address}`)", message=said, address=refused.address)
        return finding("RK600", NOWHERE, said, "the reference engine plays it")
    return Facts(unit.context_size, unit.moves_at, unit.stride, paths), object_code(str(unit.module), target_machine())


def _read(folder: Path, name: str) -> tuple[Facts, bytes] | None:
    """Return an entry, if it is whole, belongs to its name, and nobody else can have written it."""
    try:
        digest, _, rest = (kept(folder, name) or b"").partition(b"\n")
        if digest.decode() != _digest(name, rest):
            return None
        head, _, code = rest.partition(b"\n")
        return Facts(**json.loads(head)), code
    except (ValueError, TypeError):
        return None


def _write(folder: Path, name: str, facts: Facts, code: bytes) -> None:
    rest = json.dumps(asdict(facts)).encode() + b"\n" + code
    keep(folder, name, _digest(name, rest).encode() + b"\n" + rest)


def _digest(name: str, rest: bytes) -> str:
    return sha256(name.encode() + rest).hexdigest()

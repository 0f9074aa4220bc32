"""`rulekit tables`: what the tables' file holds, and how to empty it while no server runs."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from rulekit.tools.io.problems import FINE, FOUND, Usage, problem
from rulekit.tools.terminal.terminal import both_terminals, said, say
from rulekit.tools.web.server.serve import open_file, tables_file
from rulekit.tools.web.tables.expiry import forget_rules, forget_tables
from rulekit.tools.web.tables.store import count
from rulekit.tools.web.tables.table import DAY
from rulekit.wording import Sentence, numbered, sentence

EVERYTHING = -1  # as a limit, SQLite takes it for none


def tables_command(named: str | None, days: float | None, yes: bool) -> int:
    """Tell what is kept, then forget what is older than so many days (None: nothing, 0: all of it)."""
    path = tables_file(named)
    if not path.exists():
        hint = sentence("name the file that keeps the tables with --data")
        raise problem("RK632", sentence("there is no file `{path}`", path=path), hint=hint)
    with closing(open_file(path)) as file:
        tables, rules, _ = count(file)
        oldest = file.execute("SELECT min(used) FROM tables").fetchone()[0]
        kept = {"path": path, "tables": _tables(tables), "rules": _rules(rules), "size": _size(path)}
        say(sentence("{path}: {tables}, {rules}, {size}", **kept)) if not tables else say(
            sentence(
                "{path}: {tables}, {rules}, {size}; the one that has rested longest was last played on {day}",
                **kept,
                day=datetime.fromtimestamp(oldest, UTC).date().isoformat(),
            )
        )
        return FINE if days is None else _forget(file, path, float("inf") if days == 0 else time.time() - days * DAY, yes)


def _forget(file: sqlite3.Connection, path: Path, before: float, yes: bool) -> int:
    found = file.execute("SELECT count(*) FROM tables WHERE used < ?", (before,)).fetchone()[0]
    if not yes and not _agreed(found):
        say(sentence("nothing is forgotten"))
        return FOUND
    _alone(file, path)
    file.execute("BEGIN IMMEDIATE")
    tables, rules = len(forget_tables(file, before, EVERYTHING)), forget_rules(file, before, EVERYTHING)
    file.execute("COMMIT")
    file.execute("VACUUM")
    gone = sentence(
        "{tables} and {rules} forgotten; {size} are left", tables=_tables(tables), rules=_rules(rules), size=_size(path)
    )
    say(gone)
    return FINE


def _agreed(count: int) -> bool:
    if not both_terminals():
        raise Usage(sentence("nobody can be asked here whether to forget for good: say --yes"))
    asked, yes = said(sentence("forget {tables} for good? (y/n)", tables=_tables(count))), said(sentence("y yes")).split()
    return input(f"{asked} ").strip().lower() in yes


def _alone(file: sqlite3.Connection, path: Path) -> None:
    """Refuse while a server uses the file: it remembers tables. Only who is alone can leave the mode that servers use."""
    try:
        file.execute("PRAGMA busy_timeout = 0")
        file.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError:
        hint = sentence("end it first; a server forgets old tables by itself, see `serve --keep`")
        raise problem("RK633", sentence("a server is using `{path}`", path=path), hint=hint) from None


def _tables(count: int) -> Sentence:
    return numbered(count, "{count} table", "{count} tables")


def _rules(count: int) -> Sentence:
    return numbered(count, "{count} rule file", "{count} rule files")


def _size(path: Path) -> str:
    """Return how large a file is, with what is still to be written into it."""
    found = sum(p.stat().st_size for p in (path, Path(f"{path}-wal")) if p.exists())
    return f"{found / 1e6:.1f} MB" if found >= 1e6 else f"{found / 1e3:.0f} kB"

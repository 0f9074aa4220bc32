"""What the file of the tables has of a table that has to be there."""

from __future__ import annotations

import sqlite3

from rulekit.tools.web.tables.store import TableRow, read_table


def table_in(file: sqlite3.Connection, number: int) -> TableRow:
    """Read a table, which must not be lost."""
    found = read_table(file, number)
    assert found is not None, f"table {number} is lost"
    return found

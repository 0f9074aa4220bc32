"""The end of a game in words: each player's score sheet with the pieces it was counted from, and who has won.

Comes in: receipts and an outcome. Goes out: lines of text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rulekit.engine.score import Entry, Outcome, Receipt
from rulekit.model.types import NumberType
from rulekit.program.program import CellValue
from rulekit.report.words import Namer

MOST_PIECES = 8


def receipt_lines(namer: Namer, receipt: Receipt, cells: Sequence[CellValue] | None = None) -> Iterator[str]:
    """Yield a player's lines, each with its pieces and citations."""
    parts = receipt_parts(namer, receipt, cells)
    yield parts["name"] if parts["total"] is None else namer.say("labelled", name=parts["name"], text=parts["total"])
    for entry in parts["lines"]:
        line = f"{entry['name']} {entry['value']}"
        told = namer.say("from_pieces", line=line, pieces=entry["pieces"]) if entry["pieces"] else line
        yield f"  {told}" + (f"  ({entry['cited']})" if entry["cited"] else "")


def receipt_parts(namer: Namer, receipt: Receipt, cells: Sequence[CellValue] | None = None) -> dict[str, Any]:
    """Return a player's score sheet as data: seat, name, total (None: nothing is counted), lines."""
    counted = any(isinstance(e.type, NumberType) for e in receipt.lines)
    return {
        "seat": receipt.player,
        "name": namer.player(receipt.player),
        "total": receipt.total if counted else None,
        "lines": [
            {
                "name": namer.within("score", entry.line.partition(".")[2], 2),
                "value": namer.value(entry.type, entry.value, cells),
                "pieces": _pieces(namer, entry, cells),
                "cited": namer.citations(entry.cites),
            }
            for entry in receipt.lines
        ],
    }


def _pieces(namer: Namer, entry: Entry, cells: Sequence[CellValue] | None) -> str:
    """Return the pieces a line was counted from, alike ones counted, not too many."""
    alike = Counter(namer.piece(p, cells) for p in entry.pieces)
    shown = ", ".join([f"{n}×{text}" if n > 1 else text for text, n in alike.items()][:MOST_PIECES])
    rest = sum(list(alike.values())[MOST_PIECES:])
    return namer.say("more", what=shown, count=rest) if rest else shown


def outcome_lines(namer: Namer, outcome: Outcome) -> Iterator[str]:
    """Yield who has won; a game that does not ask for a winner has none."""
    if namer.model.winner:
        yield _outcome(namer, outcome)


def _outcome(namer: Namer, outcome: Outcome) -> str:
    names = [namer.player(p) for p in outcome.winners]
    if not names:
        return namer.say("nobody_wins")
    if len(names) == 1:
        return namer.say("wins", who=names[0])
    return namer.say("share", who=namer.say("and", first=", ".join(names[:-1]), last=names[-1]))

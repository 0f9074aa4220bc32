"""The end of a game in words: each player's score sheet with the pieces it was counted from, and who has won.

Comes in: receipts and an outcome. Goes out: lines of text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rulekit.engine.score import Outcome, Receipt
from rulekit.model.types import NumberType
from rulekit.report.words import Namer

MOST_PIECES = 8


def receipt_lines(namer: Namer, receipt: Receipt, cells: Sequence[Any] | None = None) -> Iterator[str]:
    """A player's lines, each with its pieces and citations."""
    numbers = sum(isinstance(e.type, NumberType) for e in receipt.lines)
    yield f"{namer.player(receipt.player)}: {receipt.total}" if numbers else namer.player(receipt.player)
    for entry in receipt.lines:
        name = namer.word(entry.line) if namer.has_word(entry.line) else namer.word(entry.line.partition(".")[2])
        cited = namer.citations(entry.cites)
        alike = Counter(namer.piece(p, cells) for p in entry.pieces)
        pieces = [f"{n}×{text}" if n > 1 else text for text, n in alike.items()][:MOST_PIECES]
        rest = sum(list(alike.values())[MOST_PIECES:])
        counted = f" from {', '.join(pieces)}{f' and {rest} more' if rest else ''}" if pieces else ""
        yield f"  {name} {namer.value(entry.type, entry.value, cells)}{counted}" + (f"  ({cited})" if cited else "")


def outcome_line(namer: Namer, outcome: Outcome) -> str:
    """Who has won."""
    names = [namer.player(p) for p in outcome.winners]
    if not names:
        return "Nobody wins."
    if len(names) == 1:
        return f"{names[0]} wins."
    return f"{', '.join(names[:-1])} and {names[-1]} share the win."

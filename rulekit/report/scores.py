"""The end of a game in words: each player's score sheet with the pieces it was counted from, and who has won.

Comes in: receipts and an outcome. Goes out: lines of text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rulekit.engine.score import Entry, Outcome, Receipt
from rulekit.model.types import NumberType
from rulekit.report.words import Namer

MOST_PIECES = 8


def receipt_lines(namer: Namer, receipt: Receipt, cells: Sequence[Any] | None = None) -> Iterator[str]:
    """A player's lines, each with its pieces and citations."""
    numbers = sum(isinstance(e.type, NumberType) for e in receipt.lines)
    who = namer.player(receipt.player)
    yield namer.say("labelled", name=who, text=receipt.total) if numbers else who
    for entry in receipt.lines:
        name = namer.within("score", entry.line.partition(".")[2], 2)
        line = f"{name} {namer.value(entry.type, entry.value, cells)}"
        pieces = _pieces(namer, entry, cells)
        cited = namer.citations(entry.cites)
        yield f"  {namer.say('from_pieces', line=line, pieces=pieces) if pieces else line}" + (f"  ({cited})" if cited else "")


def _pieces(namer: Namer, entry: Entry, cells: Sequence[Any] | None) -> str:
    """The pieces a line was counted from, alike ones counted, not too many."""
    alike = Counter(namer.piece(p, cells) for p in entry.pieces)
    shown = ", ".join([f"{n}×{text}" if n > 1 else text for text, n in alike.items()][:MOST_PIECES])
    rest = sum(list(alike.values())[MOST_PIECES:])
    return namer.say("more", what=shown, count=rest) if rest else shown


def outcome_lines(namer: Namer, outcome: Outcome) -> Iterator[str]:
    """Who has won; a game that does not ask for a winner has none."""
    if namer.model.winner:
        yield _outcome(namer, outcome)


def _outcome(namer: Namer, outcome: Outcome) -> str:
    names = [namer.player(p) for p in outcome.winners]
    if not names:
        return namer.say("nobody_wins")
    if len(names) == 1:
        return namer.say("wins", who=names[0])
    return namer.say("share", who=namer.say("and", first=", ".join(names[:-1]), last=names[-1]))

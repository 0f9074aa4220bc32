"""Why not, in words: the best reason with the ways it is true of, then the others in short, each with how many ways it refuses.

Comes in: an answer as data and a namer. Goes out: lines of text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.engine.best_reason import Answer, Reason
from rulekit.engine.explain import MOST_REFUSALS, Refusal
from rulekit.engine.moves import Move
from rulekit.program.program import CellValue
from rulekit.report.rules.reasons import refusal_lines, refusal_sentence
from rulekit.report.words import Namer

MOST_OTHERS = 8  # rules that are told besides the first

Cells = Sequence[CellValue] | None


def reason_lines(namer: Namer, answer: Answer, cells: Cells = None, all_of_them: bool = True) -> Iterator[str]:
    """Yield the best reason with its rule and its values, then the others, if all of them are wanted."""
    best, *others = answer.reasons
    first, *rest = refusal_lines(namer, best.refusal, cells)
    yield first if answer.reached or not best.refusal.address else namer.say("not_now_because", reason=first)
    if len(best.same) < answer.ways:
        yield f"  {true_of(namer, best, answer.ways, cells)}"
    yield from rest
    if not all_of_them:
        return
    yield from (f"  {other_line(namer, other, cells)}" for other in others[:MOST_OTHERS])
    if len(others) > MOST_OTHERS:
        yield f"  {namer.say('more_rules', count=len(others) - MOST_OTHERS)}"


def true_of(namer: Namer, reason: Reason, ways: int, cells: Cells) -> str:
    """Return of which ways a reason is true, and how many it refuses."""
    which = way(namer, reason.refusal, cells)
    if len(reason.same) < len(reason.ways):
        return namer.say("true_of_one", count=len(reason.ways) - 1, which=which)
    tried = f"{ways}+" if ways >= MOST_REFUSALS else str(ways)  # more are not looked at
    return namer.say("true_of", count=len(reason.ways), all=tried, which=which)


def other_line(namer: Namer, reason: Reason, cells: Cells) -> str:
    """Return a reason that is not the best: how many ways it refuses, why, and the rule."""
    said, count = refusal_sentence(namer, reason.refusal, cells), len(reason.ways)
    which = way(namer, reason.refusal, cells)
    line = namer.say("other_ways", count=count, which=which, reason=said)
    if len(reason.same) < count:
        line = namer.say("other_ways_differ", count=count, which=which, reason=said)
    return namer.say("by_rule", what=line, address=reason.refusal.address) if reason.refusal.address else line


def way(namer: Namer, refusal: Refusal, cells: Cells) -> str:
    """Return a way that is refused, as a move."""
    return namer.move(Move(refusal.parts, ()), cells)

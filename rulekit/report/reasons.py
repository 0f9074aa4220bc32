"""Refusals in words: why a move is not offered, with the rule, where it is written, and the values that decided.

Comes in: a refusal as data and a namer. Goes out: lines of text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulekit.engine.explain import Refusal, Shown
from rulekit.model.expr import Const, Text
from rulekit.model.rules import Bullet, OnlyIf
from rulekit.report.expressions import local_names, show, statements
from rulekit.report.text import clean
from rulekit.report.words import Namer

_SENTENCES = {
    "over": "the game is over",
    "not your turn": "it is not this player's turn",
    "nothing to choose": "there is nothing to choose",
    "taken": "the place it would go to is taken or does not exist",
    "not a candidate": "that is not among what can be chosen",
    "not now": "that cannot be done now",
}


def refusal_lines(namer: Namer, refusal: Refusal, cells: Sequence[Any] | None = None) -> Iterator[str]:
    """The sentence, then the rule and its citations, then the values."""
    yield _sentence(namer, refusal, cells)
    if refusal.address:
        cited = namer.citations(refusal.cites)
        yield f"  rule {clean(refusal.address)}" + (f" ({cited})" if cited else "")
    names = local_names(namer.model, namer.layout)
    for shown in refusal.values:
        if shown.expr is not None and not isinstance(shown.expr, Const) and refusal.how != "pay":
            yield f"  {show(shown.expr, namer.layout, (), names)} = {namer.value(shown.type, shown.value, cells)}"
    if refusal.late:
        yield "  whatever comes next, it would end there"


def _sentence(namer: Namer, refusal: Refusal, cells: Sequence[Any] | None) -> str:
    if refusal.how == "pay" and len(refusal.values) == 2:
        price, held = refusal.values
        tally = namer.word(held.expr.tally, price.value)
        return f"it costs {price.value} {tally}, and there are only {held.value}"
    translated = _translated(namer, refusal, cells)
    if translated:
        return translated
    if refusal.reason:
        return reason(namer, refusal.reason, cells)
    return _SENTENCES.get(refusal.how, "a rule does not allow it")


def reason(namer: Namer, parts: tuple[str | Shown, ...], cells: Sequence[Any] | None = None) -> str:
    """The author's sentence with its values."""
    return "".join(clean(p) if isinstance(p, str) else namer.value(p.type, p.value, cells) for p in parts)


def _translated(namer: Namer, refusal: Refusal, cells: Sequence[Any] | None) -> str:
    """The sentence in the language of the namer, if the game has one whose values are all known."""
    word = namer.words.get(refusal.address)
    if word is None or not refusal.reason:
        return ""
    here = [s for d in namer.model.deeds for s in statements(d.block) if getattr(s, "address", None) == refusal.address]
    if not isinstance(word.one, Text):
        return "" if any(isinstance(s, Bullet) for s in here) else clean(word.one)  # the word is the bullet's
    original = next((s.reason for s in here if isinstance(s, OnlyIf) and s.reason is not None), None)
    if original is None:
        return ""
    values = [p for p in refusal.reason if isinstance(p, Shown)]
    exprs = [p for p in original.parts if not isinstance(p, str)]
    known = {repr(e): v for e, v in zip(exprs, values, strict=False)}
    wanted = [p for p in word.one.parts if not isinstance(p, str)]
    if any(repr(e) not in known for e in wanted):
        return ""
    return reason(namer, tuple(p if isinstance(p, str) else known[repr(p)] for p in word.one.parts), cells)

"""Refusals in words: why a move is not offered, with the rule, where it is written, and the values that decided.

Comes in: a refusal as data and a namer. Goes out: lines of text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.engine.explain import Refusal, Shown
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Const, Text
from rulekit.model.faults import BY_ZERO, NO_ENTRY, NONE_VALUE, TOO_LARGE
from rulekit.model.rules import Bullet, OnlyIf
from rulekit.program.program import CellValue
from rulekit.report.rules.expressions import local_names, notation, show, statements
from rulekit.report.sentences import ENGLISH
from rulekit.report.text import clean
from rulekit.report.words import Namer

_SENTENCES = {
    "over": "over",
    "not your turn": "not_your_turn",
    "nothing to choose": "nothing_to_choose",
    "taken": "taken",
    "not a candidate": "not_a_candidate",
    "not now": "not_now",
}
_FAULTS = {NONE_VALUE[0]: "no_operand", NO_ENTRY[0]: "no_entry", BY_ZERO[0]: "by_zero", TOO_LARGE: "too_large"}


def refusal_lines(namer: Namer, refusal: Refusal, cells: Sequence[CellValue] | None = None) -> Iterator[str]:
    """Yield the sentence, then the rule and its citations, then the values."""
    yield refusal_sentence(namer, refusal, cells)
    if refusal.address:
        cited = namer.citations(refusal.cites)
        say, address = namer.say, refusal.address
        yield f"  {say('rule_cited', address=address, cited=cited) if cited else say('rule', address=address)}"
    for shown in refusal.values:
        if shown.expr is not None and not isinstance(shown.expr, Const) and refusal.how != "pay":
            yield from _value_line(namer, shown, cells)
    if refusal.late:
        yield f"  {namer.say('late')}"


def refusal_sentence(namer: Namer, refusal: Refusal, cells: Sequence[CellValue] | None) -> str:
    """Return why not, in one sentence."""
    if refusal.how == "pay" and len(refusal.values) == 2:
        price, held = refusal.values
        assert isinstance(held.expr, exprs.TallyOf)
        return namer.say("price", price=f"{price.value} {namer.word(held.expr.tally, price.value)}", held=held.value)
    translated = _translated(namer, refusal, cells)
    if translated:
        return translated
    if refusal.reason:
        return reason(namer, refusal.reason, cells)
    return namer.say(_SENTENCES.get(refusal.how, "not_allowed"))


def _value_line(namer: Namer, shown: Shown, cells: Sequence[CellValue] | None) -> Iterator[str]:
    """A value that decided, with its expression: as the author wrote it, or in the words of the language if it has them all."""
    value = shown_value(namer, shown, cells)
    names = local_names(namer.model, namer.layout)
    if namer.language == ENGLISH:
        yield f"  {show(shown.expr, namer.layout, names)} = {value}"
        return
    unknown: list[str] = []

    def within(owner: str, name: str) -> str:
        if not namer.has_word(f"{owner}.{name}") and not namer.has_word(name) and len(name) > 1:
            unknown.append(name)
        return namer.within(owner, name)

    def called(name: str) -> str:
        return within(next((d.name for d in namer.model.deeds if namer.has_word(f"{d.name}.{name}")), ""), name)

    said = show(shown.expr, namer.layout, names, notation=notation(namer.language, called, within))
    if not (unknown and namer.translated):
        yield f"  {said} = {value}"


def reason(namer: Namer, parts: tuple[str | Shown, ...], cells: Sequence[CellValue] | None = None) -> str:
    """Return the author's sentence with its values."""
    return "".join(clean(p) if isinstance(p, str) else shown_value(namer, p, cells) for p in parts)


def shown_value(namer: Namer, shown: Shown, cells: Sequence[CellValue] | None) -> str:
    """Return a value in words, or that there is none."""
    if not shown.fault:
        return namer.value(shown.type, shown.value, cells)
    if shown.fault not in _FAULTS:
        return namer.say("no_value")
    return namer.say("no_value_why", why=namer.say(_FAULTS[shown.fault]))


def _translated(namer: Namer, refusal: Refusal, cells: Sequence[CellValue] | None) -> str:
    """Return the sentence in the language of the namer, if the game has one whose values are all known."""
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
    asked = [p for p in original.parts if not isinstance(p, str)]
    known = {repr(e): v for e, v in zip(asked, values, strict=False)}
    wanted = [p for p in word.one.parts if not isinstance(p, str)]
    if any(repr(e) not in known for e in wanted):
        return ""
    return reason(namer, tuple(p if isinstance(p, str) else known[repr(p)] for p in word.one.parts), cells)

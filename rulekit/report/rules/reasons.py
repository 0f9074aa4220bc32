"""Refusals in words: why a move is not offered, with the rule, where it is written, and the values that decided.

Comes in: a refusal as data and a namer. Goes out: lines of text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.engine.explain import Refusal
from rulekit.engine.said import Shown, say
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Const
from rulekit.model.rules import Bullet
from rulekit.program.program import CellValue
from rulekit.report.rules.expressions import local_names, notation, show, statements
from rulekit.report.sentences import ENGLISH
from rulekit.report.text import clean
from rulekit.report.told.texts import tell, without_value
from rulekit.report.words import Namer

_SENTENCES = {
    "over": "over",
    "not your turn": "not_your_turn",
    "nothing to choose": "nothing_to_choose",
    "taken": "taken",
    "not a candidate": "not_a_candidate",
    "not now": "not_now",
}


def refusal_lines(namer: Namer, refusal: Refusal, cells: Sequence[CellValue] | None = None) -> Iterator[str]:
    """Yield the sentence, then the rule and its citations, then the values; the reasons of a game that speaks name their own."""
    yield refusal_sentence(namer, refusal, cells)
    if refusal.address:
        cited = namer.citations(refusal.cites)
        say, address = namer.say, refusal.address
        yield f"  {say('rule_cited', address=address, cited=cited) if cited else say('rule', address=address)}"
    for shown in () if namer.speaks and refusal.reason is not None else refusal.values:
        if shown.expr is not None and not isinstance(shown.expr, Const) and refusal.how != "pay":
            yield from _value_line(namer, shown, cells)
    if refusal.late:
        yield f"  {namer.say('late')}"


def refusal_sentence(namer: Namer, refusal: Refusal, cells: Sequence[CellValue] | None) -> str:
    """Return why not, in one sentence."""
    if refusal.how == "pay" and len(refusal.values) == 2:
        price, held = refusal.values
        assert isinstance(held.expr, exprs.TallyOf)
        cost = namer.number_of(price.value, namer.word(held.expr.tally, price.value))
        return (
            namer.say("price", price=cost, held=held.value, count=held.value)
            if held.value
            else namer.say("price_none", price=cost)
        )
    translated = _translated(namer, refusal)
    if translated:
        return translated
    if refusal.reason is not None:
        return tell(namer, refusal.reason, of=namer.aside) or ""
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


def shown_value(namer: Namer, shown: Shown, cells: Sequence[CellValue] | None) -> str:
    """Return a value in words, or that there is none."""
    return without_value(namer, shown) if shown.fault else namer.value(shown.type, shown.value, cells)


def _translated(namer: Namer, refusal: Refusal) -> str:
    """Return the sentence in the language of the namer, if the game has one whose values are all known."""
    texts, engine = namer.texts, namer.engine
    found = None if texts is None else texts.find(namer.language, "because", refusal.address)
    if found is not None and engine is not None and refusal.cells:
        return tell(namer, say(engine, found.text, refusal.cells), of=namer.aside) or ""
    word = namer.words.get(refusal.address)
    if word is None or refusal.reason is None or not isinstance(word.one, str):
        return ""
    here = (s for d in namer.model.deeds for s in statements(d.block) if getattr(s, "address", None) == refusal.address)
    return "" if any(isinstance(s, Bullet) for s in here) else clean(word.one)  # else the word is the bullet's

"""Refusals in words: why a move is not offered, with the rule, where it is written, and the values that decided.

Comes in: a refusal as data, or an answer with several of them, and a namer. Goes out: lines of text; of several the best reason
first with the ways it is true of, then the others in short, each with how many ways it refuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.engine.best_reason import Answer, Reason
from rulekit.engine.explain import MOST_REFUSALS, Refusal
from rulekit.engine.moves import Move
from rulekit.engine.said import Shown, say
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Const
from rulekit.model.rules import Bullet
from rulekit.model.types import NumberType
from rulekit.program.program import CellValue, as_number
from rulekit.report.rules.expressions import local_names, notation, show, statements
from rulekit.report.sentences import ENGLISH
from rulekit.report.text import clean
from rulekit.report.told.texts import tell, without_value
from rulekit.report.words import Namer

MOST_OTHERS = 8  # rules that are told besides the first
MOST_OPEN = 8  # values that can be chosen instead

Cells = Sequence[CellValue] | None
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
        asked = as_number(price.value)
        cost = namer.number_of(asked, namer.word(held.expr.tally, asked))
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
    if refusal.open:
        choice = namer.within(refusal.address.partition(".")[0], refusal.open[0].name)
        return namer.say("not_a_candidate_but", choice=choice, some=_open(namer, refusal, cells))
    return namer.say(_SENTENCES.get(refusal.how, "not_allowed"))


def _open(namer: Namer, refusal: Refusal, cells: Cells) -> str:
    """Return what can be chosen instead: `1, 2, 3`, or `1–40`."""
    numbers = sorted({as_number(pick.value) for pick in refusal.open if isinstance(pick.type, NumberType)})
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}–{numbers[-1]}"
    named = list(dict.fromkeys(namer.value(pick.type, pick.value, cells) for pick in refusal.open))
    told = ", ".join(named[:MOST_OPEN])
    return namer.say("more", what=told, count=len(named) - MOST_OPEN) if len(named) > MOST_OPEN else told


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


# ---- why not -------------------------------------------------------------------------------------
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

"""The options in force as questions with their answers."""

from __future__ import annotations

from rulekit.model.expressions import Value
from rulekit.model.model import Option
from rulekit.report.rulebook.parts import Item, strong
from rulekit.report.rulebook.prose.conditions import Teller
from rulekit.report.text import clean


def option_item(voice: Teller, option: Option) -> Item:
    """Return a question and the answer in force."""
    note = voice.namer.citations((*option.cites, *(c for a in option.answers if a.value == option.value for c in a.cites)))
    return Item(f"{strong(question(voice, option))} {voice.say.sentence(answer(voice, option, option.value))}.", note=note)


def question(voice: Teller, option: Option) -> str:
    """Return what an option asks, in the words of the language."""
    word = voice.namer.words.get(f"{option.name}.question")
    return clean(word.one if word is not None and isinstance(word.one, str) else option.question)


def answer(voice: Teller, option: Option, value: Value) -> str:
    """Return what a value of an option means."""
    named = next((a for a in option.answers if a.value == value and type(a.value) is type(value)), None)
    plain = voice.namer.value(option.type, value)
    if named is None:
        return plain
    word = voice.namer.words.get(f"{option.name}.{named.name}")
    if word is not None and isinstance(word.one, str) and word.one:
        return clean(word.one)
    meaning = clean(named.meaning or "")
    return meaning if meaning and not plain.isdigit() else f"{plain}: {meaning}" if meaning else plain

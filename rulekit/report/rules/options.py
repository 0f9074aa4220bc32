"""A game's options to read: the question, the value in force, what else is allowed."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.model.expressions import UNLIMITED
from rulekit.model.model import Option, Word
from rulekit.report.sentences import Sentences, sentences
from rulekit.report.text import clean

NO_WORDS: Mapping[str, Word] = {}


def option_lines(option: Option, say: Sentences | None = None, words: Mapping[str, Word] = NO_WORDS) -> list[str]:
    """Return an option in a few lines; names are those that `--set` takes, what they mean is in the words of the language."""
    say = say or sentences()
    changed = "" if option.value == option.default else " " + say("own_value", value=option.spelt(option.default))
    question = _word(words, f"{option.name}.question") or option.question
    lines = [clean(f"{option.name} = {option.spelt(option.value)}{changed}"), clean(f"  {question}")]
    if option.answers:
        meanings = {a.name: _word(words, f"{option.name}.{a.name}") or a.meaning for a in option.answers}
        return lines + [f"  - {say('labelled', name=n, text=m) if m else clean(n)}" for n, m in meanings.items()]
    return [*lines, clean(f"  {_allowed(option)}")]


def _word(words: Mapping[str, Word], address: str) -> str:
    found = words.get(address)
    return found.one if found is not None and isinstance(found.one, str) else ""


def option_data(option: Option) -> dict[str, object]:
    """Return an option for tools."""
    return {
        "name": option.name,
        "question": option.question,
        "value": option.spelt(option.value),
        "default": option.spelt(option.default),
        "answers": {a.name: a.meaning for a in option.answers},
        "allowed": _allowed(option),
    }


def _allowed(option: Option) -> str:
    if option.allowed:
        ends = [f"{a}..{b}" if a != b else ("unlimited" if a == UNLIMITED else str(a)) for a, b in option.allowed]
        return ", ".join(ends)
    return ", ".join(a.name for a in option.answers) or "yes, no"

"""A game's options to read: the question, the value in force, what else is allowed."""

from __future__ import annotations

from typing import Any

from rulekit.model.expr import UNLIMITED
from rulekit.model.model import Option
from rulekit.report.text import clean


def option_lines(option: Option) -> list[str]:
    """An option in a few lines."""
    changed = "" if option.value == option.default else f" (the game's own: {_value(option, option.default)})"
    lines = [clean(f"{option.name} = {_value(option, option.value)}{changed}"), clean(f"  {option.question}")]
    if option.answers:
        return lines + [clean(f"  - {a.name}" + (f": {a.meaning}" if a.meaning else "")) for a in option.answers]
    return [*lines, clean(f"  {_allowed(option)}")]


def option_data(option: Option) -> dict[str, Any]:
    """An option for tools."""
    return {
        "name": option.name,
        "question": option.question,
        "value": _value(option, option.value),
        "default": _value(option, option.default),
        "answers": {a.name: a.meaning for a in option.answers},
        "allowed": _allowed(option),
    }


def _value(option: Option, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    named = next((a.name for a in option.answers if a.value == value), None)
    return named or ("unlimited" if value == UNLIMITED else str(value))


def _allowed(option: Option) -> str:
    if option.allowed:
        ends = [f"{a}..{b}" if a != b else ("unlimited" if a == UNLIMITED else str(a)) for a, b in option.allowed]
        return ", ".join(ends)
    return ", ".join(a.name for a in option.answers) or "yes, no"

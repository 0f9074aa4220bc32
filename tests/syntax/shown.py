"""Trees as short text, for tests: `Binary(+ 1 x)`. A standard name is written `:count`, nothing `~`."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.syntax import ast
from rulekit.syntax.parse import parse


def shown(value: Any) -> str:
    """Write a tree, a tuple or a plain value."""
    match value:
        case ast.Ident():
            return (":" if value.std else "") + value.text
        case ast.Number():
            return str(value.value)
        case ast.Node():
            told = [(a, getattr(value, a.name)) for a in attrs.fields(type(value)) if a.name not in ("span", "word", "cites")]
            parts = [shown(part) for a, part in told if a.default is attrs.NOTHING]
            parts += [shown(value.cites)] if isinstance(value, ast.Cited) else []
            parts += [shown(part) for a, part in told if a.default is not attrs.NOTHING and part != a.default]
            return f"{type(value).__name__}({' '.join(parts)})"
        case tuple():
            return "[" + " ".join(map(shown, value)) + "]"
        case None:
            return "~"
        case bool():
            return "yes" if value else "no"
        case str():
            return value if value and not any(c.isspace() for c in value) else repr(value)
        case _:
            return str(value)


def items(text: str, language: str = "en") -> tuple[ast.Item, ...]:
    """Parse declarations that have no mistake."""
    checked = parse(f"cafe {language}\n{text}\n", "x.cafe")
    assert checked.diagnostics == ()
    assert checked.value is not None
    return checked.value.items


def shown_item(text: str, language: str = "en") -> str:
    """Parse and write one declaration."""
    (item,) = items(text, language)
    return shown(item)


def shown_expr(text: str, language: str = "en") -> str:
    """Parse and write one expression."""
    (item,) = items({"en": "define", "fr": "définir"}[language] + f" a = {text}", language)
    assert isinstance(item, ast.Define)
    return shown(item.value)


def shown_statement(text: str) -> str:
    """Parse and write one statement, without the wrapping."""
    (item,) = items("play\n" + "\n".join("  " + line for line in text.split("\n")))
    assert isinstance(item, ast.Play)
    (statement,) = item.block
    return shown(statement)

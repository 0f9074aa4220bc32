# ruff: noqa: E501
"""What a fuzzer calls: any bytes, and what must hold for them."""

from __future__ import annotations

import random
import re

import attrs

from rulekit.diagnostics import Checked
from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from rulekit.syntax.printing.printer import to_text
from rulekit.syntax.source import from_bytes

DEEPEST = 220
PIECES = [
    *['"', '(', ')', '[', ']', '{', '}', '|', '@', '\\', '`', '#', ',', ':', '=', '-', '..', '\n', '\t', 'if', 'else', 'then', 'where', 'in', 'because', 'count', 'any', '99999999999', 'é', '\x00', '\u2028'],
    "\n  ", "\n", "\r\n", "  ", "{", "cafe en\n", "play\n  ", "@b1", '@assumed "x"', "==", "!=",
]  # fmt: skip


def check_bytes(data: bytes) -> Checked[ast.File]:
    """Parse any bytes: no exception, reports or a tree, places inside the text; a tree without mistakes can be printed."""
    checked = from_bytes(data, "fuzz.cafe").then(lambda text: parse(text, "fuzz.cafe"))
    assert checked.value is not None or checked.diagnostics
    for found in checked.diagnostics:
        assert re.fullmatch(r"RK1\d\d", found.code)
        assert 0 <= found.span.start <= found.span.end <= len(data) + 1
        assert found.span.line >= 1 and found.span.column >= 1
    if checked.value is not None and checked.ok:
        assert depth(checked.value) <= DEEPEST
        assert parse(to_text(checked.value), "fuzz.cafe").value == checked.value
    return checked


def depth(tree: object) -> int:
    """Measure how deep a tree is, without recursion."""
    deepest, left = 0, [(tree, 0)]
    while left:
        value, level = left.pop()
        deepest = max(deepest, level)
        if isinstance(value, ast.Node):
            left += [(getattr(value, a.name), level + 1) for a in attrs.fields(type(value)) if a.name != "span"]
        elif isinstance(value, tuple):
            left += [(x, level) for x in value]
    return deepest


def edited(text: str, seed: int) -> bytes:
    """Change a text at a few places, by chance."""
    chance = random.Random(seed)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        until = min(len(text), at + chance.choice([0, 0, 1, 1, 5, 40]))
        text = text[:at] + chance.choice(["", *PIECES]) + text[until:]
    return text.encode()

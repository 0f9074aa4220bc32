"""Whatever comes in, diagnostics or a tree come out, never an exception, and soon."""

from __future__ import annotations

import random

import pytest

from rulekit.syntax.parse import parse
from tests.syntax.fuzzing import check_bytes, depth, edited
from tests.syntax.test_printer import BUNDLED

SMALL = [p.read_text(encoding="utf-8") for p in BUNDLED if p.stat().st_size < 3000]


@pytest.mark.parametrize("seed", range(10))
def test_random_bytes(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(20):
        check_bytes(b"cafe en\n" + chance.randbytes(chance.randint(0, 200)))
        check_bytes(chance.randbytes(chance.randint(0, 50)))


@pytest.mark.parametrize("seed", range(10))
def test_random_words(seed: int) -> None:
    chance = random.Random(seed)
    words = sorted({word for text in SMALL for word in text.split(" ")})
    for _ in range(20):
        check_bytes(("cafe en\n" + " ".join(chance.choices(words, k=40))).encode())


@pytest.mark.parametrize("seed", range(20))
def test_random_edits(seed: int) -> None:
    for n in range(15):
        check_bytes(edited(SMALL[(seed + n) % len(SMALL)], seed * 100 + n))


DEEP = {
    "parentheses": "define a = " + "(" * 10_000 + "1" + ")" * 10_000,
    "open parentheses": "define a = " + "(" * 10_000,
    "brackets": "define a = " + "[" * 10_000 + "1" + "]" * 10_000,
    "sum": "define a = " + "1 + " * 10_000 + "1",
    "not": "define a = " + "not " * 10_000 + "a",
    "minus": "define a = " + "-" * 10_000 + "1",
    "conditions": "define a = " + "if b then c else " * 10_000 + "1",
    "fields": "define a = a" + ".b" * 10_000,
    "calls": "define a = " + "f(" * 10_000 + "1" + ")" * 10_000,
    "blocks": "play\n" + "".join("  " * n + "if a\n" for n in range(1, 500)) + "  " * 500 + "end game",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deep_nesting_is_one_finding(text: str) -> None:
    checked = parse(f"cafe en\n{text}\n", "x.cafe")
    assert len(checked.diagnostics) == 1
    assert checked.diagnostics[0].code in ("RK132", "RK127")


def test_what_is_accepted_is_not_deep() -> None:
    checked = parse("cafe en\ndefine a = " + "1 + " * 90 + "1\n", "x.cafe")
    assert checked.value is not None and checked.ok
    assert depth(checked.value) <= 100


@pytest.mark.parametrize("line", ["foo bar\n", "foo,\n", "(\n", '"\n', "define a = (\n", "  | a |\n", "@b1\n"])
def test_long_rubbish_has_some_findings(line: str) -> None:
    checked = parse("cafe en\n" + line * 5000, "x.cafe")
    assert checked.diagnostics
    assert len(checked.diagnostics) <= 100

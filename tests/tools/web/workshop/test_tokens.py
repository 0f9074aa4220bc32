"""The editor's tokenizer colours as keywords what the parser reads as keywords. Needs node; without it nothing is tried."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from rulekit.bundle import bundled
from rulekit.syntax.keywords import languages, vocabulary
from rulekit.syntax.lalr_machine import Machine, table_of
from rulekit.syntax.layout import Reader
from rulekit.syntax.printing.translate import translate
from rulekit.tools.web.workshop.keywords import GROUPS, keyword_table

HERE = Path(__file__).parents[1]
TOKENIZER = HERE.parents[2] / "rulekit" / "tools" / "web" / "static" / "cafe-tokens.js"
AMISS = 0.001
"""The tokenizer knows the piece before a word and the declaration it is in, not the whole grammar: so many may go wrong."""


def read(text: str, language: str) -> dict[int, tuple[str, int]]:
    """Where each keyword of a text begins, by the parser: its terminal and its end."""
    machine = Machine(table_of(language), "file", lambda shape, values, position: None)
    words = vocabulary(language)
    found = {}
    for lexeme in Reader(text, 0, len(text), words, machine.row):
        assert machine.feed(lexeme), lexeme
        if lexeme.kind in words.spellings:
            found[lexeme.start] = (lexeme.kind, lexeme.end)
    return found


def amiss(keywords: dict[int, tuple[str, int]], pieces: list[tuple[int, int, str]], text: str) -> list[str]:
    """Keywords that are not coloured as such, and what is coloured as a keyword and is none."""
    coloured = {start: end for start, end, style in pieces if style in GROUPS and text[start] not in '@"'}
    missed = [text[start:end] for start, (_, end) in keywords.items() if text[start] != "@" and coloured.get(start) != end]
    dressed = inside_strings(pieces)
    first = text.index("\n", text.index("cafe "))
    return missed + [text[a:b] for a, b in coloured.items() if a > first and a not in keywords and a not in dressed]


def inside_strings(pieces: list[tuple[int, int, str]]) -> set[int]:
    """Where pieces begin that the parser reads later: those of strings, and of reasons in citations."""
    found, depth = set(), False
    for start, _, style in pieces:
        depth = not depth if style == "brace" else depth
        if depth or style == "citation":
            found.add(start)
    return found


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("language", languages())
def test_what_the_parser_reads_as_keywords_is_coloured_so(language: str) -> None:
    given = [path.read_text(encoding="utf-8") for path in sorted(bundled("rules").glob("*.cafe"))]
    texts = [other.value for text in given if (other := translate(text, language)).value is not None]
    texts = [text for text in texts if all(ord(sign) <= 0xFFFF for sign in text)]  # there both count alike
    done = subprocess.run(
        ["node", str(HERE / "tokens.mjs"), TOKENIZER.as_uri()],
        input=json.dumps({"table": keyword_table(), "texts": texts}), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    wrong, count = [], 0
    for text, pieces in zip(texts, json.loads(done.stdout), strict=True):
        keywords = read(text, language)
        count += len(keywords)
        wrong += amiss(keywords, [tuple(piece) for piece in pieces], text)
    assert count > 1000
    assert len(wrong) <= AMISS * count, wrong

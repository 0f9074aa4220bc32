"""Nothing that a command says is missing in the other languages.

Every command runs in a language in which the words of every sentence stand in brackets and its values outside of them. What
is left outside must come from the game, from the command line, or from what looks the same in all languages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path

import pytest

from rulekit.report import wording
from rulekit.report.sentences import Sentences
from rulekit.report.text import clean
from rulekit.syntax.keywords import vocabulary
from rulekit.syntax.printing.translate import translate
from rulekit.wording import Sentence
from tests.tools.every_command import WAYS, broken
from tests.tools.every_file import Game
from tests.tools.running import run
from tests.tools.test_every_command import ODD

ITALIAN = translate(ODD.text, "it").value or ""  # so that no keyword can be taken for a word of a sentence
GAME = Game("odd", ITALIAN)
HOLE = re.compile(r"\{\w+\}")
SAID = re.compile("«[^»]*»")
WORD = re.compile(r"[^\W\d_]{2,}")
MARKUP = re.compile(r"<(style|script)\b.*?</\1>|<[^>]*>", re.DOTALL)
FILES = re.compile(r"[\w./-]+\.(?:cafe|html|svg|csv|json|md)\b|--[a-z-]+|\bRK\d{3}\b|\x1b\[[\d;]*m")
KEYWORDS = " ".join(word for some in vocabulary("it").spellings.values() for word in some)
ADDRESSES = {"cover": "score winner play", "simulate": "play"}  # as they are in every language
ALIKE = "rulekit name yes no unlimited odd ada bob cleo zzz fr italien"  # Odd has not been put into French
MACHINES = (
    "model",
    "program",
    "check --json",
    "cover --json",
    "overlays --json",
    "mutate --json",
    "simulate native",
)


def bracketed(pattern: str, values: object) -> str:
    """Put the words of a pattern into brackets, and leave its values outside."""
    if not WORD.search(HOLE.sub(" ", pattern)):
        return pattern
    if not values:
        return f"«{pattern}»"
    parts = re.split(r"(\{\w+\})", pattern)
    return "".join(part if HOLE.fullmatch(part) else f"«{part}»" for part in parts if part)


@pytest.fixture
def in_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sentence is said in brackets, whatever the language."""
    says = Sentences.__call__

    def pattern(text: Sentence, language: str) -> str:
        one = text.one is not None and text.values["count"] == 1
        return bracketed(text.one if one and text.one else text.pattern, text.values)

    def called(self: Sentences, key: str, /, **values: object) -> str:
        form = self.forms[key]
        if key.startswith("typed_"):
            return says(self, key, **values)
        if isinstance(form, Mapping):
            form = form["one" if self.is_one(values["count"]) else "many"]
        return bracketed(form, values or HOLE.search(form)).format(**{n: clean(str(v)) for n, v in values.items()})

    monkeypatch.setattr(wording, "_pattern", pattern)
    monkeypatch.setattr(Sentences, "__call__", called)


def left(text: str, known: str) -> list[str]:
    """Words that no sentence says."""
    outside = SAID.sub(" ", FILES.sub(" ", text))
    ours = {word.lower() for word in WORD.findall(f"{ALIKE} {KEYWORDS} {known}")}
    return [word for word in dict.fromkeys(WORD.findall(outside)) if word.lower() not in ours]


def unsaid(words: Sequence[str], known: str) -> str:
    """What a command says, or writes into pages, in no language."""
    if words[0] in ("model", "program"):
        return ""
    before = {path: path.stat().st_mtime_ns for path in Path().glob("*.*")}
    spoken = [*(word for word in words if word not in ("--lang", "it", "de", "en", "fr")), "--lang", "fr"]
    ran = run(*spoken)
    pages = [path for path in Path().glob("*.*") if path.suffix in (".html", ".svg") and path not in before]
    shown = [ran.out, ran.err, *(unescape(MARKUP.sub(" ", page.read_text(encoding="utf-8"))) for page in pages)]
    found = [word for text in shown for word in left(text, " ".join((known, *words, ADDRESSES.get(words[0], ""))))]
    return f"{' '.join(found)}\nin: {ran.out}{ran.err}" if found else ""


@pytest.mark.parametrize("way", [way for way in WAYS if way not in MACHINES])
def test_what_a_command_says_is_a_sentence(way: str, tmp_path: Path, in_brackets: None) -> None:
    assert [str(each) for each in broken(GAME, way, tmp_path, lambda words: unsaid(words, ITALIAN))] == []

"""The words of the web pages: alike in all languages, and just what the pages say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.report.sentences import languages, page_words

STATIC = Path(__file__).parents[3] / "rulekit" / "tools" / "web" / "static"
ENGLISH = page_words("en")
OTHERS = [language for language in languages() if language != "en"]
SAID = re.compile(r"\bsay\(([^,)]*)")
NAMED = re.compile(r"""(?:^|[?:])\s*"([^"]*)\"""")  # all that stand for choice: `say(alone ? "play" : "play_bot")`
MARKED = re.compile(r"""\bdata-(?:say|label)="([^"]*)\"""")
SERVED = re.compile(r"""\bwords\["(\w+)"\]|page_words\(\w+\)\["(\w+)"\]""")  # what the server says in the words of the page
ALIKE = {"bot", "bot_first", "bot_number", "way_table"}  # spelt alike elsewhere too, but for its capital


def holes(text: str) -> set[str]:
    """The names in braces."""
    return set(re.findall(r"\{(\w+)\}", text))


def said() -> set[str]:
    """Every key that a page or a script of it uses, and those that the server says in its words."""
    texts = [path.read_text(encoding="utf-8") for path in STATIC.rglob("*") if path.suffix in (".js", ".html")]
    found = {key for text in texts for said in SAID.findall(text) for key in NAMED.findall(said)}
    found |= {key for text in texts for key in MARKED.findall(text)}
    served = "".join(path.read_text(encoding="utf-8") for path in STATIC.parent.rglob("*.py"))
    return found | {one or other for one, other in SERVED.findall(served)}


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_words_with_the_same_values(language: str) -> None:
    assert {key: holes(text) for key, text in page_words(language).items()} == {k: holes(t) for k, t in ENGLISH.items()}


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    assert [key for key, text in page_words(language).items() if text == ENGLISH[key] and key not in ALIKE] == []


def test_french_marks_have_their_blanks() -> None:
    wrong = re.compile(r"(?<! )[;:?!»]|«(?! )|[;:?!](?=\w)")
    assert [text for text in page_words("fr").values() if wrong.search(f" {text}")] == []


def test_every_key_a_page_uses_is_there_and_none_is_unused() -> None:
    assert said() == ENGLISH.keys()


def test_a_language_without_words_is_spoken_in_english() -> None:
    assert page_words("xx") == ENGLISH

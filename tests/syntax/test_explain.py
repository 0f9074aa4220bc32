"""Every mistake is told in plain words, at its place, once. The wrong programs and what is said are in `bad.cafe`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.report.wording import in_words
from rulekit.syntax.keywords import vocabulary
from rulekit.syntax.layout import MARKS
from rulekit.syntax.parse import language_of, parse

PROGRAMS = (Path(__file__).parent / "bad.cafe").read_text(encoding="utf-8").split("---\n")
INTERNAL = {*vocabulary("en").spellings, *MARKS.values(), "_NL", "_INDENT", "_DEDENT", "$END", "NAME", "NUMBER", "STRING", "CITE"}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: (re.findall(r"#! (\w+ \d+:\d+)", p) or [""])[0])
def test_mistake_is_explained(program: str) -> None:
    expected = re.findall(r"^#! (.*)$", program, re.MULTILINE)
    text = re.sub(r"^#! .*\n?", "", program, flags=re.MULTILINE)
    found = []
    for d in parse(text, "bad.cafe").diagnostics:
        message, hint = (in_words(said, "en", language_of(text) or "en") for said in (d.message, d.hint or "None"))
        found.append(f"{d.code} {d.span.line}:{d.span.column} {message} | {hint}")
    assert found == expected


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: (re.findall(r"#! (\w+ \d+:\d+)", p) or [""])[0])
def test_no_internal_name_is_shown(program: str) -> None:
    for found in parse(program, "bad.cafe").diagnostics:
        words = set(re.findall(r"[$_A-Z]+", f"{found.message} {found.hint}"))
        assert not words & {name for name in INTERNAL if len(name) > 2}


@pytest.mark.parametrize(
    ("language", "head", "word", "hint"),
    [
        ("fr", "jeu g", "marqueur", "repère"),
        ("it", "gioco g", "marcatore", "segnalino"),
        ("de", "Spiel g", "Markierung", "Merker"),
        ("fr", "jeu g", "remarques", "remarque"),
    ],
)
def test_a_word_for_a_marker_is_no_misspelt_remark(language: str, head: str, word: str, hint: str) -> None:
    """What people call it in their language leads to the word that rulekit has for it."""
    (found,) = parse(f'cafe {language}\n{head} "G"\n\n{word} x: 1..2 = 1\n', "g.cafe").diagnostics
    assert found.code == "RK106" and found.hint == f"did you mean `{hint}`?"


def test_statements_are_named_once() -> None:
    """Who hears that a statement is expected needs no list of statements."""
    text = 'cafe en\ngame g "G"\n  players 2\n\nplay\n  one of\n    - x: = 3\n'
    hints = [in_words(d.hint or "", "en", "en") for d in parse(text, "g.cafe").diagnostics]
    assert len(hints) == 1 and "a statement" in hints[0] and not re.search("only if|next turn|end game", hints[0])


THREE = """cafe en
game g "G"
  players 2

marker face-bid: 1..3 = 1

define good = 1

action a
  set x = 1
  do b

play
  turns from starter
    do a

step s
  roll 3
"""


def test_three_mistakes_give_three_reports() -> None:
    assert [(d.code, d.span.line) for d in parse(THREE, "x.cafe").diagnostics] == [("RK122", 5), ("RK118", 10), ("RK108", 18)]


def test_what_is_sound_still_makes_a_tree() -> None:
    checked = parse(THREE, "x.cafe")
    assert checked.value is not None and not checked.ok
    assert [type(item).__name__ for item in checked.value.items] == ["Game", "Define", "Play"]


def test_open_bracket_does_not_swallow_the_next_declaration() -> None:
    checked = parse("cafe en\ndefine a = (1\ndefine b = 2\ndefine c = 3)\n", "x.cafe")
    assert [d.code for d in checked.diagnostics] == ["RK127", "RK128"]
    assert checked.value is not None and len(checked.value.items) == 1


def test_mistakes_inside_strings_keep_the_tree() -> None:
    checked = parse('cafe en\ndefine a = "x {1 +} y"\ndefine b = 2\n', "x.cafe")
    assert [(d.code, d.span.line, d.span.column) for d in checked.diagnostics] == [("RK109", 2, 19)]
    assert checked.value is not None and len(checked.value.items) == 2


def test_file_without_first_line_is_still_read() -> None:
    checked = parse('jeu nim "Nim"\n  joueurs 2\n', "x.cafe")
    assert [d.code for d in checked.diagnostics] == ["RK102"]
    assert checked.value is not None and checked.value.language == "fr"

"""Texts of rulebooks: blocks, headings, addresses, with an index and without."""

from __future__ import annotations

import time

import pytest

from rulekit.study.books.books import (
    Chapter,
    Index,
    blocks,
    contents,
    digest,
    index_from_toml,
    index_to_toml,
    make_index,
    read_book,
)

TEXT = """# THE GAME
a slogan

The aim.

Set-up
First this.
and that.

- one
  goes on
◆ two

---

THE GAME

Take **turns**.

![a picture](p.png)

Move 1 to 3 things to another space.

A move.
"""
TITLES = ("The game", "Set-up:", "The game (2)", "Move 1 to 3 …")


def addresses(index: Index, text: str) -> dict[str, str]:
    """What stands where."""
    book = read_book(text, index)
    return {f"{p.chapter.title}.{p.place}": p.block.start for p in book.passages if p.block}


def test_blocks_lie_between_blank_lines_and_bullets() -> None:
    found = [(b.line, b.bullet, b.start) for b in blocks(TEXT)]
    assert (10, True, "one goes on") in found and (12, True, "two") in found
    assert (1, False, "THE GAME a slogan") in found
    assert not [start for _, _, start in found if "picture" in start or "---" in start]


def test_marks_capitals_accents_and_line_breaks_do_not_count() -> None:
    assert digest("**Échanger** 1 à 3\n_éléments_ !") == digest("echanger 1 A 3 elements")
    assert digest("one two") != digest("two one")
    assert len(digest("")) == 8


def test_sections_come_from_titles() -> None:
    """A heading may share its block with what follows, occur twice, or be cut short by `…`."""
    index = make_index(TEXT, "en", "Ours", TITLES)
    assert addresses(index, TEXT) == {
        "The game.1": "a slogan",
        "The game.2": "The aim.",
        "Set-up:.1": "First this. and that.",
        "Set-up:.b1": "one goes on",
        "Set-up:.b2": "two",
        "The game (2).1": "Take turns.",
        "Move 1 to 3 ….1": "A move.",
    }


def test_an_index_finds_blocks_in_any_order() -> None:
    index = make_index(TEXT, "en", "Ours", TITLES)
    upside_down = "\n\n".join(b.text for b in reversed(blocks(TEXT)))
    assert sorted(addresses(index, upside_down)) == sorted(addresses(index, TEXT))
    assert read_book(upside_down, index).unknown == ()


def test_what_the_index_does_not_know_is_told_and_furniture_is_not() -> None:
    index = Index("en", "Ours", (Chapter("Set-up", (("1", (digest("First this. and that."),)), ("x1", (digest("gone"),)))),))
    book = read_book(TEXT, index)
    assert [(p.place, p.block is not None) for p in book.passages] == [("1", True), ("x1", False)]
    assert "Take turns." in [b.start for b in book.unknown]
    quiet = Index("en", "Ours", index.chapters, frozenset(digest(b.text) for b in book.unknown))
    assert read_book(TEXT, quiet).unknown == ()


def test_a_passage_cut_by_a_page_is_one_place() -> None:
    index = Index("en", "Ours", (Chapter("Set-up", (("1", (digest("one half"), digest("and the other"))),)),))
    book = read_book("Set-up\n\none half\n\nand the other\n", index)
    assert len(book.passages) == 1 and book.unknown == ()


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("SET-UP", "Set-up:"),
        ("The game", "The game"),
        ("the game (2)", "The game (2)"),
        ("The game (3)", None),
        ("Move 1 to 3 things to another space", "Move 1 to 3 …"),
        ("Move 1 …", "Move 1 to 3 …"),
        ("Move 1", None),
        ("…", None),
    ],
)
def test_titles_match_on_both_sides(title: str, found: str | None) -> None:
    chapter = contents(Index("en", "Ours", tuple(Chapter(t, ()) for t in TITLES))).chapter(title)
    assert (chapter.title if chapter else None) == found


def test_an_index_written_and_read_is_the_same() -> None:
    places = (*((str(n), (digest(str(n)),)) for n in range(1, 20)), ("b1", (digest("b"), digest("c"))), ("c1", (digest("d"),)))
    index = Index("en", 'The "best" \\ rules', (Chapter("One", places), Chapter("Two", ())), frozenset({digest("f")}))
    assert index_from_toml(index_to_toml(index), "").value == index


@pytest.mark.parametrize(
    "text",
    [
        "",
        "source = 3\nname = 'x'",
        "source = 'en'\nname = 'x'\nsection = 3",
        "source = 'en'\nname = 'x'\nsection = ['x']",
        "source = 'en'\nname = 'x'\n[[section]]\nparagraphs = []",
        "source = 'en'\nname = 'x'\n[[section]]\ntitle = 'x'\nbullets = ['a sentence of the book']",
        "source = 'en'\nname = 'x'\n[[section]]\ntitle = 'x'\nbullets = '0a1b2c3d'",
        "x = " + "[" * 5000,
        "\0",
    ],
)
def test_what_is_no_index_is_a_finding(text: str) -> None:
    checked = index_from_toml(text, "odd.toml")
    assert checked.value is None
    assert [d.code for d in checked.diagnostics] == ["RK592"]


@pytest.mark.parametrize("part", ["![", "![](", "<", "- ", "* *", " ", "a\n", "a\n\n", "#\n\n", "é", "-"])
def test_hostile_texts_take_time_in_proportion(part: str) -> None:
    text = part * (200_000 // len(part))
    began = time.process_time()
    read_book(text, make_index(text, "en", "Ours", [f"title {n} …" for n in range(2000)]))
    assert time.process_time() - began < 10

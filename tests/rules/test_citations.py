"""Every citation of the bundled files points into the index of its rulebook; nothing is without a source, nothing unread.

The texts of the rulebooks are not needed: the index knows how many paragraphs each section has.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from rulekit.model.model import GameModel
from rulekit.study.books.books import Index, contents, index_from_toml, words
from rulekit.study.books.cover import cover, strays, titles, unread
from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from rulekit.tools.io.library import head_of
from rulekit.tools.io.loading import load, make_spec

RULES = Path(__file__).parents[2] / "rules"
FILES = sorted(RULES.glob("*.cafe"))
BOOKS = sorted((RULES / "books").glob("*.toml"))
HOUSE_RULES = sorted((RULES.parent / "examples" / "house-rules").glob("*.cafe"))
NAMES = ("source", "name", "title")
files = pytest.mark.parametrize("file", FILES, ids=lambda p: p.name.removesuffix(".cafe"))
books = pytest.mark.parametrize("path", BOOKS, ids=lambda p: p.stem)


@cache
def model(file: Path) -> GameModel:
    """The checked game of a file; a change together with its game."""
    return load(make_spec(str(file))).model


@cache
def index(path: Path) -> Index:
    found = index_from_toml(path.read_text(encoding="utf-8"), str(path))
    assert found.value is not None, found.diagnostics
    return found.value


def index_for(source: str, name: str) -> Index:
    """The index of a source, by the name in the `source` line."""
    found = [i for i in map(index, BOOKS) if (i.source, i.name) == (source, name)]
    assert len(found) == 1, f'no index, or two, for `source {source} "{name}"`'
    return found[0]


# ---- citations -----------------------------------------------------------------------------------
@pytest.mark.parametrize("file", [*FILES, *HOUSE_RULES], ids=lambda p: p.name.removesuffix(".cafe"))
def test_every_citation_points_into_the_index(file: Path) -> None:
    found = [
        f"{s.part.span.path}:{s.part.span.line} `{s.part.address}` cites {source} · {s.title or s.cite.section} · {s.cite.place}"
        for source, name in model(file).sources
        for s in strays(model(file), source, index_for(source, name))
    ]
    assert found == []


@files
def test_every_section_has_the_title_of_a_heading(file: Path) -> None:
    game = model(file)
    unknown = [
        (section, source, title)
        for source, name in game.sources
        for section, title in titles(game, source).items()
        if contents(index_for(source, name)).chapter(title) is None
    ]
    assert unknown == []


@files
def test_nothing_is_without_a_source(file: Path) -> None:
    assert [f"{part.span.path}:{part.span.line} {part.address}" for part in cover(model(file)).uncited] == []


def made_by(file: Path) -> list[ast.By | ast.Source]:
    """The lines of a file's head that say who made the game, and when."""
    parsed = parse(file.read_text(encoding="utf-8"), file.name).value
    assert parsed is not None
    heads = [item.head for item in parsed.items if isinstance(item, ast.Game | ast.OverlayHead)]
    return [line for head in heads for line in head if isinstance(line, ast.By | ast.Source)]


@files
def test_an_author_is_cited_or_assumed(file: Path) -> None:
    assert [line.names for line in made_by(file) if isinstance(line, ast.By) and not line.cites] == []


@pytest.mark.parametrize("name", ["espresso-doppio", "espresso-master", "espresso-solo"])
def test_what_a_book_does_not_print_about_itself_is_assumed(name: str) -> None:
    """The book of Espresso Doppio names neither author nor publisher nor year; the others do."""
    assert all(isinstance(cite, ast.Assumed) for line in made_by(RULES / f"{name}.cafe") for cite in line.cites or (None,))


@books
def test_every_paragraph_is_cited(path: Path) -> None:
    """By the game, or by one of its readings and variants."""
    book = index(path)
    left = [
        {(passage.chapter.title, passage.place) for _, passage in unread(model(file), book.source, book)}
        for file in FILES
        if (book.source, book.name) in model(file).sources
    ]
    assert left and set.intersection(*left) == set()


# ---- the index -----------------------------------------------------------------------------------
@books
def test_an_index_holds_no_sentence(path: Path) -> None:
    """Titles of a few words, hashes, and nothing else; a name of a game's `source` line; no comment but the first."""
    text = path.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    assert set(data) == {"source", "name", "furniture", "section"}
    assert [line for line in text.splitlines() if "#" in line] == text.splitlines()[:1]
    for section in data["section"]:
        assert set(section) <= {"title", "paragraphs", "bullets", "captions", "entries"}
        assert len(words(section["title"])) <= 8
    lists = [value for part in (data, *data["section"]) for key, value in part.items() if key not in ("section", *NAMES)]
    assert [h for hashes in lists for h in hashes if not re.fullmatch(r"[0-9a-f]{8}( [0-9a-f]{8})*", h)] == []


@books
def test_an_index_belongs_to_a_game(path: Path) -> None:
    book = index(path)
    owners = [file for file in FILES if head_of(file.read_text(encoding="utf-8")).role == "game"]
    citing = [file.stem for file in owners if (book.source, book.name) in model(file).sources]
    assert citing == [path.name.partition(".")[0]]


@pytest.mark.parametrize(
    ("book", "title", "places"),
    [
        ("cafe-del-gatto.en", "Game preparation", "8"),
        ("cafe-del-gatto.fr", "Préparation du jeu", "8"),
        ("cafe-del-gatto.en", "Buy 1 coffee/milk tile", "6 b5"),
        ("cafe-del-gatto.fr", "Acheter 1 jeton Café / Lait", "5 b5"),
        ("cafe-del-gatto.en", "Drink tokens (barista value is decisive)", "9"),
        ("cafe-del-gatto.fr", "Tuiles Boisson (la valeur Barista compte)", "8"),
        ("cafe-international.it", "La classifica a punti", "6 b4 c11"),
        ("cafe-international.it", "Il gioco (2)", "1 b3"),
        ("bon-appetit.fr", "Déroulement du jeu", "10 b2"),
        ("espresso-doppio.fr", "Mise en place du jeu", "5"),
        ("espresso-doppio.fr", "Explication des cartes", "2 x12"),
        ("espresso-doppio.fr", "Espresso en solo", "3 b5"),
    ],
)
def test_sections_are_as_long_as_in_print(book: str, title: str, places: str) -> None:
    """The last paragraph, bullet, caption and entry of some sections, counted by hand."""
    chapter = contents(index(RULES / "books" / f"{book}.toml")).chapter(title)
    assert chapter is not None
    last = {place.rstrip("0123456789"): place for place, _ in chapter.places}
    assert " ".join(last.values()) == places

"""Rulebooks for tests: a text of rules comes in, the book goes out, or a section of it."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import evolve

from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.rulebook.book import BookOptions, make_book
from rulekit.report.rulebook.html import to_html
from rulekit.report.rulebook.markdown import to_markdown
from rulekit.report.rulebook.parts import Book
from rulekit.report.table.svg import drawer
from rulekit.report.words import Namer, make_namer

ROOT = Path(__file__).parents[2]
GAMES = ("cafe-del-gatto", "bon-appetit", "cafe-international", "espresso-doppio")


def model_of(text: str, *changes: str, settings: tuple[tuple[str, str], ...] = ()) -> GameModel:
    """A checked model."""
    checked = check_game(text, "game.cafe", tuple((c, f"change{n}.cafe") for n, c in enumerate(changes)), settings)
    assert checked.value is not None and checked.ok, checked.diagnostics
    return checked.value


def rules(name: str) -> str:
    """The text of a bundled game."""
    return (ROOT / "rules" / f"{name}.cafe").read_text(encoding="utf-8")


def namer_of(model: GameModel, language: str = "en") -> Namer:
    """The words of a model for the fewest players, who have no names."""
    program = lower(model, model.players[0]).value
    assert program is not None
    return evolve(make_namer(model, program.layout, language), players=())


def written(model: GameModel, language: str = "en", asked: BookOptions | None = None) -> str:
    """The rulebook as Markdown."""
    return to_markdown(make_book(model, language, asked or BookOptions()), drawer(namer_of(model, language)))


def page(model: GameModel, language: str = "en", asked: BookOptions | None = None) -> str:
    """The rulebook as HTML."""
    book: Book = make_book(model, language, asked or BookOptions())
    return to_html(book, drawer(namer_of(model, language)))


def section(text: str, title: str) -> str:
    """A section of a Markdown text, without examples."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#{{1,3}} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, text
    return "\n".join(line for line in found.group(2).splitlines() if line.strip() and not line.startswith(">"))


GATTO = rules("cafe-del-gatto")


def without_figures(text: str) -> str:
    """Return a book without the tables that are laid out in it as text."""
    return re.sub(r"^```text$.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)

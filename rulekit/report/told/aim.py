"""What a game is about, in a sentence, and who wins it, in the words of its author: a game comes in, words or none go out."""

from __future__ import annotations

import re

from rulekit.engine.engine import Engine
from rulekit.model.model import GameModel
from rulekit.report.rulebook.parts import plain
from rulekit.report.rulebook.reader import Reader
from rulekit.report.sentences import book_words
from rulekit.report.words import make_namer

_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def about(model: GameModel, engine: Engine, lang: str) -> str:
    """Return a game in a sentence: the first that its author tells of it in a section; nothing if there is none."""
    known: dict[str, str] = engine.memory.setdefault("about", {})
    if lang not in known:
        told = _first(model, engine, lang, [f"section.{section.name}" for section in model.sections])
        known[lang] = _SENTENCE.split(told, maxsplit=1)[0]
    return known[lang]


def about_and_wins(model: GameModel, engine: Engine, lang: str) -> str:
    """Return a game in a sentence, and another one that says who wins it, unless the first does."""
    known: dict[str, str] = engine.memory.setdefault("wins", {})
    if lang not in known:
        told = about(model, engine, lang)
        first = _SENTENCE.split(_first(model, engine, lang, ["winner"]), maxsplit=1)[0]
        known[lang] = told if not told or _says(told, first) else f"{told} {first}"
    return known[lang]


def aim(model: GameModel, engine: Engine, lang: str) -> list[str]:
    """Return what a game is about, and who wins it, as far as its author tells it in this language; nothing twice."""
    sections = [f"section.{section.name}" for section in model.sections]
    told = _SENTENCE.split(_first(model, engine, lang, sections, own=True), maxsplit=1)[0]
    first, *more = _SENTENCE.split(_first(model, engine, lang, ["winner"], own=True), maxsplit=1)
    return [one for one in (told, " ".join(more if _says(told, first) else (first, *more))) if one]


def _says(told: str, sentence: str) -> bool:
    """Return whether a sentence stands in another one."""
    return sentence.rstrip(".!").casefold() in told.casefold()


def _first(model: GameModel, engine: Engine, lang: str, addresses: list[str], own: bool = False) -> str:
    """Return the first paragraph that is told at one of some addresses. `own`: in no other language."""
    reader = Reader(model, (make_namer(model, engine.program.layout, lang, (), engine),), book_words(lang))
    told = (spoken for address in addresses for spoken in reader.tellings(address))
    return next((plain(spoken.text) for spoken in told if not spoken.is_bullet and not (own and spoken.foreign)), "")

"""In which language a game speaks: a model and the language that is asked for come in, that one or the game's own goes out."""

from __future__ import annotations

from rulekit.model.model import GameModel
from rulekit.report.sentences import language_name, sentences


def languages(model: GameModel) -> tuple[str, ...]:
    """Return the languages that the game has words for."""
    return tuple(sorted({name for name, _ in model.words}))


def told_in(model: GameModel, asked: str) -> str:
    """Return the language a game speaks to who asks for one: that one if the game has been put into it, else its own."""
    return asked if asked in languages(model) else model.language


def not_put_into(model: GameModel, asked: str) -> str:
    """Return that a game speaks another language than the one that is asked for; an empty text if it speaks that one."""
    spoken = told_in(model, asked)
    say = sentences(asked)
    return "" if spoken == asked else say("not_put_into", language=language_name(spoken, asked))

"""What a game is about and who wins it, as people read it before they play."""

from __future__ import annotations

import pytest

from rulekit.engine.engine import Engine
from rulekit.program.lower import lower
from rulekit.report.told.aim import aim
from tests.engine.play import ROOT, bundled_model

TOLD = [
    ("cafe-del-gatto", "en"), ("cafe-del-gatto", "fr"), ("cafe-del-gatto", "de"), ("cafe-international", "en"),
    ("cafe-international", "it"), ("bon-appetit", "en"), ("bon-appetit", "fr"), ("espresso-doppio", "en"),
    ("espresso-doppio", "fr"),
]  # fmt: skip


def told(game: str, lang: str) -> str:
    """The aim of a bundled game in a language."""
    model = bundled_model(ROOT / "rules" / f"{game}.cafe", ())
    program = lower(model, model.players[0]).value
    assert program is not None
    return " ".join(aim(model, Engine(program), lang))


@pytest.mark.parametrize(("game", "lang"), TOLD)
def test_it_is_plain_text(game: str, lang: str) -> None:
    text = told(game, lang).replace("\xa0", " ")
    assert text and text.isprintable() and "*" not in text


@pytest.mark.parametrize(("lang", "wins"), [("en", " win"), ("fr", "gagne"), ("de", "gewinn")])
def test_it_says_once_who_wins(lang: str, wins: str) -> None:
    assert told("cafe-del-gatto", lang).count(wins) == 1

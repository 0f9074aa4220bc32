"""Printed rules as somebody would say them: requirements, choices, steps, verbs, and no name of the file in another language."""

from __future__ import annotations

import re

import pytest

from tests.report.books import model_of, rules, written


@pytest.mark.parametrize(
    ("game", "language", "names"),
    [
        ("bon-appetit", "fr", "lay|take|game|somebody|cards|who"),
        ("cafe-del-gatto", "fr", "symbol|cells|value|surcharge|row|worth|supply|other|interlude|drink"),
        ("espresso-doppio", "fr", "ware|shade|goal|turn|score|half|clash|times|best|staying|matches|worth|taken|alike"),
        ("cafe-international", "it", "company|mixed|own|worth|party|points|deducted|exchange|brought|full"),
    ],
)
def test_no_name_of_the_file_is_left_in_the_language_of_the_rulebook(game: str, language: str, names: str) -> None:
    """Every word of the file with `_`, and those that are no word of the language."""
    text = re.sub(r"\[\^\d+\]:.*|`[^`]*`", "", written(model_of(rules(game)), language))
    assert re.findall(rf"\b(?:{names})\b", re.sub(r"^>.*$", "", text, flags=re.MULTILINE)) == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Again and again, until the game ends:"),
        ("fr", "Encore et encore, jusqu'à la fin de la partie :"),
        ("it", "Ancora e ancora, fino alla fine della partita:"),
        ("de", "Immer wieder, bis das Spiel endet:"),
    ],
)
def test_what_is_repeated_without_a_condition_goes_on_until_the_game_ends(language: str, told: str) -> None:
    text = (
        'cafe en\ngame drip "Drip"\n  players 2\nmarker drops: 0..9 = 0\n'
        "play\n  repeat\n    set drops to drops + 1\n    if drops is 9\n      end game\n"
    )
    assert told in written(model_of(text), language).replace("\N{NO-BREAK SPACE}", " ")

"""Little words before nouns, as grammars of the languages have them."""

from __future__ import annotations

import pytest

from rulekit.report.told.nouns import Noun, noun, with_little, without_article
from rulekit.syntax.keywords import little_words

FITTING = [
    ("en", "a", Noun("tile"), "a tile"),
    ("en", "a", Noun("espresso"), "an espresso"),
    ("en", "a", Noun("hour", begins="vowel"), "an hour"),
    ("en", "the", Noun("Italy", proper=True), "Italy"),
    ("en", "the", Noun("USA", many=True), "the USA"),
    ("fr", "le", Noun("jeton", "m"), "le jeton"),
    ("fr", "le", Noun("tuile", "f"), "la tuile"),
    ("fr", "le", Noun("espresso", "m"), "l'espresso"),
    ("fr", "le", Noun("héros", "m", begins="consonant"), "le héros"),
    ("fr", "du", Noun("Ada", proper=True), "d'Ada"),
    ("fr", "du", Noun("eau", "f"), "de l'eau"),
    ("fr", "au", Noun("jetons", "m", many=True), "aux jetons"),
    ("fr", "ce", Noun("espresso", "m"), "cet espresso"),
    ("fr", "ce", Noun("eau", "f"), "cette eau"),
    ("fr", "ton", Noun("assiette", "f"), "ton assiette"),
    ("it", "il", Noun("zaino", "m"), "lo zaino"),
    ("it", "il", Noun("Stati Uniti", "m", many=True), "gli Stati Uniti"),
    ("it", "dal", Noun("Stati Uniti", "m", many=True), "dagli Stati Uniti"),
    ("it", "dal", Noun("Cuba", "f", proper=True), "da Cuba"),
    ("it", "sul", Noun("sedia nord", "f"), "sulla sedia nord"),
    ("it", "un", Noun("amica", "f"), "un'amica"),
    ("it", "un", Noun("ospite", "m"), "un ospite"),
    ("it", "il tuo", Noun("tazze", "f", many=True), "le tue tazze"),
    ("de", "den", Noun("Löffel", "m"), "den Löffel"),
    ("de", "den", Noun("Tasse", "f"), "die Tasse"),
    ("de", "dem", Noun("Kind", "n"), "dem Kind"),
    ("de", "einem", Noun("Tasse", "f"), "einer Tasse"),
]


@pytest.mark.parametrize(("language", "little", "noun", "said"), FITTING, ids=[case[3] for case in FITTING])
def test_a_little_word_fits_its_noun(language: str, little: str, noun: Noun, said: str) -> None:
    assert with_little(little_words(language), little, noun, told_of=False) == said


def test_what_is_called_by_something_in_quotation_marks_takes_no_article() -> None:
    assert with_little(little_words("en"), "the", noun("“lone cup” (+2)", None), told_of=False) == "“lone cup” (+2)"
    assert with_little(little_words("fr"), "le", noun("« tasse seule »", None, "f"), told_of=False) == "« tasse seule »"


OF_SOMEBODY = [
    ("en", "your", Noun("drink"), "their drink"),
    ("fr", "ton", Noun("tuile", "f"), "sa tuile"),
    ("it", "il tuo", Noun("tazza", "f"), "la sua tazza"),
    ("de", "deinen", Noun("Tasse", "f"), "die Tasse"),
]


@pytest.mark.parametrize(("language", "little", "noun", "said"), OF_SOMEBODY, ids=[case[3] for case in OF_SOMEBODY])
def test_what_is_yours_is_theirs_when_it_is_told_of_them(language: str, little: str, noun: Noun, said: str) -> None:
    assert with_little(little_words(language), little, noun, told_of=True) == said


UNSEEN = [
    ("en", "the", Noun("guest", hidden=True), "a guest"),
    ("fr", "le", Noun("carte", "f", hidden=True), "une carte"),
    ("it", "sul", Noun("ospite", "m", hidden=True), "su un ospite"),
    ("de", "dem", Noun("Karte", "f", hidden=True), "einer Karte"),
]


@pytest.mark.parametrize(("language", "little", "noun", "said"), UNSEEN, ids=[case[3] for case in UNSEEN])
def test_what_is_not_seen_takes_the_indefinite_word(language: str, little: str, noun: Noun, said: str) -> None:
    assert with_little(little_words(language), little, noun, told_of=False) == said


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [("en", "buy the ", "buy"), ("fr", "nettoyer la ", "nettoyer"), ("it", "siediti sulla", "siediti"), ("en", "take ", "take"),
     ("en", "the", ""), ("en", "end the turn", "end the turn")],
)  # fmt: skip
def test_the_beginning_of_a_sentence_ends_with_no_article(language: str, text: str, told: str) -> None:
    assert without_article(little_words(language), text) == told

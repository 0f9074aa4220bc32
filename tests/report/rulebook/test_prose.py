"""Printed rules as somebody would say them: requirements, choices, steps, verbs, and no name of the file in another language."""

from __future__ import annotations

import re

import pytest

from rulekit.report.rulebook.book import BookOptions
from rulekit.report.rulebook.prose.phrases import Plural, phrases
from rulekit.report.rulebook.prose.verbs import conjugated
from tests.report.books import GATTO, ROOT, model_of, rules, section, written


def test_a_requirement_says_what_is_not_allowed_or_what_has_to_hold() -> None:
    lines = section(written(model_of(rules("espresso-doppio"))), "Exchange").splitlines()
    assert (
        "- Not allowed if the sort of any thing among “mine” is one of the sorts of “staying there” or the sort of any thing "
        "among “yours” is one of the sorts of “staying here”: “a space never holds two things of one sort”."
    ) in lines
    serve = section(written(model_of(GATTO)), "Serve")
    assert "otherwise: “with … points your drink does not reach the drink token”." in serve  # numbers that nobody knows yet


def test_a_choice_with_a_word_for_moves_is_a_noun_in_sentences() -> None:
    """`from space` and `to space` are two spaces; that they differ need not be told again."""
    lines = section(written(model_of(rules("espresso-doppio"))), "Shift").splitlines()
    assert lines[:3] == [
        "- You choose a space from 1 to 5.",
        "- You choose one or more things from the space.",
        "- You choose another space from 1 to 5.",
    ]
    assert lines[-1] == "- You put the things into the other space."
    french = section(written(model_of(rules("espresso-doppio")), "fr"), "Déplacer").splitlines()
    assert french[2] == "- Tu choisis une autre case de 1 à 5." and french[-1] == "- Tu mets les éléments dans l'autre case."


def test_a_step_is_carried_out_for_somebody_with_something() -> None:
    lines = section(written(model_of(rules("bon-appetit"))), "Turn up a card").splitlines()
    assert "- Carry out **Lay a card** for you." in lines
    assert "   - Carry out **Take the pile** for you with the number of cards in the common pile." in lines
    assert "   - Otherwise, if somebody is noted as “mouse laid by”:" in lines
    last = "Carry out **Take the pile** for the player noted as “mouse laid by” with the cards before the mouse."
    assert f"      - {last}" in lines
    turn = section(written(model_of(rules("espresso-doppio"))), "Turn").splitlines()
    assert "- **More.** You may carry out **Rearrange** up to 2 times." in turn


def test_a_name_that_has_no_word_is_a_letter_in_other_languages() -> None:
    lines = section(written(model_of(rules("espresso-doppio")), "fr"), "Marquer").replace("\N{NO-BREAK SPACE}", " ").splitlines()
    assert "- Ici, « B » veut dire « A » fois les grains de café de la carte." in lines
    assert "   - La personne suivante paie « C » en grains de café." in lines


def test_a_marker_that_is_set_to_one_or_the_other_is_told_in_two_sentences() -> None:
    assert ("- If “brought” is 0, set the guest still alone to the chair. Otherwise clear the guest still alone.") in section(
        written(model_of(rules("cafe-international"))), "Seat a guest"
    ).splitlines()


@pytest.mark.parametrize(
    ("language", "words", "subject", "yes", "expected"),
    [
        ("en", "is full", "you", True, "are full"), ("en", "holds a card", "the player", False, "does not hold a card"),
        ("en", "holds a card", "you", True, "hold a card"), ("en", "took one", "you", False, "did not take one"),
        ("en", "has won", Plural("the cats"), True, "have won"), ("en", "can move", "you", False, "cannot move"),
        ("fr", "est posé", "ta boisson", True, "est posée"), ("fr", "a gagné", "tu", False, "ne as pas gagné"),
        ("fr", "est mis là", Plural("les tasses"), False, "ne sont pas mises là"),
        ("it", "è servito", "la sedia", True, "è servita"), ("it", "ha perso", "", False, "non hai perso"),
    ],
)  # fmt: skip
def test_verbs_and_participles_fit_their_subject(language: str, words: str, subject: str, yes: bool, expected: str) -> None:
    assert conjugated(phrases(language), words.split(), subject, yes) == expected


def test_small_words_of_a_denied_verb_join() -> None:
    assert phrases("fr").joined("tu ne as pas gagné, cela ne est pas là") == "tu n'as pas gagné, cela n'est pas là"


def test_no_name_of_the_file_is_left_in_the_language_of_the_rulebook() -> None:
    """Every word of the file with `_`, and those that are no word of the language."""
    foreign = {
        "cafe-del-gatto": ("fr", "symbol|cells|value|surcharge|row|worth|supply|other|interlude|drink"),
        "bon-appetit": ("fr", "lay|take|game|somebody|cards|who"),
        "espresso-doppio": ("fr", "ware|shade|goal|turn|score|half|clash|times|best|staying|matches|worth|taken|alike"),
        "cafe-international": ("it", "company|mixed|own|worth|party|points|deducted|exchange|brought|full"),
    }
    for game, (language, names) in foreign.items():
        text = re.sub(r"\[\^\d+\]:.*|`[^`]*`", "", written(model_of(rules(game)), language))
        assert re.findall(rf"\b(?:{names})\b", re.sub(r"^>.*$", "", text, flags=re.MULTILINE)) == [], game


def test_none_of_something_is_told_as_none() -> None:
    french = written(model_of(GATTO), "fr").replace("\N{NO-BREAK SPACE}", " ")
    assert ">    - Luna n'a pas de dés de sucre.\n" in french and "zéro" not in french
    appetit = section(written(model_of(rules("bon-appetit")), "fr"), "Ramasser le tas")
    assert "- S'il n'y a plus de jetons Souris en réserve, la partie est aussitôt finie." in appetit


def test_the_sheet_names_what_is_gone_as_a_whole_and_a_game_for_one_has_no_table() -> None:
    solo = (ROOT / "rules" / "espresso-solo.cafe").read_text(encoding="utf-8")
    doppio = rules("espresso-doppio")
    text = written(model_of(doppio, solo), asked=BookOptions(base=model_of(doppio)))
    sheet = section(text, "What changes").splitlines()
    assert sheet[-1] == "- **No longer.** **Turn**, **Score goals**, **Half-time**, **The player is done** and **Free moves**."
    assert "   - Whoever has the most points wins." in sheet
    assert "You have one turn after the other, until the tray is empty. In a turn:" in text


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Again and again, until the game ends:"),
        ("fr", "Encore et encore, jusqu'à la fin de la partie :"),
        ("it", "Ancora e ancora, fino alla fine della partita:"),
    ],
)
def test_what_is_repeated_without_a_condition_goes_on_until_the_game_ends(language: str, told: str) -> None:
    text = (
        'cafe en\ngame drip "Drip"\n  players 2\nmarker drops: 0..9 = 0\n'
        "play\n  repeat\n    set drops to drops + 1\n    if drops is 9\n      end game\n"
    )
    assert told in written(model_of(text), language).replace("\N{NO-BREAK SPACE}", " ")

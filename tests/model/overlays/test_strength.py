"""What a reading says without its book stating it: kept, told, and not in force until somebody asks for it."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Checked
from rulekit.model.model import GameModel
from rulekit.model.mutations.mutations import read_trees
from rulekit.pipeline import check_game, check_trees

GAME = """cafe en
game coins "Coins"
  players 2
  source en "English"

section rules
  en "Rules"

tally coins[player] bank 20
option most "How many coins at once?" = 3 among 1..5
option last "Who wins?" = richest
  - richest "the richest"
  - poorest "the poorest"

play
  turns from starter until bank(coins) is 0
    do take

action take
  choose n in 1..most
  many: only if n <= bank(coins) because "there are not so many"
  gain n coins

score p
  coins: if last is richest then coins[p] else 20 - coins[p]

winner p
  most score(p)
"""
READING = """cafe en
reading fr of coins "French"
  source fr "French"

section rules
  fr "Règles"

"""


def read(answers: str, role: str = "reading", settings: tuple[tuple[str, str], ...] = ()) -> Checked[GameModel]:
    """The game with a reading that answers so."""
    return check_game(GAME, "coins.cafe", ((READING.replace("reading", role, 1) + answers, "fr.cafe"),), settings)


def model(answers: str, settings: tuple[tuple[str, str], ...] = ()) -> GameModel:
    """Its model; there is nothing against it."""
    found = read(answers, settings=settings)
    assert found.value is not None, found.diagnostics
    assert found.diagnostics == ()
    return found.value


def in_force(game: GameModel) -> dict[str, object]:
    return {option.name: option.value for option in game.options}


@pytest.mark.parametrize(
    ("marks", "strength", "value"),
    [
        ("@1", "stated", 5),
        ('@1 @ruling "so we read it"', "stated", 5),
        ('@1 @arguable "it may mean so"', "arguable", 3),
        ('@1 @slip "it cannot mean so"', "slip", 3),
        ('@arguable "it may" @1 @slip "it cannot"', "slip", 3),
    ],
)
def test_only_what_a_book_states_is_in_force(marks: str, strength: str, value: int) -> None:
    game = model(f"with most = 5    {marks}\n")
    assert in_force(game)["most"] == value
    (answer,) = game.answers
    assert (answer.reading, answer.option, answer.value, answer.strength) == ("fr", "most", 5, strength)
    assert [c.place for c in answer.cites if c.how == "cited"] == ["1"]


def test_a_setting_puts_an_arguable_answer_in_force() -> None:
    game = model('with last = poorest    @1 @arguable "it may mean so"\n', (("last", "poorest"),))
    assert in_force(game)["last"] == 1
    assert [a.strength for a in game.answers] == ["arguable"]


def test_a_book_may_state_one_answer_and_slip_into_another() -> None:
    game = model('with most = 4    @1\nwith most = 5    @2 @slip "against paragraph 1"\n')
    assert in_force(game)["most"] == 4
    assert [(a.value, a.strength) for a in game.answers] == [(4, "stated"), (5, "slip")]


def test_two_books_do_not_quarrel_about_what_one_only_slips_on() -> None:
    other = READING.replace("fr", "it").replace("Règles", "Regole").replace("French", "Italian") + "with most = 4    @1\n"
    mine = READING + 'with most = 5    @1 @slip "it cannot mean so"\n'
    found = check_game(GAME, "coins.cafe", ((mine, "fr.cafe"), (other, "it.cafe")))
    assert found.value is not None and found.diagnostics == ()
    assert in_force(found.value)["most"] == 4


def test_what_is_not_in_force_has_to_be_possible_all_the_same() -> None:
    wrong = read('with most = 9    @1 @slip "nine is too many"\n').diagnostics
    unknown = read('with mots = 5    @1 @slip "there is no such thing"\n').diagnostics
    assert [d.code for d in wrong] == [d.code for d in read("with most = 9    @1\n").diagnostics]
    assert [d.code for d in unknown] == ["RK464"]


def test_a_variant_is_no_reading_of_a_book() -> None:
    (found,) = read('with most = 5    @slip "too many"\n', "variant").diagnostics
    assert (found.code, found.span.line) == ("RK467", 8)


@pytest.mark.parametrize("line", ['replace score.coins = 1    @1 @slip "why"', 'remark "a word"    @1 @arguable "why"'])
def test_only_answers_are_weighed(line: str) -> None:
    (found,) = read(f"{line}\n").diagnostics
    assert found.code == "RK109"
    assert found.hint is not None and "with option = value" in found.hint


def test_a_mutated_game_has_the_same_answers_in_force() -> None:
    """Citations are left out of what is mutated; how strongly a book speaks is not."""
    text = READING + 'with most = 4    @1\nwith most = 5    @2 @slip "against paragraph 1"\n'
    trees = read_trees(((GAME, "coins.cafe"), (text, "fr.cafe")))
    found = check_trees(trees).value
    assert found is not None and in_force(found)["most"] == 4

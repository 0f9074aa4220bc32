"""`?`: what refuses an action, what keeps a player from getting to it, what can be done instead."""

from __future__ import annotations

import pytest

from rulekit.engine.engine import Engine
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.words import make_namer
from rulekit.tools.terminal.menu import make_menu
from rulekit.tools.terminal.why_questions import answer, meant
from tests.report.test_reading import thrown, well
from tests.tools.running import GAMES, run


def asked(words: str, language: str = "en", later: bool = False) -> list[str]:
    """The answer at the beginning, or after the first stone."""
    namer, engine = well(language)
    return answer(namer, engine, thrown(engine) if later else engine.start(1), words)


def test_a_requirement_before_the_action_is_named() -> None:
    first, rule, *_ = asked("watch")
    assert first == "watch: no, that cannot be done now: nothing has been thrown yet"
    assert rule == "    rule play.still"


def test_where_no_requirement_stands_before_it_the_answer_tells_what_can_be_done() -> None:
    assert asked("rest") == ["rest: no, that cannot be done now; what can be done: throw stone"]
    assert asked("throw stone", later=True) == ["throw stone: no, that cannot be done now; what can be done: rest"]


def test_all_actions_are_answered_in_short() -> None:
    assert [line for line in asked("") if not line.startswith(" ")] == [
        "throw stone: yes, 3 ways",
        "watch: no, that cannot be done now: nothing has been thrown yet",
        "rest: no, that cannot be done now",
    ]


def test_words_are_understood_without_their_accents_and_in_the_language() -> None:
    assert asked("throw EMERAUDE", "fr") == ["throw stone emeraude : oui, 2 possibilités"]
    assert asked("throw Émeraude", "fr") == ["throw stone émeraude : oui, 2 possibilités"]
    assert asked("throw wet", "fr") == ["throw stone : que veut dire « wet » ? On choisit ici : caillou"]


def test_expressions_are_written_in_the_keywords_of_the_language() -> None:
    assert [line for line in asked("watch", "it") if " = no" in line] == ["    esiste(seen[hue] per hue in [grey, green]) = no"]


BAR = """cafe en
game bar "Bar"
  players 2
kind side: milk, coffee
piece tile in shelf
  side
  value: 1..4
  | copies | side | value |
  | 1      | each | 2, 1  |
place shelf: row of tile
place spot[side, row: 1..2]: spot of tile
tally cups[player] bank unlimited
setup
  for each side
    for each row in 1..2
      draw 1 from shelf to spot[side, row]
action buy "{buy/buys} the {side} tile in row {row} ({spot[side, row].value}) {times: # time/# times}"
  choose side, row in 1..2, times in 1..2
  only if side is coffee because "the milk is sour"
  only if times < 2 or row is 2 because "that is too much"
  gain times cups
play
  turns from starter until cups[starter] > 9
    do buy
winner p
  most cups[p]
"""


@pytest.mark.parametrize(
    ("typed", "moves", "said"),
    [
        ("buy coffee row 1 1", ["buy the coffee tile in row 1 (2) 1 time"], "yes, 1 way"),
        ("buy coffee 2 1", ["buy the coffee tile in row 2 (1) 1 time"], "yes, 1 way"),
        ("2 times", ["buy the coffee tile in row 2 (1) 2 times"], "yes, 1 way"),
        ("buy coffee 1 2", [], "no, that is too much"),
        ("buy milk 1 1", [], "no, the milk is sour"),
    ],
)
def test_what_is_typed_means_what_is_asked(typed: str, moves: list[str], said: str) -> None:
    """A question and a move with the same words understand the same."""
    model = check_game(BAR, "bar.cafe").value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    engine = Engine(program)
    namer, state = make_namer(model, program.layout, "en", ("Ada", "Bob"), engine), engine.start(1)
    menu = make_menu(namer, engine.moves(state), state.cells)
    assert [menu.texts[n] for n in meant(namer, engine, state, menu, typed)] == moves
    assert said in answer(namer, engine, state, typed, menu)[0]


@pytest.mark.parametrize(
    ("game", "typed", "said"),
    [
        ("cafe-international", "seat the German woman", "seat the german woman: no, no table at"),
        ("cafe-international", "German woman", "seat a guest german woman: no, no table at"),
        ("cafe-international", "Indian woman", "lay a guest face down indian woman: no, "),
        ("espresso-doppio", "score lone spoon", "score lone spoon: no, "),
        ("espresso-doppio", "score the lone spoon", "score the lone spoon: no, "),
        ("espresso-doppio", "“lone spoon”", "score “lone spoon”: no, "),
        ("crazy-eights.cafe", "the 8 of spades", "the 8 of spades: no, that is not among what can be chosen"),
    ],
)
def test_a_piece_is_known_by_its_name_whether_it_can_be_chosen_now_or_not(game: str, typed: str, said: str) -> None:
    """Alone, it is asked of every action that could choose it; the marks around a name need not be typed."""
    name = str(GAMES / game) if game.endswith(".cafe") else game
    out = run("play", name, "--seed", "3", "--moves", "-", stdin=f"? {typed}\n").out
    assert any(line.startswith(said) for line in out.splitlines()), out

"""Why not, in words: a value that cannot be worked out says so, and takes nothing else of the answer away."""

from __future__ import annotations

import pytest

from rulekit.engine.best_reason import why_not
from rulekit.engine.engine import Engine
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.rules.reasons import refusal_lines
from rulekit.report.words import make_namer

GAME = """cafe en
game jars "Jars"
  players 2

kind lid: red, blue
piece jar in shelf
  n: 1..3
  | copies | n    |
  | 1      | each |
place shelf: row of jar
place cellar: row of jar
marker rest: 0..9 = 0
marker large: 0..2147483647 = 2147483647
table price[n: 1..3]: number
  | 1 | 4 |
  | 2 | - |
  | 3 | 5 |

play
  turns from starter until count(shelf) is 0
    one of
      - do take
      - do wait

action take
  choose jar in shelf
  room: only if rest > 3 because "only {rest} left, {VALUE} each, ask {me}"
  move jar to cellar

action wait
  set rest to rest

words fr
  | name      | one                              |
  | take.room | "reste {rest}, {VALUE} chacun"   |
"""
FAULTS = {
    "6 div rest": ("a division by zero", "une division par zéro"),
    "6 mod rest": ("a division by zero", "une division par zéro"),
    "large + 1": ("a number that is too large", "un nombre trop grand"),
    "price[2 + rest]": ("the table has no such entry", "le tableau n'a pas cette valeur"),
    "cellar[1].n + 1": ("there is nothing to calculate with", "il n'y a rien avec quoi calculer"),
}


def asked(value: str, language: str, game: str = GAME) -> list[str]:
    """What is said about taking the first jar."""
    checked = check_game(game.replace("VALUE", value), "jars.cafe")
    assert checked.value is not None and checked.ok, checked.diagnostics
    lowered = lower(checked.value, 2)
    assert lowered.value is not None
    engine = Engine(lowered.value)
    state = engine.start(1)
    found = why_not(engine, state, "take")
    assert found is not None
    return list(
        refusal_lines(make_namer(checked.value, lowered.value.layout, language, ("Ada", "Bob"), engine), found, state.cells)
    )


@pytest.mark.parametrize("value", FAULTS)
def test_the_rest_of_the_sentence_is_told(value: str) -> None:
    english, french = FAULTS[value]
    said = asked(value, "en")
    assert said[0] == f"only 0 left, (cannot be worked out: {english}) each, ask Ada"
    assert said[1].strip().startswith("rule take.room") and said[2].strip() == "rest = 0"
    assert asked(value, "fr")[0].replace("\N{NO-BREAK SPACE}", " ") == f"reste 0, (incalculable : {french}) chacun"


def test_a_game_that_speaks_says_its_reason_without_formulas() -> None:
    """The reason names the values that a player has to know; those who write games see the rule."""
    said = asked("rest + 1", "en", GAME.replace("action take\n", 'action take "{take/takes} {the jar}"\n'))
    assert [line.strip() for line in said] == ["only 0 left, 1 each, ask Ada", "rule take.room"]


@pytest.mark.parametrize(
    ("held", "language", "said"),
    [
        (0, "en", "it costs 2 coins, and there are none"),
        (1, "en", "it costs 2 coins, and there is only 1"),
        (0, "fr", "cela coûte 2 coins, et il n'y en a pas"),
        (0, "it", "il costo è 2 coins, e non c'è nulla"),
        (0, "de", "es kostet 2 coins, und nichts ist vorhanden"),
        (1, "de", "es kostet 2 coins, vorhanden: 1"),
    ],
)
def test_a_price_that_nobody_can_pay(held: int, language: str, said: str) -> None:
    paid = GAME.replace("marker rest", "tally coins[player] bank 9\nmarker rest")
    paid = paid.replace("  room: only if rest > 3", "  price: pay 2 coins\n  room: only if rest >= 0")
    paid = paid.replace("play\n", f"setup\n  for each p in players\n    p gains {held} coins\n\nplay\n", 1)
    assert asked("rest", language, paid)[0] == said

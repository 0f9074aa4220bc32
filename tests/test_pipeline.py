"""From text to a checked game: all findings together, none caused by another, never an exception."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.pipeline import check_game

GAME = """cafe en
game coins "Coins"
  players 2

tally coins[player] bank 20

play
  turns from starter until bank(coins) is 0
    do take

action take
  choose n in 1..limit
  gain n coins

define limit = 3
"""
CHANGE = 'cafe en\nvariant rich of coins "Rich"\n\nreplace action take\n  gain 2 coins\n'


def _codes(text: str, *changes: str) -> list[str]:
    found = check_game(text, "coins.cafe", tuple((change, f"{n}.cafe") for n, change in enumerate(changes)))
    return [d.code for d in found.diagnostics]


def test_sound_game_becomes_a_model() -> None:
    """Also with changes; the model knows their names."""
    model = check_game(GAME, "coins.cafe", ((CHANGE, "rich.cafe"),)).value
    assert model is not None
    assert model.overlays == ("rich",)


def test_syntax_errors_do_not_hide_wrong_names_elsewhere() -> None:
    """Both are told at once."""
    codes = _codes(GAME.replace("define limit = 3", "define limit = = 3").replace("gain n coins", "gain n sugar"))
    assert codes[0].startswith("RK1")
    assert any(code.startswith("RK2") for code in codes[1:])


def test_lost_declaration_is_not_reported_again() -> None:
    """`limit` is unknown only because its line could not be read."""
    codes = _codes(GAME.replace("define limit = 3", "define limit = = 3"))
    assert all(code.startswith("RK1") for code in codes)


def test_lost_rule_is_not_missed_by_a_change() -> None:
    """The action could not be read, so the change finds nothing: one message."""
    codes = _codes(GAME.replace("choose n in 1..limit", "choose choose n"), CHANGE)
    assert all(code.startswith("RK1") for code in codes)


def test_checks_run_on_what_is_resolved() -> None:
    """The last stage is reached."""
    assert _codes(GAME + "\nmarker idle: number = 1\n") == ["RK411"]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_never_an_exception(data: st.DataObject) -> None:
    """Whatever is done to the lines of a game and its changes."""
    texts = []
    for text in (GAME, CHANGE):
        lines = text.splitlines()
        order = data.draw(st.lists(st.sampled_from(range(len(lines))), max_size=len(lines)))
        texts.append("\n".join(lines[n] for n in order))
    check_game(texts[0], "a.cafe", ((texts[1], "b.cafe"),), (("limit", "2"),))

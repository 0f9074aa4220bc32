"""What is told beside the table: announcements, things revealed, choices that everybody hears of."""

from __future__ import annotations

import pytest

from tests.model.checks.programs import CARDS, PLAY, found

MARKERS = "\nmarker guess[player]: 0..9, private = 0\nmarker open_guess: 0..9 = 0\n"
DEFINES = "\ndefine worth(p: player) = sum(hand[p].rank)\n"


def _lay(*lines: str, more: str = "") -> list[str]:
    block = "\n".join(
        f"  {line}" for line in ("choose card in hand[me]", "move card to laid", *lines, "set open_guess to guess[me]")
    )
    codes = found(CARDS, MARKERS, DEFINES, PLAY, f"\naction lay\n{block}\n{more}")
    return [code for code in codes if code != "RK411"]  # not every case uses all of it


@pytest.mark.parametrize(
    "lines",
    [
        ['announce "{count(hand[me])} left of {count(deck)}"'],
        ['announce "{top(laid).rank} and {open_guess}"'],
        ['announce "{card.rank}"'],
        ['announce "is it {hand[me]}, {top(deck)}?"'],
        ["reveal hand[me]", 'announce "{worth(me)}"'],
        ["reveal hand", 'announce "{sum(hand.rank)} and {worth(next(me))}"'],
        ["for each p in players", "  reveal hand[p]", 'announce "{sum(hand.rank)}"'],
        ["for each p in players", "  reveal hand[p]", '  announce "{worth(p)}"'],
        ["reveal hand[me] to next(me)", 'announce "{worth(me)}" to next(me)'],
        ['announce "{worth(me)}" to me'],
        ["reveal guess[me]", 'announce "{guess[me]}"'],
        ["let c = top(deck)", "reveal c", 'announce "{c.rank}"'],
        ["if worth(next(me)) > 3", '  announce "more than three"'],
        ["choose n in 1..6 at random", "set open_guess to n", 'announce "{n}"'],
        ["choose n in 1..6", 'announce "{n}"'],
    ],
)
def test_an_announcement_may_tell_what_its_hearers_see(lines: list[str]) -> None:
    assert _lay(*lines) == []


@pytest.mark.parametrize(
    "lines",
    [
        ['announce "{worth(me)}"'],
        ['announce "{guess[me]}"'],
        ['announce "{top(deck).rank}"'],
        ['announce "{score(me)}"'],
        ['announce "{worth(next(me))}" to me'],
        ["reveal hand[me] to me", 'announce "{worth(me)}"'],
        ["reveal hand[me] to next(me)", 'announce "{worth(me)}"'],
        ["reveal hand[next(me)]", 'announce "{worth(me)}"'],
        ["reveal hand[me]", "draw 1 from deck to hand[me]", 'announce "{worth(me)}"'],
        ["reveal hand[me]", "do more", 'announce "{worth(me)}"'],
        ["if open_guess is 1", "  reveal hand[me]", 'announce "{worth(me)}"'],
        ["for each p in players where p is not me", "  reveal hand[p]", 'announce "{sum(hand.rank)}"'],
        ["let n = worth(me)", 'announce "{n}"'],
        ["let c = top(deck)", 'announce "{c.rank}"'],
        ["choose n in 1..6 at random", 'announce "{n}"'],
        ["choose n in 1..6, private", 'announce "{n}"'],
        ["do say_it(worth(me))"],
    ],
)
def test_an_announcement_may_not_tell_what_they_do_not_see(lines: list[str]) -> None:
    steps = (
        'step more\n  draw 1 from deck to hand[me]\n\nstep say_it(n: number)\n  announce "{n}"\n\nscore p\n  worth: worth(p)\n'
    )
    unused = {"RK410", "RK415", "RK414"}  # what is not used in this case, or is open to `me`
    assert set(_lay(*lines, more=steps)) - unused == {"RK409"}


@pytest.mark.parametrize(
    ("lines", "words", "codes"),
    [
        (['only if card.rank > 1 because "{worth(me)} and {card.rank}, of {count(deck)}"'], "", []),
        (['only if card.rank > 1 because "{top(deck)} comes"'], "", ["RK409"]),
        (['high: only if card.rank > 1 because "Bob has {worth(next(me))}"'], "", ["RK409"]),
        (['high: only if card.rank > 1 because "no"'], 'because lay.high "non : {worth(next(me))}"', ["RK409"]),
        (['choose n in 1..2 "Again? {worth(me)}"', "set open_guess to n"], "", []),
        (['choose n in 1..2 "Before {top(deck)}?"', "set open_guess to n"], "", ["RK409"]),
        (['choose n in 1..2 "Again?"', "set open_guess to n"], 'ask lay.n "Avant {top(deck)} ?"', ["RK409"]),
    ],
)
def test_reasons_and_questions_tell_what_their_player_sees(lines: list[str], words: str, codes: list[str]) -> None:
    more = f"\nwords fr\n  | name | one |\n  {words}\n" if words else ""
    block = "\n".join(f"  {line}" for line in ("choose card in hand[me]", *lines, "move card to laid"))
    said = found(CARDS, MARKERS, DEFINES, PLAY, f"\naction lay\n{block}\n{more}")
    assert [code for code in said if code not in ("RK410", "RK411")] == codes


@pytest.mark.parametrize(
    ("what", "codes"), [("laid", ["RK415"]), ("open_guess", ["RK415"]), ("hand[me] to me", ["RK415"]), ("deck", [])]
)
def test_what_is_open_needs_not_be_revealed(what: str, codes: list[str]) -> None:
    assert _lay(f"reveal {what}") == codes


@pytest.mark.parametrize("what", ["3", "worth(me)", "coins", "me", "open_guess + 1", '"a"'])
def test_only_pieces_and_markers_are_revealed(what: str) -> None:
    assert _lay(f"reveal {what}")[0] in ("RK330", "RK201")


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (["choose n in 1..6", "set guess[me] to n"], ["RK416"]),
        (["choose n in 1..6, private", "set guess[me] to n"], []),
        (["choose n in 1..6", "set guess[me] to n", "set open_guess to n"], []),
        (["choose n in 1..6 at random", "set guess[me] to n"], []),
    ],
)
def test_a_choice_that_is_only_noted_in_private(lines: list[str], codes: list[str]) -> None:
    assert _lay(*lines) == codes


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ('say lay.look "Voici {card} : {count(deck)}"', []),
        ('say lay.look "Voici {count(deck): # carte/# cartes}"', []),
        ('say lay.look "Voici {card.rank}"', ["RK240"]),
        ('say lay.look "Voici {count(laid)}"', ["RK240"]),
        ('say lay.other "Voici"', ["RK238"]),
    ],
)
def test_a_translated_announcement_tells_nothing_else(line: str, codes: list[str]) -> None:
    """Who hears it in another language is not told more: that would be no announcement of the game's."""
    look = 'look: announce "{card} of {count(deck)}"'
    assert (
        _lay("other: gain 1 luck", look, more=f"\ntally luck[player] bank 99\n\nwords fr\n  | name | one |\n  {line}\n") == codes
    )


def test_the_words_of_these_statements_are_still_names() -> None:
    """Files that were valid before there were such statements."""
    rules = """
kind announce: private, it
marker reveal: 0..9 = 0
tally say[player] bank 9

play
  reveal: turns from starter until reveal is 3
    one of
      - announce: do tell
      - do private_one

action tell
  choose announce, private in 1..2
  set reveal to reveal + 1
  gain private say

action private_one
  choose private in 1..2, n in 1..2
  set reveal to min(9, reveal + private + n)
"""
    assert found(rules) == []

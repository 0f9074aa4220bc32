"""What people are not told: rules without a telling, options nobody hears of, texts that a language lacks or only copies."""

from __future__ import annotations

import pytest

from rulekit.pipeline import check_game
from rulekit.study.books.tellings import Tellings, tellings

GAME = """cafe en
game stall "Stall"
  players 2

kind fruit: apple, pear
piece crate in store
  fruit
  | copies | fruit |
  | 2      | each  |
place store: bag of crate
place stand[player]: pile of crate
tally coins[player] bank reserve
option reserve "How many coins are there?" = 20 among 10..20
option wage "What does a day bring?" = 1 among 0..3
option fee "What does a crate cost?" = 2 among 0..3
define price = fee

setup
  purse: for each p in players
    tell "Everybody takes a coin from the {bank(coins) coins} of the reserve."
    p gains 1 coins

play
  days: turns from starter until store is empty
    tell "You take turns until no crate is left."
    do turn

step turn
  first: one of
    - do buy
    - do work
  clean:
    do tidy
    broom: gain 1 coins

action buy "{buy/buys} a crate"
  tell "A crate costs {price coins}."
  dear: only if coins[me] >= fee because "you cannot afford it"
  pay fee coins
  draw 1 from store to stand[me]
  do tidy

action work "{work/works}"
  gain wage coins "for the work"

step tidy
  gain 0 coins

score p
  crates: count(stand[p])
  tell "Every crate is a point."

winner p
  most score(p)

example lucky "A lucky day"
  players a, b
  given coins[a] is 2
  tell "Ada has {coins[a] coins}."
  then a can buy
  tell "So she buys."

words fr
  | name     | one        | many     | grammar |
  | apple    | "pomme"    |          | f       |
  | pear     | "poire"    |          | f       |
  | crate    | "cageot"   | "cageots" | m      |
  | coins    | "pièce"    | "pièces" | f       |
  | stand    | "étal"     |          | m       |
  | buy.dear | "c'est trop cher" | | |
  | wage.question | "Que rapporte une journée ?" | | |

  say buy "{acheter/achète} un cageot"
  say work "{work/works}"
  tell buy "Un cageot coûte {price coins}."
  tell example.lucky "Ada a {coins[a] coins}."
  title example.lucky "Un jour de chance"
"""
RULES = GAME.replace('  gain wage coins "for the work"', "  gain wage coins")


def told(*changes: str, game: str = RULES) -> Tellings:
    checked = check_game(game, "stall.cafe", tuple((text, f"{n}.cafe") for n, text in enumerate(changes)))
    assert checked.value is not None, checked.diagnostics
    return tellings(checked.value)


def untold(*changes: str, game: str = RULES) -> list[str]:
    return [part.address for part in told(*changes, game=game).untold]


def test_a_telling_covers_what_is_below_it_and_what_that_starts() -> None:
    """`turn` is started by a rule that is told, and it starts the rest; the winner stands alone."""
    assert untold() == ["winner"]


def test_without_the_telling_around_it_only_what_has_its_own_is_told() -> None:
    less = RULES.replace('    tell "You take turns until no crate is left."\n', "")
    assert untold(game=less) == ["play", "turn", "work", "winner"]


def test_of_a_rule_that_is_told_in_part_the_rest_is_listed() -> None:
    less = RULES.replace('    tell "You take turns until no crate is left."\n', "")
    part = less.replace(
        "    broom: gain 1 coins\n", '    broom: gain 1 coins\n      tell "Sweeping brings a coin."\n    rest: gain 1 coins\n'
    )
    assert untold(game=part) == ["play", "turn.first", "turn.rest", "work", "winner"]


def test_rules_without_a_name_go_along_with_those_beside_them() -> None:
    part = RULES.replace("setup\n  purse:", "setup\n  starter gains 1 coins\n  late: starter gains 0 coins\n  purse:")
    assert untold(game=part) == ["setup.late", "winner"]


def test_an_empty_text_needs_no_other_language() -> None:
    empty = RULES.replace("\nsetup\n", '\nmarker day "": 0..9 = 0\n\nsetup\n  set day to 1\n')
    assert [lack.address for lack in told(game=empty).missing] == [lack.address for lack in told().missing]


def test_what_a_file_of_changes_puts_in_needs_its_own_telling() -> None:
    head = 'cafe en\nvariant dear of stall "Dear"\n\n'
    assert untold(head + "after buy.dear\n  toll: pay 1 coins") == ["buy.toll", "winner"]
    assert untold(head + 'after buy.dear\n  toll: pay 1 coins\n    tell "There is a toll."') == ["winner"]
    assert untold(head + "replace score.crates = 2 * count(stand[p])") == ["score.crates", "winner"]


def test_options_are_mentioned_by_what_they_decide() -> None:
    """`reserve` by the bank, `fee` by the price."""
    assert [option.name for option in told().unmentioned] == ["wage"]


def test_texts_that_a_language_lacks() -> None:
    lacks = [(lack.what, lack.address) for lack in told().missing if lack.what != "word"]
    assert {lack.language for lack in told().missing} == {"fr"}
    assert lacks == [("tell", "setup.purse"), ("tell", "play.days"), ("tell", "score"), ("tell", "example.lucky")]


def test_words_that_a_language_lacks() -> None:
    words = [lack.address for lack in told().missing if lack.what == "word"]
    assert words == ["store", "score.crates", "reserve.question", "fee.question"]


def test_texts_that_are_the_same_in_two_languages() -> None:
    assert [(lack.what, lack.address) for lack in told().same] == [("say", "work")]
    bare = RULES.replace('"{work/works}"', '"{wage}"')
    assert told(game=bare).same == ()  # there is no word in it


@pytest.mark.parametrize("word", ["tell", "words"])
def test_a_game_without_tellings_or_languages_lists_nothing(word: str) -> None:
    head, _, _ = RULES.partition("words fr")
    lines = [line for line in head.splitlines() if word == "words" or not line.strip().startswith("tell")]
    found = told(game="\n".join(lines) + "\n")
    assert found.missing == found.same == ()
    assert found.silent == (word == "tell") and (not found.untold if word == "tell" else len(found.untold) == 1)

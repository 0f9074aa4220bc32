"""Announcements in logs: in the reader's language, with the values that were heard, in their place."""

from __future__ import annotations

import pytest

from rulekit.engine.engine import Engine, Refused
from rulekit.engine.events.log import begin_log
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.table.log_lines import log_lines
from rulekit.report.words import make_namer

GAME = """cafe en
game bids "Bids"
  players 2

marker bid: 0..9 = 0

define twice(n: 0..9) = 2 * n

action raise_bid "{raise/raises} the bid"
  let more = bid + 1
  set bid to more
  higher: announce "{more: # point/# points} for {me}, then {twice(bid)}."
  same: announce "Go on."
  if bid > 1
    also: announce "Go on."
    announce "Untranslated."
  do hurry(next(me))

step hurry(who: player)
  let more = bid + 2
  called: announce "{who}: {more}, {list(p in players where p in players)}!"

play
  turns from starter until bid is 2
    do raise_bid

winner p
  most bid

words fr
  | name | one    |
  | bid  | "mise" |

  say raise_bid "{relancer/relance}"
  say raise_bid.higher "{me} relance : {more: # point/# points}, puis {twice(bid)}."
  say raise_bid.same "On continue."
  say raise_bid.also "Autre chose."
  say hurry.called "À {who} ({list(p in players where p in players)}) : {more} !"
"""


PILE = """cafe en
game pile "Pile"
  players 2

piece card in deck
  worth: 1..9
  | copies | worth |
  | 1      | each  |
place deck: deck of card
place middle: row of card
place won[player]: row of card
marker turns_left "": 0..9 = 3

action turn_up "{turn up/turns up} a card"
  draw 1 from deck to middle
  set turns_left to turns_left - 1
  all_of_it: announce "{me} wins {count(middle) card}."
  move middle to won[me]
  draw 1 from deck to middle

play
  turns from starter until turns_left is 0
    do turn_up

winner p
  most count(won[p])
"""


def _read(text: str, language: str) -> list[str]:
    checked = check_game(text, "bids.cafe")
    assert checked.value is not None and not checked.diagnostics, checked.diagnostics
    program = lower(checked.value, 2).value
    assert program is not None
    engine = Engine(program)
    log, state = begin_log(engine, 1), engine.start(1)
    for _ in range(2):
        move = engine.moves(state)[0]
        after = engine.apply(state, move)
        assert not isinstance(after, Refused)
        log.follow(state, move.path, None, after)
        state = after
    return [line.changes for line in log_lines(make_namer(checked.value, program.layout, language, engine=engine), log, 0)]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "1 point for Ada, then 2. · Go on. · Bob: 3, Ada and Bob!",
                "2 points for Bob, then 4. · Go on. · Go on. · Untranslated. · Ada: 4, Ada and Bob!",
            ],
        ),
        (
            "fr",
            [
                "Ada relance : 1 point, puis 2. · On continue. · À Bob (Ada et Bob) : 3 !",
                "Bob relance : 2 points, puis 4. · On continue. · On continue. · Untranslated. · À Ada (Ada et Bob) : 4 !",
            ],
        ),
    ],
)
def test_announcements_in_the_language_of_the_reader(language: str, lines: list[str]) -> None:
    """Two that say the same are told alike: which of the two it was would tell more than the announcement does."""
    assert _read(GAME, language) == lines


def test_an_announcement_without_a_translation_is_told_in_the_language_of_the_file() -> None:
    """All of it: words of two languages never meet in one sentence."""
    text = "\n".join(line for line in GAME.splitlines() if "say hurry" not in line) + "\n"
    assert _read(text, "fr")[0].endswith("Bob: 3, Ada and Bob!")


def test_what_comes_after_an_announcement_is_told_after_it_and_what_it_counts_is_not_told_again() -> None:
    """Two cards come to the middle: one that is won, one that lies there afterwards. The cards won are said by their number."""
    assert _read(PILE, "en") == [
        "new in the middle: 1 · Ada wins 1 card. · new in the middle: 2",
        "new in the middle: 3 · Bob wins 2 cards. · new in the middle: 4",
    ]

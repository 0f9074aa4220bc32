"""Logs of a game with sentences: no arrows, no brackets, no bookkeeping; what is declined is told to the decider only."""

from __future__ import annotations

import pytest

from rulekit.engine.engine import Engine, Refused
from rulekit.engine.events.log import Log, begin_log
from rulekit.model.expressions import UNLIMITED
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.table.log_lines import log_lines
from rulekit.report.told.things import the_place
from rulekit.report.words import Namer, make_namer
from tests.engine.play import ROOT
from tests.report.table.guests import GUESTS

ADA, BOB = range(2)
GAMES = ROOT / "examples" / "games"


def played(wanted: tuple[str, ...], text: str = GUESTS) -> tuple[Engine, Log, dict[str, Namer]]:
    """Play moves by their sentences; of several that begin so the first is made."""
    checked = check_game(text, "guests.cafe")
    assert checked.value is not None, checked.diagnostics
    program = lower(checked.value, 2).value
    assert program is not None
    engine = Engine(program)
    namers = {lang: make_namer(checked.value, program.layout, lang, ("Ada", "Bob"), engine) for lang in ("en", "fr", "it")}
    log, state = begin_log(engine, 2, viewers=(None, ADA, BOB)), engine.start(2)
    for want in wanted:
        moves = engine.moves(state)
        texts = namers["en"].moves(moves, state.cells)
        move = next(move for move, said in zip(moves, texts, strict=True) if said.startswith(want))
        after = engine.apply(state, move)
        assert not isinstance(after, Refused)
        log.follow(state, move.path, None, after)
        state = after
    return engine, log, namers


def read(namer: Namer, log: Log, viewer: int | None) -> list[str]:
    """The lines of a log, each with what came of it."""
    return [f"{line.step}. {line.head(namer)} | {line.changes}" for line in log_lines(namer, log, viewer)]


def test_what_somebody_draws_has_its_article() -> None:
    _, log, namers = played(("draw",))
    assert read(namers["en"], log, None) == ["1. Ada draws a guest | the mint drinker"]
    assert read(namers["en"], log, BOB) == ["1. Ada draws a guest | "]
    assert read(namers["fr"], log, ADA) == ["1. Ada pioche une cliente | la cliente de la menthe"]
    assert read(namers["it"], log, ADA) == ["1. Ada pesca un ospite | l'ospite dalla menta"]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "1. Ada shows the Earl Grey drinker to the south-west table | the host: Ada · "
                "new in the north-east table: mint drinker · gets 1 sugar cube for the guest",
                "3. Bob shows the mint drinker to the north-east table | the host: Bob · "
                "2×mint drinker go to the street · the café is full · "
                "new in the north-east table: mint drinker · gets 1 sugar cube for the guest",
                "4.  | Bob gets 1 sugar cube",
            ],
        ),
        (
            "fr",
            [
                "1. Ada installe la cliente de l'earl grey à la table sud-ouest | l'hôte : Ada · "
                "nouveau dans la table nord-est : cliente de la menthe · reçoit 1 sucre pour la cliente",
                "3. Bob installe la cliente de la menthe à la table nord-est | l'hôte : Bob · "
                "2×cliente de la menthe vont dans la rue · le café est plein · "
                "nouveau dans la table nord-est : cliente de la menthe · reçoit 1 sucre pour la cliente",
                "4.  | Bob reçoit 1 sucre",
            ],
        ),
        (
            "it",
            [
                "1. Ada fa sedere l'ospite da Earl Grey al tavolo sud-ovest | il padrone di casa: Ada · "
                "nuovo nel tavolo nord-est: ospite dalla menta · riceve 1 zolletta per l'ospite",
                "3. Bob fa sedere l'ospite dalla menta al tavolo nord-est | il padrone di casa: Bob · "
                "2×ospite dalla menta vanno nella strada · il locale è pieno · "
                "nuovo nel tavolo nord-est: ospite dalla menta · riceve 1 zolletta per l'ospite",
                "4.  | Bob riceve 1 zolletta",
            ],
        ),
    ],
)
def test_a_log_in_words(language: str, lines: list[str]) -> None:
    """Places are said by their texts, markers too; `seated`, whose text is empty, and `lonely`, put back to none, say nothing."""
    moves = ("show the Earl Grey drinker to the south", "leave it", "show the mint drinker to the north", "yes")
    _, log, namers = played(moves)
    assert read(namers[language], log, None) == lines


def test_declining_is_told_to_the_decider_only() -> None:
    _, log, namers = played(("show", "leave it"))
    assert read(namers["en"], log, ADA)[-1] == "2. Ada: leave it at that | "
    for viewer in (None, BOB):
        assert [line.step for line in log_lines(namers["en"], log, viewer)] == [1]


def test_places_of_players_are_theirs() -> None:
    """Whoever moves has `their` own; a place of somebody else is said with the name, its other indices behind it."""
    _, log, namers = played(("keep",))
    own = {"en": "their own guests", "fr": "son cercle", "it": "il suo gruppo"}
    others = {"en": "Bob's own guests, south-west", "fr": "le cercle de Bob, sud-ouest", "it": "il gruppo di Bob, sud-ovest"}
    for language, namer in namers.items():
        assert the_place(namer, "saved", (ADA, 1), ADA).startswith(own[language])
        assert the_place(namer, "saved", (BOB, 1), ADA) == others[language]
    assert read(namers["en"], log, None) == [
        "1. Ada keeps the Earl Grey drinker | new in their own guests, south-west: mint drinker · "
        "new in Bob's own guests, south-west: mint drinker · the mint drinker goes to the box"
    ]
    assert "nuovo nel gruppo di Bob, sud-ovest: " in read(namers["it"], log, None)[0]


def test_a_number_without_limit_is_said_so() -> None:
    _, _, namers = played(())
    said = [namer.counted("sugar", UNLIMITED) for namer in namers.values()]
    assert said == ["unlimited sugar cubes", "sucres sans limite", "zollette senza limite"]
    taken = UNLIMITED - 3  # of a bank that has no limit
    assert [namer.counted("sugar", taken) for namer in namers.values()] == said


SWAP = """cafe en
game swap "Swap"
  players 2

kind sign: sun, moon
piece card in deck
  sign
  | copies | sign |
  | 4      | each |

place deck: deck of card
place shown[player]: row of card
tally coins[player] bank 20

setup
  deal 2 from deck to shown
  for each p in players
    p gains 5 coins

action fine "{take/takes} a coin"
  next(me) pays 1 coins
  gain 1 coins

action change "{give/gives} back"
  do give_back

step give_back
  whistle: announce "All cards go back"
  for each p in players
    move shown[p] to deck
  shuffle deck
  for each p in players
    p draws 1 from deck to shown[p]

play
  turns from starter
    one of
      - do fine
      - do change

words en
  | name  | one    | many    | named      |
  | coins | "coin" | "coins" |            |
  | card  | "card" | "cards" | "“{sign}”" |
"""


def test_who_moved_is_named_again_after_somebody_else() -> None:
    _, log, namers = played(("take",), SWAP)
    assert read(namers["en"], log, None) == ["1. Ada takes a coin | Bob pays 1 coin · Ada gets 1 coin"]


def test_what_is_announced_is_not_told_card_by_card() -> None:
    """That cards are laid face down and shuffled goes without saying; what everybody sees afterwards does not."""
    _, log, namers = played(("give",), SWAP)
    (line,) = read(namers["en"], log, None)
    assert line.startswith("1. Ada gives back | All cards go back · new in their shown: “") and "· new in Bob's shown: “" in line
    assert "shuffled" not in line and "the deck" not in line
    _, log, namers = played(("give",), SWAP.replace('  whistle: announce "All cards go back"\n', ""))
    (line,) = read(namers["en"], log, None)
    assert "go to the deck" in line and "the deck is shuffled" in line
    assert "on mélange " in read(namers["fr"], log, None)[0]  # whatever gender a place has


ROUND = """cafe en
game rounds "Rounds"
  players 2

marker holder: player = starter
marker dealer: player = starter

action bid "{bid/bids}"
  do settle
  set dealer to next(me)

step settle
  announce "{next(me)} takes the trick"
  set holder to next(me)

play
  turns from starter
    do bid
"""


def test_an_announcement_stands_for_what_its_own_step_sets_and_for_nothing_else() -> None:
    """That Bob takes the trick says who holds it, and not that he deals next."""
    _, log, namers = played(("bid",), ROUND)
    assert read(namers["en"], log, None) == ["1. Ada bids | Bob takes the trick · the dealer: Bob"]


def test_a_piece_is_not_told_again_whose_spot_the_sentence_names() -> None:
    """A mark that is drawn for `column 3, row 2`; discs that the sentence counts. Where it names no spot, it is told."""
    text = (GAMES / "tic-tac-toe.cafe").read_text(encoding="utf-8")
    _, log, namers = played(("put a mark on column 3, row 2", "put a mark on column 2, row 2"), text)
    assert read(namers["en"], log, None) == [
        "1. Ada puts a mark on column 3, row 2 | ",
        "2. Bob puts a mark on column 2, row 2 | ",
    ]
    _, log, namers = played(("put a mark",), text.replace(", row {row}", ""))
    assert read(namers["en"], log, None) == ["1. Ada puts a mark on column 1 | Ada goes on the board, column 1, row 1"]
    reversi = (GAMES / "reversi.cafe").read_text(encoding="utf-8")
    _, log, namers = played(("put a disc on column 4, row 3",), reversi)
    assert read(namers["en"], log, None) == ["1. Ada puts a disc on column 4, row 3 and turns 1 disc over | "]

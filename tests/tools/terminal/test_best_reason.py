"""`?` tells the best reason first, and of which ways it is true; the others are counted, by rule."""

from __future__ import annotations

from rulekit.pipeline import check_game
from rulekit.report.words import make_namer
from rulekit.study.examples.run_examples import run_examples
from rulekit.tools.terminal.why_questions import answer
from tests.engine.play import ROOT

ITALIAN = """
example italian "An Italian table at which nobody sits"
  players ada, bruno
  given
    table_at[sw] is table(Italy)
    table_at[nw] is table(China)
    table_at[ne] is table(Germany)
    table_at[se] is table(China)
    table_at[middle] is table(Russia)
    guest_on[ne_n] is guest(Germany, man)
    hand[ada] is [guest(Italy, woman), guest(Germany, woman), guest(Spain, man)]
  when ada does seat_guest(guest(Spain, man))
"""
GIN = """cafe en
game gin "Gin"
  players 2
kind suit: clubs, hearts
piece card in stock
  rank: 1..10
  suit
  | copies | rank | suit |
  | 1      | each | each |
place stock: deck of card
place hand[player]: hand of card
place thrown: pile of card
marker taken: card or none
marker knocked: truth = no
setup
  draw 1 from stock to thrown
  deal 1 from stock to hand

define deadwood(p: player) = sum(card.rank for card in hand[p])
play
  turns from starter until knocked
    one of
      - do knock
      - do discard

action knock
  choose card in hand[me]
KNOCK
  move card to thrown
  set knocked to yes

action discard
  choose card in hand[me]
  fresh: only if card is not taken because "you have just taken this card"
  move card to thrown
  set taken to none

example eleven "Ada holds eleven cards, one of them just taken"
  players ada, bob
  given
    hand[ada] is [card(1, clubs), card(2, clubs), card(3, clubs), card(4, clubs), card(5, clubs), card(6, clubs),
      card(7, clubs), card(8, clubs), card(9, clubs), card(1, hearts), card(10, hearts)]
    taken is card(TAKEN)
  when ada does knock
"""
FRESH = '  fresh: only if card is not taken because "you have just taken this card"\n'
LOW = '  low: only if deadwood(me) - card.rank <= LIMIT because "more than LIMIT points would be left"\n'


def told(text: str, words: str, language: str = "en") -> list[str]:
    """What is answered in the position of the last example."""
    checked = check_game(text, "asked.cafe")
    assert checked.value is not None and checked.ok, checked.diagnostics
    (result,) = run_examples(checked.value, [checked.value.examples[-1].name])
    assert result.engine is not None and result.state is not None
    namer = make_namer(checked.value, result.engine.program.layout, language, result.example.seats, result.engine)
    return answer(namer, result.engine, result.state, words)


def test_a_chair_elsewhere_is_not_why_a_guest_may_not_stay_alone() -> None:
    """Eight of twelve chairs are at no Italian table; where there is one, the guest would be alone."""
    text = (ROOT / "rules/cafe-international.cafe").read_text(encoding="utf-8") + ITALIAN
    said = told(text, "seat italian woman")
    assert said[0] == "seat italian woman: no, a guest may not stay alone: another one has to join in the same turn"
    first = "seat the Italian woman on the inner south chair (Italy, China and Russia)"
    assert said[1].strip() == f"true of 4 of 12 ways, such as {first}"
    assert said[2].strip().startswith("rule turn.company")
    other = "seat the Italian woman on the inner north chair (China, Germany and Russia)"
    there = "the north chair of the north-east table"
    assert [line.strip() for line in said[-2:]] == [
        f"7 other ways, such as {other}: no table at the inner north chair belongs to Italy (rule seat_guest.nation)",
        f"seat the Italian woman on {there}: {there} is taken (rule seat_guest.free)",
    ]
    italian = told(text, "far sedere la donna italiana", "it")
    alone = "un ospite non può restare solo: qualcuno deve raggiungerlo in questo turno"
    assert italian[0] == f"far sedere la donna italiana: no, {alone}"
    assert "alla sedia interna nord non c'è nessun tavolino dell'Italia" in italian[-2]


def knocked(rules: str, taken: str, limit: int = 10) -> list[str]:
    """Why Ada cannot knock."""
    return told(GIN.replace("KNOCK\n", rules.replace("LIMIT", str(limit))).replace("TAKEN", taken), "knock")


def test_what_is_true_of_one_card_in_eleven_is_not_the_reason() -> None:
    for rules in (FRESH + LOW, LOW + FRESH):
        said = knocked(rules, "1, clubs")
        assert said[0] == "knock: no, more than 10 points would be left"


def test_nor_is_it_if_that_card_alone_would_do() -> None:
    """Ada holds 56 points: 46 would be left if the ten that was taken could be thrown."""
    said = knocked(LOW + FRESH, "10, hearts", 46)
    assert said[0] == "knock: no, more than 46 points would be left"
    assert said[1].strip() == "true of 10 of 11 ways, such as knock card 1 clubs"
    assert said[-1].strip() == "knock card 10 hearts: you have just taken this card (rule knock.fresh)"

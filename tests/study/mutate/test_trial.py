"""Changing one thing at a time: what is changed, and who notices it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

from rulekit.model.mutations.mutations import mutated, mutations, read_trees
from rulekit.pipeline import check_game, check_trees
from rulekit.report.studies.mutate import summary_lines
from rulekit.study.mutate.summary import compare, listed, summarise
from rulekit.study.mutate.trial import CHECKER, CRASH, EXAMPLES, NEVER_ENDS, NOTHING, PLAYS, SAME, TOO_MUCH, Bench, Job, Verdict
from rulekit.syntax import ast
from tests.fuzz.work import counting
from tests.report.snapshots import TextSnapshot
from tests.study.stall import STALL, example

BLIND = example("then count(players) is 3", name="blind")


def bench(text: str, *changes: str, settings: tuple[tuple[str, str], ...] = (), plays: bool = False) -> Bench:
    """A game to change."""
    sources = tuple((t, f"{n}.cafe") for n, t in enumerate((text, *changes)))
    assert check_game(*sources[0], sources[1:], settings).diagnostics == ()
    return Bench(Job(sources, settings, not plays))


def judge(there: Bench, address: str, change: str) -> Verdict:
    """Try one change."""
    numbers = [n for n, m in enumerate(there.mutations) if (m.address, m.text) == (address, change)]
    assert len(numbers) == 1, [(m.address, m.text) for m in there.mutations]
    return there.judge(numbers[0])


def changes(there: Bench) -> list[str]:
    """All changes of a game, to read."""
    return [f"{m.span.line:>2} {m.sort:<11} {m.address}: {m.text}" for m in there.mutations]


# ---- what is changed -----------------------------------------------------------------------------
def test_every_change_of_a_small_game(snapshot: SnapshotAssertion) -> None:
    """Nothing of the head, the words, the example, `total`, `among`, texts: only what is played."""
    told = changes(bench(STALL + BLIND))
    assert "\n".join(told) + "\n" == snapshot(extension_class=TextSnapshot, name="stall")
    assert len({line[3:] for line in told}) == len(told)


def test_a_layout_is_not_changed_because_nobody_plays_it() -> None:
    laid_out = f"{STALL}\nlayout\n  | count(players) > 1 |\n"
    assert changes(bench(laid_out)) == changes(bench(STALL))


def test_a_change_changes_one_thing_and_nothing_else() -> None:
    there = bench(STALL)
    assert check_trees(there.trees).value == check_game(STALL, "0.cafe").value
    for mutation in there.mutations:
        changed = mutated(there.trees, mutation)
        assert changed != there.trees
        differing = [a for a, b in zip(there.trees[0].items, changed[0].items, strict=True) if a != b]
        assert len(differing) == 1
    assert there.trees == read_trees(there.job.sources)


LONG: dict[str, Callable[[int], str]] = {
    "sum": lambda length: f"define long = {' + '.join(['1'] * length)}",
    "list": lambda length: f"define long = [{', '.join(str(1000 + n) for n in range(length))}]",
    "rows": lambda length: "piece chip in box\n  | size |\n" + "".join(f"  | {n} |\n" for n in range(1, length + 1)),
}


@pytest.mark.parametrize(("shape", "length"), [("sum", 60), ("list", 200), ("rows", 200)])
def test_telling_the_changes_of_a_long_text_is_no_more_work_for_each_of_them(shape: str, length: int) -> None:
    """Only as much of what surrounds a change is looked at as fits into a line."""

    def work_of_each(length: int) -> float:
        trees = read_trees([(f"{STALL}\n{LONG[shape](length)}\n", "0.cafe")])
        with counting() as steps:
            made = mutations(trees)
        assert len(made) > length
        return steps[0] / len(made)

    assert work_of_each(length) < 1.5 * work_of_each(length // 2)


def test_a_change_in_a_long_list_is_told_with_its_neighbours() -> None:
    trees = read_trees([(f"{STALL}\n{LONG['list'](200)}\n", "0.cafe")])
    told = [m.text for m in mutations(trees) if isinstance(m.new, ast.Number) and m.new.value == 1101]
    assert "`…5, 1096, 1097, 1098, 1099, 1101, 1101, 1102, 1103, 1104, 1105…`" in told[0], told


def test_the_words_are_those_of_the_file() -> None:
    text = (
        'cafe fr\njeu tas "Tas"\n  joueurs 2\n\nrepère reste: 0..7 = 7\n\ndéroulement\n'
        "  tours depuis premier jusqu'à ce que reste est 0\n    faire prendre\n\n"
        "action prendre\n  choisir n dans 1..min(2, reste)\n  mettre reste vers reste - n\n"
    )
    assert "prendre: `mettre reste vers reste + n` instead of `mettre reste vers reste - n`" in changes(bench(text))[-1]


def test_what_a_rule_says_to_people_is_not_told_with_it() -> None:
    bare = """\
cafe en
game jar "Jar"
  players 2

marker left: 0..9 = 9

play
  turns from starter until left is 0
    do take

action take
  choose n in 1..min(2, left)
  set left to left - n
  more: may set left to max(0, left - 1)
"""
    said = bare.replace("2, left)", '2, left) "How many?"').replace("left - n", 'left - n "from the jar"')
    said = said.replace("set left to left - n", "rest: set left to left - n").replace("- 1)", '- 1), or "leave it"')
    without = [line[3:].replace("take.rest", "take") for line in changes(bench(said))]
    assert without == [line[3:] for line in changes(bench(bare))]


def test_what_would_be_the_same_is_left_out() -> None:
    """Two players have one neighbour each, two values one other; turns without an end are rounds; a wider range holds as much."""
    text = """\
cafe en
game coins "Coins"
  players 2

kind side: heads, tails
tally coins[player]
marker shown: side = heads
marker left: 1..9 = 9

play
  turns from starter
    do turn_coin

action turn_coin
  only if shown is heads or left < 3
  gain 1 coins
  next turn next(me)
  if left > 2
    end game
"""
    assert [line[3:].partition(" ")[2].strip() for line in changes(bench(text))] == [
        "shown: `marker shown: side = tails` instead of `marker shown: side = heads`",
        "left: `marker left: 2..9 = 9` instead of `marker left: 1..9 = 9`",
        "left: `marker left: 1..8 = 9` instead of `marker left: 1..9 = 9`",
        "left: `marker left: 1..9 = 10` instead of `marker left: 1..9 = 9`",
        "left: `marker left: 1..9 = 8` instead of `marker left: 1..9 = 9`",
        "play: without `do turn_coin`",
        "turn_coin.1: without `only if shown is heads or left < 3`",
        "turn_coin.1: `only if shown is heads and left < 3` instead of `only if shown is heads or left < 3`",
        "turn_coin.1: `only if shown is not heads or left < 3` instead of `only if shown is heads or left < 3`",
        "turn_coin.1: `only if shown is heads or left <= 3` instead of `only if shown is heads or left < 3`",
        "turn_coin.1: `only if shown is heads or left < 2` instead of `only if shown is heads or left < 3`",
        "turn_coin: without `gain 1 coins`",
        "turn_coin: `gain 2 coins` instead of `gain 1 coins`",
        "turn_coin: without `next turn next(me)`",
        "turn_coin: as if `left > 2` always held",
        "turn_coin: `left >= 2` instead of `left > 2`",
        "turn_coin: `left > 3` instead of `left > 2`",
        "turn_coin: without `end game`",
    ]


# ---- who notices ---------------------------------------------------------------------------------
PLUM = "given stand is [card(plum), card(apple), card(pear), card(pear)]"
BOUGHT = "when ada does buy(card(plum))"
CASES = [
    ("card.3.worth", "`2` instead of `3`", ["then every(card in deck where card.fruit is not plum or card.worth is 3)"]),
    ("card.1.fruit", "`pear` instead of `apple`", ["then count(card in stand where card.fruit is apple) is 2"]),
    ("card", "`piece card in stand` instead of `piece card in deck`", ["then count(deck) is 2"]),
    ("coins", "`tally coins[player] bank 21` instead of `tally coins[player] bank 20`", ["then bank(coins) is 5"]),
    ("tip", "`3` instead of `2`", ["given sold is 2", PLUM, BOUGHT, "then coins[ada] is 3"]),
    ("setup", "without `p gains 5 coins`", ["then coins[bob] is 5"]),
    ("setup", "`draw 4 from deck under stand` instead of `draw 4 from deck to stand`", ["then top(stand).fruit is apple"]),
    ("is_plum", "`card.fruit is plum or card.worth is 3` instead of `card.fruit is plum and card.worth is 3`",
     ["given stand is [card(pear)]", "then not any(card in stand where is_plum(card))"]),
    ("price", "`max(card.worth + 1, 9)` instead of `min(card.worth + 1, 9)`", ["then price(first(stand)) is 2"]),
    ("price", "`min(card.worth - 1, 9)` instead of `min(card.worth + 1, 9)`", ["then price(first(stand)) is 2"]),
    ("play", "without `- do leave`", ["then ada can leave"]),
    ("buy.room", "without `only if count(basket[me]) <= sold`",
     ["given basket[ada] is [card(plum)]", "then ada cannot buy because buy.room"]),
    ("buy.room", "`only if count(basket[me]) < sold` instead of `only if count(basket[me]) <= sold`", ["then ada can buy"]),
    ("buy", "`choose card in attic` instead of `choose card in stand`", [PLUM, BOUGHT, "then count(stand) is 3"]),
    ("buy", "`move card to cellar[me]` instead of `move card to basket[me]`", [PLUM, BOUGHT, "then count(basket[ada]) is 1"]),
    ("buy.late", "as if `sold > 1` always held", [PLUM, BOUGHT, "then coins[ada] is 1"]),
    ("buy.late", "as if `sold > 1` never held", ["given sold is 2", PLUM, BOUGHT, "then sold is 1"]),
    ("buy.late", "`sold >= 1` instead of `sold > 1`", ["given sold is 1", PLUM, BOUGHT, "then sold is 2"]),
    ("buy.late", "without `set sold to sold + 1`", [PLUM, BOUGHT, "then sold is 1"]),
    ("leave", "`next turn previous(me)` instead of `next turn next(me)`", ["when ada does leave", "then active is bob"]),
    ("score.fruit", "`count(card in basket[p])` instead of `count(card in basket[p] where is_plum(card))`",
     ["given basket[ada] is [card(pear)]", "then score(ada) is 0"]),
    ("winner", "`most coins[p]` instead of `fewest coins[p]`", ["given coins[bob] is 1", "then winners is [bob]"]),
    ("winner", "without `fewest coins[p]`", ["given coins[bob] is 1", "then winners is [bob]"]),
]  # fmt: skip


@pytest.mark.parametrize(("address", "change", "lines"), CASES, ids=[f"{a}-{n}" for n, (a, _, _) in enumerate(CASES)])
def test_an_example_notices_what_it_looks_at(address: str, change: str, lines: list[str]) -> None:
    assert judge(bench(STALL + BLIND), address, change) == Verdict(_number(address, change), NOTHING)
    noticing = bench(STALL + BLIND + example(*lines))
    assert [r.name for r in noticing.model.examples] == ["blind", "seen"]
    verdict = judge(noticing, address, change)
    assert (verdict.noticed, verdict.by) == (EXAMPLES, "seen")


def _number(address: str, change: str) -> int:
    return next(n for n, m in enumerate(bench(STALL).mutations) if (m.address, m.text) == (address, change))


def test_the_noticing_examples_hold_without_a_change() -> None:
    from rulekit.study.examples.run_examples import run_examples

    for _, _, lines in CASES:
        results = run_examples(bench(STALL + example(*lines)).model)
        assert [(r.example.name, r.problem) for r in results if not r.ok] == []


def test_the_checker_notices_a_wrong_number_of_pieces() -> None:
    assert judge(bench(STALL), "card.1.copies", "`3` instead of `2`").by == "RK430"


def test_a_game_that_cannot_be_laid_out_is_noticed_by_the_checker() -> None:
    """Two cards would begin in one spot: that is found when the places are laid out."""
    text = (
        'cafe en\ngame hole "Hole"\n  players 2\n\n'
        "piece card in pile\n  worth: 1..2\n  | copies | worth |\n  | 1      | each  |\n"
        "\nplace pile: pile of card\nplace hole: spot of card\n\nplay\n  turns from starter until pile is empty\n    do put\n\n"
        "action put\n  move hole to box\n  draw 1 from pile to hole\n"
    )
    seen = '\nexample seen "Two"\n  players ada, bob\n  then count(pile) is 2\n'
    for there in (bench(text, plays=True), bench(text + seen)):
        verdict = judge(there, "card", "`piece card in hole` instead of `piece card in pile`")
        assert (verdict.noticed, verdict.by) == (CHECKER, "RK432")


def test_a_locked_play_notices_what_no_example_looks_at() -> None:
    there = bench(STALL + BLIND, plays=True)
    verdict = judge(there, "setup", "`p gains 4 coins` instead of `p gains 5 coins`")
    assert (verdict.noticed, verdict.by) == (PLAYS, "3 players")
    assert judge(there, "price", "`min(card.worth + 1, 10)` instead of `min(card.worth + 1, 9)`").noticed == NOTHING


@pytest.mark.parametrize("pin", [[], ["with tip = 2"]])
def test_examples_near_the_rule_come_first(pin: list[str]) -> None:
    """Both notice it; the one beside the rule is named, whether or not they can be run together."""
    lines = [PLUM, BOUGHT, "then coins[ada] is 1"]
    far, near = example(*pin, *lines, name="far"), example(*lines, name="near")
    text = STALL.replace("kind fruit", far.lstrip() + "\nkind fruit").replace("action leave", near.lstrip() + "\naction leave")
    assert judge(bench(text), "buy", "without `pay price(card) coins`").by == "near"


def test_a_failure_of_rulekit_itself_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise TypeError("oh")

    there = bench(STALL)
    assert there.mutations
    monkeypatch.setattr("rulekit.study.mutate.trial.check_trees", broken)
    assert there.judge(3) == Verdict(3, CRASH, "TypeError: oh")


# ---- readings and variants -----------------------------------------------------------------------
VARIANT = """\
cafe en
variant market_day of stall "Market day"
  why "more to buy"

with tip = 4

replace buy.late
  gain tip coins

after leave
  gain 1 coins

replace card.1.worth = 4
"""


def test_lines_of_a_variant_are_changed_too() -> None:
    there = bench(STALL, VARIANT)
    own = [f"{m.span.path}:{m.span.line} {m.address}: {m.text}" for m in there.mutations if m.file == 1]
    assert own == [
        "1.cafe:5 tip: without `with tip = 4`",
        "1.cafe:5 tip: `with tip = 3` instead of `with tip = 4`",
        "1.cafe:7 buy.late: without `replace buy.late`",
        "1.cafe:8 buy.late: without `gain tip coins`",
        "1.cafe:10 leave: without `after leave`",
        "1.cafe:11 leave: without `gain 1 coins`",
        "1.cafe:11 leave: `gain 2 coins` instead of `gain 1 coins`",
        "1.cafe:13 card.1.worth: without `replace card.1.worth = 4`",
        "1.cafe:13 card.1.worth: `replace card.1.worth = 5` instead of `replace card.1.worth = 4`",
        "1.cafe:13 card.1.worth: `replace card.1.worth = 3` instead of `replace card.1.worth = 4`",
    ]


def test_what_is_not_in_force_does_not_count() -> None:
    """The variant replaces this rule, and answers this option."""
    there = bench(STALL, VARIANT)
    assert judge(there, "buy.late", "as if `sold > 1` always held").noticed == SAME
    assert [m.text for m in there.mutations if m.address == "tip" and m.file == 0] == []
    assert [m.text for m in bench(STALL, settings=(("tip", "3"),)).mutations if m.address == "tip"] == []
    summary = summarise(there.mutations, 2, [Verdict(0, SAME), Verdict(1, NOTHING)])
    assert (summary.planned, summary.tried, summary.made) == (2, 2, 1)


# ---- summary -------------------------------------------------------------------------------------
def test_a_summary_counts_who_noticed() -> None:
    there = bench(STALL)
    found = [CHECKER, EXAMPLES, EXAMPLES, PLAYS, NOTHING, SAME, CRASH, NOTHING]
    summary = summarise(there.mutations, 9, [Verdict(n, noticed, "why") for n, noticed in reversed([*enumerate(found)])])
    assert (summary.planned, summary.tried, summary.made) == (9, 8, 7)
    assert (summary.checker, summary.examples, summary.plays) == (1, 2, 1)
    assert summary.unnoticed == (there.mutations[4], there.mutations[7])
    assert summary.crashes == ((there.mutations[6], "why"),)
    assert round(summary.share, 1) == 57.1 and round(summary.share_without_plays, 1) == 42.9
    assert set(summary.to_dict()) == {
        "planned", "tried", "stopped", "made", "noticed", "share", "share_without_plays", "unnoticed", "given_up", "crashes",
    }  # fmt: skip
    assert summary.stopped and summary.to_dict()["stopped"] is True
    assert summary.to_dict()["noticed"] == {"checker": 1, "examples": 2, "plays": 1}


def test_what_was_given_up_is_told_apart() -> None:
    """It counts as noticed, but a slow machine may have done it: so everybody can see it."""
    there = bench(STALL)
    verdicts = [Verdict(0, PLAYS, NEVER_ENDS), Verdict(1, EXAMPLES, "seen"), Verdict(2, PLAYS, TOO_MUCH)]
    summary = summarise(there.mutations, 3, verdicts)
    assert summary.given_up == (there.mutations[0], there.mutations[2])
    assert len(summary.noticed) == 3 and summary.plays == 2
    told = list(summary_lines("Stall", summary))
    assert told[4:7] == [
        "    given up, since they took too long or too much memory, 2:",
        "      0.cafe:8 card: `piece card in stand` instead of `piece card in deck`",
        "      0.cafe:12 card.1.copies: `1` instead of `2`",
    ]


def test_a_list_is_held_against_a_summary() -> None:
    there = bench(STALL)
    rows = [(m.address, m.text) for m in there.mutations]
    page = f"# All\n\n## stall\n\n| address | change | reason |\n|---|---|---|\n| {rows[0][0]} | {rows[0][1]} | nobody minds |\n"
    page += f"| {rows[1][0]} | {rows[1][1]} | |\n| {rows[3][0]} | {rows[3][1]} | why not |\n| gone | without `it` | hm |\n"
    page += f"\n## other\n\n| {rows[2][0]} | {rows[2][1]} | elsewhere |\n"
    known = listed(page, "stall")
    assert list(known) == [rows[0], rows[1], rows[3], ("gone", "without `it`")]
    verdicts = [Verdict(0, NOTHING), Verdict(1, NOTHING), Verdict(2, NOTHING), Verdict(3, PLAYS)]
    against = compare(summarise(there.mutations, 4, verdicts), there.mutations, known)
    assert against.unlisted == there.mutations[1:3]
    assert against.noticed == (rows[3],)
    assert against.unknown == (("gone", "without `it`"),)
    assert not against.ok

"""What newcomers ran into: one report for one mistake, and hints that say what to write."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Diagnostic
from tests.model.pages import run

HEAD = 'cafe en\ngame cats "Cats"\n  players 2..4\n'
GAME = (
    HEAD
    + """
option most "How many?" = 3
  - 3 "three"
  - 4 "four"

kind face: cat, mouse, owl

piece card in deck
  face: face
  paws: 0..3
  | copies | face | paws |
  | 40     | each | 1    |
  total 120

place deck: deck of card
place hand[player]: hand of card
tally mice[player] bank 20

setup
  mix: shuffle deck
  deal: deal most from deck to hand

play
  turns from starter until hand[active] is empty
    do take

action take
  choose c in hand[me]
  move c to box
  gain 1 mice
"""
)


def _found(text: str, change: str = "") -> tuple[Diagnostic, ...]:
    return run(text + (f"--- change.cafe\ncafe en\n{change}" if change else "")).diagnostics


def _one(text: str, change: str = "") -> Diagnostic:
    (finding,) = _found(text, change)
    return finding


def _rule(*lines: str) -> str:
    return GAME.replace("  gain 1 mice\n", "".join(f"  {line}\n" for line in lines))


def test_the_game_itself_has_no_finding() -> None:
    assert _found(GAME) == ()


# ---- broken heads of changes ---------------------------------------------------------------------
HEADS = [
    'variant v of cats "V',
    "variant v of cats V",
    "variant v of cats “V”",
    'variant v of cats "V"\n\tplayers 2',
    "reading v of cats V",
    'varint v of cats "V"',
]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("rest", ["with most = 4\n", "action more\n  gain 1 dollars\n", "replace play\n  do take\n"])
def test_broken_head_of_a_change_is_the_only_report(head: str, rest: str) -> None:
    """With its game and alone."""
    assert _one(GAME, f"{head}\n\n{rest}").code.startswith("RK1")
    assert _one(f"cafe en\n{head}\n\n{rest}").code.startswith("RK1")


SORTING = "pieces need no sorting: ask for what counts, as with `max(card.rank for card in hand[me])`"


# ---- hints ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("gain 1.5 * mice[me] mice", "RK207", "`3 * x div 2`"),
        ("gain 1 mouse", "RK218", "did you mean `mice`?"),
        ("gain 1 mic", "RK201", "did you mean `mice`?"),
        ("gain 1 dollars", "RK201", "the only tally is `mice`"),
        ("gain length(hand[me]) mice", "RK201", "write `count(…)`"),
        ("gain sort(hand[me]) mice", "RK201", SORTING),
        ("gain hand[me].size mice", "RK207", "write `count(…)`"),
        ("gain abs(mice[me] - 3) mice", "RK201", "write `max(x, -x)`"),
        ("gain random(6) mice", "RK201", "`choose n in 1..6 at random`"),
        ("reward gain 1 mice", "RK201", "if it is the name of the rule, put a colon behind it: `reward:`"),
        ("gain one mice", "RK201", "write the number: `1`"),
        ("gain (if c.face is dog then 1 else 2) mice", "RK201", "the values of `face` are `cat`, `mouse`, `owl`"),
        ("gain sum(a for a in 1..5000) mice", "RK435", "go through less"),
        ("gain count(list(a for a in 1..100, b in 1..100)) mice", "RK435", "leave `list(…)` out: `count(… for x in …)`"),
    ],
)
def test_hint_says_what_to_write(line: str, code: str, hint: str) -> None:
    finding = _one(_rule(line, "gain 1 mice"))
    assert finding.code == code
    assert hint in (finding.hint or "")


@pytest.mark.parametrize(
    ("change", "code", "hint"),
    [
        ("remove setup.xyz\n", "RK452", "in `setup` there are `setup.mix`, `setup.deal`"),
        ("remove setup.dael\n", "RK452", "did you mean `setup.deal`?"),
        ("remove take.xyz\n", "RK452", "nothing in `take` has an address of its own; give the whole one, `take`"),
        ("play\n  do take\n", "RK453", "write `replace` before it to put it in the place of the old `play`"),
    ],
)
def test_hint_of_a_change(change: str, code: str, hint: str) -> None:
    finding = _one(GAME, f'variant v of cats "V"\n\n{change}')
    assert (finding.code, finding.hint) == (code, hint)


def test_total_is_reported_at_its_line() -> None:
    finding = _one(GAME.replace("total 120", "total 7"))
    assert (finding.code, finding.span.line) == ("RK430", GAME[: GAME.index("total")].count("\n") + 1)


# ---- replaced rules ------------------------------------------------------------------------------
EXAMPLE = '\nexample e "E"\n  players ada, bob\n  given mice[ada] is 3\n  when ada does take(card())\n  then mice[ada] is 4\n'


def test_what_served_a_replaced_rule_goes_without_a_message() -> None:
    """Also if an example of the game still speaks of it."""
    change = 'variant v of cats "V"\n\nreplace play\n  turns from starter until deck is empty\n    draw 1 from deck to hand[me]\n'
    assert _found(GAME + EXAMPLE, change) == ()


def test_what_a_change_adds_in_vain_is_reported() -> None:
    assert _one(GAME, 'variant v of cats "V"\n\naction more\n  gain 1 mice\n').code == "RK410"


# ---- rules that never happen ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("condition", "never"),
    [
        ("1 > 2", True),
        ("c.paws > 3", True),
        ("c.paws >= 3", False),
        ("c.paws is 4", True),
        ("not c.paws <= 3", True),
        ("c.paws > 3 and c.face is cat", True),
        ("c.paws > 3 or c.face is cat", False),
        ("4 < c.paws", True),
        ("most > 4", False),
        ("count(players) > 4", False),
        ("mice[me] < 0", False),
    ],
)
def test_rule_that_never_happens(condition: str, never: bool) -> None:
    """Numbers as written and declared ranges decide, nothing else."""
    codes = [d.code for d in _found(_rule(f"if {condition}", "  gain 1 mice", "gain 1 mice"))]
    assert codes == (["RK441"] if never else [])


def test_declared_range_of_a_parameter_decides() -> None:
    text = _rule("do more(2)") + "\nstep more(n: 1..3)\n  if n < 5\n    gain 1 mice\n  else\n    gain n mice\n"
    assert _one(text).code == "RK441"


# ---- one finding for one mistake ----------------------------------------------------------------
@pytest.mark.parametrize("declared", ["marker face: face = cat", "marker face: 0..3 = 0", "tally face[player]"])
def test_name_taken_twice_is_the_only_report(declared: str) -> None:
    lines = (
        "if face is cat",
        "  gain 1 mice",
        "if face is owl",
        "  set face to owl",
        "gain face mice",
        "gain 1 face",
        "gain 1 mice",
    )
    assert _one(f"{_rule(*lines)}\n{declared}\n").code == "RK202"


@pytest.mark.parametrize("choice", ["choose c in hand", "choose c in hand where c.face is cat"])
def test_everybodys_hand_is_no_question_of_secrecy(choice: str) -> None:
    finding = _one(GAME.replace("choose c in hand[me]", choice))
    assert (finding.code, finding.hint) == ("RK405", "write `hand[me]` for the player's own")
    assert finding.message == "`hand` means everybody's here, and the player who decides does not see those of the others"


def test_somebody_elses_hand_still_is() -> None:
    finding = _one(GAME.replace("choose c in hand[me]", "choose c in hand[next(me)]"))
    assert finding.code == "RK405" and "give it away" in finding.message


# ---- examples ------------------------------------------------------------------------------------
def test_player_called_like_a_word_is_reported_once() -> None:
    text = EXAMPLE.replace("ada", "max").replace("then mice[max] is 4", "then mice[max] is max(3, 4)")
    assert _one(GAME + text).code == "RK203"

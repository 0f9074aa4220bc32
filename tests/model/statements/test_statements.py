"""Statements: addresses, subjects, choices, arguments."""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model import Deed, GameModel
from rulekit.model.types import NUMBER, PLAYER
from tests.model.games import made

WORLD = """
tally coins[player] bank 20
kind suit: hearts, spades
piece card in stock
  suit
  | copies | suit |
  | 5      | each |
place stock: deck of card
place hand[player]: hand of card
"""


def deed(text: str, name: str = "go") -> Deed:
    """One deed of a small game."""
    return next(d for d in made(WORLD + text).deeds if d.name == name)


def addresses(block: rules.Block) -> list[str]:
    """Addresses of the statements of a block, without what is inside them."""
    return [s.address for s in block]


def test_statements_bear_the_nearest_label() -> None:
    """A label is flat in its deed; what has none bears that of the rule around it."""
    go = deed("action go\n  a: if 1 > 2\n    end game\n    b: end game\n  end game\n")
    assert addresses(go.block) == ["go.a", "go"]
    assert isinstance(go.block[0], rules.If)
    assert addresses(go.block[0].branches[0].block) == ["go.a", "go.b"]


def test_requirements_without_label_are_numbered() -> None:
    """In order of appearance among such."""
    go = deed('action go\n  only if 1 > 0 because "a"\n  x: only if 1 > 0 because "b"\n  only if 1 > 0 because "c"\n')
    assert addresses(go.block) == ["go.1", "go.x", "go.2"]


def test_bullets_have_addresses() -> None:
    """By label, else by number; a requirement on a labelled bullet's line bears its label."""
    go = deed('action go\n  what: one of\n    - end game\n    - stop: only if 1 > 0 because "x"\n    - pass:\n')
    one_of = go.block[0]
    assert isinstance(one_of, rules.OneOf)
    assert [(b.address, b.labelled) for b in one_of.bullets] == [("go.what#1", False), ("go.stop", True), ("go.pass", True)]
    assert addresses(one_of.bullets[1].block) == ["go.stop"]


def test_subject_becomes_as() -> None:
    """Inside, `me` is that player."""
    go = deed('action go\n  next(me) gains 2 coins   @assumed "x"\n')
    outer = go.block[0]
    assert isinstance(outer, rules.As)
    assert outer.player == exprs.Builtin(PLAYER, "next", (exprs.Me(PLAYER),))
    assert outer.block == (rules.Gain("go", exprs.Const(NUMBER, 2), "coins", (), cites=(rules.Citation("assumed", why="x"),)),)


def test_fill_draws_what_is_missing() -> None:
    """`fill P to n from Q`."""
    draw = deed("action go\n  fill hand[me] to 5 from stock\n").block[0]
    assert isinstance(draw, rules.Draw)
    assert isinstance(draw.count, exprs.Binary) and draw.count.op == "-"
    assert draw.to == rules.PlaceRef("hand", (exprs.Me(PLAYER),))


def amount(e: exprs.Expr | None) -> exprs.Value:
    """The number that is written, if there is one."""
    assert e is None or isinstance(e, exprs.Const)
    return None if e is None else e.value


def test_amounts_of_choices() -> None:
    """`some`, `up to n`, `n`, `a..b`."""
    go = deed("action go\n  choose some a in stock, up to 3 b in stock, 2 c in stock, 1..2 d in stock\n  choose e in stock\n")
    first, second = go.block
    assert isinstance(first, rules.Choose) and isinstance(second, rules.Choose)
    picks = first.picks + second.picks
    ends = [(amount(p.low), amount(p.high)) for p in picks]
    assert ends == [(1, None), (0, 3), (2, 2), (1, 2), (None, None)]
    assert [p.several for p in picks] == [True] * 4 + [False]
    assert go.choices == ("a", "b", "c", "d", "e")


def test_arguments_are_named_in_rules() -> None:
    """Parameters first, then choices in the order of the text."""
    m = made(
        WORLD + "step pick(n: number)\n  choose suit\n  draw n from stock to hand[me]\nplay\n  starter does pick(2, hearts)\n"
    )
    outer = next(d for d in m.deeds if d.name == "play").block[0]
    assert isinstance(outer, rules.As) and isinstance(outer.block[0], rules.Do)
    assert [a.name for a in outer.block[0].args] == ["n", "suit"]


def branching() -> GameModel:
    """A choice that is not on every path."""
    return made(
        WORLD
        + "action go\n  choose n in 1..3\n  if n is 1\n    choose suit\n  else\n    choose m in 1..3\n"
        + 'example x "y"\n  players a, b\n  when a does go(2, 3)\n  when a does go(1, suit: hearts)\n  then a can go(1)\n'
    )


def test_arguments_behind_a_branch_stay_unnamed_in_examples() -> None:
    """They bind in the order asked on the path taken."""
    steps = branching().examples[0].steps
    names = [[a.name for a in s.args] for s in steps if hasattr(s, "args")]
    assert names == [["n", None], ["n", "suit"]]


def test_group_is_transparent() -> None:
    """What a labelled block declares is seen after it."""
    go = deed("action go\n  first_part:\n    let n = 3\n  gain n coins\n")
    assert go.block[1] == rules.Gain("go", exprs.Local(NUMBER, 0, "n"), "coins", ())

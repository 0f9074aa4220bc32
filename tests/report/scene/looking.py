"""Scenes of small games and of the bundled ones, as text."""

from __future__ import annotations

from functools import cache

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.scene.as_text import grid_lines
from rulekit.report.scene.make_scene import SceneMaker
from rulekit.report.scene.scene import Grid
from rulekit.report.scene.table_text import seen_table
from rulekit.report.table.looks import painter
from rulekit.report.words import make_namer

GAME = """cafe en
game tea "Tea"
  players 2..3

kind brew
  near: list of brew
  strength: 1..2
  | brew  | near  | strength |
  | green | black | 1        |
  | black | green | 2        |
piece leaf in pot
  brew
  rank: 1..4
  | copies | brew | rank |
  | 1      | each | each |

place pot: deck of leaf
place cup[brew]: pile of leaf
place hand[player]: hand of leaf
place board[x: 1..3, y: 1..2]: spot of leaf
place secret[player]: pile of leaf, private
tally coins[player] bank 20
marker guess[player]: 0..9, private = 0
table worth[rank: 1..4]: number
  | 1..3 | 1 |
  | 4    | 2 |
define held(p: player) = count(secret[p])
define sum_of(p: player) = sum(hand[p].rank)

setup
  deal 1 from pot to hand
  deal 1 from pot to secret
  draw 1 from pot to cup[green]
  draw 1 from pot to board[1, 2]

action pour
  choose n in 1..9, private
  set guess[me] to n
  gain 1 coins

play
  turns from starter until every(p in players where coins[p] > 1)
    do pour

winner p
  most coins[p]
"""


@cache
def maker_of(text: str, players: int = 2, language: str = "en") -> SceneMaker:
    """Return what makes the scenes of a game."""
    checked = check_game(text, "tea.cafe")
    assert checked.value is not None and checked.ok, [(d.code, d.message) for d in checked.diagnostics]
    program = lower(checked.value, players).value
    assert program is not None
    engine = Engine(program)
    return SceneMaker(engine, make_namer(checked.value, program.layout, language, (), engine))


def begun(layouts: str, players: int = 2) -> tuple[SceneMaker, State]:
    """Return the small game with layouts, at its first decision."""
    maker = maker_of(GAME + "\n" + layouts, players)
    return maker, maker.engine.start(1)


def drawn(maker: SceneMaker, grid: Grid | None, wide: int | None = None) -> list[str]:
    """Return a grid as text; no lines if it does not fit."""
    lines = None if grid is None else grid_lines(grid, painter(maker.namer), wide)
    return [line.plain.rstrip() for line in lines or ()]


def middle(layouts: str, looker: int | None = 0, players: int = 2, wide: int | None = None) -> list[str]:
    """Return the middle of the table as somebody sees it."""
    maker, state = begun(layouts, players)
    scene = maker.scene(state, looker)
    assert scene is not None
    return drawn(maker, scene.middle, wide)


def table(maker: SceneMaker, state: State, looker: int | None, wide: int = 110) -> str:
    """Return the whole table."""
    lines = seen_table(maker.namer, maker.engine, state, looker, wide=wide, brief=True)
    return "\n".join(line.plain.rstrip() for line in lines) + "\n"

"""The tables of the bundled games, as the terminal draws them: looked at before they were kept."""

from __future__ import annotations

import pytest
from attrs import evolve
from syrupy.assertion import SnapshotAssertion

from rulekit.engine.view import OPEN
from rulekit.model.model import GameModel
from rulekit.program.lower import lower
from rulekit.report.scene.make_scene import SceneMaker
from rulekit.report.scene.scene import Cell, Grid, Part, Spot
from rulekit.report.words import make_namer
from rulekit.study.series.seed_snapshots import SeededGame, seeded_game
from tests.engine.play import TABLES, Table, bundled_engine, bundled_model
from tests.report.scene.looking import table
from tests.report.snapshots import TextSnapshot

LAID_OUT = ("cafe-del-gatto", "cafe-international", "bon-appetit", "espresso-doppio")
BIG = {t.name: t for t in TABLES if t.name in LAID_OUT and t.players in (2, 3)}
LANGUAGES = (
    ("cafe-del-gatto", "en"), ("cafe-del-gatto", "fr"), ("cafe-international", "it"), ("bon-appetit", "fr"),
    ("espresso-doppio", "fr"),
)  # fmt: skip


def maker_for(one: Table, language: str) -> SceneMaker:
    engine = bundled_engine(one)
    model = bundled_model(one.path, one.changes)
    return SceneMaker(engine, make_namer(model, engine.program.layout, language, (), engine))


def game_of(one: Table) -> SeededGame:
    return seeded_game(bundled_engine(one), 1)


@pytest.mark.parametrize(("name", "language"), LANGUAGES, ids="-".join)
def test_tables(name: str, language: str, snapshot: SnapshotAssertion) -> None:
    """The first decision, one in the middle of the game and the last, as the player who decides sees them."""
    maker, game = maker_for(BIG[name], language), game_of(BIG[name])
    middle = game.made[len(game.made) // 2]
    told = [table(maker, state, maker.engine.decider(state)) for state in (game.first, middle.before, game.made[-1].before)]
    assert "\n".join(told) == snapshot(extension_class=TextSnapshot)


@pytest.mark.parametrize("one", [t for t in TABLES if t.path.parent.name == "rules"], ids=str)
def test_everything_that_lies_open_is_drawn_once(one: Table) -> None:
    """With every variant and every number of players: nothing is drawn twice, and what is laid out fits its grid."""
    maker, game = maker_for(one, "en"), game_of(one)
    for state in (game.first, game.last):
        for looker in (0, OPEN):
            scene = maker.scene(state, looker)
            assert scene is not None and scene.middle is not None
            grids = [scene.middle, *(area for _, area in scene.areas)]
            laid = [cell for grid in grids for cell in leaves(grid)]
            spots = [(c.part.seen.place, c.part.seen.indices, c.part.position) for c in laid if isinstance(c.part, Spot)]
            assert len(spots) == len(set(spots))
            for grid in grids:
                assert_fits(grid)


def leaves(grid: Grid) -> list[Cell]:
    return [leaf for cell in grid.cells for leaf in (leaves(cell.part) if isinstance(cell.part, Grid) else [cell])]


def assert_fits(part: Part) -> None:
    """No two cells of a grid overlap, and none lies outside."""
    if isinstance(part, Grid):
        taken = [(r, c) for x in part.cells for r in range(x.row, x.row + x.rows) for c in range(x.column, x.column + x.columns)]
        assert len(taken) == len(set(taken)) and all(r < part.rows and c < part.columns for r, c in taken)
        for cell in part.cells:
            assert_fits(cell.part)


def test_a_layout_changes_nothing_in_play() -> None:
    """The program of a game is the same without its layouts and looks."""
    for one in BIG.values():
        model: GameModel = bundled_model(one.path, one.changes)
        bare = lower(evolve(model, layouts=(), looks=()), one.players).value
        assert bare is not None and bare == bundled_engine(one).program

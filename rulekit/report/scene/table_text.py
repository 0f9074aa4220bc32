"""The table for a terminal: as its file lays it out where that fits, the rest in lists."""

from __future__ import annotations

from rich.text import Text

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.engine.view import View, view
from rulekit.report.scene.as_text import grid_lines
from rulekit.report.scene.legend import in_letters, legend
from rulekit.report.scene.make_scene import SceneMaker
from rulekit.report.table.looks import painter
from rulekit.report.table.table import Scenery, table_lines
from rulekit.report.words import Namer

INDENT = 2


def seen_table(
    namer: Namer,
    engine: Engine,
    state: State,
    looker: int | None,
    coloured: bool = False,
    wide: int | None = None,
    brief: bool = False,
    seen: View | None = None,
) -> list[Text]:
    """Return the table as somebody (a seat, `OPEN` or None) sees it. `seen`: the view, if it shows less than it could."""
    maker = scene_maker(engine, namer)
    seen = seen or view(engine, state, looker)
    scene = maker.scene(state, looker, seen=seen)
    if scene is None:
        return table_lines(namer, seen, coloured, wide, brief)
    drawn = painter(namer, coloured)
    room = None if wide is None else wide - INDENT
    grids = {None: scene.middle} | dict(scene.areas) if scene.middle is not None else dict(scene.areas)
    made = {seat: grid_lines(grid, drawn, room) for seat, grid in grids.items() if grid is not None}
    indent = Text(" " * INDENT)
    scenery = {seat: None if lines is None else [indent + line for line in lines] for seat, lines in made.items()}
    return table_lines(namer, seen, coloured, wide, brief, Scenery(scenery, scene.elsewhere, scene.without))


def legend_line(namer: Namer, engine: Engine, state: State, looker: int | None, seen: View | None = None) -> Text:
    """Return what the signs of the table stand for, in one line; empty if there are none."""
    seen = seen or view(engine, state, looker)
    told = in_letters(legend(painter(namer), seen, scene_maker(engine, namer).scene(state, looker, seen=seen)))
    return Text(f"{namer.say('signs')} {told}" if told else "", "dim")


def scene_maker(engine: Engine, namer: Namer) -> SceneMaker:
    """Return what makes the scenes of a game in a language; it is made once."""
    known: dict[int, tuple[Namer, SceneMaker]] = engine.memory.setdefault("scenes", {})
    if id(namer) not in known:
        known[id(namer)] = (namer, SceneMaker(engine, namer))
    return known[id(namer)][1]

"""Layouts, looks and words of strangers: findings or a table come out, drawn in every way, bounded, and nothing is obeyed.

`python -m tests.fuzz.laid_out_fuzz --cases 5000 --seed 1` tries that many on all cores, `--case 1:4711` one alone, with its text.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from html.parser import HTMLParser

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.engine.view import OPEN, view
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.diagnostics import render
from rulekit.report.pages.frame import Styles
from rulekit.report.scene.as_data import SceneDrawer
from rulekit.report.scene.as_html import grid_html
from rulekit.report.scene.scene import Scene, leaves
from rulekit.report.scene.table_text import legend_line, scene_maker, seen_table
from rulekit.report.table import board, svg
from rulekit.report.text import width
from rulekit.report.words import Namer, make_namer
from tests.fuzz.laid_out import case

CHUNK = 25
MOVES = 10
WIDTHS = (30, 80, 120, None)
MOST_PARTS = 20_000
MOST_LETTERS = 12_000_000  # of one table, as HTML or as data
TAGS = {"div", "span", "b", "svg", "title", "rect", "path", "text", "table", "tr", "td", "th"}
ATTRIBUTES = {
    "class", "xmlns", "viewbox", "width", "height", "role", "x", "y", "rx", "fill", "stroke", "transform", "d",
    "font-size", "text-anchor",
}  # fmt: skip
STYLE = re.compile(r"border-color:#[0-9a-fA-F]{6}|grid-area:\d+/\d+/span \d+/span \d+|grid-template-columns:repeat\(\d+,auto\)")
ODD_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]")


class _Reader(HTMLParser):
    """Reads HTML as a browser does: only our own elements may be in it, in only our own styles and colours."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS, f"an element of a stranger: {tag}"
        for name, value in attrs:
            assert name in ATTRIBUTES, f"an attribute of a stranger: {name}"
            assert name not in ("fill", "stroke") or re.fullmatch("#[0-9a-fA-F]{6}", value or ""), value

    def handle_comment(self, data: str) -> None:
        raise AssertionError("a comment of a stranger")


# ---- one case ------------------------------------------------------------------------------------
def outcome(seed: int, number: int) -> str:
    """What came out: findings, or a table."""
    text = case(seed, number)
    for _ in range(10):
        checked = check_game(text, "case.cafe")
        for one in checked.diagnostics[:20]:
            assert render(one, {"case.cafe": text})
        errors = [one for one in checked.diagnostics if one.is_error]
        if checked.value is not None and not errors:
            return _drawn(checked.value, random.Random(number))
        assert errors, "nothing came out"
        first, text = errors[0].code, without(text, {one.span.line for one in errors})
    return f"findings {first}"


def without(text: str, lines: set[int]) -> str:
    """The text with the lines that were found fault with left out."""
    return "\n".join(line for n, line in enumerate(text.split("\n"), 1) if n not in lines)


def _drawn(model: GameModel, dice: random.Random) -> str:
    lowered = lower(model, dice.randint(*model.players))
    if lowered.value is None:
        return f"refused {lowered.diagnostics[0].code}"
    engine = Engine(lowered.value)
    state, drawn = engine.start(dice.randrange(2**64)), False
    for number in range(MOVES):
        if number in (0, MOVES - 1) or dice.random() < 0.1:
            drawn = _seen(model, engine, state, dice.choice((None, 0, 1, OPEN))) or drawn
        moves = engine.moves(state)
        if not moves:
            break
        after = engine.apply(state, dice.choice(moves))
        assert isinstance(after, State)
        state = after
    return "table" if drawn else "lists"


def _seen(model: GameModel, engine: Engine, state: State, looker: int | None) -> bool:
    """Draw a table in every way; give whether its layouts were drawn."""
    namer = make_namer(model, engine.program.layout, "en", ("<b>Ada</b>", "שלום"), engine)
    for wide in WIDTHS:
        _check_text(namer, engine, state, looker, wide)
    maker = scene_maker(engine, namer)
    scene = maker.scene(state, looker)
    seen = view(engine, state, looker)
    drawer = board.Drawer(namer)
    whole = json.dumps(drawer.board(seen) if scene is None else drawer.board(seen, scene.elsewhere))
    if scene is not None:
        whole += json.dumps(SceneDrawer(maker, drawer).data(scene))
        _check_html(namer, scene)
    assert len(whole) < MOST_LETTERS, f"{len(whole)} letters of data"
    return scene is not None and bool(scene.middle or scene.areas)


def _check_text(namer: Namer, engine: Engine, state: State, looker: int | None, wide: int | None) -> None:
    lines = seen_table(namer, engine, state, looker, False, wide)
    for line in lines:
        assert wide is None or width(line.plain) <= wide, f"{width(line.plain)} columns of {wide}: {line.plain}"
        assert not ODD_CONTROLS.search(line.plain), repr(line.plain)
    assert not ODD_CONTROLS.search(legend_line(namer, engine, state, looker).plain)


def _check_html(namer: Namer, scene: Scene) -> None:
    drawer, styles = svg.drawer(namer), Styles()
    grids = [*(area for _, area in scene.areas), *([] if scene.middle is None else [scene.middle])]
    assert sum(sum(1 for _ in leaves(grid)) for grid in grids) <= MOST_PARTS
    for grid in grids:
        page = str(grid_html(grid, drawer, styles))
        assert len(page) < MOST_LETTERS, f"{len(page)} letters of HTML"
        reader = _Reader()
        reader.feed(page)
        reader.close()
    wrong = [style for style in styles.names if not STYLE.fullmatch(style)]
    assert not wrong, f"a style of a stranger: {wrong[0]}"


def guarded(seed: int, number: int) -> tuple[str, str]:
    """What came out, or what went wrong, with details."""
    try:
        return outcome(seed, number), ""
    except Exception:
        return "crash", traceback.format_exc(limit=-5)


# ---- many ----------------------------------------------------------------------------------------
def tried(seed: int, numbers: range) -> list[tuple[int, str, str]]:
    """Cases one after another."""
    return [(number, *guarded(seed, number)) for number in numbers]


def main() -> int:
    """Try, count, and say what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--case", help="SEED:NUMBER")
    told = parser.parse_args()
    if told.case:
        seed, number = map(int, told.case.split(":"))
        result, details = guarded(seed, number)
        print(f"{case(seed, number)}\n{result}\n{details}")
        return int(result == "crash")
    began, counts = time.perf_counter(), Counter[str]()
    with ProcessPoolExecutor(told.workers) as pool:
        chunks = [range(n, min(n + CHUNK, told.cases)) for n in range(0, told.cases, CHUNK)]
        for results in pool.map(partial(tried, told.seed), chunks):
            for number, result, details in results:
                counts[result] += 1
                if result == "crash":
                    print(f"{told.seed}:{number}: {result}\n{details}", flush=True)
    by_code = ", ".join(f"{what} {n}" for what, n in sorted(counts.items(), key=lambda c: (-c[1], c[0])))
    print(f"laid out: {sum(counts.values())} cases in {time.perf_counter() - began:.0f} s, {counts['crash']} wrong; {by_code}")
    return int(counts["crash"] > 0)


if __name__ == "__main__":
    sys.exit(main())

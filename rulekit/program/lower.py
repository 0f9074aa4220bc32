"""Lowering: a checked model becomes a program for one number of players and one set of option values.

`lower` is the way in; `flow` turns statements into nodes, `layout` lays out the state, `safe` marks nodes.
"""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

from attrs import evolve

from rulekit.diagnostics import NOWHERE, Checked
from rulekit.model.analysis.folding import Folder, folder_of
from rulekit.model.expressions import Expr, Value
from rulekit.model.model import Define, GameModel
from rulekit.model.model_walk import expressions
from rulekit.program.analysis.cell_ranges import prove_cells, prove_params, unproven
from rulekit.program.analysis.counting_cost import refuse_too_much
from rulekit.program.analysis.dead_ends import safe_nodes
from rulekit.program.analysis.expression_ranges import Ranges
from rulekit.program.layout import Cells, PieceMaker, bounds_of, lay_kinds, lay_markers, lay_places, lay_tables, lay_tallies
from rulekit.program.nodes import Require
from rulekit.program.program import DefineCode, Layout, Line, PlaceLayout, Program, SortLayout
from rulekit.program.refused import Refused
from rulekit.program.statements import Lowering
from rulekit.wording import numbered, sentence


def lower(
    model: GameModel, players: int, options: Mapping[str, Value] | None = None, extras: tuple[Expr, ...] = ()
) -> Checked[Program]:
    """Make the program of a game for so many players; `options` override the values in force, `extras` are expressions
    that somebody wants to ask beside the rules (worked examples do)."""
    values = {o.name: o.value for o in model.options} | dict(options or {})
    try:
        low, high = model.players
        if not low <= players <= high:
            raise Refused(
                "RK507",
                NOWHERE,
                numbered(
                    high,
                    "`{model}` is for {span} player, not {players}",
                    "`{model}` is for {span} players, not {players}",
                    model=model.name,
                    span=_span(low, high),
                    players=players,
                ),
            )
        return Checked(_program(model, players, values, extras))
    except Refused as refused:
        return Checked(None, (refused.diagnostic,))


def _span(low: int, high: int) -> str:
    return str(low) if low == high else sentence("{low} to {high}", low=low, high=high)


def _program(model: GameModel, players: int, options: dict[str, Value], extras: tuple[Expr, ...]) -> Program:
    folder = folder_of(model, players, options)
    cells = Cells()
    box = cells.take(1, NOWHERE, sentence("the box"))
    layout = _layout(folder, cells, box)
    flow = Lowering(model, folder, cells)
    entry, play = flow.game()
    defines = tuple(_define(flow, d) for d in model.defines)
    score = tuple(Line(s.name, flow.expr(s.value), s.cites, s.span) for s in model.score)
    winner = tuple(Line(c.how, flow.expr(c.value), c.cites, c.span) for c in model.winner)
    asked = tuple(flow.expr(e) for e in extras)
    trials = flow.finish_trials()
    layout = evolve(layout, size=cells.size, names=tuple(cells.names))
    nodes = tuple(flow.nodes)
    bounds = prove_cells(nodes, layout, trials)
    outside = [*(e for n in nodes for e in expressions(n)), *(line.value for line in (*score, *winner)), *asked]
    defines = prove_params(defines, outside, Ranges(layout, bounds))
    made = Program(
        game=model.name,
        digest="",
        options=tuple(sorted(options.items())),
        layout=layout,
        rules=tuple(flow.rules),
        nodes=nodes,
        entry=entry,
        play=play,
        deeds=tuple((d.name, d.role) for d in model.deeds),
        entries=flow.addresses(),
        defines=defines,
        trials=trials,
        score=score,
        winner=winner,
        bounds=tuple((s, *b) for s, b in sorted(bounds.items())),
        safe=safe_nodes(nodes, Ranges(layout, bounds)),
        unproven=(),
        extras=asked,
        steps=tuple(flow.steps),
    )
    refuse_too_much(made)
    return evolve(made, digest=_digest(made), unproven=unproven(made))


def _digest(program: Program) -> str:
    """Return a short fingerprint of what a game does, not of its words: traces of other rules are told by it."""
    nodes = tuple(evolve(node, reason=None) if isinstance(node, Require) else node for node in program.nodes)
    text = repr((program.game, program.options, program.layout, nodes, program.defines, program.score, program.winner))
    return f"{crc32(text.encode()):08x}{crc32(text[::-1].encode()):08x}"


def _layout(folder: Folder, cells: Cells, box: int) -> Layout:
    places = lay_places(folder, cells)
    bases = {p.name: (p.base, p.size, p.dims) for p in places}
    sorts = PieceMaker(folder, cells, bases).sorts()
    places = tuple(_capacity(p, sorts) for p in places)
    _check_spots(folder.model, places, sorts)
    tallies = lay_tallies(folder, cells)
    markers = lay_markers(folder, cells)
    return Layout(
        players=folder.players,
        size=cells.size,
        data=(box, cells.size),
        box=box,
        places=places,
        tallies=tallies,
        markers=markers,
        sorts=sorts,
        kinds=lay_kinds(folder),
        tables=lay_tables(folder),
        names=(),
    )


def _capacity(place: PlaceLayout, sorts: tuple[SortLayout, ...]) -> PlaceLayout:
    """No place can hold more than all pieces of its sort: they are never made or destroyed."""
    count = next((s.count for s in sorts if s.name == place.sort), 0)
    return evolve(place, capacity=1 if place.shape == "spot" else count)


def _check_spots(model: GameModel, places: tuple[PlaceLayout, ...], sorts: tuple[SortLayout, ...]) -> None:
    for sort in sorts:
        for place in places:
            if place.shape == "spot":
                for cell in range(place.base, place.base + place.size):
                    if sort.start.count(cell) > 1:
                        span = next(s.span for s in model.sorts if s.name == sort.name)
                        raise Refused(
                            "RK432",
                            span,
                            "{count} pieces would start in one spot of `{place}`",
                            "a spot holds one piece; use a pile or a row",
                            count=sort.start.count(cell),
                            place=place.name,
                        )


def _define(flow: Lowering, define: Define) -> DefineCode:
    params = tuple((p.index, *bounds_of(flow.folder, p.domain, define.span)) for p in define.params)
    return DefineCode(define.name, params, define.type, flow.expr(define.body))

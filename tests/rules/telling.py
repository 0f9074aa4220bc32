"""Games told in plain text for the snapshots: set-up, turns, end, worked examples, refused moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from attrs import define, field

from rulekit.engine import best_reason
from rulekit.engine.state import State
from rulekit.engine.view import OPEN
from rulekit.model.rules import Citation
from rulekit.report.scene.table_text import seen_table
from rulekit.report.table.log_lines import retold
from rulekit.report.table.scores import outcome_lines, receipt_lines
from rulekit.report.words import Namer, make_namer
from rulekit.study.examples.run_examples import Done, Judged, Result, run_examples
from rulekit.study.series.seed_snapshots import FIRST_MOVES_SHOWN, Made, SeededGame, seeded_game
from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from rulekit.syntax.tree.walking import below
from rulekit.tools.terminal.why_questions import why_not
from tests.engine.play import ROOT, TABLES, Table, bundled_engine, bundled_model, source

GAMES = tuple(t for t in TABLES if t.path.parent == ROOT / "rules")  # every game, variant and reading at every table
FILES = tuple({t.name: t for t in GAMES}.values())  # every game, variant and reading once
WIDE = 130
LAST = 3  # moves of the end that are told


@cache
def played(table: Table) -> SeededGame:
    """The game that the seed 1 gives."""
    return seeded_game(bundled_engine(table), 1)


def namer_of(table: Table) -> Namer:
    """Names in English."""
    engine = bundled_engine(table)
    return make_namer(bundled_model(table.path, table.changes), engine.program.layout, engine=engine)


def text(lines: Iterable[str]) -> str:
    """Lines as a file."""
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _heading(table: Table) -> str:
    return f"{table.name}, {table.players} player{'s' if table.players > 1 else ''}"


# ---- seeded games --------------------------------------------------------------------------------
def told_set_up(table: Table) -> Iterator[str]:
    """The table as all see it before the first decision."""
    yield f"{_heading(table)}: the set-up that seed 1 gives"
    yield ""
    yield from _table(table, played(table).first)


def told_first_turns(table: Table) -> Iterator[str]:
    """The first moves, with what each changed."""
    yield f"{_heading(table)}: the first {FIRST_MOVES_SHOWN} moves of seed 1"
    yield ""
    yield from _moves(table, played(table).made[:FIRST_MOVES_SHOWN], 1)


def told_end(table: Table) -> Iterator[str]:
    """The last moves, the table, the score sheets, the winner."""
    game = played(table)
    engine, namer = bundled_engine(table), namer_of(table)
    yield f"{_heading(table)}: the end of seed 1, after {len(game.made)} moves"
    yield ""
    yield from _moves(table, game.made[-LAST:], len(game.made) - LAST + 1)
    yield ""
    yield from _table(table, game.last)
    yield ""
    for seat in range(table.players):
        yield from receipt_lines(namer, engine.receipt(game.last, seat), game.last.cells)
    assert game.outcome is not None
    yield from outcome_lines(namer, game.outcome)


def _table(table: Table, state: State) -> Iterator[str]:
    namer, engine = namer_of(table), bundled_engine(table)
    yield from (line.plain for line in seen_table(namer, engine, state, OPEN, wide=WIDE))


def _moves(table: Table, made: Iterable[Made], number: int) -> Iterator[str]:
    namer, engine = namer_of(table), bundled_engine(table)
    for at, one in enumerate(made, number):
        line = retold(namer, engine, one.before, one.move)
        yield f"{at:>4}. {line.head(namer)}"
        if line.changes:
            yield f"        {line.changes}"


# ---- worked examples -----------------------------------------------------------------------------
@cache
def results(table: Table) -> dict[str, Result]:
    """All examples of a game, by name."""
    model = bundled_model(table.path, table.changes)
    low, high = model.players
    names = [e.name for e in model.examples if low <= len(e.seats) <= high]
    return {r.example.name: r for r in run_examples(model, names)}


@cache
def written(table: Table) -> dict[str, bool]:
    """The examples that stand in the last file of a game, as they are written there, and whether each says `cannot`."""
    file = parse(*source((table.path, *table.changes)[-1])).value
    assert file is not None
    items = [item.decl if isinstance(item, ast.Replace) else item for item in file.items]
    examples = sorted((item for item in items if isinstance(item, ast.Example)), key=lambda item: item.name.text)
    return {e.name.text: any(isinstance(part, ast.Can) and not part.able for part in below(e)) for e in examples}


def own(table: Table) -> list[str]:
    """The examples that stand in the last file of a game: of a variant its own."""
    last = (table.path, *table.changes)[-1].name
    return sorted(name for name, r in results(table).items() if r.example.span.path == last)


def told_example(table: Table, result: Result) -> Iterator[str]:
    """Every line of the example that was judged, every move with the rules it set going; where they stand comes at the end."""
    assert result.engine is not None and result.state is not None
    model = bundled_model(table.path, table.changes)
    namer = make_namer(model, result.engine.program.layout, "en", result.example.seats, result.engine)
    sources = Sources(namer)
    yield f"{result.example.title}{sources.numbers(result.example.cites)}"
    yield f"{table.name}, players: {', '.join(result.example.seats)}"
    for name, value in result.example.options:
        yield f"with {namer.word(name)}: {namer.answer(name, value)}"
    before: Done | Judged | None = None
    for part in result.story:
        if not isinstance(before, Judged) or not isinstance(part, Judged):
            yield ""
        yield from _judged(part) if isinstance(part, Judged) else _done(sources, part)
        before = part
    yield ""
    yield from sources.listed()


def _judged(part: Judged) -> Iterator[str]:
    yield f"holds: {part.then.text}"


@define
class Sources:
    """Citations by number, each told once."""

    namer: Namer
    known: dict[str, int] = field(factory=dict)

    def numbers(self, cites: Iterable[Citation]) -> str:
        """The numbers of some citations, behind what they are of."""
        told = [self.namer.citations((cite,)) for cite in cites]
        found = dict.fromkeys(self.known.setdefault(one, len(self.known) + 1) for one in told if one)
        return f"  [{', '.join(map(str, found))}]" if found else ""

    def listed(self) -> Iterator[str]:
        """All of them."""
        yield from (f"[{number}] {told}" for told, number in self.known.items())


def _done(sources: Sources, part: Done) -> Iterator[str]:
    yield f"{sources.namer.player(part.player)}: {sources.namer.move(part.move, part.before.cells)}"
    yield from (f"    {fired.address}{sources.numbers(fired.cites)}" for fired in part.fired)


def refusals(table: Table, name: str) -> list[Judged]:
    """The refused moves of an example."""
    return [part for part in results(table)[name].story if isinstance(part, Judged) and part.refused]


def told_refusal(table: Table, result: Result, part: Judged) -> Iterator[str]:
    """What a player who asks why is told."""
    assert result.engine is not None
    model = bundled_model(table.path, table.changes)
    namer = make_namer(model, result.engine.program.layout, "en", result.example.seats, result.engine)
    assert part.refused is not None
    yield part.then.text
    yield ""
    asked = best_reason.answer(result.engine, part.state, part.refused, part.player)
    yield from why_not(namer, result.engine, part.state, asked)

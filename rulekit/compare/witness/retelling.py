"""A witness retold: every move with the states around it on both sides, what chance gave, and the position where they part.

Comes in: a witness. Goes out: two lists of moves with states and draws, and at the end both menus with what only one of them has;
or plain traces of both games.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekit.compare.lockstep.chance import moved
from rulekit.compare.lockstep.counterparts import ComparedGame, Key
from rulekit.compare.lockstep.lockstep import Pair
from rulekit.compare.result import Witness
from rulekit.compare.search.plays import Play
from rulekit.compare.witness.noting import Noting
from rulekit.engine.engine import Engine
from rulekit.engine.faults import Fault
from rulekit.engine.machine import Path
from rulekit.engine.moves import Move, move_of, move_tokens
from rulekit.engine.state import State
from rulekit.engine.trace import Step
from rulekit.program.program import FORCED, ME, Cells
from rulekit.study.series.seed_snapshots import Made


@frozen
class Telling:
    """One side of it: the moves made, the last state, its menu, and the moves that the other side does not have.

    `draws`: what chance gave in the set-up and after each move.
    """

    table: ComparedGame
    made: tuple[Made, ...]
    draws: tuple[tuple[int, ...], ...]
    last: State
    menu: tuple[Move, ...]
    only: tuple[Move, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended here."""
        return self.table.engine.is_over(self.last)


@frozen
class Retelling:
    """Both sides."""

    one: Telling
    two: Telling


def retelling(witness: Witness) -> Retelling:
    """Return a witness with all its states."""
    pair, play = witness.pair, witness.play
    skipped = list(_skipped(pair, play))
    return Retelling(
        _telling(pair.a, play.start(pair).a, play.keys, play.parting.only_a, [one for one, _ in skipped]),
        _telling(pair.b, play.start(pair).b, play.keys, play.parting.only_b, [two for _, two in skipped]),
    )


def _skipped(pair: Pair, play: Play) -> Iterator[tuple[int, int]]:
    """Yield how many moves without a choice each side makes before each move, to be in step."""
    if not pair.loose:
        yield from ((0, 0) for _ in range(len(play.keys) + 1))
        return
    position = play.start(pair)
    for key in (*play.keys, None):
        look = pair.look(position)
        yield look.skipped
        if key is not None:
            position = look.after(key)


def _telling(table: ComparedGame, cells: Cells, keys: tuple[Key, ...], only: tuple[Key, ...], skipped: list[int]) -> Telling:
    noting, made = Noting(table.chance), list[Made]()
    engine = Engine(table.program, chance=noting, most_steps=table.engine.most_steps)
    menu = _menu(table, engine, cells)
    draws = [noting.take()]

    def make(key: Key, together: bool) -> None:
        nonlocal cells, menu
        before, player = State(tuple(cells)), cells[ME]
        path, after = menu[key]
        cells = Cells(after)
        if together:
            moved(key, cells)
        menu = _menu(table, engine, cells)
        made.append(Made(player, move_of(table.program, path), before, State(tuple(cells))))
        draws.append(noting.take())

    for number, skips in enumerate(skipped):
        for _ in range(skips):
            make(next(iter(menu)), together=False)
        if number < len(keys):
            make(keys[number], together=True)
    moves = {key: move_of(table.program, path) for key, (path, _) in menu.items()}
    alone = tuple(move for key, move in moves.items() if key in only)
    cells[FORCED] = None  # outcomes were given up to here; whatever is tried next has a chance of its own
    return Telling(table, tuple(made), tuple(draws), State(tuple(cells)), tuple(moves.values()), alone)


def _menu(table: ComparedGame, engine: Engine, cells: Cells) -> dict[Key, tuple[Path, Cells]]:
    """Return the menu by keys; empty at the end and where the rules are at fault."""
    try:
        menu = engine.machine.settle(cells)
    except Fault:
        return {}
    return table.moves(cells, menu)


# ---- as plain traces -----------------------------------------------------------------------------
@frozen
class Traced:
    """One side of a witness: the draws of the set-up, and the steps."""

    draws: tuple[int, ...]
    steps: tuple[Step, ...]


def traced(witness: Witness) -> tuple[Traced, Traced] | None:
    """Return a witness as two traces; None where the games were not played move by move."""
    told, moves = retelling(witness), len(witness.play.keys)
    return (_side(told.one), _side(told.two)) if len(told.one.made) == len(told.two.made) == moves else None


def _side(side: Telling) -> Traced:
    first, *later = side.draws
    made = zip(side.made, later, strict=True)
    return Traced(first, tuple(Step(one.player, move_tokens(side.table.program, one.move), draws) for one, draws in made))

"""Two games played in lock-step: the same chance, the same moves, and a look at where they part.

Comes in: two tables. Goes out: at every decision what both offer, and the first thing that differs (`Parting`).
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property

from attrs import define, evolve, field, frozen

from rulekit.compare.lockstep.chance import IN_ORDER, Coupling, Luck, moved
from rulekit.compare.lockstep.counterparts import Cell, ComparedGame, Key, Label, compared_games
from rulekit.compare.rules.vocabulary import Names
from rulekit.engine.faults import Fault
from rulekit.engine.score import Outcome
from rulekit.engine.state import State, first_cells
from rulekit.model.analysis.references import PartialModel
from rulekit.model.model import GameModel
from rulekit.program.lower import lower
from rulekit.program.program import FROZEN, LOG, ME, Cells, CellValue

TIRED = ("RK529", "RK540", "RK542")  # the play went round in circles, or a search grew too long: that tells nothing
MOST_SKIPPED = 3  # moves without a choice that one game may be ahead of the other
SHOWN = ("moves", "turn", "end", "result", "fault")  # what players notice; the rest is latent


@frozen
class Parting:
    """What differs. `what`: moves (`only_a`, `only_b`), turn, end (one is over), result, fault; latent: position, sight,
    secret (choices are made unseen)."""

    what: str
    only_a: tuple[Key, ...] = ()
    only_b: tuple[Key, ...] = ()
    one: CellValue | Outcome = None
    two: CellValue | Outcome = None
    labels: tuple[Label, ...] = ()

    @property
    def observable(self) -> bool:
        """Whether legal moves, whose turn it is or the result differ."""
        return self.what in SHOWN

    @property
    def sign(self) -> tuple[Hashable, ...]:
        """What kind of difference it is: the same sign, the same difference."""
        if self.what == "moves":
            return (self.what, frozenset(map(deed_of, self.only_a)), frozenset(map(deed_of, self.only_b)))
        return (self.what, frozenset(label[:2] for label in self.labels))

    def within(self, other: Parting) -> bool:
        """Return whether another parting shows this difference, perhaps with more."""
        if self.what == "moves":
            return other.what == "moves" and set(self.only_a) <= set(other.only_a) and set(self.only_b) <= set(other.only_b)
        return self == other


def deed_of(key: Key) -> str:
    """Return the action a move starts, or how it goes on without one."""
    return str(next((p[1] for p in key if p[0] == "does"), key[-1][0] if key else ""))


@frozen
class Position:
    """Both games before they are run to their next decision."""

    a: Cells
    b: Cells


@define
class Look:
    """Both games at a decision: menus by key, deciders, ends; `a` and `b` are the cells there."""

    a: Cells
    b: Cells
    menu_a: dict[Key, Cells]
    menu_b: dict[Key, Cells]
    parting: Parting | None
    wrong: bool = False  # one of the games could not go on: nothing is known beyond
    skipped: tuple[int, int] = (0, 0)  # moves without a choice that one game makes by itself and the other asks for

    @property
    def over(self) -> bool:
        """Whether neither game goes on."""
        return not self.menu_a or not self.menu_b

    def common(self) -> list[Key]:
        """Return the moves that both offer."""
        return [key for key in self.menu_a if key in self.menu_b]

    def after(self, key: Key) -> Position:
        """Return both games after a move that both offer."""
        a, b = self.menu_a[key].copy(), self.menu_b[key].copy()
        moved(key, a, b)
        return Position(a, b)


@define
class Pair:
    """Two games in lock-step. `loose`: they were written independently, and a move without a choice counts as none."""

    a: ComparedGame
    b: ComparedGame
    loose: bool = False
    coupling: Coupling = IN_ORDER
    cells: tuple[tuple[Label, Cell, Cell], ...] = field(init=False)
    sights: tuple[tuple[Label, Cell, Cell], ...] = field(init=False)
    plain: bool = field(init=False)  # a piece of one game looks as the piece with its number in the other, always

    def __attrs_post_init__(self) -> None:
        both = [(label, cell, self.b.cells[label]) for label, cell in self.a.cells.items() if label in self.b.cells]
        self.cells = tuple(both)
        self.sights = tuple((label, p, q) for label, p, q in both if p.sight != q.sight)
        self.plain = self.a.has_looks_of(self.b)

    def start(self, seed: int) -> Position:
        """Return the beginning, with the same chance for both."""
        a, b = first_cells(self.a.program, seed), first_cells(self.b.program, seed)
        a[LOG], b[LOG] = (Luck(tags, self.coupling.moments) for tags in (self.coupling.a, self.coupling.b))
        return Position(a, b)

    def look(self, position: Position) -> Look:
        """Run both to their next decision and compare."""
        a, b = position.a, position.b
        menu_a, wrong_a = _settled(self.a, a)
        menu_b, wrong_b = _settled(self.b, b)
        parting = self._parting(a, b, menu_a, menu_b, wrong_a, wrong_b)
        look = Look(a, b, menu_a, menu_b, parting, bool(wrong_a or wrong_b))
        return self._in_step(look) if self.loose and parting is not None and not (wrong_a or wrong_b) else look

    def _in_step(self, look: Look) -> Look:
        """Return where both are in step again after a few moves that leave no choice; else the look as it is."""
        ahead_a, ahead_b = _forced_moves(self.a, look.a, look.menu_a), _forced_moves(self.b, look.b, look.menu_b)
        for total in range(1, len(ahead_a) + len(ahead_b) - 1):
            for i in range(max(0, total - len(ahead_b) + 1), min(total, len(ahead_a) - 1) + 1):
                (a, menu_a), (b, menu_b) = ahead_a[i], ahead_b[total - i]
                if self._parting(a, b, menu_a, menu_b, "", "") is None:
                    return Look(a, b, menu_a, menu_b, None, False, (i, total - i))
        return look

    def _parting(
        self, a: Cells, b: Cells, menu_a: dict[Key, Cells], menu_b: dict[Key, Cells], wrong_a: str, wrong_b: str
    ) -> Parting | None:
        if wrong_a or wrong_b:
            plain = wrong_a == wrong_b or wrong_a in TIRED or wrong_b in TIRED
            return None if plain else Parting("fault", one=wrong_a, two=wrong_b)
        if bool(menu_a) != bool(menu_b):
            return Parting("end", one=not menu_a, two=not menu_b)
        if not menu_a:
            return self._result(a, b)
        if a[ME] != b[ME]:
            return Parting("turn", one=a[ME], two=b[ME])
        if menu_a.keys() != menu_b.keys():
            only_a, only_b = _only(menu_a, menu_b), _only(menu_b, menu_a)
            if only_a or only_b:
                return Parting("moves", only_a, only_b)
        return self.latent(a, b)

    def _result(self, a: Cells, b: Cells) -> Parting | None:
        one, two = outcome(self.a, a), outcome(self.b, b)
        return Parting("result", one=one, two=two) if one != two else self.latent(a, b)

    def latent(self, a: Cells, b: Cells) -> Parting | None:
        """Return what differs in the position, or in who sees it."""
        unlike = tuple(label for label, p, q in self.cells if not self._is_like(a, p, b, q))
        if unlike:
            return Parting("position", labels=unlike)
        if (a[FROZEN] is None) != (b[FROZEN] is None):
            return Parting("secret", one=a[FROZEN] is not None, two=b[FROZEN] is not None)
        seen = tuple(label for label, p, _ in self.sights if a[p.cell] is not None and a[p.cell] != ())
        return Parting("sight", labels=seen) if seen else None

    def _is_like(self, a: Cells, one: Cell, b: Cells, two: Cell) -> bool:
        """Return whether the same lies in two cells; where pieces have the same numbers no words are needed to say so."""
        if self.plain and one.kind == two.kind == "place" and one.shape == two.shape and a[one.cell] == b[two.cell]:
            return True
        return bool(self.a.data(a, one) == self.b.data(b, two))


def _only(menu: dict[Key, Cells], other: dict[Key, Cells]) -> tuple[Key, ...]:
    """Return the moves that the other menu does not have."""
    return tuple(k for k in menu if k not in other)


def _forced_moves(table: ComparedGame, cells: Cells, menu: dict[Key, Cells]) -> list[tuple[Cells, dict[Key, Cells]]]:
    """Return the cells here and after each of the next moves, as long as there is only one."""
    found = [(cells, menu)]
    while len(menu) == 1 and len(found) <= MOST_SKIPPED:
        cells = next(iter(menu.values())).copy()
        menu, wrong = _settled(table, cells)
        if wrong:
            break
        found.append((cells, menu))
    return found


def _settled(table: ComparedGame, cells: Cells) -> tuple[dict[Key, Cells], str]:
    """Run to the next decision: the menu, and what went wrong."""
    try:
        menu = table.engine.machine.settle(cells)
        return table.keys(cells, menu), ""
    except Fault as fault:
        return {}, fault.code


def outcome(table: ComparedGame, cells: Cells) -> Outcome | str:
    """Return how a game ended."""
    try:
        return table.engine.outcome(State(tuple(cells)))
    except Fault as fault:
        return fault.code


# ---- for any number of players -------------------------------------------------------------------
@define(slots=False)
class Pairs:
    """Two models (in common names, if no names are given) and their pairs by number of players; either may be mixed."""

    a: GameModel | PartialModel
    b: GameModel | PartialModel
    names: Names | None = None
    coupling: Coupling = IN_ORDER
    made: dict[int, Pair | None] = field(factory=dict)

    def get(self, players: int) -> Pair | None:
        """Return the pair for so many players; None where a mixed game does not hold together."""
        if players not in self.made:
            self.made[players] = self._make(*self.whole, players) if self.whole is not None else None
        return self.made[players]

    @cached_property
    def whole(self) -> tuple[GameModel, GameModel] | None:
        """Both games, if they hold together."""
        first, second = (m.whole() if isinstance(m, PartialModel) else m for m in (self.a, self.b))
        return None if first is None or second is None else (first, second)

    def under(self, coupling: Coupling) -> Pairs:
        """Return the same games with another coupling of their chance."""
        made = {n: None if pair is None else evolve(pair, coupling=coupling) for n, pair in self.made.items()}
        return Pairs(self.a, self.b, self.names, coupling, made)

    def _make(self, a: GameModel, b: GameModel, players: int) -> Pair | None:
        first, second = (lower(evolve(m, examples=()), players) for m in (a, b))
        if first.value is None or second.value is None:
            return None
        both = compared_games((a, first.value), (b, second.value), self.names)
        return Pair(*both, loose=a.name != b.name, coupling=self.coupling)

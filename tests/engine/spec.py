"""Tiny games for holding the engine against the specification: made from text, played by naming moves, read as plain values."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

from attrs import define, field

from rulekit.engine.best_reason import why_not
from rulekit.engine.engine import Engine, Refused
from rulekit.engine.explain import Refusal
from rulekit.engine.faults import Fault
from rulekit.engine.machine import CAUGHT
from rulekit.engine.moves import Move, move_tokens
from rulekit.engine.state import State
from rulekit.engine.view import View, view
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.program.program import COUNTER, ME, Cells
from rulekit.study.examples.run_examples import Result, run_examples

HEAD = 'cafe en\ngame tiny "Tiny"\n  players 1..4\n'


def model_of(text: str) -> GameModel:
    """A tiny game, without its head, that must pass the checker."""
    checked = check_game(HEAD + dedent(text), "tiny.cafe")
    assert checked.value is not None and checked.ok, [(d.code, d.message, d.span.line) for d in checked.diagnostics]
    return checked.value


@define
class Tiny:
    """A tiny game being played; reading it gives names and numbers, never cells."""

    engine: Engine
    state: State
    seed: int = 0
    said: list[str] = field(factory=list)

    # ---- moves -----------------------------------------------------------------------------------
    def menu(self) -> list[str]:
        """The moves offered, in order, each as a short sentence."""
        return [self._say(m) for m in self.engine.moves(self.state)]

    def play(self, *moves: str) -> Tiny:
        """Play moves named as `menu` names them."""
        for wanted in moves:
            found = [m for m in self.engine.moves(self.state) if self._say(m) == wanted]
            assert len(found) == 1, (wanted, self.menu())
            after = self.engine.apply(self.state, found[0])
            assert not isinstance(after, Refused)
            self.state = after
        return self

    def _say(self, move: Move) -> str:
        words = []
        for token in move_tokens(self.engine.program, move):
            if isinstance(token, str):
                words.append(token)
                continue
            assert isinstance(token, dict)
            ((name, value),) = token.items()
            marks = {"bullet": "-", "accept": "+", "decline": "~"}
            words.append(f"{marks[name]}{value}" if name in marks else f"{name}={_plain(value)}")
        return " ".join(words)

    def why_not(self, deed: str, **told: Any) -> Refusal | None:
        """The first reason why a deed is not offered."""
        return why_not(self.engine, self.state, deed, told)

    # ---- who -------------------------------------------------------------------------------------
    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.engine.is_over(self.state)

    @property
    def decider(self) -> int | None:
        """The seat that decides."""
        return self.engine.decider(self.state)

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.state.active

    @property
    def me(self) -> int:
        """`me` where the play stands."""
        return int(self.state.cells[ME])

    @property
    def numbers_used(self) -> int:
        """How many random numbers have been used."""
        return int(self.state.cells[COUNTER])

    # ---- what lies where -------------------------------------------------------------------------
    def seen(self, player: int | None = None) -> View:
        """What a player sees; None: everything."""
        return view(self.engine, self.state, player)

    def at(self, place: str, *indices: int, player: int | None = None) -> Any:
        """The first attribute of each piece in a place; for a player who does not see them, how many they are."""
        found = next(p for p in self.seen(player).places if p.place == place and p.indices == indices)
        return found.count if found.pieces is None else [p.attrs[0][1] for p in found.pieces]

    def tally(self, name: str, *indices: int, player: int | None = None) -> int:
        """A tally."""
        return self._number(name, indices, player, bank=False)

    def bank(self, name: str, *indices: int, player: int | None = None) -> int:
        """What is left in a bank."""
        return self._number(name, indices, player, bank=True)

    def _number(self, name: str, indices: tuple[int, ...], player: int | None, *, bank: bool) -> int:
        found = next(t.value for t in self.seen(player).tallies if (t.name, t.indices, t.bank) == (name, indices, bank))
        assert isinstance(found, int)
        return found

    def marker(self, name: str, *indices: int, player: int | None = None) -> Any:
        """A marker; `hidden` if the player does not see it."""
        found = next(k for k in self.seen(player).markers if (k.name, k.indices) == (name, indices))
        return "hidden" if found.hidden else found.value

    def ask(self, name: str, *args: Any) -> Any:
        """The value of a definition."""
        number = next(n for n, d in enumerate(self.engine.program.defines) if d.name == name)
        try:
            return self.engine.code.space[f"d{number}"](Cells(self.state.cells), *args)
        except CAUGHT as problem:
            raise self.engine.machine.fault(problem, 0) from None

    def line(self, name: str, player: int = 0) -> Any:
        """The value of a line of the score sheet."""
        return next(e.value for e in self.engine.receipt(self.state, player).lines if e.line == f"score.{name}")


def _plain(value: Any) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


def engine_for(text: str, players: int = 2, **options: Any) -> Engine:
    """An engine for a tiny game."""
    lowered = lower(model_of(text), players, options)
    assert lowered.value is not None, lowered.diagnostics
    return Engine(lowered.value)


def tiny(text: str, players: int = 2, seed: int = 0, budget: int | None = None, **options: Any) -> Tiny:
    """A tiny game at its first decision."""
    engine = engine_for(text, players, **options)
    if budget is not None:
        engine.machine.budget = budget
    return Tiny(engine, engine.start(seed), seed)


def fault(text: str, players: int = 2, *moves: str, budget: int | None = None) -> str:
    """The code with which a tiny game stops (and where), after moves."""
    try:
        game = tiny(text, players, budget=budget).play(*moves)
        game.engine.outcome(game.state)
        for player in range(players):
            game.engine.receipt(game.state, player)
    except Fault as problem:
        return f"{problem.code} {problem.rule.address}"
    return ""


def values(declarations: str, players: int = 2, setup: str = "", **expressions: str) -> dict[str, Any]:
    """Values of expressions after `setup`; pieces are numbers from 0, kinds and players too."""
    asked = "".join(f"define {name} = {text}\n" for name, text in expressions.items())
    begin = "setup\n" + "".join(f"  {line}\n" for line in dedent(setup).strip().splitlines()) if setup else ""
    game = tiny(dedent(declarations) + begin + asked + "play\n  end game\n", players)
    return {name: game.ask(name) for name in expressions}


def examples(text: str) -> dict[str, Result]:
    """The results of a tiny game's worked examples."""
    return {r.example.name: r for r in run_examples(model_of(text))}


def holds(text: str) -> dict[str, str]:
    """For every example: nothing if it holds, else what went wrong."""
    return {name: "" if r.problem is None else r.problem.message for name, r in examples(text).items()}

"""Worked examples: arrange what is given, play what is done, judge what follows.

`run_examples(model)` gives a result for each; a failure tells expected and actual and the rule that decided.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field, frozen

from rulekit.diagnostics import Span
from rulekit.engine.best_reason import Answer, answer
from rulekit.engine.engine import Engine
from rulekit.engine.explain import Wanted, explore
from rulekit.engine.faults import ChanceNeeded, Fault
from rulekit.engine.fired_rules import Fired, who_changed, why
from rulekit.engine.machine import CAUGHT, MOST_STEPS
from rulekit.engine.moves import Move
from rulekit.engine.said import Shown
from rulekit.engine.state import State, first_cells
from rulekit.engine.what_is_there import what_is_there
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr, Value
from rulekit.model.model import Example, GameModel, Given, Then, When
from rulekit.program.analysis.reads_and_writes import reads
from rulekit.program.lower import lower
from rulekit.program.program import FORCED, ME, PC, Cells, CellValue, as_number
from rulekit.study.examples.argument_matching import Picker, wanted_of
from rulekit.study.examples.arrange_position import Arranger, CannotArrange
from rulekit.study.examples.enter_flow import enter
from rulekit.wording import Sentence, sentence

SEED = 0


@frozen
class Done:
    """One move of the example, with the rules it set going and the positions around it."""

    player: int
    move: Move
    fired: tuple[Fired, ...]
    before: State
    after: State


@frozen
class Judged:
    """One `then` that holds: its text, the state it was judged in, of a `cannot` what is refused to whom."""

    then: Then
    state: State
    refused: Wanted | None = None
    player: int | None = None


@frozen
class Problem:
    """What went wrong: the line, a sentence, what is there instead, why not if a move was refused, the moves that are open."""

    message: Sentence
    span: Span
    text: str = ""
    values: tuple[Shown, ...] = ()
    answer: Answer | None = None
    open: tuple[Move, ...] = ()
    decided: tuple[Fired, ...] = ()  # the rules of the last move that changed what the condition looks at
    code: str = "RK556"


@frozen
class Result:
    """An example that was run. `problem` None: it holds."""

    example: Example
    engine: Engine | None
    story: tuple[Done | Judged, ...]
    state: State | None
    problem: Problem | None
    entry: State | None = None  # the position that was given, before what happens until the first decision
    positions: tuple[State, ...] = ()  # after the set-up, and after each line

    @property
    def ok(self) -> bool:
        """Whether the example holds."""
        return self.problem is None

    @property
    def done(self) -> tuple[Done, ...]:
        """The moves that were made."""
        return tuple(part for part in self.story if isinstance(part, Done))


class _Failed(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def run_examples(model: GameModel, names: Iterable[str] | None = None) -> tuple[Result, ...]:
    """Run all examples of a game (or those named), each from its own position."""
    chosen = [e for e in model.examples if names is None or e.name in set(names)]
    groups: dict[tuple[int, tuple[tuple[str, Value], ...]], list[Example]] = {}
    for example in chosen:
        groups.setdefault((len(example.seats), example.options), []).append(example)
    results: dict[str, Result] = {}
    for (players, options), examples in groups.items():
        for result in _run_group(model, players, dict(options), examples):
            results[result.example.name] = result
    return tuple(results[e.name] for e in chosen)


def _run_group(model: GameModel, players: int, options: dict[str, Value], examples: list[Example]) -> list[Result]:
    asked = [e for example in examples for step in example.steps for e in _expressions(step)]
    lowered = lower(model, players, options, tuple(asked))
    if lowered.value is None:
        told = lowered.diagnostics[0]
        return [Result(e, None, (), None, Problem(told.message, e.span, code=told.code)) for e in examples]
    engine = Engine(lowered.value)
    ready = dict(zip(map(id, asked), lowered.value.extras, strict=True))
    return [_Runner(engine, e, ready).run() for e in examples]


def _expressions(step: Given | When | Then) -> list[Expr]:
    match step:
        case Given(fact=fact):
            return [fact]
        case When(player=player, args=args):
            return [player, *(a.value for a in args)]
        case Then(condition=exprs.Can(player=player, args=args)):
            return [player, *(a.value for a in args)]
        case Then(condition=condition):
            return [condition]
    raise TypeError(step)


@define
class _Runner:
    engine: Engine
    example: Example
    ready: dict[int, Expr]
    story: list[Done | Judged] = field(factory=list)
    cells: Cells = field(init=False)
    entered: bool = False
    before: Cells | None = None  # the cells at the first effect of the last move
    arranger: Arranger = field(init=False)
    entry: State | None = None
    positions: list[State] = field(factory=list)

    def run(self) -> Result:
        """Go through the lines of the example."""
        problem = None
        try:
            self.cells = self._set_up()
            self.arranger = Arranger(self.engine, self.cells)
            self.positions.append(State(tuple(self.cells)))
            for step in self.example.steps:
                self._step(step)
                self.positions.append(State(tuple(self.cells)))
            self._facts_hold()
        except _Failed as failed:
            problem = failed.problem
        except CAUGHT as broken:  # a node of the set-up, or one on the way to an address, run by itself
            fault = self.engine.machine.fault(broken, self.engine.program.play)
            problem = Problem(fault.placed, self.example.span, code=fault.code)
        except Fault as fault:
            problem = Problem(fault.placed, self.example.span, code=fault.code)
        state = State(tuple(self.cells)) if hasattr(self, "cells") else None
        return Result(self.example, self.engine, tuple(self.story), state, problem, self.entry, tuple(self.positions))

    def _set_up(self) -> Cells:
        """Run `setup` alone, node by node, up to the beginning of `play`."""
        cells = first_cells(self.engine.program, SEED)
        code, pc = self.engine.code, cells[PC]
        for _ in range(MOST_STEPS):
            if pc == self.engine.program.play or code.fine[pc] is None:
                cells[PC] = pc
                return cells
            pc = code.fine[pc](cells)  # type: ignore[misc]
            if pc < 0:
                raise _Failed(Problem(sentence("the set-up meets a dead end"), self.example.span))
        message = sentence("the set-up goes on for {most} steps without an end", most=MOST_STEPS)
        raise _Failed(Problem(message, self.example.span, code="RK529"))

    def _step(self, step: Given | When | Then) -> None:
        match step:
            case Given():
                self._given(step)
            case When():
                self._facts_hold()
                self._when(step)
            case Then():
                self._facts_hold()
                self._then(step)

    def _expr(self, expr: Expr) -> Expr:
        return self.ready[id(expr)]

    def _value(self, expr: Expr) -> CellValue:
        return self.engine.value(State(tuple(self.cells)), self._expr(expr))

    # ---- given -----------------------------------------------------------------------------------
    def _given(self, step: Given) -> None:
        self.arranger.cells = self.cells
        try:
            self.arranger.make(self._expr(step.fact))
        except CannotArrange as refused:
            raise _Failed(
                Problem(sentence("this cannot be arranged: {why}", why=refused.said), step.span, code="RK555")
            ) from None

    def _facts_hold(self) -> None:
        """All facts are tested again before the play begins."""
        if self.entered:
            return
        for step in self.example.steps:
            if not isinstance(step, Given):
                return
            if not self._value(step.fact):
                raise _Failed(Problem(sentence("a later fact has undone this one"), step.span, code="RK555"))

    # ---- when ------------------------------------------------------------------------------------
    def _enter(self, player: int, deed: str, span: Span) -> None:
        if self.entered:
            return
        if not enter(self.engine, self.cells, player, deed, self.example.at):
            raise _Failed(Problem(sentence("the play never comes to `{at}`", at=self.example.at), span))
        self.entered = True
        self.entry = State(tuple(self.cells))
        self.engine.machine.settle(self.cells)

    def _when(self, step: When) -> None:
        player = as_number(self._value(step.player))
        is_step = (step.deed, "step") in self.engine.program.deeds
        begins = not self.entered and is_step
        self._enter(player, step.deed, step.span)
        wanted = wanted_of(self.engine, step.deed, [(a.name, self._expr(a.value)) for a in step.args], self.cells)
        picker = Picker(self.engine, wanted)
        for _ in range(100):
            if is_step and not picker.stands_in_step(self.cells[PC]) and begins:
                return  # it asked nothing, and has been done on entering
            state = State(tuple(self.cells))
            menu = self.engine.moves(state)
            mine = self.engine.decider(state) == player
            found = picker.matching(menu, self.cells) if mine else ()
            if not found and len(menu) == 1 and not (picker.started and mine):
                self._play(state, menu[0], picker)
            elif len(found) != 1:
                raise self._not_one(step, state, found, wanted, player)
            else:
                self._play(state, found[0], picker)
                picker.note(found[0])
            if picker.started and (not picker.goes_on(self.cells[PC]) or self._told_by_another(step, player)):
                return

    def _told_by_another(self, step: When, player: int) -> bool:
        """Return whether somebody else decides within the deed, and has a choice or a line of their own."""
        state, steps = State(tuple(self.cells)), self.example.steps
        if self.engine.decider(state) in (player, None):
            return False
        later = steps[next(n for n, s in enumerate(steps) if s is step) + 1 :]
        return len(self.engine.moves(state)) > 1 or isinstance(next(iter(later), None), When)

    def _not_one(self, step: When, state: State, found: tuple[Move, ...], wanted: Wanted, player: int) -> _Failed:
        if found:
            message = sentence("{name} different moves fit: name more of the choices", name=len(found))
            return _Failed(Problem(message, step.span, open=found))
        return _Failed(self._refused(sentence("`{name}` is not allowed like this", name=step.deed), step, state, wanted, player))

    def _refused(self, message: Sentence, step: When | Then, state: State, wanted: Wanted, player: int) -> Problem:
        """Return that a move is not allowed: why not, and what is."""
        found = answer(self.engine, state, wanted, player)
        text = step.text if isinstance(step, Then) else ""
        if found.moves:  # they fit so far, but do not make all the choices that are named
            return Problem(message, step.span, text, open=found.moves)
        return Problem(message, step.span, text, answer=found, open=self.engine.moves(state))

    def _play(self, state: State, move: Move, picker: Picker) -> None:
        cells = next(c for path, c, _ in self.engine.menu(state) if path == move.path)
        fired = why(self.engine, state, move)
        self.before = cells.copy()
        if picker.wants_chance(self.engine.program):
            cells = self._forced(cells, picker)
        else:
            self.engine.machine.settle(cells)
        self.cells = cells
        self.story.append(Done(state.cells[ME], move, fired, state, State(tuple(cells))))

    def _forced(self, cells: Cells, picker: Picker) -> Cells:
        """Random choices that are named: try outcomes until they come out so."""
        todo: list[tuple[int, ...]] = [()]
        for _ in range(5000):
            if not todo:
                break
            forced = todo.pop()
            attempt = cells.copy()
            attempt[FORCED] = forced
            try:
                self.engine.machine.settle(attempt)
            except ChanceNeeded as needed:
                todo.extend((*forced, n) for n in reversed(range(needed.count)))
                continue
            if picker.came_out(self.engine.program, attempt):
                attempt[FORCED] = None
                return attempt
        raise _Failed(Problem(sentence("chance never comes out as named"), self.example.span))

    # ---- then ------------------------------------------------------------------------------------
    def _then(self, step: Then) -> None:
        if isinstance(step.condition, exprs.Can):
            self._can(step, step.condition)
            return
        cells = self.cells if step.at is None else self._reached(step)
        expr = self._expr(step.condition)
        value = self.engine.value(State(tuple(cells)), expr)
        if bool(value) == step.negated:
            values = what_is_there(self.engine, expr, Cells(cells))
            decided = who_changed(self.engine, self.before, reads(self.engine.program, expr)) if self.before else ()
            raise _Failed(Problem(sentence("this does not hold"), step.span, step.text, values, decided=decided))
        self.story.append(Judged(step, State(tuple(cells))))

    def _reached(self, step: Then) -> Cells:
        """Return the cells when the last move came to an address."""
        code = self.engine.code
        targets = {n for a, n in self.engine.program.entries if a == step.at}
        cells = (self.before or self.cells).copy()
        for _ in range(100_000):
            if cells[PC] in targets:
                return cells
            function = code.fine[cells[PC]]
            if function is None:
                break
            cells[PC] = function(cells)
        raise _Failed(Problem(sentence("the play does not come to `{at}`", at=step.at), step.span, step.text))

    def _can(self, step: Then, can: exprs.Can) -> None:
        player = as_number(self._value(can.player))
        self._enter(player, can.deed, step.span)
        wanted = wanted_of(self.engine, can.deed, [(a.name, self._expr(a.value)) for a in can.args], self.cells)
        state = State(tuple(self.cells))
        offered, refusals = explore(self.engine, state, wanted, player)
        if step.negated and offered:
            raise _Failed(Problem(sentence("this is allowed"), step.span, step.text, open=offered))
        if not step.negated and not offered:
            raise _Failed(self._refused(sentence("this is not allowed"), step, state, wanted, player))
        if step.because is not None and all(r.address != step.because for r in refusals):
            message = sentence("it is refused, but not because of `{because}`", because=step.because)
            raise _Failed(self._refused(message, step, state, wanted, player))
        self.story.append(Judged(step, state, wanted if step.negated else None, player))

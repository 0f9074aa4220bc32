"""A game at a table, as a worker keeps it: the position, its words and drawings, and what can be asked of it.

Comes in: an engine, a trace so far. Goes out: plain data for a page, each for one looker (a seat, or `OPEN`) in one language.
A game in progress can always be made again from the trace; nothing is kept here alone.
"""

from __future__ import annotations

from attrs import define, evolve, field

from rulekit.engine.best_reason import Reason, ranked, refused_ways
from rulekit.engine.engine import Engine
from rulekit.engine.events.log import Log, log_from, may_show
from rulekit.engine.explain import End
from rulekit.engine.machine import Found, Path
from rulekit.engine.moves import Move, move_tokens
from rulekit.engine.runtime.alike_pieces import pieces_in
from rulekit.engine.runtime.constant_tables import owner_of
from rulekit.engine.state import State
from rulekit.engine.touched_by_move import Touched, touched
from rulekit.engine.trace import Recording, Step, Trace, again, replay
from rulekit.engine.view import OPEN, may_see, view
from rulekit.model.model import GameModel
from rulekit.program.program import FROZEN, PC, Cells, CellValue
from rulekit.report.rules.reasons import refusal_lines, way
from rulekit.report.scene.as_data import SceneDrawer
from rulekit.report.scene.make_scene import SceneMaker
from rulekit.report.table.board import Drawer
from rulekit.report.table.log_lines import Lines, LogLine, has_secrets, log_lines, said_reveal
from rulekit.report.table.scores import outcome_lines, receipt_parts
from rulekit.report.told.language import told_in
from rulekit.report.told.moves import MoveTeller
from rulekit.report.words import Namer, make_namer
from rulekit.tools.io.problems import Problem
from rulekit.tools.terminal.told_moves import question
from rulekit.tools.web.workers.position import TablePosition, written
from rulekit.tools.web.workers.told import RefusedMove, RefusedMoves, ToldMove

Data = dict[str, object]
MOVES_IN_THE_LOG = 40  # moves told with a position
MOST_TAKEN_BACK = 60  # positions, for taking moves back
MOST_TARGETS = 400  # moves of a menu whose targets are worked out
MOST_REFUSED = 60  # rules told, and ways of each
MOST_TOLD = 40  # lookers and languages that the log of a table is kept for
MOST_DRAWERS = 200  # languages and names that the drawings of a game are kept for


@define
class SeatedGame:
    """One table's game. `before`: the positions of the last moves, for the log and for taking back."""

    model: GameModel
    here: Recording
    names: tuple[str, ...]
    before: list[tuple[State, Move]] = field(factory=list)
    told: dict[tuple[int, str], tuple[int, list[bytes], Lines]] = field(factory=dict)  # the log in words, after so many steps
    _moments: list[TablePosition] = field(factory=list)  # the latest two positions
    _revealing: dict[int, bool] = field(factory=dict)  # by step
    log: Log | None = None  # what everybody was told, as far as it was asked for
    since: int = 0  # steps before this one are not told
    _unheard: list[tuple[State, Path, tuple[int, ...], State]] = field(init=False)  # moves after that

    def __attrs_post_init__(self) -> None:
        self._unheard = self._kept()

    def _kept(self) -> list[tuple[State, Path, tuple[int, ...], State]]:
        """Return the last moves, from the first position that is still known."""
        states = [*(state for state, _ in self.before), self.here.state]
        draws = [step.draws for step in self.here.trace.steps[len(self.here.trace.steps) - len(self.before) :]]
        moves = [move.path for _, move in self.before]
        return list(zip(states, moves, draws, states[1:], strict=False))

    @property
    def engine(self) -> Engine:
        """What plays it."""
        return self.here.engine

    def namer(self, lang: str) -> Namer:
        """Return the words of the game in a language, in its own where it has none in that one."""
        return self.scenes(lang).drawer.namer

    def scenes(self, lang: str) -> SceneDrawer:
        """Return who draws the table in a language; tables with the same rules and names share one."""
        known: dict[tuple[str, tuple[str, ...]], SceneDrawer] = self.engine.memory.setdefault("drawers", {})
        spoken = told_in(self.model, lang)
        key = (spoken, self.names)
        if key not in known:
            if len(known) >= MOST_DRAWERS:
                known.clear()
            namer = make_namer(self.model, self.engine.program.layout, spoken, self.names, self.engine)
            known[key] = SceneDrawer(SceneMaker(self.engine, namer), Drawer(namer))
        return known[key]

    def eyes(self, looker: int) -> int:
        """Return whose eyes somebody has: where players have no secrets from each other, all see the same."""
        return looker if has_secrets(self.engine) else OPEN

    def called(self, names: tuple[str, ...]) -> None:
        """The players are called otherwise from now on, in what was told too."""
        if names != self.names:
            self.names = names
            self._moments.clear()
            self.told.clear()

    # ---- playing ---------------------------------------------------------------------------------
    def moment(self, state: State | None = None) -> TablePosition:
        """Return a position, the present one if nothing is said, with what is known about it."""
        wanted = state or self.here.state
        for moment in self._moments:
            if moment.state is wanted:
                return moment
        made = TablePosition(self.engine, wanted)
        self._moments = [*self._moments[-1:], made]
        return made

    def menu(self) -> list[Found]:
        """Return the moves that are offered now."""
        return self.moment().menu()

    def moves(self) -> list[Move]:
        """Return the same as moves."""
        return self.moment().moves()

    def play(self, number: int) -> Step:
        """Make a move of the menu."""
        now = self.moment()
        after, then = now.play(self.here, number)
        self.follow(now.moves()[number], after)
        self._moments = [now, then]
        return after.trace.steps[-1]

    def follow(self, move: Move, after: Recording) -> None:
        """Go on to the position after a move."""
        self._unheard.append((self.here.state, move.path, after.trace.steps[-1].draws, after.state))
        self.before.append((self.here.state, move))
        del self.before[:-MOST_TAKEN_BACK]
        self.here = after

    def forget_last(self) -> None:
        """Nobody has heard of the last move yet, and nobody will."""
        self._unheard.pop()

    def back_to(self, steps: int) -> bool:
        """Go back so many steps from the start; False if the positions are not known any more."""
        gone = len(self.here.trace.steps) - steps
        if not 0 < gone <= len(self.before):
            return gone == 0
        state = self.before[-gone][0]
        self.here = Recording(self.engine, evolve(self.here.trace, steps=self.here.trace.steps[:steps]), state)
        del self.before[-gone:]
        self.log, self._unheard = None, self._kept()
        self.told.clear()
        self._revealing.clear()
        return True

    def earlier(self, steps: int) -> SeatedGame | None:
        """Return the game as it was after so many steps; None if the positions are not known any more."""
        gone = len(self.here.trace.steps) - steps
        if not 0 < gone <= len(self.before):
            return self if gone == 0 else None
        here = Recording(self.engine, evolve(self.here.trace, steps=self.here.trace.steps[:steps]), self.before[-gone][0])
        return SeatedGame(self.model, here, self.names, self.before[:-gone])

    def can_go_back(self, steps: int) -> bool:
        """Whether the moves after so many steps can be taken back: no chance was asked and nothing hidden came to light."""
        gone = self.here.trace.steps[steps:]
        if any(step.draws for step in gone) or len(gone) > len(self.before):
            return False
        if may_show(self.engine.program) and self.heard().shown(steps):
            return False
        return not any(self._reveals(number) for number in range(steps, steps + len(gone)))

    def _reveals(self, number: int) -> bool:
        """Return whether a step has brought something to light."""
        if number not in self._revealing:
            at = number - len(self.here.trace.steps) + len(self.before)
            after = self.before[at + 1][0] if at + 1 < len(self.before) else self.here.state
            self._revealing[number] = _reveals(self.engine, self.before[at][0], after)
        return self._revealing[number]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.engine.is_over(self.here.state)

    # ---- telling ---------------------------------------------------------------------------------
    def position(self, looker: int, lang: str, asked: bool = True, **more: object) -> bytes:
        """Return what somebody sees, as JSON; `asked` False: only to look at. What is the same for others is written once."""
        eyes = self.eyes(looker)
        seen = self.moment().written((eyes, self._seat(looker, lang), lang), lambda: self._seen(eyes, looker, lang))
        own = written(self._own(looker, lang, asked) | more)
        return own[:-1] + b"," + seen[1:-1] + b',"log":[' + b",".join(self._log(eyes, lang)) + b"]}"

    def _seat(self, looker: int, lang: str) -> int:
        """Return the seat from which somebody looks, where it makes a difference to the table."""
        return max(looker, 0) if self.scenes(lang).maker.by_seat else 0

    def _seen(self, eyes: int, looker: int, lang: str) -> Data:
        """Return the table: what its file lays out, and the rest."""
        drawer, moment = self.scenes(lang), self.moment()
        scene = drawer.maker.scene(moment.state, eyes, self._seat(looker, lang), moment.view(eyes))
        if scene is None:
            return {"scene": None, "zones": drawer.drawer.board(moment.view(eyes))}
        return {"scene": drawer.data(scene), "zones": drawer.drawer.board(moment.view(eyes), scene.elsewhere)}

    def table(self, looker: int, lang: str) -> Data:
        """Return the table alone as somebody sees it."""
        return self._seen(self.eyes(looker), looker, lang)

    def _own(self, looker: int, lang: str, asked: bool) -> Data:
        """Return the part of a position that is for one looker alone."""
        namer, state = self.namer(lang), self.here.state
        decider = self.engine.decider(state)
        moves = self.moves() if asked and decider == looker else []
        return {
            "title": namer.title(),
            "speaks": namer.language,
            "step": len(self.here.trace.steps),
            "decider": decider,
            "active": state.active,
            "over": decider is None,
            "question": question(namer, moves, state.cells) if moves else "",
            "menu": self._told_menu(namer, moves) if moves else [],
            "end": self._end(namer) if decider is None else None,
            "shown": self._shown(looker, lang) if may_show(self.engine.program) else [],
        }

    def _shown(self, looker: int, lang: str) -> list[Data]:
        """Return what somebody was shown since the last own decision; who only watches, in the last move."""
        eyes, drawer, log = self.eyes(looker), self.scenes(lang).drawer, self.heard()
        events = log.events(eyes)
        own = [n for n, event in enumerate(events, 1) if event.kind == "chosen" and event.player == looker]
        first = max(own, default=0) if looker != OPEN else log.lengths[-2][eyes] if len(log.lengths) > 1 else 0
        seen = [event for event in events[first:] if event.kind == "revealed" and event.seen]
        return [{"text": said_reveal(drawer.namer, e), "pieces": [drawer.piece(p) for p in e.pieces]} for e in seen]

    def everything(self, lang: str) -> list[Data]:
        """Return the table for somebody who sees all of it."""
        return self.scenes(lang).drawer.board(view(self.engine, self.here.state, None))

    def _told_menu(self, namer: Namer, moves: list[Move]) -> list[ToldMove]:
        state = self.here.state
        texts, cells = self.moment().texts(namer), Cells(state.cells)
        teller, keys = MoveTeller(namer, cells), dict[CellValue, int]()
        found = list[ToldMove]()
        for n, (move, text, (_, after, _)) in enumerate(zip(moves, texts, self.menu(), strict=True)):
            parts = move.parts
            touch = touched(self.engine, cells, after, after[PC], parts) if n < MOST_TARGETS else Touched((), ())
            action = next((namer.deed(a) for a in move.actions), "")
            cost = ", ".join(f"{'+' if more > 0 else '−'}{namer.counted(name, abs(more))}" for name, more in touch.tallies)
            asks: list[list[str | int]] = [[asked, keys.setdefault(value, len(keys))] for asked, value in teller.asks(move)]
            found.append({"text": text, "action": action, "cost": cost, "targets": self._targets(touch), "asks": asks})
        return found

    def _targets(self, touch: Touched) -> list[str]:
        """The ids of what a move touches: pieces where they lie now (of hidden ones the place), then the places they come to.
        A move that touches nothing else can be pointed at where it begins: a pile to draw from, a bank."""
        where, begins = self.moment().where(), touch.begins
        pieces, cells = (*touch.pieces, *begins.pieces), (*touch.places, *begins.cells)
        banks = (f"bank:{name}" for name in begins.banks)
        return list(dict.fromkeys([*(where[p] for p in pieces if p in where), *map(str, cells), *banks]))

    def refused(self, about: list[str], lang: str) -> list[RefusedMoves]:
        """The rules that refuse moves, the best reason first, each with its ways; `about`: only ways that touch all these."""
        targets: dict[int, list[str]] = {}
        ends: list[End] = []
        for end, touch in refused_ways(self.engine, self.here.state):
            touches = self._targets(touch)
            if {*touches, *(t.partition(":")[0] for t in touches)}.issuperset(about):
                targets[id(end)] = touches
                ends.append(end)
        reasons = ranked(self.engine, ends)[:MOST_REFUSED]
        return [{"ways": len(r.ways), "moves": self._refused_by(self.namer(lang), r, targets)} for r in reasons]

    def barred(self, lang: str) -> dict[str, list[str]]:
        """Return what refused moves touch, by id: the nearest such move, and why it is refused."""
        moves = [move for reason in self.refused([], lang) for move in reason["moves"]]
        return {target: [move["text"], move["lines"][0]] for move in reversed(moves) for target in move["targets"]}

    def _refused_by(self, namer: Namer, reason: Reason, targets: dict[int, list[str]]) -> list[RefusedMove]:
        """Return the moves that a rule refuses, each once, the one to tell first, with what each touches (by its end)."""
        told: dict[tuple[str, ...], RefusedMove] = {}
        cells = self.here.state.cells
        for one in sorted(reason.ways, key=lambda way: way.refusal is not reason.refusal)[:MOST_REFUSED]:
            lines = [line.strip() for line in refusal_lines(namer, one.refusal, cells)]
            text = way(namer, one.refusal, cells)
            told.setdefault((text, *lines), {"text": text, "lines": lines, "targets": targets[id(one.end)]})
        return list(told.values())

    def offered(self, about: list[str], lang: str) -> list[int]:
        """Return the numbers of the moves that touch something."""
        menu = self._told_menu(self.namer(lang), self.moves())
        return [n for n, move in enumerate(menu) if set(about) <= set(move["targets"])]

    def heard(self) -> Log:
        """Return what everybody was told, from the first position that is known on."""
        if self.log is None:
            first = self._unheard[0][0] if self._unheard else self.here.state
            self.log = log_from(self.engine, first)
            self.log.rest(len(self.here.trace.steps) - len(self._unheard))
        for move in self._unheard:
            self.log.follow(*move)
        self._unheard.clear()
        return self.log

    def _log(self, looker: int, lang: str) -> list[bytes]:
        """Return the last moves in words, as JSON."""
        if len(self.told) >= MOST_TOLD:
            self.told.clear()
        steps = self.here.trace.steps
        known = self.told.get((looker, lang))
        if known is None or known[0] != len(steps):
            first, before = max(self.since, len(steps) - MOVES_IN_THE_LOG), {} if known is None else known[2]
            lines = log_lines(self.namer(lang), self.heard(), looker, first, before)
            known = self.told[looker, lang] = (len(steps), [written(self._entry(line)) for line in lines], before)
        return known[1]

    def _entry(self, line: LogLine) -> Data:
        return {"step": line.step, "seat": line.player, "text": line.text, "changes": line.changes}

    def _end(self, namer: Namer) -> Data:
        """Return the score sheets and who has won."""
        engine, state = self.engine, self.here.state
        seats = range(namer.layout.players) if namer.model.score else ()
        receipts = [receipt_parts(namer, engine.receipt(state, seat), state.cells) for seat in seats]
        outcome = engine.outcome(state)
        winners = list(outcome.winners) if namer.model.winner else []
        return {"receipts": receipts, "outcome": " ".join(outcome_lines(namer, outcome)), "winners": winners}


def _reveals(engine: Engine, before: State, after: State) -> bool:
    """Whether somebody may see a piece or a value after a move that was hidden before. Where there are hidden values or choices
    that is always so: an answer that depended on them would tell of them."""
    layout = engine.program.layout
    if before.cells[FROZEN] is not None or any(m.sight != "open" for m in layout.markers):
        return True
    lookers = (OPEN, *range(layout.players)) if has_secrets(engine) else (OPEN,)
    return any(_visible(engine, after, looker) - _visible(engine, before, looker) for looker in lookers)


def _visible(engine: Engine, state: State, looker: int) -> set[int]:
    """Return the pieces that somebody sees."""
    layout, found = engine.program.layout, set(pieces_in(state.cells[engine.program.layout.box]))
    for place in layout.places:
        for offset in range(place.size):
            if may_see(place.sight, owner_of(place.dims, offset), looker):
                found.update(pieces_in(state.cells[place.base + offset]))
    return found


def sit_down(model: GameModel, engine: Engine, trace: Trace, names: tuple[str, ...]) -> SeatedGame:
    """Return a game in progress from a trace."""
    begun = replay(engine, evolve(trace, digest=engine.program.digest, steps=()))
    if begun.value is None:
        raise Problem(begun.diagnostics)
    seated = SeatedGame(model, begun.value, names)
    go_on(seated, trace.steps)
    return seated


def go_on(seated: SeatedGame, steps: tuple[Step, ...]) -> None:
    """Play more steps of a trace."""
    for step in steps:
        found = [n for n, move in enumerate(seated.moves()) if move_tokens(seated.engine.program, move) == step.move]
        here, move = seated.here, seated.moves()[found[0]] if found else None
        if move is not None and seated.play(found[0]).draws != step.draws:  # chance was another one then
            seated.before.pop()
            seated.forget_last()
            seated.here = here
        if move is None or seated.here is here:
            _forced(seated, move, step)


def _forced(seated: SeatedGame, move: Move | None, step: Step) -> None:
    """Play a step with the draws that it had."""
    after = again(seated.here, step) if move is not None else None
    if move is None or after is None:
        whole = evolve(seated.here.trace, steps=(*seated.here.trace.steps, step))
        raise Problem(replay(seated.engine, whole).diagnostics)
    seated.follow(move, after)

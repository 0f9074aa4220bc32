"""A play that was tried in the workshop, written as a worked example of the rules: it is kept only if it holds there.

Comes in: a table's game as its player knows it, under the rules of now (`reworked`). Goes out: the rules' own text with one more
example at its end, or why there is none.
"""

from __future__ import annotations

from attrs import evolve, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.moves import move_tokens
from rulekit.engine.state import State, first_cells
from rulekit.engine.trace import again
from rulekit.model.model import GameModel
from rulekit.program.program import FORCED, PC
from rulekit.report.comparison.example_lines import Candidate, example_file, seat_names
from rulekit.study.examples.run_examples import Result, run_examples
from rulekit.study.series.seed_snapshots import Made
from rulekit.syntax.parse import parse
from rulekit.syntax.printing.translate import translate
from rulekit.tools.io.library import head_of
from rulekit.tools.web.workers.asked import Asked, Source, StepData, TableJob
from rulekit.tools.web.workers.seated_game import SeatedGame
from rulekit.tools.web.workers.sources import OWN, resolve
from rulekit.tools.web.workers.worker_cache import WorkerCache, check_source, steps_of
from rulekit.tools.web.workshop.example_of_play import Told, example_of
from rulekit.tools.web.workshop.study_jobs import Data, reworked, told_of


def as_example(cache: WorkerCache, job: TableJob) -> Data:
    """Return the text of the rules with the play as an example, or why it cannot be one (`why`)."""
    found = reworked(cache, job)
    if not found["kept"]:
        return {"why": "none"}
    draws, trace = found["draws"] or [], found["trace"]
    there: TableJob = {**job, "rules": found["id"], "source": found["source"], "seed": job["fresh"], "draws": draws}
    seated = cache.seated({**there, "trace": trace}, 0)
    made = _made(seated, found["trace"])
    paper = _paper(job["other"], found["source"]["set"])
    told = example_of(Told(seated.engine, made, seated.is_over, _opening(seated.engine, job["fresh"], draws)), paper.run)
    if told is None:
        return {"why": "chance" if draws or any(step["draws"] for step in found["trace"]) else "unsaid"}
    written = paper.with_examples([told], _title(seated, made, paper.language))
    return {"text": written, "name": paper.name, "moves": len(told.moves), "all": len(told.moves) == len(made)}


def _opening(engine: Engine, seed: int, draws: list[int]) -> State | None:
    """Return the position after the set-up, where `play` begins; None if something is decided before."""
    cells = first_cells(engine.program, seed)
    cells[FORCED] = tuple(draws)
    while cells[PC] != engine.program.play:
        function = engine.code.fine[cells[PC]]
        if function is None:
            return None
        cells[PC] = function(cells)
    cells[FORCED] = None
    return State(tuple(cells))


def _made(seated: SeatedGame, trace: list[StepData]) -> tuple[Made, ...]:
    """Play a game to its end; its moves."""
    made = []
    for step in steps_of(trace):
        move = next(m for m in seated.moves() if move_tokens(seated.engine.program, m) == step.move)
        after = again(seated.here, step)
        assert after is not None
        made.append(Made(step.player, move, seated.here.state, after.state))
        seated.follow(move, after)
    return tuple(made)


def _title(seated: SeatedGame, made: tuple[Made, ...], language: str) -> str:
    """Return the last move in words of the text's language."""
    last = made[-1]
    who = seat_names(seated.engine.program.layout.players)[last.player].title()
    return told_of(seated, who, last.move, last.before, language)


# ---- the text ------------------------------------------------------------------------------------
@frozen
class _Paper:
    """A text to write examples into, in its own keywords. `name`: of the first new one; `options` are pinned in each."""

    source: Source
    text: str
    language: str
    name: str
    options: tuple[tuple[str, str], ...]

    def run(self, some: list[Candidate]) -> list[Result | None]:
        """Try examples; None: it cannot even be read."""
        found = self._tried(some)
        if found is None and len(some) > 1:  # one of them spoils it for all
            return [result for one in some for result in self.run([one])]
        return [None] if found is None else [*found]

    def _tried(self, some: list[Candidate]) -> list[Result] | None:
        checked = check_source(self._source(self.with_examples(some, ""))).checked
        if not checked.ok or checked.value is None:
            return None
        results = {result.example.name: result for result in run_examples(checked.value, self._names(some))}
        return [results[name] for name in self._names(some)]

    def with_examples(self, some: list[Candidate], title: str) -> str:
        """Return the text with examples at its end."""
        blocks = [evolve(c, options=self.options).text(n, title or n) for n, c in zip(self._names(some), some, strict=True)]
        head = head_of(self.text, "")
        whole = translate(example_file(head.of or head.name, self.name, "-", "\n".join(blocks)), self.language)
        if whole.value is None:
            return ""
        _, _, _, block = whole.value.split("\n", 3)
        return f"{self.text.rstrip()}\n\n{block}"

    def _names(self, some: list[Candidate]) -> list[str]:
        return [f"{self.name}_{n}" if n else self.name for n in range(len(some))]

    def _source(self, text: str) -> Source:
        """Return the rules with another text and nothing set: an example pins what it needs."""
        return {"files": [[path, text if path == OWN else other] for path, other in self.source["files"]], "set": []}


def _paper(rules: Asked, settings: list[list[str]]) -> _Paper:
    source, text = resolve(rules), rules["text"]
    file = parse(text, "").value
    name = _free_name(check_source(source).model)
    return _Paper(source, text, file.language if file is not None else "en", name, tuple((n, v) for n, v in settings))


def _free_name(model: GameModel) -> str:
    taken = {example.name for example in model.examples}
    return next(name for n in range(1, len(taken) + 2) if (name := f"play_{n}") not in taken)

"""What a worker can be asked: each job is a function from the cache and plain data to plain data.

Positions come back apart from the rest (`Answer.raw`): whoever asked passes them on without reading them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from attrs import field, frozen

from rulekit.engine.trace import record
from rulekit.engine.view import OPEN
from rulekit.report.table.log_lines import has_secrets
from rulekit.report.told.aim import about_and_wins
from rulekit.report.told.language import not_put_into, told_in
from rulekit.tools.web.workers import first_looks, minds
from rulekit.tools.web.workers.asked import RulesJob, TableJob
from rulekit.tools.web.workers.seated_game import SeatedGame
from rulekit.tools.web.workers.sources import resolve, source_id
from rulekit.tools.web.workers.worker_cache import WorkerCache
from rulekit.tools.web.workshop.findings import findings_data
from rulekit.tools.web.workshop.kept_plays import as_example
from rulekit.tools.web.workshop.lessons import lesson_check
from rulekit.tools.web.workshop.outline import changes_of, game_list, outline, settings_of
from rulekit.tools.web.workshop.settled_text import settled_text
from rulekit.tools.web.workshop.study_jobs import compared, reworked, simulated, step_data

Data = dict[str, object]


@frozen
class Answer:
    """What comes of a job."""

    data: Data
    raw: list[bytes] = field(factory=list)


# ---- rules ---------------------------------------------------------------------------------------
def rules(cache: WorkerCache, job: RulesJob) -> Answer:
    """Return the texts that are meant, checked; findings that are errors end the job."""
    source = resolve(job["rules"])
    name = source_id(source)
    model = cache.game(name, source).model
    return Answer({"id": name, "source": source, "title": model.title or model.name, "players": list(model.players)})


def check(cache: WorkerCache, job: RulesJob) -> Answer:
    """Return all findings about rules, and what they declare."""
    source = resolve(job["rules"])
    game = cache.game(source_id(source), source)
    found = findings_data(game.checked.diagnostics, game.texts, job.get("lang"))
    model, lang = game.checked.value, job.get("lang", "en")
    shown = None if model is None else outline(model, lang) | {"changes": changes_of(model, source, lang)}
    return Answer({"ok": game.checked.ok and shown is not None, "findings": found, "outline": shown})


def settled(cache: WorkerCache, job: RulesJob) -> Answer:
    """Return a text that says by itself what its options are set to."""
    return Answer({"text": settled_text(job["rules"]["text"], job["rules"].get("set", {}))})


def games(cache: WorkerCache, job: RulesJob) -> Answer:
    """Return the games that come with rulekit."""
    return Answer({"games": game_list(cache, job["lang"])})


def picture(cache: WorkerCache, job: RulesJob) -> Answer:
    """Return the table of a game in the middle of it."""
    source = resolve(job["rules"])
    return Answer(first_looks.picture(cache, source_id(source), source, job["lang"]))


def rulebook(cache: WorkerCache, job: TableJob) -> Answer:
    """Return the rulebook of rules that are known by their texts, as a page."""
    return Answer({"page": first_looks.rulebook(cache, job["name"], job["source"], job["lang"])})


# ---- getting ready -------------------------------------------------------------------------------
def know(cache: WorkerCache, job: RulesJob) -> Answer:
    """Read a bundled game before somebody wants to play it; `code`: with what bots need."""
    source = resolve(job["rules"])
    name = source_id(source)
    low, high = cache.game(name, source).model.players
    engine = cache.engine(name, source, min(max(low, 2), high))
    engine.menu(record(engine, 0).state)
    if job.get("code"):
        minds.make_code(engine)
    return Answer({})


def code(cache: WorkerCache, job: TableJob) -> Answer:
    """Make machine code, for others to find it."""
    minds.make_code(cache.engine(job["rules"], job["source"], job["players"]))
    return Answer({})


# ---- tables --------------------------------------------------------------------------------------
def begin(cache: WorkerCache, job: TableJob) -> Answer:
    """Set a game up."""
    engine = cache.engine(job["rules"], job.get("source"), job["players"])
    slow = minds.wants_code(engine, minds.forms_of(engine, job["bots"]))
    start = record(engine, job["seed"])
    return Answer({"draws": list(start.trace.draws), "slow": slow})


def show(cache: WorkerCache, job: TableJob) -> Answer:
    """Return a position as lookers see it."""
    seated = cache.seated_game(job)
    return _answer(seated, job)


def look(cache: WorkerCache, job: TableJob) -> Answer:
    """Return an earlier position, to look at."""
    seated = cache.past(job)
    looker, lang = job["looker"]
    return Answer({}, [seated.position(looker, lang, asked=False, undo_possible=False)])


def move(cache: WorkerCache, job: TableJob) -> Answer:
    """Make a move of the menu."""
    seated = cache.seated_game(job)
    if seated.engine.decider(seated.here.state) != job["by"]:
        return Answer({"refused": "not your turn"})
    if not 0 <= job["move"] < len(seated.menu()):
        return Answer({"refused": "no such move"})
    return _after(seated, job, job["move"])


def think(cache: WorkerCache, job: TableJob) -> Answer:
    """Return the move that a bot chooses."""
    return Answer(minds.choice(cache, cache.seated_game(job), job))


def why(cache: WorkerCache, job: TableJob) -> Answer:
    """Return why something cannot be done."""
    seated = cache.seated_game(job)
    if seated.engine.decider(seated.here.state) != job["by"]:
        return Answer({"refused": [], "offered": []})
    ids, lang = job["about"], job["lang"]
    return Answer({"refused": seated.refused(ids, lang), "offered": seated.offered(ids, lang)})


def barred(cache: WorkerCache, job: TableJob) -> Answer:
    """Return what could be taken at another time, each with what refuses it now; only to who has to decide."""
    seated = cache.seated_game(job)
    mine = seated.engine.decider(seated.here.state) == job["by"]
    return Answer({"barred": seated.barred(job["lang"]) if mine else {}})


def aim(cache: WorkerCache, job: TableJob) -> Answer:
    """Return what a game is about, in a sentence (nothing if its author does not tell it), what its changes are called and its
    options are set to, and that it speaks another language, if it does."""
    seated = cache.seated_game(job)
    game = cache.game(job["rules"], job.get("source"))
    changes = [*changes_of(game.model, game.source, job["lang"]), *settings_of(seated.namer(job["lang"]), game.source)]
    told = about_and_wins(seated.model, seated.engine, told_in(game.model, job["lang"]))
    return Answer({"aim": told, "changes": changes, "foreign": not_put_into(game.model, job["lang"])})


def undo(cache: WorkerCache, job: TableJob) -> Answer:
    """Return whether the game can go back so many steps."""
    seated = cache.seated_game(job)
    return Answer({"possible": seated.can_go_back(job["to"]), "secrets": has_secrets(seated.engine)})


# ---- the workshop --------------------------------------------------------------------------------
def simulate(cache: WorkerCache, job: RulesJob) -> Answer:
    """Play many games."""
    return Answer(simulated(cache, job))


def rework(cache: WorkerCache, job: TableJob) -> Answer:
    """Play a table's game again under other rules, as far as it goes the same way."""
    return Answer(dict(reworked(cache, job)))


def keep(cache: WorkerCache, job: TableJob) -> Answer:
    """Write a table's game as an example of rules."""
    return Answer(as_example(cache, job))


def compare(cache: WorkerCache, job: RulesJob) -> Answer:
    """Compare two rule sets."""
    return Answer(compared(cache, job))


def lesson(cache: WorkerCache, job: RulesJob) -> Answer:
    """Return whether a text reaches the goals of a lesson."""
    return Answer(lesson_check(job["lang"], job["number"], job["text"]))


def _after(seated: SeatedGame, job: TableJob, number: int) -> Answer:
    step = seated.play(number)
    told = {"step": step_data(step)}
    answer = _answer(seated, job)
    return Answer(answer.data | told, answer.raw)


def _answer(seated: SeatedGame, job: TableJob) -> Answer:
    """Return where the game stands, and positions for all who look."""
    decider = seated.engine.decider(seated.here.state)
    raw = []
    for looker, lang in job["lookers"]:
        back = last_own(seated, looker)
        possible = looker != OPEN and back is not None and decider is not None and seated.can_go_back(back)
        raw.append(seated.position(looker, lang, undo_possible=possible))
    return Answer({"decider": decider}, raw)


def last_own(seated: SeatedGame, seat: int) -> int | None:
    """Return how many steps there were before a player's last move."""
    steps = seated.here.trace.steps
    return next((n for n in range(len(steps) - 1, -1, -1) if steps[n].player == seat), None)


JOBS: Mapping[str, Callable[[WorkerCache, Any], Answer]] = MappingProxyType(
    {
        f.__name__: f
        for f in (
            rules,
            check,
            settled,
            games,
            picture,
            rulebook,
            know,
            code,
            begin,
            show,
            look,
            move,
            think,
            why,
            barred,
            aim,
            undo,
            simulate,
            rework,
            keep,
            compare,
            lesson,
        )
    }
)


def run(cache: WorkerCache, job: Mapping[str, Any]) -> Answer:
    """Do a job, as it was sent."""
    return JOBS[job["job"]](cache, job)

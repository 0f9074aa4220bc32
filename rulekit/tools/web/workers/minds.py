"""Bots as a worker has them: what may sit at a table, what it chooses, and the machine code that it looks ahead with.

Nobody waits for machine code: where it is not there yet, a bot looks ahead on the reference engine and finds the same move, and
whoever asked is told (`slow`), to have it made elsewhere (`code`).
"""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.diagnostics import Diagnostic
from rulekit.engine.engine import Engine
from rulekit.extras import has
from rulekit.play.bots.bot_notation import Form, GreedyForm, MctsForm, read_form, thinks
from rulekit.play.choices import choice_number
from rulekit.tools.io.problems import Problem, Usage
from rulekit.tools.web.workers.asked import TableJob
from rulekit.tools.web.workers.seated_game import SeatedGame
from rulekit.tools.web.workers.worker_cache import Data, WorkerCache
from rulekit.wording import sentence

MOST_SECONDS, MOST_ITERATIONS = 5, 2_000  # that a bot thinks
MOST_SAMPLES = 40  # of what is hidden


def forms_of(engine: Engine, bots: Iterable[str | None]) -> list[Form]:
    """Return bots as they were asked for; what is no bot, or thinks for too long, ends the job."""
    forms = [_form(engine, bot) for bot in bots if bot]
    for form in forms:
        if isinstance(form, MctsForm) and ((form.seconds or 0) > MOST_SECONDS or (form.iterations or 0) > MOST_ITERATIONS):
            raise Usage(
                sentence(
                    "a bot may think for {most} seconds or {most_iterations} iterations at most here",
                    most=MOST_SECONDS,
                    most_iterations=MOST_ITERATIONS,
                )
            )
        if isinstance(form, GreedyForm) and form.samples > MOST_SAMPLES:
            raise Usage(sentence("a bot may guess {most} times at most here", most=MOST_SAMPLES))
    return forms


def choice(cache: WorkerCache, seated: SeatedGame, job: TableJob) -> Data:
    """Return the number of the move that a bot chooses, None if it is not asked; whether machine code would make it faster."""
    engine, count = seated.engine, len(seated.menu())
    if not count:
        return {"choice": None}
    form = _form(engine, job["bot"])
    slow = not job["code"] and wants_code(engine, (form,))
    number = choice_number(job["seed"], job["steps"] + 1)
    return {"choice": cache.bots(engine, form, slow).choose(form, seated.here.state, count, number), "slow": slow}


def wants_code(engine: Engine, forms: Iterable[Form]) -> bool:
    """Return whether some of the bots look ahead, and the machine code for it has yet to be made."""
    if not thinks(forms) or not has("llvmlite"):
        return False
    from rulekit.native.llvm.cache import Cache

    return not Cache().holds(engine.program, paths=True)


def make_code(engine: Engine) -> None:
    """Make the machine code that bots look ahead with, if it is not there; where it cannot be made nothing happens."""
    from rulekit.native.engine import native_of

    native_of(engine.program, paths=True)


def _form(engine: Engine, bot: str) -> Form:
    """Return a bot; what was chosen for other rules may be none here."""
    actions = tuple(name for name, role in engine.program.deeds if role == "action")
    form = read_form(bot, actions)
    if isinstance(form, Diagnostic):
        raise Problem((form,))
    return form

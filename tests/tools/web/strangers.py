"""Nothing given away: people at a web table do random things, then the same is done in another world that one of them cannot tell
from the first (`twins`). Whatever this person was told, in answers and events, has to be the same in both.

`python -m tests.tools.web.strangers --requests 100000 --seed 1`. What was found is made small and shown.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import Counter, deque
from typing import Any

from attrs import define, evolve, field
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from rulekit.engine.trace import Step
from rulekit.tools.web.tables.store import TableRow
from rulekit.tools.web.workers.jobs import Answer
from rulekit.tools.web.workers.seated_game import go_on
from rulekit.tools.web.workers.worker import respond
from rulekit.tools.web.workers.worker_cache import WorkerCache, steps_of
from rulekit.tools.web.workshop.study_jobs import step_data
from tests.tools.web.meeting import Meeting
from tests.tools.web.twins import Event, Happened, Twin, Watcher
from tests.tools.web.visits import KINDS, PEOPLE, Played, Wish, play
from tests.tools.web.worlds import KNOWN, World

Data = dict[str, Any]


# ---- the other world -----------------------------------------------------------------------------
@define(eq=False)
class Leading:
    """Answers jobs in the other world: what was dealt and done there is given."""

    draws: deque[tuple[int, ...]]
    steps: dict[int, deque[Step]]
    made: dict[int, deque[bool]]

    def respond(self, cache: WorkerCache, job: Data) -> Answer:
        """Do a job; the worker forgets all games now and then, which nobody may notice."""
        kind, table = job["job"], job.get("table")
        if kind == "begin":
            return self._begun(respond(cache, job))
        if table not in self.steps or kind not in ("move", "think"):
            return respond(cache, job)
        known = respond(cache, job | {"job": "show", "lookers": []})
        if "missing" in known.data:
            return known
        if kind == "think":
            return Answer({"choice": 0 if known.data["decider"] is not None else None})
        return self._move(cache, job)

    def _begun(self, answer: Answer) -> Answer:
        return Answer(answer.data | {"draws": list(self.draws.popleft())}) if "draws" in answer.data else answer

    def _move(self, cache: WorkerCache, job: Data) -> Answer:
        made, steps = self.made[job["table"]], self.steps[job["table"]]
        if not made or not made.popleft() or not steps:
            return respond(cache, job)
        step = steps.popleft()
        asked: Any = job
        go_on(cache.seated_game(asked), (step,))
        after = respond(cache, job | {"job": "show", "steps": job["steps"] + 1})
        return Answer(after.data | {"step": step_data(step)}, after.raw)


@define(eq=False)
class Comparison:
    """One person, and the first so many requests."""

    played: Played
    who: int
    upto: int
    dice: random.Random
    counts: Counter[str]

    async def differences(self) -> list[str]:
        """What this person was told otherwise in the other world."""
        leading = self._plan()
        other = Meeting(World(leading.respond))
        for request in self.played.requests[: self.upto]:
            if request.then == "/api/tables":
                request = evolve(request, data=request.data | {"seed": self.dice.randrange(2**40)})
            if self.dice.random() < 0.05:
                other.world.crew.cache.seated_games.held.clear()
            if request.link and request.link not in other.links:
                return [f"{request}: there is no such table in the other world"]
            await other.ask(request)
        await other.go()
        return self._compared(other)

    def _compared(self, other: Meeting) -> list[str]:
        one = [h for h in self.played.meeting.heard[self.who] if h[0] < self.upto]
        two = other.heard[self.who]
        for first, second in zip(one, two, strict=False):
            if first != second:
                at = next((n for n, (a, b) in enumerate(zip(first[2], second[2], strict=False)) if a != b), 0)
                near = slice(max(0, at - 150), at + 150)
                shown = [f"{what}: …{body[near].decode(errors='replace')}…" for _, what, body in (first, second)]
                return [f"{self.who} can tell two worlds apart by {self.played.requests[first[0]]}:", *shown]
        return [] if len(one) == len(two) else [f"{self.who} was told {len(one)} or {len(two)} times"]

    # ---- planning --------------------------------------------------------------------------------
    def _plan(self) -> Leading:
        """What is dealt and done in the other world."""
        draws: list[tuple[int, ...]] = []
        steps: dict[int, deque[Step]] = {}
        for number in range(len(self.played.marks[self.upto - 1])):
            if self.played.meeting.tables[number].opened:
                happened = self._twin(number)
                draws.append(happened.draws)
                steps[number + 1] = deque(e for e in happened.events if isinstance(e, Step))
        return Leading(deque(draws), steps, {number: deque(flags) for number, flags in self.played.jobs.made.items()})

    def _twin(self, number: int) -> Happened:
        """What happens at a table there; the same as here if nothing else is found."""
        row = self.played.rows[number]
        engine = KNOWN.engines.get((row.rules, row.players))
        assert engine is not None
        happened = _happened(row, self.played.marks[self.upto - 1][number])
        twin = Twin(engine, self.played.meeting.lookers(self.who, number), self.dice)
        found = twin.made(Watcher.of(engine).watch(happened), happened, self.dice.randrange(2**40))
        self.counts["other games" if found else "same games"] += 1
        return found or happened


def _happened(row: TableRow, upto: int) -> Happened:
    """What happened at a table, names aside."""
    told: list[Event] = []
    for kind, data in row.events[:upto]:
        if kind != "name":
            told.append(data["to"] if kind == "undo" else steps_of([data])[0])
    return Happened(row.draws, tuple(told))


# ---- looking for what is given away ----------------------------------------------------------------
@define
class Search:
    """What was done in all, and what went wrong."""

    without: tuple[str, ...] = ()
    counts: Counter[str] = field(factory=Counter)

    def scripts(self, longest: int) -> st.SearchStrategy[list[Wish]]:
        """Things to do, one after another."""
        kinds = ["nothing", *(kind for kind, often in KINDS.items() for _ in range(often) if kind not in self.without)]
        numbers = [st.integers(0, most) for most in (PEOPLE - 1, 11, 999)]
        return st.lists(st.builds(Wish, st.sampled_from(kinds), *numbers), min_size=longest // 2, max_size=longest)

    def script(self, dice: random.Random, long: int) -> list[Wish]:
        """The same without looking for a small one."""
        kinds = {kind: often for kind, often in KINDS.items() if kind not in self.without}
        chosen = dice.choices([*kinds], [*kinds.values()], k=long)
        return [Wish(kind, dice.randrange(PEOPLE), dice.randrange(12), dice.randrange(1000)) for kind in chosen]

    def look(self, wishes: list[Wish]) -> list[str]:
        """What is wrong in the first world, or different in another one."""
        return asyncio.run(self._look(wishes))

    async def _look(self, wishes: list[Wish]) -> list[str]:
        played = await play(wishes)
        self.counts["requests"] += len(played.requests)
        self.counts.update(w.kind for w in wishes)
        self.counts.update(played.counts)
        dice = random.Random(len(wishes))
        for who in range(PEOPLE) if played.requests and not played.wrong() else ():
            upto = dice.randrange(1, len(played.requests) + 1)
            comparison = Comparison(played, who, upto, dice, self.counts)
            found = await comparison.differences()
            self.counts["requests"] += upto
            self.counts["compared"] += sum(h[0] < upto for h in played.meeting.heard[who])
            if found:
                return found
        return played.wrong()


def search(looking: Search, examples: int, longest: int, number: int) -> None:
    """Look; what is found is made small."""

    @seed(number)
    @settings(max_examples=examples, deadline=None, database=None, derandomize=False, print_blob=False,
              suppress_health_check=list(HealthCheck), phases=(Phase.generate, Phase.shrink))  # fmt: skip
    @given(looking.scripts(longest))
    def nothing_is_given_away(wishes: list[Wish]) -> None:
        found = looking.look(wishes)
        assert not found, "\n".join([*found[:6], *(str(w) for w in wishes if w.kind != "nothing")])

    nothing_is_given_away()


def main() -> int:
    """Look for so many requests and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without", nargs="*", default=(), help=f"some of {', '.join(KINDS)}")
    asked = parser.parse_args()
    looking, number = Search(tuple(asked.without)), asked.seed
    while looking.counts["requests"] < asked.requests:
        try:
            search(looking, 20, 60, number)
        except AssertionError as found:
            print(found)
            print(f"strangers: something is given away (seed {number}) after {looking.counts['requests']} requests")
            return 1
        number += 1
        print(f"{looking.counts['requests']} requests", flush=True)
    print("strangers:", ", ".join(f"{count} {what}" for what, count in looking.counts.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())

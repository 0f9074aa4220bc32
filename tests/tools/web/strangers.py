"""Nothing given away: people at a web table do random things, then the same is done in another world that one of them cannot tell
from the first (`twins`). Whatever this person was told, in answers and events, has to be the same in both.

`python -m tests.tools.web.strangers --requests 100000 --seed 1`. What was found is made small and shown.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, evolve, field, frozen
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from rulekit.engine.trace import Step
from rulekit.tools.web.desk import Desk, steps_of
from rulekit.tools.web.jobs import Answer, step_data
from rulekit.tools.web.sitting import go_on
from rulekit.tools.web.store import TableRow, read_table
from rulekit.tools.web.worker import respond
from tests.bots.games import SECRETS
from tests.tools.web.hidden_games import STOCKS, VEILS
from tests.tools.web.meeting import HOST, Meeting, Request, table_of
from tests.tools.web.serving import example
from tests.tools.web.twins import Event, Happened, Twin, Watcher
from tests.tools.web.worlds import KNOWN, Prompt, Told, World

Data = dict[str, Any]
PEOPLE = 4
GAMES: tuple[tuple[Data, int, Data], ...] = (  # rules, players, and an option that is set otherwise
    ({"text": VEILS}, 3, {}),
    ({"text": STOCKS}, 3, {}),
    ({"text": SECRETS}, 3, {}),
    (example("crazy-eights"), 3, {"draws": "2"}),
    (example("gops"), 3, {}),
    (example("oh-hell"), 3, {}),
    ({"game": "espresso-doppio"}, 2, {}),
    ({"game": "bon-appetit"}, 3, {}),
    ({"game": "cafe-international"}, 3, {}),
)
SMALL = "cafe en\ngame small\n  players 2\nmarker n: 0..9 = 0\nplay\n  turns from starter until n >= {end}\n    do add\n" \
        "action add\n  choose k in 1..2\n  set n to n + k\nwinner p\n  p is active\n"  # fmt: skip
LANGUAGES = ("en", "fr", "de", "it", "xx")
KINDS = {"turn": 45, "look": 12, "past": 8, "why": 10, "listen": 6, "undo": 6, "agree": 5, "refuse": 2, "odd": 2, "name": 3, "open": 5,
         "rework": 4, "other rules": 3, "opened": 3, "check": 1, "share": 1, "kept": 1, "simulate": 1, "lesson": 1,
         "compare": 1}  # fmt: skip


@frozen
class Wish:
    """Something that somebody would like to do; what that is exactly depends on where things stand."""

    kind: str
    who: int
    where: int
    which: int


# ---- the first world -----------------------------------------------------------------------------
@define(eq=False)
class Played:
    """What was done in the first world, and how far every table had come after each request."""

    meeting: Meeting
    jobs: Watching
    requests: list[Request] = field(factory=list)
    marks: list[tuple[int, ...]] = field(factory=list)  # events of each table, after each request
    rows: list[TableRow] = field(factory=list)  # the tables as they were kept in the end

    async def ask(self, request: Request) -> Told:
        """Ask, and note it."""
        told = await self.meeting.ask(request)
        self.requests.append(request)
        counts = dict(self._file.execute('SELECT "table", count(*) FROM events GROUP BY 1'))
        self.marks.append(tuple(counts.get(n + 1, 0) for n in range(len(self.meeting.tables))))
        return told

    @property
    def _file(self) -> sqlite3.Connection:
        store = self.meeting.world.house.store
        assert isinstance(store, Prompt)
        return store.file

    async def go(self) -> None:
        """Everybody leaves."""
        self.rows = [read_table(self._file, n + 1) for n in range(len(self.meeting.tables))]
        await self.meeting.go()

    def wrong(self) -> list[str]:
        """What should not have happened, whatever another world looks like."""
        return [*self.meeting.wrong, *self._shared()]

    def _shared(self) -> Iterator[str]:
        """Tables with the same chance where not only one person sits."""
        seeds: dict[int, list[int]] = defaultdict(list)
        for number, row in enumerate(self.rows):
            seeds[row.seed].append(number)
        for numbers in seeds.values():
            people = {holder for n in numbers for holder in self.meeting.tables[n].holders if holder is not None}
            if len(numbers) > 1 and len(people) > 1:
                yield f"{people} sit at the tables {numbers}, which were dealt alike"


@define(eq=False)
class Watching:
    """Answers jobs and notes which moves were made."""

    made: dict[int, list[bool]] = field(factory=lambda: defaultdict(list))

    def respond(self, desk: Desk, job: Data) -> Answer:
        """Do a job."""
        answer = respond(desk, job)
        if job["job"] == "move" and "missing" not in answer.data:
            self.made[job["table"]].append("step" in answer.data)
        return answer


async def play(wishes: list[Wish]) -> Played:
    """Do it all."""
    jobs = Watching()
    played = Played(Meeting(World(jobs.respond)), jobs)
    for number, wish in enumerate(wishes):
        if not played.meeting.tables and wish.kind != "nothing":
            wish = evolve(wish, kind="open")
        await Person(played, wish, random.Random(number)).act()
    await played.go()
    return played


@define
class Person:
    """Somebody with a wish."""

    played: Played
    wish: Wish
    dice: random.Random

    async def act(self) -> None:
        """Do it, if it can be done."""
        own = [name for name in self.played.meeting.own(self.wish.who)]
        link = own[self.wish.where % len(own)] if own else ""
        doing: dict[str, Callable[[str], Any]] = {
            "open": self._open, "turn": self._turn, "look": self._look, "past": self._past, "why": self._why, "odd": self._odd,
            "listen": lambda link: self._ask("GET", link, f"/events?lang={self._lang()}"), "name": self._name,
            "undo": lambda link: self._undo(link, True), "agree": self._agree, "refuse": lambda link: self._undo(link, False),
            "rework": self._rework, "other rules": self._other_rules, "opened": self._opened, "check": self._check,
            "share": self._share, "kept": lambda link: self._ask("GET", "", "/api/rules/" + "0" * 32),
            "simulate": self._simulate, "lesson": self._lesson, "compare": self._compare,
        }  # fmt: skip
        if self.wish.kind in doing:
            await doing[self.wish.kind](link)

    async def _ask(self, method: str, link: str, then: str, data: Any = None, who: int | None = None) -> Told:
        return await self.played.ask(Request(self.wish.who if who is None else who, method, link, then, data))

    def _lang(self) -> str:
        return LANGUAGES[self.wish.which % len(LANGUAGES)]

    # ---- tables ----------------------------------------------------------------------------------
    async def _open(self, link: str) -> None:
        rules, players, _ = GAMES[self.wish.which % len(GAMES)]
        alone = self.wish.where % 4 == 0
        seats = []
        for seat in range(players):
            bot = ("random", "greedy")[self.dice.randrange(2)] if alone and seat else "random" if self.dice.random() < 0.2 else None
            seats.append({"bot": bot, "name": None, "holder": None if bot else (self.wish.who + seat * self.dice.randrange(3)) % PEOPLE})
        made = self.dice.randrange(2**40)
        await self._ask("POST", "", "/api/tables", {"rules": rules, "players": players, "seats": seats, "seed": made}, HOST)

    async def _turn(self, link: str) -> None:
        """Whoever has to decide at some table does."""
        meeting = self.played.meeting
        number = self.wish.where % len(meeting.tables)
        door = next(name for name in meeting.links if table_of(name) == number)
        seat = (await self._ask("GET", door, "", who=HOST)).data["decider"]
        if seat is None or (who := meeting.tables[number].holders[seat]) is None or f"{number}.{seat}" not in meeting.links:
            return
        seen = (await self._ask("GET", f"{number}.{seat}", f"?lang={self._lang()}", who=who)).data
        move = {"at": seen["at"], "move": self.wish.which % max(1, len(seen["menu"]))}
        await self._ask("POST", f"{number}.{seat}", "/move", move, who)

    async def _look(self, link: str) -> None:
        if link:
            await self._ask("GET", link, f"?lang={self._lang()}")

    async def _past(self, link: str) -> None:
        if link:
            await self._ask("GET", link, f"?lang={self._lang()}&step={self.wish.which % 14}")

    async def _why(self, link: str) -> None:
        if not link:
            return
        seen = (await self._ask("GET", link, "")).data
        ids = [*_ids(seen), str(self.wish.which), f"{self.wish.which}:0"]
        about = None if self.dice.random() < 0.3 else self.dice.sample(ids, 1 + (self.dice.random() < 0.2))
        await self._ask("POST", link, "/why", {"at": seen["at"], "lang": self._lang(), "about": about})

    async def _odd(self, link: str) -> None:
        """Half a character, or nothing that is there."""
        if link:
            about = ("\ud800", ["12", "\udfff:0"], "", "0:999999", ["1"] * 7, 5)[self.wish.which % 6]
            await self._ask("POST", link, "/why", {"at": 0, "lang": self._lang(), "about": about})

    async def _undo(self, link: str, agree: bool) -> None:
        if link:
            seen = (await self._ask("GET", link, "")).data
            await self._ask("POST", link, "/undo", {"at": seen["at"], "agree": agree})

    async def _agree(self, link: str) -> None:
        """All who play agree to a move taken back."""
        number = table_of(link) if link else 0
        for other, holder in enumerate(self.played.meeting.tables[number].holders if link else ()):
            if holder is not None and f"{number}.{other}" in self.played.meeting.links:
                seen = (await self._ask("GET", f"{number}.{other}", "", who=holder)).data
                await self._ask("POST", f"{number}.{other}", "/undo", {"at": seen["at"], "agree": True}, holder)

    async def _name(self, link: str) -> None:
        if link:
            await self._ask("POST", link, "/name", {"name": f"N{self.wish.which % 7}"})

    # ---- the workshop ----------------------------------------------------------------------------
    async def _rework(self, link: str) -> None:
        if link:
            await self._reworked(link, self.played.meeting.tables[table_of(link)].rules)

    async def _other_rules(self, link: str) -> None:
        if link:
            rules = self.played.meeting.tables[table_of(link)].rules
            option = next((o for r, _, o in GAMES if r == rules), {})
            await self._reworked(link, rules | {"set": option})

    async def _opened(self, link: str) -> None:
        """The same game with nothing hidden."""
        if link:
            rules = self.played.meeting.tables[table_of(link)].rules
            await self._reworked(link, {"text": opened(rules["text"])} if "text" in rules else GAMES[0][0])

    async def _reworked(self, link: str, rules: Data) -> None:
        told = await self._ask("POST", link, f"/rework?lang={self._lang()}", {"rules": rules})
        meeting = self.played.meeting
        if told.status == 200 and {s["seat"] for s in told.data["seats"]} != {int(link.partition(".")[2])}:
            meeting.wrong.append(f"{self.wish.who} got more than a seat of {link}: {told.body[:300]!r}")
        others = {h for h in meeting.tables[table_of(link)].holders if h not in (None, self.wish.who)}
        if told.status == 200 and others:
            meeting.wrong.append(f"{self.wish.who} got a copy of a table where {others} sit")

    async def _check(self, link: str) -> None:
        await self._ask("POST", "", "/api/check", {"rules": GAMES[self.wish.which % len(GAMES)][0]})

    async def _share(self, link: str) -> None:
        rules = {"text": SMALL.format(end=self.wish.which % 9)}
        told = await self._ask("POST", "", "/api/rules", {"rules": rules})
        await self._ask("GET", "", f"/api/rules/{told.data['id']}")

    async def _simulate(self, link: str) -> None:
        await self._ask("POST", "", "/api/simulate", {"rules": {"text": SMALL.format(end=5)}, "players": 2, "games": 3})

    async def _lesson(self, link: str) -> None:
        await self._ask("POST", "", "/api/lessons/1/check", {"text": SMALL.format(end=4)})

    async def _compare(self, link: str) -> None:
        first, second = ({"text": SMALL.format(end=end)} for end in (3, 4))
        await self._ask("POST", "", "/api/compare", {"first": first, "second": second, "players": 2})


def opened(text: str) -> str:
    """A game with every place open."""
    lines = text.split("\n")
    for n, line in enumerate(lines):
        if line.startswith("place "):
            head, *more = line.partition("#")[0].rstrip().split(", ")
            lines[n] = ", ".join([head, "open", *(m for m in more if m.startswith("refilled"))])
        elif line.startswith("marker "):
            lines[n] = line.replace(", private", "").replace(", others", "").replace(", hidden", "")
    return "\n".join(lines)


def _ids(seen: Data) -> list[str]:
    """Ids that a position tells of."""
    cells = [c for z in seen.get("zones", ()) for f in z["families"] for c in f["cells"]]
    return [i for c in cells for i in (str(c["id"]), *(f"{c['id']}:{n}" for n in range(c["count"])))]


# ---- the other world -----------------------------------------------------------------------------
@define(eq=False)
class Leading:
    """Answers jobs in the other world: what was dealt and done there is given."""

    draws: deque[tuple[int, ...]]
    steps: dict[int, deque[Step]]
    made: dict[int, deque[bool]]

    def respond(self, desk: Desk, job: Data) -> Answer:
        """Do a job; the worker forgets all games now and then, which nobody may notice."""
        kind, table = job["job"], job.get("table")
        if kind == "begin":
            return self._begun(respond(desk, job))
        if table not in self.steps or kind not in ("move", "think"):
            return respond(desk, job)
        known = respond(desk, job | {"job": "show", "lookers": []})
        if "missing" in known.data:
            return known
        if kind == "think":
            return Answer({"choice": 0 if known.data["decider"] is not None else None})
        return self._move(desk, job)

    def _begun(self, answer: Answer) -> Answer:
        return Answer(answer.data | {"draws": list(self.draws.popleft())}) if "draws" in answer.data else answer

    def _move(self, desk: Desk, job: Data) -> Answer:
        made, steps = self.made[job["table"]], self.steps[job["table"]]
        if not made or not made.popleft() or not steps:
            return respond(desk, job)
        step = steps.popleft()
        go_on(desk.sitting(job), (step,))
        after = respond(desk, job | {"job": "show", "steps": job["steps"] + 1})
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
                other.world.crew.desk.sittings.held.clear()
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
                shown = [f"{what}: …{body[max(0, at - 150) : at + 150].decode(errors='replace')}…" for _, what, body in (first, second)]
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

    def look(self, wishes: list[Wish]) -> list[str]:
        """What is wrong in the first world, or different in another one."""
        return asyncio.run(self._look(wishes))

    async def _look(self, wishes: list[Wish]) -> list[str]:
        played = await play(wishes)
        self.counts["requests"] += len(played.requests)
        self.counts.update(w.kind for w in wishes)
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

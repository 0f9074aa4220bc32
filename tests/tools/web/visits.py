"""What people do at web tables: everything that the interface offers, at random, one thing after another.

Comes in: wishes, plain data. Goes out: the requests that came of them, what everybody was told, and how far each table had come.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, evolve, field, frozen

from rulekit.tools.web.tables.store import TableRow
from rulekit.tools.web.workers.jobs import Answer
from rulekit.tools.web.workers.worker import respond
from rulekit.tools.web.workers.worker_cache import WorkerCache
from tests.play.bots.games import SECRETS
from tests.tools.web.hidden_games import STOCKS, VEILS
from tests.tools.web.lying import parts
from tests.tools.web.meeting import HOST, Meeting, Request, table_of
from tests.tools.web.serving import example
from tests.tools.web.table_rows import table_in
from tests.tools.web.worlds import Prompt, Told, World

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
KINDS = {"turn": 45, "look": 12, "past": 8, "why": 10, "listen": 6, "undo": 6, "agree": 5, "refuse": 2, "odd": 2, "name": 3,
         "open": 5, "rework": 4, "other rules": 3, "opened": 3, "check": 1, "share": 1, "kept": 1, "simulate": 1, "lesson": 1,
         "compare": 1, "branch": 2, "example": 2}  # fmt: skip


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
    counts: Counter[str] = field(factory=Counter)

    async def ask(self, request: Request) -> Told:
        """Ask, and note it."""
        told = await self.meeting.ask(request)
        self.requests.append(request)
        counts = dict(self._file.execute('SELECT "table", count(*) FROM events GROUP BY 1'))
        self.marks.append(tuple(counts.get(n + 1, 0) for n in range(len(self.meeting.tables))))
        return told

    @property
    def _file(self) -> sqlite3.Connection:
        store = self.meeting.world.service.store
        assert isinstance(store, Prompt)
        return store.file

    async def go(self) -> None:
        """Everybody leaves."""
        self.rows = [table_in(self._file, n + 1) for n in range(len(self.meeting.tables))]
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

    def respond(self, cache: WorkerCache, job: Data) -> Answer:
        """Do a job."""
        answer = respond(cache, job)
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
        link = self._link()
        doing: dict[str, Callable[[str], Any]] = {
            "open": self._open, "turn": self._turn, "look": self._look, "past": self._past, "why": self._why, "odd": self._odd,
            "listen": lambda link: self._ask("GET", link, f"/events?lang={self._lang()}"), "name": self._name,
            "undo": lambda link: self._undo(link, True), "agree": self._agree, "refuse": lambda link: self._undo(link, False),
            "rework": self._rework, "other rules": self._other_rules, "opened": self._opened, "check": self._check,
            "share": self._share, "kept": lambda link: self._ask("GET", "", "/api/rules/" + "0" * 32),
            "simulate": self._simulate, "lesson": self._lesson, "compare": self._compare, "branch": self._branch,
            "example": self._example,
        }  # fmt: skip
        if self.wish.kind in doing:
            await doing[self.wish.kind](link)

    def _link(self) -> str:
        """A link that this person has: mostly of a seat; to play by other rules, mostly where nobody else sits."""
        meeting = self.played.meeting
        own = meeting.own(self.wish.who)
        seats = [name for name in own if not name.endswith("w")]
        alone = [name for name in seats if {*meeting.tables[table_of(name)].holders} <= {None, self.wish.who}]
        some = alone if alone and self.wish.kind in ("rework", "other rules", "opened", "branch", "example") else seats
        links = some if some and self.wish.which % 4 else own
        return links[self.wish.where % len(links)] if links else ""

    async def _ask(self, method: str, link: str, then: str, data: Any = None, who: int | None = None) -> Told:
        return await self.played.ask(Request(self.wish.who if who is None else who, method, link, then, data))

    def _lang(self) -> str:
        return LANGUAGES[self.wish.which % len(LANGUAGES)]

    # ---- tables ----------------------------------------------------------------------------------
    async def _open(self, link: str) -> None:
        rules, players, _ = GAMES[self.wish.which % len(GAMES)]
        alone = self.wish.where % 2 == 0
        seats = []
        for seat in range(players):
            bot = self.dice.choice(("random", "greedy")) if (seat if alone else self.dice.random() < 0.2) else None
            holder = None if bot else (self.wish.who + seat * self.dice.randrange(3)) % PEOPLE
            seats.append({"bot": bot, "name": None, "holder": holder})
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
        await self._ask("GET", link, f"/barred?lang={self._lang()}")

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

    async def _branch(self, link: str) -> None:
        """How the same game goes with nothing hidden."""
        await self._kept_play(link, "branch", opened)

    async def _example(self, link: str) -> None:
        await self._kept_play(link, "example", str)

    async def _kept_play(self, link: str, what: str, changed: Callable[[str], str]) -> None:
        rules = self.played.meeting.tables[table_of(link)].rules if link else {}
        if "text" in rules:
            told = await self._ask("POST", link, f"/{what}?lang={self._lang()}", {"rules": {"text": changed(rules["text"])}})
            self.played.counts[f"{what} {told.status}"] += 1

    async def _reworked(self, link: str, rules: Data) -> None:
        told = await self._ask("POST", link, f"/rework?lang={self._lang()}", {"rules": rules})
        meeting = self.played.meeting
        self.played.counts[f"reworked {told.status}"] += 1
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
    cells += [part for part in parts(seen) if part["kind"] == "place"]
    return [i for c in cells for i in (str(c["id"]), *(f"{c['id']}:{n}" for n in range(c["count"])))]

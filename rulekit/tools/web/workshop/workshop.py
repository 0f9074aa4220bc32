"""The workshop's questions: a game under changed rules, many games, a comparison whose plays can be put on a table."""

from __future__ import annotations

import secrets
from typing import Any

from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.tables.player_names import default_names
from rulekit.tools.web.tables.store import SeatRow
from rulekit.tools.web.tables.table import Link, WebTable, new_link
from rulekit.tools.web.tables.table_service import LONG, TableService
from rulekit.wording import sentence

Data = dict[str, Any]
MOST_GAMES = 100_000
STUDY_SECONDS = 20.0  # for games or for a comparison
SECONDS_AROUND = 20.0  # for what comes before and after
NO_EXAMPLE = {
    "none": sentence("under these rules no move of this play is left to tell"),
    "chance": sentence("chance has a part in this play that an example cannot name, so it stays a play"),
    "unsaid": sentence("this play cannot be written as an example: its moves cannot be told by the actions they start"),
}


def links(table: WebTable) -> Data:
    """Return the links of a table."""
    seats = [{"seat": s.seat, "link": None if s.bot else s.link, "bot": s.bot} for s in table.row.seats]
    return {"watch": table.row.watch, "seats": seats}


async def simulate(service: TableService, rules: Data, players: int | None, games: int, bots: str | None) -> Data:
    """Length, scores and seats of many games."""
    job = {
        "job": "simulate",
        "rules": rules,
        "players": players,
        "games": games,
        "bots": bots,
        "seed": 1,
        "seconds": STUDY_SECONDS,
    }
    return await service.study(job, STUDY_SECONDS + SECONDS_AROUND)


async def rework(service: TableService, link: Link, rules: Data, lang: str) -> Data:
    """A new table for one person among bots, where the game of a table is played under other rules up to where these matter.
    What the person could not see is dealt anew, and what comes is new chance: nothing of the first table comes to light."""
    old, job = link.table, await _alone(service, "rework", link, rules, lang)
    found = await service.study(job, LONG)
    if found["draws"] is None:
        raise Refused(409, "players", sentence("under these rules the game is not for so many players"))
    rows = tuple(SeatRow(s.seat, new_link(), s.name, s.bot) for s in old.seating.seats)
    source = found["source"] | {"asked": rules, "trusted": "text" not in rules}
    await service.add_table(found["id"], source, job["fresh"], found["draws"], rows, found["trace"])
    mine = [{"seat": s.seat, "link": s.link, "bot": None} for s in rows if s.seat == link.seat]
    return {"seats": mine, "kept": found["kept"], "steps": len(old.steps), "parted": found["parted"], "added": found["added"]}


async def _alone(service: TableService, kind: str, link: Link, rules: Data, lang: str) -> Data:
    """Return a job about the game of one person among bots, and other rules; nobody else's game is worked on."""
    old = link.table
    if link.seat is None:
        raise Refused(403, "watching", sentence("who only watches cannot change the rules"))
    if any(s.bot is None and s.seat != link.seat for s in old.seating.seats):
        raise Refused(
            409,
            "others",
            sentence("somebody else sits at this table"),
            sentence("try other rules at a table of your own, among bots"),
        )
    job = old.job(kind, by=link.seat, fresh=secrets.randbits(62), other=rules, lang=lang, source=await service.source_of(old))
    return job | {"trace": list(old.steps)}


async def branch(service: TableService, link: Link, rules: Data, lang: str) -> Data:
    """How far a table's game goes under other rules, without a table for it."""
    job = await _alone(service, "rework", link, rules, lang)
    found = await service.study(job, LONG)
    return {"steps": len(job["trace"])} | {name: found[name] for name in ("kept", "parted", "added", "said", "possible")}


async def example(service: TableService, link: Link, rules: Data, lang: str) -> Data:
    """The text of the rules with the table's game as one more example."""
    found = await service.study(await _alone(service, "keep", link, rules, lang), LONG)
    if "why" in found:
        raise Refused(409, found["why"], NO_EXAMPLE[found["why"]])
    return found


async def compare(service: TableService, first: Data, second: Data, players: int | None, labels: list[str], lang: str) -> Data:
    """Compare two rule sets; every play that can be told by itself is put on two tables, one for each."""
    job = {"job": "compare", "first": first, "second": second, "players": players, "labels": labels, "lang": lang}
    found = await service.study(job | {"seconds": STUDY_SECONDS}, STUDY_SECONDS + SECONDS_AROUND)
    ids, sources, plays = found.pop("ids"), found.pop("sources"), found.pop("plays")
    for witness, play in zip(found["witnesses"], plays, strict=True):
        witness["tables"] = []
        for name, source, rules, side in zip(ids, sources, (first, second), play["sides"] if play else (), strict=False):
            names = default_names([""] * play["players"])
            rows = tuple(SeatRow(n, new_link(), names[n], None) for n in range(play["players"]))
            whole = source | {"asked": rules, "trusted": "text" not in rules}
            table = await service.add_table(name, whole, play["seed"], side["draws"], rows, side["steps"])
            witness["tables"].append(links(table))
    return found

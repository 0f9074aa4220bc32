"""What is hidden never leaves the server: everything told to somebody is the same whatever lies where they do not see it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx
import pytest
from attrs import evolve

from rulekit.engine.engine import Engine, Refused
from rulekit.engine.events.event import Event
from rulekit.engine.events.log import log_from
from rulekit.engine.faults import Fault
from rulekit.engine.moves import Move
from rulekit.engine.state import State
from rulekit.engine.trace import Recording, record
from rulekit.engine.view import OPEN
from rulekit.program.program import FROZEN
from rulekit.tools.web.workers.jobs import run
from rulekit.tools.web.workers.seated_game import SeatedGame
from rulekit.tools.web.workers.sources import resolve, source_id
from rulekit.tools.web.workers.worker_cache import WorkerCache
from tests.play.bots.games import SECRETS
from tests.tools.web.hidden_games import SECRETS_LAID_OUT, STOCKS, VEILS, VEILS_LAID_OUT
from tests.tools.web.lying import table
from tests.tools.web.serving import example, sit
from tests.tools.web.veiled import exchange, lookers, renamed, renamed_move, unseen, with_other_values

GAMES: dict[str, tuple[Any, int]] = {
    "cafe-international": ({"game": "cafe-international"}, 3),
    "espresso-doppio": ({"game": "espresso-doppio"}, 2),
    "bon-appetit": ({"game": "bon-appetit"}, 3),
    "crazy-eights": (example("crazy-eights"), 3),
    "gops": (example("gops"), 3),
    "oh-hell": (example("oh-hell"), 3),
    "secrets": ({"text": SECRETS.replace("1..4", "1..12").replace("| 3      |", "| 1      |")}, 3),
    "stocks": ({"text": STOCKS}, 3),
    "veils": ({"text": VEILS}, 3),
    "veils laid out": ({"text": VEILS_LAID_OUT}, 3),
    "secrets laid out": (
        {"text": f"{SECRETS.replace('1..4', '1..12').replace('| 3      |', '| 1      |')}{SECRETS_LAID_OUT}"},
        3,
    ),
}
SEED = 1234567890123456789
DESK = WorkerCache()


@cache
def begun(name: str, seed: int = SEED) -> SeatedGame:
    """A game that begins."""
    rules, players = GAMES[name]
    source = resolve(rules)
    key = source_id(source)
    model, engine = DESK.game(key, source).model, DESK.engine(key, source, players)
    return SeatedGame(model, record(engine, seed), ("Ada", "Bob", "Cleo")[:players])


def along(name: str, moves: int, seed: int = SEED) -> Iterator[SeatedGame]:
    """The seated_games of a random game, each with all that came before."""
    first, dice = begun(name, seed), random.Random(seed)
    seated = SeatedGame(first.model, first.here, first.names)
    for _ in range(moves):
        yield seated
        if not seated.menu():
            return
        seated.play(dice.randrange(len(seated.menu())))
    yield seated


def at(seated: SeatedGame, state: Any) -> SeatedGame:
    """The same table at another state, without a past."""
    return SeatedGame(seated.model, evolve(seated.here, state=state), seated.names)


def told(seated: SeatedGame, looker: int, lang: str = "en") -> str:
    """All that somebody can get to know of a table now."""
    known: dict[str, Any] = {"position": json.loads(seated.position(looker, lang))}
    if seated.engine.decider(seated.here.state) == looker:
        known |= {"refused": seated.refused([], lang), "offered": seated.offered([], lang)}
    return json.dumps(known, ensure_ascii=False)


def heard(engine: Engine, before: State, move: Move, after: State, looker: int) -> tuple[Event, ...] | None:
    """What somebody is told of a move; None if it does not lead there."""
    log = log_from(engine, before, [looker])
    try:
        reached = log.follow(before, move.path, None, after)
    except Fault:
        return None
    return log.events(looker) if reached.cells[FROZEN + 1 :] == after.cells[FROZEN + 1 :] else None


def allowed(engine: Engine, before: State, move: Move) -> bool:
    """Whether the rules allow a move. With other cards in a hand they may not: who holds the suit that was led has to follow,
    so whoever saw the move knows that the hand was not that one."""
    return any(path == move.path for path, _, _ in engine.menu(before))


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_the_same_whatever_is_hidden(name: str) -> None:
    dice, different = random.Random(1), 0
    for number, seated in enumerate(along(name, 35)):
        for looker in lookers(seated.engine) if number % 5 == 0 and not seated.is_over else ():  # the end tells what counts
            engine, state = seated.engine, seated.here.state
            pieces = exchange(engine, unseen(engine, state, looker), dice)
            other = with_other_values(engine, renamed(engine, state, pieces), looker, dice)
            different += other != state
            assert told(at(seated, other), looker) == told(at(seated, state), looker)
    assert different > 5


@pytest.mark.parametrize("name", GAMES)
def test_a_move_and_its_changes_are_told_the_same_whatever_is_hidden(name: str) -> None:
    dice, different, compared, possible = random.Random(2), 0, 0, 0
    for seated in along(name, 30):
        if not seated.before:
            continue
        engine, (before, move), after = seated.engine, seated.before[-1], seated.here.state
        for looker in lookers(engine):
            other = exchange(engine, unseen(engine, before, looker) & unseen(engine, after, looker), dice)
            first, second, chosen = renamed(engine, before, other), renamed(engine, after, other), renamed_move(move, other)
            different += (first, second) != (before, after)
            logs = [heard(engine, b, m, a, looker) for b, m, a in ((before, move, after), (first, chosen, second))]
            if None not in logs and (chosen == move or looker != engine.decider(before)):
                assert logs[0] == logs[1]
                compared += 1
            if not allowed(engine, first, chosen):
                continue  # such a game cannot be, and to take back its move means nothing
            possible += 1
            both = [SeatedGame(seated.model, evolve(seated.here, state=a), seated.names, [(b, m)])
                    for b, m, a in ((before, move, after), (first, chosen, second))]  # fmt: skip
            steps = len(seated.here.trace.steps) - 1
            assert both[0].can_go_back(steps) == both[1].can_go_back(steps)
    assert different > 5 and compared > 5 and possible > 30


@pytest.mark.parametrize("name", ["gops", "secrets", "stocks"])
def test_what_somebody_chooses_in_secret_is_told_to_nobody_else(name: str) -> None:
    compared = 0
    for seated in along(name, 14):
        engine, state = seated.engine, seated.here.state
        if state.cells[FROZEN] is None:
            continue
        by = engine.decider(state)
        afters = [(m, seated.here.play(m)) for m in seated.moves()]
        hidden = [(m, a) for m, a in afters if isinstance(a, Recording) and a.state.cells[FROZEN] == state.cells[FROZEN]]
        assert not any(isinstance(a, Refused) for _, a in afters)
        for looker in lookers(engine):
            if looker == by:
                continue
            known = {_position_after(seated, m, a, looker) for m, a in hidden[:4]}
            compared += len(hidden) > 1
            assert len(known) <= 1
    assert compared > 5


def _position_after(seated: SeatedGame, move: Any, after: Recording, looker: int) -> str:
    then = SeatedGame(seated.model, after, seated.names, [*seated.before, (seated.here.state, move)])
    return json.dumps([json.loads(then.position(looker, "en")), then.can_go_back(len(after.trace.steps) - 1)])


@pytest.mark.parametrize("name", GAMES)
def test_no_seed_draw_or_number_of_a_piece_is_told(name: str) -> None:
    for number, seated in enumerate(along(name, 30)):
        if number % 5 == 0:
            sorts = "|".join(sort.name for sort in seated.engine.program.layout.sorts)
            for looker in lookers(seated.engine):
                text = told(seated, looker, "fr")
                assert str(SEED) not in text and '"draws"' not in text and '"seed"' not in text
                assert not re.search(rf'"({sorts}):\d+"', text)


def test_a_past_position_shows_no_more_than_it_did(client: httpx.Client) -> None:
    """Nor does it show a menu, nor what another player saw."""
    players, watching = sit(client, {"game": "cafe-international"}, [{}, {}, {}], seed=SEED)
    seen = players[0].see()
    first = {who: table(p.see()) for who, p in enumerate((*players, watching))}
    assert players[0].post("move", at=0, move=len(seen["menu"]) - 1).status_code == 200
    for who, player in enumerate((*players, watching)):
        past = player.see(step=0)
        assert table(past) == first[who] and past["menu"] == [] and past["log"] == []
    assert len({json.dumps(told) for told in first.values()}) == 4


def test_who_watches_is_told_no_menu_and_cannot_ask_why(client: httpx.Client) -> None:
    players, watching = sit(client, example("crazy-eights"), [{}, {}], seed=SEED)
    assert players[0].see()["menu"] and watching.see()["menu"] == []
    assert watching.post("why", at=0, about=None, lang="en").json() == {"refused": [], "offered": []}
    assert players[1].post("why", at=0, about=None, lang="en").json() == {"refused": [], "offered": []}
    for other in (watching, players[1]):
        assert client.get(f"/api/at/{other.link}/barred").json() == {"barred": {}}
    hands = [c for z in watching.see()["zones"] for f in z["families"] if f["name"] == "hand" for c in f["cells"]]
    assert hands and all(c["pieces"] is None and c["count"] > 0 for c in hands)


def test_jobs_know_of_no_looker_who_sees_everything() -> None:
    """`None` sees all in `view`; no link has such eyes."""
    rules, players = GAMES["crazy-eights"]
    found = run(DESK, {"job": "rules", "rules": rules}).data
    start = run(DESK, {"job": "begin", "rules": found["id"], "players": players, "seed": 1, "bots": []}).data
    about = {"rules": found["id"], "players": players, "seed": 1, "draws": start["draws"], "table": 1, "names": ["A", "B", "C"]}
    shown = json.loads(run(DESK, about | {"job": "show", "steps": 0, "trace": [], "lookers": [[OPEN, "en"]]}).raw[0])
    assert "hand" in json.dumps(shown) and shown["menu"] == []

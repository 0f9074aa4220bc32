"""What is shown of a game before somebody sits down, or beside the play: a picture of its table, its rulebook.

Comes in: rules as a worker knows them. Goes out: plain data for the first page, and a page to print.
"""

from __future__ import annotations

import random

from rulekit.engine.engine import Engine
from rulekit.engine.trace import record
from rulekit.model.model import GameModel
from rulekit.report.sentences import languages as spoken
from rulekit.report.told.language import languages
from rulekit.tools.io.rulebooks import Rules, told
from rulekit.tools.web.tables.player_names import default_names
from rulekit.tools.web.workers.asked import Source
from rulekit.tools.web.workers.seated_game import SeatedGame
from rulekit.tools.web.workers.sources import source_id
from rulekit.tools.web.workers.worker_cache import Data, WorkerCache

MOVES = 24  # after which the table is shown: early in the middle of most games
SEED = 4


def picture(cache: WorkerCache, name: str, source: Source, lang: str) -> Data:
    """Return the table of a game as its first player sees it after some moves: always the same ones, chosen by chance."""
    model = cache.game(name, source).model
    low, high = model.players
    seated = _played(model, cache.engine(name, source, min(max(low, 2), high)), lang)
    players = [{"seat": seat, "name": name, "bot": None, "mine": seat == 0} for seat, name in enumerate(seated.names)]
    return {"lang": lang, "viewer": 0, "decider": None, "over": False, "players": players} | seated.table(0, lang)


def _played(model: GameModel, engine: Engine, lang: str) -> SeatedGame:
    """Return a game that was played for a while; one that is over by then is shown as it was half-way."""
    names = tuple(default_names([""] * engine.program.layout.players, (), lang))
    seated, dice = SeatedGame(model, record(engine, SEED), names), random.Random(SEED)
    while len(seated.before) < MOVES and not seated.is_over:
        seated.play(dice.randrange(len(seated.menu())))
    return (seated.earlier(len(seated.before) // 2) if seated.is_over else None) or seated


def rulebook(cache: WorkerCache, name: str, source: Source, lang: str) -> str:
    """Return the rulebook as a page; in the language of the file where nobody speaks the one that is wanted."""
    from rulekit.report.rulebook.html import to_html  # what most workers never need

    model = cache.game(name, source).model
    (game, *changes), settings = source["files"], source["set"]
    plain: Source = {"files": [game], "set": []}
    layout = cache.engine(name, source, model.players[0]).program.layout
    texts = tuple((path, text) for path, text in changes)
    rules = Rules(model, layout, texts, bool(settings), lambda: cache.game(source_id(plain), plain).model)
    found = told(rules, lang if lang in (*spoken(), *languages(model)) else None)
    return to_html(found.book, found.drawer)

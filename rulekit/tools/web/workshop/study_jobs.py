"""What the workshop asks of rules: many games, a comparison with the printed rules, and the same game under other rules."""

from __future__ import annotations

from itertools import accumulate
from time import monotonic
from typing import TypedDict

from rulekit.compare.compare import compare
from rulekit.compare.result import CompareOptions, Witness
from rulekit.compare.witness.retelling import traced
from rulekit.diagnostics import errors
from rulekit.engine.engine import Engine
from rulekit.engine.faults import ChanceNeeded, Fault
from rulekit.engine.moves import Move, move_tokens
from rulekit.engine.runtime.draws import logged
from rulekit.engine.state import State, first_cells
from rulekit.engine.trace import Step, again
from rulekit.play.series_player import Series
from rulekit.program.program import FORCED, LOG
from rulekit.report.comparison.make_report import tell
from rulekit.report.comparison.report_data import comparison_data
from rulekit.report.comparison.rules import Speaker
from rulekit.report.table.log_lines import has_secrets
from rulekit.report.told.moves import MoveTeller
from rulekit.report.words import make_namer
from rulekit.study.measures.intervals import share
from rulekit.study.series.run_series import Want, Watch, run
from rulekit.study.series.tally import Numbers, Tally
from rulekit.tools.command_line.bots_flag import line_up
from rulekit.tools.io.passages import passages_of
from rulekit.tools.io.problems import Problem
from rulekit.tools.web.workers.asked import Asked, RulesJob, Source, StepData, TableJob
from rulekit.tools.web.workers.seated_game import SeatedGame
from rulekit.tools.web.workers.sources import resolve, source_id
from rulekit.tools.web.workers.worker_cache import Game, WorkerCache, steps_of

Data = dict[str, object]
BINS = 24
MOST_GAMES = 100_000
EFFORT = 6_000
LARGEST_SEED = 2**62  # that the store takes


class Parted(TypedDict):
    """What is different for the player who asks: what kind of difference, moves that are gone, moves that are new."""

    what: str
    gone: list[str]
    new: list[str]


class Added(TypedDict):
    """After how many steps more was possible, and what."""

    at: int
    new: list[str]


class Next(TypedDict):
    """The first move that was not made again, in a sentence, and whether it is still possible, where one may know it."""

    said: str
    possible: bool | None


class Followed(Next):
    """How far a game goes under other rules as it went."""

    kept: int
    draws: list[int] | None
    trace: list[StepData]
    parted: Parted | None
    added: Added | None


class Reworked(Followed):
    """The same, with these rules."""

    id: str
    source: Source


class Playable(TypedDict):
    """A play of two games, with what came of it in both."""

    players: int
    seed: int
    sides: list[Data]


# ---- many games ----------------------------------------------------------------------------------
def simulated(cache: WorkerCache, job: RulesJob) -> Data:
    """Length, scores and seats of many games; after `seconds` it is those that were played."""
    source = resolve(job["rules"])
    model = cache.game(source_id(source), source).model
    engine = cache.engine(source_id(source), source, job["players"] or model.players[0])
    series = Series(engine.program, job["seed"], bots=line_up(job["bots"], engine.program))
    tally, end = Tally(series.players), monotonic() + job["seconds"]
    for chunk in run(model, series, Want(min(job["games"], MOST_GAMES)), Watch(lambda: monotonic() > end)):
        tally.merge(chunk.tally)
    counted = bool(engine.program.score)
    return {
        "games": tally.games,
        "players": series.players,
        "ends": dict(tally.ends),
        "faults": [said for said, _ in tally.faults.most_common(3)],
        "length": _lengths(tally.lengths),
        "seats": [_seat(tally, seat, counted) for seat in range(series.players)],
    }


def _lengths(lengths: Numbers) -> Data | None:
    if not lengths.count:
        return None
    step = max(1, -(-(lengths.greatest - lengths.least + 1) // BINS))
    bins = [0] * ((lengths.greatest - lengths.least) // step + 1)
    for number, count in lengths.often.items():
        bins[((number << lengths.shift) - lengths.least) // step] += count
    edges = [lengths.least + n * step for n in range(len(bins))]
    shown = [[edge, edge + step - 1, count] for edge, count in zip(edges, bins, strict=True)]
    return {"bins": shown, "mean": lengths.total / lengths.count, "median": lengths.median}


def _seat(tally: Tally, seat: int, counted: bool) -> Data:
    over = tally.ends["over"]
    won = share(tally.alone[seat] + tally.together[seat] / 2, over)
    score = _score(tally.totals[seat]) if counted else None
    told = {"seat": seat, "wins": tally.alone[seat], "shared": tally.together[seat]}
    return told | {"share": won.mean, "low": won.low, "high": won.high, "score": score}


def _score(totals: Numbers) -> Data | None:
    estimate = totals.estimate()
    if estimate is None:
        return None
    numbers = sorted(totals.often)
    upto = list(accumulate(totals.often[n] for n in numbers))
    at = [next(n for n, k in zip(numbers, upto, strict=True) if k >= totals.count * q) << totals.shift for q in (0.25, 0.5, 0.75)]
    ends = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
    return ends | {"least": totals.least, "greatest": totals.greatest, "quartiles": at}


# ---- the same game under other rules -------------------------------------------------------------
def reworked(cache: WorkerCache, job: TableJob) -> Reworked:
    """How far a table's game goes under other rules just as it went, and what is different there. It is the game as one player
    knows it: what that player could not see is dealt anew, so that no rule can bring it to light."""
    source = resolve(job["other"])
    name = source_id(source)
    game, players = cache.game(name, source), job["players"]
    low, high = game.model.players
    if not low <= players <= high:
        parted: Parted = {"what": "players", "gone": [], "new": []}
        nothing: Followed = {
            "kept": 0, "draws": None, "trace": [], "parted": parted, "added": None, "said": "", "possible": None,
        }  # fmt: skip
        return {"id": name, "source": source, **nothing}
    engine, dealt = cache.engine(name, source, players), cache.redealt(job)
    job = job | {"seed": job["fresh"], "draws": list(dealt.trace.draws), "trace": [step_data(s) for s in dealt.trace.steps]}
    found = _followed(cache, engine, name, source, job)
    if found["parted"] is None and not dealt.whole:
        found["parted"] = {"what": "hidden", "gone": [], "new": []}
    return {"id": name, "source": source, **found}


def _followed(cache: WorkerCache, engine: Engine, name: str, source: Source, job: TableJob) -> Followed:
    """Return a game under its own rules and under others, step by step, as long as nothing is different but that more moves are
    possible: these do not matter to the moves that were made. `added`: where that is so first, and what is possible there."""
    old, new = cache.seated(job, 0), cache.seated(job | {"rules": name, "source": source, "draws": _draws(engine, job)}, 0)
    steps, kept, parted = steps_of(job["trace"]), 0, _parted(old, new, job)
    added: Added | None = None
    while kept < len(steps):
        if parted is not None:
            if not _only_more(parted, old, new, job):
                break
            added = added or {"at": kept, "new": parted["new"]}
            parted = None
        step = steps[kept]
        try:
            there, here = again(new.here, step), again(old.here, step)
        except (ChanceNeeded, ValueError, Fault):
            there, here = None, None
        if there is None or here is None:
            parted = {"what": "move", "gone": [], "new": []}
            break
        for seated, after in ((old, here), (new, there)):
            wanted = (m for m in seated.moves() if move_tokens(seated.engine.program, m) == step.move)
            seated.follow(next(wanted), after)
        kept += 1
        parted = _parted(old, new, job)
    told = [step_data(step) for step in new.here.trace.steps]
    next_one: Next = {"said": "", "possible": None} if kept == len(steps) else _next(old, new, steps[kept], job)
    draws = list(new.here.trace.draws)
    return {"kept": kept, "draws": draws, "trace": told, "parted": parted, "added": added, **next_one}


def _next(old: SeatedGame, new: SeatedGame, step: Step, job: TableJob) -> Next:
    """Return a move that was made at the table, in a sentence, and whether it is still possible, as far as the player who asks
    may know it."""
    if repr(step.move) not in _offered(old, job["by"], job["lang"]):
        return {"said": "", "possible": None}
    move = next(m for m in old.moves() if move_tokens(old.engine.program, m) == step.move)
    said = told_of(old, old.names[step.player], move, old.here.state, job["lang"])
    return {"said": said, "possible": repr(step.move) in _offered(new, job["by"], job["lang"])}


def told_of(seated: SeatedGame, who: str, move: Move, before: State, lang: str) -> str:
    """Return a move of a player in a sentence."""
    namer = seated.namer(lang)
    found = MoveTeller(namer, before.cells, of=True).sentence(move)
    return f"{who}: {namer.moves([move], before.cells)[0]}" if found is None else f"{who} {found[0]}"


def _only_more(parted: Parted, old: SeatedGame, new: SeatedGame, job: TableJob) -> bool:
    """Return whether all that is different is that more moves are possible."""
    return parted["what"] == "menu" and not parted["gone"] and _looks_alike(old, new, job)


def _draws(engine: Engine, job: TableJob) -> list[int]:
    """Return what chance gives at the set-up: what it gave before, as far as that fits, else what the seed gives now."""
    for forced in (tuple(job["draws"]), None):
        cells = first_cells(engine.program, job["seed"])
        cells[LOG], cells[FORCED] = (), forced
        try:
            return list(logged(engine.settled(cells).cells[LOG]))
        except (ChanceNeeded, ValueError):
            continue
    return []


def _parted(old: SeatedGame, new: SeatedGame, job: TableJob) -> Parted | None:
    """Return what is different for the player who asks: the moves, the table, the end; None: nothing."""
    by, lang = job["by"], job["lang"]
    one, two = (_offered(s, by, lang) for s in (old, new))
    gone, come = _not_in(one, two), _not_in(two, one)
    if gone or come or old.is_over != new.is_over:
        return {"what": "menu" if old.is_over == new.is_over else "end", "gone": gone, "new": come}
    return None if _looks_alike(old, new, job) else {"what": "position", "gone": [], "new": []}


def _looks_alike(old: SeatedGame, new: SeatedGame, job: TableJob) -> bool:
    """Return whether the player who asks sees the same on the table."""
    by, lang = job["by"], job["lang"]
    boards = [s.scenes(lang).drawer.board(s.moment().view(s.eyes(by))) for s in (old, new)]
    return boards[0] == boards[1]


def _not_in(some: dict[str, str], others: dict[str, str]) -> list[str]:
    """Return the moves that are not among others: neither chosen alike nor said alike."""
    said = set(others.values())
    return [text for chosen, text in some.items() if chosen not in others and text not in said]


def _offered(seated: SeatedGame, by: int, lang: str) -> dict[str, str]:
    """Return the moves that are offered, as far as the player may know them: what is chosen in each, and how it is said."""
    decider = seated.engine.decider(seated.here.state)
    if decider is None or (decider != by and has_secrets(seated.engine)):
        return {}
    moves = seated.moves()
    chosen = [repr(move_tokens(seated.engine.program, move)) for move in moves]
    return dict(zip(chosen, seated.namer(lang).moves(moves, seated.here.state.cells), strict=True))


# ---- two rule sets -------------------------------------------------------------------------------
def compared(cache: WorkerCache, job: RulesJob) -> Data:
    """Return where two rule sets differ, in rules and in play; the plays can be put on a table."""
    sides = [_side(cache, job["first"]), _side(cache, job["second"])]
    one, two = (game.model for _, game in sides)
    players = (job["players"],) if job["players"] else ()
    found = compare(one, two, CompareOptions(players, EFFORT, job["seconds"]))
    if found.value is None:
        raise Problem(errors(found.diagnostics), {**sides[0][1].texts, **sides[1][1].texts})
    speakers = [
        _speaker(cache, name, game, label, job.get("lang") or "en")
        for (name, game), label in zip(sides, job["labels"], strict=True)
    ]
    told = tell(found.value, speakers[0], speakers[1], one.title or one.name, (job["labels"][0], job["labels"][1]))
    plays = [_playable(w) if w.between == "both" else None for w in found.value.witnesses]
    ids = [name for name, _ in sides]
    sources = [game.source for _, game in sides]
    return comparison_data(told) | {"ids": ids, "sources": sources, "plays": plays}


def _side(cache: WorkerCache, rules: Asked) -> tuple[str, Game]:
    source = resolve(rules)
    return source_id(source), cache.game(source_id(source), source)


def _speaker(cache: WorkerCache, name: str, game: Game, label: str, lang: str) -> Speaker:
    layout = cache.engine(name, None, game.model.players[0]).program.layout
    return Speaker(label, make_namer(game.model, layout, lang), game.texts, passages_of(game.model, {}))


def _playable(witness: Witness) -> Playable | None:
    """Return a play as the traces of both games, if they can be told so."""
    sides = traced(witness)
    if sides is None:
        return None
    told: list[Data] = [{"draws": list(s.draws), "steps": [step_data(step) for step in s.steps]} for s in sides]
    seed = witness.play.seed % LARGEST_SEED  # what has come is told by the draws; only what is to come depends on it
    return {"players": witness.play.players, "seed": seed, "sides": told}


def step_data(step: Step) -> StepData:
    """Return a step of a trace for JSON."""
    return {"player": step.player, "move": step.move, "draws": list(step.draws)}

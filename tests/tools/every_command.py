"""Every command on every valid file: whatever comes out, it is an answer or a finding, never a traceback.

`python -m tests.tools.every_command` tells what broke. Files that come along, those of the documentation, and every game in
which something stands where no game before has it are used in every way. Of the many other games of the tests, and of those
that are made, the first of each shape (see `Game.shape`) is used in every cheap way and in every tenth of the others, so that
every way meets many; each further game of a shape is used in one way, another one each time.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from multiprocessing import Pool
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from attrs import frozen

from rulekit import pipeline
from rulekit.model.overlays.quote import listed, source_of
from rulekit.report.sentences import languages
from rulekit.study.mutate.trial import Bench, Job, Verdict
from rulekit.syntax.parse import parse
from rulekit.tools.commands import mutate, play
from tests.tools.every_file import Game, Shape, every_file
from tests.tools.running import Ran, run

LONGEST = 60
FEW = ("--games", "2", "--longest", str(LONGEST), "--threads", "1")
SECONDS = 60  # of processor time that any command may take
WAITING = 20 * SECONDS  # a command that waits for something takes no processor time; nobody waits that long
SHARE = 10
TOLD = 500  # after so many pairs it is told how far it got
MOST = 8  # house rules and settings tried for one game
MASKED = "RK570"  # a model that rulekit wrote itself must hold together
TYPED = ("h", "?", "u", "t", "0", "zzz", "? zzz", "s kept.json", "1", "u", "1", "*", "2", "?", "q")


@frozen
class At:
    """A game whose files lie in the folder a command is run in: the words that name it, and its text."""

    words: tuple[str, ...]
    game: Game

    def options(self) -> list[dict[str, object]]:
        """Its options, as a command tells them."""
        ran = run("options", *self.words, "--json")
        return json.loads(ran.out) if ran.status == 0 else []


Way = Callable[[At], Iterator[Sequence[str]]]


def plain(*words: str) -> Way:
    """A command whose `GAME` is the game."""

    def ways(at: At) -> Iterator[Sequence[str]]:
        first, *rest = words
        yield [first, *at.words, *rest]

    return ways


def _replayed(at: At) -> Iterator[Sequence[str]]:
    yield ["play", *at.words, "--bots", "all", "--seed", "7", "--save", "saved.json"]
    if Path("saved.json").exists():
        yield from (["replay", "saved.json", "--lang", language] for language in languages())
        yield ["replay", "saved.json", "--step", "1"]
        yield ["play", "--resume", "saved.json", "--bots", "greedy"]


def _booked(at: At) -> Iterator[Sequence[str]]:
    for language in languages():
        yield ["rulebook", *at.words, "--lang", language]
        yield ["rulebook", *at.words, "--lang", language, "--out", f"{language}.html"]
    yield ["rulebook", *at.words, "--out", "book.md", "--players", "2"]


def _proofs(at: At) -> Iterator[Sequence[str]]:
    yield ["cover", *at.words, "--texts"]
    yield from (["cover", *at.words, "--texts", "--lang", language, "--json"] for language in languages())


def _compared(at: At) -> Iterator[Sequence[str]]:
    """With itself; with every option changed, once as text and once as a page."""
    less = ("--effort", "200", "--seconds", "2")
    if at.game.changes:
        yield ["compare", at.words[0], *at.words[1:], *less, "--html", "changes.html", "--save", "changes.cafe"]
    else:
        yield ["compare", at.words[0], at.words[0], *less]
    for setting in _settings(at)[:2]:
        yield ["compare", *at.words, "--set", setting, *less, "--full", "--impact", "3", "--save", f"{setting}.cafe"]


def _settings(at: At) -> list[str]:
    """Every option with another value than it has."""
    return [f"{option['name']}={value}" for option in at.options() if (value := _other(option)) is not None]


def _other(option: dict[str, object]) -> object:
    answers, value = option["answers"], option["value"]
    assert isinstance(answers, dict | list)
    return next((a for a in answers if str(a) != str(value) and re.fullmatch(r"\w+", str(a))), None)


def _set(at: At) -> Iterator[Sequence[str]]:
    for setting in _settings(at)[:MOST]:
        yield ["check", *at.words, "--set", setting]
        yield ["overlays", *at.words, "--set", setting]
        yield ["rulebook", *at.words, "--set", setting]
        yield ["simulate", *at.words, "--set", setting, *FEW, "--engine", "reference"]


def _swept(at: At) -> Iterator[Sequence[str]]:
    for option in at.options()[:1]:
        for out in ("sweep.svg", "sweep.html", "sweep.csv"):
            yield ["simulate", *at.words, "--sweep", f"{option['name']}=all", "--games", "2", "--longest", str(LONGEST),
                   "--jobs", "1", "--engine", "reference", "--out", out, "--force"]  # fmt: skip


def _house_ruled(at: At) -> Iterator[Sequence[str]]:
    """A house rule, and one for some of the things that can be changed; what is written is checked."""
    name, text = at.words[0], at.game.text
    yield ["new", "--house-rule", name, "house"]
    yield ["check", name, "--with", "house.cafe"]
    tree = parse(text, name).value
    assert tree is not None
    addresses = [address for address, _ in listed(source_of(text, tree))]
    for n, address in enumerate(addresses[:: 1 + len(addresses) // MOST]):
        yield ["new", "--house-rule", name, f"rule{n}", "--rule", address]
        yield ["check", name, "--with", f"rule{n}.cafe"]


def _modelled(at: At) -> Iterator[Sequence[str]]:
    """A model as JSON is a game for the other commands."""
    Path("model.json").write_text(run("model", *at.words).out, encoding="utf-8")
    for command in ("check", "test", "options", "overlays", "program", "cover", "rulebook", "mutate"):
        yield [command, "model.json"]
    yield ["play", "model.json", "--seed", "1"]
    yield ["simulate", "model.json", *FEW, "--engine", "reference"]
    yield ["simulate", "model.json", "--sweep", "bonus=all", "--games", "2"]
    yield ["compare", "model.json", "model.json", "--effort", "100", "--seconds", "2"]
    yield ["new", "--house-rule", "model.json", "of_model"]


WAYS: dict[str, Way] = {
    "check": plain("check"),
    "check --json": plain("check", "--json"),
    "check --deep": plain("check", "--deep", "--seconds", "0.5"),
    "test": plain("test"),
    "play": _replayed,
    "play greedy": plain("play", "--bots", "greedy", "--seed", "3"),
    "play mcts": plain("play", "--bots", "mcts:iterations=4", "--seed", "3"),
    "sit": plain("play", "--seed", "4", "--lang", "it"),
    "model": plain("model"),
    "of model": _modelled,
    "options": plain("options"),
    "overlays": plain("overlays"),
    "overlays --json": plain("overlays", "--json"),
    "program": plain("program"),
    "cover": plain("cover"),
    "cover --json": plain("cover", "--json"),
    "cover --texts": _proofs,
    "rulebook": _booked,
    "new": _house_ruled,
    "simulate": plain("simulate", *FEW, "--engine", "reference", "--out", "games.csv"),
    "simulate native": plain("simulate", *FEW, "--engine", "native", "--json"),
    "simulate bots": plain("simulate", *FEW, "--bots", "1=greedy"),
    "simulate report": plain("simulate", *FEW, "--engine", "reference", "--report", "report.html"),
    "set": _set,
    "sweep": _swept,
    "perft": plain("perft", "--depth", "2", "--seed", "1"),
    "compare": _compared,
    "mutate": plain("mutate", "--limit", "3", "--jobs", "1"),
    "mutate --json": plain("mutate", "--limit", "2", "--examples-only", "--json", "--jobs", "1", "--own"),
}
SITTING = "sit"
CHEAP = (
    "check",
    "check --json",
    "test",
    "model",
    "options",
    "overlays",
    "overlays --json",
    "program",
    "cover",
    "cover --json",
    "cover --texts",
)


@frozen
class Broken:
    """A command that did not answer."""

    where: str
    words: tuple[str, ...]
    why: str

    def __str__(self) -> str:
        return f"{self.where}: rulekit {' '.join(self.words)}\n{self.why}"


def broken(game: Game, way: str, folder: Path, wrong: Callable[[Sequence[str]], str] | None = None) -> Iterator[Broken]:
    """Run a game through a way of using it, in an empty folder; gives what broke, as `wrong` tells it."""
    wrong = wrong or _wrong
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(play, "MOST_DECISIONS", LONGEST)
        patch.setattr(mutate, "verdicts", _verdicts)
        at = At(tuple(game.written(folder)), game)
        if way == SITTING:
            _sit(patch)
        try:
            for words in WAYS[way](at):
                why = wrong(words)
                if why:
                    yield Broken(game.where, tuple(words), why)
        except Exception:
            yield Broken(game.where, (way,), traceback.format_exc())


def _verdicts(job: Job, numbers: Iterable[int], *_: object) -> Iterator[Verdict]:
    """Try mutations in this process, where nothing that goes wrong is lost."""
    bench = Bench(job)
    return (bench.judge(number, lambda stage: None) for number in numbers)


def _sit(patch: pytest.MonkeyPatch) -> None:
    """Somebody sits there and types."""
    typed = iter(TYPED)

    def answer(prompt: str = "") -> str:
        return next(typed, "q") if prompt else ""

    patch.setattr("builtins.input", answer)
    patch.setattr(play, "both_terminals", lambda: True)


def _wrong(words: Sequence[str]) -> str:
    """What is wrong with the answer to a command, if anything is."""
    try:
        ran = run(*words)
    except Exception:
        return traceback.format_exc(limit=-8)
    return _wrong_answer(ran)


def _wrong_answer(ran: Ran) -> str:
    said = ran.out + ran.err
    if "Traceback (most recent call last)" in said or f"[{MASKED}]" in said:
        return said[-2000:]
    return "" if ran.status in (0, 1) else f"status {ran.status}: {ran.err[-500:]}"


# ---- all of it -----------------------------------------------------------------------------------
def plan(games: Iterable[Game], ways: Sequence[str]) -> Iterator[tuple[Game, str]]:
    """Yield which game is used in which way."""
    shapes, known = set[Shape](), set[tuple[str, str]]()
    for n, game in enumerate(games):
        shape = game.shape
        whole = game.where.startswith(("rules", "examples", "docs", "README")) or not shape <= known
        for m, way in enumerate(ways):
            again = shape in shapes and (n + m) % len(ways) == 0
            if whole or again or (shape not in shapes and (way in CHEAP or (n + m) % SHARE == 0)):
                yield game, way
        shapes.add(shape)
        known |= shape


class _TooLong(BaseException):
    """A command took longer than anybody would wait."""


def _tried(pair: tuple[Game, str]) -> list[Broken]:
    with TemporaryDirectory() as folder:
        return list(broken(*pair, Path(folder), wrong_or_late))


def wrong_or_late(words: Sequence[str]) -> str:
    """As `_wrong`, with a limit: processor time, so that it does not matter how busy the machine is."""
    before = {late: signal.signal(late, _too_long) for late in (signal.SIGPROF, signal.SIGALRM)}
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    signal.alarm(WAITING)
    try:
        return _wrong(words)
    except _TooLong:
        where = traceback.format_exc(limit=-8)
        return f"takes more than {SECONDS} s of processor time, or waits for more than {WAITING} s\n{where}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        for late, handler in before.items():
            signal.signal(late, handler)


def _too_long(*_: object) -> None:
    raise _TooLong


def _prepare() -> None:
    """As in the tests: one processor, and what was read a moment ago is at hand."""
    os.cpu_count = lambda: 1
    for name in ("parse", "check_game"):
        setattr(pipeline, name, lru_cache(64)(getattr(pipeline, name)))


def everything() -> int:
    """Run all pairs and tell what broke; gives the status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, help="a folder with the games of the tests")
    parser.add_argument("--only", choices=[*WAYS], nargs="+", default=[*WAYS])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    flags = parser.parse_args()
    games = list(every_file(flags.kept))
    pairs = [pair for pair in plan(games, [*WAYS]) if pair[1] in flags.only]
    print(f"{len(games)} games of {len({game.shape for game in games})} shapes, {len(pairs)} ways to use them", flush=True)
    Random(0).shuffle(pairs)  # so that the first hour has met something of everything
    found = 0
    with Pool(flags.jobs, _prepare) as pool:
        for n, wrong in enumerate(pool.imap(_tried, pairs, chunksize=8), 1):
            found += len(wrong)
            for each in wrong:
                print(each, flush=True)
            if n % TOLD == 0:
                print(f"{n} of {len(pairs)} done, {found} broken", flush=True)
    print(f"{found} broken")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(everything())

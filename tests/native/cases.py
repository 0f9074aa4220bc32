"""Programs to try on both engines, by name: generated games, mutated and edited files, bombs.

`made:7` is the seventh generated game, `mutant:nim:12` a game with its twelfth mutation, `edited:1:40` a case of the fuzzer,
`bomb:repeat` a file that would eat the machine. The number of players comes from the name, too.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from attrs import frozen

from rulekit.diagnostics import Checked, errors
from rulekit.engine.engine import Engine
from rulekit.model.model import GameModel
from rulekit.model.mutations.mutations import mutated
from rulekit.native.engine import Native, native_of
from rulekit.native.llvm.cache import Cache
from rulekit.pipeline import check_game, check_trees
from rulekit.program.lower import lower
from rulekit.program.program import Program
from rulekit.study.mutate.trial import Bench, Job
from rulekit.syntax.source import from_bytes
from rulekit.tools.io.library import head_of
from tests.engine.games import seeded_game
from tests.engine.play import ROOT, source
from tests.fuzz.bombs import BOMBS
from tests.fuzz.fuzz import make_case
from tests.native.agreement import Agreement, Pair, agreement

NOTHING = Agreement()
SERIES = 2026
GAMES, SECONDS, LONGEST = 4, 2.0, 200
NOT_KEPT = Cache(Path("/dev/null"))  # no entry can be read or written there
DIFFERS, UNLOWERED = "differs", "unlowered"


@frozen
class Tried:
    """What came of a case: findings, refused, unlowered, agrees or differs; the details; what was compared."""

    name: str
    how: str
    details: str = ""
    compared: Agreement = NOTHING


# ---- names ---------------------------------------------------------------------------------------
@cache
def files() -> dict[str, tuple[Path, ...]]:
    """Every file of rules by its name, with the file of its game before it if it is a change."""
    found = [*sorted(ROOT.glob("rules/*.cafe")), *sorted(ROOT.glob("examples/*/*.cafe"))]
    heads = {path: head_of(path.read_text(encoding="utf-8")) for path in found}
    games = {head.name: path for path, head in heads.items() if not head.of}
    return {path.stem: (games[head.of], path) if head.of else (path,) for path, head in heads.items()}


@cache
def bench(name: str) -> Bench:
    """A game with its mutations."""
    return Bench(Job(tuple(source(path) for path in files()[name])))


def case_names(seed: int, count: int) -> list[str]:
    """So many cases, always the same for a seed."""
    return [_case_name(random.Random(f"{seed}:{n}"), seed, n) for n in range(count)]


def _case_name(dice: random.Random, seed: int, number: int) -> str:
    roll = dice.random()
    if roll < 0.5:
        return f"made:{dice.randrange(10**6)}"
    if roll < 0.65:
        return f"edited:{seed}:{number}"
    return f"mutant:{dice.choice(sorted(files()))}:{dice.randrange(10**6)}"


# ---- programs ------------------------------------------------------------------------------------
def _model(name: str) -> Checked[GameModel]:
    sort, _, rest = name.partition(":")
    if sort == "made":
        return check_game(seeded_game(int(rest)), "made.cafe")
    if sort == "bomb":
        return check_game(BOMBS[rest], "bomb.cafe")
    if sort == "edited":
        case = make_case(*map(int, rest.split(":")))
        return from_bytes(case.data, "case.cafe").then(lambda t: check_game(t, "case.cafe", case.changes, case.settings))
    game, _, number = rest.partition(":")
    tried = bench(game)
    mutation = tried.mutations[int(number) % len(tried.mutations)]
    return check_trees(mutated(tried.trees, mutation))


def program_of(name: str) -> Program | Tried:
    """The program that a name stands for, or why there is none."""
    checked = _model(name)
    found = errors(checked.diagnostics)
    if checked.value is None or found:
        return Tried(name, f"findings {found[0].code}" if found else "nothing")
    low, high = checked.value.players
    lowered = lower(checked.value, random.Random(name).randint(low, high))
    if lowered.value is None:
        return Tried(name, f"refused {lowered.diagnostics[0].code}")
    return lowered.value


# ---- trying --------------------------------------------------------------------------------------
def pair_of(program: Program, plain: bool = True, longest: int = LONGEST, cache: Cache = NOT_KEPT) -> Pair | str:
    """Both engines for a program, or why there is no machine code."""
    natives = [native_of(program, paths, cache) for paths in ((True, False) if plain else (True,))]
    for native in natives:
        if not isinstance(native, Native):
            assert native.code == "RK600", native
            return native.message
    made = [native for native in natives if isinstance(native, Native)]
    return Pair(Engine(program), made[0], made[1] if plain else None, longest)


def tried(name: str, games: int = GAMES, seconds: float = SECONDS) -> Tried:
    """Play a case on both engines."""
    program = program_of(name)
    if isinstance(program, Tried):
        return program
    pair = pair_of(program, plain=random.Random(f"plain {name}").random() < 0.3)
    if isinstance(pair, str):
        return Tried(name, UNLOWERED, pair)
    compared = agreement(pair, SERIES, range(games), seconds)
    if compared.differences:
        return Tried(name, DIFFERS, str(compared.differences[0]), compared)
    return Tried(name, "agrees", "", compared)

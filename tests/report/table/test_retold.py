"""A move told afterwards: as a log tells it, and every one of them."""

from __future__ import annotations

from rulekit.bundle import bundled
from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.report.table.log_lines import retold
from rulekit.report.words import Namer, make_namer
from tests.tools.running import GAMES

PLACES = {
    "bon-appetit": bundled("rules"),
    "cafe-international": bundled("rules"),
    "gops": GAMES,
    "cafe-del-gatto": bundled("rules"),
}


def game(name: str, language: str = "en") -> tuple[Namer, Engine]:
    """A game for Ada and Bob."""
    checked = check_game((PLACES[name] / f"{name}.cafe").read_text(encoding="utf-8"), name)
    assert checked.value is not None
    program = lower(checked.value, 2).value
    assert program is not None
    engine = Engine(program)
    return make_namer(checked.value, program.layout, language, engine=engine), engine


def go(engine: Engine, state: State, number: int = 0) -> State:
    after = engine.apply(state, engine.moves(state)[number])
    assert isinstance(after, State)
    return after


def test_what_came_of_it_is_told_as_in_a_log() -> None:
    namer, engine = game("cafe-del-gatto")
    state = engine.start(1)
    moves = engine.moves(state)
    buy = next(n for n, move in enumerate(moves) if "buy" in move.actions)
    line = retold(namer, engine, state, moves[buy])
    assert line.head(namer) == "Ada buys the milk tile in row 2 (foamy 2) for their latte macchiato"
    assert line.changes == "pays 2 coins · new in the milk column: cold 2"


def declined(language: str) -> str:
    """What Bob is told to do who may seat a second guest and does not."""
    namer, engine = game("cafe-international", language)
    state = engine.start(1)
    while True:
        moves = engine.moves(state)
        left = next((move for move in moves if all(part.what == "decline" for part in move.parts)), None)
        if left is not None:
            return retold(namer, engine, state, left).head(namer).partition(" ")[2]
        state = go(engine, state)


def test_a_move_that_no_log_tells_is_told_of_the_player() -> None:
    assert declined("en") == "seats nobody else and plays on"
    assert declined("it") == "non fa sedere nessun altro e continua a giocare"


def test_a_secret_bid_is_told_to_those_who_may_know_everything() -> None:
    namer, engine = game("gops")
    first = engine.start(1)
    bid = engine.moves(first)[0]
    assert retold(namer, engine, first, bid).text


def test_what_chance_gave_may_be_told_from_outside() -> None:
    """The position does not know the draws of a comparison."""
    namer, engine = game("cafe-del-gatto")
    state = engine.start(1)
    buy = next(move for move in engine.moves(state) if "buy" in move.actions)
    one, two = (retold(namer, engine, state, buy, (number,)).changes for number in (0, 3))
    assert one != two

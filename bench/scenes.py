"""What layouts cost: positions of the web table with and without them, in turns in one run: `python -m bench.scenes`."""

from __future__ import annotations

from random import Random
from time import process_time

from attrs import evolve

from rulekit.engine.engine import Engine
from rulekit.engine.trace import record
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.tools.io.library import bundled_files
from rulekit.tools.web.workers.seated_game import SeatedGame

GAMES = ("cafe-del-gatto", "cafe-international", "bon-appetit", "espresso-doppio")
MOVES, TURNS = 25, 5


def engine_of(model: GameModel) -> Engine:
    """Return an engine for the largest table."""
    program = lower(model, model.players[1]).value
    assert program is not None
    return Engine(program)


def seconds(model: GameModel, engine: Engine) -> float:
    """Play some random moves at the largest table; the processor time that telling everybody the positions takes."""
    players = model.players[1]
    game = SeatedGame(model, record(engine, 1), tuple("ABCDEF"[:players]))
    chooser, spent = Random(1), 0.0
    for _ in range(MOVES):
        if game.is_over:
            break
        game.play(chooser.randrange(len(game.menu())))
        began = process_time()
        for seat in range(players):
            game.position(seat, "en")
        spent += process_time() - began
    return spent


def main() -> None:
    """Measure the bundled games."""
    for name in GAMES:
        model = check_game(bundled_files()[name].read_text(encoding="utf-8"), name).value
        assert model is not None
        kinds = [(one, engine_of(one)) for one in (evolve(model, layouts=()), model)]
        spent = [[seconds(*one) for one in kinds] for _ in range(TURNS)][1:]  # a worker remembers what the first game found out
        without, laid_out = (min(times) for times in zip(*spent, strict=True))
        print(f"{name}: {MOVES} positions take {laid_out * 1000:.0f} ms, {laid_out / without:.2f} of those without layouts")


if __name__ == "__main__":
    main()

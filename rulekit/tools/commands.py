"""The commands and their flags, as cyclopts reads them. Each imports what it needs and calls one function."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, CycloptsError, Parameter
from cyclopts.validators import Number

from rulekit.tools.problems import FINE, Usage

_WITH = "A reading, variant or words: a file, or the name of a bundled one. May be repeated."
_SET = "Set an option of the game: option=value. May be repeated."
_PLAYERS = "How many play (else the fewest the game is for)."
With = Annotated[list[str] | None, Parameter(name="--with", negative=(), help=_WITH)]
Set = Annotated[list[str] | None, Parameter(name="--set", negative=(), help=_SET)]
Players = Annotated[int | None, Parameter(help=_PLAYERS, validator=Number(gte=1, lte=100))]
Seed = Annotated[int | None, Parameter(help="The same seed gives the same game.", allow_leading_hyphen=True)]
Json = Annotated[bool, Parameter(name="--json", negative=(), help="Write JSON.")]
Lang = Annotated[str | None, Parameter(help="Speak this language: de, en, fr or it.")]
Names = Annotated[str | None, Parameter(help="The players' names, with commas between them.")]


def check(*files: str, with_: With = None, set_: Set = None, json: Json = False) -> int:
    """Find mistakes in files.

    A file of changes is checked together with the game it changes. The status is 1 if there is an error.
    """
    from rulekit.tools.check import check_files

    return check_files(_some(files), with_ or (), set_ or (), json)


def test(*files: str, with_: With = None, set_: Set = None, only: str | None = None) -> int:
    """Run the worked examples of files.

    Parameters
    ----------
    only
        Run the example of this name alone.
    """
    from rulekit.tools.examples import test_files

    return test_files(_some(files), with_ or (), set_ or (), only)


def explain(code: str, /) -> int:
    """Say what a code such as RK203 means and what to do."""
    from rulekit.tools.show import explain_code

    return explain_code(code)


def list_() -> int:
    """Show the games that come with rulekit."""
    from rulekit.tools.show import list_games

    return list_games()


def new(name: str, /, *, force: Annotated[bool, Parameter(negative=())] = False) -> int:
    """Write NAME.cafe: a small complete game to begin with.

    Parameters
    ----------
    force
        Write over a file that is there.
    """
    from rulekit.tools.new import new_game

    return new_game(name, force)


def model(game: str, /, *, with_: With = None, set_: Set = None) -> int:
    """Write the checked rules as JSON; the other commands read such a file too."""
    from rulekit.tools.loading import make_spec
    from rulekit.tools.show import show_model

    return show_model(make_spec(game, with_ or (), set_ or ()))


def options(game: str, /, *, with_: With = None, set_: Set = None, lang: Lang = None, json: bool = False) -> int:
    """Show the options of a game: questions, values in force, what else is allowed."""
    from rulekit.tools.loading import make_spec
    from rulekit.tools.show import show_options

    return show_options(make_spec(game, with_ or (), set_ or ()), json, lang)


def program(game: str, /, *, players: Players = None, with_: With = None, set_: Set = None) -> int:
    """Show the program the engines run: layout, definitions, flow, what could not be proven."""
    from rulekit.tools.loading import make_spec
    from rulekit.tools.show import show_program

    return show_program(make_spec(game, with_ or (), set_ or ()), players)


def simulate(
    game: str, /, *, games: Annotated[int, Parameter(validator=Number(gte=1, lte=100_000_000))] = 100, players: Players = None,
    seed: Seed = None, longest: Annotated[int, Parameter(validator=Number(gte=1))] = 10_000, with_: With = None, set_: Set = None,
    json: Json = False,
) -> int:
    """Play many games at random and tell what came out.

    Parameters
    ----------
    games
        How many.
    longest
        A game of more decisions is given up, and counted as too long.
    """
    from rulekit.tools.loading import make_spec
    from rulekit.tools.studies import simulate_games

    return simulate_games(make_spec(game, with_ or (), set_ or ()), games, players, seed or 0, longest, json)


def perft(
    game: str, /, *, depth: Annotated[int, Parameter(validator=Number(gte=1, lte=1000))], players: Players = None,
    seed: Seed = None, with_: With = None, set_: Set = None,
) -> int:
    """Count all ways a game can go for its first decisions.

    Every outcome of chance is tried, or only the one of a seed.

    Parameters
    ----------
    depth
        How many decisions.
    """
    from rulekit.tools.loading import make_spec
    from rulekit.tools.studies import count_paths

    return count_paths(make_spec(game, with_ or (), set_ or ()), depth, players, seed)


def play(
    game: str | None = None, /, *, players: Players = None, bots: str | None = None, seed: Seed = None, save: str | None = None,
    resume: str | None = None, lang: Lang = None, names: Names = None, with_: With = None, set_: Set = None,
) -> int:
    """Play a game at the terminal.

    Parameters
    ----------
    bots
        Seats that play by themselves, at random: 2,3 or all.
    save
        Keep the game in this file when it ends or is left.
    resume
        Go on with a saved game.
    """
    from rulekit.tools.play import Wish, play_game

    return play_game(Wish(game, tuple(with_ or ()), tuple(set_ or ()), players, bots, seed, save, resume, lang, names))


def replay(
    trace: str, /, *, step: Annotated[int | None, Parameter(validator=Number(gte=0))] = None, game: str | None = None,
    lang: Lang = None, names: Names = None, with_: With = None, set_: Set = None,
) -> int:
    """Show a saved game move by move.

    Parameters
    ----------
    step
        Stop after this many moves and show the table.
    game
        The game, if the file does not say where it is.
    """
    from rulekit.tools.replay import Request, replay_game

    return replay_game(Request(trace, step, game, tuple(with_ or ()), tuple(set_ or ()), lang, names))


def cover(
    game: str, /, *, with_: With = None, set_: Set = None,
    book: Annotated[list[str] | None, Parameter(negative=(), help="The text of a rulebook: fr=FILE. May be repeated.")] = None,
    json: Json = False, index: Annotated[bool, Parameter(negative=(), show=False)] = False,
) -> int:
    """Show where the rules come from: what cites nothing, assumptions, rulings, unread paragraphs."""
    from rulekit.tools.cover import show_cover
    from rulekit.tools.loading import make_spec

    return show_cover(make_spec(game, with_ or (), set_ or ()), book or (), json, index)


def mutate(
    game: str, /, *, with_: With = None, set_: Set = None, only: str | None = None, own: bool = False,
    examples_only: bool = False, limit: Annotated[int | None, Parameter(validator=Number(gte=1))] = None, seed: Seed = None,
    jobs: Annotated[int | None, Parameter(validator=Number(gte=1, lte=256))] = None,
    seconds: Annotated[float, Parameter(validator=Number(gt=0))] = 60.0, listed: str | None = None,
    least: Annotated[int, Parameter(validator=Number(gte=0, lte=100))] = 0, json: Json = False,
) -> int:
    """Change one thing at a time in the rules and tell which changes nothing notices.

    A change is noticed by the checker, by a worked example, or by a locked play: a seeded game that comes out differently.

    Parameters
    ----------
    only
        Change only what has this address: buy, or buy.price.
    own
        Change only the lines of the last file: of a reading or variant its own, not those of the game.
    examples_only
        Do without locked plays.
    limit
        Try so many of the changes, picked at random by the seed.
    jobs
        How many to try at once (else one for each processor).
    seconds
        A change that takes longer is given up: it makes the game endless, which counts as noticed.
    listed
        A page with the changes that are known to go unnoticed, each with a reason. The status is 1 if it does not agree.
    least
        The status is 1 if fewer changes of a hundred are noticed.
    """
    from rulekit.tools.loading import make_spec
    from rulekit.tools.mutate import Wish, mutate_game

    wish = Wish(only, own, limit, seed or 0, examples_only, jobs, seconds, listed, least, json)
    return mutate_game(make_spec(game, with_ or (), set_ or ()), wish)


COMMANDS = (
    ("check", check), ("test", test), ("play", play), ("replay", replay), ("simulate", simulate), ("perft", perft),
    ("explain", explain), ("list", list_), ("new", new), ("model", model), ("options", options), ("program", program),
    ("cover", cover),
    ("mutate", mutate),
)


def _some(files: tuple[str, ...]) -> tuple[str, ...]:
    if not files:
        raise Usage("name at least one file or bundled game")
    return files


def make_app() -> App:
    """The command line with all its commands."""
    from importlib.metadata import PackageNotFoundError, version

    def ours() -> str:
        try:
            return version("rulekit")
        except PackageNotFoundError:
            return "rulekit (not installed)"

    app = App(
        name="rulekit", help="Rules of tabletop games in one file that can be checked, played, questioned.", version=ours,
        help_format="plaintext", suppress_keyboard_interrupt=False, result_action="return_value",
        default_parameter=Parameter(negative=()),
    )
    for name, command in COMMANDS:
        app.command(command, name=name)
    return app


def run_command(arguments: list[str]) -> int:
    """Run one command and give its status."""
    try:
        status = make_app()(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        raise Usage(str(error).strip()) from None
    return status if isinstance(status, int) else FINE

"""The commands and their flags, as cyclopts reads them. Each imports what it needs and calls one function."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, CycloptsError, Parameter
from cyclopts.validators import Number

from rulekit.tools.io.problems import FINE, Usage
from rulekit.tools.terminal.usage import in_words, whole

_WITH = "A reading, variant or words: a file, or the name of a bundled one. May be repeated."
_SET = "Set an option of the game: option=value. May be repeated."
_PLAYERS = "How many play (else the fewest the game is for)."
Whole = Annotated[int, Parameter(converter=whole)]
With = Annotated[list[str] | None, Parameter(name="--with", negative=(), help=_WITH)]
Set = Annotated[list[str] | None, Parameter(name="--set", negative=(), help=_SET)]
Players = Annotated[Whole | None, Parameter(help=_PLAYERS, validator=Number(gte=1, lte=100))]
Seed = Annotated[Whole | None, Parameter(help="The same seed gives the same game.", allow_leading_hyphen=True)]
Json = Annotated[bool, Parameter(name="--json", negative=(), help="Write JSON.")]
Lang = Annotated[str | None, Parameter(help="Speak this language: de, en, fr or it.")]
Names = Annotated[str | None, Parameter(help="The players' names, with commas between them.")]


def check(
    *files: str,
    with_: With = None,
    set_: Set = None,
    json: Json = False,
    deep: bool = False,
    seconds: Annotated[float, Parameter(validator=Number(gt=0, lte=1_000_000))] = 60.0,
) -> int:
    """Find mistakes in files.

    A file of changes is checked together with the game it changes. The status is 1 if there is an error.

    Parameters
    ----------
    deep
        Play the game with and without each file of changes, and warn of those that nobody would notice.
    seconds
        With --deep: the search ends after this time.
    """
    from rulekit.tools.commands.check.check import check_files

    return check_files(_some(files), with_ or (), set_ or (), json, seconds if deep else 0.0)


def test(*files: str, with_: With = None, set_: Set = None, only: str | None = None) -> int:
    """Run the worked examples of files.

    Parameters
    ----------
    only
        Run the example of this name alone.
    """
    from rulekit.tools.commands.test import test_files

    return test_files(_some(files), with_ or (), set_ or (), only)


def explain(code: str, /) -> int:
    """Say what a code such as RK203 means and what to do."""
    from rulekit.tools.commands.show import explain_code

    return explain_code(code)


def lesson(*files: str, lang: Lang = None) -> int:
    """Say whether lessons for a class are in order: their start leaves something to do, their solution reaches every goal."""
    from rulekit.tools.commands.lesson import check_lesson_files

    return check_lesson_files(_some(files), lang)


def list_() -> int:
    """Show the games that come with rulekit."""
    from rulekit.tools.commands.show import list_games

    return list_games()


def new(
    name: str,
    /,
    *,
    house_rule: str | None = None,
    rule: str | None = None,
    force: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Write NAME.cafe: a small complete game to begin with, or a house rule.

    Parameters
    ----------
    house_rule
        Begin a house rule for this game instead.
    rule
        The address of the rule to change, as buy.price: it is quoted in the file.
    force
        Write over a file that is there.
    """
    if house_rule is not None:
        from rulekit.tools.commands.new.house_rule import Wish, new_house_rule

        return new_house_rule(Wish(house_rule, name, rule, force))
    if rule is not None:
        raise Usage("--rule goes with --house-rule")
    from rulekit.tools.commands.new.game import new_game

    return new_game(name, force)


def model(game: str, /, *, with_: With = None, set_: Set = None) -> int:
    """Write the checked rules as JSON; the other commands read such a file too."""
    from rulekit.tools.commands.show import show_model
    from rulekit.tools.io.loading import make_spec

    return show_model(make_spec(game, with_ or (), set_ or ()))


def options(game: str, /, *, with_: With = None, set_: Set = None, lang: Lang = None, json: bool = False) -> int:
    """Show the options of a game: questions, values in force, what else is allowed."""
    from rulekit.tools.commands.show import show_options
    from rulekit.tools.io.loading import make_spec

    return show_options(make_spec(game, with_ or (), set_ or ()), json, lang)


def overlays(game: str, /, *, with_: With = None, set_: Set = None, json: Json = False) -> int:
    """Show what of a changed game came from where: the game, its readings and variants, settings."""
    from rulekit.tools.commands.overlays import show_overlays
    from rulekit.tools.io.loading import make_spec

    return show_overlays(make_spec(game, with_ or (), set_ or ()), json)


def program(game: str, /, *, players: Players = None, with_: With = None, set_: Set = None) -> int:
    """Show the program the engines run: layout, definitions, flow, what could not be proven."""
    from rulekit.tools.commands.show import show_program
    from rulekit.tools.io.loading import make_spec

    return show_program(make_spec(game, with_ or (), set_ or ()), players)


def simulate(
    game: str,
    /,
    *,
    games: Annotated[Whole, Parameter(validator=Number(gte=1, lte=10_000_000_000))] = 100,
    players: Players = None,
    seed: Seed = None,
    longest: Annotated[Whole, Parameter(validator=Number(gte=1))] = 10_000,
    with_: With = None,
    set_: Set = None,
    json: Json = False,
    sweep: list[str] | None = None,
    out: str | None = None,
    force: bool = False,
    jobs: Annotated[Whole | None, Parameter(validator=Number(gte=1, lte=256))] = None,
    engine: str = "auto",
    threads: Annotated[Whole | None, Parameter(validator=Number(gte=1, lte=256))] = None,
    cluster: str | None = None,
    report: str | None = None,
    bots: str | None = None,
) -> int:
    """Play many games, at random or by bots, and tell what came out.

    Parameters
    ----------
    games
        How many.
    longest
        A game of more decisions is given up, and counted as too long.
    sweep
        Try values of an option on the same seeds: tip=0..2 or menu_row=served,free or tip=all. May be repeated.
    out
        A file for a row of each game (.csv, .jsonl, .parquet); of a sweep: a chart (.svg), a page (.html) or a table (.csv).
    force
        Write over a file that is there.
    jobs
        How many processes play a sweep (else one for each processor).
    engine
        reference, native, or auto: the one that is sooner done. They play the same games.
    threads
        How many play at once (else one for each processor).
    cluster
        Play on the workers of this Dask scheduler: tcp://host:8786.
    report
        A file for all measures of the games: a page with charts (.html) or data (.json).
    bots
        Who plays which seat: 1=greedy,2=mcts:iterations=400, or one bot for all: greedy. Seats not named play at random.
    """
    from rulekit.tools.io.loading import make_spec

    spec = make_spec(game, with_ or (), set_ or ())
    if sweep:
        if threads is not None or cluster is not None or report is not None or bots is not None:
            raise Usage("--threads, --cluster, --report and --bots do not go with --sweep: it has --jobs and --out")
        from rulekit.tools.commands.simulate.sweep import Wish, sweep_game

        return sweep_game(spec, Wish(tuple(sweep), games, players, seed or 0, longest, jobs, out, json, force, engine))
    if jobs is not None:
        raise Usage("--jobs goes with --sweep; it is --threads without one")
    if report is not None and bots is not None:
        raise Usage("--report does not go with --bots: its measures are those of random play")
    from rulekit.tools.commands.simulate.simulate import Wish as Games
    from rulekit.tools.commands.simulate.simulate import simulate_games

    wish = Games(games, players, seed or 0, longest, json, engine, threads, out, force, cluster, report, bots)
    return simulate_games(spec, wish)


def perft(
    game: str,
    /,
    *,
    depth: Annotated[Whole, Parameter(validator=Number(gte=1, lte=1000))],
    players: Players = None,
    seed: Seed = None,
    with_: With = None,
    set_: Set = None,
) -> int:
    """Count all ways a game can go for its first decisions.

    Every outcome of chance is tried, or only the one of a seed.

    Parameters
    ----------
    depth
        How many decisions.
    """
    from rulekit.tools.commands.perft import count_paths
    from rulekit.tools.io.loading import make_spec

    return count_paths(make_spec(game, with_ or (), set_ or ()), depth, players, seed)


def play(
    game: str | None = None,
    /,
    *,
    players: Players = None,
    bots: str | None = None,
    seed: Seed = None,
    save: str | None = None,
    resume: str | None = None,
    lang: Lang = None,
    names: Names = None,
    with_: With = None,
    set_: Set = None,
) -> int:
    """Play a game at the terminal.

    Parameters
    ----------
    bots
        Seats that play by themselves: 2,3 or all (at random), 1=greedy,2=mcts:seconds=1, or one bot for all: greedy.
    save
        Keep the game in this file when it ends or is left.
    resume
        Go on with a saved game.
    """
    from rulekit.tools.commands.play import Wish, play_game

    return play_game(Wish(game, tuple(with_ or ()), tuple(set_ or ()), players, bots, seed, save, resume, lang, names))


def replay(
    trace: str,
    /,
    *,
    step: Annotated[Whole | None, Parameter(validator=Number(gte=0))] = None,
    game: str | None = None,
    lang: Lang = None,
    names: Names = None,
    with_: With = None,
    set_: Set = None,
) -> int:
    """Show a saved game move by move.

    Parameters
    ----------
    step
        Stop after this many moves and show the table.
    game
        The game, if the file does not say where it is.
    """
    from rulekit.tools.commands.replay import Request, replay_game

    return replay_game(Request(trace, step, game, tuple(with_ or ()), tuple(set_ or ()), lang, names))


def cover(
    game: str,
    /,
    *,
    with_: With = None,
    set_: Set = None,
    book: Annotated[list[str] | None, Parameter(negative=(), help="The text of a rulebook: fr=FILE. May be repeated.")] = None,
    json: Json = False,
    index: Annotated[bool, Parameter(negative=(), show=False)] = False,
) -> int:
    """Show where the rules come from: what cites nothing, assumptions, rulings, unread paragraphs."""
    from rulekit.tools.commands.cover import show_cover
    from rulekit.tools.io.loading import make_spec

    return show_cover(make_spec(game, with_ or (), set_ or ()), book or (), json, index)


def mutate(
    game: str,
    /,
    *,
    with_: With = None,
    set_: Set = None,
    only: str | None = None,
    own: bool = False,
    examples_only: bool = False,
    limit: Annotated[Whole | None, Parameter(validator=Number(gte=1))] = None,
    seed: Seed = None,
    jobs: Annotated[Whole | None, Parameter(validator=Number(gte=1, lte=256))] = None,
    seconds: Annotated[float, Parameter(validator=Number(gt=0))] = 60.0,
    listed: str | None = None,
    least: Annotated[Whole, Parameter(validator=Number(gte=0, lte=100))] = 0,
    json: Json = False,
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
    from rulekit.tools.commands.mutate import Wish, mutate_game
    from rulekit.tools.io.loading import make_spec

    wish = Wish(only, own, limit, seed or 0, examples_only, jobs, seconds, listed, least, json)
    return mutate_game(make_spec(game, with_ or (), set_ or ()), wish)


def rulebook(
    game: str,
    /,
    *,
    with_: With = None,
    set_: Set = None,
    lang: Lang = None,
    players: Players = None,
    out: str | None = None,
    force: bool = False,
) -> int:
    """Write a rulebook from the rules: Markdown, or one HTML page with pictures.

    Parameters
    ----------
    players
        For so many players only.
    out
        The file to write: it ends in .md or .html. Without it, Markdown is shown.
    force
        Write over a file that is there.
    """
    from rulekit.tools.commands.rulebook import Wish, write_rulebook
    from rulekit.tools.io.loading import make_spec

    return write_rulebook(make_spec(game, with_ or (), set_ or ()), Wish(players, lang, out, force))


def compare(
    *games: str,
    with_: With = None,
    set_: Set = None,
    first_with: Annotated[list[str] | None, Parameter(negative=(), help="The same as --with, for the first game.")] = None,
    first_set: Annotated[list[str] | None, Parameter(negative=(), help="The same as --set, for the first game.")] = None,
    players: Annotated[list[int] | None, Parameter(negative=(), help="Play with so many only. May be repeated.")] = None,
    effort: Annotated[Whole, Parameter(validator=Number(gte=1, lte=100_000_000))] = 12_000,
    seconds: Annotated[float, Parameter(validator=Number(gt=0, lte=1_000_000))] = 120.0,
    book: Annotated[list[str] | None, Parameter(negative=(), help="The text of a rulebook: fr=FILE. May be repeated.")] = None,
    full: bool = False,
    json: Json = False,
    html: str | None = None,
    save: str | None = None,
    force: bool = False,
    impact: Annotated[Whole, Parameter(validator=Number(gte=0, lte=100_000_000))] = 0,
    seed: Seed = None,
) -> int:
    """Compare two rule sets: what differs in the rules, plays where it shows, and which rules make it so.

    Name two games (files, bundled games, games with readings as in cafe-del-gatto+fr), or one and what is put on it with
    --with and --set, which belong to the second. The status is 1 if something differs.

    Parameters
    ----------
    effort
        How many decisions each search looks at.
    seconds
        All searches together end after this time. Shortening, --save and --impact come on top.
    full
        Show every move of the plays.
    html
        Write all of it as one page to this file.
    save
        Write the plays to this file, as examples that hold for one of the games and fail for the other.
    force
        Write over a file that is there.
    impact
        Play so many random games of both on the same seeds, and tell what the differences do to the game.
    """
    from rulekit.compare.result import Wish
    from rulekit.tools.commands.compare.compare import Request, compare_games, specs

    first, second = specs(games, (first_with or (), first_set or ()), (with_ or (), set_ or ()))
    wish = Wish(tuple(players or ()), effort, seconds)
    return compare_games(Request(first, second, wish, tuple(book or ()), json, full, html, save, force, impact, seed or 0))


def serve(
    *,
    port: Annotated[Whole | None, Parameter(validator=Number(gte=0, lte=65535))] = None,
    host: str = "127.0.0.1",
    no_browser: bool = False,
    data: str | None = None,
    name: Annotated[list[str] | None, Parameter(negative=())] = None,
    rate: Annotated[float, Parameter(validator=Number(gte=0, lte=1_000_000))] = 40.0,
    pause: Annotated[float | None, Parameter(validator=Number(gte=0, lte=60))] = None,
    proxy: Annotated[list[str] | None, Parameter(negative=())] = None,
    connections: Annotated[Whole, Parameter(validator=Number(gte=0, lte=1_000_000))] = 400,
    patience: Annotated[float, Parameter(validator=Number(gt=0, lte=3600))] = 20.0,
    keep: Annotated[float, Parameter(validator=Number(gte=0, lte=100_000))] = 180.0,
    seeds: bool = False,
) -> int:
    """Start the web table: play in the browser, alone, with friends or bots.

    Parameters
    ----------
    port
        Where to listen (else the first free port from 8765 on; 0 takes any free one).
    host
        The address to listen at: 0.0.0.0 lets other machines in.
    no_browser
        Do not open the browser.
    data
        The file that keeps the tables (else one in your data folder).
    name
        A name that this server goes by in the network. May be repeated.
    rate
        How many requests a second one address may make; 0: any number.
    pause
        Seconds before a bot moves.
    proxy
        The address of a proxy in front of this server, which is believed about who asks. May be repeated.
    connections
        How many connections one address may have; 0: any number.
    patience
        Seconds that a connection may keep silent, and a request may take to arrive.
    keep
        Days after which a table where nothing happens is forgotten; 0: never.
    seeds
        Let whoever opens a table among several people choose its seed (and so foresee the game).
    """
    from rulekit.tools.web.server.serve import Wish
    from rulekit.tools.web.server.serve import serve as run

    names, proxies = tuple(name or ()), tuple(proxy or ())
    return run(Wish(host, port, not no_browser, data, names, rate, pause, proxies, patience, connections, keep, seeds))


def tables(
    *,
    data: str | None = None,
    forget_before: Annotated[float | None, Parameter(validator=Number(gte=0, lte=100_000))] = None,
    all_: Annotated[bool, Parameter(name="--all")] = False,
    yes: bool = False,
) -> int:
    """Say how many tables the web table keeps, and forget old ones or all.

    Parameters
    ----------
    data
        The file that keeps the tables (else the one in your data folder).
    forget_before
        Forget tables where nothing has happened for so many days, and rules that nobody uses any more.
    all_
        Forget everything.
    yes
        Do not ask.
    """
    from rulekit.tools.web.tables.tables_command import keep_house

    if all_ and forget_before is not None:
        raise Usage("--all forgets everything: leave --forget-before away")
    return keep_house(data, 0.0 if all_ else forget_before, yes)


COMMANDS = (
    ("check", check),
    ("test", test),
    ("play", play),
    ("replay", replay),
    ("simulate", simulate),
    ("perft", perft),
    ("explain", explain),
    ("list", list_),
    ("new", new),
    ("model", model),
    ("options", options),
    ("program", program),
    ("cover", cover),
    ("overlays", overlays),
    ("mutate", mutate),
    ("rulebook", rulebook),
    ("compare", compare),
    ("lesson", lesson),
    ("serve", serve),
    ("tables", tables),
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
        name="rulekit",
        help="Rules of tabletop games in one file that can be checked, played, questioned.",
        version=ours,
        help_format="plaintext",
        suppress_keyboard_interrupt=False,
        result_action="return_value",
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
        raise Usage(in_words(error)) from None
    return status if isinstance(status, int) else FINE

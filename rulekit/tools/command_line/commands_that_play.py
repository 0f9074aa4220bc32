"""Commands that play games. Each imports what it needs and calls one function."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from rulekit.limits import KEEP
from rulekit.tools.command_line.flags import Json, Lang, Names, Players, Seed, Set, Whole, With
from rulekit.tools.io.problems import Usage
from rulekit.wording import sentence


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
    moves: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
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
    moves
        Play the moves of this file (-: what is piped in), one a line, by their letters or words. Seats of bots play themselves.
    """
    from rulekit.tools.commands.play import PlayOptions, play_game

    changes, settings = tuple(with_ or ()), tuple(set_ or ())
    return play_game(PlayOptions(game, changes, settings, players, bots, seed, save, resume, lang, names, moves))


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
        Stop after the move with this number and show the table.
    game
        The game, if the file does not say where it is.
    """
    from rulekit.tools.commands.replay import Request, replay_game

    return replay_game(Request(trace, step, game, tuple(with_ or ()), tuple(set_ or ()), lang, names))


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
            raise Usage(sentence("--threads, --cluster, --report and --bots do not go with --sweep: it has --jobs and --out"))
        from rulekit.tools.commands.simulate.sweep import SweepOptions, sweep_game

        return sweep_game(spec, SweepOptions(tuple(sweep), games, players, seed or 0, longest, jobs, out, json, force, engine))
    if jobs is not None:
        raise Usage(sentence("--jobs goes with --sweep; it is --threads without one"))
    if report is not None and bots is not None:
        raise Usage(sentence("--report does not go with --bots: its measures are those of random play"))
    from rulekit.tools.commands.simulate.simulate import SimulateOptions, simulate_games

    flags = SimulateOptions(games, players, seed or 0, longest, json, engine, threads, out, force, cluster, report, bots)
    return simulate_games(spec, flags)


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
    from rulekit.tools.commands.mutate import MutateOptions, mutate_game
    from rulekit.tools.io.loading import make_spec

    flags = MutateOptions(only, own, limit, seed or 0, examples_only, jobs, seconds, listed, least, json)
    return mutate_game(make_spec(game, with_ or (), set_ or ()), flags)


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
    keep: Annotated[float, Parameter(validator=Number(gte=0, lte=100_000))] = KEEP,
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
    from rulekit.tools.web.server.serve import ServeOptions
    from rulekit.tools.web.server.serve import serve as run

    names, proxies = tuple(name or ()), tuple(proxy or ())
    return run(ServeOptions(host, port, not no_browser, data, names, rate, pause, proxies, patience, connections, keep, seeds))


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
    from rulekit.tools.web.tables.tables_command import tables_command

    if all_ and forget_before is not None:
        raise Usage(sentence("--all forgets everything: leave --forget-before away"))
    return tables_command(data, 0.0 if all_ else forget_before, yes)

"""Flags as cyclopts reads them: those that several commands have, and together those of each command that has many."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen
from cyclopts import Parameter
from cyclopts.validators import Number

from rulekit.limits import DAYS_TABLES_ARE_KEPT
from rulekit.tools.io.problems import Usage
from rulekit.tools.terminal.usage import whole
from rulekit.wording import sentence

_WITH = "A reading, variant or words: a file, or the name of a bundled one. May be repeated."
_SET = "Set an option of the game: option=value. May be repeated."
_PLAYERS = "How many play (else the fewest the game is for)."
_SEED = "The same seed gives the same game."
Some = tuple[str, ...]
Whole = Annotated[int, Parameter(converter=whole)]
With = Annotated[Some, Parameter(name="--with", help=_WITH)]
Set = Annotated[Some, Parameter(name="--set", help=_SET)]
Books = Annotated[Some, Parameter(help="The text of a rulebook: fr=FILE. May be repeated.")]
Players = Annotated[Whole | None, Parameter(help=_PLAYERS, validator=Number(gte=1, lte=100))]
Seed = Annotated[Whole | None, Parameter(help=_SEED, allow_leading_hyphen=True)]
Seeded = Annotated[Whole, Parameter(help=_SEED, allow_leading_hyphen=True, show_default=False)]
Jobs = Annotated[Whole | None, Parameter(validator=Number(gte=1, lte=256))]
Seconds = Annotated[float, Parameter(validator=Number(gt=0, lte=1_000_000))]
Json = Annotated[bool, Parameter(help="Write JSON.")]
Lang = Annotated[str | None, Parameter(help="Speak this language.")]
Names = Annotated[str | None, Parameter(help="The players' names, with commas between them.")]


def some(files: Some) -> Some:
    """Refuse an empty list of files."""
    if not files:
        raise Usage(sentence("name at least one file or bundled game"))
    return files


# ---- all flags of a command ----------------------------------------------------------------------
@Parameter(name="*")
@frozen
class Play:
    """How a game is played at the terminal.

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

    players: Players = None
    bots: str | None = None
    seed: Seed = None
    save: str | None = None
    resume: str | None = None
    lang: Lang = None
    names: Names = None
    moves: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None
    with_: With = ()
    set_: Set = ()


@Parameter(name="*")
@frozen
class Replay:
    """How a saved game is shown.

    Parameters
    ----------
    step
        Stop after the move with this number and show the table.
    game
        The game, if the file does not say where it is.
    """

    step: Annotated[Whole | None, Parameter(validator=Number(gte=0))] = None
    game: str | None = None
    lang: Lang = None
    names: Names = None
    with_: With = ()
    set_: Set = ()


@Parameter(name="*")
@frozen
class Simulate:
    """How many games are played how, by whom, and where it goes.

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

    games: Annotated[Whole, Parameter(validator=Number(gte=1, lte=10_000_000_000))] = 100
    players: Players = None
    seed: Seeded = 0
    longest: Annotated[Whole, Parameter(validator=Number(gte=1))] = 10_000
    with_: With = ()
    set_: Set = ()
    json: Json = False
    sweep: Some = ()
    out: str | None = None
    force: bool = False
    jobs: Jobs = None
    engine: str = "auto"
    threads: Jobs = None
    cluster: str | None = None
    report: str | None = None
    bots: str | None = None


@Parameter(name="*")
@frozen
class Mutate:
    """Which changes are tried, how, and what they are compared with.

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

    only: str | None = None
    own: bool = False
    examples_only: bool = False
    limit: Annotated[Whole | None, Parameter(validator=Number(gte=1))] = None
    seed: Seeded = 0
    jobs: Jobs = None
    seconds: Annotated[float, Parameter(validator=Number(gt=0))] = 60.0
    listed: str | None = None
    least: Annotated[Whole, Parameter(validator=Number(gte=0, lte=100))] = 0
    json: Json = False


@Parameter(name="*")
@frozen
class Rulebook:
    """What rulebook is written, and where to.

    Parameters
    ----------
    out
        The file to write: it ends in .md or .html. Without it, Markdown is shown.
    force
        Write over a file that is there.
    """

    lang: Lang = None
    players: Annotated[Players, Parameter(help="For so many players only.")] = None
    out: str | None = None
    force: bool = False


@Parameter(name="*")
@frozen
class Compare:
    """The search for what differs, the rulebooks handed over, and what to write.

    Parameters
    ----------
    effort
        How many decisions each search looks at.
    seconds
        All searches together end after this time. Shortening, --save and --impact come on top.
    arguable
        Put in force what a rulebook can be taken to say.
    literal
        Take rulebooks at their word: also what is only a slip of the pen.
    full
        Show every move of the plays.
    html
        Write all of it as one page to this file.
    readings
        Hold all readings of a game against each other in one table, or those that are named.
    csv
        With --readings: write the table to this file, for a spreadsheet.
    save
        Write the plays to this file, as examples that hold for one of the games and fail for the other.
    force
        Write over a file that is there.
    impact
        Play so many random games of both on the same seeds, and tell what the differences do to the game.
    """

    players: Annotated[tuple[int, ...], Parameter(help="Play with so many only. May be repeated.")] = ()
    effort: Annotated[Whole, Parameter(validator=Number(gte=1, lte=100_000_000))] = 12_000
    seconds: Seconds = 120.0
    book: Books = ()
    arguable: bool = False
    literal: bool = False
    full: bool = False
    json: Json = False
    html: str | None = None
    readings: bool = False
    csv: str | None = None
    save: str | None = None
    force: bool = False
    impact: Annotated[Whole, Parameter(validator=Number(gte=0, lte=100_000_000))] = 0
    seed: Seeded = 0


@Parameter(name="*")
@frozen
class Serve:
    """Where the web table listens, what it keeps, and what it lets in.

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
    public
        The address that others find this server at, if it is not its own: https://cafe.example.org behind a proxy.
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

    port: Annotated[Whole | None, Parameter(validator=Number(gte=0, lte=65535))] = None
    host: str = "127.0.0.1"
    no_browser: bool = False
    data: str | None = None
    name: Some = ()
    rate: Annotated[float, Parameter(validator=Number(gte=0, lte=1_000_000))] = 40.0
    pause: Annotated[float | None, Parameter(validator=Number(gte=0, lte=60))] = None
    public: str = ""
    proxy: Some = ()
    connections: Annotated[Whole, Parameter(validator=Number(gte=0, lte=1_000_000))] = 400
    patience: Annotated[float, Parameter(validator=Number(gt=0, lte=3600))] = 20.0
    keep: Annotated[float, Parameter(validator=Number(gte=0, lte=100_000))] = DAYS_TABLES_ARE_KEPT
    seeds: bool = False

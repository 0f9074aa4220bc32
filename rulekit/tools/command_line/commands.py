"""All commands. Each imports what it needs and calls one function."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from rulekit.tools.command_line import flags
from rulekit.tools.command_line.flags import Json, Lang, Players, Set, Whole, With, some
from rulekit.tools.io.loading import make_spec
from rulekit.tools.io.problems import Usage
from rulekit.wording import sentence


# ---- rules as they are written -------------------------------------------------------------------
def check(
    *files: str, with_: With = (), set_: Set = (), json: Json = False, deep: bool = False, seconds: flags.Seconds = 60.0
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

    return check_files(some(files), with_, set_, json, seconds if deep else 0.0)


def test(*files: str, with_: With = (), set_: Set = (), only: str | None = None) -> int:
    """Run the worked examples of files.

    Parameters
    ----------
    only
        Run the example of this name alone.
    """
    from rulekit.tools.commands.test import test_files

    return test_files(some(files), with_, set_, only)


def explain(code: str, /) -> int:
    """Say what a code such as RK203 means and what to do."""
    from rulekit.tools.commands.show import explain_code

    return explain_code(code)


def list_() -> int:
    """Show the games that come with rulekit."""
    from rulekit.tools.commands.show import list_games

    return list_games()


def new(name: str, /, *, house_rule: str | None = None, rule: str | None = None, force: bool = False) -> int:
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
        from rulekit.tools.commands.new.house_rule import HouseRuleOptions, new_house_rule

        return new_house_rule(HouseRuleOptions(house_rule, name, rule, force))
    if rule is not None:
        raise Usage(sentence("--rule goes with --house-rule"))
    from rulekit.tools.commands.new.game import new_game

    return new_game(name, force)


def lesson(*files: str, lang: Lang = None) -> int:
    """Say whether lessons for a class are in order: their start leaves something to do, their solution reaches every goal."""
    from rulekit.tools.commands.lesson import check_lesson_files

    return check_lesson_files(some(files), lang)


def model(game: str, /, *, with_: With = (), set_: Set = ()) -> int:
    """Write the checked rules as JSON; the other commands read such a file too."""
    from rulekit.tools.commands.show import show_model

    return show_model(make_spec(game, with_, set_))


def options(game: str, /, *, with_: With = (), set_: Set = (), lang: Lang = None, json: bool = False) -> int:
    """Show the options of a game: questions, values in force, what else is allowed."""
    from rulekit.tools.commands.show import show_options

    return show_options(make_spec(game, with_, set_), json, lang)


def overlays(game: str, /, *, with_: With = (), set_: Set = (), json: Json = False) -> int:
    """Show what of a changed game came from where: the game, its readings and variants, settings."""
    from rulekit.tools.commands.overlays import show_overlays

    return show_overlays(make_spec(game, with_, set_), json)


def program(game: str, /, *, players: Players = None, with_: With = (), set_: Set = ()) -> int:
    """Show the program the engines run: layout, definitions, flow, what could not be proven."""
    from rulekit.tools.commands.show import show_program

    return show_program(make_spec(game, with_, set_), players)


def cover(
    game: str,
    /,
    *,
    with_: With = (),
    set_: Set = (),
    book: flags.Books = (),
    texts: bool = False,
    lang: Lang = None,
    json: Json = False,
    index: Annotated[bool, Parameter(show=False)] = False,
) -> int:
    """Show where the rules come from and what is told of them: what cites nothing, assumptions, what is unread or untold.

    Parameters
    ----------
    texts
        Print a proof sheet instead: every text of the game in a language, with 0, 1 and 2 for its numbers and each answer of
        the options in it.
    """
    from rulekit.tools.commands.cover import show_cover, show_texts

    if texts:
        return show_texts(make_spec(game, with_, set_), lang, json)
    return show_cover(make_spec(game, with_, set_), book, json, index)


def rulebook(game: str, /, *, with_: With = (), set_: Set = (), asked: flags.Rulebook = flags.Rulebook()) -> int:
    """Write a rulebook from the rules: Markdown, or one HTML page with pictures."""
    from rulekit.tools.commands.rulebook import write_rulebook

    return write_rulebook(make_spec(game, with_, set_), asked)


def compare(
    *games: str,
    with_: With = (),
    set_: Set = (),
    first_with: Annotated[flags.Some, Parameter(help="The same as --with, for the first game.")] = (),
    first_set: Annotated[flags.Some, Parameter(help="The same as --set, for the first game.")] = (),
    asked: flags.Compare = flags.Compare(),
) -> int:
    """Compare two rule sets: what differs in the rules, plays where it shows, and which rules make it so.

    Name two games (files, bundled games, games with readings as in cafe-del-gatto+fr, versions that git keeps as in
    game.cafe@HEAD~1), or one and what is put on it with --with and --set, which belong to the second. The status is 1 if
    something differs.
    """
    from rulekit.tools.io.revisions import files_of

    if asked.readings:
        from rulekit.tools.commands.compare.readings import Asked, compare_readings

        if first_with or first_set:
            raise Usage(sentence("--first-with and --first-set go with two games, not with --readings"))
        with files_of(games) as files:
            return compare_readings(Asked(files, with_, set_, asked))
    if asked.csv is not None:
        raise Usage(sentence("--csv goes with --readings"))
    from rulekit.tools.commands.compare.compare import compare_games, specs

    with files_of(games) as files:
        return compare_games(*specs(files, (first_with, first_set), (with_, set_)), asked)


# ---- games that are played -----------------------------------------------------------------------
def play(game: str | None = None, /, *, asked: flags.Play = flags.Play()) -> int:
    """Play a game at the terminal."""
    from rulekit.tools.commands.play import play_game

    return play_game(game, asked)


def replay(trace: str, /, *, asked: flags.Replay = flags.Replay()) -> int:
    """Show a saved game move by move."""
    from rulekit.tools.commands.replay import replay_game

    return replay_game(trace, asked)


def simulate(game: str, /, *, asked: flags.Simulate = flags.Simulate()) -> int:
    """Play many games, at random or by bots, and tell what came out."""
    spec = make_spec(game, asked.with_, asked.set_)
    if asked.sweep:
        if any(flag is not None for flag in (asked.threads, asked.cluster, asked.report, asked.bots)):
            raise Usage(sentence("--threads, --cluster, --report and --bots do not go with --sweep: it has --jobs and --out"))
        from rulekit.tools.commands.simulate.sweep import sweep_game

        return sweep_game(spec, asked)
    if asked.jobs is not None:
        raise Usage(sentence("--jobs goes with --sweep; it is --threads without one"))
    if asked.report is not None and asked.bots is not None:
        raise Usage(sentence("--report does not go with --bots: its measures are those of random play"))
    from rulekit.tools.commands.simulate.simulate import simulate_games

    return simulate_games(spec, asked)


def perft(
    game: str,
    /,
    *,
    depth: Annotated[Whole, Parameter(validator=Number(gte=1, lte=1000))],
    players: Players = None,
    seed: flags.Seed = None,
    with_: With = (),
    set_: Set = (),
) -> int:
    """Count all ways a game can go for its first decisions.

    Every outcome of chance is tried, or only the one of a seed.

    Parameters
    ----------
    depth
        How many decisions.
    """
    from rulekit.tools.commands.perft import count_paths

    return count_paths(make_spec(game, with_, set_), depth, players, seed)


def mutate(game: str, /, *, with_: With = (), set_: Set = (), asked: flags.Mutate = flags.Mutate()) -> int:
    """Change one thing at a time in the rules and tell which changes nothing notices.

    A change is noticed by the checker, by a worked example, or by a locked play: a seeded game that comes out differently.
    """
    from rulekit.tools.commands.mutate import mutate_game

    return mutate_game(make_spec(game, with_, set_), asked)


def serve(*, asked: flags.Serve = flags.Serve()) -> int:
    """Start the web table: play in the browser, alone, with friends or bots."""
    from rulekit.tools.web.server.serve import serve as run

    return run(asked)


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


ABOUT_RULES = (check, test, explain, list_, new, model, options, program, cover, overlays, rulebook, compare, lesson)
THAT_PLAY = (play, replay, simulate, perft, mutate, serve, tables)
COMMANDS = tuple((command.__name__.strip("_"), command) for command in (*ABOUT_RULES, *THAT_PLAY))

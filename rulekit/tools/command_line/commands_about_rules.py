"""Commands about rules as they are written. Each imports what it needs and calls one function."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from rulekit.tools.command_line.flags import Json, Lang, Players, Seed, Set, Whole, With, some
from rulekit.tools.io.problems import Usage
from rulekit.wording import sentence


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

    return check_files(some(files), with_ or (), set_ or (), json, seconds if deep else 0.0)


def test(*files: str, with_: With = None, set_: Set = None, only: str | None = None) -> int:
    """Run the worked examples of files.

    Parameters
    ----------
    only
        Run the example of this name alone.
    """
    from rulekit.tools.commands.test import test_files

    return test_files(some(files), with_ or (), set_ or (), only)


def explain(code: str, /) -> int:
    """Say what a code such as RK203 means and what to do."""
    from rulekit.tools.commands.show import explain_code

    return explain_code(code)


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


def cover(
    game: str,
    /,
    *,
    with_: With = None,
    set_: Set = None,
    book: Annotated[list[str] | None, Parameter(negative=(), help="The text of a rulebook: fr=FILE. May be repeated.")] = None,
    texts: bool = False,
    lang: Lang = None,
    json: Json = False,
    index: Annotated[bool, Parameter(negative=(), show=False)] = False,
) -> int:
    """Show where the rules come from and what is told of them: what cites nothing, assumptions, what is unread or untold.

    Parameters
    ----------
    texts
        Print a proof sheet instead: every text of the game in a language, with 0, 1 and 2 for its numbers and each answer of
        the options in it.
    """
    from rulekit.tools.commands.cover import show_cover, show_texts
    from rulekit.tools.io.loading import make_spec

    if texts:
        return show_texts(make_spec(game, with_ or (), set_ or ()), lang, json)
    return show_cover(make_spec(game, with_ or (), set_ or ()), book or (), json, index)


def rulebook(
    game: str,
    /,
    *,
    with_: With = None,
    set_: Set = None,
    lang: Lang = None,
    players: Annotated[Players, Parameter(help="For so many players only.")] = None,
    out: str | None = None,
    force: bool = False,
) -> int:
    """Write a rulebook from the rules: Markdown, or one HTML page with pictures.

    Parameters
    ----------
    out
        The file to write: it ends in .md or .html. Without it, Markdown is shown.
    force
        Write over a file that is there.
    """
    from rulekit.tools.commands.rulebook import RulebookOptions, write_rulebook
    from rulekit.tools.io.loading import make_spec

    return write_rulebook(make_spec(game, with_ or (), set_ or ()), RulebookOptions(players, lang, out, force))


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
    from rulekit.compare.result import CompareOptions
    from rulekit.tools.commands.compare.compare import Request, compare_games, specs

    first, second = specs(games, (first_with or (), first_set or ()), (with_ or (), set_ or ()))
    flags = CompareOptions(tuple(players or ()), effort, seconds)
    return compare_games(Request(first, second, flags, tuple(book or ()), json, full, html, save, force, impact, seed or 0))

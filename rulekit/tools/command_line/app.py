"""All commands together, as cyclopts runs them."""

from __future__ import annotations

from collections.abc import Callable

from cyclopts import App, CycloptsError, Parameter

from rulekit.tools.command_line.commands import COMMANDS
from rulekit.tools.command_line.help import EVERYWHERE, Help, for_people
from rulekit.tools.io.problems import FINE, Usage
from rulekit.tools.terminal.terminal import say
from rulekit.tools.terminal.usage import in_words


def make_app(told: Callable[[str], str] = for_people, only: str | None = None) -> App:
    """Return the command line with all its commands, or with the one that is called; `told` says the texts of its help."""
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
        help_formatter=Help(told),
        help_epilogue=told(EVERYWHERE),
        suppress_keyboard_interrupt=False,
        result_action="return_value",
        default_parameter=Parameter(negative=()),
    )
    for name, command in COMMANDS:
        if only in (None, name):
            app.command(command, name=name)
    return app


def run_command(arguments: list[str]) -> int:
    """Run one command and give its status."""
    called = arguments[0] if arguments and arguments[0] in dict(COMMANDS) else None
    try:
        status = make_app(only=called)(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        raise Usage(in_words(error)) from None
    if isinstance(status, int):
        return status
    if "--version" not in arguments:
        say()  # cyclopts leaves the last line of help open
    return FINE

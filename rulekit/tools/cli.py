"""The command line: `main` runs a command and gives its exit status.

0 fine, 1 findings or a problem with input, 2 wrong usage, 130 on Ctrl-C, 128 and the signal on a polite kill. Everything is
imported when it is needed, inside of `main`, so that Ctrl-C is quiet from the start; `check FILE…` goes around the argument
parser, because editors call it often.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from contextvars import copy_context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TextIO

    from rulekit.tools.io.problems import Problem
    from rulekit.wording import Sentence

FINE, FOUND, USAGE, STOPPED = 0, 1, 2, 130
LANGUAGE_OF_THE_GAME = ("play", "replay", "options", "rulebook", "lesson", "cover")  # commands that take `--lang` themselves


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; never ends with a traceback because of what the user did."""
    gc.set_threshold(200_000, 20, 50)  # trees and models stay as they are: looking through them for waste is a tenth of a `check`
    try:
        from rulekit.tools.io.stopping import hearing_kills

        with hearing_kills() as kills:
            return kills.status(copy_context().run(_ended, list(sys.argv[1:] if argv is None else argv)))
    except KeyboardInterrupt:
        _stopped()
        return STOPPED


def _ended(arguments: list[str]) -> int:
    """Run a command to its end, good or bad."""
    if arguments[:1] == ["--debug"]:
        from rulekit.debugging import ask_for_tracebacks

        ask_for_tracebacks()
        del arguments[0]
    try:
        _be_tolerant(sys.stdout)
        _be_tolerant(sys.stderr)
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        _stopped()
        return STOPPED
    except BrokenPipeError:
        _close_output()
        return FINE
    except OSError as error:
        _close_output()
        _unwritable(error)
        return FOUND


def _be_tolerant(stream: Any) -> None:
    """Signs that the terminal cannot show become question marks."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


def _stopped() -> None:
    from rulekit.wording import sentence

    _refuse(sentence("stopped"))


def _unwritable(error: OSError) -> None:
    from rulekit.wording import sentence

    what = f"`{error.filename}`" if error.filename else sentence("the output cannot be written")
    why = error.strerror.lower() if error.strerror else sentence("no reason given")
    _refuse(sentence("rulekit: {wrong}", wrong=sentence("{file}: {what}", file=what, what=why)))


def _close_output() -> None:
    """Nobody reads any more: let the interpreter flush into nothing."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
    except (OSError, ValueError):
        return


def _run(arguments: list[str]) -> int:
    from rulekit.debugging import keep_traceback
    from rulekit.tools.io.problems import Problem, Usage, problem
    from rulekit.wording import sentence

    try:
        return _dispatch(arguments)
    except Problem as found:
        _show(found, sys.stderr)
        return FOUND
    except Usage as wrong:
        _refuse(sentence("rulekit: {wrong}", wrong=wrong.said))
        _refuse(sentence("try: rulekit {command}--help", command=_command(arguments)))
        return USAGE
    except RecursionError:
        keep_traceback()
        _show(problem("RK132", "too many parts lie inside each other here"), sys.stderr)
        return FOUND
    except MemoryError:
        _refuse(sentence("rulekit: {wrong}", wrong=sentence("there is not enough memory for this")))
        return FOUND


def _refuse(wrong: Sentence) -> None:
    """Say on the error output what cannot be done, if anybody still reads it."""
    from rulekit.tools.terminal.terminal import of_this_machine, said

    with suppress(OSError):
        print(said(wrong, of_this_machine()), file=sys.stderr)


def _command(arguments: list[str]) -> str:
    """Return the command that was used, if there is such a one."""
    from rulekit.tools.command_line.commands import COMMANDS

    return f"{arguments[0]} " if arguments and arguments[0] in dict(COMMANDS) else ""


def _show(found: Problem, stream: TextIO) -> None:
    from rulekit.tools.terminal.terminal import show_findings

    sys.stdout.flush()
    show_findings(found.findings, found.texts, stream)


def _dispatch(arguments: list[str]) -> int:
    arguments = _heard(arguments)
    if len(arguments) > 1 and arguments[0] == "check" and all(a == "--json" or not a.startswith("-") for a in arguments[1:]):
        files = [a for a in arguments[1:] if a != "--json"]
        if files:
            from rulekit.tools.commands.check.check import check_files

            return check_files(files, as_json="--json" in arguments)
    from rulekit.tools.command_line.app import run_command

    return run_command(arguments)


def _heard(arguments: list[str]) -> list[str]:
    """Speak the language of `--lang` from now on. Commands that say nothing in the words of a game need not know of it."""
    at = next((n for n, a in enumerate(arguments) if a == "--lang" or a.startswith("--lang=")), None)
    if at is None:
        return arguments
    named = arguments[at : at + 1] if "=" in arguments[at] else arguments[at : at + 2]
    if named == ["--lang"]:
        return arguments
    from rulekit.tools.terminal.terminal import speak, speakable

    language = named[-1].removeprefix("--lang=")
    speak(language)
    others = arguments[:at] + arguments[at + len(named) :]
    if others and others[0] in LANGUAGE_OF_THE_GAME:
        return [others[0], *named, *others[1:]]
    speakable(language)
    return others


if __name__ == "__main__":
    sys.exit(main())

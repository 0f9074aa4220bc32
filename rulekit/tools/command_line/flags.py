"""Flags that several commands have, and how they are read."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from rulekit.tools.io.problems import Usage
from rulekit.tools.terminal.usage import whole
from rulekit.wording import sentence

_WITH = "A reading, variant or words: a file, or the name of a bundled one. May be repeated."
_SET = "Set an option of the game: option=value. May be repeated."
_PLAYERS = "How many play (else the fewest the game is for)."
Whole = Annotated[int, Parameter(converter=whole)]
With = Annotated[list[str] | None, Parameter(name="--with", negative=(), help=_WITH)]
Set = Annotated[list[str] | None, Parameter(name="--set", negative=(), help=_SET)]
Players = Annotated[Whole | None, Parameter(help=_PLAYERS, validator=Number(gte=1, lte=100))]
Seed = Annotated[Whole | None, Parameter(help="The same seed gives the same game.", allow_leading_hyphen=True)]
Json = Annotated[bool, Parameter(name="--json", negative=(), help="Write JSON.")]
Lang = Annotated[str | None, Parameter(help="Speak this language.")]
Names = Annotated[str | None, Parameter(help="The players' names, with commas between them.")]


def some(files: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse an empty list of files."""
    if not files:
        raise Usage(sentence("name at least one file or bundled game"))
    return files

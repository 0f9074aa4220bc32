"""`--bots`: which bot plays which seat, and the bots themselves."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from rulekit.diagnostics import Diagnostic
from rulekit.play.bots.bot_notation import READERS, Form, RandomForm, read_form, thinks
from rulekit.tools.io.problems import Problem, Usage
from rulekit.tools.terminal.terminal import show_findings
from rulekit.wording import sentence

if TYPE_CHECKING:
    from rulekit.engine.engine import Engine
    from rulekit.play.bots.bots import Bots
    from rulekit.program.program import Program

_NEXT_SEAT = re.compile(r",(?=\s*(?:[0-9]+|all)\s*(?:=|,|$))")
_SEAT = re.compile(r"\s*([0-9]{1,3}|all)\s*(?:=(.*))?", re.DOTALL)


def seats_of(text: str | None, program: Program) -> Mapping[int, Form]:
    """Return who plays where: `2`, `2,3`, `all`, `1=greedy,2=weighted:serve=3,buy=1`, or `greedy` for all seats."""
    if text is None:
        return {}
    if _begins_with_a_bot(text):
        text = f"all={text}"
    actions = tuple(name for name, role in program.deeds if role == "action")
    found: dict[int, Form] = {}
    for part in _NEXT_SEAT.split(text):
        for seat in _seats(part, program.layout.players, text):
            if seat in found:
                raise Usage(sentence("the bots: seat {seat} is given to two bots", seat=seat + 1))
            found[seat] = _form(part, actions)
    return found


def _begins_with_a_bot(text: str) -> bool:
    """Return whether no seat stands before what is, or almost is, the name of a bot."""
    name = text.partition(":")[0].strip().lower()
    return _SEAT.fullmatch(_NEXT_SEAT.split(text)[0]) is None and bool(get_close_matches(name, READERS, 1))


def _seats(part: str, players: int, text: str) -> range:
    fits = _SEAT.fullmatch(part)
    if fits is None:
        raise Usage(
            sentence(
                "the bots have to be seats with commas between them, `all`, or bots such as `2=greedy`, not `{name}`", name=text
            )
        )
    if fits[1] == "all":
        return range(players)
    if not 1 <= int(fits[1]) <= players:
        raise Usage(sentence("the bots: the seats are 1 to {players}", players=players))
    return range(int(fits[1]) - 1, int(fits[1]))


def _form(part: str, actions: tuple[str, ...]) -> Form:
    _, sign, form = part.partition("=")
    found = read_form(form if sign else "random", actions)
    if isinstance(found, Diagnostic):
        raise Problem((found,))
    return found


def line_up(text: str | None, program: Program) -> tuple[Form, ...]:
    """Return a bot for each seat, those that are not named at random; none if nothing is said."""
    seats = seats_of(text, program)
    return tuple(seats.get(seat, RandomForm()) for seat in range(program.layout.players)) if seats else ()


@cache
def tell_unsafe_cache() -> None:
    """Say, once, that machine code is not kept because others could have a hand in it."""
    from rulekit.native.llvm.cache import not_kept

    unsafe = not_kept()
    if unsafe is not None:
        show_findings([unsafe], {}, sys.stderr)


def bots_of(engine: Engine, seats: Mapping[int, Form]) -> Bots:
    """Return the bots of a game; those that look ahead do it in machine code, where there is any."""
    from rulekit.play.bots.bots import Bots

    if not thinks(seats.values()):
        return Bots(engine)
    from rulekit.native.engine import Native, native_of

    native = native_of(engine.program, paths=True)
    tell_unsafe_cache()
    return Bots(engine, native if isinstance(native, Native) else None)

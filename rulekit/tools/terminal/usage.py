"""What is wrong with a command line, in plain words. Comes in: an error of cyclopts. Goes out: a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, Token, UnusedCliTokensError, ValidationError

WANTED = {int: "wants a whole number", float: "wants a number", bool: "is yes or no"}
_LONG = re.compile(r"(?<![\d.])\d{5,}(?![\d.])")
MOST = 10**15


def in_words(error: CycloptsError) -> str:
    """Return what is wrong, for somebody who does not write programs."""
    match error:
        case CoercionError(token=token, target_type=kind) if token is not None and kind in WANTED:
            return f"{token.keyword or 'this'} {WANTED[kind]}, not `{token.value}`{_instead(token.value, kind)}"
        case ValidationError(argument=argument) if argument is not None and str(argument.value) == "nan":
            return f"{argument.name} {WANTED[float]}, not `nan`"
        case ValidationError(argument=argument, exception_message=said) if argument is not None and said.startswith("Must be"):
            return _LONG.sub(_in_groups, f"{argument.name} must {said[5:].rstrip('.')}, not {argument.value}").removesuffix(".0")
        case MissingArgumentError(argument=argument, keyword=keyword) if argument is not None:
            given = keyword or next((token.keyword for token in argument.tokens if token.keyword), None)
            return f"{given} wants a value" if given else f"{' '.join(error.command_chain or ())} wants {argument.name}"
        case UnusedCliTokensError(unused_tokens=tokens) if tokens:
            return f"{'one thing' if len(tokens) == 1 else 'some things'} too many: {' '.join(tokens)}"
    return str(error).strip()


def whole(kind: object, tokens: Sequence[Token]) -> int:
    """Return a whole number as it is written, also `1_000`; cyclopts would round `10.5`."""
    try:
        return int(tokens[0].value)
    except ValueError:
        raise CoercionError(token=tokens[0], target_type=int) from None


def _instead(text: str, kind: object) -> str:
    """Return how a number such as 1e9 is to be written."""
    with suppress(ValueError, OverflowError):
        number = float(text)
        if kind is int and number.is_integer() and abs(number) <= MOST:
            return f": write {int(number):_}"
    return ""


def _in_groups(found: re.Match[str]) -> str:
    return f"{int(found[0]):_}"

"""What is wrong with a command line, in plain words. Comes in: an error of cyclopts. Goes out: a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    Token,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
    ValidationError,
)

from rulekit.wording import Sentence, as_said, numbered, sentence

WANTED = {
    int: sentence("wants a whole number"),
    float: sentence("wants a number"),
    bool: sentence("is yes or no"),
}
_LONG = re.compile(r"(?<![\d.])\d{5,}(?![\d.])")
LARGEST_NUMBER = 10**15
PLACEHOLDERS = {
    "COMMAND": sentence("COMMAND"), "OPTIONS": sentence("OPTIONS"), "ARGS": sentence("NAMES"), "GAME": sentence("GAME"),
    "GAMES": sentence("GAMES"), "FILES": sentence("FILES"), "NAME": sentence("NAME"), "CODE": sentence("CODE"),
    "TRACE": sentence("SAVED-GAME"), "INT": sentence("NUMBER"), "FLOAT": sentence("NUMBER"), "STR": sentence("TEXT"),
}  # fmt: skip


def in_words(error: CycloptsError) -> Sentence:
    """Return what is wrong, for somebody who does not write programs."""
    match error:
        case CoercionError(token=token, target_type=kind) if token is not None and kind in WANTED:
            flag, instead = token.keyword or sentence("this"), _instead(token.value, kind)
            said = sentence("{flag} {wants}, not `{value}`", flag=flag, wants=WANTED[kind], value=token.value)
            return sentence("{said}: write {number}", said=said, number=instead) if instead else said
        case ValidationError(argument=argument) if argument is not None and str(argument.value) == "nan":
            return sentence("{flag} {wants}, not `{value}`", flag=argument.name, wants=WANTED[float], value="nan")
        case ValidationError(argument=argument, exception_message=said) if argument is not None and said.startswith("Must be"):
            value = _LONG.sub(_in_groups, str(argument.value).removesuffix(".0"))
            bounds = _LONG.sub(_in_groups, said[8:].rstrip("."))
            return sentence("{flag} must be {bounds}, not {value}", flag=argument.name, bounds=bounds, value=value)
        case MissingArgumentError(argument=argument, keyword=keyword) if argument is not None:
            given = keyword or next((token.keyword for token in argument.tokens if token.keyword), None)
            if given:
                return sentence("{flag} wants a value", flag=given)
            return sentence(
                "{command} wants {what}", command=" ".join(error.command_chain or ()), what=_placeholder(argument.name)
            )
        case UnknownCommandError(unused_tokens=[given, *_], app=app) if app is not None:
            names = [name for name in app if not name.startswith("-")]
            return _or_near(sentence("there is no command `{name}`", name=given), given, names)
        case UnknownOptionError(token=token, argument_collection=known):
            given = token.keyword or token.value
            names = [name for argument in known if argument.parse for name in argument.names]
            return _or_near(sentence("there is no option {given}", given=given), given, names)
        case RepeatArgumentError(token=token):
            return sentence("{flag} is said more than once", flag=token.keyword or token.value)
        case UnusedCliTokensError(unused_tokens=tokens) if tokens:
            given = " ".join(tokens)
            return numbered(len(tokens), "one thing too many: {given}", "some things too many: {given}", given=given)
    return as_said(str(error).strip())


def _placeholder(name: str) -> Sentence:
    """Return what stands for a value in the help."""
    return PLACEHOLDERS.get(name, as_said(name))


def _or_near(said: Sentence, given: str, names: Sequence[str]) -> Sentence:
    """Add what was probably meant."""
    near = get_close_matches(given, names, 1, 0.6)
    return sentence("{said}; did you mean {near}?", said=said, near=near[0]) if near else said


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
        if kind is int and number.is_integer() and abs(number) <= LARGEST_NUMBER:
            return f"{int(number):_}"
    return ""


def _in_groups(found: re.Match[str]) -> str:
    return f"{int(found[0]):_}"

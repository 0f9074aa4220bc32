"""Bots as they are written: `random`, `weighted:serve=3,buy=1`, `greedy`, `mcts:iterations=400`.

Comes in: text and the actions of the game. Goes out: a form, or a diagnostic that says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Union

from attrs import frozen

from rulekit.diagnostics import NOWHERE, Diagnostic, finding
from rulekit.wording import quoted, sentence, worded

MOST_WEIGHT = 1_000_000
MOST_ITERATIONS = 10_000_000
MOST_SECONDS = 3_600
MOST_SAMPLES = 1_000
DEFAULT_ITERATIONS, DEFAULT_SAMPLES = 400, 8


@frozen
class RandomForm:
    """Every move is equally likely."""


@frozen
class WeightedForm:
    """A move is as likely as the weight of the first action it begins; an action that is not named weighs 1."""

    weights: tuple[tuple[str, int], ...]


@frozen
class GreedyForm:
    """The move after which the score sheet looks best; what is hidden is guessed `samples` times."""

    samples: int = DEFAULT_SAMPLES


@frozen
class MctsForm:
    """Search by information-set MCTS: so many iterations a move, or so many seconds."""

    iterations: int | None = DEFAULT_ITERATIONS
    seconds: float | None = None


Form = Union[RandomForm, WeightedForm, GreedyForm, MctsForm]
Told = list[tuple[str, str]]


def read_form(text: str, actions: Sequence[str]) -> Form | Diagnostic:
    """Return one bot, for a game with these actions.

    >>> read_form("mcts:seconds=1", ())
    MctsForm(iterations=None, seconds=1.0)
    """
    name, _, rest = (part.strip() for part in text.partition(":"))
    if name.lower() not in READERS:
        return _unknown(name)
    told: Told = []
    for part in rest.split(",") if rest else ():
        word, sign, value = (p.strip() for p in part.partition("="))
        if not sign or not word or not value:
            return _bad(name, "`{strip}` is no setting", "write name=number, with commas between them", strip=part.strip())
        if word in dict(told):
            return _bad(name, "`{word}` is said twice", "leave one of them out", word=word)
        told.append((word, value))
    return READERS[name.lower()](told, actions)


def written(form: Form) -> str:
    """Return a bot as `read_form` reads it.

    >>> written(MctsForm(None, 0.5))
    'mcts:seconds=0.5'
    """
    match form:
        case RandomForm():
            return "random"
        case WeightedForm(weights=weights):
            return f"weighted:{','.join(f'{name}={weight}' for name, weight in weights)}"
        case GreedyForm(samples=samples):
            return "greedy" if form == GreedyForm() else f"greedy:samples={samples}"
        case MctsForm(iterations=None, seconds=seconds):
            return f"mcts:seconds={seconds:g}"
        case MctsForm(iterations=iterations):
            return f"mcts:iterations={iterations}"


def thinks(forms: Iterable[Form]) -> bool:
    """Return whether some of the bots look ahead."""
    return any(isinstance(form, GreedyForm | MctsForm) for form in forms)


def _unknown(name: str) -> Diagnostic:
    near = get_close_matches(name.lower(), READERS, 1)
    hint = sentence("did you mean `{near}`?", near=near[0]) if near else sentence("there is {known}", known=quoted(READERS))
    return finding("RK610", NOWHERE, "there is no bot called `{name}`", hint, name=name)


def _bad(name: str, message: str, hint: str, /, **values: object) -> Diagnostic:
    told = worded(hint, values)
    return finding("RK611", NOWHERE, "the bot `{name}`: {message}", told, name=name, message=worded(message, values))


def _random(told: Told, actions: Sequence[str]) -> Form | Diagnostic:
    return _bad("random", "`{word}` is not one of its settings", "it has none", word=told[0][0]) if told else RandomForm()


def _weighted(told: Told, actions: Sequence[str]) -> Form | Diagnostic:
    if not told:
        example = sentence("such as `weighted:{action}=3`", action=actions[0] if actions else "buy")
        return _bad("weighted", "it has no weights", example)
    weights = []
    for word, value in told:
        name = word.replace("-", "_")
        if name not in actions:
            near = get_close_matches(name, actions, 1)
            hint = (
                sentence("did you mean `{near}`?", near=near[0])
                if near
                else sentence("the actions are {some}", some=quoted(actions))
            )
            return finding("RK612", NOWHERE, "the game has no action `{word}`", hint, word=word)
        weight = _whole(value, 0, MOST_WEIGHT)
        if weight is None:
            hint = sentence("a weight is a whole number from 0 to {most}", most=MOST_WEIGHT)
            return _bad("weighted", "`{word}` is no weight", hint, word=value)
        weights.append((name, weight))
    return WeightedForm(tuple(weights))


def _greedy(told: Told, actions: Sequence[str]) -> Form | Diagnostic:
    for word, value in told:
        samples = _whole(value, 1, MOST_SAMPLES)
        if word != "samples":
            return _bad("greedy", "`{word}` is not one of its settings", "it has `samples`", word=word)
        if samples is None:
            hint = sentence("a whole number from 1 to {most}", most=MOST_SAMPLES)
            return _bad("greedy", "samples={value} is not possible", hint, value=value)
        return GreedyForm(samples)
    return GreedyForm()


def _mcts(told: Told, actions: Sequence[str]) -> Form | Diagnostic:
    if len(told) > 1:
        return _bad("mcts", "it has two settings", "say either `iterations` or `seconds`")
    for word, value in told:
        if word == "iterations":
            iterations = _whole(value, 1, MOST_ITERATIONS)
            if iterations is None:
                return _bad(
                    "mcts",
                    "iterations={value} is not possible",
                    "a whole number from 1 to {most}",
                    value=value,
                    most=MOST_ITERATIONS,
                )
            return MctsForm(iterations)
        if word != "seconds":
            return _bad("mcts", "`{word}` is not one of its settings", "it has `iterations` and `seconds`", word=word)
        seconds = _seconds(value)
        if seconds is None:
            hint = sentence("a number above 0, up to {most}", most=MOST_SECONDS)
            return _bad("mcts", "seconds={value} is not possible", hint, value=value)
        return MctsForm(None, seconds)
    return MctsForm()


READERS: Mapping[str, Callable[[Told, Sequence[str]], Form | Diagnostic]] = {
    "random": _random,
    "weighted": _weighted,
    "greedy": _greedy,
    "mcts": _mcts,
}


def _whole(text: str, low: int, high: int) -> int | None:
    if not re.fullmatch(r"[0-9_]{1,12}", text) or not text.strip("_"):
        return None
    number = int(text.replace("_", ""))
    return number if low <= number <= high else None


def _seconds(text: str) -> float | None:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
        return None
    seconds = float(text)
    return seconds if 0 < seconds <= MOST_SECONDS else None

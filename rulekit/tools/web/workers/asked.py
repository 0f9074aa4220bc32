"""The forms of what workers are asked: plain data, as it was sent. What a job needs is there; whoever asks sees to that."""

from __future__ import annotations

from typing import TypedDict

from rulekit.records import Json

Asked = TypedDict(  # rules that are meant: bundled ones by their names, or a text of somebody's own
    "Asked", {"game": str, "with": list[str], "set": dict[str, str], "text": str, "base": str | None}, total=False
)


class Source(TypedDict):
    """The texts of rules with their paths, and what their options are set to."""

    files: list[list[str]]
    set: list[list[str]]


class StepData(TypedDict):
    """One step of a game, as it is sent and kept."""

    player: int
    move: Json
    draws: list[int]


class Job(TypedDict, total=False):
    """What every job may have: its name, and the language of whoever asks."""

    job: str
    lang: str
    table: int


class RulesJob(Job, total=False):
    """A job about rules that are asked for, perhaps two of them: to check them, to play them many times."""

    rules: Asked
    first: Asked
    second: Asked
    labels: list[str]
    players: int | None
    seed: int
    bots: str | None
    games: int
    seconds: float
    code: bool
    number: int
    text: str


class TableJob(Job, total=False):
    """A job about a game with its rules by their id: where it stands, and what is wanted there."""

    rules: str
    name: str
    source: Source
    players: int
    seed: int
    draws: list[int]
    names: list[str]
    steps: int
    trace: list[StepData]
    turned: int
    reading: int
    bots: list[str | None]
    bot: str
    code: bool
    looker: tuple[int, str]
    lookers: list[tuple[int, str]]
    by: int
    move: int
    about: list[str]
    upto: int
    to: int
    fresh: int
    other: Asked

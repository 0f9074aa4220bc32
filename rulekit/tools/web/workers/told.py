"""The forms of what pages are told about moves: plain data, as it is written."""

from __future__ import annotations

from typing import TypedDict


class ToldMove(TypedDict):
    """A move of a menu; `targets`: the ids of what it touches, `asks`: what is asked on the way to it, and which answer it is."""

    text: str
    action: str
    cost: str
    targets: list[str]
    asks: list[list[str | int]]


class RefusedMove(TypedDict):
    """A move that is not allowed, and the lines that say why."""

    text: str
    lines: list[str]
    targets: list[str]


class RefusedMoves(TypedDict):
    """What one rule refuses: how many ways there are to it, and some of these moves."""

    ways: int
    moves: list[RefusedMove]

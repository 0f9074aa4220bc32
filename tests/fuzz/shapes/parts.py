"""What shapes are made of: lines by their number, games around them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from tests.fuzz.bombs import HEAD, TICKS, TURNS

Shape = Callable[[int], str]
SOUND = TICKS + TURNS + "action act\n  set ticks to 1\n\n"
DEPTH = 60  # brackets, blocks and braces that may lie inside each other


def lines(line: Callable[[int], str], size: int) -> str:
    """Lines made of their number, so many characters of them."""
    made: list[str] = []
    length = 0
    for number in count():
        if length >= size:
            return "".join(made)
        made.append(line(number))
        length += len(made[-1])
    raise AssertionError


def again(line: str, size: int) -> str:
    """The same line, so many characters of it."""
    return line * max(1, size // len(line))


def listed(part: Callable[[int], str], size: int, between: str = ", ") -> str:
    """Parts made of their number with something between them."""
    return lines(lambda n: part(n) + between, size).removesuffix(between)


def game(line: Callable[[int], str], rest: str = SOUND) -> Shape:
    """A game with lines that are declarations of their own."""
    return lambda size: HEAD + lines(line, size) + "\n" + rest


def acting(line: Callable[[int], str], before: str = "") -> Shape:
    """A game whose only action has many lines."""
    return lambda size: f"{HEAD}{before}{TICKS}{TURNS}action act\n" + lines(lambda n: f"  {line(n)}\n", size)


def playing(line: Callable[[int], str], before: str = "") -> Shape:
    """A game whose play has many lines."""
    return lambda size: f"{HEAD}{before}{TICKS}play\n" + lines(lambda n: f"  {line(n)}\n", size)


def defining(value: Callable[[int], str]) -> Shape:
    """A game with one long definition."""
    return lambda size: f"{HEAD}{SOUND}define long = {value(size)}\n"


def stairs(word: str) -> Shape:
    """Blocks that go down as deep as is allowed, again and again."""
    stair = "".join("  " * n + word + "\n" for n in range(1, 9)) + "  " * 9 + "set ticks to 1\n"
    return lambda size: f"{HEAD}{TICKS}play\n" + again(stair, size)


def chain(link: Callable[[int], str], use: str) -> Shape:
    """Definitions each of which uses the one before."""

    def shape(size: int) -> str:
        text = lines(link, size)
        last = text.count("\ndefine d") - (0 if text.startswith("\n") else -1) - 1
        return HEAD + text + TICKS + TURNS + "action act\n  " + use.replace("LAST", str(last)) + "\n"

    return shape


def letters(number: int) -> str:
    """A word without digits, another one for each number."""
    word = ""
    while True:
        number, rest = divmod(number, 26)
        word += chr(ord("a") + rest)
        if not number:
            return word


def halves(first: Callable[[int], str], second: Callable[[int], str], between: str = "\n", after: str = "") -> Shape:
    return lambda size: HEAD + lines(first, size // 2) + between + lines(second, size // 2) + after

"""What two sequences have in common: as difflib has it where they are short, and by a quicker way where they are long.

Comes in: two sequences of words, or two texts. Goes out: difflib's matching blocks, opcodes and ratio. The work of difflib grows
with the product of both lengths, that of the quicker way with their sum: what both begin and end with is the same; in between,
the first of several equal items stands for the first of the other side, the second for the second, as far as they are in order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher
from itertools import takewhile

MOST_CELLS = 100_000  # the product of two lengths up to which difflib does it; rules that were printed stay far below
Place = tuple[int, int]  # in the first and in the second sequence


class Matcher(SequenceMatcher[str]):
    """A matcher whose work is bounded."""

    a: Sequence[str]
    b: Sequence[str]

    def __init__(self, one: Sequence[str], two: Sequence[str]) -> None:
        super().__init__(None, one, two, autojunk=False)
        self.long = len(one) * len(two) > MOST_CELLS

    def get_matching_blocks(self) -> list[Match]:
        """Return where both are the same, in order; the last block is empty and stands at the ends."""
        if not self.long:
            return super().get_matching_blocks()
        return [*(Match(i, j, 1) for i, j in _matches(self.a, self.b)), Match(len(self.a), len(self.b), 0)]


def _matches(one: Sequence[str], two: Sequence[str]) -> Iterator[Place]:
    """Single items that stand for each other."""
    start = _alike(one, two)
    end = _alike(one[start:][::-1], two[start:][::-1])
    yield from ((n, n) for n in range(start))
    middle = Matcher(one[start : len(one) - end], two[start : len(two) - end])
    places = _in_order(middle.a, middle.b) if middle.long else _singles(middle)
    yield from ((start + i, start + j) for i, j in places)
    yield from ((len(one) - n, len(two) - n) for n in range(end, 0, -1))


def _alike(one: Sequence[str], two: Sequence[str]) -> int:
    """With how many equal items both begin."""
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(one, two, strict=False)))


def _singles(matcher: Matcher) -> Iterator[Place]:
    for i, j, size in matcher.get_matching_blocks():
        yield from ((i + n, j + n) for n in range(size))


def _in_order(one: Sequence[str], two: Sequence[str]) -> list[Place]:
    """Return the most items that can stand for each other without crossing: the longest rise of their places in the second."""
    where = {item: j for j, item in enumerate(_numbered(two))}
    both = [(i, where[item]) for i, item in enumerate(_numbered(one)) if item in where]
    lowest: list[int] = []  # the lowest end of a rise of each length,
    ends: list[int] = []  # which of both it is,
    before: list[int | None] = []  # and for each of both what comes before it
    for n, (_, j) in enumerate(both):
        length = bisect_left(lowest, j)
        before.append(ends[length - 1] if length else None)
        lowest[length : length + 1], ends[length : length + 1] = [j], [n]
    return _back(both, ends[-1] if ends else None, before)


def _back(both: list[Place], last: int | None, before: list[int | None]) -> list[Place]:
    found = []
    while last is not None:
        found.append(both[last])
        last = before[last]
    return found[::-1]


def _numbered(items: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield each item with the number of equal ones before it."""
    seen = Counter[str]()
    for item in items:
        yield item, seen[item]
        seen[item] += 1

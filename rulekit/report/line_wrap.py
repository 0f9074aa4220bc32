"""Lines that fit the screen: a line comes in, go out the lines it is cut into, the later ones indented.

It is cut after a comma or another mark between items, if there is one in the right half, else at a blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.text import Text

from rulekit.report.text import width

INDENT = 4
_BLANK = re.compile(r"(?<![« ]) +(?![:;?!»·]| )")  # not before a mark that belongs to the word in front of it
_ITEM = re.compile(r"(?<=[,;·]) +")
_COLUMN = re.compile(r" *\S.*?  +(?=\S)")  # a name, a gap: what follows is a column


def fold(line: Text, wide: int) -> list[Text]:
    """Return the lines a line is cut into; a word that is wider than the screen is cut too."""
    return list(_folded(line, max(wide, 3 * INDENT)))


def _folded(line: Text, wide: int) -> Iterator[Text]:
    lead, margin = "", _margin(line.plain, wide)
    while _end(line.plain, wide - width(lead)) < len(line.plain):
        cut = _cut(line.plain, wide - len(lead))
        yield Text(lead) + line[:cut]
        line = line[cut:]
        line = line[len(line.plain) - len(line.plain.lstrip(" ")) :]
        lead = " " * margin
    yield Text(lead) + line


def _margin(text: str, wide: int) -> int:
    """Return where the later lines begin: in the column of the first one, if it begins early; else a little to the right."""
    column = _COLUMN.match(text)
    if column and width(column.group()) <= wide // 3:
        return width(column.group())
    return min(len(text) - len(text.lstrip(" ")) + INDENT, 2 * INDENT)


def _cut(text: str, wide: int) -> int:
    """Return where to cut: between two items, at the last blank that fits, or where the screen ends."""
    end = _end(text, wide)
    near = text[: end + 2]  # what follows makes no difference: a line may be very long
    for pattern, least in ((_ITEM, wide // 2), (_BLANK, 0)):
        blanks = [found.start() for found in pattern.finditer(near) if found.start() <= end and near[: found.start()].strip()]
        fitting = [at for at in blanks[-1:] if least <= width(near[:at])]
        if fitting:
            return fitting[-1]
    return max(end, 1)


def _end(text: str, wide: int) -> int:
    """Return how many characters fit."""
    for at, char in enumerate(text):
        wide -= width(char)
        if wide < 0:
            return at
    return len(text)

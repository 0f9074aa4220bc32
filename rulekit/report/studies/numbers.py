"""Numbers with their intervals, and tables of them, to read."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.report.text import width
from rulekit.report.wording import Telling
from rulekit.study.measures.intervals import LEAST_FOR_CLEAR, Estimate, Share
from rulekit.wording import Sentence, sentence

CLEAR = "*"
ENGLISH = Telling()


def number(value: float, factor: float = 1, signed: bool = False) -> str:
    """Return a number with one digit behind the point.

    >>> number(2.26), number(0.5, 100), number(-0.01, signed=True), number(3, signed=True)
    ('2.3', '50.0', '0.0', '+3.0')
    """
    text = f"{value * factor:+.1f}" if signed else f"{value * factor:.1f}"
    return "0.0" if text in ("-0.0", "+0.0") else text


def change(made: Estimate | None, factor: float = 1, tell: Telling = ENGLISH) -> str:
    """Return a difference with half its interval and a mark if it is clear; none is a dash. All end in the same column.

    >>> change(Estimate(40, 2.0, 0.5)), change(Estimate(40, 0.5, 0.5)), change(None)
    ('+2.0 ± 0.5 *', '+0.5 ± 0.5  ', '–  ')
    """
    if made is None:
        return "–  "
    half = f" ± {number(made.half, factor)}" if made.half is not None else ""
    return tell.figures(f"{number(made.mean, factor, signed=True)}{half} {CLEAR if made.clear else ' '}")


def share_text(made: Share, tell: Telling = ENGLISH) -> str:
    """Return a share of games: how many, per cent, the interval.

    >>> share_text(Share(5, 10, 0.2366, 0.7634))
    '5 of 10: 50.0 % (23.7 … 76.3)'
    """
    share, low, high = (tell.figures(number(value, 100)) for value in (made.mean, made.low, made.high))
    count = tell.figures(f"{made.count:g}")
    return tell(sentence("{count} of {n}: {share} % ({low} … {high})", count=count, n=made.n, share=share, low=low, high=high))


def aligned(rows: Sequence[Sequence[str]], left: int = 0) -> list[str]:
    """Rows of cells as lines; so many columns are flush left, the others right.

    >>> aligned([["a", "10"], ["bb", "9"]], left=1)
    ['a   10', 'bb   9']
    """
    wide = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_padded(cell, wide[n], n < left) for n, cell in enumerate(row)).rstrip() for row in rows]


def _padded(cell: str, wide: int, flush_left: bool) -> str:
    blanks = " " * (wide - width(cell))
    return cell + blanks if flush_left else blanks + cell


def footnotes(estimates: Sequence[Estimate | None]) -> list[Sentence]:
    """Return what the marks of a table mean."""
    lines = []
    if any(e is not None and e.clear for e in estimates):
        lines.append(
            sentence("* clear: 0 is outside the interval (of 20 that differ in nothing, about one is marked all the same)")
        )
    if any(e is not None and e.n < LEAST_FOR_CLEAR for e in estimates):
        lines.append(sentence("with fewer than {games} games nothing is called clear", games=LEAST_FOR_CLEAR))
    return lines

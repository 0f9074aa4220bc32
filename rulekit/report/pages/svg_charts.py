"""Charts as SVG text, for a file or inside a page: dots with whiskers, nothing else.

Comes in: panels of dots, or groups of bars with a zero. Goes out: one `<svg>` that needs no other file, script or font.
Drawn by hand: the library that would do it weighs a hundred megabytes. Every text is escaped; a colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10

from attrs import frozen

from rulekit.report.text import clean, width
from rulekit.report.wording import Telling
from rulekit.wording import sentence

INK, FAINT, GRID, PAPER = "#1b1f24", "#5b6470", "#e1e5ea", "#ffffff"
COLOURS = ("#1f5fa8", "#b8431c", "#2c7a3f", "#7b3fa0", "#8a6a00", "#0b7285", "#a61e4d")
SHAPES = ("circle", "square", "diamond", "up", "down", "cross", "plus", "ring")
FONT = 13
LETTER = 7.2
WIDE, HIGH, GAP, ROOM = 250, 190, 66, 1000
LONGEST_LABEL = 60
_DOWN = HIGH + 34 + 52
_STRIP, _BAR = 26, 320
_GREY = f' fill="{FAINT}"'
ENGLISH = Telling()
_BOLD = ' font-weight="600"'


# ---- what is drawn -------------------------------------------------------------------------------
@frozen
class Dot:
    """A value with its interval, at a place along the axis (by number), of a series (by number)."""

    place: int
    series: int
    mean: float
    low: float
    high: float


@frozen
class Level:
    """A value drawn across a panel."""

    value: float
    dashes: str


@frozen
class Panel:
    """One measure: its heading and its dots."""

    title: str
    dots: tuple[Dot, ...]
    levels: tuple[Level, ...] = ()


@frozen
class Scatter:
    """Rows of panels with a common axis. `places` are the labels along it; `series` those of the dots; `notes` stand below."""

    title: str
    about: str
    axis: str
    places: tuple[str, ...]
    legend: str
    series: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Panel, ...]], ...]
    notes: tuple[tuple[str, str], ...] = ()  # a sort of line, what it means
    tell: Telling = ENGLISH


@frozen
class Bar:
    """A labelled value with its interval; a filled dot if it is `clear`; `text` says it in numbers."""

    label: str
    mean: float
    low: float
    high: float
    clear: bool
    text: str


@frozen
class Group:
    """Bars of one unit; `whole`: the axis goes from 0 to 100."""

    title: str
    bars: tuple[Bar, ...]
    whole: bool = False


# ---- scales --------------------------------------------------------------------------------------
@frozen
class Scale:
    """Numbers to places on the paper."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers that reach from below the least to above the greatest.

    >>> ticks(3, 19)
    [0.0, 5.0, 10.0, 15.0, 20.0]
    """
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    rough = (high - low) / wanted
    power = 10.0 ** floor(log10(rough))
    step = next(s * power for s in (1, 2, 5, 10) if s * power >= rough * 0.999)
    return [round(n * step, 9) for n in range(floor(low / step + 1e-9), ceil(high / step - 1e-9) + 1)]


# ---- words and marks -----------------------------------------------------------------------------
def words(text: str) -> str:
    """Return a text that cannot be taken for anything else: escaped, without what XML does not allow."""
    shown = clean(text).replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return escape(shown if len(shown) <= LONGEST_LABEL * 4 else shown[: LONGEST_LABEL * 4] + "…")


def short(text: str, most: int = LONGEST_LABEL) -> str:
    """Return a label that has room.

    >>> short("interlude", 6)
    'inter…'
    """
    return text if width(text) <= most else text[: most - 1] + "…"


def _text(x: float, y: float, text: str, anchor: str = "start", size: int = FONT, style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{style}>{words(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, thick: float = 1, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{thick:g}"{dashed}/>'


def _mark(x: float, y: float, series: int) -> str:
    """Return the dot of a series: colour and shape differ together, fifty-six series differ at all."""
    colour, shape = COLOURS[series % len(COLOURS)], SHAPES[series % len(SHAPES)]
    r = 4.5
    corners = {
        "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)), "diamond": ((0, -1.35), (1.35, 0), (0, 1.35), (-1.35, 0)),
        "up": ((0, -1.25), (1.2, 0.95), (-1.2, 0.95)), "down": ((0, 1.25), (1.2, -0.95), (-1.2, -0.95)),
    }  # fmt: skip
    if shape in corners:
        points = " ".join(f"{x + dx * r:.1f},{y + dy * r:.1f}" for dx, dy in corners[shape])
        return f'<polygon points="{points}" fill="{colour}"/>'
    if shape == "cross":
        return _line(x - r, y - r, x + r, y + r, colour, 2.4) + _line(x - r, y + r, x + r, y - r, colour, 2.4)
    if shape == "plus":
        return _line(x - 6, y, x + 6, y, colour, 2.4) + _line(x, y - 6, x, y + 6, colour, 2.4)
    return _circle(x, y, colour, shape == "circle")


def _circle(x: float, y: float, colour: str, filled: bool) -> str:
    fill = colour if filled else PAPER
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.8" fill="{fill}" stroke="{colour}" stroke-width="2"/>'


def _page(wide: float, high: float, title: str, about: str, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}" '
        f'height="{high:.0f}" font-family="system-ui, \'DejaVu Sans\', Verdana, sans-serif" fill="{INK}">\n'
        f"<title>{words(title)}</title>\n<desc>{words(about)}</desc>\n"
        f'<rect width="{wide:.0f}" height="{high:.0f}" fill="{PAPER}"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


# ---- panels of dots ------------------------------------------------------------------------------
def scatter(chart: Scatter) -> str:
    """Small panels side by side, one below the other where they are wide, all of a measure with one scale."""
    across = _across(chart)
    measures = max((len(panels) for _, panels in chart.rows), default=1)
    columns = max(1, min(measures, ROOM // (across + GAP)))
    wide = max(columns * (across + GAP) + 30, 560)
    scales = [_round(panels[n] for _, panels in chart.rows) for n in range(measures)]
    parts = [_text(16, 26, short(chart.title, int(wide / LETTER) - 4), size=16, style=_BOLD)]
    legend, y = _legend(chart, wide)
    parts += legend
    for heading, panels in chart.rows:
        if heading:
            y += 24
            parts.append(_text(16, y, short(heading, int(wide / LETTER) - 4), style=_BOLD))
        for n, panel in enumerate(panels):
            line, column = divmod(n, columns)
            parts += _panel(chart, panel, scales[n], GAP + column * (across + GAP), y + 34 + line * _DOWN, across)
        y += ceil(len(panels) / columns) * _DOWN
    return _page(wide, y + 10, chart.title, chart.about, parts)


def _across(chart: Scatter) -> int:
    """Return how wide a panel is, so that labels and dots have room; very many dots have to share it."""
    label = min(16, max((width(p) for p in chart.places), default=1)) * LETTER + 12
    return ceil(max(WIDE, len(chart.places) * min(200, max(24, label, 14 * len(chart.series)))))


def _round(panels: Iterable[Panel]) -> list[float]:
    """Round numbers for all panels of one measure."""
    marks = [v for p in panels for v in (*(v for d in p.dots for v in (d.low, d.high)), *(level.value for level in p.levels))]
    return ticks(min(marks, default=0), max(marks, default=1))


def _legend(chart: Scatter, wide: float) -> tuple[list[str], float]:
    """Return the dots of the series and the sorts of lines, in as many lines as are needed, and where they end."""
    parts, x, y = [], 16.0, 52.0
    if chart.legend:
        parts.append(_text(x, y, f"{chart.legend}:"))
        x += (width(chart.legend) + 2) * LETTER + 6
        for n, name in enumerate(chart.series):
            room = 26 + width(short(name, 24)) * LETTER + 14
            if x + room > wide - 10:
                x, y = 16.0, y + 22
            parts += [_mark(x + 8, y - 4, n), _text(x + 20, y, short(name, 24))]
            x += room
        y += 22
    for dashes, meaning in chart.notes:
        start = 16.0
        if dashes:
            parts.append(_line(16, y - 4, 42, y - 4, FAINT, 1.6, dashes))
            start = 50.0
        parts.append(_text(start, y, short(meaning, int((wide - start) / LETTER)), size=12, style=_GREY))
        y += 19
    return parts, y - 10


def _panel(chart: Scatter, panel: Panel, at: list[float], left: float, top: float, across: float) -> list[str]:
    parts = [_text(left, top - 12, panel.title)]
    bottom = top + HIGH
    up = Scale(at[0], at[-1], bottom, top)
    for value in at:
        parts += [
            _line(left, up(value), left + across, up(value), GRID),
            _text(left - 8, up(value) + 4, chart.tell.figures(f"{value:g}"), "end", 12),
        ]
    slot = across / max(1, len(chart.places))
    parts += _places(chart, left, bottom, across, slot)
    parts += [_line(left, up(level.value), left + across, up(level.value), FAINT, 1.6, level.dashes) for level in panel.levels]
    step = min(13.0, slot * 0.8 / max(1, len(chart.series)))
    for dot in panel.dots:
        x = left + slot * (dot.place + 0.5) + step * (dot.series - (len(chart.series) - 1) / 2)
        colour = COLOURS[dot.series % len(COLOURS)]
        parts += [_line(x, up(dot.low), x, up(dot.high), colour, 1.6), _mark(x, up(dot.mean), dot.series)]
    if not panel.dots:
        parts.append(_text(left + across / 2, top + HIGH / 2, chart.tell(sentence("no game ended")), "middle", style=_GREY))
    return parts


def _places(chart: Scatter, left: float, bottom: float, across: float, slot: float) -> list[str]:
    """Return the labels along the axis, long ones shortened, and its name."""
    room = max(3, int(slot / LETTER) - 1)
    parts = [_line(left, bottom, left + across, bottom, FAINT)]
    for n, place in enumerate(chart.places):
        parts.append(_text(left + slot * (n + 0.5), bottom + 18, short(place, room), "middle", 12))
    return [*parts, _text(left + across / 2, bottom + 38, chart.axis, "middle", style=_GREY)]


# ---- bars with a zero ----------------------------------------------------------------------------
def strips(title: str, about: str, groups: Sequence[Group], notes: Sequence[str] = (), tell: Telling = ENGLISH) -> str:
    """Dots with whiskers along level lines, one scale for each group, labels on the left and numbers on the right."""
    bars = [bar for group in groups for bar in group.bars]
    left = 24 + LETTER * max((width(short(b.label, 40)) for b in bars), default=10)
    wide = left + _BAR + 24 + LETTER * max((width(b.text) for b in bars), default=10) + 16
    parts = [_text(16, 26, short(title, int(wide / 9)), size=16, style=_BOLD)]
    y = 46.0
    for note in notes:
        parts.append(_text(16, y, short(note, int((wide - 20) / 6.4)), size=12, style=_GREY))
        y += 18
    for group in groups:
        parts += _group(group, left, y, tell)
        y += 34 + _STRIP * len(group.bars) + 34
    return _page(wide, y + 6, title, about, parts)


def _group(group: Group, left: float, top: float, tell: Telling) -> list[str]:
    ends = [0.0, 100.0] if group.whole else [0.0, *(v for b in group.bars for v in (b.low, b.high))]
    at = ticks(min(ends), max(ends))
    across = Scale(at[0], at[-1], left + 12, left + _BAR)
    first, bottom = top + 34, top + 34 + _STRIP * len(group.bars)
    parts = [_text(16, top + 18, group.title, style=_BOLD)]
    for value in at:
        x = across(value)
        parts += [_line(x, first, x, bottom, GRID), _text(x, bottom + 16, tell.figures(f"{value:g}"), "middle", 12)]
    parts.append(_line(across(0), first, across(0), bottom, FAINT, 1.6))
    for n, bar in enumerate(group.bars):
        y = first + _STRIP * (n + 0.5)
        parts += [
            _text(left, y + 4, short(bar.label, 40), "end"), _line(across(bar.low), y, across(bar.high), y, COLOURS[0], 1.8),
            _circle(across(bar.mean), y, COLOURS[0], bar.clear), _text(left + _BAR + 20, y + 4, bar.text),
        ]  # fmt: skip
    return parts

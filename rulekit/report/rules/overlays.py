"""What of a changed game came from where, to read and as data.

Comes in: the origins of a game. Goes out: lines: the sections with what is not as it was, then what each file does, then
where files meet. What comes from files is made harmless.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import PurePath

from attrs import asdict

from rulekit.diagnostics import Span
from rulekit.model.overlays.origins import OUTSIDE, Chapter, Layer, Mark, Origins, Thing
from rulekit.report.text import clean, plural

SIGNS = {"sets": "~", "replaces": "~", "removes": "-", "drops": "-"}
DONE = {"sets": "set", "replaces": "replaced", "removes": "removed", "inserts": "inserted", "adds": "added", "declares": "added"}
VERBS = {"declares": "adds", "adds": "adds to", "inserts": "inserts at"}


def overlay_data(origins: Origins) -> dict[str, object]:
    """For tools."""
    return asdict(origins)


def overlay_lines(origins: Origins) -> Iterator[str]:
    """Yield the whole page."""
    home = _file(origins.path)
    titles = [_name(layer) for layer in origins.layers]
    yield clean(f"{origins.title or origins.name}: {home}" + "".join(f" + {title}" for title in titles))
    for chapter in origins.chapters:
        yield from map(clean, _chapter(chapter, home))
    idle = {mark for c in origins.chapters for t in c.things if t.marks[-1].deed == "drops" for mark in t.marks}
    for layer in origins.layers:
        if layer.role != OUTSIDE:
            yield ""
            yield from map(clean, _layer(layer, idle))
    if len(origins.layers) > 1:
        yield ""
        yield from map(clean, _meetings(origins))


def _file(path: str) -> str:
    return PurePath(path).name


def _place(span: Span) -> str:
    return f"{_file(span.path)}:{span.line}"


def _name(layer: Layer) -> str:
    return layer.name or _file(layer.span.path)


# ---- the tree ------------------------------------------------------------------------------------
def _chapter(chapter: Chapter, home: str) -> Iterator[str]:
    title = f"{chapter.name} “{chapter.title}”" if chapter.title else chapter.name
    head = f"section {title}" if chapter.name else "outside all sections"
    if not chapter.things:
        yield f"{head}: {chapter.kept} as in {home}"
        return
    yield head
    for thing in chapter.things:
        if not _dropped(thing):
            yield from _thing(thing, home)
    dropped = [thing.address for thing in chapter.things if _dropped(thing)]
    if dropped:
        yield f"  - left out, nothing needs them any more: {', '.join(dropped)}"
    if chapter.kept:
        yield f"  = {chapter.kept} more as in {home}"


def _dropped(thing: Thing) -> bool:
    """Return whether nobody says that it goes, but nothing needs it any more."""
    return all(mark.deed == "drops" for mark in thing.marks)


def _thing(thing: Thing, home: str) -> Iterator[str]:
    """Yield one declaration: in one go if it is touched as a whole, else rule by rule."""
    whole = [mark for mark in thing.marks if mark.address == thing.address and mark.deed not in ("inserts", "adds")]
    for mark in whole:
        yield from _mark(mark, f"{thing.what} {thing.address}" if _named(thing) else thing.address, "  ")
    inner = [mark for mark in thing.marks if mark not in whole]
    if not inner:
        return
    if not whole:
        yield f"  ~ {thing.what} {thing.address}" if _named(thing) else f"  ~ {thing.address}"
    for mark in inner:
        yield from _mark(mark, mark.address, "    ")
    if thing.kept:
        yield f"    = {thing.kept} more as in {home}"


def _named(thing: Thing) -> bool:
    """Return whether the word for a declaration is not already in its address."""
    return not thing.address.startswith(thing.what) and thing.what != "head"


def _mark(mark: Mark, what: str, indent: str) -> Iterator[str]:
    sign = SIGNS.get(mark.deed, "+")
    if mark.deed == "drops":
        yield f"{indent}{sign} {what}: left out, nothing needs it any more"
        return
    said = {
        "sets": f"{what} = {mark.value}" + (f", was {mark.old}" if mark.old != mark.value else ", as before"),
        "inserts": f"{mark.value} {what}",
        "adds": f"to {what}" + (f": {mark.value}" if mark.value else ""),
    }
    by = f" by {mark.overlay}, {_place(mark.span)}" if mark.overlay != OUTSIDE else f" by {OUTSIDE}"
    colon = "," if mark.deed == "adds" and mark.value else ":"
    yield f"{indent}{sign} {said.get(mark.deed, what)}{colon} {DONE[mark.deed]}{by}" + (f" {mark.cites}" if mark.cites else "")
    if mark.was is not None and mark.was.line:
        yield f"{indent}    in place of {_place(mark.was)}" + (f" {mark.was_cites}" if mark.was_cites else "")


# ---- the files -----------------------------------------------------------------------------------
def _layer(layer: Layer, idle: set[Mark]) -> Iterator[str]:
    title = f" “{layer.title}”" if layer.title else ""
    yield f"{layer.role} {layer.name}{title}, {_place(layer.span)}" if layer.name else f"words and looks, {_place(layer.span)}"
    if layer.why:
        yield f"  why: {layer.why}"
    if layer.over:
        yield f"  has the last word over {', '.join(layer.over)}"
    marks = sorted(layer.marks, key=lambda mark: list(DONE).index(mark.deed))
    for deed, same in groupby(marks, key=lambda mark: mark.deed):
        yield f"  {VERBS.get(deed, deed)} {', '.join(dict.fromkeys(mark.address for mark in same))}"
    if layer.tables:
        yield f"  has {', '.join(_counted(what, count) for what, count in layer.tables)}"
    vain = [mark.address for mark in layer.marks if mark in idle and mark.deed != "removes"]
    if vain:
        yield f"  has no effect at {', '.join(vain)}: nothing needs it any more"
    if layer.waived:
        yield f"  gives way at {', '.join(f'{mark.address} ({_place(mark.span)})' for mark in layer.waived)}"


def _counted(what: str, count: int) -> str:
    if what.startswith("words "):
        return f"{plural(count, 'word')} in {what.removeprefix('words ')}"
    return plural(count, what.removesuffix("s"))


def _meetings(origins: Origins) -> Iterator[str]:
    meetings = origins.meetings
    if not meetings:
        more = any(layer.waived for layer in origins.layers)
        yield "no two of them touch another thing" if more else "no two of them touch the same thing"
        return
    yield "where two of them meet"
    for meeting in meetings:
        yield f"  {meeting.address}" + (", in the order of the files" if meeting.ordered else "")
        for mark in meeting.marks:
            at = f"inserts {mark.value}" if mark.deed == "inserts" else VERBS.get(mark.deed, mark.deed)
            yield f"    {mark.overlay} {at} {mark.address}, {_place(mark.span)}"

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
from rulekit.report.text import clean
from rulekit.report.wording import Telling
from rulekit.wording import Keyword, Sentence, numbered, sentence

ENGLISH = Telling()
SIGNS = {"sets": "~", "replaces": "~", "removes": "-", "drops": "-"}
ORDER = ("sets", "replaces", "removes", "inserts", "adds", "declares")


def overlay_data(origins: Origins) -> dict[str, object]:
    """For tools."""
    return asdict(origins)


def overlay_lines(origins: Origins, tell: Telling = ENGLISH) -> Iterator[str]:
    """Yield the whole page."""
    home = _file(origins.path)
    files = " + ".join((home, *(_name(layer) for layer in origins.layers)))
    yield clean(tell(sentence("{name}: {what}", name=origins.title or origins.name, what=files)))
    for chapter in origins.chapters:
        yield from map(clean, _chapter(chapter, home, tell))
    idle = {mark for c in origins.chapters for t in c.things if t.marks[-1].deed == "drops" for mark in t.marks}
    for layer in origins.layers:
        if layer.role != OUTSIDE:
            yield ""
            head, *lines = _layer(layer, idle)
            yield clean(tell(head))
            yield from (f"  {clean(tell(line))}" for line in lines)
    if len(origins.layers) > 1:
        yield ""
        yield from map(clean, _meetings(origins, tell))


def _file(path: str) -> str:
    return PurePath(path).name


def _place(span: Span) -> str:
    return f"{_file(span.path)}:{span.line}"


def _name(layer: Layer) -> str:
    return layer.name or _file(layer.span.path)


# ---- the tree ------------------------------------------------------------------------------------
def _chapter(chapter: Chapter, home: str, tell: Telling) -> Iterator[str]:
    title = f"{chapter.name} “{chapter.title}”" if chapter.title else chapter.name
    head = sentence("{what} {name}", what=Keyword("section"), name=title) if chapter.name else sentence("outside all sections")
    if not chapter.things:
        yield tell(sentence("{head}: {kept} as in {home}", head=head, kept=chapter.kept, home=home))
        return
    yield tell(head)
    for thing in chapter.things:
        if not _dropped(thing):
            yield from _thing(thing, home, tell)
    dropped = tuple(thing.address for thing in chapter.things if _dropped(thing))
    if dropped:
        yield f"  - {tell(sentence('left out, nothing needs them any more: {dropped}', dropped=dropped))}"
    if chapter.kept:
        yield f"  = {tell(_more(chapter.kept, home))}"


def _more(kept: int, home: str) -> Sentence:
    return sentence("{kept} more as in {home}", kept=kept, home=home)


def _dropped(thing: Thing) -> bool:
    """Return whether nobody says that it goes, but nothing needs it any more."""
    return all(mark.deed == "drops" for mark in thing.marks)


def _thing(thing: Thing, home: str, tell: Telling) -> Iterator[str]:
    """Yield one declaration: in one go if it is touched as a whole, else rule by rule."""
    whole = [mark for mark in thing.marks if mark.address == thing.address and mark.deed not in ("inserts", "adds")]
    named = sentence("{what} {name}", what=Keyword(thing.what), name=thing.address) if _named(thing) else thing.address
    for mark in whole:
        yield from _mark(mark, named, "  ", tell)
    inner = [mark for mark in thing.marks if mark not in whole]
    if not inner:
        return
    if not whole:
        yield f"  ~ {tell(named)}"
    for mark in inner:
        yield from _mark(mark, mark.address, "    ", tell)
    if thing.kept:
        yield f"    = {tell(_more(thing.kept, home))}"


def _named(thing: Thing) -> bool:
    """Return whether the word for a declaration is not already in its address."""
    return not thing.address.startswith(thing.what) and thing.what != "head"


def _mark(mark: Mark, what: str, indent: str, tell: Telling) -> Iterator[str]:
    start = f"{indent}{SIGNS.get(mark.deed, '+')} "
    if mark.deed == "drops":
        yield start + tell(sentence("{what}: left out, nothing needs it any more", what=what))
        return
    yield start + tell(_done(mark, what)) + (f" {mark.cites}" if mark.cites else "")
    if mark.was is not None and mark.was.line:
        place = sentence("in place of {place}", place=_place(mark.was))
        yield f"{indent}    {tell(place)}" + (f" {mark.was_cites}" if mark.was_cites else "")


def _done(mark: Mark, what: str) -> Sentence:
    """Return what was done, and by whom."""
    by = mark.overlay if mark.overlay == OUTSIDE else f"{mark.overlay}, {_place(mark.span)}"
    match mark.deed:
        case "sets" if mark.old == mark.value:
            return sentence("{what} = {value}, as before: set by {by}", what=what, value=mark.value, by=by)
        case "sets":
            return sentence("{what} = {value}, was {old}: set by {by}", what=what, value=mark.value, old=mark.old, by=by)
        case "replaces":
            return sentence("{what}: replaced by {by}", what=what, by=by)
        case "removes":
            return sentence("{what}: removed by {by}", what=what, by=by)
        case "inserts":
            return sentence("{where} {what}: inserted by {by}", where=Keyword(mark.value), what=what, by=by)
        case "adds" if mark.value:
            return sentence("to {what}: {value}, added by {by}", what=what, value=mark.value, by=by)
        case "adds":
            return sentence("to {what}: added by {by}", what=what, by=by)
    return sentence("{what}: added by {by}", what=what, by=by)


# ---- the files -----------------------------------------------------------------------------------
def _layer(layer: Layer, idle: set[Mark]) -> Iterator[Sentence]:
    """Yield what a file of changes is, then what it does."""
    place = _place(layer.span)
    if layer.name:
        title = f"{layer.name} “{layer.title}”" if layer.title else layer.name
        yield sentence("{what} {name}, {place}", what=Keyword(layer.role), name=title, place=place)
    else:
        yield sentence("words and looks, {place}", place=place)
    if layer.why:
        yield sentence("why: {why}", why=layer.why)
    if layer.over:
        yield sentence("has the last word over {names}", names=layer.over)
    marks = sorted(layer.marks, key=lambda mark: ORDER.index(mark.deed))
    for deed, same in groupby(marks, key=lambda mark: mark.deed):
        yield _does(deed, tuple(dict.fromkeys(mark.address for mark in same)))
    if layer.tables:
        yield sentence("has {tables}", tables=tuple(_counted(what, count) for what, count in layer.tables))
    vain = tuple(mark.address for mark in layer.marks if mark in idle and mark.deed != "removes")
    if vain:
        yield sentence("has no effect at {names}: nothing needs it any more", names=vain)
    if layer.waived:
        yield sentence("gives way at {names}", names=tuple(f"{mark.address} ({_place(mark.span)})" for mark in layer.waived))


def _does(deed: str, names: tuple[str, ...]) -> Sentence:
    match deed:
        case "sets":
            return sentence("sets {names}", names=names)
        case "replaces":
            return sentence("replaces {names}", names=names)
        case "removes":
            return sentence("removes {names}", names=names)
        case "inserts":
            return sentence("inserts at {names}", names=names)
        case "adds":
            return sentence("adds to {names}", names=names)
    return sentence("adds {names}", names=names)


def _counted(what: str, count: int) -> Sentence:
    if what.startswith("words "):
        language = what.removeprefix("words ")
        return numbered(count, "{count} word in {language}", "{count} words in {language}", language=language)
    if what == "looks":
        return numbered(count, "{count} look", "{count} looks")
    return numbered(count, "{count} remark", "{count} remarks")


def _meetings(origins: Origins, tell: Telling) -> Iterator[str]:
    meetings = origins.meetings
    if not meetings:
        more = any(layer.waived for layer in origins.layers)
        same = sentence("no two of them touch the same thing")
        yield tell(sentence("no two of them touch another thing") if more else same)
        return
    yield tell(sentence("where two of them meet"))
    for meeting in meetings:
        where = sentence("{name}, in the order of the files", name=meeting.address) if meeting.ordered else meeting.address
        yield f"  {tell(where)}"
        for mark in meeting.marks:
            yield f"    {mark.overlay} {tell(_touches(mark))}, {_place(mark.span)}"


def _touches(mark: Mark) -> Sentence:
    if mark.deed == "inserts":
        return sentence("inserts {where} {what}", where=Keyword(mark.value), what=mark.address)
    return _does(mark.deed, (mark.address,))

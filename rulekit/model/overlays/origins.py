"""What of a changed game came from where.

Comes in: the game's own tree and the stack of its changes. Goes out: its sections with what the changes touch in them, how
much is as it was, what each file does, and where two files meet. Only text and places, nothing of the tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rulekit.diagnostics import NOWHERE, Span
from rulekit.model.overlays.addresses import Key, addresses, declaration_key, find, number_rules
from rulekit.model.overlays.change_files import Overlay
from rulekit.model.overlays.conflicts import HARD, Touch, spelled
from rulekit.model.overlays.overlay import Stack
from rulekit.syntax import ast
from rulekit.syntax.keywords import vocabulary
from rulekit.syntax.printing.printer import Printer

OUTSIDE = "--set"
Items = tuple[ast.Item, ...]


@frozen
class Mark:
    """What one file does at one address: sets, replaces, removes, inserts, adds (to), declares; `drops` if nobody said so.

    `value` is what is set, `before` or `after` for what is inserted, the addresses of what is added; `old` and `was` tell what
    stood there before and where.
    """

    overlay: str
    deed: str
    address: str
    span: Span
    cites: str = ""
    value: str = ""
    old: str = ""
    was: Span | None = None
    was_cites: str = ""


@frozen
class Thing:
    """A declaration that is not as it was: what touches it, and how many of the rules or rows in it are as they were."""

    address: str
    what: str
    marks: tuple[Mark, ...]
    kept: int = 0


@frozen
class Chapter:
    """A section (the part before the first has no name): what is not as it was, and how many declarations are."""

    name: str
    title: str
    things: tuple[Thing, ...]
    kept: int


@frozen
class Layer:
    """One file of changes. `waived`: what it says that gave way to a file with the last word."""

    name: str
    role: str
    title: str
    why: str
    span: Span
    over: tuple[str, ...]
    marks: tuple[Mark, ...]
    waived: tuple[Mark, ...]
    tables: tuple[tuple[str, int], ...]


@frozen
class Meeting:
    """A declaration that several files touch without conflict. `ordered`: the order of the files matters there."""

    address: str
    marks: tuple[Mark, ...]
    ordered: bool


@frozen
class Origins:
    """A game and where it came from."""

    name: str
    title: str
    path: str
    chapters: tuple[Chapter, ...]
    layers: tuple[Layer, ...]
    meetings: tuple[Meeting, ...]


def origins_of(game: ast.File, stack: Stack) -> Origins:
    """Tell what of a game came from where."""
    head = next((item for item in game.items if isinstance(item, ast.Game)), None)
    base = number_rules(game.items)
    sections = {**_new_sections(stack), **_sections(base)}
    touches = [(touch, _mark(touch, sections)) for touch in stack.touched]
    outside = tuple(_outside(base, stack, sections))
    things = _things(base, stack, touches, outside)
    chapters = _chapters(stack.items, base, things, sections)
    layers = [_layer(overlay, stack, touches) for overlay in stack.overlays]
    if outside:
        layers.append(Layer(OUTSIDE, OUTSIDE, "", "", NOWHERE, (), outside, (), ()))
    return Origins(
        head.name.text if head else "", head.title if head else "", game.span.path, chapters, tuple(layers), _meetings(touches)
    )


def _sections(items: Items) -> dict[Key, str]:
    """Return the section each declaration stands in."""
    section, found = "", {}
    for item in items:
        if isinstance(item, ast.Section):
            section = item.name.text
        key = declaration_key(item)
        if key is not None:
            found[key] = section
    return found


def _new_sections(stack: Stack) -> dict[Key, str]:
    """Return the sections that the files of changes put their own declarations in."""
    parts = (part for overlay in stack.overlays for part in overlay.parts)
    return {key: part.section or "" for part in parts if (key := declaration_key(part.item)) is not None}


def _owner(key: Key) -> Key:
    """Return the declaration an address belongs to."""
    return key[:2] if key[0] == "example" else key[:1]


# ---- marks ---------------------------------------------------------------------------------------
def _mark(touch: Touch, sections: dict[Key, str]) -> Mark:
    section = sections.get(_owner(touch.key), "")
    value = touch.value if isinstance(touch.value, str) else "" if touch.value is None else _text(touch.value)
    if touch.mode == "adds":
        value = ", ".join(".".join(key) for key, _ in touch.brings)
    mark = Mark(touch.overlay.name, touch.mode, touch.text, touch.span, cited(touch.cites, section), value)
    if touch.was is None or touch.mode not in ("sets", *HARD):
        return mark
    old = _text(touch.was.default if isinstance(touch.was, ast.Option) else touch.was) if touch.mode == "sets" else ""
    return evolve(mark, old=old, was=touch.was.span, was_cites=cited(getattr(touch.was, "cites", ()), section))


def _outside(base: Items, stack: Stack, sections: dict[Key, str]) -> Iterator[Mark]:
    """Yield the settings from outside."""
    for item in stack.file.items:
        if isinstance(item, ast.With) and item.span.path == OUTSIDE:
            found = find(stack.items, (item.option.text,))
            if found and isinstance(found.part, ast.Option):
                section = sections.get(found.key, "")
                value, old = _text(item.value), _text(found.part.default)
                yield Mark(
                    OUTSIDE,
                    "sets",
                    item.option.text,
                    item.span,
                    "",
                    value,
                    old,
                    found.part.span,
                    cited(found.part.cites, section),
                )


def _text(node: object) -> str:
    """Return a value as it is written."""
    match node:
        case ast.PlayersLine():
            return f"{node.low}" if node.low == node.high else f"{node.low}..{node.high}"
        case ast.Age(years=number) | ast.Minutes(minutes=number):
            return str(number)
        case _:
            assert isinstance(node, ast.Expr)
            return Printer(vocabulary("en")).expr(node).strip("`")


def cited(cites: ast.Cites, section: str = "") -> str:
    """Citations as they are written; where one leaves the section out, with the section it stands in."""
    full = tuple(evolve(c, section=c.section or section or None) if isinstance(c, ast.Cite) else c for c in cites)
    return Printer(vocabulary("en")).cites(full).strip()


# ---- the tree ------------------------------------------------------------------------------------
def _things(base: Items, stack: Stack, touches: list[tuple[Touch, Mark]], outside: tuple[Mark, ...]) -> dict[Key, Thing]:
    """Return what is not as it was, by the address of the declaration."""
    declared = {key: item for item in (*base, *stack.items) if (key := declaration_key(item)) is not None}
    owners = dict.fromkeys((*(_owner(touch.key) for touch, _ in touches), *((mark.address,) for mark in outside)))
    there = {declaration_key(item) for item in stack.items}
    things: dict[Key, Thing] = {}
    for key in (*(key for key in owners if key not in declared), *declared):
        if key in there and key not in owners:
            continue
        here = [(touch, mark) for touch, mark in touches if _owner(touch.key) == key]
        marks = (*(mark for _, mark in here), *(mark for mark in outside if (mark.address,) == key))
        address = ".".join(key)
        item = declared.get(key)
        if item is not None and key not in there and not any(mark.deed == "removes" for mark in marks):
            marks = (*marks, Mark("", "drops", address, NOWHERE, was=item.span))
        what = type(item).__name__.lower() if item is not None else "head"
        things[key] = Thing(address, what, marks, _kept(base, key, [touch for touch, _ in here]))
    return things


def _kept(base: Items, key: Key, touches: list[Touch]) -> int:
    """Return how many rules, rows or lines of a declaration nothing touches."""
    start = ".".join(key) + "."
    found = (find(base, tuple(address.split("."))) for address in addresses(base) if address.startswith(start))
    keys = dict.fromkeys(one.key for one in found if one is not None)
    changing = [touch for touch in touches if touch.mode in HARD]
    return sum(not any(_within(inner, touch) for touch in changing) for inner in keys)


def _within(key: Key, touch: Touch) -> bool:
    return key in touch.inside or key == touch.key[: len(key)] or touch.key == key[: len(touch.key)]


def _chapters(items: Items, base: Items, things: dict[Key, Thing], sections: dict[Key, str]) -> tuple[Chapter, ...]:
    titles = {item.name.text: item.headings[0].title if item.headings else "" for item in items if isinstance(item, ast.Section)}
    known = [key for item in base if (key := declaration_key(item)) is not None]
    chapters = []
    for name in ("", *titles):
        here = [thing for key, thing in things.items() if sections.get(key, "") == name]
        kept = sum(key not in things for key in known if sections[key] == name)
        if here or kept:
            chapters.append(Chapter(name, titles.get(name, ""), tuple(here), kept))
    return tuple(chapters)


# ---- the files -----------------------------------------------------------------------------------
def _layer(overlay: Overlay, stack: Stack, touches: list[tuple[Touch, Mark]]) -> Layer:
    why = next((line.text for line in overlay.head if isinstance(line, ast.Why)), "")
    marks = tuple(mark for touch, mark in touches if touch.overlay is overlay)
    waived = tuple(
        Mark(overlay.name, "waives", ".".join(spelled(item) or ()), item.span) for one, item in stack.waived if one is overlay
    )
    return Layer(
        overlay.name,
        overlay.role,
        overlay.heading,
        why,
        overlay.span,
        tuple(line.name.text for line in overlay.over),
        marks,
        waived,
        tuple(_tables(overlay)),
    )


def _tables(overlay: Overlay) -> Iterator[tuple[str, int]]:
    """Yield the words, looks and remarks of a file: what they are and how many."""
    for part in overlay.parts:
        if isinstance(part.item, ast.Words):
            yield f"words {part.item.language.text}", max(0, len(part.item.rows) - 1)
        if isinstance(part.item, ast.Look):
            yield "looks", max(0, len(part.item.rows) - 1)
    remarks = sum(isinstance(part.item, ast.Remark) for part in overlay.parts)
    if remarks:
        yield "remarks", remarks


def _meetings(touches: list[tuple[Touch, Mark]]) -> tuple[Meeting, ...]:
    met = []
    for key in dict.fromkeys(_owner(touch.key) for touch, _ in touches):
        here = [(touch, mark) for touch, mark in touches if _owner(touch.key) == key]
        if len({mark.overlay for _, mark in here}) > 1:
            soft = [touch for touch, _ in here if touch.mode in ("inserts", "adds")]
            ordered = any(
                (a.key, a.mode, a.value) == (b.key, b.mode, b.value) and a.overlay is not b.overlay for a in soft for b in soft
            )
            met.append(Meeting(".".join(key), tuple(mark for _, mark in here), ordered))
    return tuple(met)

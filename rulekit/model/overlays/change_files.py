"""Files of changes, read: who they are, which game they change, in which order they apply.

Comes in: the game's AST and the ASTs of readings, variants, words and looks. Goes out: `Overlay`s in the order of
application, every citation complete (its section, in a reading its source too), and what is wrong with the files as such.
"""

from __future__ import annotations

import attrs
from attrs import frozen

from rulekit.diagnostics import Checked, Diagnostic, Label, Span, finding
from rulekit.model.model import STATED
from rulekit.model.overlays.strength import strength_of
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import below, rewrite
from rulekit.wording import Sentence, sentence, together

MOST_CHANGES = 400  # of all files together
MOST_WORK = 20_000_000  # changes of all files, times the letters of all files


@frozen
class Placed:
    """An item of a file of changes and the section it stands in."""

    item: ast.Item
    section: str | None


@frozen
class Overlay:
    """One file of changes. Words and looks in a file of their own have no name."""

    name: str
    role: str
    span: Span
    head: tuple[ast.HeadLine, ...]
    sections: tuple[ast.Section, ...]
    parts: tuple[Placed, ...]
    over: tuple[ast.Over, ...] = ()
    heading: str = ""

    @property
    def title(self) -> Sentence:
        """How messages call it."""
        return _titled(self.role, self.name) if self.name else sentence("the file {path}", path=self.span.path)

    @property
    def full(self) -> Sentence:
        """How messages call it that tell two files apart: with its heading."""
        return sentence("{title} “{heading}”", title=self.title, heading=self.heading) if self.heading else self.title

    @property
    def books(self) -> tuple[str, ...]:
        """The sources that are its own: those it declares; a reading without any reads the one of its own name."""
        declared = tuple(line.name.text for line in self.head if isinstance(line, ast.Source))
        return declared or ((self.name,) if self.role == "reading" else ())

    def beats(self, other: Overlay) -> bool:
        """Return whether this one says `over` the other."""
        return any(line.name.text == other.name for line in self.over)


def overlay_names(changes: tuple[ast.File, ...]) -> tuple[str, ...]:
    """Return the names of the readings and variants among the files, in their order."""
    heads = (item for file in changes for item in file.items)
    return tuple(item.name.text for item in heads if isinstance(item, ast.OverlayHead))


def game_of(file: ast.File) -> ast.Game | None:
    """Return the head of a game's file."""
    return next((item for item in file.items if isinstance(item, ast.Game)), None)


def read_changes(game: ast.File, changes: tuple[ast.File, ...]) -> Checked[tuple[Overlay, ...]]:
    """Read the files of changes and put them in order."""
    found: list[Diagnostic] = []
    overlays: list[Overlay] = []
    head = game_of(game)
    sectioned = any(isinstance(item, ast.Section) for item in game.items)
    for file in changes:
        overlay = _read(file, head, found)
        if overlay is None:
            continue
        twin = next((o for o in overlays if (o.name or o.span.path) == (overlay.name or overlay.span.path)), None)
        if twin:
            found.append(_twice(overlay, twin))
            continue
        overlays.append(_settle(overlay, sectioned, found))
    ordered = _ordered(overlays, found)
    return Checked(None if any(d.is_error for d in found) else ordered, tuple(found))


def _twice(overlay: Overlay, twin: Overlay) -> Diagnostic:
    return finding(
        "RK461",
        overlay.span,
        "{title} is given twice",
        "name every file of changes once; two different ones need different names",
        related=(Label(twin.span, sentence("given here first")),),
        title=overlay.title,
    )


def _read(file: ast.File, game: ast.Game | None, found: list[Diagnostic]) -> Overlay | None:
    whole = game_of(file)
    head = next((item for item in file.items if isinstance(item, ast.OverlayHead)), None)
    loose = [item for item in file.items if isinstance(item, ast.Words | ast.Look)]
    if whole or (head is None and not loose):
        name = sentence("the game `{whole}`", whole=whole.name.text) if whole else sentence("neither changes nor words")
        found.append(
            finding(
                "RK451",
                whole.span if whole else file.span,
                "a file of changes is wanted here, but this one holds {name}",
                'a file of changes begins with `variant name of game "Title"` or `reading name of game "Title"`',
                name=name,
            )
        )
        return None
    wanted = [head.game] if head else [item.game for item in loose if item.game]
    if game and any(name.text != game.name.text for name in wanted):
        found.append(_stranger(next(name for name in wanted if name.text != game.name.text), head, game))
        return None
    if head is None and not wanted:
        hint = sentence("write `words fr of game_name`")
        found.append(finding("RK451", loose[0].span, "these words do not say which game they belong to", hint))
        return None
    return _overlay(file, head)


def _titled(role: str, name: str) -> Sentence:
    return sentence("variant `{name}`", name=name) if role == "variant" else sentence("reading `{name}`", name=name)


def _stranger(name: ast.Ident, head: ast.OverlayHead | None, game: ast.Game) -> Diagnostic:
    what = _titled(head.role, head.name.text) if head else sentence("this file")
    return finding(
        "RK450",
        name.span,
        "{what} changes the game `{name}`, but it is used with `{game}`",
        "use it with `{name}`, or write `of {game}` if that is the game it is meant for",
        related=(Label(game.span, sentence("the game is `{game}`", game=game.name.text)),),
        what=what,
        name=name.text,
        game=game.name.text,
    )


def _overlay(file: ast.File, head: ast.OverlayHead | None) -> Overlay:
    section: str | None = None
    sections: list[ast.Section] = []
    parts: list[Placed] = []
    for item in file.items:
        if isinstance(item, ast.Section):
            section = item.name.text
            sections.append(item)
        elif not isinstance(item, ast.OverlayHead):
            parts.append(Placed(item, section))
    lines = head.head if head else ()
    over = tuple(line for line in lines if isinstance(line, ast.Over))
    name, role = (head.name.text, head.role) if head else ("", "words")
    heading = head.title if head else ""
    return Overlay(name, role, head.span if head else file.span, lines, tuple(sections), tuple(parts), over, heading)


# ---- citations -----------------------------------------------------------------------------------
def _settle(overlay: Overlay, sectioned: bool, found: list[Diagnostic]) -> Overlay:
    """Make every citation of a file of changes say its section and, where the file has books of its own, its source."""
    reading = overlay.role == "reading"
    own = overlay.books

    def settled(part: Placed) -> Placed:
        def whole(cite: ast.Citation) -> tuple[ast.Citation, ...]:
            if not isinstance(cite, ast.Cite):
                return (cite,)
            sources = own if cite.source is None and own else (cite.source,)
            return tuple(attrs.evolve(cite, source=source, section=cite.section or part.section) for source in sources)

        def change(node: ast.Node) -> ast.Node:
            if not isinstance(node, ast.Cited) or not node.cites:
                return node
            return attrs.evolve(node, cites=tuple(one for cite in node.cites for one in whole(cite)))

        for cite in (node for node in below(part.item) if isinstance(node, ast.Cite)):
            if reading and cite.source is not None and cite.source not in own:
                found.append(_foreign(cite, overlay, own))
            if sectioned and cite.section is None and part.section is None:
                found.append(_homeless(cite))
        if not reading and isinstance(part.item, ast.With) and strength_of(part.item) != STATED:
            found.append(_no_book(part.item, overlay))
        return attrs.evolve(part, item=rewrite(part.item, change))

    return attrs.evolve(overlay, parts=tuple(settled(part) for part in overlay.parts))


def _foreign(cite: ast.Cite, overlay: Overlay, own: tuple[str, ...]) -> Diagnostic:
    return finding(
        "RK462",
        cite.span,
        "{title} cites `{source}`, but a reading is one printed rulebook and cites only itself ({some})",
        "cite `@{own} …`, or move this change to a variant",
        related=(Label(overlay.span, sentence("the reading begins here")),),
        title=overlay.title,
        source=cite.source or "",
        some=own,
        own=own[0],
    )


def _no_book(change: ast.With, overlay: Overlay) -> Diagnostic:
    mark = next(cite for cite in change.cites if isinstance(cite, ast.Arguable | ast.Slip))
    return finding(
        "RK467",
        mark.span,
        "{title} is no reading of a book, so nothing in it is a slip or arguable",
        'write `@ruling "…"` for a decision of your own, or begin the file with `reading name of game "Title"`',
        related=(Label(overlay.span, sentence("the file begins here")),),
        title=overlay.title,
    )


def _homeless(cite: ast.Cite) -> Diagnostic:
    return finding(
        "RK463",
        cite.span,
        "it is not clear in which section of the rulebook `{place}` is: no section is open here",
        "name the section, `@sectionname.{place}`, or open it with a line `section sectionname` above",
        place=cite.place,
    )


def setting(name: str, text: str) -> ast.With:
    """Return what `--set name=text` says, as if a file said it."""
    span = Span("--set", 0, len(name) + len(text) + 1, 1, 1)
    return ast.With(span, ast.Ident(span, name), _literal(span, text.strip()))


def _literal(span: Span, text: str) -> ast.Literal:
    if text.removeprefix("-").isdecimal():
        return ast.Number(span, int(text))
    if text in ("yes", "no"):
        return ast.Truth(span, text == "yes")
    return ast.Unlimited(span) if text == "unlimited" else ast.Ident(span, text)


def too_much(overlays: tuple[Overlay, ...], letters: int) -> Diagnostic | None:
    """Return the first change that is too much: each is looked for in the whole game and held against every other."""
    most = left = min(MOST_CHANGES, MOST_WORK // max(letters, 1))
    for overlay in overlays:
        changes = (*overlay.head, *overlay.sections, *(part.item for part in overlay.parts))
        if len(changes) > left:
            hint = sentence(
                "a game of this length can be changed in up to {most} ways; put more into one change, or write the whole game",
                most=most,
            )
            return finding("RK466", changes[left].span, "these are too many changes", hint)
        left -= len(changes)
    return None


# ---- order ---------------------------------------------------------------------------------------
def _ordered(overlays: list[Overlay], found: list[Diagnostic]) -> tuple[Overlay, ...]:
    """Readings, then variants, then words; within that as given, but whoever says `over x` after x."""
    rank = {"reading": 0, "variant": 1}
    waiting = sorted(overlays, key=lambda o: rank.get(o.role, 2))
    done: list[Overlay] = []
    while waiting:
        ready = next((o for o in waiting if not any(o.beats(other) for other in waiting if other is not o)), None)
        if ready is None:
            found.append(_circle(waiting))
            return tuple(overlays)
        waiting.remove(ready)
        done.append(ready)
    return tuple(done)


def _circle(waiting: list[Overlay]) -> Diagnostic:
    first = waiting[0]
    line = next(line for line in first.over for other in waiting if line.name.text == other.name)
    return finding(
        "RK460",
        line.span,
        "{some} each want to be applied after the other",
        "only one of two files can have the last word: take one `over` line away",
        related=tuple(Label(line.span, sentence("{title} says so here", title=o.title)) for o in waiting[1:] for line in o.over),
        some=together([o.title for o in waiting]),
    )

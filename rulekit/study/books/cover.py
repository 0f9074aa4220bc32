"""Provenance: what in a model says where it comes from, what does not, and what of a rulebook nothing points to.

A rule needs a citation, an assumption or a ruling. What inherits it:
* A line without a label belongs to the rule around it: what that cites (up to the whole action, step, `setup` or `play`)
  holds for the line too. A label or a requirement begins a rule of its own, because it is shown to players with its own
  citations only.
* Rows, cells, totals and answers belong to their declaration, lines of the head to the game.
* What another file puts in inherits nothing: a house rule is not in the book of the rule around it.
* `if`, `for each`, `may`, `one of`, groups, actions, steps, tables and the like need nothing if everything in them is cited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from attrs import frozen

from rulekit.diagnostics import Span
from rulekit.model.model import STATED, Deed, GameModel, Kind, Option, Sort, Table, TableEntry
from rulekit.model.rules import Announce, As, Block, Citation, ForEach, Group, If, May, OneOf, Repeat, Secretly, Statement, Turns
from rulekit.study.books.books import Book, Chapter, Index, Passage, contents

Cites = tuple[Citation, ...]


@frozen
class Part:
    """Something with a source, and what lies in it. `frame`: it says nothing besides its parts; `own`: it inherits nothing."""

    address: str
    what: str
    span: Span
    cites: Cites
    parts: tuple[Part, ...] = ()
    frame: bool = False
    own: bool = False


@frozen
class Cover:
    """What a model says of its sources."""

    uncited: tuple[Part, ...]
    assumed: tuple[tuple[Part, str], ...]
    rulings: tuple[tuple[Part, str], ...]


@frozen
class Stray:
    """A citation that points to nothing in a rulebook."""

    part: Part
    cite: Citation
    title: str | None


def cover(model: GameModel) -> Cover:
    """Tell what has no source, what is assumed, what was ruled."""
    rules = tuple(rules_of(model))
    parts = list(all_parts(rules + tuple(_others(model))))
    uncited = tuple(found for part in rules for found in _uncited(part, False))
    return Cover(uncited, _reasons(parts, "assumed"), _reasons(parts, "ruling"))


def _reasons(parts: list[Part], how: str) -> tuple[tuple[Part, str], ...]:
    return tuple((part, cite.why or "") for part in parts for cite in dict.fromkeys(part.cites) if cite.how == how)


def all_parts(parts: Iterable[Part]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from all_parts(part.parts)


def _uncited(part: Part, covered: bool) -> Iterator[Part]:
    here = bool(part.cites) or (covered and not part.own)
    if not here and not (part.frame and any(inner.cites for inner in all_parts(part.parts))):
        yield part
        here = True
    for inner in part.parts:
        yield from _uncited(inner, here and inner.span.path == part.span.path)


# ---- the parts of a model ------------------------------------------------------------------------
def rules_of(model: GameModel) -> Iterator[Part]:
    """Yield everything that needs a source."""
    lines = tuple(Part(line.address, "head", line.span, line.cites) for line in model.head)
    if lines:
        yield _framed(model.name, "game", lines[0].span, model.cites, lines)
    yield from map(_kind, model.kinds)
    yield from map(_sort, model.sorts)
    for what, declared in (("place", model.places), ("tally", model.tallies), ("marker", model.markers)):
        yield from (Part(d.name, what, d.span, d.cites) for d in declared)
    yield from map(_option, model.options)
    yield from map(_table, model.tables)
    yield from (Part(d.name, "definition", d.span, d.cites) for d in model.defines)
    yield from map(_deed, model.deeds)
    yield from (Part(f"score.{line.name}", "score", line.span, line.cites) for line in model.score)
    yield from (Part(f"winner.{n}", "winner", c.span, c.cites) for n, c in enumerate(model.winner, 1))


def _others(model: GameModel) -> Iterator[Part]:
    """Yield what may cite but need not."""
    yield from (Part(c.address, "change", c.span, c.cites) for c in model.changes)
    yield from (Part(a.option, "change", a.span, a.cites) for a in model.answers if a.strength != STATED)
    yield from (Part(f"example.{e.name}", "example", e.span, e.cites) for e in model.examples)
    yield from (Part(r.section or "remark", "remark", r.span, r.cites) for r in model.remarks)
    yield from (Part(name, "word", word.span, word.cites) for _, table in model.words for name, word in table)
    yield from (Part(name, "look", look.span, look.cites) for name, look in model.looks)


def _framed(address: str, what: str, span: Span, cites: Cites, parts: Iterable[Part]) -> Part:
    inside = tuple(parts)
    return Part(address, what, span, cites, inside, frame=bool(inside))


def _kind(kind: Kind) -> Part:
    return _framed(kind.name, "kind", kind.span, kind.cites, (Part(r.address, "row", r.span, r.cites) for r in kind.rows))


def _sort(sort: Sort) -> Part:
    rows = [Part(row.address, "row", row.span, row.cites) for row in sort.rows]
    total = [] if sort.total is None else [Part(f"{sort.name}.total", "total", sort.span, sort.total_cites)]
    return _framed(sort.name, "pieces", sort.span, sort.cites, rows + total)


def _option(option: Option) -> Part:
    answers = (Part(f"{option.name}.{a.name}", "answer", a.span, a.cites) for a in option.answers)
    return _framed(option.name, "option", option.span, option.cites, answers)


def _table(table: Table) -> Part:
    """Return cells with a value; what all cells of a row cite is the row's."""
    entries = [entry for entry in table.entries if entry.value is not None]
    keyed = groupby(entries, lambda e: e.address if len(table.dims) < 2 else e.address.rpartition(".")[0])
    return _framed(table.name, "table", table.span, table.cites, (_row(table, address, list(cells)) for address, cells in keyed))


def _row(table: Table, address: str, cells: list[TableEntry]) -> Part:
    """Return a row stands where its first cell stands that is of the table's own file."""
    home = next((cell for cell in cells if cell.span.path == table.span.path), cells[0])
    shared = tuple(cite for cite in cells[0].cites if all(cite in cell.cites for cell in cells))
    rest = (Part(c.address, "cell", c.span, tuple(x for x in c.cites if x not in shared)) for c in cells if c.address != address)
    return _framed(address, "row", home.span, shared, rest)


# ---- deeds ---------------------------------------------------------------------------------------
def _deed(deed: Deed) -> Part:
    return _framed(deed.name, deed.role, deed.span, deed.cites, _block(deed.block, deed.name))


def _block(block: Block, rule: str) -> Iterator[Part]:
    """Yield the statements of a block that belongs to the rule of this address.

    An announcement says what other rules do: it may cite something, but need not.
    """
    for statement in block:
        if isinstance(statement, Announce) and not statement.cites:
            continue
        if isinstance(statement, As):
            own = statement.address != rule
            yield from (_rule(inner, statement.address, own) for inner in statement.block)
        elif not isinstance(statement, Group) or statement.block:
            yield _rule(statement, rule, statement.address != rule)


def _rule(statement: Statement, rule: str, own: bool) -> Part:
    own = own or statement.address != rule
    frame = not isinstance(statement, Turns | Repeat)
    inside = tuple(_inside(statement))
    return Part(statement.address, "rule", statement.span, statement.cites, inside, frame and bool(inside), own)


def _inside(statement: Statement) -> Iterator[Part]:
    rule = statement.address
    match statement:
        case If(branches=branches, otherwise=otherwise):
            for block in (*(branch.block for branch in branches), otherwise):
                yield from _block(block, rule)
        case OneOf(bullets=bullets):
            for b in bullets:
                inside = tuple(_block(b.block, b.address if b.labelled else rule))
                yield Part(b.address, "rule", b.span, b.cites, inside, bool(inside), b.labelled)
        case ForEach(block=block) | May(block=block) | Repeat(block=block) | Turns(block=block):
            yield from _block(block, rule)
        case Secretly(block=block) | Group(block=block):
            yield from _block(block, rule)
        case _:
            pass


# ---- rulebooks -----------------------------------------------------------------------------------
def pointers(model: GameModel, source: str) -> Iterator[tuple[Part, Citation]]:
    """Yield every citation that points into a source, with what cites it."""
    for part in all_parts((*rules_of(model), *_others(model))):
        yield from ((part, c) for c in part.cites if c.how == "cited" and source in model.books(c))


def titles(model: GameModel, source: str) -> dict[str, str]:
    """Return the headings of the sections in a source."""
    return {s.name: title for s in model.sections for of, title in s.headings if of == source}


def strays(model: GameModel, source: str, index: Index) -> tuple[Stray, ...]:
    """Citations with a section or a number that the rulebook does not have.

    A pointer for all sources is only looked up in those in which its section has a heading.
    """
    named = titles(model, source)
    there = {section: {place for place, _ in chapter.places} for section, chapter in _chapters(model, source, index).items()}
    return tuple(
        Stray(part, cite, named.get(cite.section or ""))
        for part, cite in pointers(model, source)
        if cite.place not in there.get(cite.section or "", ()) and (cite.source is not None or cite.section in named)
    )


def _chapters(model: GameModel, source: str, index: Index) -> dict[str, Chapter]:
    """Return the chapter of each section that has one."""
    known = contents(index)
    found = ((section, known.chapter(title)) for section, title in titles(model, source).items())
    return {section: chapter for section, chapter in found if chapter is not None}


def unread(model: GameModel, source: str, index: Index, book: Book | None = None) -> tuple[tuple[str | None, Passage], ...]:
    """Return the passages that nothing cites, each with the section of the game that stands for its chapter (None: none does)."""
    title_of = {section: chapter.title for section, chapter in _chapters(model, source, index).items()}
    section_of = {title: section for section, title in reversed(title_of.items())}
    read = {(title_of.get(cite.section or ""), cite.place) for _, cite in pointers(model, source)}
    passages = book.passages if book else tuple(Passage(c, place, None) for c in index.chapters for place, _ in c.places)
    return tuple((section_of.get(p.chapter.title), p) for p in passages if (p.chapter.title, p.place) not in read)

"""Several readings of one game in one table: what each says of a rule and how strongly, and which of them play differently.

Comes in: the game's own model and the models that are its columns. Goes out: a `Matrix`. Its rows are the options
that some reading answers, and the rules and declarations that some column has otherwise than the game's own file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from time import monotonic

from attrs import evolve, frozen

from rulekit.compare.compare import compare
from rulekit.compare.result import CompareOptions, Comparison
from rulekit.compare.rules.differences import Difference, Side
from rulekit.compare.rules.find_differences import answer_side, compare_rules, is_value, option_side
from rulekit.diagnostics import NOWHERE, Checked, Span
from rulekit.model.model import SILENT, STATED, STRENGTHS, GameModel
from rulekit.study.books.readings import Said, said_in

Key = tuple[str, str, str]


@frozen
class Cell:
    """What one column says. `sides`: none where it has nothing like it; `in_force`: what counts, if that is something else;
    `also`: what else its book can be taken to say, and how strongly; `altered`: part of these lines is changed or gone."""

    strength: str
    sides: tuple[Side, ...]
    in_force: Side | None = None
    also: tuple[tuple[str, Side], ...] = ()
    altered: bool = False


@frozen
class Row:
    """A rule, declaration or option. `what` is as in a `Difference`."""

    what: str
    address: str
    section: str
    cells: tuple[Cell, ...]


@frozen
class PairPlayed:
    """Two columns, by their numbers, played against each other."""

    one: int
    two: int
    comparison: Comparison


@frozen
class Matrix:
    """The whole table."""

    rows: tuple[Row, ...]
    pairs: tuple[PairPlayed, ...]


def matrix(base: GameModel, columns: tuple[GameModel, ...], asked: CompareOptions) -> Checked[Matrix]:
    """Hold readings of a game against each other."""
    until, pairs = monotonic() + asked.seconds, list(combinations(range(len(columns)), 2))
    found: list[PairPlayed] = []
    for at, (one, two) in enumerate(pairs):
        share = max(0.0, until - monotonic()) / (len(pairs) - at)
        compared = compare(columns[one], columns[two], evolve(asked, seconds=share, each=False))
        if compared.value is None:
            return Checked(None, compared.diagnostics)
        found.append(PairPlayed(one, two, compared.value))
    return Checked(Matrix(tuple(_rows(base, columns)), tuple(found)))


def _rows(base: GameModel, columns: tuple[GameModel, ...]) -> list[Row]:
    """Return all rows, section by section."""
    differences = [compare_rules(base, column).differences for column in columns]
    rows = [*_options(base, columns, differences), *_rules(base, columns, differences)]
    place = {section.name: n for n, section in enumerate(base.sections)}
    return sorted(rows, key=lambda row: place.get(row.section, len(place)))


def _section(base: GameModel, address: str) -> str:
    """Return the section in which a rule or declaration stands."""
    top = address.split(".")[0]
    return next((section for section, there in base.stands if there in (address, top)), "")


# ---- options -------------------------------------------------------------------------------------
def _options(base: GameModel, columns: tuple[GameModel, ...], differences: list[tuple[Difference, ...]]) -> Iterator[Row]:
    answered = {answer.option for column in columns for answer in column.answers}
    answered |= {d.name for some in differences for d in some if d.what == "option"}
    there = {option.name: None for model in (base, *columns) for option in model.options}
    said = [_said(column) for column in columns]
    for name in (name for name in there if name in answered):
        cells = tuple(_option(column, name, says.get(name)) for column, says in zip(columns, said, strict=True))
        yield Row("option", name, _section(base, name), cells)


def _said(column: GameModel) -> dict[str, Said]:
    """Return what the readings of a column say of each option; of two the stronger one."""
    found: dict[str, Said] = {}
    for said in (said for reading, _ in column.readings for said in said_in(column, reading) if said.part.what == "option"):
        before = found.setdefault(said.part.address, said)
        found[said.part.address] = min(before, said, key=lambda one: STRENGTHS.index(one.strength))
    return found


def _option(column: GameModel, name: str, said: Said | None) -> Cell:
    option = next((option for option in column.options if option.name == name), None)
    if option is None:
        return Cell(SILENT, ())
    if said is None:
        return Cell(STATED, (option_side(option, column),))
    if not said.answers:
        return Cell(said.strength, (Side(name, (option,), said.cites, option.span),))
    first, *others = sorted(said.answers, key=lambda answer: STRENGTHS.index(answer.strength))
    kept = None if is_value(option, first.value) else option_side(option, column)
    return Cell(said.strength, (answer_side(option, first),), kept, tuple((o.strength, answer_side(option, o)) for o in others))


# ---- rules and declarations ----------------------------------------------------------------------
def _rules(base: GameModel, columns: tuple[GameModel, ...], differences: list[tuple[Difference, ...]]) -> Iterator[Row]:
    groups: dict[Key, list[list[Difference]]] = {}
    for at, some in enumerate(differences):
        for d in (d for d in some if d.listed and d.what != "option"):
            groups.setdefault(_key(d), [[] for _ in columns])[at].append(d)
    for (what, address, _), group in groups.items():
        own = next((d.one for some in group for d in some if d.one is not None), None)
        cells = tuple(_rule(base, column, some, own) for column, some in zip(columns, group, strict=True))
        yield Row(what, own.address if own else address, _section(base, address), cells)


def _key(d: Difference) -> Key:
    """Return what makes a row: single cells of a table have rows of their own."""
    part = str(d.detail[0]) if d.how == "changed" and d.what in ("table", "kind") and d.detail else ""
    return d.what, d.address, part


def _rule(base: GameModel, column: GameModel, some: list[Difference], own: Side | None) -> Cell:
    """Return what a column says: something of its own, or what the game's own file says, if its book says so too."""
    if some:
        before, after = (_spans(sides) for sides in zip(*((d.one, d.two) for d in some), strict=True))
        altered = not before.isdisjoint(after)
        return Cell(STATED, tuple(d.two for d in some if d.two is not None), altered=altered)
    books = {book for _, some_books in column.readings for book in some_books}
    cited = own is not None and any(c.how == "cited" and not books.isdisjoint(base.books(c)) for c in own.cites)
    return Cell(STATED if cited or not column.readings else SILENT, () if own is None else (own,))


def _spans(sides: Iterable[Side | None]) -> frozenset[Span]:
    """Return where the rules of some sides are written; a bare value has no place of its own."""
    parts = (part for side in sides if side is not None for part in side.parts)
    return frozenset(span for part in parts if (span := getattr(part, "span", NOWHERE)).line)

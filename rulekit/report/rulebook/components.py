"""What is in the box and where it lies: pieces by row with their numbers, kinds, tokens, tables, places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

from attrs import evolve

from rulekit.engine.view import SeenPiece
from rulekit.model import expressions as exprs
from rulekit.model.model import Dim, Kind, PieceRow, Place, Sort, Table, TableEntry, Tally
from rulekit.model.types import PLAYER, ListType, PlayerType
from rulekit.report.rulebook.parts import Gallery, Grid, Heading, Item, Listing, Paragraph, Part, Shown, strong
from rulekit.report.rulebook.prose.conditions import Teller

MOST = 96  # combinations of one row that are still shown one by one


def components(voice: Teller) -> Iterator[Part]:
    """Yield the pieces, tokens and kinds of a game."""
    model = voice.model
    for sort in model.sorts:
        yield from _sort(voice, sort)
    items = tuple(_tally(voice, tally) for tally in model.tallies)
    if items:
        yield Listing(items)
    plain = tuple(_values_of(voice, kind) for kind in model.kinds if not kind.attributes)
    if plain:
        yield Listing(plain)
    for kind in (kind for kind in model.kinds if kind.attributes):
        yield Paragraph(Item(voice.say.sentence(voice.many(kind.name)) + voice.say("colon")))
        yield _kind(voice, kind)


def _sort(voice: Teller, sort: Sort) -> Iterator[Part]:
    total = voice.tell(sort.total) if sort.total is not None else ""
    many = voice.many(sort.name)
    text = voice.counted(sort.name, int(total)) if total.isdigit() else voice.say("total", what=many, n=total) if total else many
    shown = tuple(piece for row in sort.rows for piece in _row(voice, sort, row))
    counts = {piece.count for piece in shown}
    if len(shown) > 1 and len(counts) == 1:
        same = counts.pop().removesuffix(" ×")
        text = voice.say("all_different", what=text) if same == "1" else voice.say("of_each", what=text, n=same)
        shown = tuple(evolve(piece, count="") for piece in shown)
    ends = voice.say("colon") if shown else "."
    yield Paragraph(Item(voice.say.sentence(text) + ends, note=voice.namer.citations(sort.cites)))
    if shown:
        yield Gallery(shown)


def _row(voice: Teller, sort: Sort, row: PieceRow) -> Iterator[Shown]:
    each = row.copies == exprs.Builtin(row.copies.type, "count", (exprs.Players(ListType(PLAYER)),))
    count = voice.say("per_player") if each else f"{voice.tell(row.copies)} ×"
    fixed = [(a.name, values) for a, values in zip(sort.attributes, row.values, strict=True) if values is not None]
    columns = [list(_values(voice, values)) for _, values in fixed]
    if prod(map(len, columns)) > MOST:
        return
    for combination in product(*columns):
        piece = SeenPiece(sort.name, tuple((name, v) for (name, _), v in zip(fixed, combination, strict=True)))
        yield Shown(count, " ".join(voice.namer.marks(piece)) or voice.one(sort.name), piece)


def _values(voice: Teller, values: tuple[exprs.Expr, ...]) -> Iterator[Any]:
    for value in values:
        match value:
            case exprs.Const(value=known):
                yield known
            case exprs.Players():
                yield from range(voice.namer.layout.players)
            case exprs.Range(low=exprs.Const(value=int() as low), high=exprs.Const(value=int() as high)):
                yield from range(low, min(high, low + MOST) + 1)
            case exprs.Items(items=items):
                yield tuple(i.value for i in items if isinstance(i, exprs.Const))


def _tally(voice: Teller, tally: Tally) -> Item:
    name, note = voice.many(tally.name), voice.namer.citations(tally.cites)
    bank = tally.bank
    if bank is None:
        return Item(voice.say.sentence(voice.say("counted_only", what=name)), note=note)
    if isinstance(bank, exprs.Const) and bank.value == exprs.UNLIMITED:
        return Item(voice.say.sentence(voice.say("bank_unlimited", what=name)), note=note)
    known = exprs.number_of(bank)
    if known is not None:
        return Item(voice.say.sentence(voice.say("bank_of", what=voice.counted(tally.name, known))), note=note)
    return Item(voice.say.sentence(voice.say("bank_some", what=name, n=voice.tell(bank))), note=note)


def _values_of(voice: Teller, kind: Kind) -> Item:
    values = voice.say.listed(voice.one(value, kind.name) for value in kind.values)
    name = strong(voice.say.sentence(voice.many(kind.name)))
    return Item(f"{name}{voice.say('colon')} {values}", note=voice.namer.citations(kind.cites))


def _kind(voice: Teller, kind: Kind) -> Grid:
    head = (voice.one(kind.name), *(voice.one(a.name, kind.name) for a in kind.attributes))
    rows = tuple(
        (voice.one(value, kind.name), *(voice.tell(a.values[n]) for a in kind.attributes)) for n, value in enumerate(kind.values)
    )
    return Grid(tuple(voice.say.sentence(h) for h in head), rows)


# ---- tables --------------------------------------------------------------------------------------
def tables(voice: Teller) -> Iterator[Part]:
    """Yield the tables of a game; one with two indices is as wide as the second has values."""
    for table in voice.model.tables:
        yield Heading(3, voice.say.sentence(voice.one(table.name)), voice.namer.citations(table.cites))
        yield _wide(voice, table) if len(table.dims) == 2 else _long(voice, table)


def _keys(voice: Teller, low: exprs.Expr, high: exprs.Expr) -> str:
    if isinstance(high, exprs.Const) and high.value == exprs.UNLIMITED:
        return voice.say("and_more", low=voice.thing(low))
    return voice.thing(low) if low == high else f"{voice.thing(low)}–{voice.thing(high)}"


def _entry(voice: Teller, entry: TableEntry) -> str:
    return "–" if entry.value is None else voice.tell(entry.value)


def _name(voice: Teller, dim: Dim, table: str) -> str:
    return voice.say.sentence(voice.one(dim.name, table)) if dim.name else ""


def _long(voice: Teller, table: Table) -> Grid:
    head = (*(_name(voice, d, table.name) for d in table.dims), voice.say.sentence(voice.one(table.name)))
    rows = tuple((*(_keys(voice, low, high) for low, high in e.keys), _entry(voice, e)) for e in table.entries)
    return Grid(head, rows)


def _wide(voice: Teller, table: Table) -> Grid:
    across = list(dict.fromkeys(_keys(voice, *e.keys[1]) for e in table.entries))
    down = list(dict.fromkeys(_keys(voice, *e.keys[0]) for e in table.entries))
    cells = {(_keys(voice, *e.keys[0]), _keys(voice, *e.keys[1])): _entry(voice, e) for e in table.entries}
    corner = f"{_name(voice, table.dims[0], table.name)} \\ {_name(voice, table.dims[1], table.name)}"
    return Grid((corner, *across), tuple((d, *(cells.get((d, a), "–") for a in across)) for d in down))


# ---- places --------------------------------------------------------------------------------------
def places(voice: Teller) -> Iterator[Part]:
    """Yield where pieces lie, and who sees them."""
    if voice.model.places:
        yield Listing(tuple(_place(voice, place) for place in voice.model.places))


def _place(voice: Teller, place: Place) -> Item:
    say = voice.say
    each = [_dim(voice, d) for d in place.dims]
    key = "place_each" if each else "place_one"
    pieces = say.noun("a", voice.one(place.sort)) if place.shape == "spot" else voice.many(place.sort)
    what = say(f"shape_{place.shape}", pieces=pieces)
    text = say(key, what=what, each=say.listed(each), sight=say(f"sight_{_sight(place)}"))
    if place.refill is not None:
        text = say("refilled", what=text, source=voice.place(place.refill.place, place.refill.indices))
    name = strong(say.sentence(voice.place_word(place.name)))
    return Item(f"{name}{say('colon')} {say.joined(text)}", note=voice.namer.citations(place.cites))


def _dim(voice: Teller, dim: Dim) -> str:
    if isinstance(dim.domain.type, PlayerType):
        return voice.say("each_player")
    if dim.domain.low is not None and dim.domain.high is not None:
        name = voice.one(dim.name) if dim.name else voice.say("number_noun")
        low, high = voice.tell(dim.domain.low), voice.tell(dim.domain.high)
        return voice.say("from_to", what=voice.say.noun("every", name), low=low, high=high)
    return voice.say.noun("every", voice.one(dim.name))


def _sight(place: Place) -> str:
    own = any(isinstance(d.domain.type, PlayerType) for d in place.dims)
    return place.sight if own or place.sight in ("open", "hidden") else "hidden"

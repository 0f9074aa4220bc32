"""From two models to their differences: names in common, one vocabulary, the same variables, then one part after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, TypeVar

from attrs import define, evolve, field

from rulekit.compare.rules.canonical import Canon, Part, Scope, canon, copies, mentioned, openable
from rulekit.compare.rules.carry_over import Patch, choices, grown, put, set_cell, set_entry, set_option, without
from rulekit.compare.rules.differences import Difference, Rules, Side
from rulekit.compare.rules.edits import Change, Item, Items, Plan, Planner
from rulekit.compare.rules.match_names import align, renamings
from rulekit.compare.rules.translate import translated
from rulekit.compare.rules.variables import prepared, renamed_arguments, same_variables
from rulekit.compare.rules.vocabulary import Names, Vocabulary
from rulekit.diagnostics import NOWHERE, Span
from rulekit.model import model
from rulekit.model.expressions import Const, Expr, number_of
from rulekit.model.model import GameModel, Kind, Option
from rulekit.model.rules import Branch, Shuffle
from rulekit.model.types import NumberType
from rulekit.records import Record

D = TypeVar("D", bound=model.Declared)
MOST_VALUES_TRIED = 100
WHOLE = ("places", "tallies", "markers", "defines")
TITLES = {"places": "place", "tallies": "tally", "markers": "marker", "defines": "definition", "tables": "table",
          "kinds": "kind", "sorts": "pieces", "options": "option", "deeds": "rule"}  # fmt: skip
UNUSED = {"plays": False}  # what only one game declares changes nothing by itself
ALONE = {("kinds", "added"): {"plays": True}, ("sorts", "added"): {"plays": True}, ("sorts", "removed"): {"apart": False}}


@define
class Finder:
    """Notes the differences of two models in common names; `union` knows all names of both."""

    a: model.GameModel
    b: model.GameModel
    union: model.GameModel
    found: list[Difference] = field(factory=list)
    patches: dict[int, Patch] = field(factory=dict)
    plans: dict[str, Plan] = field(factory=dict)
    news: dict[int, object] = field(factory=dict)
    scope: Scope = field(init=False)

    def __attrs_post_init__(self) -> None:
        mine, theirs = ({d.name: d for d in m.defines} for m in (self.a, self.b))
        alone = {n: d for n, d in {**mine, **theirs}.items() if n not in mine or n not in theirs}
        self.scope = Scope(Vocabulary(self.union, Names()), inlined=openable(alone))

    def form(self, part: Record | tuple[object, ...]) -> Canon:
        """Return what a part means."""
        return canon(part, self.scope)

    def find(self) -> None:
        """All differences, in the order of a rulebook."""
        if self.a.players != self.b.players:
            low, high = self.b.players
            sides = (Side("players", self.a.players, ()), Side("players", (low, high), ()))
            self.note("players", "changed", "players", *sides, lambda m: evolve(m, players=(low, high)), plays=False)
        self._options()
        self._kinds()
        self._sorts()
        for category in WHOLE:
            self._whole(category)
        self._tables()
        self._deeds()
        for part in ("score", "winner"):
            self._list(part, part, getattr(self.a, part), getattr(self.b, part))

    # ---- noting ----------------------------------------------------------------------------------
    def note(
        self, what: str, how: str, name: str, one: object, two: object, patch: Patch | None = None, new: object = (), **more: Any
    ) -> int:
        """Keep a difference; its number. `new`: what the second game has there, if that is more than what its side shows."""
        number = len(self.found)
        sides = [p if isinstance(p, Side) else None if p in (None, ()) else _side(name, p) for p in (one, two)]
        self.found.append(Difference(number, what, how, name, sides[0], sides[1], **more))
        self.news[number] = two if new == () else new
        if patch is not None:
            self.patches[number] = patch
        return number

    def finished(self) -> tuple[Difference, ...]:
        """Return the differences, each with those it needs: they bring what it names and the first game does not have."""
        brings = {d.name: d.number for d in self.found if d.how == "added" and d.what in TITLES.values() and d.what != "rule"}
        brings |= {d.name: d.number for d in self.found if d.how == "added" and d.what == "rule" and "." not in d.name}
        known: dict[int, frozenset[int]] = {}  # by the identity of a part: many differences may stand in one statement
        done = []
        for one in self.found:
            part = self.news[one.number]
            if id(part) not in known:
                known[id(part)] = frozenset(brings[n] for n in mentioned(part) if n in brings)
            done.append(evolve(one, needs=known[id(part)] - {one.number} | one.needs))
        needed = {n for d in done if d.plays for n in d.needs}
        return tuple(evolve(d, listed=d.what != "definition" or d.plays or d.number in needed) for d in done)

    def _both(self, category: str, mine: tuple[D, ...], theirs: tuple[D, ...]) -> Iterator[tuple[str, D, D]]:
        """Yield what both games declare; what only one of them does is noted."""
        before, after = ({d.name: d for d in some} for some in (mine, theirs))
        for name in {**before, **after}:
            one, two = before.get(name), after.get(name)
            if one is not None and two is not None:
                yield name, one, two
            else:
                how = "removed" if two is None else "added"
                self.note(TITLES[category], how, name, one, two, put(category, two), **ALONE.get((category, how), UNUSED))

    # ---- declarations ----------------------------------------------------------------------------
    def _options(self) -> None:
        for name, one, two in self._both("options", self.a.options, self.b.options):
            if self.form_value(one) != self.form_value(two):
                sides = (option_side(one, self.a), option_side(two, self.b))
                self.note("option", "changed", name, *sides, set_option(name, two), new=two)

    def form_value(self, option: model.Option) -> Part:
        """Return the value that is in force."""
        return self.scope.words.said(option.type, option.value)

    def _kinds(self) -> None:
        for name, one, two in self._both("kinds", self.a.kinds, self.b.kinds):
            new, gone = without(two.values, one.values), without(one.values, two.values)
            owned = [{a.name for a in k.attributes} for k in (one, two)]
            if new or gone or owned[0] != owned[1]:
                patch = None if gone else put("kinds", evolve(two, values=(*one.values, *new), attributes=grown(one, two)))
                self.note("kind", "changed", name, one, two, patch, apart=not gone, detail=(gone, new))
            self._cells(one, two)

    def _cells(self, one: model.Kind, two: model.Kind) -> None:
        place = {value: at for at, value in enumerate(two.values)}
        owned = {a.name: a for a in two.attributes}
        for attribute in one.attributes:
            theirs = owned.get(attribute.name)
            for at, value in enumerate(one.values):
                if theirs is None or value not in place:
                    continue
                old, new = attribute.values[at], theirs.values[place[value]]
                if self.form(old) != self.form(new):
                    sides = (_cell_side(one, value, old), _cell_side(two, value, new))
                    patch = set_cell(one.name, attribute.name, at, new)
                    name, detail = f"{one.name}.{value}", (attribute.name, old, new)
                    self.note("kind", "changed", name, *sides, patch, new=(_row(two, value), new), detail=detail)

    def _sorts(self) -> None:
        for name, one, two in self._both("sorts", self.a.sorts, self.b.sorts):
            names = [a.name for a in one.attributes]
            (rest, mine_), (others, theirs_) = self._pieces(one, names), self._pieces(two, names)
            if rest != others or mine_ != theirs_:
                looks = sorted({**mine_, **theirs_}, key=repr)
                detail = tuple((k, mine_.get(k), theirs_.get(k)) for k in looks if mine_.get(k) != theirs_.get(k))
                rows = (self._only_rows(one, two) or one, self._only_rows(two, one) or two)
                self.note("pieces", "changed", name, *rows, put("sorts", two), new=two, detail=detail)
            elif list(mine_) != list(theirs_) and self._lies_in_order(one):
                self.note("pieces", "moved", name, one, two, put("sorts", two))

    def _lies_in_order(self, sort: model.Sort) -> bool:
        """Whether the order of its rows can be seen: the pieces begin in a pile, deck or row that the set-up does not shuffle."""
        place = next((p for p in self.a.places if p.name == sort.start.place), None)
        setup = next((d.block for d in self.a.deeds if d.role == "setup"), ())
        shuffled = any(isinstance(s, Shuffle) and s.place.place == sort.start.place for s in setup)
        return place is not None and place.shape not in ("bag", "hand", "spot") and not shuffled

    def _only_rows(self, sort: model.Sort, other: model.Sort) -> tuple[model.PieceRow, ...]:
        """Return the rows of a sort that the other does not have."""
        known = {self.form((row.copies, row.values)) for row in other.rows}
        return tuple(row for row in sort.rows if self.form((row.copies, row.values)) not in known)

    def _pieces(self, sort: model.Sort, names: list[str]) -> tuple[Canon, dict[Canon, Part]]:
        """Return what a sort has besides its pieces, and these by look; columns in the order of these names."""
        at = sorted(range(len(sort.attributes)), key=lambda n: _place(sort.attributes[n].name, names))
        columns = tuple(sort.attributes[n] for n in at)
        scope = self.scope.bind(tuple(a.index for a in columns))
        rest = canon((tuple(evolve(a, index=0) for a in columns), sort.start), scope)
        rows = tuple(evolve(row, values=tuple(row.values[n] for n in at)) for row in sort.rows)
        return rest, copies(evolve(sort, rows=rows), self.form)

    def _whole(self, category: str) -> None:
        for name, one, two in self._both(category, getattr(self.a, category), getattr(self.b, category)):
            if self._declared(one) != self._declared(two):
                self.note(TITLES[category], "changed", name, one, two, put(category, two))

    def _declared(self, part: Record) -> Canon:
        dims: tuple[model.Dim | model.Parameter, ...] = getattr(part, "dims", ()) or getattr(part, "params", ())
        scope = self.scope.bind(tuple(d.index for d in dims))
        return canon(part, scope)

    def _tables(self) -> None:
        for name, one, two in self._both("tables", self.a.tables, self.b.tables):
            cells = [{self.form(e.keys): (at, e) for at, e in enumerate(t.entries)} for t in (one, two)]
            if cells[0].keys() != cells[1].keys() or self.form(one.dims) != self.form(two.dims):
                if self._entries(one) != self._entries(two):
                    self.note("table", "changed", name, one, two, put("tables", two))
                continue
            for key, (at, old) in cells[0].items():
                _, new = cells[1][key]
                if canon(old.value, self.scope) != canon(new.value, self.scope):
                    sides = [Side(e.address, (e.value,), e.cites, e.span) for e in (old, new)]
                    detail = (old.keys, old.value, new.value)
                    self.note(
                        "table", "changed", name, sides[0], sides[1], set_entry(name, at, new.value), new=new, detail=detail
                    )

    def _entries(self, table: model.Table) -> Canon:
        """Return what a table says, however its keys are put together."""
        single = ((keys, e.value) for e in table.entries for keys in product(*map(_single, e.keys)))
        return self.form(table.dims), tuple(sorted(map(self.form, single), key=repr))

    # ---- rules -----------------------------------------------------------------------------------
    def _deeds(self) -> None:
        for name, one, two in self._both("deeds", self.a.deeds, self.b.deeds):
            if self.form(one.params) != self.form(two.params):
                self.note("rule", "changed", name, one, two, put("deeds", two))
            else:
                self._list("rule", name, one.block, two.block, two)

    def _list(self, what: str, name: str, one: Items, two: Items, deed: model.Deed | None = None) -> None:
        def note(change: Change) -> int:
            (before, _), (after, new) = map(_within, change.around, (change.before, change.after))
            number = self.note(what, change.how, name, before, after, new=new)
            if deed is not None:
                self.patches[number] = choices(name, deed)
            return number

        plan = Planner(self.form, note).plan(one, two)
        if plan:
            self.plans[name] = plan


# ---- sides ---------------------------------------------------------------------------------------
def _within(around: Item, parts: Items) -> tuple[Side | Items, object]:
    """Return what one game has, and what its names are looked for in.

    Something without an address or place of its own, a branch of an `if`, is known by the statement around it.
    """
    if any(isinstance(part, Branch) for part in parts):
        return Side(around.address, parts, around.cites, around.span), around
    return parts, parts


def _place(name: str, names: list[str]) -> tuple[int, str]:
    return (names.index(name), "") if name in names else (len(names), name)


def _single(key: tuple[Expr, Expr]) -> Iterator[tuple[Expr, Expr]]:
    """Yield a range of a few numbers as each of them."""
    low, high = key
    least, most = number_of(low), number_of(high)
    if least is not None and most is not None and isinstance(low.type, NumberType) and most - least < MOST_VALUES_TRIED:
        yield from ((Const(low.type, n),) * 2 for n in range(least, most + 1))
    else:
        yield key


def _row(kind: model.Kind, value: str) -> model.Cited | model.Kind:
    at = kind.values.index(value)
    return kind.rows[at] if at < len(kind.rows) else kind


def _cell_side(kind: model.Kind, value: str, cell: Expr) -> Side:
    """Return a cell of a kind's table."""
    row = _row(kind, value)
    return Side(f"{kind.name}.{value}", (cell,), row.cites, row.span)


def option_side(option: model.Option, game: model.GameModel) -> Side:
    """Return an option, and where a reading or variant sets it, or answers so without being in force by itself."""
    answered = tuple(a for a in game.answers if a.option == option.name and is_value(option, a.value))
    changes = tuple(c for c in game.changes if c.address == option.name) or answered
    answers = [a for a in option.answers if is_value(option, a.value)]
    cited: tuple[model.Cited | model.ReadingAnswer | model.Option | model.OptionAnswer, ...] = changes or (option, *answers)
    spans = [*(c.span for c in changes), *(a.span for a in answers), option.span]
    return Side(option.name, (option,), tuple(c for p in cited for c in p.cites), spans[0])


def answer_side(option: model.Option, answer: model.ReadingAnswer) -> Side:
    """Return an option as a reading answers it, in force or not."""
    return Side(option.name, (evolve(option, value=answer.value),), answer.cites, answer.span)


def is_value(option: model.Option, value: object) -> bool:
    """Return whether this is what is in force (`yes` is not 1)."""
    return option.value == value and type(option.value) is type(value)


def _side(name: str, part: object) -> Side:
    parts = part if isinstance(part, tuple) else (part,)
    first = parts[0]
    address = name if isinstance(first, model.PieceRow) else getattr(first, "address", "") or _line_name(name, first)
    cites = tuple(dict.fromkeys(c for p in parts for c in getattr(p, "cites", ())))
    return Side(address, parts, cites, _spanned([getattr(p, "span", NOWHERE) for p in parts]))


def _line_name(name: str, part: object) -> str:
    own = getattr(part, "name", "")
    return f"{name}.{own}" if own and name == "score" else name


def _spanned(spans: list[Span]) -> Span:
    known = [s for s in spans if s.line]
    return known[0] if known else NOWHERE


# ---- from two models to their differences --------------------------------------------------------
def compare_rules(a: GameModel, b: GameModel) -> Rules:
    """Return all differences of two models."""
    names = align(a, b)
    first = prepared(a)
    second = _same_variables(first, prepared(translated(a, b, names)))
    finder = Finder(first, second, _union(first, second))
    finder.find()
    return Rules(first, b, names, renamings(b, names), finder.finished(), finder.patches, finder.plans)


def _same_variables(a: GameModel, b: GameModel) -> GameModel:
    scope = Scope(Vocabulary(_union(a, b), Names()))
    mine = {d.name: d for d in a.deeds}
    deeds, renamed = [], {}
    for deed in b.deeds:
        if deed.name in mine:
            deed, renamed[deed.name] = same_variables(mine[deed.name], deed, scope)
        deeds.append(deed)
    changed = {part: renamed_arguments(getattr(b, part), renamed) for part in ("defines", "score", "winner")}
    return evolve(b, deeds=renamed_arguments(tuple(deeds), renamed), **changed)


def _union(a: GameModel, b: GameModel) -> GameModel:
    """Return all names of both: kinds with all values, options with all answers. Deeds are left out: arguments go by name."""
    kinds = {k.name: k for k in b.kinds}
    options = {o.name: o for o in b.options}

    def kind(mine: Kind) -> Kind:
        theirs = kinds.pop(mine.name, mine)
        known = {t.name for t in mine.attributes}
        more = tuple(t for t in theirs.attributes if t.name not in known)
        values = (*mine.values, *(v for v in theirs.values if v not in mine.values))
        return evolve(mine, values=values, attributes=(*mine.attributes, *more))

    def option(mine: Option) -> Option:
        theirs = options.pop(mine.name, mine)
        names = [s.name for s in mine.answers]
        return evolve(mine, answers=(*mine.answers, *(s for s in theirs.answers if s.name not in names)))

    both = tuple(map(kind, a.kinds))
    answered = tuple(map(option, a.options))
    sorts = {s.name: s for s in (*b.sorts, *a.sorts)}
    return evolve(
        a, kinds=(*both, *kinds.values()), options=(*answered, *options.values()), sorts=tuple(sorts.values()), deeds=()
    )

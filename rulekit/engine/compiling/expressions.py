"""Expressions of a program become Python expressions, as text. No word of a rule file ever stands in that text:
only numbers, cells, and names made here; constants that are not numbers are handed over by reference.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from attrs import define, evolve, field, frozen

from rulekit.engine.compiling.calls import emit_call, variable
from rulekit.engine.runtime.constant_tables import Space, Tables, line_getters, member_reader
from rulekit.limits import LONGEST_LIST
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.faults import LARGEST_NUMBER
from rulekit.model.types import ListType
from rulekit.program import program as prog
from rulekit.program.analysis.expression_ranges import Ranges
from rulekit.program.analysis.never_none import is_present, present_cells
from rulekit.program.analysis.visibility import HiddenReads


@frozen
class Env:
    """What variables are called here: bounds, and cells that are being chosen."""

    ranges: Ranges
    cells: Mapping[int, str] = {}

    def bind(self, index: int, source: Expr) -> Env:
        """Inside a comprehension over `source`."""
        interval = self.ranges.element(source)
        if interval is None:
            return evolve(self, ranges=evolve(self.ranges, bounds={k: v for k, v in self.ranges.bounds.items() if k != index}))
        return evolve(self, ranges=evolve(self.ranges, bounds={**self.ranges.bounds, index: interval}))


@define
class Emitter:
    """Writes expressions for one program; collects the constants they need."""

    program: prog.Program
    tables: Tables
    constants: Space = field(factory=dict)
    places: dict[str, prog.PlaceLayout] = field(init=False)
    tallies: dict[str, prog.TallyLayout] = field(init=False)
    markers: dict[str, prog.MarkerLayout] = field(init=False)
    hidden_reads: HiddenReads = field(init=False)
    _known: dict[tuple[str, Hashable], str] = field(factory=dict)
    _present: frozenset[int] | None = None

    def __attrs_post_init__(self) -> None:
        layout = self.program.layout
        self.places = {p.name: p for p in layout.places}
        self.tallies = {t.name: t for t in layout.tallies}
        self.markers = {k.name: k for k in layout.markers}
        self.hidden_reads = HiddenReads(self.program)

    def env(self) -> Env:
        """Return the environment of a rule: only proven cells are known."""
        return Env(Ranges(self.program.layout, {s: (a, b) for s, a, b in self.program.bounds}))

    def is_present(self, e: Expr, env: Env) -> bool:
        """Return whether an expression is never none."""
        if self._present is None:
            self._present = present_cells(self.program, self.env().ranges)
        return is_present(self.program.layout, env.ranges, e, self._present, frozenset())

    def constant(self, value: object, key: Hashable = None) -> str:
        """Return a constant by reference."""
        known = ("const", repr(value) if key is None else key)
        if known not in self._known:
            name = f"C{len(self.constants)}"
            self._known[known] = name
            self.constants[name] = value
        return self._known[known]

    # ---- expressions -----------------------------------------------------------------------------
    def expr(self, e: Expr, env: Env) -> str:
        """Return a Python expression with the value; lists are tuples."""
        match e:
            case exprs.Const(value=value):
                return repr(value) if value is None or isinstance(value, int) else self.constant(value)
            case prog.Cell(slot=slot):
                return env.cells.get(slot, f"S[{slot}]")
            case exprs.Bound(index=index):
                return variable(index)
            case exprs.Me():
                return "S[1]"
            case exprs.Active():
                return "S[2]"
            case exprs.Unary(op=op, of=of):
                return f"(not {self.expr(of, env)})" if op == "not" else f"(-{self.expr(of, env)})"
            case exprs.Binary():
                return self._binary(e, env)
            case exprs.IfElse(test=test, yes=yes, no=no):
                return f"({self.expr(yes, env)} if {self.expr(test, env)} else {self.expr(no, env)})"
            case exprs.Range():
                return f"tuple({self.each(e, env)})"
            case exprs.Items(items=items):
                return "(" + "".join(self.expr(i, env) + ", " for i in items) + ")"
            case exprs.Contents():
                return self._contents(e, env)
            case exprs.PieceAt(place=place, indices=indices, position=position):
                return f"at({self._contents(exprs.Contents(e.type, place, indices), env)}, {self.expr(position, env)})"
            case exprs.ItemAt(of=of, position=position):
                return f"at({self.expr(of, env)}, {self.expr(position, env)})"
            case exprs.TallyOf() | exprs.BankOf() | exprs.MarkerOf():
                return self._family(e, env)
            case exprs.AttrOf():
                return self._attr(e, env)
            case prog.Within(of=of, low=low, high=high):
                known = env.ranges.of(of)
                inner = self.expr(of, env)
                return inner if known and low <= known[0] and known[1] <= high else f"within({inner}, {low}, {high})"
            case exprs.Text() | exprs.Local() | exprs.Starter() | exprs.Players() | exprs.OptionRef() | exprs.Can():
                raise TypeError(type(e).__name__)  # lowering has made something else of it
            case _:
                return emit_call(self, e, env)

    def each(self, e: Expr, env: Env) -> str:
        """Return a Python expression to iterate over: the elements, perhaps lazily."""
        match e:
            case exprs.Range(low=low, high=high):
                a, b = env.ranges.of(low), env.ranges.of(high)
                short = a is not None and b is not None and b[1] - a[0] < LONGEST_LIST
                name, end = ("range", " + 1") if short else ("numbers", "")
                return f"{name}({self.expr(low, env)}, {self.expr(high, env)}{end})"
            case exprs.AttrOf(of=of, owner=owner, attr=attr) if (
                isinstance(of.type, ListType) and (owner, attr) in self.tables.attr
            ):
                getter = self.constant(self.tables.attr[owner, attr].__getitem__, ("attr", owner, attr))
                return f"map({getter}, {self.each(of, env)})"
            case exprs.Lines(place=place, length=length):
                return self.lines(place, length, env)
            case exprs.Const(value=(int() as first, *_) as items) if items == tuple(
                range(first, first + len(items))
            ) and not isinstance(first, bool):
                return f"range({first}, {first + len(items)})"
        return self.expr(e, env)

    def lines(self, place: str, length: Expr, env: Env) -> str:
        """Return all straight runs of a family."""
        family = self.places[place]
        longest = max(d.size for d in family.dims)
        known = exprs.number_of(length)
        if known is not None:
            runs = tuple(line_getters(family, [known])[known]) if 1 <= known <= longest else ()
            return f"[run(S) for run in {self.constant(runs, ('lines', place, known))}]"
        getters = line_getters(family, range(1, longest + 1))
        return f"[run(S) for run in {self.constant(getters, ('lines', place))}.get({self.expr(length, env)}, ())]"

    def _binary(self, e: exprs.Binary, env: Env) -> str:
        left, right = self.expr(e.left, env), self.expr(e.right, env)
        match e.op:
            case "and" | "or" | "<" | "<=" | ">" | ">=":
                return f"({left} {e.op} {right})"
            case "is" | "is not":
                if "None" in (left, right):
                    return f"({left} {e.op} {right})"
                return f"({left} {'==' if e.op == 'is' else '!='} {right})"
            case "in" | "not in":
                if isinstance(e.right, exprs.Range):
                    right = f"range({self.expr(e.right.low, env)}, {self.expr(e.right.high, env)} + 1)"
                return f"({left} {e.op} {self.each(e.right, env) if isinstance(e.right, exprs.Const) else right})"
        op = {"+": "+", "-": "-", "*": "*", "div": "//", "mod": "%"}[e.op]
        interval = env.ranges.of(e)
        proven = op in ("//", "%") or (interval is not None and interval[0] >= -LARGEST_NUMBER and interval[1] <= LARGEST_NUMBER)
        return f"({left} {op} {right})" if proven else f"checked({left} {op} {right})"

    # ---- cells of families -----------------------------------------------------------------------
    def offset(self, dims: tuple[prog.DimSize, ...], indices: tuple[Expr, ...], env: Env) -> tuple[str, bool]:
        """Return the offset of a member as text, and whether all indices are proven to be inside."""
        constant, terms, proven, step = 0, [], True, 1
        steps: list[int] = []
        for dim in reversed(dims):
            steps.insert(0, step)
            step *= dim.size
        for dim, index, width in zip(dims, indices, steps, strict=False):
            known = env.ranges.of(index)
            proven &= known is not None and dim.low <= known[0] and known[1] < dim.low + dim.size
            constant -= dim.low * width
            if isinstance(index, exprs.Const) and isinstance(index.value, int):
                constant += index.value * width
            else:
                text = self.expr(index, env)
                terms.append(text if width == 1 else f"{text} * {width}")
        text = " + ".join([*terms, str(constant)] if constant or not terms else terms)
        return text, proven

    def cell(self, base: int, dims: tuple[prog.DimSize, ...], indices: tuple[Expr, ...], env: Env) -> tuple[str, bool]:
        """Return the cell of a member as text; not proven: a call that gives -1 outside."""
        text, proven = self.offset(dims, indices, env)
        if proven:
            return (str(base + int(text)) if _is_number(text) else f"{base} + {text}"), True
        bounds = self.constant(tuple((d.low, d.size) for d in dims))
        values = "".join(self.expr(i, env) + ", " for i in indices)
        return f"seek({base}, {bounds}, ({values}))", False

    def span(self, base: int, dims: tuple[prog.DimSize, ...], indices: tuple[Expr, ...], env: Env) -> tuple[str, str]:
        """Begin and end of the run of cells with these first indices."""
        width = 1
        for dim in dims[len(indices) :]:
            width *= dim.size
        if not indices:
            return str(base), str(base + width)
        low, proven = self.cell(0, dims[: len(indices)], indices, env)
        if not proven:
            low = f"cell({low})"
        return f"{base} + ({low}) * {width}", f"{base} + ({low}) * {width} + {width}"

    def slot(self, ref: prog.SlotRef, env: Env) -> tuple[str, bool]:
        """Return the cell of a place; -1 if there is none."""
        if ref.place == "box":
            return str(self.program.layout.box), True
        place = self.places[ref.place]
        return self.cell(place.base, place.dims, ref.indices, env)

    def _contents(self, e: exprs.Contents, env: Env) -> str:
        if e.place == "box":
            return f"S[{self.program.layout.box}]"
        place = self.places[e.place]
        if len(e.indices) < len(place.dims):
            run = ", ".join(self.span(place.base, place.dims, e.indices, env))
            return f"{'on_spots' if place.shape == 'spot' else 'concat'}(S, {run})"
        text, proven = self.cell(place.base, place.dims, e.indices, env)
        if proven:
            return f"S[{text}]"
        outside = None if place.shape == "spot" else ()
        reader = self.constant(member_reader(place.base, place.dims, outside), ("reader", place.name))
        return f"{reader}(S, {', '.join(self.expr(i, env) for i in e.indices)})"

    def _family(self, e: exprs.TallyOf | exprs.BankOf | exprs.MarkerOf, env: Env) -> str:
        match e:
            case exprs.TallyOf(tally=name, indices=indices):
                base, dims = self.tallies[name].base, self.tallies[name].dims
            case exprs.BankOf(tally=name, indices=indices):
                tally = self.tallies[name]
                if tally.bank is None:
                    return str(exprs.UNLIMITED)
                base, dims = tally.bank, tally.dims[1:]
            case _:
                base, dims, indices = self.markers[e.marker].base, self.markers[e.marker].dims, e.indices
        if len(indices) < len(dims):
            low, high = self.span(base, dims, indices, env)
            return f"tuple(S[{low}:{high}])"
        text, proven = self.cell(base, dims, indices, env)
        if proven:
            return f"S[{text}]"
        return f"read(S, {text}, None)" if isinstance(e, exprs.MarkerOf) else f"S[cell({text})]"

    def _attr(self, e: exprs.AttrOf, env: Env) -> str:
        key = (e.owner, e.attr)
        if isinstance(e.of.type, ListType):
            if key in self.tables.attr:
                return f"tuple({self.each(e, env)})"
            return f"tuple([changing(S, {self.tables.changing[key]}, q) for q in {self.each(e.of, env)}])"
        inner = self.expr(e.of, env)
        if key in self.tables.attr:
            return f"{self.constant(self.tables.attr[key], ('values', *key))}[{inner}]"
        return f"changing(S, {self.tables.changing[key]}, {inner})"


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()

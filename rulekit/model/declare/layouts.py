"""Layouts → grids of cells: what each cell is, typed. What cannot be drawn and rows that are too short are reported."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from rulekit.model.declare.headers import fresh, head, parameters, value_type
from rulekit.model.expressions import Binding, Bound, Const, Contents, Expr, Range, number_of
from rulekit.model.layouts import AREA, FACE, MIDDLE, PLAYER, VIEWER, Layout, LayoutCell, LayoutLine, LayoutLoop, LayoutRow, Said
from rulekit.model.model import Dim, Domain, Parameter
from rulekit.model.names import Located, citations
from rulekit.model.scope import NOTHING, Scope, World, is_unknown
from rulekit.model.types import PLAYER as SEATED
from rulekit.model.types import TRUTH, KindType, innermost
from rulekit.model.typing.calls import bound, source
from rulekit.model.typing.operators import expect
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import below
from rulekit.wording import either, quoted, sentence

NOBODYS = sentence("a layout belongs to nobody: who looks is the `viewer`")
HEADINGS = ("tally", "marker", "kind", "piece", "place", "option", "define", "table")
FAMILIES = ("place", "tally", "marker")


def layout(w: World, there: Located, node: ast.Layout | ast.LayoutOf) -> Layout:
    """Return a layout; cells with mistakes are gaps."""
    reader = _Reader(w, node)
    params, scope = reader.begin()
    lines = reader.lines(node.lines, scope)
    reader.same_width(node)
    lists = (line.attribute for line in node.lines if isinstance(line, ast.Joined))
    joined = next((Said(name.text, name.span) for name in lists), None)
    without = tuple(name for line in node.lines if isinstance(line, ast.Without) for name in reader.hidden(line))
    cites = citations(w, there.section, node.cites)
    name = node.name.text if isinstance(node, ast.Layout) else node.of.text if node.of is not None else ""
    return Layout(name, reader.of(), params, lines, joined, without, cites=cites, span=node.span)


@define
class _Reader:
    w: World
    node: ast.Layout | ast.LayoutOf
    families: tuple[str, ...] = field(init=False, default=())

    # ---- heads -----------------------------------------------------------------------------------
    def of(self) -> str:
        """Return what a layout is of."""
        if isinstance(self.node, ast.Layout):
            return AREA
        if self.node.of is None:
            return MIDDLE
        return PLAYER if self.node.of.std and self.node.of.text == "player" else FACE

    def begin(self) -> tuple[tuple[Parameter, ...], Scope]:
        """Return the parameters, and the scope that cells are read in."""
        node, scope = self.node, fresh(NOBODYS).bind("viewer", Bound(SEATED, VIEWER, "viewer"))
        if isinstance(node, ast.Layout):
            self.families = tuple(name.text for name in node.families if self._is_family(name))
            return parameters(self.w, scope, node.params, local=False)
        if self.of() == PLAYER:
            name = node.player.text if node.player is not None else "player"
            found = Parameter(scope.numbering.bound(), name, Domain(SEATED))
            return (found,), scope.bind(name, Bound(SEATED, found.index, name))
        return self._face(scope) if self.of() == FACE else ((), scope)

    def _face(self, scope: Scope) -> tuple[tuple[Parameter, ...], Scope]:
        assert isinstance(self.node, ast.LayoutOf) and self.node.of is not None
        name = self.node.of
        if self.w.what(name.text) != "piece":
            near = (*(n for n, s in self.w.symbols.items() if s.what == "piece"), "player")
            self.w.unknown("RK201", name, near, "there is no sort of pieces called `{name}`", name=name.text)
            return (), scope
        params = []
        for attribute in head(self.w, name.text).attributes:
            params.append(Parameter(scope.numbering.bound(), attribute.name, attribute.domain))
            scope = scope.bind(attribute.name, Bound(value_type(attribute.domain), params[-1].index, attribute.name))
        return tuple(params), scope

    def _is_family(self, name: ast.Ident) -> bool:
        if self.w.what(name.text) in FAMILIES and len(head(self.w, name.text).dims) == 1:
            return True
        near = (n for n, s in self.w.symbols.items() if s.what in FAMILIES)
        message = sentence("`{name}` is no family of places with one index", name=name.text)
        self.w.unknown("RK250", name, near, message)
        return False

    def hidden(self, line: ast.Without) -> Iterator[Said]:
        """Yield the things that are never drawn."""
        for name in line.names:
            if self.w.what(name.text) in FAMILIES or (name.std and name.text == "box"):
                yield Said(name.text, name.span)
            else:
                near = (n for n, s in self.w.symbols.items() if s.what in FAMILIES)
                self.w.unknown("RK201", name, near, "there is no place, tally or marker called `{name}`", name=name.text)

    # ---- lines -----------------------------------------------------------------------------------
    def lines(self, nodes: tuple[ast.LayoutLine, ...], scope: Scope) -> tuple[LayoutLine, ...]:
        """Return rows and loops."""
        found: list[LayoutLine] = []
        for line in nodes:
            if isinstance(line, ast.LayoutRow):
                found.append(LayoutRow(tuple(self._cell(cell, scope) for cell in line.cells), line.span))
            elif isinstance(line, ast.LayoutLoop):
                found.append(self._loop(line, scope))
        return tuple(found)

    def _loop(self, line: ast.LayoutLoop, scope: Scope) -> LayoutLoop:
        bindings = []
        for binder in line.binders:
            over = source(self.w, scope, binder.name, binder.source)
            self._goes_up(over, binder)
            scope, index = bound(self.w, scope, binder.name, innermost(over.type))
            bindings.append(Binding(index, binder.name.text, over))
        where = None if line.where is None else self._truth(scope, line.where)
        return LayoutLoop(tuple(bindings), where, self.lines(line.lines, scope), line.span)

    def _goes_up(self, over: Expr, binder: ast.Binder) -> None:
        """Report numbers that end before they begin: nothing would be drawn."""
        low, high = (number_of(over.low), number_of(over.high)) if isinstance(over, Range) else (None, None)
        if binder.source is not None and low is not None and high is not None and low > high:
            hint = sentence("from the last to the first it is `reversed({high}..{low})`", low=str(low), high=str(high))
            self.w.report("RK312", binder.source.span, "this range is empty: it ends before it begins", hint)

    def _truth(self, scope: Scope, node: ast.Expr) -> Expr:
        return expect(self.w, self.w.expr(scope, node), TRUTH, node.span, sentence("a condition"))

    def same_width(self, node: ast.Layout | ast.LayoutOf) -> None:
        """Report rows that are longer or shorter than the first, and a layout without any."""
        rows = [row for row in below(node.lines) if isinstance(row, ast.LayoutRow)]
        if not rows:
            self.w.report("RK250", node.span, "this layout has no row", "a row is written `| a | b |`")
        for row in rows[1:]:
            if len(row.cells) != len(rows[0].cells):
                cells, wide = len(row.cells), len(rows[0].cells)
                hint = sentence("a cell with nothing in it is a gap: `| |`")
                self.w.report("RK323", row.span, "this row has {cells} cells, the first row {wide}", hint, cells=cells, wide=wide)

    # ---- cells -----------------------------------------------------------------------------------
    def _cell(self, node: ast.LayoutCell, scope: Scope) -> LayoutCell:
        """Return a cell; one of the game that a file of changes made wrong is a gap, as is one whose names it removed."""
        before = len(self.w.findings)
        cell = LayoutCell("gap", span=node.span) if node.value is None else self._drawn(node, node.value, scope)
        if len(self.w.findings) > before and self._is_changed(node):
            del self.w.findings[before:]
            return LayoutCell("gap", span=node.span)
        return cell

    def _is_changed(self, node: ast.LayoutCell) -> bool:
        """Return whether a cell of the game names what a file of changes declares anew."""
        names = (part.text for part in below(node) if isinstance(part, ast.Ident))
        spans = (self.w.symbols[name].span for name in (*names, *self.families) if name in self.w.symbols)
        return node.span.path == self.w.home and any(span.path != self.w.home for span in spans)

    def _drawn(self, node: ast.LayoutCell, value: ast.Expr, scope: Scope) -> LayoutCell:
        each = self._each(node, scope)
        scope = scope.bind("each", NOTHING if each is None else Bound(each.domain.type, each.index, "each"))
        cell = self._heading(node, each) if node.each else self._content(value, scope)
        test = None if node.test is None else self._truth(scope, node.test)
        turned: Expr | None = Const(TRUTH, True) if node.turned else None
        if node.turned_if is not None:
            turned = self._truth(scope, node.turned_if)
        if turned is not None and each is None and not self._has_order(cell):
            hint = sentence("what can be turned is a layout, a family of places such as `board`, or cells with `each`")
            self.w.report("RK250", node.span, "this has no order that could be turned", hint)
        return evolve(cell, each=each, test=test, turned=turned, span=node.span)

    def _has_order(self, cell: LayoutCell) -> bool:
        """Return whether a cell is drawn as several cells; one with a mistake counts as such."""
        if isinstance(cell.value, Contents):
            return len(cell.value.indices) < len(head(self.w, cell.value.place).dims)
        return cell.what in ("layout", "gap")

    def _heading(self, node: ast.LayoutCell, each: Dim | None) -> LayoutCell:
        if each is None:
            return LayoutCell("gap")
        return LayoutCell("value", Bound(each.domain.type, each.index, "each"))

    def _content(self, node: ast.Expr, scope: Scope) -> LayoutCell:
        if isinstance(node, ast.Ident) and node.text not in scope.names:
            found = self._named(node, scope)
            if found is not None:
                return found
        if isinstance(node, ast.Call) and not node.name.std and self.w.what(node.name.text) == "layout":
            return LayoutCell("layout", name=node.name.text, args=self._arguments(node, scope))
        if isinstance(node, ast.Field) and isinstance(node.of, ast.Ident) and node.of.std and node.of.text == "score":
            self.w.scorer(self.w, node.name.text)
            return LayoutCell("word", name=f"score.{node.name.text}")
        return self._value(self._family_of(node, scope), scope)

    def _named(self, node: ast.Ident, scope: Scope) -> LayoutCell | None:
        """Return what a name alone is: a layout, a table, or a heading; None: a value."""
        what = self.w.what(node.text)
        if node.std and node.text == "score":
            return LayoutCell("word", name="score")
        if what == "layout":
            return LayoutCell("layout", name=node.text, args=self._arguments(ast.Call(node.span, node, ()), scope))
        if self._places(node):
            return None
        if what == "table":
            return LayoutCell("table", name=node.text)
        dims = head(self.w, node.text).dims if what in FAMILIES else ()
        node_of = self.w.symbols[node.text].node if node.text in self.w.symbols else None
        params = node_of.params if isinstance(node_of, ast.Define) else ()
        is_word = what in ("kind", "piece") or (what in ("tally", "marker") and dims) or bool(params)
        return LayoutCell("word", name=node.text) if is_word else None

    def _value(self, node: ast.Expr, scope: Scope) -> LayoutCell:
        if any(isinstance(part, ast.Can) for part in below(node)):
            self.w.report("RK250", node.span, "what somebody can do is not drawn", "the moves are listed beside the table")
            return LayoutCell("gap")
        value = self.w.expr(scope, node)
        return LayoutCell("gap") if is_unknown(value.type) else LayoutCell("value", value)

    # ---- a value alone is a place ----------------------------------------------------------------
    def _places(self, node: ast.Expr) -> list[str]:
        """Return the families of this layout in which a name or number is a place."""
        if isinstance(node, ast.Ident):
            kinds = self.w.values.get(node.text, {})
            types = [head(self.w, f).dims[0].domain.type for f in self.families]
            return [f for f, kind in zip(self.families, types, strict=True) if isinstance(kind, KindType) and kind.kind in kinds]
        if isinstance(node, ast.Number):
            ranges = [(f, head(self.w, f).dims[0].domain) for f in self.families]
            return [f for f, domain in ranges if domain.low is not None]
        return []

    def _family_of(self, node: ast.Expr, scope: Scope) -> ast.Expr:
        """Return a value alone as the place it stands for."""
        found = [] if isinstance(node, ast.Ident) and node.text in scope.names else self._places(node)
        if len(found) > 1 and isinstance(node, ast.Ident):
            ways = either(quoted(f"{family}[{node.text}]" for family in found))
            self.w.report("RK250", node.span, "`{name}` is a place of several families; write {ways}", name=node.text, ways=ways)
        if self._knows_families() and not found and isinstance(node, ast.Ident) and self._is_value(node, scope):
            hint = sentence(
                "in this layout a value is its place in {some}; headings stand in a layout around it", some=quoted(self.families)
            )
            self.w.report(
                "RK250",
                node.span,
                "`{name}` is no place here",
                self.w.did_you_mean(node.text, self._all_places()) or hint,
                name=node.text,
            )
        return ast.Index(node.span, ast.Ident(node.span, found[0]), (node,)) if found else node

    def _knows_families(self) -> bool:
        """Return whether there are families whose values are places here, and none of them was lost in a broken part."""
        return isinstance(self.node, ast.Layout) and 0 < len(self.families) == len(self.node.families)

    def _is_value(self, node: ast.Ident, scope: Scope) -> bool:
        return not node.std and node.text not in scope.names and node.text in self.w.values and node.text not in self.w.symbols

    def _all_places(self) -> list[str]:
        """Return the values that are places in this layout."""
        types = [head(self.w, family).dims[0].domain.type for family in self.families]
        return [value for kind in types if isinstance(kind, KindType) for value in self.w.kinds.get(kind.kind, ())]

    # ---- areas with parameters -------------------------------------------------------------------
    def _arguments(self, node: ast.Call, scope: Scope) -> tuple[Expr, ...]:
        area = self.w.symbols[node.name.text].node
        assert isinstance(area, ast.Layout)
        params, _ = parameters(self.w, fresh(NOBODYS), area.params, local=False)
        if len(node.arguments) != len(params):
            name, count = node.name.text, len(params)
            self.w.report("RK211", node.span, "`{name}` takes {params} values in brackets", name=name, params=count)
            return ()
        values = []
        for param, argument in zip(params, node.arguments, strict=True):
            value = argument.value if isinstance(argument, ast.Named) else argument
            wanted = value_type(param.domain)
            values.append(expect(self.w, self.w.expr(scope, value, wanted), wanted, value.span, f"`{param.name}`"))
        return tuple(values)

    # ---- each ------------------------------------------------------------------------------------
    def _each(self, node: ast.LayoutCell, scope: Scope) -> Dim | None:
        """Return what `each` of a cell stands for: the index where it is written."""
        if node.each:
            assert isinstance(node.value, ast.Ident)
            return (
                self._dim(scope, innermost(source(self.w, scope, node.value, None).type)) if self._is_kind(node.value) else None
            )
        inside = [part for part in below((node.value, node.test)) if _is_each(part)]
        if not inside:
            return None
        domain = next(self._domains(node), None)
        if domain is None:
            hint = sentence("`each` stands for an index: `cup[p, each]`")
            self.w.report("RK250", inside[0].span, "what `each` stands for cannot be told here", hint)
            return None
        return Dim("each", scope.numbering.bound(), domain)

    def _is_kind(self, name: ast.Ident) -> bool:
        """Return whether `each` can go through the values of what is named; what it cannot is reported."""
        if (name.std and name.text == "player") or self.w.what(name.text) == "kind":
            return True
        hint = sentence("`each` goes through the values of a kind or through players; pieces are drawn by their place")
        near = self.w.did_you_mean(name.text, self.w.kinds) if self.w.what(name.text) is None else None
        self.w.unknown("RK205", name, (), "`{name}` is no kind", near or hint, name=name.text)
        return False

    def _dim(self, scope: Scope, kind: object) -> Dim | None:
        if is_unknown(kind):  # type: ignore[arg-type]
            return None
        return Dim("each", scope.numbering.bound(), Domain(kind))  # type: ignore[arg-type]

    def _domains(self, node: ast.LayoutCell) -> Iterator[Domain]:
        for part in below((node.value, node.test)):
            match part:
                case ast.Index(of=ast.Ident(text=name), indices=indices):
                    yield from (
                        dim.domain for dim, index in zip(head(self.w, name).dims, indices, strict=False) if _is_each(index)
                    )
                case ast.Call(name=ast.Ident(text="score", std=True), arguments=(only,)) if _is_each(only):
                    yield Domain(SEATED)
                case ast.Call(name=ast.Ident(text=name), arguments=arguments) if name in self.w.symbols:
                    params = self._params(name)
                    yield from (p.domain for p, given in zip(params, arguments, strict=False) if _is_each(given))

    def _params(self, name: str) -> tuple[Parameter, ...]:
        node = self.w.symbols[name].node
        if isinstance(node, ast.Layout | ast.Define):
            return parameters(self.w, fresh(NOBODYS), node.params, local=False)[0]
        return ()


def _is_each(node: ast.Node) -> bool:
    value = node.value if isinstance(node, ast.Named) else node
    return isinstance(value, ast.Ident) and value.std and value.text == "each"

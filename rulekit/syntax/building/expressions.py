"""Builds expressions, types, table cells and citations."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from attrs import evolve

from rulekit.diagnostics import Span
from rulekit.syntax import ast
from rulekit.syntax.building.parts import Cites, Many, Parts, Up, Values, fixed, ident, integer, makes, names, there, word
from rulekit.syntax.building.texts import Texts
from rulekit.syntax.layout import OPERATORS, PLACE, Lexeme
from rulekit.wording import sentence

POINTER = re.compile(r"\S+")
COLLECTING = frozenset({"count", "list", "first"})
"""`count(x in S)` goes through S even without `where`."""


def _marked(mark: type[ast.Assumed | ast.Ruling | ast.Arguable | ast.Slip]) -> Callable[[Parts, Span, Values, Cites], Up]:
    """Return the builder of a mark with its reason."""

    def build(self: Parts, span: Span, v: Values, cites: Cites) -> Up:
        return Up(Many(), (mark(span, self.plain(v[1])),))

    return build


class Expressions(Texts):
    """Builders of whatever has a value."""

    def name(self, span: Span, v: Values, cites: Cites) -> ast.Ident | ast.Truth:
        meant = self.words.foreign.get(v[0].text)
        if meant in ("YES", "NO"):
            hint = sentence("write `{word}`", word=self.words.spellings[meant][0])
            self.report("RK123", span, "`{word}` is not a value here", hint, word=v[0].text)
            return ast.Truth(span, meant == "YES")
        return self.ident(v[0])

    number = makes(ast.Number, integer(0))

    def text(self, span: Span, v: Values, cites: Cites) -> ast.Text:
        return self.string(v[0])

    yes = makes(ast.Truth, fixed(True))
    no = makes(ast.Truth, fixed(False))
    none = makes(ast.NoneValue)
    empty = makes(ast.Empty)
    me = makes(ast.Me)
    unlimited = makes(ast.Unlimited)

    def expression(self, span: Span, v: Values, cites: Cites) -> Any:
        return v[0]

    def parentheses(self, span: Span, v: Values, cites: Cites) -> Any:
        return evolve(v[0], span=span)

    list_literal = makes(ast.ListLiteral, lambda parts, v: tuple(x for x in v if x is not None))

    def indices(self, span: Span, v: Values, cites: Cites) -> tuple[ast.Expr, ...]:
        return tuple(v)

    index = makes(ast.Index, 0, 1)

    def field(self, span: Span, v: Values, cites: Cites) -> ast.Field:
        word: Lexeme = v[1]
        name = self.ident(word) if word.kind == "NAME" else ast.Ident(self.span(word.start, word.end), word.text)
        return ast.Field(span, v[0], name)

    named = makes(ast.Named, ident(0), 1)

    def call(self, span: Span, v: Values, cites: Cites) -> ast.Call | ast.Collect:
        name = self.ident(v[0])
        arguments = tuple(x for x in v[1:] if x is not None)
        if name.std and name.text in COLLECTING and arguments and all(map(_is_member, arguments)):
            return ast.Collect(span, name, None, tuple(map(_binder, arguments)), None)
        return ast.Call(span, name, arguments)

    def collect(self, span: Span, v: Values, cites: Cites) -> ast.Collect:
        binders, where = v[3]
        return ast.Collect(span, self.ident(v[0]), v[1], binders, where)

    def collect_short(self, span: Span, v: Values, cites: Cites) -> ast.Collect:
        arguments, where = v[1:-2], v[-1]
        for wrong in [x for x in arguments if not (_is_member(x) or isinstance(x, ast.Ident))]:
            message = sentence("before `where` there must be a name and what it is taken from")
            self.report("RK131", wrong.span, message, "for example `count(card in hand where card.value is 3)`")
        good = tuple(_binder(x) for x in arguments if _is_member(x) or isinstance(x, ast.Ident))
        return ast.Collect(span, self.ident(v[0]), None, good, where)

    def binders(self, span: Span, v: Values, cites: Cites) -> tuple[tuple[ast.Binder, ...], ast.Expr | None]:
        binders = tuple(x for x in v if isinstance(x, ast.Binder))
        return binders, v[-1] if isinstance(v[-2] if len(v) > 1 else None, Lexeme) else None

    binder = makes(ast.Binder, ident(0), 2)
    binary = makes(ast.Binary, word(1, OPERATORS), 0, 2)
    range = makes(ast.Binary, fixed(".."), 0, 1)
    unary = makes(ast.Unary, word(0, OPERATORS), 1)
    cond = makes(ast.Conditional, 1, 3, 5)
    can = makes(ast.Can, 0, 2, fixed(True))
    cannot = makes(ast.Can, 0, 2, fixed(False))

    deed = makes(ast.Deed, ident(0), lambda parts, v: tuple(x for x in v[1:] if x is not None))

    # ---- types ----
    named_type = makes(ast.NamedType, ident(0))
    range_type = makes(ast.RangeType, 0, 1)
    list_type = makes(ast.ListType, ident(1))
    picture_type = makes(ast.PictureType, ident(1))
    type = makes(ast.TypeExpr, 0, there(1))
    dims = indices
    dim = makes(ast.Dim, ident(0), 1)
    params = indices
    param = makes(ast.Param, ident(0), 1)

    # ---- tables ----
    row = makes(ast.Row, lambda parts, v: tuple(v))

    def cell(self, span: Span, v: Values, cites: Cites) -> ast.Cell:
        layers = tuple(x for x in v if isinstance(x, tuple))
        word = v[0] if v and isinstance(v[0], Lexeme) else None
        special = None
        if word is not None:
            place = self.span(word.start, word.end)
            special = ast.Hole(place) if word.kind == "HOLE" else ast.Each(place)
        return ast.Cell(span, layers, special, cites=cites)

    layer = indices
    described = makes(ast.Described, names)

    # ---- citations ----
    def pointers(self, span: Span, v: Values, cites: Cites) -> Up:
        word: Lexeme = v[0]
        found, source, begin = [], None, -1
        for piece in POINTER.finditer(self.lines.text, word.start + 1, word.end):
            begin = piece.start() if begin < 0 else begin
            if not PLACE.fullmatch(piece.group()):
                source = self.plain_name(piece.group())[0]
                continue
            section, _, spot = piece.group().rpartition(".")
            found.append(ast.Cite(self.span(begin, piece.end()), source, self.plain_name(section)[0] if section else None, spot))
            source, begin = None, -1
        return Up(Many(), tuple(found))

    assumed, ruling = _marked(ast.Assumed), _marked(ast.Ruling)
    arguable, slip = _marked(ast.Arguable), _marked(ast.Slip)


def _is_member(value: Any) -> bool:
    """Return whether this is `x in S` without parentheses around it."""
    return (
        isinstance(value, ast.Binary)
        and value.op == "in"
        and isinstance(value.left, ast.Ident)
        and value.left.span.start == value.span.start
    )


def _binder(value: Any) -> ast.Binder:
    if isinstance(value, ast.Ident):
        return ast.Binder(value.span, value, None)
    return ast.Binder(value.span, value.left, value.right)

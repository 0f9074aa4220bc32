"""Builds expressions, types, table cells and citations."""

from __future__ import annotations

import re
from typing import Any

from attrs import evolve

from rulekit.diagnostics import Span
from rulekit.syntax import ast
from rulekit.syntax.building.parts import Cites, Many, Up, Values
from rulekit.syntax.building.texts import Texts
from rulekit.syntax.layout import OPERATORS, PLACE, Lexeme
from rulekit.syntax.mistakes.simple_mistakes import bad_binder, truth_word

POINTER = re.compile(r"\S+")
COLLECTING = frozenset({"count", "list", "first"})
"""`count(x in S)` goes through S even without `where`."""


class Expressions(Texts):
    """Builders of whatever has a value."""

    def name(self, span: Span, v: Values, cites: Cites) -> ast.Ident | ast.Truth:
        meant = self.words.foreign.get(v[0].text)
        if meant in ("YES", "NO"):
            self.diagnostics.append(truth_word(span, v[0].text, self.words.spellings[meant][0]))
            return ast.Truth(span, meant == "YES")
        return self.ident(v[0])

    def number(self, span: Span, v: Values, cites: Cites) -> ast.Number:
        return ast.Number(span, self.integer(v[0]))

    def text(self, span: Span, v: Values, cites: Cites) -> ast.Text:
        return self.string(v[0])

    def yes(self, span: Span, v: Values, cites: Cites) -> ast.Truth:
        return ast.Truth(span, True)

    def no(self, span: Span, v: Values, cites: Cites) -> ast.Truth:
        return ast.Truth(span, False)

    def none(self, span: Span, v: Values, cites: Cites) -> ast.NoneValue:
        return ast.NoneValue(span)

    def empty(self, span: Span, v: Values, cites: Cites) -> ast.Empty:
        return ast.Empty(span)

    def me(self, span: Span, v: Values, cites: Cites) -> ast.Me:
        return ast.Me(span)

    def unlimited(self, span: Span, v: Values, cites: Cites) -> ast.Unlimited:
        return ast.Unlimited(span)

    def expression(self, span: Span, v: Values, cites: Cites) -> Any:
        return v[0]

    def parentheses(self, span: Span, v: Values, cites: Cites) -> Any:
        return evolve(v[0], span=span)

    def list_literal(self, span: Span, v: Values, cites: Cites) -> ast.ListLiteral:
        return ast.ListLiteral(span, tuple(x for x in v if x is not None))

    def indices(self, span: Span, v: Values, cites: Cites) -> tuple[ast.Expr, ...]:
        return tuple(v)

    def index(self, span: Span, v: Values, cites: Cites) -> ast.Index:
        return ast.Index(span, v[0], v[1])

    def field(self, span: Span, v: Values, cites: Cites) -> ast.Field:
        word: Lexeme = v[1]
        name = self.ident(word) if word.kind == "NAME" else ast.Ident(self.span(word.start, word.end), word.text)
        return ast.Field(span, v[0], name)

    def named(self, span: Span, v: Values, cites: Cites) -> ast.Named:
        return ast.Named(span, self.ident(v[0]), v[1])

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
            self.diagnostics.append(bad_binder(wrong.span))
        good = tuple(_binder(x) for x in arguments if _is_member(x) or isinstance(x, ast.Ident))
        return ast.Collect(span, self.ident(v[0]), None, good, where)

    def binders(self, span: Span, v: Values, cites: Cites) -> tuple[tuple[ast.Binder, ...], ast.Expr | None]:
        binders = tuple(x for x in v if isinstance(x, ast.Binder))
        return binders, v[-1] if isinstance(v[-2] if len(v) > 1 else None, Lexeme) else None

    def binder(self, span: Span, v: Values, cites: Cites) -> ast.Binder:
        return ast.Binder(span, self.ident(v[0]), v[2])

    def binary(self, span: Span, v: Values, cites: Cites) -> ast.Binary:
        return ast.Binary(span, OPERATORS[v[1].kind], v[0], v[2])

    def range(self, span: Span, v: Values, cites: Cites) -> ast.Binary:
        return ast.Binary(span, "..", v[0], v[1])

    def unary(self, span: Span, v: Values, cites: Cites) -> ast.Unary:
        return ast.Unary(span, OPERATORS[v[0].kind], v[1])

    def cond(self, span: Span, v: Values, cites: Cites) -> ast.Conditional:
        return ast.Conditional(span, v[1], v[3], v[5])

    def can(self, span: Span, v: Values, cites: Cites) -> ast.Can:
        return ast.Can(span, v[0], v[2], True)

    def cannot(self, span: Span, v: Values, cites: Cites) -> ast.Can:
        return ast.Can(span, v[0], v[2], False)

    def deed(self, span: Span, v: Values, cites: Cites) -> ast.Deed:
        return ast.Deed(span, self.ident(v[0]), tuple(x for x in v[1:] if x is not None))

    # ---- types ----
    def named_type(self, span: Span, v: Values, cites: Cites) -> ast.NamedType:
        return ast.NamedType(span, self.ident(v[0]))

    def range_type(self, span: Span, v: Values, cites: Cites) -> ast.RangeType:
        return ast.RangeType(span, v[0], v[1])

    def list_type(self, span: Span, v: Values, cites: Cites) -> ast.ListType:
        return ast.ListType(span, self.ident(v[1]))

    def picture_type(self, span: Span, v: Values, cites: Cites) -> ast.PictureType:
        return ast.PictureType(span, self.ident(v[1]))

    def type(self, span: Span, v: Values, cites: Cites) -> ast.TypeExpr:
        return ast.TypeExpr(span, v[0], v[1] is not None)

    def dims(self, span: Span, v: Values, cites: Cites) -> tuple[ast.Dim, ...]:
        return tuple(v)

    def dim(self, span: Span, v: Values, cites: Cites) -> ast.Dim:
        return ast.Dim(span, self.ident(v[0]) if v[0] else None, v[1])

    def params(self, span: Span, v: Values, cites: Cites) -> tuple[ast.Param, ...]:
        return tuple(v)

    def param(self, span: Span, v: Values, cites: Cites) -> ast.Param:
        return ast.Param(span, self.ident(v[0]), v[1])

    # ---- tables ----
    def row(self, span: Span, v: Values, cites: Cites) -> ast.Row:
        return ast.Row(span, tuple(v), cites)

    def cell(self, span: Span, v: Values, cites: Cites) -> ast.Cell:
        layers = tuple(x for x in v if isinstance(x, tuple))
        word = v[0] if v and isinstance(v[0], Lexeme) else None
        special = None
        if word is not None:
            place = self.span(word.start, word.end)
            special = ast.Hole(place) if word.kind == "HOLE" else ast.Each(place)
        return ast.Cell(span, layers, special, cites)

    def layer(self, span: Span, v: Values, cites: Cites) -> tuple[Any, ...]:
        return tuple(v)

    def described(self, span: Span, v: Values, cites: Cites) -> ast.Described:
        return ast.Described(span, self.idents(v))

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

    def assumed(self, span: Span, v: Values, cites: Cites) -> Up:
        return Up(Many(), (ast.Assumed(span, self.plain(v[1])),))

    def ruling(self, span: Span, v: Values, cites: Cites) -> Up:
        return Up(Many(), (ast.Ruling(span, self.plain(v[1])),))


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

"""Builds heads, declarations, examples and changes."""

from __future__ import annotations

from typing import Any, get_args

from rulekit.diagnostics import Span
from rulekit.syntax import ast
from rulekit.syntax.building.parts import (
    Cites,
    Up,
    Values,
    every,
    first,
    fixed,
    ident,
    integer,
    makes,
    names,
    nodes,
    perhaps,
    plain,
    plains,
    tells,
    word,
)
from rulekit.syntax.building.statements import Statements
from rulekit.syntax.layout import Lexeme

ROLES = {"VARIANT": "variant", "READING": "reading"}
HOWS = {"MOST": "most", "FEWEST": "fewest", "ONLYIF": "only_if"}
HEADS = get_args(ast.HeadLine)
EXAMPLE_LINES = get_args(ast.ExampleLine)
LAYOUT_LINES = get_args(ast.LayoutLine)


class Declarations(Statements):
    """Builders of whatever begins a line in column 1, and of what belongs to it."""

    def file(self, span: Span, v: Values, cites: Cites) -> tuple[Any, ...]:
        return tuple(x for x in v if x is not None)

    def items(self, span: Span, v: Values, cites: Cites) -> tuple[Any, ...]:
        return tuple(v)

    def dialect(self, span: Span, v: Values, cites: Cites) -> None:
        return None

    # ---- heads ----
    game = makes(ast.Game, ident(1), plain(2), every(*HEADS))
    overlay = makes(ast.OverlayHead, word(0, ROLES), ident(1), ident(3), plain(4), every(*HEADS))
    by = makes(ast.By, plains)

    def players_line(self, span: Span, v: Values, cites: Cites) -> ast.PlayersLine:
        low = self.integer(v[1])
        return ast.PlayersLine(span, low, self.integer(v[2]) if v[2] else low, cites=cites)

    age = makes(ast.Age, integer(1))
    minutes = makes(ast.Minutes, integer(1))
    source = makes(ast.Source, ident(1), plain(2))
    why = makes(ast.Why, plain(1))
    over = makes(ast.Over, ident(1))
    section = makes(ast.Section, ident(1), every(ast.Heading), 4, ident(3), tells)
    heading = makes(ast.Heading, ident(0), plain(1))
    remark = makes(ast.Remark, plain(1))

    # ---- components ----
    def kind(self, span: Span, v: Values, cites: Cites) -> ast.Kind:
        name, *values = self.idents(v)
        return ast.Kind(span, name, tuple(values), (), (), nodes(v, ast.Tell), cites=cites)

    kind_table = makes(ast.Kind, ident(1), fixed(()), every(ast.Attribute), every(ast.Row), tells)
    piece = makes(ast.Piece, ident(1), 3, every(ast.Attribute), every(ast.Row), first(ast.Total), tells)
    attribute = makes(ast.Attribute, ident(0), 1, 2)
    total = makes(ast.Total, 1)
    place = makes(ast.Place, ident(1), perhaps(2), 4, ident(6), 7, 9, 3, tells)

    def shape(self, span: Span, v: Values, cites: Cites) -> str:
        return str(v[0].kind).lower()

    sight = shape
    tally = makes(ast.Tally, ident(1), 2, 5, 3, tells)
    marker = makes(ast.Marker, ident(1), perhaps(2), 4, 5, 6, 3, tells)
    option = makes(ast.Option, ident(1), plain(2), 3, every(ast.OptionValue), every(ast.Answer), tells)
    value = makes(ast.OptionValue, 0, integer(1))
    answer = makes(ast.Answer, 0, plain(1))
    table = makes(ast.Table, ident(1), 2, 3, every(ast.Row), tells)

    # ---- rules ----
    define = makes(ast.Define, ident(1), perhaps(2), 4, 3, tells)
    setup = makes(ast.Setup, 1)
    play = makes(ast.Play, 1)
    action = makes(ast.Action, ident(1), perhaps(2), perhaps(4), 3)
    step = makes(ast.Step, ident(1), perhaps(2), 4, 3)
    score = makes(ast.Score, ident(1), every(ast.ScoreLine), tells)
    score_line = makes(ast.ScoreLine, ident(0), 1, tells)
    winner = makes(ast.Winner, ident(1), every(ast.Criterion), tells)
    criterion = makes(ast.Criterion, word(0, HOWS), 1)

    # ---- examples, words and looks ----
    example = makes(ast.Example, ident(1), plain(2), every(*EXAMPLE_LINES))
    seats = makes(ast.Seats, names)
    with_ = makes(ast.With, ident(1), 2)
    at = makes(ast.At, 1)
    given = makes(ast.Given, every(ast.Fact))
    when = makes(ast.When, every(ast.Event))
    then = makes(ast.Then, first(ast.Address), every(ast.Check))
    fact = makes(ast.Fact, 0)
    event = makes(ast.Event, 0, 2)
    check = makes(ast.Check, 0, 2)
    words_ = makes(ast.Words, ident(1), ident(3), every(ast.Row), every(ast.WordLine))

    def word_line(self, span: Span, v: Values, cites: Cites) -> ast.WordLine:
        return ast.WordLine(span, v[0].kind.lower(), v[1], v[2], cites=cites)

    look = makes(ast.Look, ident(2), every(ast.Row))

    # ---- layouts ----
    def layout(self, span: Span, v: Values, cites: Cites) -> ast.Layout:
        params, lines = v[2] or (), nodes(v, *LAYOUT_LINES)
        name, *families = self.idents(v)
        return ast.Layout(span, name, params, tuple(families), lines, cites=cites)

    layout_of = makes(ast.LayoutOf, ident(2), ident(3), every(*LAYOUT_LINES))
    layout_row = makes(ast.LayoutRow, every(ast.LayoutCell))

    def layout_loop(self, span: Span, v: Values, cites: Cites) -> ast.LayoutLoop:
        binders, where = v[1]
        return ast.LayoutLoop(span, binders, where, nodes(v[2:], *LAYOUT_LINES), cites=cites)

    joined = makes(ast.Joined, ident(1))
    without = makes(ast.Without, names)

    def layout_cell(self, span: Span, v: Values, cites: Cites) -> Up:
        return Up(self._layout_cell(span, v), cites)

    def _layout_cell(self, span: Span, v: Values) -> ast.LayoutCell:
        words = [x.kind if isinstance(x, Lexeme) else "" for x in v]
        each = words[:1] == ["EACH"]
        first = self.ident(v[1]) if each else v[0] if v else None
        parts = {word: v[at + 1] for at, word in enumerate(words) if word == "IF" and "TURNED" not in words[:at]}
        later = [v[at + 1] for at, word in enumerate(words) if word == "IF" and "TURNED" in words[:at]]
        return ast.LayoutCell(span, first, each, parts.get("IF"), "TURNED" in words, later[0] if later else None)

    def address(self, span: Span, v: Values, cites: Cites) -> ast.Address:
        return ast.Address(span, tuple(self._address_part(x) for x in v))

    word_address = address_inside = address

    def _address_part(self, word: Lexeme) -> str:
        if word.kind in ("NAME", "NUMBER"):
            return self.plain_name(word.text)[0]
        return word.kind.lower()

    # ---- changes ----
    replace = makes(ast.Replace, 1)
    replace_rule = makes(ast.ReplaceRule, 1, 2)
    replace_row = makes(ast.ReplaceRow, 1, 2)
    replace_value = makes(ast.ReplaceValue, 1, 2, tells)
    remove = makes(ast.Remove, 1)
    insert = makes(ast.Insert, word(0, {"BEFORE": False, "AFTER": True}), 1, 2)
    add_to = makes(ast.AddTo, 1, every(ast.Bullet), every(ast.Row), every(ast.ScoreLine))
    add_to_layout = makes(ast.AddToLayout, 1)

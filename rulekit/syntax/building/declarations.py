"""Builds heads, declarations, examples and changes."""

from __future__ import annotations

from typing import Any, get_args

from rulekit.diagnostics import Span
from rulekit.syntax import ast
from rulekit.syntax.building.parts import Cites, Values
from rulekit.syntax.building.statements import Statements, nodes
from rulekit.syntax.layout import Lexeme

SHAPES = {"BAG": "bag", "DECK": "deck", "PILE": "pile", "HAND": "hand", "ROW": "row", "SPOT": "spot"}
SIGHTS = {"OPEN": "open", "PRIVATE": "private", "HIDDEN": "hidden", "OTHERS": "others"}
HEADS = get_args(ast.HeadLine)
EXAMPLE_LINES = get_args(ast.ExampleLine)


class Declarations(Statements):
    """Builders of whatever begins a line in column 1, and of what belongs to it."""

    def file(self, span: Span, v: Values, cites: Cites) -> tuple[Any, ...]:
        return tuple(x for x in v if x is not None)

    def items(self, span: Span, v: Values, cites: Cites) -> tuple[Any, ...]:
        return tuple(v)

    def dialect(self, span: Span, v: Values, cites: Cites) -> None:
        return None

    # ---- heads ----
    def game(self, span: Span, v: Values, cites: Cites) -> ast.Game:
        return ast.Game(span, self.ident(v[1]), self.plain(v[2]), nodes(v, *HEADS), cites)

    def overlay(self, span: Span, v: Values, cites: Cites) -> ast.OverlayHead:
        role = "variant" if v[0].kind == "VARIANT" else "reading"
        return ast.OverlayHead(span, role, self.ident(v[1]), self.ident(v[3]), self.plain(v[4]), nodes(v, *HEADS), cites)

    def by(self, span: Span, v: Values, cites: Cites) -> ast.By:
        return ast.By(span, tuple(self.plain(x) for x in v[1:]), cites)

    def players_line(self, span: Span, v: Values, cites: Cites) -> ast.PlayersLine:
        low = self.integer(v[1])
        return ast.PlayersLine(span, low, self.integer(v[2]) if v[2] else low, cites)

    def age(self, span: Span, v: Values, cites: Cites) -> ast.Age:
        return ast.Age(span, self.integer(v[1]), cites)

    def minutes(self, span: Span, v: Values, cites: Cites) -> ast.Minutes:
        return ast.Minutes(span, self.integer(v[1]), cites)

    def source(self, span: Span, v: Values, cites: Cites) -> ast.Source:
        return ast.Source(span, self.ident(v[1]), self.plain(v[2]), cites)

    def why(self, span: Span, v: Values, cites: Cites) -> ast.Why:
        return ast.Why(span, self.plain(v[1]), cites)

    def over(self, span: Span, v: Values, cites: Cites) -> ast.Over:
        return ast.Over(span, self.ident(v[1]), cites)

    def section(self, span: Span, v: Values, cites: Cites) -> ast.Section:
        part_of = self.ident(v[3]) if v[3] else None
        return ast.Section(span, self.ident(v[1]), nodes(v, ast.Heading), cites, v[4], part_of, nodes(v, ast.Tell))

    def heading(self, span: Span, v: Values, cites: Cites) -> ast.Heading:
        return ast.Heading(span, self.ident(v[0]), self.plain(v[1]), cites)

    def remark(self, span: Span, v: Values, cites: Cites) -> ast.Remark:
        return ast.Remark(span, self.plain(v[1]), cites)

    # ---- components ----
    def kind(self, span: Span, v: Values, cites: Cites) -> ast.Kind:
        name, *values = self.idents(v)
        return ast.Kind(span, name, tuple(values), (), (), cites, nodes(v, ast.Tell))

    def kind_table(self, span: Span, v: Values, cites: Cites) -> ast.Kind:
        return ast.Kind(span, self.ident(v[1]), (), nodes(v, ast.Attribute), nodes(v, ast.Row), cites, nodes(v, ast.Tell))

    def piece(self, span: Span, v: Values, cites: Cites) -> ast.Piece:
        totals = nodes(v, ast.Total)
        rows = nodes(v, ast.Row)
        total = totals[0] if totals else None
        return ast.Piece(span, self.ident(v[1]), v[3], nodes(v, ast.Attribute), rows, total, cites, nodes(v, ast.Tell))

    def attribute(self, span: Span, v: Values, cites: Cites) -> ast.Attribute:
        return ast.Attribute(span, self.ident(v[0]), v[1], v[2], cites)

    def total(self, span: Span, v: Values, cites: Cites) -> ast.Total:
        return ast.Total(span, v[1], cites)

    def place(self, span: Span, v: Values, cites: Cites) -> ast.Place:
        _, name, dims, text, shape, _, sort, sight, _, refill = v[:10]
        tells = nodes(v, ast.Tell)
        return ast.Place(span, self.ident(name), dims or (), shape, self.ident(sort), sight, refill, cites, text, tells)

    def shape(self, span: Span, v: Values, cites: Cites) -> str:
        return SHAPES[v[0].kind]

    def sight(self, span: Span, v: Values, cites: Cites) -> str:
        return SIGHTS[v[0].kind]

    def tally(self, span: Span, v: Values, cites: Cites) -> ast.Tally:
        return ast.Tally(span, self.ident(v[1]), v[2], v[5], cites, v[3], nodes(v, ast.Tell))

    def marker(self, span: Span, v: Values, cites: Cites) -> ast.Marker:
        _, name, dims, text, kind, sight, initial = v[:7]
        return ast.Marker(span, self.ident(name), dims or (), kind, sight, initial, cites, text, nodes(v, ast.Tell))

    def option(self, span: Span, v: Values, cites: Cites) -> ast.Option:
        among, answers = nodes(v, ast.OptionValue), nodes(v, ast.Answer)
        return ast.Option(span, self.ident(v[1]), self.plain(v[2]), v[3], among, answers, cites, nodes(v, ast.Tell))

    def value(self, span: Span, v: Values, cites: Cites) -> ast.OptionValue:
        return ast.OptionValue(span, v[0], self.integer(v[1]) if v[1] else None)

    def answer(self, span: Span, v: Values, cites: Cites) -> ast.Answer:
        return ast.Answer(span, v[0], self.plain(v[1]) if v[1] else None, cites)

    def table(self, span: Span, v: Values, cites: Cites) -> ast.Table:
        return ast.Table(span, self.ident(v[1]), v[2], v[3], nodes(v, ast.Row), cites, nodes(v, ast.Tell))

    # ---- rules ----
    def define(self, span: Span, v: Values, cites: Cites) -> ast.Define:
        return ast.Define(span, self.ident(v[1]), v[2] or (), v[4], cites, v[3], nodes(v, ast.Tell))

    def setup(self, span: Span, v: Values, cites: Cites) -> ast.Setup:
        return ast.Setup(span, v[1], cites)

    def play(self, span: Span, v: Values, cites: Cites) -> ast.Play:
        return ast.Play(span, v[1], cites)

    def action(self, span: Span, v: Values, cites: Cites) -> ast.Action:
        return ast.Action(span, self.ident(v[1]), v[2] or (), v[4] or (), cites, v[3])

    def step(self, span: Span, v: Values, cites: Cites) -> ast.Step:
        return ast.Step(span, self.ident(v[1]), v[2] or (), v[4], cites, v[3])

    def score(self, span: Span, v: Values, cites: Cites) -> ast.Score:
        return ast.Score(span, self.ident(v[1]), nodes(v, ast.ScoreLine), cites, nodes(v, ast.Tell))

    def score_line(self, span: Span, v: Values, cites: Cites) -> ast.ScoreLine:
        return ast.ScoreLine(span, self.ident(v[0]), v[1], cites, nodes(v, ast.Tell))

    def winner(self, span: Span, v: Values, cites: Cites) -> ast.Winner:
        return ast.Winner(span, self.ident(v[1]), nodes(v, ast.Criterion), cites, nodes(v, ast.Tell))

    def criterion(self, span: Span, v: Values, cites: Cites) -> ast.Criterion:
        how = {"MOST": "most", "FEWEST": "fewest", "ONLYIF": "only_if"}[v[0].kind]
        return ast.Criterion(span, how, v[1], cites)

    # ---- examples, words and looks ----
    def example(self, span: Span, v: Values, cites: Cites) -> ast.Example:
        return ast.Example(span, self.ident(v[1]), self.plain(v[2]), nodes(v, *EXAMPLE_LINES), cites)

    def seats(self, span: Span, v: Values, cites: Cites) -> ast.Seats:
        return ast.Seats(span, self.idents(v), cites)

    def with_(self, span: Span, v: Values, cites: Cites) -> ast.With:
        return ast.With(span, self.ident(v[1]), v[2], cites)

    def at(self, span: Span, v: Values, cites: Cites) -> ast.At:
        return ast.At(span, v[1], cites)

    def given(self, span: Span, v: Values, cites: Cites) -> ast.Given:
        return ast.Given(span, nodes(v, ast.Fact))

    def when(self, span: Span, v: Values, cites: Cites) -> ast.When:
        return ast.When(span, nodes(v, ast.Event))

    def then(self, span: Span, v: Values, cites: Cites) -> ast.Then:
        found = nodes(v, ast.Address)
        return ast.Then(span, found[0] if found else None, nodes(v, ast.Check))

    def fact(self, span: Span, v: Values, cites: Cites) -> ast.Fact:
        return ast.Fact(span, v[0], cites)

    def event(self, span: Span, v: Values, cites: Cites) -> ast.Event:
        return ast.Event(span, v[0], v[2], cites)

    def check(self, span: Span, v: Values, cites: Cites) -> ast.Check:
        return ast.Check(span, v[0], v[2], cites)

    def words_(self, span: Span, v: Values, cites: Cites) -> ast.Words:
        game = self.ident(v[3]) if v[3] else None
        return ast.Words(span, self.ident(v[1]), game, nodes(v, ast.Row), cites, nodes(v, ast.WordLine))

    def word_line(self, span: Span, v: Values, cites: Cites) -> ast.WordLine:
        return ast.WordLine(span, v[0].kind.lower(), v[1], v[2], cites)

    def word_address(self, span: Span, v: Values, cites: Cites) -> ast.Address:
        return self.address(span, v, cites)

    def look(self, span: Span, v: Values, cites: Cites) -> ast.Look:
        return ast.Look(span, self.ident(v[2]) if v[2] else None, nodes(v, ast.Row), cites)

    def address(self, span: Span, v: Values, cites: Cites) -> ast.Address:
        return ast.Address(span, tuple(self._address_part(x) for x in v))

    def address_inside(self, span: Span, v: Values, cites: Cites) -> ast.Address:
        return self.address(span, v, cites)

    def _address_part(self, word: Lexeme) -> str:
        if word.kind in ("NAME", "NUMBER"):
            return self.plain_name(word.text)[0]
        return word.kind.lower()

    # ---- changes ----
    def replace(self, span: Span, v: Values, cites: Cites) -> ast.Replace:
        return ast.Replace(span, v[1], cites)

    def replace_rule(self, span: Span, v: Values, cites: Cites) -> ast.ReplaceRule:
        return ast.ReplaceRule(span, v[1], v[2], cites)

    def replace_row(self, span: Span, v: Values, cites: Cites) -> ast.ReplaceRow:
        return ast.ReplaceRow(span, v[1], v[2], cites)

    def replace_value(self, span: Span, v: Values, cites: Cites) -> ast.ReplaceValue:
        return ast.ReplaceValue(span, v[1], v[2], cites, nodes(v, ast.Tell))

    def remove(self, span: Span, v: Values, cites: Cites) -> ast.Remove:
        return ast.Remove(span, v[1], cites)

    def insert(self, span: Span, v: Values, cites: Cites) -> ast.Insert:
        return ast.Insert(span, v[0].kind == "AFTER", v[1], v[2], cites)

    def add_to(self, span: Span, v: Values, cites: Cites) -> ast.AddTo:
        return ast.AddTo(span, v[1], nodes(v, ast.Bullet), nodes(v, ast.Row), nodes(v, ast.ScoreLine), cites)

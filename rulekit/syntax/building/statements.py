"""Builds statements. The citations of a line belong to the outermost thing on that line."""

from __future__ import annotations

from attrs import frozen

from rulekit.diagnostics import Span
from rulekit.syntax import ast
from rulekit.syntax.building.expressions import Expressions
from rulekit.syntax.building.parts import (
    Cites,
    Up,
    Values,
    every,
    fixed,
    ident,
    makes,
    nodes,
    perhaps,
    tells,
    there,
    up,
    word,
)
from rulekit.syntax.layout import Lexeme
from rulekit.wording import sentence

UNDER = {"TO": False, "UNDER": True}
WHOLE = {"TURNS": False, "ROUNDS": True}


@frozen
class Line:
    """What stands on one line: a statement, its text, and in a `may` the words for declining."""

    span: Span
    act: ast.Simple
    text: ast.Text | None
    declined: ast.Text | None

    def statement(self) -> ast.Statement:
        """Make a statement of its own."""
        return ast.Statement(self.act.span, None, self.act, self.text)


class Statements(Expressions):
    """Builders of rules."""

    def block(self, span: Span, v: Values, cites: Cites) -> tuple[ast.Statement, ...]:
        return tuple(ast.Statement(x.span, None, x) if isinstance(x, ast.Tell) else x for x in v)

    def label(self, span: Span, v: Values, cites: Cites) -> ast.Ident:
        if v[0].text in self.words.spellings["ELSE"]:
            hint = sentence("leave it out; a word with a colon is the name of a rule")
            self.report("RK126", span, "there is no colon after `{word}`", hint, word=v[0].text)
        return self.ident(v[0])

    def statement(self, span: Span, v: Values, cites: Cites) -> ast.Statement:
        line: Line = v[1]
        self._no_alternative(line)
        return ast.Statement(span, v[0], line.act, line.text, nodes(v, ast.Tell), cites=cites)

    compound = makes(ast.Statement, 0, 1)

    def line(self, span: Span, v: Values, cites: Cites) -> Up:
        texts = [x if isinstance(x, ast.Text) else None for x in v[1:]]
        return Up(Line(span, v[0], texts[0] if texts else None, texts[-1] if len(texts) > 1 else None), cites)

    def _no_alternative(self, line: Line) -> None:
        if line.declined is not None:
            hint = sentence('only what may be done can be declined: `may do serve, or "serve nothing more"`')
            self.report("RK140", line.declined.span, "there is nothing here that could be declined", hint)

    tell = makes(ast.Tell, 3, ident(2))

    def group(self, span: Span, v: Values, cites: Cites) -> ast.Statement:
        return ast.Statement(span, v[0], ast.Group(span, v[1] or ()), cites=cites)

    # ---- simple statements ----
    def choose(self, span: Span, v: Values, cites: Cites) -> ast.Choose:
        picks = tuple(x for x in v if isinstance(x, ast.Pick))
        return ast.Choose(span, v[0], picks, v[-3], v[-2] is not None, v[-1] is not None)

    private_pick = makes(ast.Pick, fixed(None), ident(0), 2)
    pick = makes(ast.Pick, 0, ident(1), 3)
    some = makes(ast.Amount, fixed("some"), fixed(None), fixed(None))
    up_to = makes(ast.Amount, fixed("upto"), fixed(None), 1)

    def so_many(self, span: Span, v: Values, cites: Cites) -> ast.Amount:
        low, high = (ast.Number(self.span(x.start, x.end), self.integer(x)) if x else None for x in v)
        return ast.Amount(span, "between" if high else "exactly", low, high)

    so_many_as = makes(ast.Amount, fixed("exactly"), 0, fixed(None))
    let = makes(ast.Let, ident(1), 2)

    def only_if(self, span: Span, v: Values, cites: Cites) -> Up:
        reason = self.string(v[3]) if v[3] else None
        return Up(ast.OnlyIf(span, v[1], reason), cites)

    move = makes(ast.Move, 0, 2, word(3, UNDER), 4)
    draw = makes(ast.Draw, 0, 2, 4, word(5, UNDER), 6)
    fill = makes(ast.Fill, 1, 3, 5)

    def deal(self, span: Span, v: Values, cites: Cites) -> ast.Deal:
        return ast.Deal(span, None if isinstance(v[1], Lexeme) else v[1], v[3], self.ident(v[5]))

    shuffle = makes(ast.Shuffle, 1)
    gain = makes(ast.Gain, 0, 2, ident(3), perhaps(4))
    pay = makes(ast.Pay, 0, 2, ident(3), perhaps(4), 6)
    reveal = makes(ast.Reveal, 1, 3)
    announce = makes(ast.Announce, 1, 3)
    set = makes(ast.Set, 1, 3)
    do = makes(ast.Do, 0, 2, there(3))
    next_turn = makes(ast.NextTurn, 1)
    end_game = makes(ast.EndGame)

    # ---- statements with blocks ----
    def if_(self, span: Span, v: Values, cites: Cites) -> Up:
        branches = [(v[1], v[2]), *(x.value for x in v[3:] if isinstance(x, Up))]
        otherwise: tuple[ast.Statement, ...] = v[-1] if isinstance(v[-1], tuple) and len(v) > 3 else ()
        return Up(ast.If(span, tuple(branches), otherwise), cites)

    def else_if(self, span: Span, v: Values, cites: Cites) -> Up:
        return Up(Up((v[1], v[2]), ()), cites)

    def else_(self, span: Span, v: Values, cites: Cites) -> Up:
        return Up(v[1], cites)

    def for_each(self, span: Span, v: Values, cites: Cites) -> Up:
        binders, where = v[1]
        return Up(ast.ForEach(span, binders, where, v[2]), cites)

    one_of = up(makes(ast.OneOf, 0, every(ast.Bullet), tells))

    def bullet(self, span: Span, v: Values, cites: Cites) -> ast.Bullet:
        label, line, block = v
        self._no_alternative(line)
        return ast.Bullet(span, label, (line.statement(), *(block or ())), cites=cites)

    def bullet_compound(self, span: Span, v: Values, cites: Cites) -> ast.Bullet:
        label, act = v
        return ast.Bullet(span, label, (ast.Statement(act.span, None, act),), cites=cites)

    bullet_group = makes(ast.Bullet, 0, perhaps(1))

    def repeatedly(self, span: Span, v: Values, cites: Cites) -> tuple[str, ast.Expr | None]:
        return "repeatedly", None

    def at_most(self, span: Span, v: Values, cites: Cites) -> tuple[str, ast.Expr | None]:
        return "upto", v[1]

    def may_line(self, span: Span, v: Values, cites: Cites) -> Up:
        line: Line = v[3]
        tells = tuple(ast.Statement(x.span, None, x) for x in nodes(v, ast.Tell))
        return self.may_block(span, [*v[:3], None, line.declined, (line.statement(), *tells)], cites)

    def may_block(self, span: Span, v: Values, cites: Cites) -> Up:
        often, limit = v[2] or ("once", None)
        return Up(ast.May(span, v[0], often, limit, v[-1], v[-2]), cites)

    repeat = up(makes(ast.Repeat, fixed(None), fixed(None), 1))
    repeat_until = up(makes(ast.Repeat, 2, fixed(None), 3))
    repeat_times = up(makes(ast.Repeat, fixed(None), 1, 3))
    turns = up(makes(ast.Turns, word(0, WHOLE), 2, 4, 6, 7))
    secretly = up(makes(ast.Secretly, 1))

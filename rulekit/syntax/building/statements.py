"""Builds statements. The citations of a line belong to the outermost thing on that line."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulekit.diagnostics import Span
from rulekit.syntax import ast
from rulekit.syntax.building.expressions import Expressions
from rulekit.syntax.building.parts import Cites, Up, Values
from rulekit.syntax.layout import Lexeme
from rulekit.syntax.mistakes.simple_mistakes import else_colon, stray_alternative


@frozen
class Line:
    """What stands on one line: a statement, its text, and in a `may` the words for declining."""

    span: Span
    act: ast.Simple
    text: ast.Text | None
    declined: ast.Text | None

    def statement(self) -> ast.Statement:
        """Make a statement of its own."""
        return ast.Statement(self.act.span, None, self.act, (), self.text)


class Statements(Expressions):
    """Builders of rules."""

    def block(self, span: Span, v: Values, cites: Cites) -> tuple[ast.Statement, ...]:
        return tuple(ast.Statement(x.span, None, x, ()) if isinstance(x, ast.Tell) else x for x in v)

    def label(self, span: Span, v: Values, cites: Cites) -> ast.Ident:
        if v[0].text in self.words.spellings["ELSE"]:
            self.diagnostics.append(else_colon(span, v[0].text))
        return self.ident(v[0])

    def statement(self, span: Span, v: Values, cites: Cites) -> ast.Statement:
        line: Line = v[1]
        self._no_alternative(line)
        return ast.Statement(span, v[0], line.act, cites, line.text, nodes(v, ast.Tell))

    def compound(self, span: Span, v: Values, cites: Cites) -> ast.Statement:
        return ast.Statement(span, v[0], v[1], cites)

    def line(self, span: Span, v: Values, cites: Cites) -> Up:
        texts = [x if isinstance(x, ast.Text) else None for x in v[1:]]
        return Up(Line(span, v[0], texts[0] if texts else None, texts[-1] if len(texts) > 1 else None), cites)

    def _no_alternative(self, line: Line) -> None:
        if line.declined is not None:
            self.diagnostics.append(stray_alternative(line.declined.span))

    def tell(self, span: Span, v: Values, cites: Cites) -> ast.Tell:
        return ast.Tell(span, v[3], self.ident(v[2]) if v[2] else None, cites)

    def group(self, span: Span, v: Values, cites: Cites) -> ast.Statement:
        return ast.Statement(span, v[0], ast.Group(span, v[1] or ()), cites)

    # ---- simple statements ----
    def choose(self, span: Span, v: Values, cites: Cites) -> ast.Choose:
        picks = tuple(x for x in v if isinstance(x, ast.Pick))
        return ast.Choose(span, v[0], picks, v[-3], v[-2] is not None, v[-1] is not None)

    def private_pick(self, span: Span, v: Values, cites: Cites) -> ast.Pick:
        return ast.Pick(span, None, self.ident(v[0]), v[2])

    def pick(self, span: Span, v: Values, cites: Cites) -> ast.Pick:
        return ast.Pick(span, v[0], self.ident(v[1]), v[3])

    def some(self, span: Span, v: Values, cites: Cites) -> ast.Amount:
        return ast.Amount(span, "some", None, None)

    def up_to(self, span: Span, v: Values, cites: Cites) -> ast.Amount:
        return ast.Amount(span, "upto", None, v[1])

    def so_many(self, span: Span, v: Values, cites: Cites) -> ast.Amount:
        low, high = (self.number(self.span(x.start, x.end), [x], ()) if x else None for x in v)
        return ast.Amount(span, "between" if high else "exactly", low, high)

    def so_many_as(self, span: Span, v: Values, cites: Cites) -> ast.Amount:
        return ast.Amount(span, "exactly", v[0], None)

    def let(self, span: Span, v: Values, cites: Cites) -> ast.Let:
        return ast.Let(span, self.ident(v[1]), v[2])

    def only_if(self, span: Span, v: Values, cites: Cites) -> Up:
        reason = self.string(v[3]) if v[3] else None
        return Up(ast.OnlyIf(span, v[1], reason), cites)

    def move(self, span: Span, v: Values, cites: Cites) -> ast.Move:
        return ast.Move(span, v[0], v[2], v[3].kind == "UNDER", v[4])

    def draw(self, span: Span, v: Values, cites: Cites) -> ast.Draw:
        return ast.Draw(span, v[0], v[2], v[4], v[5].kind == "UNDER", v[6])

    def fill(self, span: Span, v: Values, cites: Cites) -> ast.Fill:
        return ast.Fill(span, v[1], v[3], v[5])

    def deal(self, span: Span, v: Values, cites: Cites) -> ast.Deal:
        return ast.Deal(span, None if isinstance(v[1], Lexeme) else v[1], v[3], self.ident(v[5]))

    def shuffle(self, span: Span, v: Values, cites: Cites) -> ast.Shuffle:
        return ast.Shuffle(span, v[1])

    def gain(self, span: Span, v: Values, cites: Cites) -> ast.Gain:
        return ast.Gain(span, v[0], v[2], self.ident(v[3]), v[4] or ())

    def pay(self, span: Span, v: Values, cites: Cites) -> ast.Pay:
        return ast.Pay(span, v[0], v[2], self.ident(v[3]), v[4] or (), v[6])

    def reveal(self, span: Span, v: Values, cites: Cites) -> ast.Reveal:
        return ast.Reveal(span, v[1], v[3])

    def announce(self, span: Span, v: Values, cites: Cites) -> ast.Announce:
        return ast.Announce(span, v[1], v[3])

    def set(self, span: Span, v: Values, cites: Cites) -> ast.Set:
        return ast.Set(span, v[1], v[3])

    def do(self, span: Span, v: Values, cites: Cites) -> ast.Do:
        return ast.Do(span, v[0], v[2], v[3] is not None)

    def next_turn(self, span: Span, v: Values, cites: Cites) -> ast.NextTurn:
        return ast.NextTurn(span, v[1])

    def end_game(self, span: Span, v: Values, cites: Cites) -> ast.EndGame:
        return ast.EndGame(span)

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

    def one_of(self, span: Span, v: Values, cites: Cites) -> Up:
        return Up(ast.OneOf(span, v[0], nodes(v, ast.Bullet), nodes(v, ast.Tell)), cites)

    def bullet(self, span: Span, v: Values, cites: Cites) -> ast.Bullet:
        label, line, block = v
        self._no_alternative(line)
        return ast.Bullet(span, label, cites, (line.statement(), *(block or ())))

    def bullet_compound(self, span: Span, v: Values, cites: Cites) -> ast.Bullet:
        label, act = v
        return ast.Bullet(span, label, cites, (ast.Statement(act.span, None, act, ()),))

    def bullet_group(self, span: Span, v: Values, cites: Cites) -> ast.Bullet:
        return ast.Bullet(span, v[0], cites, v[1] or ())

    def repeatedly(self, span: Span, v: Values, cites: Cites) -> tuple[str, ast.Expr | None]:
        return "repeatedly", None

    def at_most(self, span: Span, v: Values, cites: Cites) -> tuple[str, ast.Expr | None]:
        return "upto", v[1]

    def may_line(self, span: Span, v: Values, cites: Cites) -> Up:
        line: Line = v[3]
        tells = tuple(ast.Statement(x.span, None, x, ()) for x in nodes(v, ast.Tell))
        return self.may_block(span, [*v[:3], None, line.declined, (line.statement(), *tells)], cites)

    def may_block(self, span: Span, v: Values, cites: Cites) -> Up:
        often, limit = v[2] or ("once", None)
        return Up(ast.May(span, v[0], often, limit, v[-1], v[-2]), cites)

    def repeat(self, span: Span, v: Values, cites: Cites) -> Up:
        return Up(ast.Repeat(span, None, None, v[1]), cites)

    def repeat_until(self, span: Span, v: Values, cites: Cites) -> Up:
        return Up(ast.Repeat(span, v[2], None, v[3]), cites)

    def repeat_times(self, span: Span, v: Values, cites: Cites) -> Up:
        return Up(ast.Repeat(span, None, v[1], v[3]), cites)

    def turns(self, span: Span, v: Values, cites: Cites) -> Up:
        return Up(ast.Turns(span, v[0].kind == "ROUNDS", v[2], v[4], v[6], v[7]), cites)

    def secretly(self, span: Span, v: Values, cites: Cites) -> Up:
        return Up(ast.Secretly(span, v[1]), cites)


def nodes(values: Values, *classes: type[Any]) -> tuple[Any, ...]:
    """Keep the values of some classes."""
    return tuple(x for x in values if isinstance(x, classes))

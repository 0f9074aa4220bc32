"""Statements as lines of text."""

from __future__ import annotations

from typing import assert_never, get_args

from rulekit.syntax import ast
from rulekit.syntax.printing.expressions import POSTFIX, RANGE, SUM, ExpressionPrinter

STEP = "  "
_ON_ONE_LINE = get_args(ast.Simple)
Lines = list[str]


def indented(lines: Lines) -> Lines:
    """Push lines one level in."""
    return [STEP + line for line in lines]


class StatementPrinter(ExpressionPrinter):
    """Prints blocks; a line's citations stand at its end."""

    def block(self, block: ast.Block) -> Lines:
        """Print the statements of a block, without indentation."""
        return [line for one in block for line in self.statement(one)]

    def statement(self, node: ast.Statement) -> Lines:
        """Print a statement: its own line, and the block below it."""
        label = self.ident(node.label) + ":" if node.label else ""
        before = label + " " if label and not isinstance(node.act, ast.Group) else label
        return self._act(before, node, self.cites(node.cites))

    def _act(self, before: str, node: ast.Statement, cites: str) -> Lines:
        if isinstance(node.act, ast.Compound):
            head, *below = self._compound(node.act)
            return [before + head + cites, *below]
        if isinstance(node.act, ast.Tell):
            return [self.tell(node.act)]
        return [before + self.simple(node.act) + self.after(node.text) + cites, *self.tells(node.tells)]

    def after(self, text: ast.Text | None) -> str:
        """Print a text that stands behind something."""
        return "" if text is None else f" {self.text(text)}"

    def tells(self, tells: tuple[ast.Tell, ...]) -> Lines:
        """Print tellings, below what they tell."""
        return indented([self.tell(one) for one in tells])

    def tell(self, node: ast.Tell) -> str:
        """Print one telling."""
        where = f" {self.word('IN')} {self.ident(node.section)}" if node.section else ""
        return f"{self.word('TELL')}{where} {self.text(node.text)}{self.cites(node.cites)}"

    # ---- simple statements ----
    def _who(self, subject: ast.Expr | None, terminal: str) -> str:
        who = self.expr(subject, POSTFIX) + " " if subject is not None else ""
        return who + self.word(terminal, subject is not None)

    def simple(self, act: ast.Simple) -> str:
        """Print a statement that takes one line."""
        match act:
            case ast.Choose():
                return self._choose(act)
            case ast.OnlyIf():
                because = f" {self.word('BECAUSE')} {self.text(act.reason)}" if act.reason else ""
                return f"{self.word('ONLYIF')} {self.expr(act.test)}{because}"
            case ast.Let():
                return f"{self.word('LET')} {self.ident(act.name)} = {self.expr(act.value)}"
            case ast.Set():
                return f"{self.word('SET')} {self.expr(act.target, POSTFIX)} {self.word('TO')} {self.expr(act.value)}"
            case ast.Gain() | ast.Pay():
                return self._coins(act)
            case ast.Do():
                able = f" {self.word('IFABLE')}" if act.if_able else ""
                return f"{self._who(act.subject, 'DO')} {self.deed(act.deed)}{able}"
            case ast.NextTurn():
                return f"{self.word('NEXTTURN')} {self.expr(act.player)}"
            case ast.EndGame():
                return self.word("ENDGAME")
            case ast.Shuffle():
                return f"{self.word('SHUFFLE')} {self.expr(act.place, POSTFIX)}"
            case ast.Move() | ast.Draw() | ast.Fill() | ast.Deal():
                return self._pieces(act)
            case ast.Reveal(what=what):
                return f"{self.word('REVEAL')} {self.expr(what)}{self._to(act.to)}"
            case ast.Announce(text=text):
                return f"{self.word('ANNOUNCE')} {self.text(text)}{self._to(act.to)}"
            case _:
                assert_never(act)

    def _to(self, player: ast.Expr | None) -> str:
        return "" if player is None else f" {self.word('TO')} {self.expr(player, POSTFIX)}"

    def _pieces(self, act: ast.Move | ast.Draw | ast.Fill | ast.Deal) -> str:
        to = self.word("UNDER" if isinstance(act, ast.Move | ast.Draw) and act.under else "TO")
        from_ = self.word("FROM")
        match act:
            case ast.Move():
                return f"{self._who(act.subject, 'MOVE')} {self.expr(act.what)} {to} {self.expr(act.to, POSTFIX)}"
            case ast.Draw():
                source = self.expr(act.source, POSTFIX)
                count = self.expr(act.count, SUM)
                return f"{self._who(act.subject, 'DRAW')} {count} {from_} {source} {to} {self.expr(act.to, POSTFIX)}"
            case ast.Fill():
                place, source = self.expr(act.place, POSTFIX), self.expr(act.source, POSTFIX)
                return f"{self.word('FILL')} {place} {to} {self.expr(act.to, SUM)} {from_} {source}"
            case ast.Deal():
                count = self.word("ALL") if act.count is None else self.expr(act.count, SUM)
                return f"{self.word('DEAL')} {count} {from_} {self.expr(act.source, POSTFIX)} {to} {self.ident(act.to)}"
            case _:
                assert_never(act)

    def _coins(self, act: ast.Gain | ast.Pay) -> str:
        indices = f"[{self.many(act.indices)}]" if act.indices else ""
        to = f" {self.word('TO')} {self.expr(act.to, POSTFIX)}" if isinstance(act, ast.Pay) and act.to is not None else ""
        who = self._who(act.subject, "PAY" if isinstance(act, ast.Pay) else "GAIN")
        return f"{who} {self.expr(act.count, SUM)} {self.ident(act.tally)}{indices}{to}"

    def _choose(self, act: ast.Choose) -> str:
        where = f" {self.word('WHERE')} {self.expr(act.where)}" if act.where is not None else ""
        random = f" {self.word('ATRANDOM')}" if act.at_random else ""
        private = f", {self.word('PRIVATE')}" if act.private else ""
        return f"{self._who(act.subject, 'CHOOSE')} {', '.join(map(self._pick, act.picks))}{where}{random}{private}"

    def _pick(self, node: ast.Pick) -> str:
        source = f" {self.word('IN')} {self.expr(node.source, RANGE)}" if node.source is not None else ""
        return self._amount(node.amount) + self.ident(node.name) + source

    def _amount(self, node: ast.Amount | None) -> str:
        if node is None:
            return ""
        if node.kind == "upto" and node.high is not None:
            return f"{self.word('UPTO')} {self.expr(node.high, SUM)} "
        if node.low is None:
            return self.word("SOME") + " "
        if node.kind == "between" and node.high is not None:
            return f"{self.expr(node.low)}..{self.expr(node.high)} "
        return f"{self.expr(node.low)} " if isinstance(node.low, ast.Number) else f"({self.expr(node.low)}) "

    # ---- statements with blocks ----
    def _compound(self, act: ast.Compound) -> Lines:
        match act:
            case ast.If():
                return self._if(act)
            case ast.ForEach():
                return [f"{self.word('FOREACH')} {self.binders(act.binders, act.where)}", *indented(self.block(act.block))]
            case ast.OneOf():
                bullets = [line for one in act.bullets for line in self.bullet(one)]
                return [self._who(act.subject, "ONEOF"), *self.tells(act.tells), *indented(bullets)]
            case ast.May():
                return self._may(act)
            case ast.Repeat():
                until = f" {self.word('UNTIL')} {self.expr(act.until)}" if act.until is not None else ""
                times = f" {self.expr(act.times, SUM)} {self.word('TIMES')}" if act.times is not None else ""
                return [self.word("REPEAT") + until + times, *indented(self.block(act.block))]
            case ast.Turns():
                head = f"{self.word('ROUNDS' if act.whole else 'TURNS')} {self.word('FROM')} {self.expr(act.start, POSTFIX)}"
                where = f" {self.word('WHERE')} {self.expr(act.where)}" if act.where is not None else ""
                until = f" {self.word('UNTIL')} {self.expr(act.until)}" if act.until is not None else ""
                return [head + where + until, *indented(self.block(act.block))]
            case ast.Secretly():
                return [self.word("SECRETLY"), *indented(self.block(act.block))]
            case ast.Group():
                return ["", *indented(self.block(act.block))]
            case _:
                assert_never(act)

    def _if(self, act: ast.If) -> Lines:
        out: Lines = []
        for i, (test, block) in enumerate(act.branches):
            out += [f"{self.word('ELSEIF' if i else 'IF')} {self.expr(test)}", *indented(self.block(block))]
        if act.otherwise:
            out += [self.word("ELSE"), *indented(self.block(act.otherwise))]
        return out

    def _may(self, act: ast.May) -> Lines:
        head = self._who(act.subject, "MAY")
        if act.often == "repeatedly":
            head += " " + self.word("REPEATEDLY")
        elif act.limit is not None:
            head += f" {self.word('UPTO')} {self.expr(act.limit, SUM)} {self.word('TIMES')}"
        declined = f", {self.word('OR')}{self.after(act.declined)}" if act.declined is not None else ""
        only, *tells = act.block
        one_line = all(isinstance(t.act, ast.Tell) for t in tells) and not (only.label or only.cites or only.tells)
        if one_line and isinstance(only.act, _ON_ONE_LINE) and not (declined and isinstance(only.act, ast.Choose | ast.OnlyIf)):
            return [f"{head} {self.simple(only.act)}{self.after(only.text)}{declined}", *indented(self.block(tuple(tells)))]
        return [head + declined, *indented(self.block(act.block))]

    def bullet(self, node: ast.Bullet) -> Lines:
        """Print one line of `one of`, and what lies below it."""
        label = self.ident(node.label) + ":" if node.label else ""
        cites = self.cites(node.cites)
        first = node.block[0] if node.block else None
        if (
            first is None
            or first.label
            or first.cites
            or isinstance(first.act, ast.Tell)
            or (isinstance(first.act, ast.Compound) and (len(node.block) > 1 or node.label))
        ):
            return [f"- {label}{cites}", *indented(self.block(node.block))]
        head, *below = self._act(f"- {label} " if label else "- ", first, cites)
        return [head, *below, *indented(self.block(node.block[1:]))]

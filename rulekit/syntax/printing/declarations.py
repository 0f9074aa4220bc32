"""Declarations, examples and changes as lines of text."""

from __future__ import annotations

from typing import Any

from rulekit.syntax import ast
from rulekit.syntax.printing.expressions import POSTFIX, RANGE, SUM
from rulekit.syntax.printing.statements import Lines, StatementPrinter, indented

HOWS = {"most": "MOST", "fewest": "FEWEST", "only_if": "ONLYIF"}


class DeclarationPrinter(StatementPrinter):
    """Prints items: the method named like the class of a node prints it."""

    def item(self, node: Any) -> Lines:
        """Print whatever begins in the first column."""
        lines: Lines = getattr(self, f"_{type(node).__name__.lower()}")(node)
        return lines

    def _tell(self, node: ast.Tell) -> Lines:
        return [self.tell(node)]

    # ---- heads ----
    def _game(self, node: ast.Game) -> Lines:
        head = f"{self.word('GAME')} {self.ident(node.name)} {self.string(node.title)}{self.cites(node.cites)}"
        return [head, *indented([self._head_line(x) for x in node.head])]

    def _overlayhead(self, node: ast.OverlayHead) -> Lines:
        names = f"{self.word(node.role.upper())} {self.ident(node.name)} {self.word('OF')} {self.ident(node.game)}"
        return [f"{names} {self.string(node.title)}{self.cites(node.cites)}", *indented([self._head_line(x) for x in node.head])]

    def _head_line(self, node: ast.HeadLine) -> str:
        return self._head_text(node) + self.cites(node.cites)

    def _head_text(self, node: ast.HeadLine) -> str:
        match node:
            case ast.By():
                return f"{self.word('BY')} {', '.join(map(self.string, node.names))}"
            case ast.PlayersLine():
                return f"{self.word('PLAYERS')} {node.low}" + (f"..{node.high}" if node.high != node.low else "")
            case ast.Age():
                return f"{self.word('AGE')} {node.years}"
            case ast.Minutes():
                return f"{self.word('MINUTES')} {node.minutes}"
            case ast.Source():
                return f"{self.word('SOURCE')} {self.ident(node.name)} {self.string(node.title)}"
            case ast.Why():
                return f"{self.word('WHY')} {self.string(node.text)}"
            case ast.Over():
                return f"{self.word('OVER')} {self.ident(node.name)}"

    def _section(self, node: ast.Section) -> Lines:
        headings = [f"{self.ident(h.source)} {self.string(h.title)}{self.cites(h.cites)}" for h in node.headings]
        part = f" {self.word('IN')} {self.ident(node.part_of)}" if node.part_of else ""
        head = f"{self.word('SECTION')} {self.ident(node.name)}{part}{self.after(node.title)}{self.cites(node.cites)}"
        return [head, *indented(headings), *self.tells(node.tells)]

    def _remark(self, node: ast.Remark) -> Lines:
        return [f"{self.word('REMARK')} {self.string(node.text)}{self.cites(node.cites)}"]

    # ---- components ----
    def _kind(self, node: ast.Kind) -> Lines:
        values = ": " + ", ".join(map(self.ident, node.values)) if node.values else ""
        head = f"{self.word('KIND')} {self.ident(node.name)}{values}{self.cites(node.cites)}"
        return [head, *indented(self._attributes(node.attributes) + self.rows(node.rows)), *self.tells(node.tells)]

    def _piece(self, node: ast.Piece) -> Lines:
        head = f"{self.word('PIECE')} {self.ident(node.name)} {self.word('IN')} {self.expr(node.start, POSTFIX)}"
        total = [f"{self.word('TOTAL')} {self.expr(node.total.value)}{self.cites(node.total.cites)}"] if node.total else []
        below = indented(self._attributes(node.attributes) + self.rows(node.rows) + total)
        return [head + self.cites(node.cites), *below, *self.tells(node.tells)]

    def _attributes(self, nodes: tuple[ast.Attribute, ...]) -> Lines:
        return [
            self.ident(x.name)
            + (f": {self.type(x.type)}" if x.type else "")
            + (f" = {self.expr(x.initial)}" if x.initial is not None else "")
            + self.cites(x.cites)
            for x in nodes
        ]

    def _place(self, node: ast.Place) -> Lines:
        name = f"{self.ident(node.name)}{self.dims(node.dims)}{self.after(node.sentence)}"
        head = f"{self.word('PLACE')} {name}: {self.word(node.shape.upper())}"
        sight = f", {self.word(node.sight.upper())}" if node.sight else ""
        refill = f", {self.word('REFILLED')} {self.expr(node.refill, POSTFIX)}" if node.refill is not None else ""
        whole = f"{head} {self.word('OF')} {self.ident(node.sort)}{sight}{refill}{self.cites(node.cites)}"
        return [whole, *self.tells(node.tells)]

    def _tally(self, node: ast.Tally) -> Lines:
        bank = f" {self.word('BANK')} {self.expr(node.bank, SUM)}" if node.bank is not None else ""
        name = f"{self.ident(node.name)}{self.dims(node.dims)}{self.after(node.sentence)}"
        return [f"{self.word('TALLY')} {name}{bank}{self.cites(node.cites)}", *self.tells(node.tells)]

    def _marker(self, node: ast.Marker) -> Lines:
        sight = f", {self.word(node.sight.upper())}" if node.sight else ""
        initial = f" = {self.expr(node.initial)}" if node.initial is not None else ""
        name = f"{self.ident(node.name)}{self.dims(node.dims)}{self.after(node.sentence)}"
        head = f"{self.word('MARKER')} {name}: {self.type(node.type)}"
        return [head + sight + initial + self.cites(node.cites), *self.tells(node.tells)]

    def _option(self, node: ast.Option) -> Lines:
        some = [self.expr(v.low) + (f"..{v.high}" if v.high is not None else "") for v in node.among]
        among = f" {self.word('AMONG')} {', '.join(some)}" if some else ""
        head = f"{self.word('OPTION')} {self.ident(node.name)} {self.string(node.question)} = {self.expr(node.default)}{among}"
        answers = [
            f"- {self.expr(a.value)}" + (f" {self.string(a.meaning)}" if a.meaning is not None else "") + self.cites(a.cites)
            for a in node.answers
        ]
        return [head + self.cites(node.cites), *indented(answers), *self.tells(node.tells)]

    def _table(self, node: ast.Table) -> Lines:
        head = (
            f"{self.word('TABLE')} {self.ident(node.name)}{self.dims(node.dims)}: {self.type(node.type)}{self.cites(node.cites)}"
        )
        return [head, *indented(self.rows(node.rows)), *self.tells(node.tells)]

    def rows(self, rows: tuple[ast.Row, ...]) -> Lines:
        """Print the rows of a table; `printer` aligns them."""
        return ["| " + " | ".join(map(self._cell, row.cells)) + " |" + self.cites(row.cites) for row in rows]

    def _cell(self, node: ast.Cell) -> str:
        if isinstance(node.special, ast.Hole):
            text = "-"
        elif node.special is not None:
            text = self.word("EACH")
        else:
            text = " / ".join(", ".join(map(self._entry, layer)) for layer in node.layers)
        return (text + self.cites(node.cites)[1:]).strip() if not text else text + self.cites(node.cites)[1:]

    def _entry(self, node: Any) -> str:
        return " ".join(map(self.ident, node.words)) if isinstance(node, ast.Described) else self.expr(node, RANGE)

    # ---- rules ----
    def _define(self, node: ast.Define) -> Lines:
        head = f"{self.word('DEFINE')} {self.ident(node.name)}{self.params(node.params)}{self.after(node.sentence)}"
        return [f"{head} = {self.expr(node.value)}{self.cites(node.cites)}", *self.tells(node.tells)]

    def _setup(self, node: ast.Setup) -> Lines:
        return [self.word("SETUP") + self.cites(node.cites), *indented(self.block(node.block))]

    def _play(self, node: ast.Play) -> Lines:
        return [self.word("PLAY") + self.cites(node.cites), *indented(self.block(node.block))]

    def _action(self, node: ast.Action | ast.Step) -> Lines:
        word = self.word("ACTION" if isinstance(node, ast.Action) else "STEP")
        return [
            f"{word} {self.ident(node.name)}{self.params(node.params)}{self.after(node.sentence)}{self.cites(node.cites)}",
            *indented(self.block(node.block)),
        ]

    _step = _action

    def _score(self, node: ast.Score) -> Lines:
        return [
            f"{self.word('SCORE')} {self.ident(node.player)}{self.cites(node.cites)}",
            *indented(self._score_lines(node.lines)),
            *self.tells(node.tells),
        ]

    def _score_lines(self, lines: tuple[ast.ScoreLine, ...]) -> Lines:
        return [
            line
            for x in lines
            for line in (f"{self.ident(x.name)}: {self.expr(x.value)}{self.cites(x.cites)}", *self.tells(x.tells))
        ]

    def _winner(self, node: ast.Winner) -> Lines:
        criteria = [f"{self.word(HOWS[c.how])} {self.expr(c.value)}{self.cites(c.cites)}" for c in node.criteria]
        head = f"{self.word('WINNER')} {self.ident(node.player)}{self.cites(node.cites)}"
        return [head, *indented(criteria), *self.tells(node.tells)]

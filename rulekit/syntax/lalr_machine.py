"""The LALR(1) machine: lexemes come in, one by one, and are reduced to values by whoever builds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulekit.syntax.layout import END, Lexeme
from rulekit.syntax.parse_tables import ParseTable, Shape

Build = Callable[[Shape, list[Any], int], Any]


class Machine:
    """One run over one text. Nothing is recursive here, however deep the text."""

    def __init__(self, table: ParseTable, start: str, build: Build) -> None:
        self.table, self.build = table, build
        self.end = table.ends[start]
        self.states = [table.starts[start]]
        self.values: list[Any] = []
        self.position = 0

    def row(self) -> Mapping[str, int]:
        """Return what the machine can do next, by symbol."""
        return self.table.states[self.states[-1]]

    def feed(self, lexeme: Lexeme) -> bool:
        """Take a lexeme; False if it cannot stand here."""
        states, rows = self.states, self.table.states
        while True:
            go = rows[states[-1]].get(lexeme.kind)
            if go is None:
                return False
            if go >= 0:
                states.append(go)
                self.values.append(lexeme)
                self.position = lexeme.end
                return True
            self._reduce(self.table.rules[-1 - go])
            if lexeme.kind == END and states[-1] == self.end:
                return True

    def _reduce(self, rule: Shape) -> None:
        states, values = self.states, self.values
        if rule.size == 1:
            values[-1] = self.build(rule, values[-1:], self.position)
            states[-1] = self.table.states[states[-2]][rule.origin]
            return
        first = len(values) - rule.size
        children = values[first:]
        del values[first:], states[first + 1 :]  # there is one state more than there are values
        values.append(self.build(rule, children, self.position))
        states.append(self.table.states[states[-1]][rule.origin])

    def expected(self) -> Iterator[str]:
        """Name the terminals that could really come next."""
        for symbol in self.row():
            if (symbol.isupper() or symbol == END) and self._can_take(symbol):
                yield symbol

    def _can_take(self, symbol: str) -> bool:
        states = list(self.states)
        while True:
            go = self.table.states[states[-1]].get(symbol)
            if go is None:
                return False
            if go >= 0:
                return True
            rule = self.table.rules[-1 - go]
            del states[len(states) - rule.size :]
            states.append(self.table.states[states[-1]][rule.origin])
            if symbol == END and states[-1] == self.end:
                return True

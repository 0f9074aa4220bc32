"""The LALR(1) machine: lexemes come in, one by one, and are reduced to values by whoever builds them.

Its tables come from the grammar of a language, by way of a cache on disk: Lark makes them (that takes a second) and is imported
only then. What is kept in the cache is JSON, never a pickle: whatever lies there, reading it runs nothing. A cache that is
missing, broken, foreign or not writable is passed over in silence.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from rulekit.caches import keep, kept, user_folder
from rulekit.syntax.keywords import grammar_text
from rulekit.syntax.layout import END, Lexeme


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


# ---- tables, by way of a cache on disk -----------------------------------------------------------
if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

STARTS = ("file", "items", "expression")
FORMAT = 1


@frozen
class Shape:
    """How a rule becomes a value: whose method builds it, which symbols it keeps, where an absent part leaves a None."""

    origin: str
    name: str
    size: int
    inline: bool
    single: bool
    keep: tuple[tuple[int, int], ...]
    """Kept symbols: position, and how many Nones go before."""
    nones: int
    """How many Nones come at the end."""
    passes: bool = field(init=False)
    """Whether it only hands on its only symbol, if that is one value."""

    @passes.default
    def _passes(self) -> bool:
        return self.single and not self.inline and self.size == 1 and self.keep == ((0, 0),) and not self.nones


@frozen
class ParseTable:
    """`states[s][symbol]` is the state to go to, or -1 - r to reduce by rule r."""

    states: tuple[Mapping[str, int], ...]
    starts: Mapping[str, int]
    ends: Mapping[str, int]
    rules: tuple[Shape, ...]


Build = Callable[[Shape, list[Any], int], Any]


@cache
def table_of(language: str) -> ParseTable:
    """Give the table of a language, from the cache if it is there."""
    text = grammar_text(language)
    key = hashlib.sha256(f"{FORMAT}\n{sys.version_info[:2]}\n{text}".encode()).hexdigest()[:32]
    folder, name = user_folder(), f"{language}-{key}.json"
    found = _read(folder, name) if folder else None
    if found is not None:
        return found
    data = compile_grammar(text)
    if folder:
        keep(folder, name, json.dumps(data, separators=(",", ":")).encode())
    return _from_data(data)


def lark_parser(text: str, *, strict: bool = False) -> Lark:
    """Let Lark read a grammar; `strict` makes every conflict and every collision of terminals an error."""
    from lark import Lark
    from lark.indenter import Indenter

    class Layout(Indenter):
        NL_type, INDENT_type, DEDENT_type = "_NL", "_INDENT", "_DEDENT"
        OPEN_PAREN_types, CLOSE_PAREN_types = ["LPAR", "LSQB"], ["RPAR", "RSQB"]
        tab_len = 8

    if strict:
        return Lark(text, parser="lalr", lexer="contextual", postlex=Layout(), strict=True, start=list(STARTS))
    return Lark(text, parser="lalr", lexer=_no_lexer(), postlex=Layout(), start=list(STARTS))


def _no_lexer() -> Any:
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """Nothing is read by Lark: `layout` does that."""

        __future_interface__ = 2

        def __init__(self, conf: object) -> None:
            self.conf = conf

        def lex(self, lexer_state: object, parser_state: object) -> Any:
            return iter(())

    return NoLexer


def compile_grammar(text: str) -> dict[str, Any]:
    """Make the table of a grammar, as JSON data."""
    parser = lark_parser(text)
    made = parser.parser.parser._parse_table
    rules = list(parser.rules)
    number = {rule: i for i, rule in enumerate(rules)}
    order = {state: i for i, state in enumerate(made.states)}
    states = [
        {symbol: order[arg] if action.name == "Shift" else -1 - number[arg] for symbol, (action, arg) in row.items()}
        for row in made.states.values()
    ]
    return {
        "states": states,
        "starts": {start: order[state] for start, state in made.start_states.items()},
        "ends": {start: order[state] for start, state in made.end_states.items()},
        "rules": [_shape(rule) for rule in rules],
    }


def _shape(rule: Rule) -> list[Any]:
    gaps = [0]
    for missing in rule.options.empty_indices or [False] * len(rule.expansion):
        if missing:
            gaps[-1] += 1
        else:
            gaps.append(0)
    keep, nones = [], 0
    for i, symbol in enumerate(rule.expansion):
        nones += gaps[i]
        if not (symbol.is_term and symbol.filter_out):  # type: ignore[attr-defined]
            keep.append([i, nones])
            nones = 0
    origin = str(rule.origin.name)
    single = bool(rule.options.expand1) and not rule.alias
    return [
        origin,
        str(rule.alias or origin),
        len(rule.expansion),
        origin.startswith("_"),
        single,
        keep,
        nones + gaps[len(rule.expansion)],
    ]


def _from_data(data: Mapping[str, Any]) -> ParseTable:
    rules = tuple(
        Shape(origin, name, size, inline, single, tuple((i, n) for i, n in keep), nones)
        for origin, name, size, inline, single, keep, nones in data["rules"]
    )
    return ParseTable(tuple(data["states"]), data["starts"], data["ends"], rules)


def _read(folder: Path, name: str) -> ParseTable | None:
    try:
        return _from_data(json.loads(kept(folder, name) or b""))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None

"""The parse table: the grammar of a language comes in, plain LALR(1) tables go out, by way of a cache on disk.

Lark makes the table (that takes a second) and is imported only then. What is kept in the cache is JSON, never a pickle: whatever
lies there, reading it runs nothing. A cache that is missing, broken, foreign or not writable is passed over in silence.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from rulekit.caches import keep, kept, user_folder
from rulekit.syntax.keywords import grammar_text

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

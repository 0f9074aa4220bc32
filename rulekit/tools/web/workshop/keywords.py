"""What an editor must know of the language: the table of keywords and the parser's table come in, plain data goes out.

Nothing about a word is written here. Its spellings come from `keywords.toml`, where it may stand comes from the parser's table,
and what it is called (declaration, statement …) follows from what the parser expects after some terminals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from rulekit.syntax.keywords import JOINING, Vocabulary, languages, vocabulary
from rulekit.syntax.lalr_machine import Machine, ParseTable, Shape, table_of
from rulekit.syntax.layout import DEDENT, GOES_ON, INDENT, LAYOUT, MARKS, NEWLINE, Lexeme
from rulekit.tools.web.workshop.snippets import snippets

OTHER = "joining"
GROUPS = ("citation", "literal", "declaration", "heading", "shape", "statement", "operator", OTHER)
"""What a keyword can be; one that could be several is the first of them."""

PROBES = (
    ("citation", "items", "SETUP"),
    ("declaration", "items", ""),
    ("heading", "items", "GAME NAME STRING _NL _INDENT"),
    ("heading", "items", "EXAMPLE NAME STRING _NL _INDENT"),
    ("shape", "items", "PLACE NAME COLON"),
    ("shape", "items", "PLACE NAME COLON BAG OF NAME COMMA"),
    ("statement", "items", "SETUP _NL _INDENT"),
    ("statement", "items", "SETUP _NL _INDENT IF NAME _NL _INDENT ENDGAME _NL _DEDENT"),
    ("statement", "items", "WINNER NAME _NL _INDENT"),
    ("operator", "expression", ""),
    ("operator", "expression", "NAME"),
)
"""A keyword that can follow these terminals belongs to that group, unless it belongs to one before."""


@cache
def keyword_table() -> dict[str, Any]:
    """Give all an editor needs to colour and complete rule files, as plain data.

    `groups` sorts the keywords' terminals, `languages` spells them; `starts`, `lines`, `after` and `within` tell where each (and
    NAME) can stand: at the beginning of the file's lines, of indented lines, after which terminal, and in which declarations.
    A line that begins with one of `opens` can have a block.
    """
    table = table_of(languages()[0])
    keywords = frozenset(vocabulary(languages()[0]).spellings)
    words = keywords | {"NAME"}
    after = _after(table)
    starts = _in_order(keywords, _expected(table, "items", ""))
    return {
        "groups": _groups(table, keywords, after),
        "starts": starts,
        "lines": _in_order(words, (after[NEWLINE] | after[INDENT] | after[DEDENT]) - set(starts) | _probed(table, "heading")),
        "after": {word: _in_order(words, some) for word, some in sorted(after.items()) if word not in LAYOUT},
        "within": {word: _in_order(words, _beyond(table, [table.states[table.starts["items"]][word]])) for word in starts},
        "opens": sorted(word for word in keywords if INDENT in _beyond(table, _entered(table, word))),
        "marks": dict(MARKS),
        "goes_on": sorted(GOES_ON),
        "joining": sorted(JOINING),
        "languages": {language: _language(vocabulary(language)) for language in languages()},
    }


def _language(words: Vocabulary) -> dict[str, Any]:
    """Return the words of one language: spellings of keywords, local spellings of standard names, and snippets."""
    return {
        "keywords": {terminal: list(some) for terminal, some in words.spellings.items()},
        "names": dict(words.local),
        "snippets": snippets(words),
    }


def _groups(table: ParseTable, words: frozenset[str], after: Mapping[str, set[str]]) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {group: set() for group in GROUPS}
    found["literal"] = {word for word in words if "ISNOT" in after.get(word, ())}
    for group in GROUPS:
        found[group] |= _probed(table, group)
    found[OTHER] = set(words)
    left = set(words)
    groups = {}
    for group in GROUPS:
        groups[group] = _in_order(words, found[group] & left)
        left -= found[group]
    return groups


def _probed(table: ParseTable, group: str) -> set[str]:
    return {word for one, start, before in PROBES if one == group for word in _expected(table, start, before)}


def _expected(table: ParseTable, start: str, before: str) -> set[str]:
    """Return the terminals that can stand after some others."""
    machine = Machine(table, start, _nothing)
    for kind in before.split():
        taken = machine.feed(Lexeme(kind, "", 0, 0))
        assert taken, f"{kind} cannot stand in {before}"
    return set(machine.expected())


def _nothing(shape: Shape, values: list[Any], position: int) -> None:
    """Build nothing: only what can stand where is asked."""


def _after(table: ParseTable) -> dict[str, set[str]]:
    """For every terminal those that can come next."""
    found: dict[str, set[str]] = {}
    for row in table.states:
        for symbol, go in row.items():
            if symbol.isupper() and go >= 0:
                found.setdefault(symbol, set()).update(s for s in table.states[go] if s.isupper())
    return found


def _entered(table: ParseTable, symbol: str) -> list[int]:
    """Return the states that are entered by a symbol."""
    return [go for row in table.states if (go := row.get(symbol, -1)) >= 0]


def _beyond(table: ParseTable, ways: list[int]) -> set[str]:
    """Return the symbols that can stand later in what some states are in the midst of."""
    seen = set(ways)
    found: set[str] = set()
    while ways:
        for symbol, go in table.states[ways.pop()].items():
            if go >= 0:
                found.add(symbol)
                if go not in seen:
                    seen.add(go)
                    ways.append(go)
    return found


def _in_order(words: frozenset[str], some: Iterable[str]) -> list[str]:
    return sorted(words.intersection(some))

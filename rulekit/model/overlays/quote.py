"""A house rule to begin with: the rules of a game, quoted by address.

Comes in: the text and tree of a game. Goes out: text for a file of changes that says what the game says already, to be edited;
a list of what can be changed; other answers to an option. Citations are left out: a house rule is not in the book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import dedent, indent

import attrs
from attrs import frozen

from rulekit.model.overlays.addresses import Found, addresses, find, number_rules
from rulekit.syntax import ast
from rulekit.syntax.keywords import vocabulary
from rulekit.syntax.printing.printer import Printer

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_CITES = re.compile(rf"({_STRING})|#[^\n]*|@(?:{_STRING}|[^\"|#\n])*")


@frozen
class Source:
    """A game to quote from: its text, the words of its language, its items with the requirements numbered."""

    text: str
    words: Printer
    language: str
    items: tuple[ast.Item, ...]


def source_of(text: str, file: ast.File) -> Source:
    """Make a game ready to be quoted."""
    return Source(text, Printer(vocabulary(file.language)), file.language, number_rules(file.items))


def heading(source: Source, name: str, game: str, title: str, why: str) -> str:
    """Return the first lines of a house rule."""
    word, string, named = source.words.word, source.words.string, source.words.plain_name
    first = f"{word('VARIANT')} {named(name)} {word('OF')} {named(game)} {string(title)}"
    return f"{first}\n  {word('WHY')} {string(why)}\n"


# ---- quoting -------------------------------------------------------------------------------------
def quoted(source: Source, address: tuple[str, ...]) -> str | None:
    """Return a change that puts in the place of something what is there already; None if there is nothing at the address."""
    found = find(source.items, address)
    if found is None:
        return None
    replace = source.words.word("REPLACE")
    there = source.words.line(ast.Address(found.part.span, address))
    match found.part:
        case ast.Statement() | ast.Row() | ast.Bullet():
            return f"{replace} {there}\n{indent(present(source, found), '  ')}\n"
        case ast.ScoreLine():
            return f"{replace} {there} = {present(source, found).partition(':')[2].strip()}\n"
        case ast.Cell(layers=((_,),)):
            return f"{replace} {there} = {present(source, found)}\n"
        case ast.Cell():
            return quoted(source, address[:-1])
        case _:
            return f"{replace} {present(source, found)}\n"


def present(source: Source, found: Found) -> str:
    """Return what stands at an address, without citations and comments, its lines moved to the left."""
    part = found.part
    span, column = part.span, part.span.column
    if isinstance(part, ast.Bullet) and part.block:
        span, column = attrs.evolve(span, start=part.block[0].span.start), column + 2
    text = " " * (column - 1) + source.text[span.start : span.end]
    bare = _CITES.sub(lambda match: match[1] or "", text)
    return dedent("\n".join(line.rstrip() for line in bare.split("\n") if line.strip()))


def listed(source: Source) -> Iterator[tuple[str, str]]:
    """Yield what can be changed, with its first line; examples aside."""
    for address in addresses(source.items):
        found = find(source.items, tuple(address.split(".")))
        if found is not None and not isinstance(found.part, ast.Example):
            lines = present(source, found).split("\n")
            yield address, re.sub(" {2,}", " ", lines[0]) + (" …" if len(lines) > 1 else "")


# ---- options -------------------------------------------------------------------------------------
def options(source: Source) -> Iterator[ast.Option]:
    """Return the options of a game."""
    return (item for item in source.items if isinstance(item, ast.Option))


def other_answers(source: Source, option: ast.Option) -> Iterator[str]:
    """Yield lines that answer an option otherwise; whether a number is allowed is for the checker to say."""
    for value in _others(option):
        if value != option.default:
            yield f"{source.words.word('WITH')} {source.words.line(option.name)} = {source.words.expr(value)}\n"


def _others(option: ast.Option) -> Iterator[ast.Literal]:
    yield from (answer.value for answer in option.answers)
    match option.default:
        case ast.Truth(value=value):
            yield ast.Truth(option.span, not value)
        case ast.Number(value=number):
            yield ast.Number(option.span, number + 1)
            yield ast.Number(option.span, max(0, number - 1))
    yield from (value for value in option.among if isinstance(value, ast.Number | ast.Unlimited | ast.Ident | ast.Truth))


def minutes_line(source: Source) -> str:
    """Return a line for the head that changes how long a game takes: for games without options."""
    heads = (line for item in source.items if isinstance(item, ast.Game) for line in item.head)
    now = next((line.minutes for line in heads if isinstance(line, ast.Minutes)), 10)
    return f"  {source.words.word('MINUTES')} {now + 5}\n"

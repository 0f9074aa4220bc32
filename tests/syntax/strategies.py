# ruff: noqa: E501
"""Trees of whole files, for properties: everything the grammar can say, in small pieces, with names that are hard to print."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rulekit.diagnostics import NOWHERE as N
from rulekit.syntax import ast
from rulekit.syntax.keywords import vocabulary

STANDARD = sorted(vocabulary("en").local)
HARD = [
    "row",
    "place",
    "where",
    "and",
    "or",
    "in",
    "e",
    "o",
    "de",
    "da",
    "if",
    "else",
    "elif",
    "true",
    "first",
    "text",
    "up",
    "to",
    "at",
    "end",
    "turn",
    "next",
    "each",
    "none",
    "me",
    "is",
    "can",
    "Hand",
    "alle",
    "von",
    "un",
]
JOINING = {"and", "or", "is", "in", "not", "where"}  # after a number these go on with its expression: no thing is called so
OWN = st.sampled_from(["x", "card", "hand_size", "été", *HARD])
own = st.builds(ast.Ident, st.just(N), OWN)
ident = st.one_of(own, own, st.builds(ast.Ident, st.just(N), st.sampled_from(STANDARD), st.just(True)))
string = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


def build(cls: Any, *parts: Any, **named: Any) -> Any:
    return st.builds(cls, st.just(N), *parts, **named)


def some(of: Any, least: int = 1, most: int = 2) -> Any:
    return st.lists(of, min_size=least, max_size=most).map(tuple)


def maybe(of: Any) -> Any:
    return st.one_of(st.none(), of)


place = st.sampled_from(["1", "12", "b1", "c2", "x4"])
name_text = st.one_of(OWN, st.sampled_from(STANDARD))
cite = st.one_of(
    build(ast.Cite, maybe(name_text), maybe(name_text), place), build(ast.Assumed, string), build(ast.Ruling, string)
)
cites = st.one_of(st.just(()), st.just(()), some(cite, 1, 3))
weighed = st.one_of(cites, some(st.one_of(cite, build(ast.Arguable, string), build(ast.Slip, string)), 1, 3))
digits = st.sampled_from(["1", "3"])
address = st.builds(lambda a, b: ast.Address(N, (a, *b)), name_text, some(st.one_of(name_text, digits), 0, 2))
inside = st.builds(lambda a, b: ast.Address(N, (a, *b)), name_text, some(st.one_of(name_text, digits), 1, 2))
number = build(ast.Number, st.integers(0, 2**31))
plain = [
    st.just(x) for x in (ast.Truth(N, True), ast.Truth(N, False), ast.NoneValue(N), ast.Empty(N), ast.Me(N), ast.Unlimited(N))
]
COLLECTORS = [ast.Ident(N, name, True) for name in ("count", "list", "first")]
OPERATORS = ["+", "-", "*", "div", "mod", "..", "and", "or", "is", "is not", "in", "not in", "<", "<=", ">", ">="]


def larger(expr: Any) -> Any:
    argument = st.one_of(expr, build(ast.Named, ident, expr))
    binder = build(ast.Binder, ident, maybe(expr))
    sourced = build(ast.Binder, ident, expr)
    deed = build(ast.Deed, ident, some(argument, 0))
    return st.one_of(
        build(ast.ListLiteral, some(expr, 0)),
        build(ast.Index, expr, some(expr)),
        build(ast.Field, expr, st.one_of(ident, st.builds(ast.Ident, st.just(N), digits))),
        build(ast.Call, ident, some(argument, 0)),
        build(ast.Call, st.sampled_from(COLLECTORS), some(build(ast.Binary, st.just("in"), ident, expr))),
        build(ast.Collect, ident, expr, some(binder), maybe(expr)),
        build(ast.Collect, ident, st.none(), some(binder), expr),
        build(ast.Collect, st.sampled_from(COLLECTORS), st.none(), some(sourced), st.none()),
        build(ast.Unary, st.sampled_from(["-", "not"]), expr),
        build(ast.Binary, st.sampled_from(OPERATORS), expr, expr),
        build(ast.Conditional, expr, expr, expr),
        build(ast.Can, expr, deed, st.booleans()),
    )


def text_of(expr: Any) -> Any:
    part = st.one_of(string.filter(bool), expr)
    return st.lists(part, max_size=3).map(joined).map(lambda parts: ast.Text(N, parts))


def joined(parts: list[Any]) -> tuple[Any, ...]:
    """Make one string of neighbouring strings, as a parser does."""
    out: list[Any] = []
    for part in parts:
        if isinstance(part, str) and out and isinstance(out[-1], str):
            out[-1] += part
        else:
            out.append(part)
    return tuple(out)


def said_of(expr: Any) -> Any:
    """Make texts with all that they can say."""
    value = st.one_of(ident, build(ast.Index, ident, some(expr)), build(ast.Field, ident, ident))
    little = build(ast.Beside, st.just("the"), st.just(ast.Ident(N, "the")), value)
    thing = value.filter(lambda said: (said.of if not isinstance(said, ast.Ident) else said).text not in JOINING)
    counted = build(ast.Beside, st.just(""), build(ast.Call, ident, some(expr, 0)), thing)
    words = string.filter(lambda text: bool(text) and " " not in text)
    simple_part = st.one_of(words, expr, little, counted)
    form = st.lists(st.one_of(simple_part, build(ast.NumberSign)), max_size=2).map(joined).map(lambda parts: ast.Text(N, parts))
    choice = build(ast.ByValue, expr, some(form))
    verb = build(ast.ToAndOf, words.map(lambda text: ast.Text(N, (text,))), form)
    fitting = st.builds(lambda value, forms: ast.Fitting(N, value, forms, N), expr, some(form, 2))
    left_out = st.tuples(words, st.one_of(expr, little)).map(lambda parts: ast.Maybe(N, ast.Text(N, parts)))
    part = st.one_of(simple_part, choice, verb, fitting, left_out)
    return st.lists(part, max_size=3).map(joined).map(lambda parts: ast.Text(N, parts))


quoteless = st.recursive(st.one_of(ident, number, *plain), larger, max_leaves=2)
text = text_of(quoteless)
said = said_of(quoteless)
expr = st.recursive(st.one_of(ident, ident, number, text, *plain), larger, max_leaves=3)
argument = st.one_of(expr, build(ast.Named, ident, expr))
deed = build(ast.Deed, ident, some(argument, 0))
binder = build(ast.Binder, ident, maybe(expr))

plain_type = st.one_of(
    build(ast.NamedType, ident), build(ast.RangeType, expr, expr), build(ast.ListType, ident), build(ast.PictureType, ident)
)
type_ = build(ast.TypeExpr, plain_type, st.booleans())
dims = some(build(ast.Dim, maybe(ident), plain_type))
params = some(build(ast.Param, ident, maybe(type_)), 0)

entry = st.one_of(expr, build(ast.Described, some(ident, 2, 3)))
cell = st.one_of(
    build(ast.Cell, some(some(entry), 0), st.none(), cites=cites),
    build(ast.Cell, st.just(()), st.sampled_from([ast.Hole(N), ast.Each(N)]), cites=cites),
)
row = build(ast.Row, some(cell, 1, 3), cites=cites)

# ---- statements ----
amount = st.one_of(
    build(ast.Amount, st.just("some"), st.none(), st.none()),
    build(ast.Amount, st.just("upto"), st.none(), expr),
    build(ast.Amount, st.just("exactly"), expr, st.none()),
    build(ast.Amount, st.just("between"), number, number),
)
simple = st.one_of(
    build(ast.Choose, maybe(expr), some(build(ast.Pick, maybe(amount), ident, maybe(expr))), maybe(expr), *[st.booleans()] * 2),
    build(ast.OnlyIf, expr, maybe(text)),
    build(ast.Let, ident, expr),
    build(ast.Set, expr, expr),
    build(ast.Move, maybe(expr), expr, st.booleans(), expr),
    build(ast.Draw, maybe(expr), expr, expr, st.booleans(), expr),
    build(ast.Fill, expr, expr, expr),
    build(ast.Deal, maybe(expr), expr, ident),
    build(ast.Shuffle, expr),
    build(ast.Reveal, expr, maybe(expr)),
    build(ast.Announce, text, maybe(expr)),
    build(ast.Gain, maybe(expr), expr, ident, some(expr, 0)),
    build(ast.Pay, maybe(expr), expr, ident, some(expr, 0), maybe(expr)),
    build(ast.Do, maybe(expr), deed, st.booleans()),
    build(ast.NextTurn, expr),
    build(ast.EndGame),
)


no = st.just(())
tell = build(ast.Tell, said, maybe(ident), cites=cites)
tells = some(tell, 0)
effect = build(ast.Gain, maybe(expr), expr, ident, some(expr, 0))


def with_blocks(act: Any) -> Any:
    block = blocks(act)
    return st.one_of(
        build(ast.If, some(st.tuples(expr, block)), st.one_of(st.just(()), block)),
        build(ast.ForEach, some(binder), maybe(expr), block),
        build(ast.OneOf, maybe(expr), some(bullets(act)), tells),
        build(ast.May, maybe(expr), st.just("once"), st.none(), block, said),
        build(ast.May, maybe(expr), st.sampled_from(["once", "repeatedly"]), st.none(), block),
        build(ast.May, maybe(expr), st.just("upto"), expr, block),
        build(ast.Repeat, maybe(expr), st.none(), block),
        build(ast.Repeat, st.none(), expr, block),
        build(ast.Turns, st.booleans(), expr, maybe(expr), maybe(expr), block),
        build(ast.Secretly, block),
    )


def blocks(act: Any, least: int = 1) -> Any:
    labelled = build(ast.Statement, maybe(ident), act, cites=cites)
    group = build(ast.Statement, ident, build(ast.Group, some(labelled, 0)), cites=cites)
    told = st.one_of(
        build(ast.Statement, st.none(), tell), build(ast.Statement, maybe(ident), effect, maybe(said), tells, cites=cites)
    )
    return some(st.one_of(labelled, labelled, labelled, group, told), least)


def bullets(act: Any) -> Any:
    first = build(ast.Statement, st.none(), simple)
    bare = build(ast.Statement, st.none(), act)
    return st.one_of(
        build(ast.Bullet, ident, blocks(act, 0), cites=cites),
        build(ast.Bullet, st.none(), st.builds(lambda a, b: (a, *b), first, blocks(act, 0)), cites=cites),
        build(ast.Bullet, st.none(), st.tuples(bare), cites=cites),
    )


act = st.recursive(simple, with_blocks, max_leaves=3)
block = blocks(act)
bullet = bullets(act)

# ---- declarations ----
word_line = build(ast.WordLine, st.sampled_from(["say", "ask", "because", "tell", "title"]), address, said, cites=cites)
attribute = build(ast.Attribute, ident, maybe(type_), maybe(expr), cites=cites)
literal = st.one_of(ident, number, st.sampled_from([ast.Truth(N, True), ast.Truth(N, False), ast.Unlimited(N)]))
score_line = build(ast.ScoreLine, ident, expr, cites=cites)
sight = st.sampled_from([None, "open", "private", "hidden", "others"])
small = st.integers(0, 99)
line_of_head = st.one_of(
    build(ast.By, some(string), cites=cites), build(ast.PlayersLine, small, small, cites=cites), build(ast.Age, small, cites=cites),
    build(ast.Minutes, small, cites=cites), build(ast.Source, ident, string, cites=cites), build(ast.Why, string, cites=cites), build(ast.Over, ident, cites=cites),
)  # fmt: skip
with_ = build(ast.With, ident, literal, cites=cites)
line_of_example = st.one_of(
    build(ast.Seats, some(ident), cites=cites),
    with_,
    build(ast.At, address, cites=cites),
    build(ast.Given, some(build(ast.Fact, expr, cites=cites))),
    build(ast.When, some(build(ast.Event, expr, deed, cites=cites))),
    build(ast.Then, maybe(address), some(build(ast.Check, expr, maybe(address), cites=cites))),
)
option_value = build(ast.OptionValue, literal, maybe(small))
cell_value = expr.filter(lambda node: not isinstance(node, ast.Conditional))
layout_cell = st.one_of(
    build(ast.LayoutCell, st.none()),
    build(ast.LayoutCell, cell_value, st.just(False), maybe(cell_value)),
    build(ast.LayoutCell, cell_value, st.just(False), maybe(cell_value), st.just(True), maybe(cell_value)),
    build(ast.LayoutCell, ident, st.just(True)),
)
layout_row = build(ast.LayoutRow, some(layout_cell), cites=cites)
layout_lines = some(
    st.one_of(
        layout_row,
        layout_row,
        build(ast.LayoutLoop, some(binder), maybe(cell_value), some(layout_row), cites=cites),
        build(ast.Joined, ident, cites=cites),
        build(ast.Without, some(ident), cites=cites),
    )
)
layout = st.one_of(
    build(ast.Layout, ident, params, some(ident, 0), layout_lines, cites=cites),
    build(ast.LayoutOf, st.none(), st.none(), layout_lines, cites=cites),
    build(ast.LayoutOf, ident, maybe(ident), layout_lines, cites=cites),
)
decl = st.one_of(
    layout,
    build(ast.Kind, ident, some(ident), st.just(()), st.just(()), cites=cites),
    build(ast.Kind, ident, st.just(()), some(attribute, 0), some(row), cites=cites),
    build(ast.Piece, ident, expr, some(attribute, 0), some(row), maybe(build(ast.Total, expr, cites=cites)), cites=cites),
    build(
        ast.Place,
        ident,
        st.one_of(st.just(()), dims),
        st.sampled_from(["bag", "deck", "pile", "hand", "row", "spot"]),
        ident,
        sight,
        maybe(expr),
        cites=cites,
    ),
    build(ast.Tally, ident, dims, maybe(expr), cites=cites),
    build(ast.Marker, ident, st.one_of(st.just(()), dims), type_, sight, maybe(expr), cites=cites),
    build(
        ast.Option,
        ident,
        string,
        literal,
        some(option_value, 0),
        some(build(ast.Answer, literal, maybe(string), cites=cites), 0),
        cites=cites,
    ),
    build(ast.Table, ident, dims, type_, some(row), cites=cites),
    build(ast.Define, ident, params, expr, cites=cites),
    build(ast.Define, ident, params, expr, said, tells, cites=cites),
    build(ast.Place, ident, dims, st.just("row"), ident, sight, st.none(), maybe(said), tells, cites=cites),
    build(ast.Tally, ident, dims, maybe(expr), maybe(said), tells, cites=cites),
    build(ast.Marker, ident, dims, type_, sight, maybe(expr), maybe(said), tells, cites=cites),
    build(ast.Action, ident, params, blocks(act, 0), said, cites=cites),
    build(ast.Setup, block, cites=cites),
    build(ast.Play, block, cites=cites),
    build(ast.Action, ident, params, blocks(act, 0), cites=cites),
    build(ast.Step, ident, params, block, cites=cites),
    build(ast.Score, ident, some(score_line), cites=cites),
    build(
        ast.Winner,
        ident,
        some(build(ast.Criterion, st.sampled_from(["most", "fewest", "only_if"]), expr, cites=cites)),
        cites=cites,
    ),
    build(ast.Example, ident, string, some(line_of_example), cites=cites),
)
change = st.one_of(
    build(ast.With, ident, literal, cites=weighed),
    build(ast.Replace, decl),
    build(ast.ReplaceRule, inside, block, cites=cites),
    build(ast.ReplaceRow, inside, row, cites=cites),
    build(ast.ReplaceValue, inside, expr, cites=cites),
    build(ast.Remove, address, cites=cites),
    build(ast.Insert, st.booleans(), address, block, cites=cites),
    build(ast.AddToLayout, layout),
    build(ast.AddTo, address, some(bullet), no, no, cites=cites),
    build(ast.AddTo, address, no, some(row), no, cites=cites),
    build(ast.AddTo, address, no, no, some(score_line), cites=cites),
)
item = st.one_of(
    build(ast.Game, ident, string, some(line_of_head, 0), cites=cites),
    build(ast.OverlayHead, st.sampled_from(["variant", "reading"]), ident, ident, string, some(line_of_head, 0), cites=cites),
    build(ast.Section, ident, some(build(ast.Heading, ident, string, cites=cites), 0), cites=cites),
    build(ast.Section, ident, st.just(()), maybe(said), maybe(ident), tells, cites=cites),
    build(ast.Words, ident, maybe(ident), some(row, 0), some(word_line), cites=cites),
    build(ast.Remark, string, cites=cites),
    decl, decl, change,
    build(ast.Words, ident, maybe(ident), some(row), cites=cites),
    build(ast.Look, maybe(ident), some(row), cites=cites),
)  # fmt: skip
files = st.builds(lambda items: ast.File(N, "en", items), some(item, 1, 2))

"""Worked examples as boxes: the position with its pieces, what is done, what follows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TypeGuard

from attrs import evolve

from rulekit.engine.view import SeenPiece
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import statements
from rulekit.model.model import Example, Given, Then, When
from rulekit.model.model_walk import everything, plain_parts
from rulekit.model.types import NumberType
from rulekit.report.rulebook.boards import board_of, boards
from rulekit.report.rulebook.parts import CODE, Box, Gallery, Grid, Item, Listing, Paragraph, Part, Shown, strong
from rulekit.report.rulebook.prose.conditions import Teller
from rulekit.report.rulebook.prose.requirements import in_its_language
from rulekit.report.rulebook.prose.things import weight
from rulekit.report.text import clean

SETUP, END, WORDS = "#setup", "#end", "#words"  # what an example can be about that is no deed
Fact = tuple[str, str | Gallery]
PLAIN = 12  # what an example asserts is printed if it is not more involved than that


def example_box(voice: Teller, example: Example) -> Iterator[Box]:
    """Yield an example in its frame, if anything of it can be told; the players have the names that the example gives them."""
    names = tuple(clean(seat.replace("_", " ")).title() for seat in example.seats)
    told = evolve(voice, namer=evolve(voice.namer, players=names))
    given = [s.fact for s in example.steps if isinstance(s, Given)]
    facts = tuple(_fact(told, fact) for fact in given if board_of(told, fact) is None)
    seated = told.say.sentence(told.say("seated" if len(names) > 1 else "seated_one", who=told.say.listed(names)))
    facts = tuple(_gathered(facts))
    table = (Grid((told.say("pos_where"), told.say("pos_what")), facts),) if facts else ()
    position: tuple[Part, ...] = (*boards(told, given, lambda items: _drawn(told, items)), *table) or (Paragraph(Item(seated)),)
    title = clean(example.title) or told.say.sentence(example.name)
    items = tuple(_course(told, example))
    if items:
        yield Box(title, (*position, Listing(items)), voice.namer.citations(example.cites))


def _course(voice: Teller, example: Example) -> Iterator[Item]:
    """Yield what is done, each with what follows; first what holds before anything is done."""
    move: Item | None = None
    for step in example.steps:
        if isinstance(step, When):
            if move is not None:
                yield move
            move = Item(f"{strong(voice.person(step.player))}{voice.say('colon')} {_move(voice, step)}")
        elif isinstance(step, Then):
            results = tuple(_result(voice, step))
            if move is None:
                yield from results
            else:
                move = evolve(move, inside=(*move.inside, *results))
    if move is not None:
        yield move


# ---- the position --------------------------------------------------------------------------------
def _fact(voice: Teller, fact: exprs.Expr) -> Fact:
    match fact:
        case exprs.Exactly(pieces=exprs.Contents(place=name, indices=indices), items=items) if all(_is_drawn(i) for i in items):
            return (voice.say.sentence(voice.place(name, indices)), _drawn(voice, items))
        case exprs.Matches(piece=exprs.PieceAt(place=name, indices=indices, position=at), description=described) if _is_drawn(
            described
        ):
            where = voice.say("at_position", place=voice.place(name, indices), at=voice.thing(at))
            return (voice.say.sentence(where), _drawn(voice, (described,)))
        case exprs.Matches(piece=exprs.Contents(place=name, indices=indices), description=described) if _is_drawn(described):
            return (voice.say.sentence(voice.place(name, indices)), _drawn(voice, (described,)))
        case exprs.IsEmpty(of=exprs.Contents(place=name, indices=indices)):
            return (voice.say.sentence(voice.place(name, indices)), voice.say("empty_place"))
        case exprs.Binary(op="is", left=exprs.TallyOf(tally=name, indices=(owner,)), right=exprs.Const(value=int(count))):
            return (voice.person(owner), voice.counted(name, count))
        case exprs.Binary(op="is", left=exprs.MarkerOf(type=NumberType()) as marker, right=value):
            return (voice.say.sentence(voice.thing(marker)), voice.thing(value))
    return (voice.say.sentence(voice.clause(fact)), "")


def _gathered(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yield lines about the same thing that follow each other become one."""
    for where, lines in groupby(facts, key=lambda fact: fact[0]):
        told = [line[1] for line in lines]
        if all(isinstance(cell, str) for cell in told):
            yield (where, ", ".join(str(cell) for cell in told))
        else:
            yield from ((where, cell) for cell in told)


def _is_drawn(item: exprs.Expr) -> TypeGuard[exprs.Describe]:
    return isinstance(item, exprs.Describe) and all(isinstance(v, exprs.Const) for _, v in item.fields)


def _drawn(voice: Teller, items: Iterable[exprs.Expr]) -> Gallery:
    drawn = [i for i in items if isinstance(i, exprs.Describe)]
    pieces = [SeenPiece(i.sort, tuple((n, v.value) for n, v in i.fields if isinstance(v, exprs.Const))) for i in drawn]
    return Gallery(tuple(Shown("", " ".join(voice.namer.marks(p)) or voice.one(p.sort), p, voice.namer.players) for p in pieces))


# ---- moves and results ---------------------------------------------------------------------------
def _move(voice: Teller, step: When) -> str:
    args = _arguments(voice, step.deed, step.args)
    return voice.say.joined(voice.say("move", deed=voice.one(step.deed), args=args) if args else voice.one(step.deed))


def _given(voice: Teller, deed: str, args: tuple[exprs.Argument, ...]) -> Iterator[tuple[str, exprs.Expr]]:
    """Yield the arguments of a deed with the names of its parameters and choices."""
    declared = next((d for d in voice.model.deeds if d.name == deed), None)
    names = [*(p.name for p in declared.params), *declared.choices] if declared else []
    for number, argument in enumerate(args):
        yield argument.name or (names[number] if number < len(names) else ""), argument.value


def _arguments(voice: Teller, deed: str, args: tuple[exprs.Argument, ...]) -> str:
    told = []
    for name, value in _given(voice, deed, args):
        text = voice.thing(value)
        word = evolve(voice, deed=deed).name_of(name, value.type).strip("“”«» ") if name else ""
        told.append(f"{word} {text}" if word and text.isdigit() else text)
    return ", ".join(told)


def _result(voice: Teller, step: Then) -> Iterator[Item]:
    for part in _conjuncts(step.condition):
        if any(isinstance(e, exprs.Collect) and e.function == "list" for e in everything(part)):
            continue  # a table of many numbers: no sentence to read
        text = _can(voice, part, step) if isinstance(part, exprs.Can) else voice.clause(part)
        text = voice.say("on_the_way", what=text) if step.at else text
        if CODE not in text and (weight(part) <= PLAIN or isinstance(part, exprs.Can | exprs.Exactly)):
            yield Item(voice.say.sentence(text) + ".")


def _conjuncts(expr: exprs.Expr) -> Iterator[exprs.Expr]:
    if isinstance(expr, exprs.Binary) and expr.op == "and":
        yield from _conjuncts(expr.left)
        yield from _conjuncts(expr.right)
    else:
        yield expr


def _can(voice: Teller, can: exprs.Can, step: Then) -> str:
    args = _arguments(voice, can.deed, can.args)
    deed = voice.say("move", deed=voice.one(can.deed), args=args) if args else voice.one(can.deed)
    text = voice.say("cannot" if step.negated else "can", who=voice.person(can.player), deed=deed)
    reason = _reason(voice, step.because, dict(_given(voice, can.deed, can.args)))
    return voice.say("because", what=text, reason=reason) if reason else text


def _reason(voice: Teller, address: str | None, given: Mapping[str, exprs.Expr]) -> str:
    """Return the reason of the requirement that stands in the way, with what was chosen put in."""
    for deed in voice.model.deeds:
        for s in statements(deed.block):
            if address and s.address == address and isinstance(s, rules.OnlyIf) and s.reason is not None:
                text = in_its_language(voice, s)
                inner = evolve(voice, deed=deed.name)
                parts = plain_parts(text) if isinstance(text, exprs.Text) else (text,)
                return "".join(p if isinstance(p, str) else _named(inner, p, given) for p in parts)
            if address and s.address == address:
                return voice.say("too_dear")
    return ""


def _named(voice: Teller, expr: exprs.Expr, given: Mapping[str, exprs.Expr]) -> str:
    match expr:
        case exprs.Local(name=name) if name in given:
            return voice.thing(given[name])
        case exprs.AttrOf(of=exprs.Local(name=name), attr=attr) if isinstance(told := given.get(name), exprs.Describe):
            return next((voice.thing(v) for n, v in told.fields if n == attr), "…")
        case exprs.Local() | exprs.Bound():
            return "…"
    return voice.thing(expr)


def subject_of(example: Example, told: Collection[str]) -> str:
    """Return what an example is about: the first deed that is done or asked for, the end, the set-up, else what a word means."""
    done = [s.deed for s in example.steps if isinstance(s, When)]
    thens = [s.condition for s in example.steps if isinstance(s, Then)]
    asked = [c.deed for c in thens if isinstance(c, exprs.Can)]
    deed = next((d for d in (*done, *asked) if d in told), None)
    if deed is not None:
        return deed
    if any(isinstance(e, exprs.ScoreOf | exprs.Winners) for c in thens for e in everything(c)):
        return END
    return WORDS if any(isinstance(s, Given) for s in example.steps) else SETUP

"""Expressions of a program in the author's notation: comes in a typed expression, goes out one line of text.

A `Notation` writes the same in the keywords of another language and in the words of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import assert_never

from attrs import frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.expressions import Expr
from rulekit.model.model import GameModel
from rulekit.model.model_walk import plain_parts, records
from rulekit.model.types import DescriptionType, KindType, ListType, OptionalType, OptionType, PictureType, PlayerType, Type
from rulekit.program import program as prog
from rulekit.program.program import CellValue, Description, as_description, as_number, as_several
from rulekit.report.text import clean
from rulekit.syntax import keywords

Told = rules.Statement | rules.Bullet | rules.Branch | rules.Pick | rules.Loop
Member = exprs.Contents | exprs.PieceAt | exprs.TallyOf | exprs.MarkerOf | exprs.BankOf | prog.SlotRef  # of a family
Family = Member | exprs.ItemAt | exprs.Lookup | exprs.AttrOf
_WORDS = {exprs.Active: "active", exprs.Starter: "starter", exprs.Players: "players", exprs.Winners: "winners"}


def statements(part: object) -> Iterator[Told]:
    """Return all statements, bullets and binders of a block, in the order of the text."""
    told = rules.Stated | rules.Bullet | rules.Branch | rules.Pick | rules.Loop
    return (one for one in records(part, exprs.Typed) if isinstance(one, told))  # type: ignore[misc]  # no others are stated


@frozen
class Notation:
    """How expressions are written: keywords and standard names by their English spelling, and what a name is called."""

    keyword: Mapping[str, str] = {}
    standard: Mapping[str, str] = {}
    called: Callable[[str], str] = str  # a name of the game
    within: Callable[[str, str], str] = lambda owner, name: name  # a choice of a deed, an attribute


ENGLISH = Notation()


def notation(language: str, called: Callable[[str], str], within: Callable[[str, str], str]) -> Notation:
    """Return the notation of a language, if there are keywords in it, with the game's words."""
    known = keywords.vocabulary(language if language in keywords.languages() else "en")
    english = keywords.vocabulary("en").spellings
    spelt = {english[terminal][0]: spellings[0] for terminal, spellings in known.spellings.items()}
    return Notation(spelt, known.local, called, within)


def local_names(model: GameModel, layout: prog.Layout) -> dict[int, str]:
    """Return what the author calls the cells of the frame."""
    locals_: dict[str, str] = {}
    for deed in model.deeds:
        named = [(p.index, p.name) for p in deed.params]
        named += [(s.local, s.name) for s in statements(deed.block) if isinstance(s, rules.Pick | rules.Loop | rules.Let)]
        locals_ |= {f"{deed.name}.{index}": name for index, name in named}
    first = layout.size - len(layout.names)
    found = {first + n: locals_.get(name, name.partition(".told ")[2]) for n, name in enumerate(layout.names)}
    return {slot: name for slot, name in found.items() if name}


def show(
    expr: Expr | prog.SlotRef | None,
    layout: prog.Layout,
    names: Mapping[int, str] | None = None,
    players: tuple[str, ...] = (),
    notation: Notation = ENGLISH,
) -> str:
    """Return an expression in one line; `names` are those of cells, `players` those of the seats."""
    return clean(_Printer(layout, names or {}, players, notation).expr(expr)) if expr is not None else ""


@frozen
class _Printer:
    layout: prog.Layout
    names: Mapping[int, str]
    players: tuple[str, ...] = ()
    notation: Notation = ENGLISH

    def word(self, keyword: str) -> str:
        """Return a keyword in the language."""
        return self.notation.keyword.get(keyword, keyword)

    def standard(self, name: str) -> str:
        """Return a standard name in the language."""
        return self.notation.standard.get(name, name)

    def named(self, name: str) -> str:
        """Return a name of the game."""
        return self.notation.called(name)

    def expr(self, expr: Expr | prog.SlotRef) -> str:
        """Any expression, or the place of a node."""
        match expr:
            case exprs.Me():
                return self.word("me")
            case exprs.Active() | exprs.Starter() | exprs.Players() | exprs.Winners():
                return self.standard(_WORDS[type(expr)])
            case exprs.Const(type=kind, value=value):
                return self.const(kind, value)
            case exprs.Text():
                return '"' + "".join(p if isinstance(p, str) else "{" + self.expr(p) + "}" for p in plain_parts(expr)) + '"'
            case exprs.Local(name=name) | exprs.Bound(name=name) | exprs.OptionRef(option=name):
                return self.named(name)
            case prog.Cell(slot=slot):
                return self.cell(slot)
            case prog.Within(of=of, low=low, high=high):
                return f"{self.expr(of)} (within {low}..{high})"
            case exprs.Unary() | exprs.Binary() | exprs.IfElse() | exprs.Range() | exprs.Items():
                return self._operator(expr)
            case exprs.IsEmpty() | exprs.Matches() | exprs.AnyMatch() | exprs.Exactly():
                return self._test(expr)
            case exprs.Apply() | exprs.Builtin() | exprs.Collect() | exprs.Lines() | exprs.Describe():
                return self._call(expr)
            case exprs.Can() | prog.Try() | exprs.ScoreOf():
                return self._about_player(expr)
            case _:
                return self._family(expr)

    def cell(self, slot: int) -> str:
        """Return the name of a cell of the frame."""
        return self.named(self.names[slot]) if slot in self.names else f"%{slot}"

    def const(self, kind: Type, value: CellValue) -> str:
        """Return a plain value."""
        if value is None:
            return self.word("none")
        match kind:
            case OptionalType(of=of):
                return self.const(of, value)
            case ListType(of=of):
                return "[" + ", ".join(self.const(of, v) for v in as_several(value)) + "]"
            case KindType(kind=name):
                return self.notation.within(
                    name, str(next(k.values for k in self.layout.kinds if k.name == name)[as_number(value)])
                )
            case PlayerType():
                seat = as_number(value)
                return self.players[seat] if seat < len(self.players) else f"{self.standard('seat')}({seat + 1})"
            case OptionType(option=name):
                return f"{self.named(name)}#{value}"
            case DescriptionType(sort=sort):
                return f"{self.named(sort)}({', '.join(self._attributes(sort, as_description(value)))})"
            case PictureType():
                return "picture"
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        return self.word("unlimited") if value == exprs.UNLIMITED else str(value)

    def _attributes(self, sort: str, values: Description) -> Iterator[str]:
        kinds = {a.name: a.type for s in self.layout.sorts if s.name == sort for a in s.attrs}
        return (f"{self.notation.within(sort, name)}: {self.const(kinds[name], value)}" for name, value in values)

    def _operator(self, expr: exprs.Unary | exprs.Binary | exprs.IfElse | exprs.Range | exprs.Items) -> str:
        match expr:
            case exprs.Unary(op=op, of=of):
                return f"{self.word(op)}{' ' if op.isalpha() else ''}{self._inner(of)}"
            case exprs.Binary(op=op, left=left, right=right):
                return f"{self._inner(left)} {self.word(op)} {self._inner(right)}"
            case exprs.IfElse(test=test, yes=yes, no=no):
                yes_, no_ = f"{self.word('then')} {self.expr(yes)}", f"{self.word('else')} {self.expr(no)}"
                return f"{self.word('if')} {self.expr(test)} {yes_} {no_}"
            case exprs.Range(low=low, high=high):
                return f"{self._inner(low)}..{self._inner(high)}"
            case exprs.Items(items=items):
                return f"[{self._list(items)}]"

    def _test(self, expr: exprs.IsEmpty | exprs.Matches | exprs.AnyMatch | exprs.Exactly) -> str:
        match expr:
            case exprs.IsEmpty(of=of):
                return f"{self._inner(of)} {self.word('is')} {self.word('empty')}"
            case exprs.Matches(piece=piece, description=description):
                return f"{self._inner(piece)} {self.word('is')} {self._inner(description)}"
            case exprs.AnyMatch(description=description, pieces=pieces):
                return f"{self._inner(description)} {self.word('in')} {self._inner(pieces)}"
            case exprs.Exactly(pieces=pieces, items=items):
                return f"{self._inner(pieces)} {self.word('is')} [{self._list(items)}]"

    def _inner(self, expr: Expr) -> str:
        said = self.expr(expr)
        return f"({said})" if isinstance(expr, exprs.Binary | exprs.IfElse | exprs.Unary) else said

    def _list(self, items: Iterable[Expr]) -> str:
        return ", ".join(self.expr(i) for i in items)

    def family(self, name: str, indices: Iterable[Expr]) -> str:
        """Return one of a family: `hand[me]`."""
        inside, called = self._list(indices), self.standard("box") if name == "box" else self.named(name)
        return f"{called}[{inside}]" if inside else called

    def _family(self, expr: Family) -> str:
        match expr:
            case exprs.Contents(place=name, indices=indices) | prog.SlotRef(place=name, indices=indices):
                return self.family(name, indices)
            case exprs.PieceAt(place=name, indices=indices, position=position):
                return self.family(name, (*indices, position))
            case exprs.ItemAt(of=of, position=position):
                return f"{self._inner(of)}[{self.expr(position)}]"
            case exprs.TallyOf(tally=name, indices=indices) | exprs.MarkerOf(marker=name, indices=indices):
                return self.family(name, indices)
            case exprs.BankOf(tally=name, indices=indices):
                return f"{self.standard('bank')}({self.family(name, indices)})"
            case exprs.Lookup(table=name, keys=keys):
                return self.family(name, keys)
            case exprs.AttrOf(of=of, owner=owner, attr=attr):
                return f"{self._inner(of)}.{self.notation.within(owner, attr)}"
            case _:
                assert_never(expr)

    def _call(self, expr: exprs.Apply | exprs.Builtin | exprs.Collect | exprs.Lines | exprs.Describe) -> str:
        match expr:
            case exprs.Apply(define=name, args=args):
                return f"{self.named(name)}({self._list(args)})" if args else self.named(name)
            case exprs.Builtin(function=name, args=args):
                return f"{self.standard(name)}({self._list(args)})" if args else self.standard(name)
            case exprs.Collect():
                return self._collected(expr)
            case exprs.Lines(place=name, length=length):
                return f"{self.standard('lines')}({self.named(name)}, {self.expr(length)})"
            case exprs.Describe(sort=name, fields=fields):
                inside = ", ".join(f"{self.notation.within(name, n)}: {self.expr(v)}" for n, v in fields)
                return f"{self.named(name)}({inside})"

    def _about_player(self, expr: exprs.Can | prog.Try | exprs.ScoreOf) -> str:
        match expr:
            case exprs.Can(player=player, deed=deed, args=args):
                return self._can(player, deed, [a.value for a in args])
            case prog.Try(player=player, deed=deed, args=args):
                return self._can(player, deed, args)
            case exprs.ScoreOf(player=player, line=line):
                dot = f".{self.notation.within('score', line)}" if line else ""
                return f"{self.standard('score')}({self.expr(player)}){dot}"

    def _collected(self, expr: exprs.Collect) -> str:
        runs = ", ".join(f"{self.named(b.name)} {self.word('in')} {self.expr(b.source)}" for b in expr.binders)
        where = f" {self.word('where')} {self.expr(expr.where)}" if expr.where is not None else ""
        return f"{self.standard(expr.function)}({self.expr(expr.value)} {self.word('for')} {runs}{where})"

    def _can(self, player: Expr, deed: str, args: Iterable[Expr]) -> str:
        return f"{self.expr(player)} {self.word('can')} {self.named(deed)}({self._list(args)})"

"""Expressions that stand for things, numbers and lists, as noun phrases: `the number of tiles in your cup`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from attrs import frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.expressions import Value
from rulekit.model.model import Define
from rulekit.model.model_walk import everything, rebuild
from rulekit.model.types import KindType, ListType, OptionalType, OptionType, PieceType, PlayerType, TruthType, Type
from rulekit.report.rulebook.parts import plain
from rulekit.report.rulebook.prose.phrases import Plural
from rulekit.report.rulebook.prose.voice import Voice, plural
from rulekit.report.sentences import ENGLISH

HEAVY, SHORT, HEAVIEST = 26, 12, 260
OVER = ("list", "sum", "min", "max", "first", "distinct")
SIGNS = {"+": "plus", "-": "minus", "*": "times", "div": "divided", "mod": "remainder"}
OF_LIST = ("sum", "min", "max", "distinct", "reversed", "first", "list", "position")


def weight(expr: exprs.Expr) -> int:
    """How much there is in an expression."""
    return sum(1 for _ in everything(expr))


def is_involved(expr: exprs.Expr) -> bool:
    """Whether a sentence would be harder to read than the formula."""
    if weight(expr) > HEAVY:
        return True
    return any(isinstance(e, exprs.Builtin) and e.function == "shows" for e in everything(expr))


@frozen
class Things(Voice):
    """A voice that tells noun phrases."""

    def tell(self, expr: exprs.Expr) -> str:
        """A noun phrase, or the formula where that would be too long."""
        if is_involved(expr):
            return self.formula(expr)
        text = self.thing(expr)
        return text if len(plain(text)) <= HEAVIEST else self.formula(expr)

    def thing(self, expr: exprs.Expr) -> str:
        """An expression as a noun phrase."""
        if isinstance(expr.type, TruthType) and not isinstance(expr, exprs.Const | exprs.Local | exprs.Bound):
            return self.say("whether", what=self.cond(expr))
        for teller in (self._simple, self._state, self._number, self._call):
            text = teller(expr)
            if text:
                return text
        return self.formula(expr)

    # ---- values and names ------------------------------------------------------------------------
    def _simple(self, expr: exprs.Expr) -> str:
        match expr:
            case exprs.Const(type=kind, value=value):
                return self.const(kind, value)
            case exprs.Local() | exprs.Bound():
                return self.variable(expr)
            case exprs.Me() | exprs.Active() | exprs.Starter():
                return self.person(expr)
            case exprs.Players():
                return Plural(self.say("players"))
            case exprs.Winners():
                return Plural(self.say("winners"))
            case exprs.Items(items=items):
                return self.say.listed(self.thing(i) for i in items) or self.say("nothing")
            case exprs.Range(low=low, high=high):
                return self.say("range", low=self.thing(low), high=self.thing(high))
            case exprs.Describe():
                return self.described(expr)
        return ""

    def const(self, kind: Type, value: Value) -> str:
        """A plain value."""
        if isinstance(kind, ListType) and isinstance(kind.of, KindType):
            names = next((k.values for k in self.namer.layout.kinds if k.name == kind.of.kind), ())
            if value == tuple(range(len(names))):
                return Plural(self.say("all_of", what=self.many(kind.of.kind)))
        if isinstance(kind, ListType) and isinstance(value, tuple) and not isinstance(kind.of, OptionType):
            return self.say.listed(self.const(kind.of, v) for v in value) or self.say("nothing")
        return self.namer.value(kind, value)

    def described(self, expr: exprs.Describe) -> str:
        """A description of a piece: `white cup`."""
        known = tuple((n, v.value) for n, v in expr.fields if isinstance(v, exprs.Const))
        if len(known) == len(expr.fields):
            from rulekit.engine.view import SeenPiece

            return self.namer.seen(SeenPiece(expr.sort, known))
        inside = [f"{self.one(n, expr.sort)} {self.thing(v)}" for n, v in expr.fields]
        return self.say("with_parts", what=self.one(expr.sort), parts=self.say.listed(inside))

    # ---- what lies where -------------------------------------------------------------------------
    def _state(self, expr: exprs.Expr) -> str:
        match expr:
            case exprs.Contents(type=OptionalType(), place=name, indices=indices):
                sort = self.pieces_of(name)
                return self.say("piece_on", piece=self.the(self.one(sort)), place=self.place(name, indices))
            case exprs.Contents(place=name, indices=indices):
                what = self.say.noun("the", self.many(self.sort_of(expr)), True)
                return Plural(self.lying(what, name, indices))
            case exprs.PieceAt(place=name, indices=indices, position=at):
                what = self.one(self.pieces_of(name))
                key = "piece_at" if not isinstance(at, exprs.Const) else "piece_first" if at.value == 1 else "piece_number"
                return self.say(key, piece=what, at=self.thing(at), place=self.place(name, indices), the=self.the(what))
            case exprs.ItemAt(of=of, position=at):
                key = "item_at" if isinstance(at, exprs.Const | exprs.Local | exprs.Bound) else "item_sum"
                return self.say(key, at=self.thing(at), of=self.thing(of))
            case exprs.TallyOf(tally=name, indices=(owner, *rest)):
                owned = self.owned(owner, self.many(name), True)
                return Plural(self.say("for_index", what=owned, index=self.say.listed(map(self.thing, rest)))) if rest else owned
            case exprs.BankOf(tally=name, indices=indices):
                text = self.say("in_bank", what=self.many(name))
                return self.say("for_index", what=text, index=self.say.listed(map(self.thing, indices))) if indices else text
            case exprs.MarkerOf(marker=name, indices=()) if self.is_label(name):
                return self.person(expr)
            case exprs.MarkerOf(marker=name, indices=indices):
                dims = next(m.dims for m in self.model.markers if m.name == name)
                return self.family(self.one(name), dims, indices)
            case exprs.AttrOf(of=of, owner=owner, attr=attr):
                return self._attribute(owner, attr, of)
            case exprs.Lookup(table=name, keys=keys):
                told = self.say.listed(map(self.thing, keys))
                return self.say("looked_up", table=self.the(self.one(name)), keys=told)
            case exprs.ScoreOf(player=player, line=line):
                return self.owned(player, self.one(line, "score") if line else self.say("score_noun"))
        return ""

    def _attribute(self, owner: str, attr: str, of: exprs.Expr) -> str:
        name = self.the(self._attr_word(owner, attr, of))
        text = self.say("attr_of", attr=name, of=self.thing(of))
        return Plural(text) if isinstance(name, Plural) else text

    def _attr_word(self, owner: str, attr: str, of: exprs.Expr) -> str:
        """The name of an attribute; of several things in the plural, where that is known."""
        if not isinstance(of.type, ListType):
            return self.one(attr, owner)
        word = self.namer.within(owner, attr, 2)
        return plural(word) if self.say.language == ENGLISH else word

    def lying(self, pieces: str, name: str, indices: Sequence[exprs.Expr]) -> str:
        """Pieces in a place; a place that is called after them needs no more: `the player's done cards`."""
        place = self.place(name, indices)
        own = self.place_word(name) != self.one(name)
        return place if own else self.say("pieces_in", pieces=pieces, place=place)

    def sort_of(self, expr: exprs.Expr) -> str:
        """The sort of the pieces in a list."""
        kind = expr.type
        while isinstance(kind, ListType | OptionalType):
            kind = kind.of
        return kind.sort if isinstance(kind, PieceType) else ""

    # ---- numbers ---------------------------------------------------------------------------------
    def _number(self, expr: exprs.Expr) -> str:
        match expr:
            case exprs.Unary(op="-", of=of):
                return self.say("negative", of=self.thing(of))
            case exprs.Binary(op="div", left=left, right=exprs.Const(value=2)):
                return self.say("half", a=self._operand(left, "div"))
            case exprs.Binary(op=op, left=left, right=right) if op in SIGNS:
                return self.say(SIGNS[op], a=self._operand(left, op), b=self._operand(right, op, last=True))
            case exprs.IfElse(test=test, yes=yes, no=no):
                return self.say("if_else", test=self.cond(test), yes=self.thing(yes), no=self.thing(no))
            case exprs.Builtin(function="count", args=(of,)):
                return self.say("number_of", what=self.bare(of))
            case exprs.Builtin(function="min" | "max" as name, args=(a, b)):
                return self.say(f"{name}_two", a=self.thing(a), b=self.thing(b))
            case exprs.Collect():
                return self._collected(expr)
        return ""

    def _operand(self, expr: exprs.Expr, around: str, last: bool = False) -> str:
        """One side of an operation, in brackets where it would be misread."""
        text = self.thing(expr)
        tight = around == "+" or (around == "-" and not last)
        loose = isinstance(expr, exprs.IfElse) or (isinstance(expr, exprs.Binary) and not tight and expr.op != "*")
        return f"({text})" if loose else text

    def bare(self, expr: exprs.Expr) -> str:
        """A list after `the number of`: without its article."""
        match expr:
            case exprs.Players():
                return self.say("players_noun")
            case exprs.Contents(type=ListType(), place=name, indices=indices):
                return self.lying(self.many(self.sort_of(expr)), name, indices)
            case exprs.AttrOf(of=of, owner=owner, attr=attr):
                return self.say("attr_of", attr=self._attr_word(owner, attr, of), of=self.thing(of))
            case exprs.Builtin(function="distinct", args=(of,)):
                return self.say("different", what=self.bare(of))
            case exprs.Collect(function="list"):
                return self._chosen(expr, bare=True) or self.thing(expr)
            case exprs.Apply() if self.sort_of(expr) and self.is_named(expr.define):
                return self.say("pieces_in", pieces=self.many(self.sort_of(expr)), place=self.thing(expr))
        return self.thing(expr)

    # ---- lists that are made ---------------------------------------------------------------------
    def _collected(self, expr: exprs.Collect) -> str:
        if expr.function == "count":
            return self.say("number_of", what=self._chosen(expr, bare=True))
        chosen = self._chosen(expr) if expr.function == "list" else ""
        if chosen or len(expr.binders) != 1 or expr.function not in OVER:
            return Plural(chosen)
        key = "first_one" if expr.function == "first" and isinstance(expr.value, exprs.Bound) else f"{expr.function}_of"
        return self.say(key, of=self._over(expr, expr.binders[0]))

    def _over(self, expr: exprs.Collect, binder: exprs.Binding) -> str:
        """What is taken for each of several things: `the points at each table`."""
        if expr.where is None:
            return str(self.quantified(binder, "each").thing(expr.value))
        first = expr.function == "first" and isinstance(expr.value, exprs.Bound)
        what = self.element(binder) if first else self.say.noun("each", self.element(binder))
        what = self.limited(what, binder.source)
        inner = self.calling("bound", binder.index, self.say.noun("this", self.element(binder)))
        if isinstance(expr.value, exprs.Bound):
            return self.say("for_which", what=what, test=inner.cond(expr.where))
        whole = self.calling("bound", binder.index, what).thing(expr.value)
        return self.say("for_which", what=whole, test=inner.cond(expr.where))

    def quantified(self, binder: exprs.Binding, article: str) -> Self:
        """A voice in which a bound variable is called `each drink`, `a player`."""
        name = self.say.noun(article, self.element(binder))
        return self.calling("bound", binder.index, self.limited(name, binder.source))

    def limited(self, what: str, source: exprs.Expr) -> str:
        """Something with the list it is one of: `every card in the deck`, `any place among “full”`."""
        of = self.within(source)
        if not of:
            return what
        if isinstance(source, exprs.Contents):
            return self.say("pieces_in", pieces=what, place=of)
        return self.say("from_range" if isinstance(source, exprs.Range) else "among", what=what, of=of)

    def element(self, binder: exprs.Binding | rules.Loop) -> str:
        """What one of the things a variable runs over is called."""
        kind = binder.source.type
        return self.name_of(binder.name, kind.of if isinstance(kind, ListType) else kind).strip("“”«» ")

    def within(self, source: exprs.Expr) -> str:
        """The list a variable runs over, if it is not simply all of a kind or all players."""
        if isinstance(source, exprs.Players):
            return ""
        if isinstance(source, exprs.Const) and isinstance(source.type, ListType) and isinstance(source.type.of, KindType):
            return "" if isinstance(self.const(source.type, source.value), Plural) else self.thing(source)
        if isinstance(source, exprs.Contents):
            return self.place(source.place, source.indices)
        return self.thing(source)

    def _chosen(self, expr: exprs.Collect, bare: bool = False) -> str:
        """`the cards in the deck whose back is blue`."""
        if len(expr.binders) != 1 or not (isinstance(expr.value, exprs.Bound) and expr.value.index == expr.binders[0].index):
            return ""
        binder = expr.binders[0]
        source = self._all(binder, bare)
        if expr.where is None:
            return source
        match expr.where:
            case exprs.Binary(
                op="is", left=exprs.AttrOf(of=exprs.Bound(index=binder.index), owner=owner, attr=attr), right=right
            ):
                return self.say("whose", what=source, attr=self.one(attr, owner), value=self.thing(right))
            case exprs.Binary(op="in" | "not in" as op, left=exprs.Bound(index=binder.index), right=right):
                return self.say("that_are" if op == "in" else "that_are_not", what=source, of=self.thing(right))
        each = isinstance(binder.source.type, ListType) and isinstance(binder.source.type.of, KindType)
        name = self.say.noun("this", self.element(binder)) if each else self.say("it")
        inner = self.calling("bound", binder.index, name)
        return self.say("for_which", what=source, test=inner.cond(expr.where))

    def _all(self, binder: exprs.Binding, bare: bool) -> str:
        if isinstance(binder.source, exprs.Contents | exprs.Players):
            return self.bare(binder.source) if bare else self.thing(binder.source)
        kind = binder.source.type.of if isinstance(binder.source.type, ListType) else binder.source.type
        if not self.within(binder.source) and isinstance(kind, KindType):
            word = self.many(kind.kind)
            return word if bare else self.say.noun("the", word, True)
        return self.bare(binder.source) if bare else self.thing(binder.source)

    # ---- calls -----------------------------------------------------------------------------------
    def _call(self, expr: exprs.Expr) -> str:
        match expr:
            case exprs.Apply():
                return self.applied(expr)
            case exprs.Builtin(function="top" | "bottom" as name, args=(exprs.Contents(place=place, indices=indices) as of,)):
                piece = self.one(self.sort_of(of))
                return self.say(f"{name}_one", piece=piece, the=self.the(piece), place=self.place(place, indices))
            case exprs.Builtin(function="top" | "bottom" as name, args=(exprs.Contents(place=place, indices=indices) as of, n)):
                return Plural(self._end_of(name, self.sort_of(of), self.place(place, indices), n))
            case exprs.Builtin(function="next" | "previous"):
                return self.person(expr)
            case exprs.Lines(place=name, length=length):
                return Plural(self.say("lines_on", n=self.thing(length), place=self.place(name)))
            case exprs.Builtin(function="clockwise", args=(who,)):
                return Plural(self.say("clockwise", who=self.person(who)))
            case exprs.Builtin(function="seat", args=(n,)):
                return self.say("seat", n=self.thing(n))
            case exprs.Builtin(function=name, args=(of,)) if name in OF_LIST and self.say.has(f"{name}_of"):
                return self.say(f"{name}_of", of=self.thing(of))
        return ""

    def _end_of(self, end: str, sort: str, place: str, n: exprs.Expr) -> str:
        """So many pieces from the top or the bottom of a place."""
        known = exprs.number_of(n)
        if known is not None:
            return self.say(f"{end}_some", pieces=self.counted(sort, known), place=place)
        if self.is_chosen(n):
            return self.say(f"{end}_some", pieces=self.say("that_many", what=self.many(sort)), place=place)
        return self.say(f"{end}_many", pieces=self.many(sort), n=self.thing(n), place=place)

    def is_chosen(self, number: exprs.Expr) -> bool:
        """Whether a number was just chosen or given: `that many` is enough."""
        return isinstance(number, exprs.Local) and ("local", number.index) not in self.called

    def applied(self, expr: exprs.Apply) -> str:
        """A definition: its name with what it is about; without a word in the language what it stands for."""
        define = self.defines[expr.define]
        if not self.is_named(expr.define):
            return self.thing(inlined(define, expr.args))
        word = self.one(expr.define)
        owner = next((a for p, a in zip(define.params, expr.args, strict=True) if isinstance(p.domain.type, PlayerType)), None)
        text = self.owned(owner, word) if owner is not None else self.the(word)
        if word.split()[-1] in self.say.verbs["prepositions"].split():
            whole = f"{text} {self.say.listed(self.thing(a) for a in expr.args if a is not owner)}"
            return Plural(whole) if isinstance(text, Plural) else whole
        told = [self.thing(a) for a in self.telling(expr) if a is not owner]
        return self.indexed(text, told)

    def is_named(self, name: str) -> bool:
        """Whether a definition is told by its name: it has a word, or is too long to be told in its place."""
        return not self.namer.translated or self.namer.has_word(name) or weight(self.defines[name].body) > SHORT

    def telling(self, expr: exprs.Apply) -> Iterable[exprs.Expr]:
        """The arguments worth telling: not those that are simply called as the definition calls them."""
        for param, arg in zip(self.defines[expr.define].params, expr.args, strict=True):
            if not (isinstance(arg, exprs.Local | exprs.Bound) and arg.name == param.name and self.is_unnamed(arg)):
                yield arg


def inlined(define: Define, args: Iterable[exprs.Expr]) -> exprs.Expr:
    """The body of a definition with its arguments put in."""
    given = {p.index: a for p, a in zip(define.params, args, strict=True)}

    def put(expr: exprs.Expr) -> exprs.Expr:
        if isinstance(expr, exprs.Bound) and expr.index in given:
            return given[expr.index]
        return rebuild(expr, put)

    return put(define.body)

"""Expressions as words: values as noun phrases (`“store” (you)`), conditions as clauses (`you have at least 3 coins`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from rulekit.engine.view import SeenPiece
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model import Define, GameModel
from rulekit.model.model_walk import plain_parts, rebuild
from rulekit.model.types import KindType, ListType, OptionalType, PieceType, PlayerType, TruthType, Type
from rulekit.report.sentences import ENGLISH, Sentences, rule_words
from rulekit.report.text import in_plural
from rulekit.report.words import Namer

LONGEST = 300  # letters of a value or a condition that somebody still reads
ORDER = {"<": "fewer", "<=": "at_most", ">": "more", ">=": "at_least", "is": "exactly"}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not", "is not": "is", "in": "not in", "not in": "in"}
SIGNS = {"+": "plus", "-": "minus", "*": "times", "div": "divided", "mod": "remainder"}
PEOPLE = {exprs.Active: "active", exprs.Starter: "starter", exprs.Players: "players", exprs.Winners: "winners"}


@frozen
class Teller:
    """Says what expressions mean. `deed`: whose choices are spoken of; `me`: who acts, if not the reader."""

    namer: Namer
    say: Sentences
    model: GameModel
    defines: Mapping[str, Define]
    deed: str = ""
    me: str = ""

    # ---- names -------------------------------------------------------------------------------------
    def quoted(self, name: str, owner: str = "") -> str:
        """Return a name of the game in quotes."""
        return self.say("quoted", text=self.namer.within(owner, name) if owner else self.namer.place(name))

    def counted(self, name: str, count: int) -> str:
        """`2 coins`; `coins` are a plural in an English file without words."""
        if not name:
            return f"{count} {self.say('pieces')}"
        if self.namer.language != ENGLISH or self.namer.has_word(name):
            return self.namer.counted(name, count)
        word = self.namer.word(name)
        return f"{count} {in_plural(word) if count != 1 else word if word.endswith('ss') else word.removesuffix('s')}"

    def many(self, name: str) -> str:
        """`coins`."""
        return self.counted(name, 2).removeprefix("2 ")

    def of(self, name: str, values: Iterable[exprs.Expr]) -> str:
        """Return a name with what it is of: `“store” (you)`."""
        told = ", ".join(map(self.thing, values))
        return self.say("of", what=name, of=told) if told else name

    def place(self, name: str, indices: Iterable[exprs.Expr] = ()) -> str:
        """Return a place of a family."""
        return self.say("box") if name == "box" else self.of(self.quoted(name), indices)

    def sort_in(self, name: str) -> str:
        """Return the sort of pieces that lie in a place."""
        return next((p.sort for p in self.model.places if p.name == name), "")

    def variable(self, name: str, kind: Type) -> str:
        """Return what a variable is called: by a word of its own, by what it stands for (`player p`), else by its name."""
        inner = kind.of if isinstance(kind, OptionalType | ListType) else kind
        if self.namer.has_word(f"{self.deed}.{name}"):
            return self.quoted(name, self.deed)
        short = len(name) < 3
        if (self.namer.translated and not self.namer.has_word(name)) or short:
            noun = self.say("player") if isinstance(inner, PlayerType) else ""
            noun = self.namer.word(inner.kind) if isinstance(inner, KindType) else noun
            noun = self.namer.word(inner.sort) if isinstance(inner, PieceType) and inner.sort else noun
            return f"{noun} {name}".strip() if short else self.say("quoted", text=noun or self.namer.word(name))
        return self.quoted(name)

    def person(self, player: exprs.Expr) -> str:
        """Return a player."""
        match player:
            case exprs.Me():
                return self.me or self.say("you")
            case exprs.Builtin(function="next" | "previous" as name, args=(exprs.Me(),)) if not self.me:
                return self.say(name)
            case exprs.Builtin(function="next" | "previous" as name, args=(of,)):
                return self.say(f"{name}_of", who=self.person(of))
            case exprs.Const(value=int(seat)):
                return self.namer.player(seat)
        return self.thing(player)

    # ---- values ------------------------------------------------------------------------------------
    def tell(self, expr: exprs.Expr) -> str:
        """Return a value as a noun phrase that is not too long."""
        text = self.thing(expr)
        return text if len(text) <= LONGEST else self.say("worked_out")

    def thing(self, expr: exprs.Expr) -> str:
        """Return a value as a noun phrase."""
        match expr:
            case exprs.Const(type=kind, value=value):
                return self._const(kind, value)
            case exprs.Local(name=name, type=kind) | exprs.Bound(name=name, type=kind):
                return self.variable(name, kind)
            case exprs.Me() | exprs.Builtin(function="next" | "previous"):
                return self.person(expr)
            case exprs.Active() | exprs.Starter() | exprs.Players() | exprs.Winners():
                return self.say(PEOPLE[type(expr)])
            case exprs.Items(items=items):
                return ", ".join(map(self.thing, items)) or self.say("nothing")
            case exprs.Range(low=low, high=high):
                return self.say("range", low=self.thing(low), high=self.thing(high))
            case exprs.Describe(sort=sort, fields=fields):
                known = tuple((name, value.value) for name, value in fields if isinstance(value, exprs.Const))
                seen = self.namer.seen(SeenPiece(sort, known))
                return self.of(seen, (value for _, value in fields if not isinstance(value, exprs.Const)))
            case exprs.Text():
                return "".join(p if isinstance(p, str) else self.thing(p) for p in plain_parts(expr))
        if isinstance(expr.type, TruthType):
            return self.say("whether", what=self.cond(expr))
        return self._state(expr) or self._number(expr) or self.say("worked_out")

    def _const(self, kind: Type, value: exprs.Value) -> str:
        if isinstance(kind, ListType) and isinstance(kind.of, KindType):
            names = next((k.values for k in self.model.kinds if k.name == kind.of.kind), ())
            if value == tuple(range(len(names))):
                return self.say("all", what=self.many(kind.of.kind))
        return self.namer.value(kind, value)

    def _state(self, expr: exprs.Expr) -> str:
        """Return what lies somewhere, or is noted somewhere."""
        match expr:
            case exprs.Contents(place=name, indices=indices):
                several = isinstance(expr.type, ListType)
                what = self.many(self.sort_in(name)) if several else self.namer.word(self.sort_in(name))
                return self.say("within", what=what, place=self.place(name, indices))
            case exprs.PieceAt(place=name, indices=indices, position=at):
                return self.say("number_in", at=self._operand(at), place=self.place(name, indices))
            case exprs.ItemAt(of=of, position=at):
                return self.say("number_in", at=self._operand(at), place=self.thing(of))
            case exprs.TallyOf(tally=name, indices=indices):
                return self.of(self.many(name), indices)
            case exprs.BankOf(tally=name, indices=indices):
                return self.of(self.say("bank", what=self.many(name)), indices)
            case exprs.MarkerOf(marker=name, indices=values) | exprs.Lookup(table=name, keys=values):
                return self.of(self.quoted(name), values)
            case exprs.AttrOf(of=of, owner=owner, attr=attr):
                return self.of(self.quoted(attr, owner), (of,))
            case exprs.ScoreOf(player=player, line=line):
                return self.of(self.quoted(line, "score") if line else self.say("points"), (player,))
            case exprs.Apply(define=name, args=args):
                return self.of(self.quoted(name), args) if self.is_named(name) else self.thing(self._inlined(expr))
            case exprs.Lines(place=name, length=length):
                return self.say("lines", n=self.thing(length), place=self.place(name))
        return ""

    def _number(self, expr: exprs.Expr) -> str:
        """Return a calculation, or something about a list."""
        match expr:
            case exprs.Unary(op="-", of=of):
                return self.say("negative", of=self._operand(of))
            case exprs.Binary(op=op, left=left, right=right) if op in SIGNS:
                return self.say(SIGNS[op], a=self._operand(left), b=self._operand(right))
            case exprs.IfElse(test=test, yes=yes, no=no):
                return self.say("if_else", test=self.cond(test), yes=self.thing(yes), no=self.thing(no))
            case exprs.Builtin(function="top" | "bottom" as name, args=(of, *number)):
                key = f"{name}_some" if number else f"{name}_one"
                return self.say(key, of=self.thing(of), n=self.thing(number[0]) if number else "")
            case exprs.Builtin(function=name, args=args) if f"{name}_of" in self.say.forms:
                return self.say(f"{name}_of", of=", ".join(map(self.thing, args)))
            case exprs.Collect(function=name):
                listed = self._each(expr)
                return listed if name == "list" else self.say(f"{name}_of", of=listed)
        return ""

    def _operand(self, expr: exprs.Expr) -> str:
        text = self.thing(expr)
        return f"({text})" if isinstance(expr, exprs.Binary | exprs.IfElse | exprs.Collect) else text

    def _each(self, expr: exprs.Collect) -> str:
        """Return what is taken of every combination: `“size” (crate c), for each crate c in “store”`."""
        over = self.over(expr.binders, expr.where)
        own = len(expr.binders) == 1 and isinstance(expr.value, exprs.Bound) and expr.value.index == expr.binders[0].index
        counts = own or expr.function == "count"
        return over if counts else self.say("for_each", value=self.thing(expr.value), what=over)

    def over(self, binders: Iterable[exprs.Binding | rules.Loop], where: exprs.Expr | None) -> str:
        """Return what variables stand for: `crate c in “stall”`, with what holds of them."""
        what = ", ".join(self.one_of(b.name, b.source) for b in binders)
        return what if where is None else self.say("such", what=what, test=self.cond(where))

    def one_of(self, name: str, source: exprs.Expr, several: bool = False) -> str:
        """Return a variable with the list it is taken from, unless that is all of a kind, or all players."""
        kind = source.type.of if isinstance(source.type, ListType) else source.type
        what = self.variable(name, ListType(kind) if several else kind)
        every = isinstance(kind, KindType) and self.thing(source) == self.say("all", what=self.many(kind.kind))
        if isinstance(source, exprs.Players) or every:
            return what
        return self.say("from", what=what, of=self.thing(source))

    # ---- definitions -------------------------------------------------------------------------------
    def is_named(self, define: str) -> bool:
        """Return whether a definition is told by its name: it has a word in the language."""
        return not self.namer.translated or self.namer.has_word(define)

    def _inlined(self, expr: exprs.Apply) -> exprs.Expr:
        """Return what a definition stands for, with its arguments put in."""
        define = self.defines[expr.define]
        given = {p.index: a for p, a in zip(define.params, expr.args, strict=True)}

        def put(inner: exprs.Expr) -> exprs.Expr:
            return given[inner.index] if isinstance(inner, exprs.Bound) and inner.index in given else rebuild(inner, put)

        return put(define.body)

    # ---- conditions --------------------------------------------------------------------------------
    def clause(self, expr: exprs.Expr) -> str:
        """Return a condition that is not too long."""
        text = self.cond(expr)
        return text if len(text) <= LONGEST else self.say("holds", what=self.say("worked_out"))

    def cond(self, expr: exprs.Expr, yes: bool = True) -> str:
        """Return a condition as a clause, or its opposite."""
        match expr:
            case exprs.Unary(op="not", of=of):
                return self.cond(of, not yes)
            case exprs.Binary(op="and" | "or" as op, left=left, right=right):
                key = "both" if (op == "and") == yes else "either"
                return self.say(key, a=self._side(left, op, yes), b=self._side(right, op, yes))
            case exprs.Binary(op=op, left=left, right=right) if op in OPPOSITE:
                return self._compared(left, op if yes else OPPOSITE[op], right)
            case exprs.Collect(function="any" | "every" as name, binders=binders, value=value):
                some = (name == "any") == yes
                key = "for_some" if some else "for_every"
                return self.say(key, what=self.over(binders, expr.where), test=self.cond(value, yes))
            case exprs.IsEmpty(of=exprs.Contents(place=name, indices=indices)):
                return self.say("empty" if yes else "not_empty", what=self.place(name, indices))
            case exprs.IsEmpty(of=of):
                return self.say("is" if yes else "is_not", a=self.say("count_of", of=self.thing(of)), b="0")
            case exprs.Matches(piece=piece, description=described):
                return self.say("is" if yes else "is_not", a=self.thing(piece), b=self.thing(described))
            case exprs.AnyMatch(description=described, pieces=pieces):
                return self.say("one_of" if yes else "none_of", a=self.thing(described), b=self.thing(pieces))
            case exprs.Exactly(pieces=pieces, items=items):
                told = ", ".join(map(self.thing, items))
                return self.say("is" if yes else "is_not", a=self.thing(pieces), b=told)
            case exprs.Can(player=player, deed=deed):
                return self.say("can" if yes else "cannot", deed=self.of(self.quoted(deed), (player,)))
            case exprs.Apply(define=name) if not self.is_named(name):
                return self.cond(self._inlined(expr), yes)
            case exprs.Const(value=value):
                return self.say("always" if bool(value) == yes else "never")
        return self.say("holds" if yes else "fails", what=self._name_of(expr))

    def _name_of(self, expr: exprs.Expr) -> str:
        """Return a truth that has a name: a marker, a definition, a variable, an attribute."""
        if isinstance(expr, exprs.Local | exprs.Bound):
            return self.variable(expr.name, expr.type)
        return self._state(expr) or self.say("worked_out")

    def _side(self, expr: exprs.Expr, op: str, yes: bool) -> str:
        """Return one side of an `and` or `or`, in brackets where it would be misread."""
        text = self.cond(expr, yes)
        loose = isinstance(expr, exprs.Collect) or (isinstance(expr, exprs.Binary) and expr.op in ("and", "or") and expr.op != op)
        return f"({text})" if loose else text

    def _compared(self, left: exprs.Expr, op: str, right: exprs.Expr) -> str:
        if op in ("in", "not in"):
            return self.say("one_of" if op == "in" else "none_of", a=self.thing(left), b=self.thing(right))
        if isinstance(right, exprs.Const) and isinstance(right.value, bool):
            return self.cond(left, right.value == (op == "is"))
        if isinstance(right, exprs.Const) and right.value is None:
            return self.say("is_there" if op == "is not" else "is_not_there", what=self.thing(left))
        if isinstance(left, exprs.TallyOf) and len(left.indices) == 1 and isinstance(right, exprs.Const) and op != "is not":
            mine = isinstance(left.indices[0], exprs.Me) and not self.me
            what = self.say(ORDER[op], n=self.counted(left.tally, exprs.number_of(right) or 0))
            return self.say("you_have" if mine else "has", who=self.person(left.indices[0]), what=what)
        if op in ("is", "is not"):
            left, right = (right, left) if isinstance(left, exprs.Me) else (left, right)  # `you` takes no `is`
            return self.say("is" if op == "is" else "is_not", a=self.thing(left), b=self.thing(right))
        return self.say("is", a=self.thing(left), b=self.say(ORDER[op], n=self.thing(right)))


def teller(namer: Namer, model: GameModel) -> Teller:
    """Return who tells the expressions of a model that is in force."""
    return Teller(namer, rule_words(namer.say.language), model, {define.name: define for define in model.defines})

"""Expressions as words: values as noun phrases (`“store” (you)`), conditions as clauses (`you have at least 3 coins`).

No sentence needs an article, a gender or a form of a verb: names stand in quotes, what they are of in brackets behind them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve, frozen

from rulekit.engine.view import SeenPiece
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model import Define, GameModel
from rulekit.model.model_walk import plain_parts, rebuild
from rulekit.model.types import KindType, ListType, OptionalType, PieceType, PlayerType, TruthType, Type
from rulekit.report.sentences import ENGLISH, Sentences
from rulekit.report.text import in_plural
from rulekit.report.words import Namer

LONGEST_PHRASE = 300  # letters of a value or a condition that somebody still reads
ORDER = {"<": "fewer", "<=": "at_most", ">": "more", ">=": "at_least", "is": "exactly"}
TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
SIGNS = {"+": "plus", "-": "minus", "*": "times", "div": "divided", "mod": "remainder"}
PEOPLE = {exprs.Active: "active", exprs.Starter: "starter", exprs.Players: "players", exprs.Winners: "winners"}
NOT = {"is": "is_not", "empty": "not_empty", "one_of": "none_of", "can": "cannot", "holds": "fails", "always": "never",
       "both": "either", "for_every": "for_some", "is_there": "is_not_there"}  # fmt: skip


@frozen
class Phrases:
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
        told = self._listed(values)
        return self.say("of", what=name, of=told) if told else name

    def place(self, place: rules.PlaceRef | exprs.Contents | exprs.PieceAt) -> str:
        """Return a place of a family."""
        return self.say("box") if place.place == "box" else self.of(self.quoted(place.place), place.indices)

    def sort_in(self, place: str) -> str:
        """Return the sort of pieces that lie in a place."""
        return next((p.sort for p in self.model.places if p.name == place), "")

    def _listed(self, values: Iterable[exprs.Expr]) -> str:
        return ", ".join(map(self.tell, values))

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

    # ---- values ------------------------------------------------------------------------------------
    def tell(self, expr: exprs.Expr) -> str:
        """Return a value as a noun phrase; one that is too long, or holds one that is, is not told."""
        told = self._plain(expr)
        if not told and isinstance(expr.type, TruthType):
            told = self.say("whether", what=self.clause(expr))
        told = told or self._state(expr) or self._number(expr)
        unsaid = self.say("worked_out")
        return told if 0 < len(told) <= LONGEST_PHRASE and unsaid not in told else unsaid

    def _plain(self, expr: exprs.Expr) -> str:
        """Return what is there before anything is looked at."""
        match expr:
            case exprs.Const(type=kind, value=value):
                return self._const(kind, value)
            case exprs.Local(name=name, type=kind) | exprs.Bound(name=name, type=kind):
                return self.variable(name, kind)
            case exprs.Me():
                return self.me or self.say("you")
            case exprs.Active() | exprs.Starter() | exprs.Players() | exprs.Winners():
                return self.say(PEOPLE[type(expr)])
            case exprs.Builtin(function="next" | "previous" as name, args=(of,)):
                own = isinstance(of, exprs.Me) and not self.me
                return self.say(name) if own else self.say(f"{name}_of", who=self.tell(of))
            case exprs.Items(items=items):
                return self._listed(items) or self.say("nothing")
            case exprs.Range(low=low, high=high):
                return self.say("range", low=self.tell(low), high=self.tell(high))
            case exprs.Describe(sort=sort, fields=fields):
                known = tuple((name, value.value) for name, value in fields if isinstance(value, exprs.Const))
                seen = self.namer.seen(SeenPiece(sort, known))
                return self.of(seen, (value for _, value in fields if not isinstance(value, exprs.Const)))
            case exprs.Text():
                return "".join(p if isinstance(p, str) else self.tell(p) for p in plain_parts(expr))
        return ""

    def _const(self, kind: Type, value: exprs.Value) -> str:
        if isinstance(kind, ListType) and isinstance(kind.of, KindType):
            names = next((k.values for k in self.model.kinds if k.name == kind.of.kind), ())
            if value == tuple(range(len(names))):
                return self.say("all", what=self.many(kind.of.kind))
        return self.namer.value(kind, value)

    def _state(self, expr: exprs.Expr) -> str:
        """Return what lies somewhere, or is noted somewhere."""
        match expr:
            case exprs.Contents(place=name):
                several, sort = isinstance(expr.type, ListType), self.sort_in(name)
                return self.say("within", what=self.many(sort) if several else self.namer.word(sort), place=self.place(expr))
            case exprs.PieceAt(position=at):
                return self.say("number_in", at=self._operand(at), place=self.place(expr))
            case exprs.ItemAt(of=of, position=at):
                return self.say("number_in", at=self._operand(at), place=self.tell(of))
            case exprs.TallyOf(tally=name, indices=(whose,)):
                if isinstance(whose, exprs.Me) and not self.me:
                    return self.say("own_tally", what=self.many(name))
                return self.say("tally_of", what=self.many(name), who=self.tell(whose))
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
                return self.of(self.quoted(name), args) if self.is_named(name) else self.tell(self._inlined(expr))
            case exprs.Lines(place=name, length=length):
                return self.say("lines", n=self.tell(length), place=self.quoted(name))
        return ""

    def _number(self, expr: exprs.Expr) -> str:
        """Return a calculation, or something about a list."""
        match expr:
            case exprs.Unary(op="-", of=of):
                return self.say("negative", of=self._operand(of))
            case exprs.Binary(op=op, left=left, right=right) if op in SIGNS:
                return self.say(SIGNS[op], a=self._operand(left), b=self._operand(right))
            case exprs.IfElse(test=test, yes=yes, no=no):
                return self.say("if_else", test=self.clause(test), yes=self.tell(yes), no=self.tell(no))
            case exprs.Builtin(function="top" | "bottom" as name, args=(of, *number)):
                return self.say(f"{name}_some" if number else f"{name}_one", of=self.tell(of), n=self._listed(number))
            case exprs.Builtin(function=name, args=args) if f"{name}_of" in self.say.forms:
                return self.say(f"{name}_of", of=self._listed(args))
            case exprs.Collect(function=name):
                listed = self._each(expr)
                return listed if name == "list" else self.say(f"{name}_of", of=listed)
        return ""

    def _operand(self, expr: exprs.Expr) -> str:
        text = self.tell(expr)
        return f"({text})" if isinstance(expr, exprs.Binary | exprs.IfElse | exprs.Collect) else text

    def _each(self, expr: exprs.Collect) -> str:
        """Return what is taken of every combination: `“size” (crate c), for each crate c in “store”`."""
        over = self.over(expr.binders, expr.where)
        own = len(expr.binders) == 1 and isinstance(expr.value, exprs.Bound) and expr.value.index == expr.binders[0].index
        counts = own or expr.function == "count"
        return over if counts else self.say("for_each", value=self.tell(expr.value), what=over)

    def over(self, binders: Iterable[exprs.Binding | rules.Loop], where: exprs.Expr | None) -> str:
        """Return what variables stand for: `crate c in “stall”`, with what holds of them."""
        return self.such(", ".join(self.one_of(b.name, b.source) for b in binders), where)

    def such(self, what: str, where: exprs.Expr | None) -> str:
        """Return what is taken, with what holds of it."""
        return what if where is None else self.say("such", what=what, test=self.clause(where))

    def one_of(self, name: str, source: exprs.Expr, several: bool = False) -> str:
        """Return a variable with the list it is taken from, unless that is all of a kind, or all players."""
        kind = source.type.of if isinstance(source.type, ListType) else source.type
        what = self.variable(name, ListType(kind) if several else kind)
        every = isinstance(kind, KindType) and self.tell(source) == self.say("all", what=self.many(kind.kind))
        return what if every or isinstance(source, exprs.Players) else self.say("from", what=what, of=self.tell(source))

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
    def clause(self, expr: exprs.Expr, yes: bool = True) -> str:
        """Return a condition, or its opposite, as a clause that is not too long."""
        text = self._condition(expr, yes)
        return text if len(text) <= LONGEST_PHRASE else self.say("holds", what=self.say("worked_out"))

    def _condition(self, expr: exprs.Expr, yes: bool) -> str:
        match expr:
            case exprs.Unary(op="not", of=of):
                return self.clause(of, not yes)
            case exprs.Binary(op="and" | "or" as op, left=left, right=right):
                sides = {"a": self._side(left, op, yes), "b": self._side(right, op, yes)}
                return self._whether("both", (op == "and") == yes, **sides)
            case exprs.Binary(op="is not" | "not in" as op):
                return self._compared(evolve(expr, op="is" if op == "is not" else "in"), not yes)
            case exprs.Binary():
                return self._compared(expr if yes or expr.op not in TURNED else evolve(expr, op=TURNED[expr.op]), yes)
            case exprs.Collect(function="any" | "every" as name, binders=binders, value=value):
                what = self.over(binders, expr.where)
                return self._whether("for_every", (name == "every") == yes, what=what, test=self.clause(value, yes))
            case exprs.IsEmpty(of=exprs.Contents() as place):
                return self._whether("empty", yes, what=self.place(place))
            case exprs.IsEmpty(of=of):
                return self._whether("is", yes, a=self.say("count_of", of=self.tell(of)), b="0")
            case exprs.Matches(piece=one, description=two):
                return self._whether("is", yes, a=self.tell(one), b=self.tell(two))
            case exprs.Exactly(pieces=one, items=items):
                return self._whether("is", yes, a=self.tell(one), b=self._listed(items))
            case exprs.AnyMatch(description=one, pieces=two):
                return self._whether("one_of", yes, a=self.tell(one), b=self.tell(two))
            case exprs.Can(player=player, deed=deed):
                return self._whether("can", yes, deed=self.of(self.quoted(deed), (player,)))
            case exprs.Apply(define=name) if not self.is_named(name):
                return self.clause(self._inlined(expr), yes)
            case exprs.Const(value=value):
                return self._whether("always", bool(value) == yes)
        named = isinstance(expr, exprs.Local | exprs.Bound)
        return self._whether("holds", yes, what=self._plain(expr) if named else self._state(expr) or self.say("worked_out"))

    def _whether(self, key: str, yes: bool, **values: str) -> str:
        """Return one of two patterns: one says the opposite of the other."""
        return self.say(key if yes else NOT[key], **values)

    def _side(self, expr: exprs.Expr, op: str, yes: bool) -> str:
        """Return one side of an `and` or `or`, in brackets where it would be misread."""
        text = self.clause(expr, yes)
        loose = isinstance(expr, exprs.Collect) or (isinstance(expr, exprs.Binary) and expr.op in ("and", "or") and expr.op != op)
        return f"({text})" if loose else text

    def _compared(self, expr: exprs.Binary, yes: bool) -> str:
        """Return a comparison; numbers are compared the other way round already where they do not hold."""
        left, op, right = expr.left, expr.op, expr.right
        match left, op, right:
            case _, "in", _:
                return self._whether("one_of", yes, a=self.tell(left), b=self.tell(right))
            case _, _, exprs.Const(value=bool(value)):
                return self.clause(left, value == yes)
            case _, _, exprs.Const(value=None):
                return self._whether("is_there", not yes, what=self.tell(left))
            case exprs.TallyOf(tally=name, indices=(whose,)), _, exprs.Const() if yes or op != "is":
                own = isinstance(whose, exprs.Me) and not self.me
                what = self.say(ORDER[op], n=self.counted(name, exprs.number_of(right) or 0))
                return self.say("you_have" if own else "has", who=self.tell(whose), what=what)
            case exprs.Me(), "is", _:  # `you` takes no `is`
                left, right = right, left
        if op == "is":
            return self._whether("is", yes, a=self.tell(left), b=self.tell(right))
        return self.say("is", a=self.tell(left), b=self.say(ORDER[op], n=self.tell(right)))

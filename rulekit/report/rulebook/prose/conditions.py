"""Conditions as clauses: `your cup is empty`, `you have more than 3 coins`, `any player has finished`."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulekit.model import expressions as exprs
from rulekit.model.model import Define, GameModel
from rulekit.model.model_walk import everything
from rulekit.model.types import KindType, NumberType, OptionalType, PieceType, PlayerType, TruthType, Type
from rulekit.report.rulebook.parts import plain
from rulekit.report.rulebook.prose.phrases import Plural
from rulekit.report.rulebook.prose.things import HEAVIEST, Things, inlined, is_involved, weight
from rulekit.report.rulebook.prose.verbs import agreed, conjugated
from rulekit.report.rulebook.prose.voice import YOU, voice_parts
from rulekit.report.sentences import ENGLISH
from rulekit.report.words import Namer

NEAR = 24  # `any player` stands early enough in a clause, else it is told before it
BRIEF = 24  # a definition about several things that is not larger is told in its place
ORDER = {"<": "fewer", "<=": "at_most", ">": "more", ">=": "at_least", "is": "exactly", "is not": "not_exactly"}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not", "is not": "is", "in": "not in", "not in": "in"}


@frozen
class Teller(Things):
    """A voice that tells conditions too."""

    def clause(self, expr: exprs.Expr) -> str:
        """A condition, or the formula where a clause would be too long; parts of an `and` are judged one by one."""
        match expr:
            case exprs.Binary(op="and", left=left, right=right):
                return self.say("both", a=self.clause(left), b=self.clause(right))
        if is_involved(expr):
            return self.say("holds", what=self.formula(expr))
        text = self.cond(expr)
        return text if len(plain(text)) <= HEAVIEST else self.say("holds", what=self.formula(expr))

    def cond(self, expr: exprs.Expr, yes: bool = True) -> str:
        """A condition as a clause, or its opposite."""
        match expr:
            case exprs.Unary(op="not", of=of):
                return self.cond(of, not yes)
            case exprs.Const(value=value):
                return self.say("always" if value == yes else "never")
            case exprs.Binary(op="and" | "or" as op, left=left, right=right):
                return self._joined(op, left, right, yes)
            case exprs.Binary():
                return self._compared(expr, yes)
            case exprs.Collect(function="any" | "every"):
                return self._all_or_some(expr, yes)
        text = self._state_of(expr, yes) or self._said(expr, yes)
        return text or self.say("holds" if yes else "fails", what=self.formula(expr))

    def _joined(self, op: str, left: exprs.Expr, right: exprs.Expr, yes: bool) -> str:
        key = "both" if (op == "and") == yes else "either"
        a, b = (self._group(side, key, yes) for side in (left, right))
        return self.say(key, a=a, b=b)

    def _group(self, expr: exprs.Expr, around: str, yes: bool) -> str:
        expr = self._told_in_place(expr)
        text = self.cond(expr, yes)
        mixed = isinstance(expr, exprs.Binary) and expr.op in ("and", "or") and (around == "both") != ((expr.op == "and") == yes)
        return f"({text})" if mixed else text

    # ---- comparisons -----------------------------------------------------------------------------
    def _compared(self, expr: exprs.Binary, yes: bool) -> str:
        op = expr.op if yes else OPPOSITE[expr.op]
        left, right = expr.left, expr.right
        if op in ("in", "not in"):
            return self._among(left, right, op == "in")
        if isinstance(right, exprs.Const) and right.value is None:
            return self._set(left, op == "is not")
        if isinstance(right, exprs.Const) and isinstance(right.value, bool):
            return self.cond(left, right.value == (op == "is"))
        if isinstance(left, exprs.TallyOf) and len(left.indices) == 1:
            return self._having(left, op, right)
        if isinstance(left, exprs.Builtin) and left.function == "count" and isinstance(left.args[0], exprs.Contents):
            return self._holding(left.args[0], op, right)
        if isinstance(left, exprs.Winners):
            return self._winning(right, op == "is")
        if isinstance(left, exprs.Active) and op == "is":
            return self.say("turn_of", who=self.person(right))
        if isinstance(left, exprs.BankOf) and not left.indices and op == "is" and _is_zero(right):
            return self.say("bank_gone", what=self.many(left.tally))
        if isinstance(left, exprs.BankOf) and not left.indices:
            return self.say("bank_holds", what=self.amount(right, left.tally, ORDER[op]))
        return self._plainly(left, op, right)

    def _plainly(self, left: exprs.Expr, op: str, right: exprs.Expr) -> str:
        subject = self.thing(left)
        numbers = isinstance(_inner(left.type), NumberType)
        key = ORDER[op] if numbers else "is" if op == "is" else "is_not"
        value = self.named_value(right)
        if numbers and op in ("is", "is not"):
            key = "is" if op == "is" else "is_not"
        if self.is_me(left) and self.me == YOU:
            return self.say("you_are" if op == "is" else "you_are_not", b=value)
        return self.say(f"{key}_many" if isinstance(subject, Plural) else key, a=subject, b=value)

    def named_value(self, expr: exprs.Expr) -> str:
        """What something is compared with; a value of a kind that is more than one plain word stands in quotes."""
        text = self.thing(expr)
        named = isinstance(expr, exprs.Const) and isinstance(_inner(expr.type), KindType) and expr.value is not None
        return self.say("quoted", text=text) if named and (self.namer.translated or " " in text) else text

    def _having(self, left: exprs.TallyOf, op: str, right: exprs.Expr) -> str:
        """`you have at least 3 coins`."""
        owner = left.indices[0]
        if op == "is" and _is_zero(right):
            mine = self.is_me(owner) and self.me == YOU
            return self.say("you_have_none" if mine else "has_none", who=self.person(owner), what=self.many(left.tally))
        return self._owner_has(owner, self.amount(right, left.tally, ORDER[op]))

    def _winning(self, who: exprs.Expr, yes: bool) -> str:
        """`Luna wins`, `Luna and Cosmo share the win`."""
        if isinstance(who, exprs.Const) and isinstance(who.value, tuple):
            names = [self.namer.player(seat) for seat in who.value if isinstance(seat, int)]
        else:
            names = [self.person(i) for i in who.items] if isinstance(who, exprs.Items) else []
        key = "wins_not" if not yes else "wins_many" if len(names) > 1 else "wins"
        return self.say(key, who=self.say.listed(names))

    def _owner_has(self, owner: exprs.Expr, what: str) -> str:
        if self.is_me(owner) and self.me == YOU:
            return self.say("you_have", what=what)
        return self.say("has", who=self.person(owner), what=what)

    def amount(self, number: exprs.Expr, counted: str, how: str) -> str:
        """`at least 3 coins`; a number that is not known is told by what it is."""
        if isinstance(number, exprs.Const) and isinstance(number.value, int):
            if number.value == 0 and how in ("exactly", "not_exactly", "more"):
                return self.say.noun("none" if how == "exactly" else "some", self.many(counted), True)
            return self.say(f"n_{how}", n=self.counted(counted, number.value))
        return self.say(f"as_{how}", what=self.many(counted), n=self.thing(number))

    def _holding(self, place: exprs.Contents, op: str, right: exprs.Expr) -> str:
        """`your cup holds 3 tiles`."""
        if op == "is" and _is_zero(right):
            return self.agreeing("empty", "what", self.place(place.place, place.indices))
        count = self.amount(right, self.sort_of(place), ORDER[op])
        return self.agreeing("place_holds", "place", self.place(place.place, place.indices), what=count)

    def agreeing(self, key: str, name: str, subject: str, **values: object) -> str:
        """A phrase whose verb agrees with its subject."""
        return self.say(f"{key}_many" if isinstance(subject, Plural) else key, **{name: subject}, **values)

    def _among(self, left: exprs.Expr, right: exprs.Expr, yes: bool) -> str:
        if isinstance(right, exprs.Range):
            key = "between" if yes else "not_between"
            return self.say(key, a=self.thing(left), low=self.thing(right.low), high=self.thing(right.high))
        if isinstance(right, exprs.Winners):
            return self.say("wins" if yes else "wins_not", who=self.person(left))
        return self.say("one_of" if yes else "none_of", a=self.thing(left), b=self.thing(right))

    def _set(self, left: exprs.Expr, there: bool) -> str:
        """`there is no guest still alone`."""
        if isinstance(left, exprs.MarkerOf) and not left.indices:
            word = self.one(left.marker)
            if self.is_label(left.marker):
                return self.say("somebody_noted" if there else "nobody_noted", what=word)
            return self.say("there_is" if there else "there_is_no", what=self.say.noun("a" if there else "no", word))
        return self.say("is_there" if there else "is_not_there", what=self.thing(left))

    # ---- some and all ----------------------------------------------------------------------------
    def _all_or_some(self, expr: exprs.Collect, yes: bool) -> str:
        """`any player has finished`; what is said more than once of each is told behind a colon."""
        if len(expr.binders) != 1 or expr.where is not None:
            return self.say("holds" if yes else "fails", what=self.formula(expr))
        binder = expr.binders[0]
        times = sum(1 for e in everything(expr.value) if isinstance(e, exprs.Bound) and e.index == binder.index)
        every = expr.function == "every"
        numbered = isinstance(binder.source, exprs.Range)
        if times == 1 and not numbered and not any(isinstance(e, exprs.Collect) for e in everything(expr.value)):
            direct = "every" if every else "any" if yes else "no"
            if yes or (direct == "no" and self.say.language == ENGLISH):
                told = str(self.quantified(binder, direct).cond(expr.value))
                if told.find(self.say.noun(direct, self.element(binder))) <= NEAR:
                    return told
        name = self.element(binder)
        inner = self if numbered else self.calling("bound", binder.index, self.say.noun("this", name))
        key = ("for_every" if yes else "not_for_every") if every else ("for_some" if yes else "for_none")
        what = self.limited(name, binder.source)
        words = {"each": self.say.noun("every", what), "some": self.say.noun("any", what), "none": self.say.noun("no", what)}
        return self.say(key, **words, test=inner.cond(expr.value))

    # ---- states ----------------------------------------------------------------------------------
    def _state_of(self, expr: exprs.Expr, yes: bool) -> str:
        match expr:
            case exprs.IsEmpty(of=exprs.Contents(place=name, indices=indices)):
                return self.agreeing("empty" if yes else "not_empty", "what", self.place(name, indices))
            case exprs.IsEmpty(of=exprs.Winners()):
                return self.say("nobody_wins" if yes else "somebody_wins")
            case exprs.IsEmpty(of=of):
                return self.say("there_are_none" if yes else "there_are_some", what=self.thing(of))
            case exprs.MarkerOf(marker=name, indices=indices):
                return self._marked(name, indices, yes)
            case exprs.AttrOf(of=of, owner=owner, attr=attr):
                return self.say("is" if yes else "is_not", a=self.thing(of), b=self.one(attr, owner))
            case exprs.Matches(piece=exprs.Contents(place=name, indices=indices), description=described):
                key, place = "consists" if yes else "consists_not", self.place(name, indices)
                return self.agreeing(key, "place", place, what=self.thing(described))
            case exprs.Matches(piece=piece, description=described):
                key = "is" if yes else "is_not"
                return self.say(key, a=self.thing(piece), b=self.say.noun("a", self.thing(described)))
            case exprs.AnyMatch(description=described, pieces=pieces):
                key = "there_is_in" if yes else "there_is_none_in"
                return self.say(key, what=self.say.noun("a", self.thing(described)), place=self._where(pieces))
            case exprs.Exactly(pieces=pieces, items=items):
                told = self.say.listed(self.thing(i) for i in items)
                if not isinstance(pieces, exprs.Contents):
                    return self.say("is_many" if yes else "is_not_many", a=self.thing(pieces), b=told)
                return self.agreeing("consists" if yes else "consists_not", "place", self._where(pieces), what=told)
        return ""

    def _where(self, pieces: exprs.Expr) -> str:
        return self.place(pieces.place, pieces.indices) if isinstance(pieces, exprs.Contents) else self.thing(pieces)

    def _marked(self, name: str, indices: Sequence[exprs.Expr], yes: bool) -> str:
        """A marker that holds or not: `your latte is put aside`."""
        told = [i for i in indices if not isinstance(_inner(i.type), PlayerType)]
        owner = next((i for i in indices if isinstance(_inner(i.type), PlayerType)), None)
        subject = self.subject(told, owner)
        if len(told) > 1:
            dims = next(m.dims for m in self.model.markers if m.name == name)
            return self.say("marked_alone" if yes else "not_marked_alone", what=self.family(self.one(name), dims, indices))
        if not subject:
            return self.say("marked_alone" if yes else "not_marked_alone", what=self.one(name))
        told_of = " ".join(agreed(self.say, self.one(name).split(), subject))
        return self.say("is" if yes else "is_not", a=subject, b=told_of)

    def subject(self, things: Sequence[exprs.Expr], owner: exprs.Expr | None) -> str:
        """The first thing, as somebody's: `your drink`."""
        if not things:
            return self.person(owner) if owner is not None else ""
        first = things[0]
        if owner is None:
            return self.thing(first)
        if isinstance(first, exprs.Const):
            return self.owned(owner, self.thing(first))
        known = self.called.get(("local" if isinstance(first, exprs.Local) else "bound", getattr(first, "index", -1)))
        if isinstance(first, exprs.Local | exprs.Bound) and known is None:
            return self.owned(owner, self.name_of(first.name, first.type))
        return self.say("owned_thing", what=self.thing(first), who=self.person(owner))

    # ---- what is said by a name ------------------------------------------------------------------
    def _said(self, expr: exprs.Expr, yes: bool) -> str:
        match expr:
            case exprs.Can(player=player, deed=deed):
                return self._can(player, deed, yes)
            case exprs.Apply():
                told = self._told_in_place(expr)
                return self._predicate(expr, yes) if told is expr else self.cond(told, yes)
            case exprs.Local() | exprs.Bound():
                return self.say("marked_alone" if yes else "not_marked_alone", what=self.name_of(expr.name, expr.type))
        return ""

    def _can(self, player: exprs.Expr, deed: str, yes: bool) -> str:
        word = self.one(deed)
        if self.is_me(player) and self.me == YOU:
            return self.say("you_can" if yes else "you_cannot", deed=word)
        return self.say("can" if yes else "cannot", who=self.person(player), deed=word)

    def _predicate(self, expr: exprs.Apply, yes: bool) -> str:
        """A definition that holds or not: `the player has finished`."""
        words = self.one(expr.define).split()
        typed = list(zip(self.defines[expr.define].params, expr.args, strict=True))
        people = [a for p, a in typed if isinstance(_inner(p.domain.type), PlayerType)]
        things = self._subjects(expr, people)
        verbal = words[0] in self.say.verbs["known"].split()
        linked = words[-1] in self.say.verbs["prepositions"].split()
        if not typed:
            return self._statement_of(words, yes)
        if verbal and linked and len(typed) == 2:
            first = self._as_subject(self.thing(typed[0][1]))
            return f"{first} {conjugated(self.say, words, first, yes)} {self.thing(typed[1][1])}".strip()
        if self._is_by_name(expr):
            about = self.say.listed([self.thing(a) for a in expr.args])
            return self.say("named_of" if yes else "named_of_not", name=" ".join(words), of=about)
        subject = self._as_subject(self.subject(things, people[0] if people else None))
        return f"{subject} {conjugated(self.say, words if verbal else ['is', *words], subject, yes)}".strip()

    def heading(self, define: Define) -> str:
        """What a definition is listed under: its name, or a whole clause: `the player has finished`."""
        words, known = self.one(define.name).split(), self.say.verbs["known"].split()
        clause = words[0] in known if define.params else any(word in known for word in words)
        people = sum(isinstance(p.domain.type, PlayerType) for p in define.params)
        if not isinstance(define.type, TruthType) or not clause or people > 1 or len(define.params) - people > 1:
            return self.one(define.name)
        given = tuple(exprs.Bound(p.domain.type, p.index, p.name) for p in define.params)
        return self._predicate(exprs.Apply(define.type, define.name, given), True)

    def meaning(self, define: Define) -> str:
        """What a definition stands for: `if …`, or a noun phrase."""
        truth = isinstance(define.type, TruthType)
        return self.say.joined(self.say("true_if", test=self.clause(define.body)) if truth else f"{self.tell(define.body)}.")

    def _as_subject(self, who: str) -> str:
        """`tu` in place of `toi`."""
        return self.say("you_subject") if who == self.say("you") else who

    def _is_by_name(self, expr: exprs.Apply) -> bool:
        """Whether there is no way to say a definition of its subject: it is about several, or its words have no verb."""
        words, params = self.one(expr.define).split(), self.defines[expr.define].params
        people = [a for p, a in zip(params, expr.args, strict=True) if isinstance(_inner(p.domain.type), PlayerType)]
        verbal = words[0] in self.say.verbs["known"].split()
        if not params or (verbal and words[-1] in self.say.verbs["prepositions"].split() and len(params) == 2):
            return False
        return not (verbal or self.say.language == ENGLISH) or len(people) > 1 or len(self._subjects(expr, people)) > 1

    def _told_in_place(self, expr: exprs.Expr) -> exprs.Expr:
        """What a definition stands for, where its name would not help: without a word, or short and about several things."""
        if not isinstance(expr, exprs.Apply):
            return expr
        define = self.defines[expr.define]
        brief = self._is_by_name(expr) and weight(define.body) <= BRIEF
        return inlined(define, expr.args) if brief or not self.is_named(expr.define) else expr

    def _subjects(self, expr: exprs.Apply, people: list[exprs.Expr]) -> list[exprs.Expr]:
        """What a definition is said of besides a player: all that is worth telling, else the first kind or piece, if any."""
        told = [a for a in self.telling(expr) if a not in people]
        plain = [a for a in expr.args if a not in people and isinstance(_inner(a.type), KindType | PieceType)]
        return told or plain[:1] or ([] if people else list(expr.args[:1]))

    def _statement_of(self, words: list[str], yes: bool) -> str:
        """A name that is a whole clause: `supply is gone`; else `it is a small game`."""
        known = self.say.verbs["known"].split()
        at = next((n for n, word in enumerate(words) if word in known), None)
        if at is None:
            return self.say("named" if yes else "named_not", name=" ".join(words), of="")
        before = " ".join(words[:at]) or self.say("it")
        if not yes and words[0] in ("somebody", "someone"):
            return f"nobody {' '.join(words[at:])}"
        if yes or words[0] in self.say.verbs["bare"].split():
            return " ".join((before, *words[at:])) if yes else self.say("not_so", what=" ".join(words))
        return f"{before} {conjugated(self.say, words[at:], before, False)}"


def _is_zero(expr: exprs.Expr) -> bool:
    return isinstance(expr, exprs.Const) and expr.value == 0 and not isinstance(expr.value, bool)


def _inner(kind: Type) -> Type:
    return kind.of if isinstance(kind, OptionalType) else kind


def teller(namer: Namer, model: GameModel) -> Teller:
    """Somebody who tells the rules of a model."""
    return Teller(**voice_parts(namer, model))

"""Statements become nodes of the flow graph. Built from the end: every statement is told where the play goes on.

Deeds are inlined; locals of a deed have cells of their own, shared by all its copies, since no deed reaches itself.
"""

from __future__ import annotations

from typing import assert_never

from attrs import define, evolve

from rulekit.model import expr as x
from rulekit.model import rules as r
from rulekit.model.expr import Expr
from rulekit.model.types import NUMBER, PLAYER, TRUTH, ListType, Type
from rulekit.model.walk import rebuild
from rulekit.program import program as g
from rulekit.program.flow import OUTSIDE, Context, Flow
from rulekit.program.refuse import Refused

ZERO = x.Const(NUMBER, 0)
NOTHING = x.Const(PLAYER, None)
Compound = (
    r.Choose | r.Do | r.As | r.If | r.ForEach | r.OneOf | r.May | r.Repeat | r.Turns | r.Secretly | r.NextTurn
)  # with parts of their own


@define
class Lowering(Flow):
    """Builds the graph of one program."""

    def game(self) -> tuple[int, int]:
        """The whole game: where it begins, and where `play` does."""
        play = self.deed_body("play", self.context("play"), g.END) if "play" in self.deeds else g.END
        if "setup" not in self.deeds:
            return play, play
        return self.deed_body("setup", self.context("setup"), play), play

    def finish_trials(self) -> tuple[g.Trial, ...]:
        """Lower the deeds that are only tried; they may ask for more of them."""
        done: list[g.Trial] = []
        while len(done) < len(self.trials):
            name, names = list(self.trials)[len(done)]
            params = {p.name for p in self.deeds[name].params}
            told = {n: self.told(name, n) for n in names}
            outer = evolve(OUTSIDE, coming=self.slot(name, "next turn"), framed=True)
            context = self.context(name, outer, {n: s for n, s in told.items() if n not in params})
            entry = self._inline(name, context, g.DONE, self.rule(name, (), self.deeds[name].span))
            done.append(g.Trial(name, entry, tuple(told.items())))
        return tuple(done)

    def deed_body(self, name: str, context: Context, following: int) -> int:
        """The statements of a deed; where they begin."""
        entry = self.block(self.deeds[name].block, following, context)
        self.note(name, entry)
        return entry

    def _inline(self, name: str, context: Context, following: int, rule: int) -> int:
        entry = self.deed_body(name, context, following)
        if self.deeds[name].role == "action":
            told = tuple((self.slot(name, p.index), p.name, p.domain.type) for p in self.deeds[name].params)
            entry = self.add(g.Start(rule, name, told, entry, following))
            self.note(name, entry)
        else:
            self.steps.append((name, entry, following))
        return entry

    def block(self, block: r.Block, following: int, context: Context) -> int:
        """Statements in a row; where they begin."""
        for statement in reversed(block):
            entry = self.statement(statement, following, context)
            self.note(statement.address, entry)
            following = entry
        return following

    def statement(self, s: r.Statement, following: int, context: Context) -> int:
        """One statement; where it begins."""
        rule = self.rule(s.address, s.cites, s.span)

        def e(expr: Expr) -> Expr:
            return self.expr(expr, context)

        match s:
            case r.OnlyIf():
                return self.add(g.Require(rule, e(s.test), self._text(s.reason, context), following))
            case r.Let():
                return self.add(g.Let(rule, context.cells[s.local], e(s.value), following))
            case r.SetMarker():
                return self.add(g.SetMarker(rule, s.marker, self._all(s.indices, context), e(s.value), following))
            case r.SetAttr():
                return self.add(g.SetAttr(rule, s.sort, s.attr, e(s.piece), e(s.value), following))
            case r.MovePieces():
                return self.add(g.Move(rule, e(s.what), self._place(s.to, context), s.under, following))
            case r.Draw():
                source, to = self._place(s.source, context), self._place(s.to, context)
                return self.add(g.Draw(rule, e(s.count), source, to, s.under, following))
            case r.Deal():
                count = None if s.count is None else e(s.count)
                return self.add(g.Deal(rule, count, self._place(s.source, context), s.to, following))
            case r.Shuffle():
                return self.add(g.Shuffle(rule, self._place(s.place, context), following))
            case r.Gain():
                return self.add(g.Gain(rule, e(s.count), s.tally, self._all(s.indices, context), following))
            case r.Pay():
                payee = None if s.to is None else e(s.to)
                return self.add(g.Pay(rule, e(s.count), s.tally, self._all(s.indices, context), payee, following))
            case r.EndGame():
                return g.END
            case r.Group():
                return self.block(s.block, following, context)
        return self._compound(s, rule, following, context)

    def _compound(self, s: Compound, rule: int, following: int, context: Context) -> int:
        match s:
            case r.Choose():
                return self._choose(s, rule, following, context)
            case r.Do():
                return self._do(s, rule, following, context)
            case r.As():
                return self._as(s, rule, following, context)
            case r.If():
                entry = self.block(s.otherwise, following, context)
                for branch in reversed(s.branches):
                    entry = self._test(rule, self.expr(branch.test, context), self.block(branch.block, following, context), entry)
                return entry
            case r.ForEach():
                return self._for_each(s, rule, following, context)
            case r.OneOf():
                return self._one_of(s, rule, following, context)
            case r.May():
                return self._may(s, rule, following, context)
            case r.Repeat():
                return self._repeat(s, rule, following, context)
            case r.Turns():
                return self._turns(s, rule, following, context)
            case r.Secretly():
                return self._secretly(s, rule, following, context)
            case r.NextTurn():
                if context.coming is None:
                    raise Refused("RK413", "`next turn` stands outside `turns` and `rounds`", s.span)
                return self.add(g.NextTurn(rule, context.coming, self.expr(s.player, context), following))
            case _:
                assert_never(s)

    def _all(self, exprs: tuple[Expr, ...], context: Context) -> tuple[Expr, ...]:
        return tuple(self.expr(e, context) for e in exprs)

    def _place(self, ref: r.PlaceRef, context: Context) -> g.SlotRef:
        return g.SlotRef(ref.place, self._all(ref.indices, context))

    def _text(self, text: x.Text | None, context: Context) -> x.Text | None:
        if text is None:
            return None
        return x.Text(text.type, tuple(p if isinstance(p, str) else self.expr(p, context) for p in text.parts))

    def _test(self, rule: int, test: Expr, yes: int, no: int) -> int:
        if isinstance(test, x.Const):
            return yes if test.value else no
        return self.add(g.Test(rule, test, yes, no))

    # ---- choices ---------------------------------------------------------------------------------
    def _choose(self, s: r.Choose, rule: int, following: int, context: Context) -> int:
        where = None if s.where is None else self.expr(s.where, context)
        if s.at_random:
            picks = tuple(self._pick(p, context) for p in s.picks)
            return self.add(g.Random(rule, picks, where, following))
        if where is not None and s.picks[-1].name in context.told:
            following = self.add(g.Require(rule, where, None, following))
            where = None
        asked: list[g.PickSpec] = []
        for pick in reversed(s.picks):
            if pick.name not in context.told:
                asked.insert(0, self._pick(pick, context))
                continue
            if asked:
                following = self.add(g.Choose(rule, tuple(asked), where, following))
                asked, where = [], None
            following = self._told(pick, rule, following, context)
        return self.add(g.Choose(rule, tuple(asked), where, following)) if asked else following

    def _pick(self, pick: r.Pick, context: Context) -> g.PickSpec:
        source = self.expr(pick.source, context)
        low = None if pick.low is None else self.expr(pick.low, context)
        high = None if pick.high is None else self.expr(pick.high, context)
        of = source.type.of if isinstance(source.type, ListType) else source.type
        return g.PickSpec(context.cells[pick.local], pick.name, of, source, pick.several, low, high)

    def _told(self, pick: r.Pick, rule: int, following: int, context: Context) -> int:
        """A choice that the doer was told: not asked, but it must be one of the candidates."""
        spec = self._pick(pick, context)
        value: Expr = g.Cell(spec.type, context.told[pick.name])
        test: Expr = x.Binary(TRUTH, "in", value, spec.source)
        if pick.several:
            each = x.Bound(spec.type, -1, pick.name)
            test = x.Collect(TRUTH, "every", x.Binary(TRUTH, "in", each, spec.source), (x.Binding(-1, pick.name, value),), None)
            test = x.Binary(TRUTH, "and", test, _is_set(value, spec))
        return self.add(g.Require(rule, test, None, self.add(g.Let(rule, spec.slot, value, following))))

    def _one_of(self, s: r.OneOf, rule: int, following: int, context: Context) -> int:
        entries, rules = [], []
        for bullet in s.bullets:
            entry = self.block(bullet.block, following, context)
            self.note(bullet.address, entry)
            entries.append(entry)
            rules.append(self.rule(bullet.address, bullet.cites, s.span))
        return self.add(g.Fork(rule, tuple(entries), tuple(rules)))

    def _may(self, s: r.May, rule: int, following: int, context: Context) -> int:
        if s.often == "once":
            return self.add(g.Offer(rule, self.block(s.block, following, context), following))
        head = self.add(g.Done(rule))
        if s.often == "repeatedly":
            body = self._guarded(rule, self.block(s.block, head, context), context)
            self.nodes[head] = g.Offer(rule, body, following)
            return head
        counter = self.fresh(context, "times left")
        offer = self.add(g.Offer(rule, self.block(s.block, head, context), following))
        self.nodes[head] = g.CountNext(rule, counter, offer, following)
        assert s.limit is not None
        return self.add(g.Let(rule, counter, self.expr(s.limit, context), head))

    # ---- deeds and subjects ----------------------------------------------------------------------
    def _do(self, s: r.Do, rule: int, following: int, context: Context) -> int:
        deed = self.deeds[s.deed]
        params = {p.name: p for p in deed.params}
        told = {a.name: self.told(deed.name, a.name) for a in s.args if a.name is not None and a.name not in params}
        entry = self._inline(deed.name, self.context(deed.name, context, told), following, rule)
        values = [self.expr(a.value, context) for a in s.args]
        for arg, value in reversed(list(zip(s.args, values, strict=True))):
            if arg.name in params:
                value = self.within(value, params[arg.name].domain, s.span)
            entry = self.add(g.Let(rule, self.told(deed.name, arg.name or ""), value, entry))
        if s.if_able:
            able = g.Try(TRUTH, x.Me(PLAYER), self.trial(deed.name, s.args), tuple(values), deed.name)
            entry = self.add(g.Test(rule, able, entry, following))
        return entry

    def _as(self, s: r.As, rule: int, following: int, context: Context) -> int:
        if not context.framed:
            following = self.add(g.Horizon(rule, following))
        inside = evolve(context, framed=True)
        return self._for_player(rule, self.expr(s.player, context), s.block, following, inside)

    def _for_player(self, rule: int, player: Expr, block: r.Block, following: int, context: Context) -> int:
        """A block in which `me` is somebody; afterwards `me` is what it was before."""
        before = self.fresh(context, "me before")
        back = self.add(g.Let(rule, g.ME, g.Cell(PLAYER, before), following))
        body = self.block(block, back, context)
        become = self.add(g.Let(rule, g.ME, player, body))
        return self.add(g.Let(rule, before, x.Me(PLAYER), become))

    # ---- loops -----------------------------------------------------------------------------------
    def _guarded(self, rule: int, body: int, context: Context) -> int:
        return self.add(g.Guard(rule, self.fresh(context, "seen"), self.fresh(context, "idle"), body))

    def _for_each(self, s: r.ForEach, rule: int, following: int, context: Context) -> int:
        items, at = self.fresh(context, "list"), self.fresh(context, "at")
        targets = tuple(context.cells[b.local] for b in s.binders)
        head = self.add(g.Done(rule))
        body = self.block(s.block, head, context)
        self.nodes[head] = g.ForNext(rule, items, at, targets, body, following)
        begin = self.add(g.Let(rule, at, ZERO, head))
        return self.add(g.Let(rule, items, self.expr(_loop_list(s), context), begin))

    def _repeat(self, s: r.Repeat, rule: int, following: int, context: Context) -> int:
        head = self.add(g.Done(rule))
        body = self.block(s.block, head, context)
        if s.times is not None:
            counter = self.fresh(context, "times left")
            self.nodes[head] = g.CountNext(rule, counter, body, following)
            return self.add(g.Let(rule, counter, self.expr(s.times, context), head))
        body = self._guarded(rule, body, context)
        until = x.Const(TRUTH, False) if s.until is None else self.expr(s.until, context)
        self.nodes[head] = g.Test(rule, until, following, body)
        return head

    def _turns(self, s: r.Turns, rule: int, following: int, context: Context) -> int:
        coming, first, before = (self.fresh(context, what) for what in ("coming", "first", "me before"))
        leave = self.add(g.Let(rule, g.ME, g.Cell(PLAYER, before), following))
        where = None if s.where is None else self.expr(s.where, context)
        again = self.add(g.Done(rule))
        passed = self.add(g.Horizon(rule, again))
        body = self.block(s.block, passed, evolve(context, coming=coming, framed=True))
        begin = self.add(g.Let(rule, g.ME, x.Active(PLAYER), self.add(g.Let(rule, coming, NOTHING, body))))
        begin = self._guarded(rule, begin, context)
        until = x.Const(TRUTH, False) if s.until is None else self.expr(s.until, context)
        test = self._test(rule, until, leave, begin)
        self.nodes[again] = g.TurnNext(rule, where, s.whole, coming, first, test, begin, leave)
        entry = self.add(g.TurnFirst(rule, self.expr(s.start, context), where, coming, first, test, leave))
        return self.add(g.Let(rule, before, x.Me(PLAYER), entry))

    def _secretly(self, s: r.Secretly, rule: int, following: int, context: Context) -> int:
        items, at, player = (self.fresh(context, what) for what in ("list", "at", "player"))
        leave = self.add(g.Freeze(rule, False, following))
        head = self.add(g.Done(rule))
        done = self.add(g.Horizon(rule, head))
        body = self._for_player(rule, g.Cell(PLAYER, player), s.block, done, evolve(context, framed=True))
        self.nodes[head] = g.ForNext(rule, items, at, (player,), body, leave)
        everybody = x.Const(ListType(PLAYER), tuple(range(self.folder.players)))
        begin = self.add(g.Let(rule, items, everybody, self.add(g.Let(rule, at, ZERO, head))))
        return self.add(g.Freeze(rule, True, begin))


def _is_set(value: Expr, spec: g.PickSpec) -> Expr:
    """Whether a told list is a set of so many: nothing stands in it twice."""
    count = x.Builtin(NUMBER, "count", (value,))
    kinds = x.Builtin(NUMBER, "count", (x.Builtin(value.type, "distinct", (value,)),))
    enough = x.Binary(TRUTH, ">=", count, spec.low or x.Const(NUMBER, 1))
    test = x.Binary(TRUTH, "and", x.Binary(TRUTH, "is", kinds, count), enough)
    return test if spec.high is None else x.Binary(TRUTH, "and", test, x.Binary(TRUTH, "<=", count, spec.high))


def _loop_list(s: r.ForEach) -> Expr:
    """The list a `for each` runs over: the source, or all combinations that satisfy `where`."""
    if len(s.binders) == 1 and s.where is None:
        return s.binders[0].source
    marks = {b.local: x.Bound(_element(b.source), -2 - b.local, b.name) for b in s.binders}

    def mark(expr: Expr) -> Expr:
        if isinstance(expr, x.Local) and expr.index in marks:
            return marks[expr.index]
        return rebuild(expr, mark)

    value: Expr = x.Items(ListType(NUMBER), tuple(marks.values())) if len(s.binders) > 1 else marks[s.binders[0].local]
    bindings = tuple(x.Binding(-2 - b.local, b.name, mark(b.source)) for b in s.binders)
    where = None if s.where is None else mark(s.where)
    return x.Collect(ListType(value.type), "list", value, bindings, where)


def _element(source: Expr) -> Type:
    return source.type.of if isinstance(source.type, ListType) else source.type

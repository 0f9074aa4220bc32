"""Statements become nodes of the flow graph. Built from the end: every statement is told where the play goes on.

Deeds are inlined; locals of a deed have cells of their own, shared by all its copies, since no deed reaches itself.
"""

from __future__ import annotations

from typing import assert_never

from attrs import define, evolve

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.expressions import Expr
from rulekit.model.model_walk import rebuild
from rulekit.model.types import NUMBER, PLAYER, TRUTH, ListType, Type
from rulekit.program import program as prog
from rulekit.program.graph import OUTSIDE, Context, Flow
from rulekit.program.refused import Refused

ZERO = exprs.Const(NUMBER, 0)
NOTHING = exprs.Const(PLAYER, None)
Compound = (
    rules.Choose | rules.Do | rules.As | rules.If | rules.ForEach | rules.OneOf | rules.May | rules.Repeat | rules.Turns
    | rules.Secretly | rules.NextTurn
)  # fmt: skip  # with parts of their own


@define
class Lowering(Flow):
    """Builds the graph of one program."""

    def game(self) -> tuple[int, int]:
        """Return the whole game: where it begins, and where `play` does."""
        play = self.deed_body("play", self.context("play"), prog.END) if "play" in self.deeds else prog.END
        if "setup" not in self.deeds:
            return play, play
        return self.deed_body("setup", self.context("setup"), play), play

    def finish_trials(self) -> tuple[prog.Trial, ...]:
        """Lower the deeds that are only tried; they may ask for more of them."""
        done: list[prog.Trial] = []
        while len(done) < len(self.trials):
            name, names = list(self.trials)[len(done)]
            params = {p.name for p in self.deeds[name].params}
            told = {n: self.told(name, n) for n in names}
            outer = evolve(OUTSIDE, coming=self.slot(name, "next turn"), framed=True)
            context = self.context(name, outer, {n: s for n, s in told.items() if n not in params})
            entry = self._inline(name, context, prog.DONE, self.rule(name, (), self.deeds[name].span))
            done.append(prog.Trial(name, entry, tuple(told.items())))
        return tuple(done)

    def deed_body(self, name: str, context: Context, following: int) -> int:
        """Return the statements of a deed; where they begin."""
        entry = self.block(self.deeds[name].block, following, context)
        self.note(name, entry)
        return entry

    def _inline(self, name: str, context: Context, following: int, rule: int) -> int:
        entry = self.deed_body(name, context, following)
        if self.deeds[name].role == "action":
            told = tuple((self.slot(name, p.index), p.name, p.domain.type) for p in self.deeds[name].params)
            entry = self.add(prog.Start(rule, name, told, entry, following))
            self.note(name, entry)
        else:
            self.steps.append((name, entry, following))
        return entry

    def block(self, block: rules.Block, following: int, context: Context) -> int:
        """Statements in a row; where they begin."""
        for statement in reversed(block):
            entry = self.statement(statement, following, context)
            self.note(statement.address, entry)
            following = entry
        return following

    def statement(self, s: rules.Statement, following: int, context: Context) -> int:
        """Return one statement; where it begins."""
        rule = self.rule(s.address, s.cites, s.span)

        def e(expr: Expr) -> Expr:
            return self.expr(expr, context)

        match s:
            case rules.OnlyIf():
                return self.add(prog.Require(rule, e(s.test), self._text(s.reason, context), following))
            case rules.Let():
                return self.add(prog.Let(rule, context.cells[s.local], e(s.value), following))
            case rules.SetMarker():
                return self.add(prog.SetMarker(rule, s.marker, self._all(s.indices, context), e(s.value), following))
            case rules.SetAttr():
                return self.add(prog.SetAttr(rule, s.sort, s.attr, e(s.piece), e(s.value), following))
            case rules.MovePieces():
                return self.add(prog.Move(rule, e(s.what), self._place(s.to, context), s.under, following))
            case rules.Draw():
                source, to = self._place(s.source, context), self._place(s.to, context)
                return self.add(prog.Draw(rule, e(s.count), source, to, s.under, following))
            case rules.Deal():
                count = None if s.count is None else e(s.count)
                return self.add(prog.Deal(rule, count, self._place(s.source, context), s.to, following))
            case rules.Shuffle():
                return self.add(prog.Shuffle(rule, self._place(s.place, context), following))
            case rules.Gain():
                return self.add(prog.Gain(rule, e(s.count), s.tally, self._all(s.indices, context), following))
            case rules.Pay():
                payee = None if s.to is None else e(s.to)
                return self.add(prog.Pay(rule, e(s.count), s.tally, self._all(s.indices, context), payee, following))
            case rules.Reveal(what=what, to=to):
                return self.add(prog.Reveal(rule, e(what), None if to is None else e(to), following))
            case rules.Announce(text=text, to=to):
                said = self._text(text, context)
                assert said is not None
                return self.add(prog.Announce(rule, said, None if to is None else e(to), following))
            case rules.EndGame():
                return prog.END
            case rules.Group():
                return self.block(s.block, following, context)
        return self._compound(s, rule, following, context)

    def _compound(self, s: Compound, rule: int, following: int, context: Context) -> int:
        match s:
            case rules.Choose():
                return self._choose(s, rule, following, context)
            case rules.Do():
                return self._do(s, rule, following, context)
            case rules.As():
                return self._as(s, rule, following, context)
            case rules.If():
                entry = self.block(s.otherwise, following, context)
                for branch in reversed(s.branches):
                    entry = self._test(rule, self.expr(branch.test, context), self.block(branch.block, following, context), entry)
                return entry
            case rules.ForEach():
                return self._for_each(s, rule, following, context)
            case rules.OneOf():
                return self._one_of(s, rule, following, context)
            case rules.May():
                return self._may(s, rule, following, context)
            case rules.Repeat():
                return self._repeat(s, rule, following, context)
            case rules.Turns():
                return self._turns(s, rule, following, context)
            case rules.Secretly():
                return self._secretly(s, rule, following, context)
            case rules.NextTurn():
                if context.coming is None:
                    raise Refused("RK413", s.span, "`next turn` stands outside `turns` and `rounds`")
                return self.add(prog.NextTurn(rule, context.coming, self.expr(s.player, context), following))
            case _:
                assert_never(s)

    def _all(self, all_of: tuple[Expr, ...], context: Context) -> tuple[Expr, ...]:
        return tuple(self.expr(e, context) for e in all_of)

    def _place(self, ref: rules.PlaceRef, context: Context) -> prog.SlotRef:
        return prog.SlotRef(ref.place, self._all(ref.indices, context))

    def _text(self, text: exprs.Text | None, context: Context) -> exprs.Text | None:
        if text is None:
            return None
        return rebuild(text, lambda part: self.expr(part, context))

    def _test(self, rule: int, test: Expr, yes: int, no: int) -> int:
        if isinstance(test, exprs.Const):
            return yes if test.value else no
        return self.add(prog.Test(rule, test, yes, no))

    # ---- choices ---------------------------------------------------------------------------------
    def _choose(self, s: rules.Choose, rule: int, following: int, context: Context) -> int:
        where = None if s.where is None else self.expr(s.where, context)
        if s.at_random:
            picks = tuple(self._pick(p, context) for p in s.picks)
            return self.add(prog.Random(rule, picks, where, following))
        if where is not None and s.picks[-1].name in context.told:
            following = self.add(prog.Require(rule, where, None, following))
            where = None
        asked: list[prog.PickSpec] = []
        for pick in reversed(s.picks):
            if pick.name not in context.told:
                asked.insert(0, self._pick(pick, context))
                continue
            if asked:
                following = self.add(prog.Choose(rule, tuple(asked), where, following, s.private))
                asked, where = [], None
            following = self._told(pick, rule, following, context)
        return self.add(prog.Choose(rule, tuple(asked), where, following, s.private)) if asked else following

    def _pick(self, pick: rules.Pick, context: Context) -> prog.PickSpec:
        source = self.expr(pick.source, context)
        low = None if pick.low is None else self.expr(pick.low, context)
        high = None if pick.high is None else self.expr(pick.high, context)
        of = source.type.of if isinstance(source.type, ListType) else source.type
        return prog.PickSpec(context.cells[pick.local], pick.name, of, source, pick.several, low, high)

    def _told(self, pick: rules.Pick, rule: int, following: int, context: Context) -> int:
        """Return a choice that the doer was told: not asked, but it must be one of the candidates."""
        spec = self._pick(pick, context)
        value: Expr = prog.Cell(spec.type, context.told[pick.name])
        test: Expr = exprs.Binary(TRUTH, "in", value, spec.source)
        if pick.several:
            each = exprs.Bound(spec.type, -1, pick.name)
            test = exprs.Collect(
                TRUTH, "every", exprs.Binary(TRUTH, "in", each, spec.source), (exprs.Binding(-1, pick.name, value),), None
            )
            test = exprs.Binary(TRUTH, "and", test, _is_set(value, spec))
        return self.add(prog.Require(rule, test, None, self.add(prog.Let(rule, spec.slot, value, following))))

    def _one_of(self, s: rules.OneOf, rule: int, following: int, context: Context) -> int:
        entries, numbers = [], []
        for bullet in s.bullets:
            entry = self.block(bullet.block, following, context)
            self.note(bullet.address, entry)
            entries.append(entry)
            numbers.append(self.rule(bullet.address, bullet.cites, s.span))
        return self.add(prog.Fork(rule, tuple(entries), tuple(numbers)))

    def _may(self, s: rules.May, rule: int, following: int, context: Context) -> int:
        if s.often == "once":
            return self.add(prog.Offer(rule, self.block(s.block, following, context), following))
        head = self.add(prog.Done(rule))
        if s.often == "repeatedly":
            body = self._guarded(rule, self.block(s.block, head, context), context)
            self.nodes[head] = prog.Offer(rule, body, following)
            return head
        counter = self.fresh(context, "times left")
        offer = self.add(prog.Offer(rule, self.block(s.block, head, context), following))
        self.nodes[head] = prog.CountNext(rule, counter, offer, following)
        assert s.limit is not None
        return self.add(prog.Let(rule, counter, self.expr(s.limit, context), head))

    # ---- deeds and subjects ----------------------------------------------------------------------
    def _do(self, s: rules.Do, rule: int, following: int, context: Context) -> int:
        deed = self.deeds[s.deed]
        params = {p.name: p for p in deed.params}
        told = {a.name: self.told(deed.name, a.name) for a in s.args if a.name is not None and a.name not in params}
        entry = self._inline(deed.name, self.context(deed.name, context, told), following, rule)
        values = [self.expr(a.value, context) for a in s.args]
        for arg, value in reversed(list(zip(s.args, values, strict=True))):
            if arg.name in params:
                value = self.within(value, params[arg.name].domain, s.span)
            entry = self.add(prog.Let(rule, self.told(deed.name, arg.name or ""), value, entry))
        if s.if_able:
            able = prog.Try(TRUTH, exprs.Me(PLAYER), self.trial(deed.name, s.args), tuple(values), deed.name)
            entry = self.add(prog.Test(rule, able, entry, following))
        return entry

    def _as(self, s: rules.As, rule: int, following: int, context: Context) -> int:
        if not context.framed:
            following = self.add(prog.Horizon(rule, following))
        inside = evolve(context, framed=True)
        return self._for_player(rule, self.expr(s.player, context), s.block, following, inside)

    def _for_player(self, rule: int, player: Expr, block: rules.Block, following: int, context: Context) -> int:
        """Return a block in which `me` is somebody; afterwards `me` is what it was before."""
        before = self.fresh(context, "me before")
        back = self.add(prog.Let(rule, prog.ME, prog.Cell(PLAYER, before), following))
        body = self.block(block, back, context)
        become = self.add(prog.Let(rule, prog.ME, player, body))
        return self.add(prog.Let(rule, before, exprs.Me(PLAYER), become))

    # ---- loops -----------------------------------------------------------------------------------
    def _guarded(self, rule: int, body: int, context: Context) -> int:
        return self.add(prog.Guard(rule, self.fresh(context, "seen"), self.fresh(context, "idle"), body))

    def _for_each(self, s: rules.ForEach, rule: int, following: int, context: Context) -> int:
        items, at = self.fresh(context, "list"), self.fresh(context, "at")
        targets = tuple(context.cells[b.local] for b in s.binders)
        head = self.add(prog.Done(rule))
        body = self.block(s.block, head, context)
        self.nodes[head] = prog.ForNext(rule, items, at, targets, body, following)
        begin = self.add(prog.Let(rule, at, ZERO, head))
        return self.add(prog.Let(rule, items, self.expr(_loop_list(s), context), begin))

    def _repeat(self, s: rules.Repeat, rule: int, following: int, context: Context) -> int:
        head = self.add(prog.Done(rule))
        body = self.block(s.block, head, context)
        if s.times is not None:
            counter = self.fresh(context, "times left")
            self.nodes[head] = prog.CountNext(rule, counter, body, following)
            return self.add(prog.Let(rule, counter, self.expr(s.times, context), head))
        body = self._guarded(rule, body, context)
        until = exprs.Const(TRUTH, False) if s.until is None else self.expr(s.until, context)
        self.nodes[head] = prog.Test(rule, until, following, body)
        return head

    def _turns(self, s: rules.Turns, rule: int, following: int, context: Context) -> int:
        coming, first, before = (self.fresh(context, what) for what in ("coming", "first", "me before"))
        leave = self.add(prog.Let(rule, prog.ME, prog.Cell(PLAYER, before), following))
        where = None if s.where is None else self.expr(s.where, context)
        again = self.add(prog.Done(rule))
        passed = self.add(prog.Horizon(rule, again))
        body = self.block(s.block, passed, evolve(context, coming=coming, framed=True))
        begin = self.add(prog.Let(rule, prog.ME, exprs.Active(PLAYER), self.add(prog.Let(rule, coming, NOTHING, body))))
        begin = self._guarded(rule, begin, context)
        until = exprs.Const(TRUTH, False) if s.until is None else self.expr(s.until, context)
        test = self._test(rule, until, leave, begin)
        self.nodes[again] = prog.TurnNext(rule, where, s.whole, coming, first, test, begin, leave)
        entry = self.add(prog.TurnFirst(rule, self.expr(s.start, context), where, coming, first, test, leave))
        return self.add(prog.Let(rule, before, exprs.Me(PLAYER), entry))

    def _secretly(self, s: rules.Secretly, rule: int, following: int, context: Context) -> int:
        items, at, player = (self.fresh(context, what) for what in ("list", "at", "player"))
        leave = self.add(prog.Freeze(rule, False, following))
        head = self.add(prog.Done(rule))
        done = self.add(prog.Horizon(rule, head))
        body = self._for_player(rule, prog.Cell(PLAYER, player), s.block, done, evolve(context, framed=True))
        self.nodes[head] = prog.ForNext(rule, items, at, (player,), body, leave)
        everybody = exprs.Const(ListType(PLAYER), tuple(range(self.folder.players)))
        begin = self.add(prog.Let(rule, items, everybody, self.add(prog.Let(rule, at, ZERO, head))))
        return self.add(prog.Freeze(rule, True, begin))


def _is_set(value: Expr, spec: prog.PickSpec) -> Expr:
    """Return whether a told list is a set of so many: nothing stands in it twice."""
    count = exprs.Builtin(NUMBER, "count", (value,))
    kinds = exprs.Builtin(NUMBER, "count", (exprs.Builtin(value.type, "distinct", (value,)),))
    enough = exprs.Binary(TRUTH, ">=", count, spec.low or exprs.Const(NUMBER, 1))
    test = exprs.Binary(TRUTH, "and", exprs.Binary(TRUTH, "is", kinds, count), enough)
    return test if spec.high is None else exprs.Binary(TRUTH, "and", test, exprs.Binary(TRUTH, "<=", count, spec.high))


def _loop_list(s: rules.ForEach) -> Expr:
    """Return the list a `for each` runs over: the source, or all combinations that satisfy `where`."""
    if len(s.binders) == 1 and s.where is None:
        return s.binders[0].source
    marks = {b.local: exprs.Bound(_element(b.source), -2 - b.local, b.name) for b in s.binders}

    def mark(expr: Expr) -> Expr:
        if isinstance(expr, exprs.Local) and expr.index in marks:
            return marks[expr.index]
        return rebuild(expr, mark)

    value: Expr = exprs.Items(ListType(NUMBER), tuple(marks.values())) if len(s.binders) > 1 else marks[s.binders[0].local]
    bindings = tuple(exprs.Binding(-2 - b.local, b.name, mark(b.source)) for b in s.binders)
    where = None if s.where is None else mark(s.where)
    return exprs.Collect(ListType(value.type), "list", value, bindings, where)


def _element(source: Expr) -> Type:
    return source.type.of if isinstance(source.type, ListType) else source.type

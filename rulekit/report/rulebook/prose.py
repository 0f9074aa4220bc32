"""Rules as plain sentences, for files that tell nothing: a block of rules comes in, items to read go out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve, frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model import Deed, GameModel
from rulekit.model.model_walk import plain_parts
from rulekit.report.rulebook.parts import STRONG, Item, strong
from rulekit.report.rulebook.phrases import Phrases
from rulekit.report.sentences import rule_words
from rulekit.report.words import Namer

OFTEN = {"once": "may", "repeatedly": "may_often", "upto": "may_upto"}


@frozen
class Teller(Phrases):
    """Tells statements: what changes, what is chosen, what must hold, whoever does it."""

    # ---- statements ----------------------------------------------------------------------------------
    def block(self, deed: Deed, block: rules.Block) -> tuple[Item, ...]:
        """Return statements of a deed as sentences, rules inside a rule as items inside an item."""
        return tuple(map(_finished_item, evolve(self, deed=deed.name)._items(block)))

    def _items(self, block: rules.Block) -> tuple[Item, ...]:
        return tuple(item for statement in block for item in self._told(statement))

    def _under(self, head: str, block: rules.Block) -> Item:
        """Return what stands above a block, with the block; in one sentence if the block has only one."""
        inside = self._items(block)
        if len(inside) == 1 and not inside[0].inside:
            return Item(f"{head} {inside[0].text}")
        return Item(head, inside=inside)

    def _told(self, s: rules.Statement) -> Iterator[Item]:
        say = self.say
        match s:
            case rules.Effect():
                yield Item(self._effect(s))
            case rules.Choose(picks=picks, where=where):
                what = self.such(", ".join(map(self._picked, picks)), where)
                yield Item(say("at_random" if s.at_random else "choose", what=what))
            case rules.OnlyIf():
                yield Item(self._requirement(s))
            case rules.Let(name=name, value=value):
                yield Item(say("let", name=self.variable(name, value.type), value=self.tell(value)))
            case rules.Do(deed=deed, args=args):
                named = self.of(strong(self.namer.word(deed)), (a.value for a in args))
                yield Item(say("do_if_able" if s.if_able else "do", what=named))
            case rules.As(player=player, block=block):
                yield from self._as(say("who", who=self.tell(player)), player, block)
            case rules.EndGame():
                yield Item(say("end_game"))
            case rules.If(branches=branches, otherwise=otherwise):
                for number, branch in enumerate(branches):
                    yield self._under(say("else_if" if number else "if", test=self.clause(branch.test)), branch.block)
                yield from (self._under(say("otherwise"), otherwise),) if otherwise else ()
            case rules.Group(block=block):
                yield from self._items(block)
            case rules.ForEach():
                yield from self._for_each(s)
            case rules.OneOf(bullets=bullets):
                inside = tuple(self._bullet(b) for b in bullets)
                yield from (Item(say("choice"), inside=inside),) if inside else ()
            case rules.May(often=often, limit=limit, block=block):
                yield self._under(say(OFTEN[often], n="" if limit is None else self.tell(limit)), block)
            case rules.Repeat(until=until, times=times, block=block):
                head = say("repeat_on") if until is None else say("repeat_until", test=self.clause(until))
                yield self._under(head if times is None else say("repeat_times", n=self.tell(times)), block)
            case rules.Turns(block=block):
                yield Item(" ".join(self._turns(s)), inside=self._items(block))
            case rules.Secretly(block=block):
                yield self._under(say("secretly"), block)
            case _:
                assert_never(s)

    def _as(self, head: str, player: exprs.Expr, block: rules.Block) -> Iterator[Item]:
        """Yield what somebody does; nothing is said before what the player who acts does."""
        if isinstance(player, exprs.Me):
            yield from self._items(block)
        else:
            yield evolve(self, me=self.tell(player))._under(head, block)

    def _for_each(self, s: rules.ForEach) -> Iterator[Item]:
        """Yield what is done for each of several; what each player does is said of that player."""
        over = self.over(s.binders, s.where)
        match s.block:
            case (rules.As(player=exprs.Local(index=index) as player, block=block),) if index == s.binders[-1].local:
                yield from self._as(self.say("every", what=over), player, block)
            case _:
                yield self._under(self.say("for", what=over), s.block)

    def _bullet(self, bullet: rules.Bullet) -> Item:
        """Return one way to go on: its first sentence, with the others inside."""
        first, *rest = self._items(bullet.block) or (Item(self.say("nothing")),)
        return evolve(first, inside=(*first.inside, *rest))

    def _turns(self, s: rules.Turns) -> Iterator[str]:
        alone = self.model.players == (1, 1)
        yield self.say("alone") if alone else self.say("rounds" if s.whole else "turns", who=self.tell(s.start))
        yield from (self.say("only_players", test=self.clause(s.where)),) if s.where is not None else ()
        yield from (self.say("turns_until", test=self.clause(s.until)),) if s.until is not None else ()
        yield self.say("in_turn")

    # ---- what changes --------------------------------------------------------------------------------
    def _effect(self, s: rules.AnyEffect) -> str:
        """Return what is to be done, whoever does it."""
        say = self.say
        match s:
            case rules.SetMarker(marker=name, indices=indices, value=value):
                return self._set(self.of(self.quoted(name), indices), exprs.MarkerOf(value.type, name, indices), value)
            case rules.SetAttr(piece=piece, sort=sort, attr=attr, value=value):
                return self._set(self.of(self.quoted(attr, sort), (piece,)), exprs.AttrOf(value.type, piece, sort, attr), value)
            case rules.Gain():
                return say("gain", what=self.of(self._amount(s.count, s.tally), s.indices))
            case rules.Pay(to=to):
                what = self.of(self._amount(s.count, s.tally), s.indices)
                return say("pay", what=what) if to is None else say("give", what=what, to=self.tell(to))
            case rules.MovePieces(what=pieces, to=to, under=under):
                return say("under" if under else "move", what=self.tell(pieces), to=self.place(to))
            case rules.Draw():
                return self._draw(s)
            case rules.Deal(count=count, source=source, to=family):
                what = "" if count is None else self._amount(count, self.sort_in(source.place))
                return say("deal" if what else "deal_all", what=what, source=self.place(source), to=self.quoted(family))
            case rules.Shuffle(place=place):
                return say("shuffle", place=self.place(place))
            case rules.Reveal(what=seen, to=to):
                return say("reveal", what=self.tell(seen), to=say("everybody") if to is None else self.tell(to))
            case rules.Announce(to=to):
                told = self._in_words(self._in_its_language("say", s.address) or s.text)
                return say("announce", text=told, to=say("everybody") if to is None else self.tell(to))
            case rules.NextTurn(player=player):
                return say("next_turn", who=self.tell(player))
            case _:
                assert_never(s)

    def _draw(self, s: rules.Draw) -> str:
        key, count = "draw_under" if s.under else "draw", s.count
        match count:
            case exprs.Binary(op="-", left=full, right=exprs.Builtin(function="count", args=(exprs.Contents(place=s.to.place),))):
                key, count = "fill", full
        what = self._amount(count, self.sort_in(s.source.place))
        return self.say(key, what=what, source=self.place(s.source), to=self.place(s.to))

    def _set(self, what: str, old: exprs.Expr, value: exprs.Expr) -> str:
        """Return what a marker or an attribute becomes."""
        match value:
            case exprs.Const(value=bool() as holds):
                return self.say("from_now" if holds else "no_longer", what=what)
            case exprs.Const(value=None):
                return self.say("cleared", what=what)
            case exprs.Binary(op="+" | "-" as op, left=left, right=by) if left == old:
                return self.say("raised" if op == "+" else "lowered", what=what, by=self.tell(by))
        return self.say("becomes", what=what, value=self.tell(value))

    def _amount(self, count: exprs.Expr, name: str) -> str:
        known = exprs.number_of(count)
        return self.say("as_many", what=self.many(name), n=self.tell(count)) if known is None else self.counted(name, known)

    def _in_its_language(self, what: str, address: str) -> exprs.Text | None:
        """Return the author's text at an address, if the game has it in the language."""
        texts = dict(self.model.texts).get(self.namer.language, ())
        return next((told.text for told in texts if told.what == what and told.address == address), None)

    def _in_words(self, text: exprs.Text) -> str:
        """Return a text of the author's; what is not known yet is left open."""
        parts = plain_parts(text)
        return "".join(p if isinstance(p, str) else self.tell(p) if isinstance(p, exprs.Const) else "…" for p in parts)

    # ---- choices and requirements --------------------------------------------------------------------
    def _picked(self, pick: rules.Pick) -> str:
        """Return what is chosen, from where, and how many."""
        low, high, what = pick.low, pick.high, self.one_of(pick.name, pick.source, pick.several)
        if not pick.several or low is None:
            return what
        least = self.tell(low)
        number = least if low == high else self.say("at_least", n=least)
        if high is not None and low != high:
            number = self.say("range", low=least, high=self.tell(high))
        return self.say("of", what=what, of=number)

    def _requirement(self, s: rules.OnlyIf) -> str:
        """Return what must hold, with the author's reason if all of it is known before anybody plays."""
        word = self.namer.words.get(s.address)
        known = self._in_its_language("because", s.address) or (word.one if word is not None else None) or s.reason
        reason = self._in_words(known) if isinstance(known, exprs.Text) else known or ""
        told = self.say("only_if", test=self.clause(s.test))
        return self.say("otherwise_said", what=told, reason=reason) if reason and "…" not in reason else told


def teller(namer: Namer, model: GameModel) -> Teller:
    """Return who tells the rules of a model that is in force."""
    return Teller(namer, rule_words(namer.say.language), model, {define.name: define for define in model.defines})


def finished(text: str) -> str:
    """Return a text with a capital letter and a full stop; a name in quotes stays as it is."""
    first = 1 if text.startswith(STRONG) else 0
    stop = "" if text.endswith((":", ".", "!", "?")) else "."
    return f"{text[:first]}{text[first : first + 1].upper()}{text[first + 1 :]}{stop}"


def _finished_item(item: Item) -> Item:
    return evolve(item, text=finished(item.text), inside=tuple(map(_finished_item, item.inside)))

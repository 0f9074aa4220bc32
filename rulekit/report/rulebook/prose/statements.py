"""Statements as sentences: a block of rules comes in, items to read go out, rules inside a rule as items inside an item."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve, frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model import Deed
from rulekit.report.rulebook.parts import STRONG, Item, strong
from rulekit.report.rulebook.prose.effects import EffectTeller

OFTEN = {"once": "may", "repeatedly": "may_often", "upto": "may_upto"}


@frozen
class Narrator(EffectTeller):
    """Tells statements."""

    def block(self, deed: Deed, block: rules.Block) -> tuple[Item, ...]:
        """Return statements of a deed as sentences."""
        inner = evolve(self, voice=evolve(self.voice, deed=deed.name))
        return tuple(map(_finished_item, inner._items(block)))

    def _items(self, block: rules.Block) -> tuple[Item, ...]:
        return tuple(item for statement in block for item in self._told(statement))

    def _under(self, head: str, block: rules.Block) -> Item:
        """Return what stands above a block, with the block; in one sentence if the block has only one."""
        inside = self._items(block)
        if len(inside) == 1 and not inside[0].inside:
            return Item(f"{head} {inside[0].text}")
        return Item(head, inside=inside)

    # ---- every statement -----------------------------------------------------------------------------
    def _told(self, s: rules.Statement) -> Iterator[Item]:
        voice, say = self.voice, self.voice.say
        match s:
            case rules.Effect():
                yield Item(self._effect(s))
            case rules.Choose():
                yield Item(self._choice(s))
            case rules.OnlyIf():
                yield Item(self._requirement(s))
            case rules.Let(name=name, value=value):
                yield Item(say("let", name=voice.variable(name, value.type), value=voice.tell(value)))
            case rules.Do(deed=deed, args=args):
                named = voice.of(strong(voice.namer.word(deed)), (a.value for a in args))
                yield Item(say("do_if_able" if s.if_able else "do", what=named))
            case rules.As(player=player, block=block):
                yield from self._as(say("who", who=voice.person(player)), player, block)
            case rules.EndGame():
                yield Item(say("end_game"))
            case rules.If(branches=branches, otherwise=otherwise):
                for number, branch in enumerate(branches):
                    yield self._under(say("else_if" if number else "if", test=voice.clause(branch.test)), branch.block)
                yield from (self._under(say("otherwise"), otherwise),) if otherwise else ()
            case rules.Group(block=block):
                yield from self._items(block)
            case rules.ForEach():
                yield from self._for_each(s)
            case rules.OneOf(bullets=bullets):
                inside = tuple(self._bullet(b) for b in bullets)
                yield from (Item(say("choice"), inside=inside),) if inside else ()
            case rules.May(often=often, limit=limit, block=block):
                yield self._under(say(OFTEN[often], n="" if limit is None else voice.tell(limit)), block)
            case rules.Repeat(until=until, times=times, block=block):
                head = say("repeat_on") if until is None else say("repeat_until", test=voice.clause(until))
                yield self._under(head if times is None else say("repeat_times", n=voice.tell(times)), block)
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
            inner = evolve(self, voice=evolve(self.voice, me=self.voice.person(player)))
            yield inner._under(head, block)

    def _for_each(self, s: rules.ForEach) -> Iterator[Item]:
        """Yield what is done for each of several; what each player does is said of that player."""
        over = self.voice.over(s.binders, s.where)
        match s.block:
            case (rules.As(player=exprs.Local(index=index) as player, block=block),) if index == s.binders[-1].local:
                yield from self._as(self.voice.say("every", what=over), player, block)
            case _:
                yield self._under(self.voice.say("for", what=over), s.block)

    def _bullet(self, bullet: rules.Bullet) -> Item:
        """Return one way to go on: its first sentence, with the others inside."""
        first, *rest = self._items(bullet.block) or (Item(self.voice.say("nothing")),)
        return evolve(first, inside=(*first.inside, *rest))

    def _turns(self, s: rules.Turns) -> Iterator[str]:
        voice, say = self.voice, self.voice.say
        alone = voice.model.players == (1, 1)
        yield say("alone") if alone else say("rounds" if s.whole else "turns", who=voice.person(s.start))
        yield from (say("only_players", test=voice.clause(s.where)),) if s.where is not None else ()
        yield from (say("turns_until", test=voice.clause(s.until)),) if s.until is not None else ()
        yield say("in_turn")


def finished(text: str) -> str:
    """Return a text with a capital letter and a full stop; a name in quotes stays as it is."""
    first = 1 if text.startswith(STRONG) else 0
    stop = "" if text.endswith((":", ".", "!", "?")) else "."
    return f"{text[:first]}{text[first : first + 1].upper()}{text[first + 1 :]}{stop}"


def _finished_item(item: Item) -> Item:
    return evolve(item, text=finished(item.text), inside=tuple(map(_finished_item, item.inside)))

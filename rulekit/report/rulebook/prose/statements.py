"""Statements as sentences: a block of rules comes in, items to read go out, with small headings and citations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from attrs import evolve, frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model import Deed
from rulekit.model.model_walk import everything
from rulekit.model.types import OptionalType, PieceType, PlayerType, Type
from rulekit.report.rulebook.parts import Item, strong
from rulekit.report.rulebook.prose.conditions import Teller
from rulekit.report.rulebook.prose.effects import EffectTeller, lowered
from rulekit.report.rulebook.prose.voice import YOU

Compound = (
    rules.Turns | rules.If | rules.ForEach | rules.OneOf | rules.May | rules.Repeat | rules.Secretly | rules.Group
)  # with rules inside


@frozen
class Narrator(EffectTeller):
    """Tells statements. `short`: the steps of one sentence; `inline`: those that are told within the turn they make up."""

    short: Mapping[str, Deed]
    inline: Mapping[str, Deed] = {}

    def told_by(self, voice: Teller) -> Narrator:
        """Return the same with another voice."""
        return evolve(self, voice=voice)

    def deed(self, deed: Deed) -> tuple[Item, ...]:
        """Return a whole deed."""
        return self.told_by(evolve(self.voice, deed=deed.name)).block(deed.block, deed.name)

    def block(self, block: rules.Block, around: str) -> tuple[Item, ...]:
        """Return the statements of a block, each with its small heading; `around` is the address they stand in."""
        items: list[Item] = []
        narrator = self
        for statement in block:
            if not (isinstance(statement, rules.Let) and _is_plain(statement)):
                leads = {item.lead for item in items[-1:]}
                items += (evolve(i, lead="") if i.lead in leads else i for i in narrator._statement(statement, around))
            if isinstance(statement, rules.Let):
                narrator = narrator.knowing(statement)
        return tuple(items)

    def knowing(self, let: rules.Let) -> Narrator:
        """Return the narrator after a `let`: a player is told as what it stands for, a number by its name in quotes."""
        voice = self.voice
        if _is_plain(let):
            return self.told_by(voice.calling("local", let.local, voice.person(let.value)))
        if isinstance(let.value.type, PieceType | PlayerType):
            return self
        return self.told_by(voice.calling("local", let.local, self.quoted(self._let_name(let))))

    def _statement(self, statement: rules.Statement, around: str) -> Iterator[Item]:
        lead = self._lead(statement.address, around)
        if isinstance(statement, rules.OneOf) and not self.voice.namer.has_word(statement.address):
            lead = ""
        if isinstance(statement, rules.OnlyIf) and statement.reason is not None:
            lead = ""  # the reason says it
        if isinstance(statement, rules.Do) and lead == self.voice.say.sentence(self.voice.one(statement.deed)):
            lead = ""
        if isinstance(statement, rules.Group) and not lead:
            items = list(self.block(statement.block, statement.address))
        else:
            told = self._told(statement)
            items = [told] if isinstance(told, Item) else list(told)
        if items and lead:
            items[0] = evolve(items[0], lead=lead)
        yield from items

    def _lead(self, address: str, around: str) -> str:
        """Return a label as a small heading: the game's word for it, else in English the label itself."""
        label = address.rpartition(".")[2]
        if address == around or "#" in address or label.isdigit() or address == self.voice.deed:
            return ""
        namer = self.voice.namer
        if isinstance(getattr(namer.words.get(address), "one", None), str):
            return self.voice.say.sentence(namer.word(address))
        known = any(deed.name == label for deed in self.voice.model.deeds)
        return "" if namer.translated else self.voice.say.sentence(namer.word(label) if known else label.replace("_", " "))

    # ---- every statement -------------------------------------------------------------------------
    def _told(self, s: rules.Statement) -> Item | tuple[Item, ...]:
        voice = self.voice
        match s:
            case rules.Effect():
                return self._effect(s)
            case rules.Choose():
                return tuple(self._choice(s))
            case rules.OnlyIf():
                return self._requirement(s)
            case rules.Let():
                return self._let(s)
            case rules.Do():
                return self._doing(s)
            case rules.As(player=player, block=block):
                who = YOU if voice.is_me(player) and voice.me == YOU else voice.person(player)
                return self.told_by(evolve(voice, me=who, also=player)).block(block, s.address)
            case rules.EndGame():
                return self._item("end_game")
            case _:
                return self._compound(s)

    # ---- who does what, and when -----------------------------------------------------------------
    def _doing(self, s: rules.Do) -> Item:
        voice = self.voice
        word = voice.one(s.deed)
        short = None if s.if_able else self._short(s)
        if short is not None:
            return short
        named = strong(word if self.is_action(s.deed) else voice.say.sentence(word))
        key = "do_action" if self.is_action(s.deed) else "do_step"
        return self._act(f"{key}_if_able" if s.if_able else key, what=self._with(named, s.args))

    def _with(self, what: str, args: tuple[exprs.Argument, ...]) -> str:
        """Return a deed with what it is told: for whom, and with what."""
        voice = self.voice
        told = [(a, voice.thing(a.value)) for a in args if not _same(a)]
        people = [text for a, text in told if is_player(a.value.type)]
        things = [text for a, text in told if not is_player(a.value.type)]
        what = voice.say("for_player", what=what, who=voice.say.listed(people)) if people else what
        return voice.say("with_things", what=what, things=voice.say.listed(things)) if things else what

    def _short(self, s: rules.Do) -> Item | None:
        """Tell a step of one sentence where it is called."""
        step = self.short.get(s.deed)
        if step is None:
            return None
        given = {a.name: self.voice.thing(a.value) for a in s.args}
        called = {("local", p.index): given[p.name] for p in step.params if p.name in given}
        inside = self.told_by(evolve(self.voice, deed=step.name, called=called)).block(step.block, step.name)
        return inside[0] if len(inside) == 1 and not inside[0].inside else None

    def is_action(self, name: str) -> bool:
        """Return whether a deed is an action: named by a verb."""
        return any(d.name == name and d.role == "action" for d in self.voice.model.deeds)

    def _turns(self, s: rules.Turns) -> Item:
        voice = self.voice
        key = "alone" if voice.model.players == (1, 1) else "rounds" if s.whole else "turns"
        inside = tuple(item for statement in s.block for item in self._in_turn(statement, s.address))
        who = voice.person(s.start)
        where = ""
        if s.where is not None:
            where = voice.say("only_players", test=evolve(voice, me=voice.say("player_the")).clause(s.where))
        if s.until is None:
            return self._item(f"{key}_on", inside, who=who, where=where)
        return self._item(f"{key}_until", inside, who=who, where=where, test=voice.clause(s.until))

    def _in_turn(self, statement: rules.Statement, around: str) -> tuple[Item, ...]:
        """Return a statement of a turn; a step that is the turn is told in its place."""
        step = self.inline.get(statement.deed) if isinstance(statement, rules.Do) else None
        if step is None:
            return self.block((statement,), around)
        return self.told_by(evolve(self.voice, deed=step.name, called={})).block(step.block, step.name)

    # ---- rules with rules inside -----------------------------------------------------------------
    def _compound(self, s: Compound) -> Item | tuple[Item, ...]:
        match s:
            case rules.Turns():
                return self._turns(s)
            case rules.If():
                return tuple(self._branches(s))
            case rules.ForEach():
                return self._each(s)
            case rules.OneOf(bullets=bullets):
                return self._options(s) if bullets else ()
            case rules.May():
                return self._offer(s)
            case rules.Repeat(until=until, times=times):
                inside = self.block(s.block, s.address)
                if times is not None:
                    return self._item("repeat_times", inside, n=self.voice.tell(times))
                if until is None:
                    return self._item("repeat_on", inside)
                return self._item("repeat_until", inside, test=self.voice.clause(until))
            case rules.Secretly():
                return self._item("secretly", self.block(s.block, s.address))
            case rules.Group():
                return self._grouped(s)
            case _:
                assert_never(s)

    def _grouped(self, s: rules.Group) -> Item | tuple[Item, ...]:
        inside = self.block(s.block, s.address)
        return inside[0] if len(inside) == 1 else Item("", inside=inside)

    def _branches(self, s: rules.If) -> Iterator[Item]:
        for number, branch in enumerate(s.branches):
            key = "else_if" if number else "if"
            yield self._under(key, branch.block, s.address, test=self.voice.clause(branch.test))
        if s.otherwise:
            yield self._under("otherwise", s.otherwise, s.address)

    def _under(self, key: str, block: rules.Block, around: str, **values: object) -> Item:
        """Return a condition and what follows from it: in one sentence if that is short."""
        inside = self.block(block, around)
        say = self.voice.say
        if len(inside) == 1 and not inside[0].lead and not inside[0].inside:
            then = inside[0].text
            return Item(say.sentence(say(f"{key}_then", then=lowered(then), **values)))
        return Item(say.sentence(say(key, **values)), inside=inside)

    def _each(self, s: rules.ForEach) -> Item:
        voice = self.voice
        alone = self._everybody(s)
        if alone is not None:
            return alone
        names = [self._loop(b) for b in s.binders]
        inside = self.block(s.block, s.address)
        if s.where is not None:
            return self._item("for_each_where", inside, what=voice.say.listed(names), test=voice.clause(s.where))
        if len(inside) == 1 and not inside[0].inside:
            text = voice.say("for_each_then", what=voice.say.listed(names), then=lowered(inside[0].text))
            return Item(voice.say.sentence(text))
        return self._item("for_each", inside, what=voice.say.listed(names))

    def _everybody(self, s: rules.ForEach) -> Item | None:
        """`each player takes 5 coins`, if that is all there is to it."""
        voice, binder = self.voice, s.binders[0]
        only = s.block[0] if len(s.block) == 1 and len(s.binders) == 1 else None
        if not isinstance(only, rules.As) or only.player != exprs.Local(only.player.type, binder.local, binder.name):
            return None
        known = voice.calling("local", binder.local, voice.say("player_the"))
        inner = evolve(known, me=voice.say("each_player"), also=only.player)
        inside = self.told_by(inner).block(only.block, s.address)
        if len(inside) != 1 or inside[0].inside:
            return None
        text = inside[0].text
        if s.where is not None:
            text = voice.say("everybody_where", then=lowered(text), test=voice.clause(s.where))
        if isinstance(binder.source, exprs.Builtin) and binder.source.function == "clockwise":
            text = voice.say("clockwise_then", who=voice.person(binder.source.args[0]), then=lowered(text))
        elif not isinstance(binder.source, exprs.Players):
            return None
        return Item(voice.say.sentence(text))

    def _loop(self, binder: rules.Loop) -> str:
        voice = self.voice
        name = voice.say.noun("every", voice.element(binder))
        if isinstance(binder.source, exprs.Builtin) and binder.source.function == "clockwise":
            return voice.say("clockwise_each", what=name, who=voice.person(binder.source.args[0]))
        return voice.limited(name, binder.source)

    def _options(self, s: rules.OneOf) -> Item:
        return self._act_inside("one_of", tuple(self._bullet(b, s.address) for b in s.bullets))

    def _act_inside(self, key: str, inside: tuple[Item, ...], **values: object) -> Item:
        return evolve(self._act(key, **values), inside=inside)

    def _bullet(self, bullet: rules.Bullet, around: str) -> Item:
        inside = self.block(bullet.block, bullet.address if bullet.labelled else around)
        lead = self._lead(bullet.address, around) if bullet.labelled else ""
        first, *rest = inside or (Item(""),)
        begins = bullet.block[0] if bullet.block else None
        if isinstance(begins, rules.Do) and self.is_action(begins.deed) and not begins.args and not begins.if_able:
            first = evolve(first, text=strong(self.voice.say.sentence(self.voice.one(begins.deed))) + ".")
        first = evolve(first, lead=lead or first.lead)
        return evolve(first, inside=(*first.inside, *rest)) if rest else first

    def _offer(self, s: rules.May) -> Item:
        voice = self.voice
        inside = self.block(s.block, s.address)
        key = {"once": "may", "repeatedly": "may_often", "upto": "may_upto"}[s.often]
        values = {"n": voice.tell(s.limit)} if s.limit is not None else {}
        only = s.block[0] if len(s.block) == 1 else None
        if not isinstance(only, rules.Do) or len(inside) != 1 or only.deed in self.short:
            return self._act_inside(key, inside, **values)
        deed = strong(voice.one(only.deed) if self.is_action(only.deed) else voice.say.sentence(voice.one(only.deed)))
        named = self._with(deed if self.is_action(only.deed) else voice.say("carry_out", what=deed), only.args)
        return self._act(f"{key}_do", deed=named, **values)


def _is_plain(let: rules.Let) -> bool:
    """Return whether a name is not needed: a player who is as easily told."""
    steady = (exprs.Me, exprs.Starter, exprs.Const, exprs.Builtin)
    return isinstance(let.value.type, PlayerType) and all(isinstance(e, steady) for e in everything(let.value))


def is_player(kind: Type) -> bool:
    """Return whether a type is that of players, or of a player or none."""
    return isinstance(kind.of if isinstance(kind, OptionalType) else kind, PlayerType)


def _same(argument: exprs.Argument) -> bool:
    """Return whether an argument is called as the parameter is."""
    return isinstance(argument.value, exprs.Local | exprs.Bound) and argument.value.name == argument.name

"""Effects, choices and requirements as sentences: one statement without a block of its own comes in, an item to read goes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from attrs import frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import statements
from rulekit.model.types import KindType, ListType, NumberType, PieceType, PlayerType
from rulekit.report.rulebook.parts import Item
from rulekit.report.rulebook.prose.conditions import Teller
from rulekit.report.rulebook.prose.requirements import forbidden, reason, told_text
from rulekit.report.rulebook.prose.things import Things
from rulekit.report.rulebook.prose.voice import YOU

WORDS = 4  # an amount with fewer blanks stands before what is counted: `the price in coins`
LETTERS = "ABCDEFGH"


@frozen
class EffectTeller:
    """Tells what changes, what is chosen, what must hold."""

    voice: Teller

    def _item(self, key: str, inside: tuple[Item, ...] = (), /, **values: object) -> Item:
        return Item(self.voice.say.sentence(self.voice.say(key, **values)), inside=inside)

    def _act(self, key: str, **values: object) -> Item:
        """Return a sentence about what the player does: to `you`, or about somebody."""
        if self.voice.me == YOU:
            return self._item(f"{key}_you", (), **values)
        return self._item(f"{key}_other", (), who=self.voice.me, **values)

    def _effect(self, s: rules.AnyEffect) -> Item:
        voice = self.voice
        match s:
            case rules.SetMarker(marker=name, indices=indices, value=value):
                return self._marker(name, indices, value)
            case rules.SetAttr(piece=piece, sort=sort, attr=attr, value=value):
                what = voice.thing(exprs.AttrOf(value.type, piece, sort, attr))
                return self._item("becomes", what=what, value=voice.tell(value))
            case rules.Gain(count=count, tally=tally, indices=indices):
                return self._act("gain", what=self._amount(count, tally, indices))
            case rules.Pay(count=count, tally=tally, indices=indices, to=to):
                what = self._amount(count, tally, indices)
                return self._act("pay", what=what) if to is None else self._act("give", what=what, to=voice.person(to))
            case rules.MovePieces() | rules.Draw() | rules.Deal():
                return self._moving(s)
            case rules.Shuffle(place=place):
                return self._act("shuffle", place=voice.place(place.place, place.indices))
            case rules.Reveal(what=what, to=to):
                shown = voice.tell(what)
                return self._item("reveal_to", what=shown, to=voice.person(to)) if to else self._item("reveal", what=shown)
            case rules.Announce(to=to):
                said = voice.say("quoted", text=told_text(voice, self._announced(s)))
                return self._item("announce_to", text=said, to=voice.person(to)) if to else self._item("announce", text=said)
            case rules.NextTurn(player=player):
                who = voice.person(player)
                return self._item("next_turn_you") if who == voice.say("you") else self._item("next_turn", who=who)
            case _:
                assert_never(s)

    def _announced(self, s: rules.Announce) -> exprs.Text:
        """Return an announcement in the language, if the game has it there."""
        texts = (told for language, some in self.voice.model.texts if language == self.voice.say.language for told in some)
        return next((told.text for told in texts if told.what == "say" and told.address == s.address), s.text)

    def _let(self, let: rules.Let) -> Item:
        """Return what a name stands for; a piece needs none if it is called after its sort."""
        voice, name = self.voice, self._let_name(let)
        if isinstance(let.value.type, PieceType) and name == voice.one(let.value.type.sort):
            return self._item("let_piece", value=voice.tell(let.value))
        return self._item("let", name=self.quoted(name), value=voice.tell(let.value))

    def _let_name(self, let: rules.Let) -> str:
        """Return a name that a rule gives; in a language that has no word for it a letter: A, B, C."""
        voice, namer = self.voice, self.voice.namer
        known = not namer.translated or namer.has_word(f"{voice.deed}.{let.name}") or namer.has_word(let.name)
        if known or isinstance(let.value.type, PieceType | PlayerType):
            return voice.name_of(let.name, let.value.type)
        block = next((d.block for d in voice.model.deeds if d.name == voice.deed), ())
        names = [s.name for s in statements(block) if isinstance(s, rules.Let) and isinstance(s.value.type, type(let.value.type))]
        return LETTERS[names.index(let.name) % len(LETTERS)] if let.name in names else let.name

    def quoted(self, name: str) -> str:
        """Return a name that the rule itself gives."""
        return name if name[:1] in "“«" else self.voice.say("quoted", text=name)

    def _amount(self, count: exprs.Expr, tally: str, indices: Sequence[exprs.Expr]) -> str:
        voice = self.voice
        if isinstance(count, exprs.Const) and isinstance(count.value, int):
            text = voice.counted(tally, count.value)
        elif voice.is_chosen(count):
            text = voice.say("that_many", what=voice.many(tally))
        else:
            told = voice.tell(count)
            text = voice.say("amount_in" if told.count(" ") < WORDS else "amount_of", value=told, what=voice.many(tally))
        return voice.say("for_index", what=text, index=voice.say.listed(map(voice.thing, indices))) if indices else text

    def _marker(self, name: str, indices: tuple[exprs.Expr, ...], value: exprs.Expr) -> Item:
        voice = self.voice
        if isinstance(value, exprs.Const) and isinstance(value.value, bool):
            key = "from_now" if value.value else "no_longer"
            return self._item(key, what=voice.cond(exprs.MarkerOf(value.type, name, indices)))
        label = not indices and voice.is_label(name)
        what = self.quoted(voice.one(name)) if label else voice.thing(exprs.MarkerOf(value.type, name, indices))
        if isinstance(value, exprs.Const) and value.value is None:
            return self._item("cleared", what=what)
        match value:
            case exprs.IfElse(test=test, yes=yes, no=no):
                first, second = (self._marker(name, indices, part).text for part in (yes, no))
                then = voice.say.sentence(voice.say("if_then", test=voice.clause(test), then=lowered(first)))
                return Item(f"{then} {voice.say.sentence(voice.say('otherwise_then', then=lowered(second)))}")
            case exprs.Binary(op="+" | "-" as op, left=exprs.MarkerOf(marker=same), right=by) if same == name:
                return self._item("raised" if op == "+" else "lowered", what=what, by=voice.tell(by))
        return self._item("becomes", what=what, value=voice.tell(value))

    # ---- choices and requirements ----------------------------------------------------------------
    def _choice(self, s: rules.Choose) -> Iterator[Item]:
        for pick in s.picks:
            last = pick is s.picks[-1]
            voice = self.voice
            text = self._picked(pick)
            if s.where is not None and last and not self._is_other(pick, s.where):
                text = voice.say("such_that", what=text, test=voice.clause(s.where))
            yield self._item("at_random", what=text) if s.at_random else self._act("choose", what=text)

    def _is_other(self, pick: rules.Pick, where: exprs.Expr) -> bool:
        """Return whether a condition only says what `another space` says already."""
        kind = pick.source.type.of if isinstance(pick.source.type, ListType) else pick.source.type
        another = self.voice.name_of(pick.name, kind).startswith(self.voice.say.noun("other", ""))
        match where:
            case exprs.Binary(op="is not", left=exprs.Local() as left, right=exprs.Local()):
                return another and left.name == pick.name
        return False

    def _picked(self, pick: rules.Pick) -> str:
        """Return what is chosen, and from where: `a tile from the shelf`."""
        voice = self.voice
        kind = pick.source.type.of if isinstance(pick.source.type, ListType) else pick.source.type
        many = ListType(kind) if pick.several else kind
        name = voice.name_of(pick.name, many)
        if isinstance(kind, NumberType) and voice.is_many(name):
            what = voice.say("a_number_of", what=name)
        else:
            bare = name[:1] in "“«" or len(name) == 1
            what = self._several(pick, name) if pick.several else name if bare else voice.say.noun("a", name)
        match pick.source:
            case exprs.Range(low=low, high=high):
                return voice.say("from_to", what=what, low=voice.tell(low), high=voice.tell(high))
            case exprs.Contents(place=place, indices=indices):
                sort = voice.pieces_of(place)
                if name not in (voice.one(sort), voice.many(sort)):
                    pieces = self._several(pick, voice.many(sort)) if pick.several else voice.say.noun("a", voice.one(sort))
                    what = voice.say("as_what", what=pieces, sort=self.quoted(name))
                return voice.say("from_place", what=what, place=voice.place(place, indices))
        within = Things.within(voice, pick.source)
        if within:
            return voice.say("from_list", what=what, of=within)
        if isinstance(kind, KindType) and name != voice.one(kind.kind):
            return voice.say("as_what", what=what, sort=voice.one(kind.kind))
        return what

    def _several(self, pick: rules.Pick, name: str) -> str:
        voice = self.voice
        low, high = pick.low, pick.high
        if low is not None and high is not None and low == high:
            return voice.say("exactly_n", n=voice.tell(low), what=name)
        if high is not None and low is not None:
            return voice.say("n_to_m", n=voice.tell(low), m=voice.tell(high), what=name)
        if isinstance(low, exprs.Const) and low.value == 0:
            return voice.say("any_number", what=name)
        return voice.say.noun("one_or_more", name)

    def _requirement(self, s: rules.OnlyIf) -> Item:
        banned = forbidden(s.test)
        key, test = ("only_if", s.test) if banned is None else ("not_if", banned)
        told, why = self.voice.clause(test), reason(self.voice, s)
        return self._item(f"{key}_else" if why not in ("", told) else key, test=told, reason=why)

    # ---- pieces ----------------------------------------------------------------------------------
    def _moving(self, s: rules.MovePieces | rules.Draw | rules.Deal) -> Item:
        voice = self.voice
        match s:
            case rules.MovePieces(what=what, to=to, under=under):
                if to.place == "box":
                    return self._act("remove", what=voice.tell(what))
                return self._act("move_under" if under else "move", what=voice.tell(what), to=voice.place(to.place, to.indices))
            case rules.Draw(count=count, source=source, to=to):
                drawn, into = voice.place(source.place, source.indices), voice.place(to.place, to.indices)
                match count:
                    case exprs.Binary(
                        op="-", left=full, right=exprs.Builtin(function="count", args=(exprs.Contents(place=to.place),))
                    ):
                        return self._act("fill", n=self._pieces(full, to.place), place=into, source=drawn)
                pieces = self._pieces(count, source.place)
                return self._act("draw_under" if s.under else "draw", what=pieces, source=drawn, to=into)
            case rules.Deal(count=count, source=source, to=to):
                return self._dealt(count, voice.place(source.place, source.indices), source.place, to)

    def _pieces(self, count: exprs.Expr, place: str) -> str:
        sort = self.voice.pieces_of(place)
        if isinstance(count, exprs.Const) and isinstance(count.value, int) and sort:
            return self.voice.counted(sort, count.value)
        return self.voice.say("number_of_pieces", n=self.voice.tell(count), what=self.voice.many(sort) if sort else "")

    def _dealt(self, count: exprs.Expr | None, source: str, place: str, to: str) -> Item:
        word = self.voice.place_word(to)
        where = self.voice.say.noun("their", word, self.voice.is_many(word))
        if count is None:
            return self._item("deal_all", source=source, to=where)
        return self._item("deal", what=self._pieces(count, place), source=source, to=where)


def lowered(text: str) -> str:
    """Return a sentence within another one: small first letter, no full stop."""
    return (text[:1].lower() + text[1:]).removesuffix(".") if text else text

"""Effects, choices and requirements as sentences: one statement without a block of its own comes in, its text goes out."""

from __future__ import annotations

from typing import assert_never

from attrs import frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model_walk import plain_parts
from rulekit.report.rulebook.prose.expressions import Teller


@frozen
class EffectTeller:
    """Tells what changes, what is chosen, what must hold: as what is to be done, whoever does it."""

    voice: Teller

    def _effect(self, s: rules.AnyEffect) -> str:
        voice, say = self.voice, self.voice.say
        match s:
            case rules.SetMarker(marker=name, indices=indices, value=value):
                return self._set(voice.of(voice.quoted(name), indices), exprs.MarkerOf(value.type, name, indices), value)
            case rules.SetAttr(piece=piece, sort=sort, attr=attr, value=value):
                return self._set(voice.of(voice.quoted(attr, sort), (piece,)), exprs.AttrOf(value.type, piece, sort, attr), value)
            case rules.Gain(count=count, tally=tally, indices=indices):
                return say("gain", what=voice.of(self._amount(count, tally), indices))
            case rules.Pay(count=count, tally=tally, indices=indices, to=to):
                what = voice.of(self._amount(count, tally), indices)
                return say("pay", what=what) if to is None else say("give", what=what, to=voice.person(to))
            case rules.MovePieces(what=what, to=to, under=under):
                return say("under" if under else "move", what=voice.tell(what), to=voice.place(to.place, to.indices))
            case rules.Draw():
                return self._draw(s)
            case rules.Deal(count=count, source=source, to=family):
                where = {"source": voice.place(source.place, source.indices), "to": voice.quoted(family)}
                return say("deal_all", **where) if count is None else say("deal", what=self._pieces(count, source), **where)
            case rules.Shuffle(place=place):
                return say("shuffle", place=voice.place(place.place, place.indices))
            case rules.Reveal(what=what, to=to):
                return say("reveal", what=voice.tell(what), to=say("everybody") if to is None else voice.person(to))
            case rules.Announce(to=to):
                return say("announce", text=self._announced(s), to=say("everybody") if to is None else voice.person(to))
            case rules.NextTurn(player=player):
                return say("next_turn", who=voice.person(player))
            case _:
                assert_never(s)

    def _set(self, what: str, old: exprs.Expr, value: exprs.Expr) -> str:
        """Return what a marker or an attribute becomes."""
        voice, say = self.voice, self.voice.say
        match value:
            case exprs.Const(value=bool() as holds):
                return say("from_now" if holds else "no_longer", what=what)
            case exprs.Const(value=None):
                return say("cleared", what=what)
            case exprs.Binary(op="+" | "-" as op, left=left, right=by) if left == old:
                return say("raised" if op == "+" else "lowered", what=what, by=voice.tell(by))
        return say("becomes", what=what, value=voice.tell(value))

    def _amount(self, count: exprs.Expr, name: str) -> str:
        known = exprs.number_of(count)
        if known is not None:
            return self.voice.counted(name, known)
        return self.voice.say("as_many", what=self.voice.many(name), n=self.voice.tell(count))

    def _pieces(self, count: exprs.Expr, source: rules.PlaceRef) -> str:
        return self._amount(count, self.voice.sort_in(source.place))

    def _draw(self, s: rules.Draw) -> str:
        voice = self.voice
        where = {"source": voice.place(s.source.place, s.source.indices), "to": voice.place(s.to.place, s.to.indices)}
        match s.count:
            case exprs.Binary(op="-", left=full, right=exprs.Builtin(function="count", args=(exprs.Contents(place=s.to.place),))):
                return voice.say("fill", what=self._pieces(full, s.source), **where)
        return voice.say("draw_under" if s.under else "draw", what=self._pieces(s.count, s.source), **where)

    def _announced(self, s: rules.Announce) -> str:
        """Return an announcement in the language, if the game has it there."""
        return self._in_words(self._in_its_language("say", s.address) or s.text)

    def _in_its_language(self, what: str, address: str) -> exprs.Text | None:
        texts = dict(self.voice.model.texts).get(self.voice.namer.language, ())
        return next((told.text for told in texts if told.what == what and told.address == address), None)

    def _in_words(self, text: exprs.Text) -> str:
        """Return a text of the author's; what is not known yet is left open."""
        parts = plain_parts(text)
        return "".join(p if isinstance(p, str) else self.voice.thing(p) if isinstance(p, exprs.Const) else "…" for p in parts)

    # ---- choices and requirements --------------------------------------------------------------------
    def _choice(self, s: rules.Choose) -> str:
        voice = self.voice
        what = ", ".join(map(self._picked, s.picks))
        what = what if s.where is None else voice.say("such", what=what, test=voice.clause(s.where))
        return voice.say("at_random" if s.at_random else "choose", what=what)

    def _picked(self, pick: rules.Pick) -> str:
        """Return what is chosen, from where, and how many."""
        voice, low, high = self.voice, pick.low, pick.high
        what = voice.one_of(pick.name, pick.source, pick.several)
        if not pick.several or low is None:
            return what
        if high is None:
            return voice.say("of", what=what, of=voice.say("at_least", n=voice.tell(low)))
        number = voice.tell(low) if low == high else voice.say("range", low=voice.tell(low), high=voice.tell(high))
        return voice.say("of", what=what, of=number)

    def _requirement(self, s: rules.OnlyIf) -> str:
        """Return what must hold, with the author's reason if all of it is known before anybody plays."""
        voice, word = self.voice, self.voice.namer.words.get(s.address)
        known = self._in_its_language("because", s.address) or (word.one if word is not None else None) or s.reason
        reason = self._in_words(known) if isinstance(known, exprs.Text) else known or ""
        told = voice.say("only_if", test=voice.clause(s.test))
        return voice.say("otherwise_said", what=told, reason=reason) if reason and "…" not in reason else told

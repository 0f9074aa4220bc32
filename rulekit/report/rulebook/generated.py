"""Generated sentences, where nobody has told a rule: in the words of the game, from its checked rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from attrs import evolve, frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import statements
from rulekit.model.model import Criterion, Deed, Define, GameModel, Option
from rulekit.model.model_walk import closure, everything, expressions
from rulekit.model.types import TruthType
from rulekit.report.rulebook.parts import Block, Heading, Item, Listing, plain, strong
from rulekit.report.rulebook.prose import Teller, finished, teller
from rulekit.report.rulebook.reader import capital
from rulekit.report.text import clean
from rulekit.report.words import Namer


@frozen
class Generated:
    """Tells the rules of one game that its author has not told."""

    model: GameModel
    voice: Teller

    @staticmethod
    def of(model: GameModel, namer: Namer) -> Generated:
        """Return who tells the rules of a model that are in force."""
        return Generated(model, teller(evolve(namer, model=model, players=()), model))

    def untold(self, deed: Deed, missing: tuple[rules.Statement, ...]) -> Iterator[Block]:
        """Yield the statements of a deed that nobody tells, under its name."""
        if deed.role not in ("setup", "play"):
            yield Heading(capital(self.voice.namer.word(deed.name)))
        yield Listing(self.voice.block(deed, missing))

    def changed(self, deed: Deed, new: rules.Statement, base: GameModel) -> tuple[str, str]:
        """Return a changed rule as it was and as it is; of several ways those that came and went."""
        before = Generated.of(base, self.voice.namer)
        was = next((d for d in base.deeds if d.name == deed.name), deed)
        named = (s for s in statements(was.block) if s.address == new.address != deed.name)
        old = next(named, None)
        then = () if old is None else before.voice.block(was, (old,))
        now = self.voice.block(deed, (new,))
        if len(then) == len(now) == 1 and then[0].text == now[0].text:
            kept = {one_line((item,)) for item in then[0].inside} & {one_line((item,)) for item in now[0].inside}
            then, now = (tuple(i for i in some[0].inside if one_line((i,)) not in kept) for some in (then, now))
        return one_line(then), one_line(now)

    def start(self) -> Iterator[Item]:
        """Yield where pieces lie at first, and what markers say."""
        voice = self.voice
        for sort in self.model.sorts:
            place = voice.place(sort.start)
            yield Item(finished(voice.say("start_in", what=voice.many(sort.name), place=place)))
        for marker in self.model.markers:
            if marker.initial is not None and marker.initial != exprs.Const(marker.initial.type, False):
                indices = [exprs.Bound(dim.domain.type, dim.index, dim.name) for dim in marker.dims]
                what = voice.of(voice.quoted(marker.name), indices)
                yield Item(finished(voice.say("start_at", what=what, value=voice.tell(marker.initial))))

    def ending(self, address: str, is_told: Callable[[str], bool]) -> Iterator[tuple[str, Item]]:
        """Yield the lines of the score, or of the winner, that nobody tells."""
        if is_told(address):
            return
        if address == "winner":
            yield from (("winner", Item(finished(self._criterion(c, n)))) for n, c in enumerate(self.model.winner))
            return
        for line in self.model.score:
            if not is_told(f"score.{line.name}"):
                name = capital(self.voice.namer.within("score", line.name)) + self.voice.say("colon")
                yield f"score.{line.name}", Item(finished(self.voice.tell(line.value)), name)

    def _criterion(self, line: Criterion, number: int) -> str:
        """Return how the winner is found, first of all or in a tie."""
        voice = self.voice
        if line.how == "only_if":
            told = voice.say("wins_only_if", test=voice.clause(line.value))
        else:
            told = voice.say(line.how, what=voice.tell(line.value))
        return told if number == 0 else voice.say("tie", what=told)

    # ---- words and options -------------------------------------------------------------------------
    def glossary(self, untold: Iterable[rules.Statement], lines: Collection[str]) -> Iterator[Item]:
        """Yield what the words mean that the sentences of some rules, and of some lines of score and winner, use."""
        bodies = self.voice.defines
        begin = [e for statement in untold for e in expressions(statement)]
        begin += [line.value for line in self.model.score if f"score.{line.name}" in lines]
        begin += [line.value for line in self.model.winner if "winner" in lines]
        found = closure((name for e in begin for name in _named_in(e)), lambda name: _named_in(bodies[name].body))
        yield from (self._defined(d) for d in self.model.defines if d.name in found and self.voice.is_named(d.name))

    def _defined(self, define: Define) -> Item:
        voice, truth = evolve(self.voice, deed=define.name), isinstance(define.type, TruthType)
        given = [exprs.Bound(p.domain.type, p.index, p.name) for p in define.params]
        told = voice.say("true_if", test=voice.clause(define.body)) if truth else voice.tell(define.body)
        return Item(finished(told), voice.of(voice.quoted(define.name), given) + voice.say("colon"))

    def option(self, option: Option) -> str:
        """Return a question and the answer in force."""
        namer, named = self.voice.namer, next((a for a in option.answers if a.value == option.value), None)
        asked = namer.words.get(f"{option.name}.question")
        question = clean(asked.one if asked is not None and isinstance(asked.one, str) else option.question)
        word = namer.words.get(f"{option.name}.{named.name}") if named is not None else None
        meaning = word.one if word is not None and isinstance(word.one, str) else named.meaning if named is not None else None
        return f"{strong(question)} {finished(clean(meaning or namer.value(option.type, option.value)))}"


def _named_in(expr: exprs.Expr) -> Iterator[str]:
    """Yield the definitions that an expression uses."""
    return (e.define for e in everything(expr) if isinstance(e, exprs.Apply))


def one_line(items: tuple[Item, ...]) -> str:
    """Return all that items say, without their small headings."""
    parts = [" ".join(filter(None, (plain(item.text), one_line(item.inside)))) for item in items]
    return " ".join(parts)

"""Generated sentences, where nobody has told a rule: in the words of the game, from its checked rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from attrs import evolve, frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import statements
from rulekit.model.model import Deed, Define, GameModel, Option
from rulekit.model.model_walk import everything, expressions
from rulekit.report.rulebook.parts import Block, Heading, Item, Listing, plain, strong
from rulekit.report.rulebook.prose.conditions import Teller, teller
from rulekit.report.rulebook.prose.ending import PLAYER, criterion, score_item
from rulekit.report.rulebook.prose.phrases import Plural
from rulekit.report.rulebook.prose.statements import Narrator
from rulekit.report.rulebook.reader import Reader
from rulekit.report.rulebook.rules_in_force import reached
from rulekit.report.text import clean


@frozen
class Generated:
    """Tells the rules of one game that its author has not told."""

    model: GameModel
    narrator: Narrator

    @staticmethod
    def of(model: GameModel, reader: Reader) -> Generated:
        """Return who tells the rules of a model that are in force."""
        namer = evolve(reader.namer, model=model, players=())
        return Generated(model, Narrator(teller(namer, model), short_steps(model), turn_steps(model)))

    @property
    def voice(self) -> Teller:
        """Who speaks."""
        return self.narrator.voice

    def untold(self, deed: Deed, missing: tuple[rules.Statement, ...]) -> Iterator[Block]:
        """Yield the statements of a deed that nobody tells, under its name."""
        items = self._told(self.narrator, deed, missing)
        if deed.name in self.narrator.short or deed.name in self.narrator.inline or not items:
            return
        if deed.role not in ("setup", "play"):
            yield Heading(self.voice.say.sentence(self.voice.one(deed.name)))
        yield Listing(items)

    def _told(self, narrator: Narrator, deed: Deed, wanted: Iterable[rules.Statement]) -> tuple[Item, ...]:
        inner = narrator.told_by(evolve(narrator.voice, deed=deed.name))
        kept, items = [id(s) for s in wanted], list[Item]()
        for statement in deed.block:
            if id(statement) in kept:
                items += inner.block((statement,), deed.name)
            if isinstance(statement, rules.Let):
                inner = inner.knowing(statement)
        return tuple(items)

    def changed(self, deed: Deed, new: rules.Statement, base: GameModel) -> tuple[str, str]:
        """Return a changed rule as it was and as it is; of several ways those that came and went."""
        before = Generated(base, Narrator(teller(self.voice.namer, base), short_steps(base), turn_steps(base)))
        was = next((d for d in base.deeds if d.name == deed.name), deed)
        old = next((s for s in statements(was.block) if s.address == new.address), None)
        then = () if old is None else self._told_inside(before, was, old)
        now = self._told_inside(self, deed, new)
        if len(then) == len(now) == 1 and then[0].text == now[0].text:
            kept = {one_line((item,)) for item in then[0].inside} & {one_line((item,)) for item in now[0].inside}
            then, now = (tuple(i for i in some[0].inside if one_line((i,)) not in kept) for some in (then, now))
        return one_line(then), one_line(now)

    def _told_inside(self, told: Generated, deed: Deed, statement: rules.Statement) -> tuple[Item, ...]:
        inner = told.narrator.told_by(evolve(told.voice, deed=deed.name))
        for let in statements(deed.block):
            if let is statement:
                break
            if isinstance(let, rules.Let):
                inner = inner.knowing(let)
        return inner.block((statement,), deed.name)

    def start(self) -> Iterator[Item]:
        """Yield where pieces lie at first, and what markers say."""
        voice = self.voice
        for sort in self.model.sorts:
            inner = voice
            for a in sort.attributes:
                inner = inner.calling("bound", a.index, voice.say.noun("of_several", voice.one(a.name, sort.name)))
            place, what = inner.place(sort.start.place, sort.start.indices), voice.say.noun("the", voice.many(sort.name), True)
            yield Item(voice.say.sentence(voice.say("start_in", what=what, place=place)))
        for marker in self.model.markers:
            if marker.initial is not None and marker.initial != exprs.Const(marker.initial.type, False):
                indices = [exprs.Bound(dim.domain.type, dim.index, dim.name) for dim in marker.dims]
                what = voice.family(voice.one(marker.name), marker.dims, indices)
                key = "start_at_many" if isinstance(what, Plural) else "start_at"
                yield Item(voice.say.sentence(voice.say(key, what=what, value=voice.tell(marker.initial))))

    def ending(self, address: str, is_told: Callable[[str], bool]) -> Iterator[tuple[str, Item]]:
        """Yield the lines of the score, or of the winner, that nobody tells."""
        inner: Teller = self.voice.calling("bound", PLAYER, self.voice.say("player_the"))
        if is_told(address):
            return
        if address == "winner":
            yield from (("winner", criterion(inner, c, n)) for n, c in enumerate(self.model.winner))
            return
        lines = [line for line in self.model.score if not is_told(f"score.{line.name}")]
        yield from ((f"score.{line.name}", score_item(inner, line)) for line in lines)

    # ---- words and options -------------------------------------------------------------------------
    def glossary(self, untold: Iterable[rules.Statement], lines: Collection[str]) -> Iterator[Item]:
        """Yield what the words mean that the sentences of some rules, and of some lines of score and winner, use."""
        defines = {d.name: d for d in self.model.defines}
        todo: list[exprs.Expr] = [e for statement in untold for e in expressions(statement)]
        todo += [line.value for line in self.model.score if f"score.{line.name}" in lines]
        todo += [line.value for line in self.model.winner if "winner" in lines]
        found: set[str] = set()
        while todo:
            for e in everything(todo.pop()):
                if isinstance(e, exprs.Apply) and e.define not in found and e.define in defines:
                    found.add(e.define)
                    todo.append(defines[e.define].body)
        yield from (self._defined(d) for d in self.model.defines if d.name in found and self.voice.is_named(d.name))

    def _defined(self, define: Define) -> Item:
        voice = evolve(self.voice, deed=define.name)
        return Item(voice.meaning(define), voice.say.sentence(voice.heading(define)) + voice.say("colon"))

    def option(self, option: Option) -> str:
        """Return a question and the answer in force."""
        namer, named = self.voice.namer, next((a for a in option.answers if a.value == option.value), None)
        asked = namer.words.get(f"{option.name}.question")
        question = clean(asked.one if asked is not None and isinstance(asked.one, str) else option.question)
        word = namer.words.get(f"{option.name}.{named.name}") if named is not None else None
        meaning = word.one if word is not None and isinstance(word.one, str) else named.meaning if named is not None else None
        return f"{strong(question)} {self.voice.say.sentence(clean(meaning or namer.value(option.type, option.value)))}."


def one_line(items: tuple[Item, ...]) -> str:
    """Return all that items say, without their small headings."""
    parts = [" ".join(filter(None, (plain(item.text), one_line(item.inside)))) for item in items]
    return " ".join(parts)


def short_steps(model: GameModel) -> dict[str, Deed]:
    """Return the steps that are one plain statement: they are told where they are called."""
    plain_ones = (rules.Gain, rules.Pay, rules.Draw, rules.MovePieces, rules.Shuffle, rules.SetMarker, rules.Deal, rules.EndGame)
    return {d.name: d for d in model.deeds if d.role == "step" and len(d.block) == 1 and isinstance(d.block[0], plain_ones)}


def turn_steps(model: GameModel) -> dict[str, Deed]:
    """Return the steps without parameters that a turn consists of and that nothing else calls."""
    calls = [s.deed for deed in reached(model) for s in statements(deed.block) if isinstance(s, rules.Do)]
    turns = [s for deed in reached(model) for s in statements(deed.block) if isinstance(s, rules.Turns)]
    inside = {s.deed for turn in turns for s in turn.block if isinstance(s, rules.Do)}
    return {d.name: d for d in model.deeds if d.role == "step" and d.name in inside and calls.count(d.name) == 1 and not d.params}

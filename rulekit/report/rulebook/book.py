"""A rulebook from a checked model: the author's tellings in the order of the file; generated sentences where nothing is told.

Comes in: a reader of the game's texts, its rules in force, and for a house rule the game without it. Goes out: a `Book`,
which `markdown` and `html` write.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from rulekit.model import rules
from rulekit.model.analysis.game_index import statements
from rulekit.model.expressions import Can, OptionRef, ScoreOf, Winners
from rulekit.model.model import Deed, Example, GameModel, Given, Sort, Then, When
from rulekit.model.model_walk import everything
from rulekit.report.rulebook.assumed import SIGN
from rulekit.report.rulebook.changes import Change, sheet
from rulekit.report.rulebook.components import Components
from rulekit.report.rulebook.covered import Cover
from rulekit.report.rulebook.generated import Generated, one_line
from rulekit.report.rulebook.parts import Block, Book, Grid, Item, Listing, Section, plain, texts_in
from rulekit.report.rulebook.picture import picture
from rulekit.report.rulebook.reader import PLAYERS_PICTURED, Reader, Spoken, capital, make_reader, players
from rulekit.report.rulebook.rules_in_force import settle
from rulekit.report.rulebook.sections import ADDED, BOX, END, OPTIONS, PLAY, RANK_ELSEWHERE, SETUP, WORDS, Plan, Unit, plan
from rulekit.report.rulebook.stories import Stories
from rulekit.report.sentences import book_words
from rulekit.report.text import clean


@frozen
class BookOptions:
    """What the book is to be about: the number of players (None: any), the game without its changes, who made them and why."""

    players: int | None = None
    base: GameModel | None = None
    changed: tuple[Change, ...] = ()


def make_book(model: GameModel, language: str, asked: BookOptions) -> Book:
    """Return the whole rulebook, with a sheet of what a house rule changes before it."""
    book = _book(model, language, asked)
    if asked.base is None:
        return book
    before = _book(asked.base, language, BookOptions(asked.players))
    return evolve(book, sheet=sheet(before, book, asked.changed, book_words(language)))


def _book(model: GameModel, language: str, asked: BookOptions) -> Book:
    reader = make_reader(model, language, asked.players)
    settled = settle(model, asked.players)
    before = None if asked.base is None else settle(asked.base, asked.players)
    writer = _Writer(reader, settled, Cover(reader, settled, asked.base), before, asked)
    sections = tuple(writer.sections())
    note = reader.say("assumed") if any(SIGN in text for text in texts_in(sections)) else ""
    facts = tuple(writer.facts())
    untold, foreign = tuple(dict.fromkeys(writer.untold)), tuple(dict.fromkeys(writer.foreign))
    title = reader.namer.title()
    return Book(reader.say.language, title, facts, sections, None, note, writer.said, reader.is_told, untold, foreign)


@define
class _Writer:
    """Collects what is to be printed, in the order of the file."""

    reader: Reader
    model: GameModel
    cover: Cover
    base: GameModel | None  # the rules in force without changes
    asked: BookOptions
    plan: Plan = field(init=False)
    components: Components = field(init=False)
    generated: Generated = field(init=False)
    stories: Stories = field(init=False)
    box: str = BOX
    where: dict[str, str] = field(factory=dict)
    done: set[str] = field(factory=set)  # declarations that are told beside a rule that uses them
    said: dict[str, tuple[str, str]] = field(factory=dict)
    untold: list[str] = field(factory=list)
    missing: list[rules.Statement] = field(factory=list)
    foreign: list[str] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        say = self.reader.say
        self.plan = plan(self.reader, {name: say(name.removeprefix(".")) for name in ADDED})
        self.components = Components(self.model, self.reader.namer, say)
        self.generated = Generated.of(self.model, self.reader.namer)
        self.stories = Stories(self.reader)

    # ---- the whole -----------------------------------------------------------------------------------
    def facts(self) -> Iterator[str]:
        """Yield the lines below the title."""
        say, model, asked = self.reader.say, self.model, self.asked
        low, high = model.players if asked.players is None else (asked.players, asked.players)
        facts = [players(say, low, high)]
        facts += [say("from_age", n=model.age)] if model.age is not None else []
        facts += [say("minutes", n=model.minutes)] if model.minutes is not None else []
        yield capital(", ".join(facts)) + "."
        if model.authors:
            yield say("by", who=self._listed([clean(a) for a in model.authors]))
        if asked.changed:
            yield say("with_changes", what=self._listed([clean(change.title) for change in asked.changed]))

    def _listed(self, names: list[str]) -> str:
        *first, last = names
        return self.reader.say("and", a=", ".join(first), b=last) if first else last

    def sections(self) -> Iterator[Section]:
        """Yield the sections of the book."""
        stands = self.model.stands or tuple(("", name) for name in _names(self.model))
        where = {address: self.plan.home(section, "") for section, address in stands}
        where |= {address: self._bucket(address, where) for address, section in where.items() if not section}
        setup, self.box = where.get("setup", SETUP), self._box(where)
        self.where = where
        units = list(self._of_sections())
        units += self._components(self.box, where)
        begins = () if self.reader.is_told else tuple(self.generated.start())
        units += [Unit(setup, "start", block=Listing(begins))] if begins else []
        used = {name for deed in self.model.deeds for name in self.cover.used_in(deed) if where.get(name) == where.get(deed.name)}
        for _, address in stands:
            units += self._units(address, where[address]) if address not in used else ()
        units += self._pictured(setup)
        units += self._more()
        made = list(self.plan.sections(units, setup, self._order(setup, self.box)))
        own = [section for name, section in made if name not in ADDED]
        card = next((section for section in reversed(own) if _is_card(section)), None)
        for unit in units:
            if card is None or self.plan.titles.get(unit.section) != card.title:
                self._note(unit)
        yield from (section for _, section in made if section is not card)
        yield from (evolve(card, card=True),) if card is not None else ()

    def _order(self, setup: str, box: str) -> list[str]:
        """Return the sections in order: the author's; those that rulekit adds stand where a reader looks for them."""
        order = [s.name for s in self.model.sections if s.name in self.plan.titles]
        at = order.index(setup) if setup in order else 0
        if setup == SETUP:
            order.insert(at, SETUP)
        if box == BOX:
            order.insert(at, BOX)
        return [*order, PLAY, END, WORDS, OPTIONS]

    def _bucket(self, address: str, where: dict[str, str]) -> str:
        """Return the section for what stands in none with a title: a deed is told where it is called."""
        if address in ("score", "winner"):
            return END
        deeds = {deed.name: deed for deed in self.model.deeds}
        for caller in deeds.values() if address in deeds else ():
            if any(isinstance(s, rules.Do) and s.deed == address for s in statements(caller.block)) and where.get(caller.name):
                return where[caller.name]
        if address.startswith("example."):
            shown = _shown_by(next((e for e in self.model.examples if f"example.{e.name}" == address), None))
            return where.get(shown) or (self._bucket(shown, where) if shown else PLAY)
        playing = address in deeds and deeds[address].role != "setup"
        return PLAY if playing else SETUP

    def _box(self, where: dict[str, str]) -> str:
        """Return the section of the list of components: where the first sort of pieces is told, unless that is the set-up."""
        for sort in self.model.sorts:
            told = next(iter(self.reader.tellings(sort.name)), None)
            found = (told.section if told is not None else "") or where.get(sort.name, BOX)
            return BOX if found in (where.get("setup", SETUP), SETUP) else found
        return BOX

    # ---- units ---------------------------------------------------------------------------------------
    def _note(self, unit: Unit) -> None:
        """Keep what is said, by key, to hold two books against each other."""
        title, key = self.plan.titles.get(unit.section, ""), unit.key or unit.of
        if unit.text:
            self._keep(key, title, unit.told or unit.text.removeprefix("- "))
        elif isinstance(unit.block, Grid):
            for row in unit.block.rows:
                cells = ", ".join(
                    f"{h}{self.reader.say('colon')} {c}" for h, c in zip(unit.block.head[1:], row[1:], strict=False)
                )
                self._keep(f"{key} {row[0]}", title, f"{row[0]} – {cells}")
        elif unit.told:
            self._keep(key, title, unit.told)
        elif isinstance(unit.block, Listing):
            for item in unit.block.items:
                lead = f"{plain(item.lead).rstrip(':')}{self.reader.say('colon')} " if item.lead else ""
                self._keep(unit.key or f"{key}.{item.lead}", title, lead + one_line((item,)))

    def _keep(self, key: str, title: str, text: str) -> None:
        number = 0
        while f"{key} {number}" in self.said:
            number += 1
        self.said[f"{key} {number}"] = (title, text)

    def _spoken(self, address: str, section: str, of: str = "", rank: int = 2) -> Iterator[Unit]:
        """Yield what is told of an address."""
        for spoken in self.reader.tellings(address):
            where = self._target(spoken, section)
            ending = where in (self.where.get("score"), self.where.get("winner"))  # how it ends comes before what counts
            at = rank if where == section else 1 if spoken.is_bullet or ending else RANK_ELSEWHERE
            yield Unit(where, of or address, self._marked(address, spoken), None, at, address)

    def _target(self, spoken: Spoken, section: str) -> str:
        """Return the section of a telling; one that has no title of its own is printed with the one before it."""
        if not spoken.section or spoken.section in self.plan.titles:
            return spoken.section or section
        return self.plan.home(spoken.section, section)

    def _marked(self, address: str, spoken: Spoken) -> str:
        if not spoken.foreign:
            return spoken.text
        self.foreign.append(address)
        return f"{spoken.text} ({self.reader.say('not_translated')})"

    def _of_sections(self) -> Iterator[Unit]:
        for section in self.model.sections:
            home = self.plan.home(section.name, SETUP)
            name = section.name if section.name in self.plan.titles else home
            yield from self._spoken(f"section.{section.name}", name, rank=0)

    def _units(self, address: str, section: str) -> Iterator[Unit]:
        """Yield everything about one declaration."""
        named = address.removeprefix("example.")
        for deed in self.model.deeds:
            if deed.name == address:
                yield from self._deed(deed, section)
        for example in self.model.examples if address != named else ():
            if example.name == named:
                box = self.stories.box(example) or (None if self.reader.is_told else self.stories.played(example))
                yield from (Unit(section, address, block=box),) if box is not None else ()
        if address in ("score", "winner"):
            yield from self._ending(address, section)
        elif address == named and all(d.name != address for d in (*self.model.deeds, *self.model.sorts)):
            yield from self._declared(address, section)

    # ---- declarations --------------------------------------------------------------------------------
    def _components(self, section: str, where: dict[str, str]) -> Iterator[Unit]:
        """Yield the list of what is in the box, each sort of pieces with what is told of it."""
        for sort in self.model.sorts:
            told = " ".join(self._marked(sort.name, spoken) for spoken in self.reader.tellings(sort.name))
            counted = self.components.sort(sort, self._is_shown(sort))
            yield Unit(section, sort.name, f"- {counted}{self.reader.say('colon')} {told}" if told else f"- {counted}")
            if told.endswith(":") or not self.reader.is_told:
                block = self.components.pieces(sort)
                yield from (Unit(section, sort.name, block=block),) if block is not None else ()
        banked = [(tally.name, text) for tally in self.model.tallies if (text := self.components.tally(tally)) is not None]
        for name, text in banked:
            told = self._beside(name, section, where)
            yield from (Unit(section, name, f"- {text}{self.reader.say('colon')} {told}", key=name),) if told else ()
        plain_ones = [text for name, text in banked if not self._beside(name, section, where)]
        if plain_ones:
            yield Unit(section, "tallies", f"- {', '.join(plain_ones)}")

    def _is_shown(self, sort: Sort) -> bool:
        """Return whether a table shows the pieces of a sort: behind a colon, of the sort or of the place where they begin."""
        told = [spoken.text for name in (sort.name, sort.start.place) for spoken in self.reader.tellings(name)[-1:]]
        return not self.reader.is_told or any(text.rstrip().endswith(":") for text in told)

    def _beside(self, name: str, section: str, where: dict[str, str]) -> str:
        """Return what is told of a tally in the section of the components: it stands behind its number."""
        told = [spoken for spoken in self.reader.tellings(name) if self._target(spoken, where.get(name, "")) == section]
        return " ".join(self._marked(name, spoken) for spoken in told)

    def _declared(self, address: str, section: str) -> Iterator[Unit]:
        """Yield what is told of a declaration; behind a colon its table. In a game without tellings every table has its name."""
        told = [unit for unit in self._spoken(address, section) if not self._is_in_the_list(address, unit.section)]
        values = next((self.components.values(k) for k in self.model.kinds if k.name == address and not k.attributes), "")
        if told and values and told[-1].text.endswith(":"):
            told[-1] = evolve(told[-1], text=f"{told[-1].text} {values}")
        yield from told
        if told and told[-1].text.rstrip().endswith(":"):
            yield from (Unit(told[-1].section, address, block=block) for block in self._tables(address))
        elif not self.reader.is_told and address in self._tabled():
            name = capital(self.reader.namer.word(address)) + self.reader.say("colon")
            yield Unit(WORDS, address, name)
            yield from (Unit(WORDS, address, block=block) for block in self._tables(address))

    def _is_in_the_list(self, name: str, section: str) -> bool:
        """Return whether something is told of a tally in the list of components already."""
        return section == self.box and any(t.name == name and t.bank is not None for t in self.model.tallies)

    def _tabled(self) -> set[str]:
        """Return the names of tables, and of kinds that have attributes."""
        return {t.name for t in self.model.tables} | {k.name for k in self.model.kinds if k.attributes}

    def _tables(self, address: str) -> Iterator[Block]:
        for kind in self.model.kinds:
            if kind.name == address:
                yield self.components.kind(kind)
        for table in self.model.tables:
            if table.name == address:
                yield self.components.table(table)
        for sort in self.model.sorts:
            if sort.start.place == address:
                block = self.components.pieces(sort)
                yield from (block,) if block is not None else ()

    # ---- rules ---------------------------------------------------------------------------------------
    def _deed(self, deed: Deed, section: str) -> Iterator[Unit]:
        """Yield what is told of a deed, what nobody tells, and what has changed under a telling."""
        for address in self._told_below(deed.name):
            yield from self._spoken(address, section, deed.name)
            for name in self.cover.used_at(deed, address):
                yield from self._declared(name, section) if self.where.get(name) == section and name not in self.done else ()
                self.done.add(name)
        if not self.cover.is_called(deed):
            return
        missing = tuple(self.cover.uncovered(deed))
        if missing:
            self.untold += dict.fromkeys(s.address.partition("#")[0] for s in missing)
            self.missing += missing
            name = capital(self.reader.namer.word(deed.name)) + self.reader.say("colon")
            for block in self.generated.untold(deed, missing):
                whole = one_line(block.items) if self.cover.is_new(deed.name) and isinstance(block, Listing) else ""
                yield Unit(section, deed.name, block=block, told=f"{name} {whole}" if whole else "")
        for new in self.cover.changed(deed) if self.base is not None else ():
            then, now = self.generated.changed(deed, new, self.base) if self.base is not None else ("", "")
            if now and then != now:
                self.untold.append(new.address)
                self.missing.append(new)
                text = self.reader.say("at_this_table", text=now)
                yield Unit(section, new.address, text, key=new.address, told=now)

    def _told_below(self, name: str) -> list[str]:
        """Return the addresses of a declaration that something is told of, in the order of the file."""
        found = [a for _, what, a in self.reader.told if what == "tell" and (a == name or a.startswith(f"{name}."))]
        return list(dict.fromkeys(found))

    def _ending(self, address: str, section: str) -> Iterator[Unit]:
        for told in self._told_below(address):
            yield from self._spoken(told, section, address)
        missing = tuple(self.generated.ending(address, self.reader.has))
        if missing:
            self.untold += (key for key, _ in missing)
            yield from (Unit(section, address, block=Listing((item,)), key=key) for key, item in missing)

    def _more(self) -> Iterator[Unit]:
        """Yield what generated sentences need: what their words mean; and the questions that a game has answered."""
        items = tuple(self.generated.glossary(self.missing, self.untold))
        yield from (Unit(WORDS, "words", block=Listing(items)),) if items else ()
        told = {
            e.option for texts in self.reader.told.values() for t in texts for e in everything(t.text) if isinstance(e, OptionRef)
        }
        new = {o.name for o in self.model.options} - {o.name for o in (self.base or self.model).options}
        printed = {o.name for o in self.model.options if o.value != o.default or not self.reader.is_told} | new
        asked = (o for o in self.model.options if o.name in printed - told)
        answered = tuple(Item(self.generated.option(option)) for option in asked)
        yield from (Unit(OPTIONS, "options", block=Listing(answered)),) if answered else ()

    def _pictured(self, section: str) -> Iterator[Unit]:
        """Yield the table laid out."""
        count = self.asked.players or min(max(PLAYERS_PICTURED, self.model.players[0]), self.model.players[1])
        namer = next((n for n in self.reader.namers if n.layout.players == count), None)
        drawn = picture(namer.engine, namer, self.reader.say) if namer is not None and namer.engine is not None else None
        if drawn is not None:
            yield Unit(section, "picture", block=drawn)


def _names(model: GameModel) -> Iterator[str]:
    """Yield the addresses of a model that does not know its sections."""
    declared = (*model.kinds, *model.places, *model.tallies, *model.tables, *model.deeds)
    yield from (one.name for one in declared)
    yield from ("score", "winner")
    yield from (f"example.{example.name}" for example in model.examples)


def _shown_by(example: Example | None) -> str:
    """Return the action or step that an example shows first; if it shows none, but asks for scores, these; else nothing."""
    steps = () if example is None else example.steps
    deeds = [s.deed for s in steps if isinstance(s, When)] or [e.deed for s in steps for e in _asked(s) if isinstance(e, Can)]
    scored = any(isinstance(e, ScoreOf | Winners) for step in steps for e in _asked(step))
    return deeds[0] if deeds else "score" if scored else ""


def _asked(step: Given | When | Then) -> Iterator[object]:
    return everything(step.condition) if isinstance(step, Then) else iter(())


def _is_card(section: Section) -> bool:
    """Return whether a section is a summary: points, and nothing else."""
    return (
        bool(section.blocks) and not section.sections and all(isinstance(b, Listing) and not b.numbered for b in section.blocks)
    )

"""A rulebook from a checked model: sections in the order in which a table needs them.

Comes in: a model with its options in force, a namer, and for a house rule the game without it. Goes out: a `Book`,
which `markdown` and `html` write.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import statements
from rulekit.model.model import Deed, Define, GameModel, Marker, Sort, Word
from rulekit.model.model_walk import everything, expressions
from rulekit.model.types import NumberType, PlayerType, Type
from rulekit.report.rulebook.changes import Change, changes, for_how_many
from rulekit.report.rulebook.components import components, places, tables
from rulekit.report.rulebook.examples import END, SETUP, WORDS, example_box, subject_of
from rulekit.report.rulebook.options import option_item
from rulekit.report.rulebook.parts import Book, Heading, Item, Listing, Paragraph, Part
from rulekit.report.rulebook.prose.conditions import Teller, teller
from rulekit.report.rulebook.prose.ending import PLAYER, criterion, score_item
from rulekit.report.rulebook.prose.phrases import Plural
from rulekit.report.rulebook.prose.statements import Narrator
from rulekit.report.rulebook.rules_in_force import reached, settle
from rulekit.report.sentences import ENGLISH
from rulekit.report.text import clean
from rulekit.report.words import Namer


@frozen
class BookOptions:
    """What the book is to be about: the number of players (None: any), the game without its changes, who made them and why."""

    players: int | None = None
    base: GameModel | None = None
    changed: tuple[Change, ...] = ()


def make_book(model: GameModel, namer: Namer, asked: BookOptions) -> Book:
    """The whole rulebook."""
    settled = settle(model, asked.players)
    known = evolve(namer, words=_words(settled, namer.language))
    voice = teller(known, settled)
    narrator = Narrator(voice, short_steps(settled), turn_steps(settled))
    head, sheet, body = _head(model, voice, asked), _changes(settled, voice, asked), _body(settled, voice, narrator)
    return Book(voice.say.language, namer.title(), tuple(head), tuple(sheet), tuple(body))


def _words(model: GameModel, language: str) -> dict[str, Word]:
    """The words of a model in a language, else the English ones."""
    tables = dict(model.words)
    return dict(tables.get(language, tables.get(ENGLISH, ())))


def short_steps(model: GameModel) -> dict[str, Deed]:
    """The steps that are one plain statement: they are told where they are called."""
    plain = (rules.Gain, rules.Pay, rules.Draw, rules.MovePieces, rules.Shuffle, rules.SetMarker, rules.Deal, rules.EndGame)
    return {d.name: d for d in model.deeds if d.role == "step" and len(d.block) == 1 and isinstance(d.block[0], plain)}


def turn_steps(model: GameModel) -> dict[str, Deed]:
    """The steps without parameters that a turn consists of and that nothing else calls."""
    calls = [s.deed for deed in reached(model) for s in statements(deed.block) if isinstance(s, rules.Do)]
    turns = [s for deed in reached(model) for s in statements(deed.block) if isinstance(s, rules.Turns)]
    inside = {s.deed for turn in turns for s in turn.block if isinstance(s, rules.Do)}
    return {d.name: d for d in model.deeds if d.role == "step" and d.name in inside and calls.count(d.name) == 1 and not d.params}


# ---- head ----------------------------------------------------------------------------------------
def _head(model: GameModel, voice: Teller, asked: BookOptions) -> Iterator[Part]:
    say = voice.say
    facts = [for_how_many(voice, model.players if asked.players is None else (asked.players, asked.players))]
    facts += [say("from_age", n=model.age)] if model.age is not None else []
    facts += [say("minutes", n=model.minutes)] if model.minutes is not None else []
    yield Heading(1, voice.namer.title())
    if asked.changed:
        yield Paragraph(Item(say("with_changes", what=say.listed(clean(change.title) for change in asked.changed))))
    if model.authors:
        yield Paragraph(Item(say("by", who=say.listed(clean(a) for a in model.authors))))
    yield Paragraph(Item(" · ".join(facts)))


def _changes(settled: GameModel, voice: Teller, asked: BookOptions) -> Iterator[Part]:
    if asked.base is None:
        return
    old = settle(asked.base, asked.players)
    words = {**_words(old, voice.namer.language), **voice.namer.words}
    before = Narrator(teller(evolve(voice.namer, words=words), old), short_steps(old))
    yield from changes(before, Narrator(voice, short_steps(settled)), asked.changed)


# ---- body ----------------------------------------------------------------------------------------
def _body(model: GameModel, voice: Teller, narrator: Narrator) -> Iterator[Part]:
    say = voice.say
    yield from _section(say("h_components"), components(voice))
    yield from _section(say("h_places"), places(voice))
    yield from _section(say("h_setup"), _setup(model, voice, narrator))
    yield from _course(model, voice, narrator)
    yield from _section(say("h_tables"), tables(voice))
    yield from _section(say("h_end"), _end(model, voice))
    yield from _section(say("h_words"), _glossary(model, voice))
    yield from _section(say("h_options"), _options(model, voice))


def _section(title: str, parts: Iterator[Part]) -> Iterator[Part]:
    """A section, if there is anything in it."""
    found = list(parts)
    if found:
        yield Heading(2, title)
        yield from found


def _setup(model: GameModel, voice: Teller, narrator: Narrator) -> Iterator[Part]:
    starts = tuple(_start(voice, sort) for sort in model.sorts)
    known = [m for m in model.markers if m.initial is not None and m.initial != exprs.Const(m.initial.type, False)]
    markers = tuple(_marker(voice, marker) for marker in known)
    deed = next((d for d in model.deeds if d.role == "setup"), None)
    items = (*starts, *markers, *(narrator.deed(deed) if deed else ()))
    if items:
        yield Listing(items, numbered=True)
    yield from _examples(model, voice, SETUP)


def _start(voice: Teller, sort: Sort) -> Item:
    inner = voice
    for attribute in sort.attributes:
        inner = inner.calling("bound", attribute.index, voice.say.noun("of_several", voice.one(attribute.name, sort.name)))
    where = inner.place(sort.start.place, sort.start.indices)
    return Item(voice.say.sentence(voice.say("start_in", what=voice.say.noun("the", voice.many(sort.name), True), place=where)))


def _marker(voice: Teller, marker: Marker) -> Item:
    indices = [exprs.Bound(dim.domain.type, dim.index, dim.name) for dim in marker.dims]
    what = voice.family(voice.one(marker.name), marker.dims, indices)
    assert marker.initial is not None
    text = voice.say("start_at_many" if isinstance(what, Plural) else "start_at", what=what, value=voice.tell(marker.initial))
    return Item(voice.say.sentence(text), note=voice.namer.citations(marker.cites))


def in_order(model: GameModel) -> tuple[Deed, ...]:
    """The deeds as they are met: the play, then what it calls, each once; what the set-up alone calls comes last."""
    known = {d.name: d for d in reached(model)}
    found: dict[str, Deed] = {}

    def visit(name: str) -> None:
        if name not in known or name in found:
            return
        found[name] = known[name]
        for s in statements(known[name].block):
            if isinstance(s, rules.Do):
                visit(s.deed)

    for deed in sorted(known.values(), key=lambda d: d.role != "play"):
        if deed.role in ("play", "setup"):
            visit(deed.name)
    return tuple(d for d in found.values() if d.role != "setup")


def _course(model: GameModel, voice: Teller, narrator: Narrator) -> Iterator[Part]:
    """The play, and every step and action with its examples."""
    for deed in in_order(model):
        if deed.name in narrator.short or deed.name in narrator.inline:
            continue
        title = voice.say("h_play") if deed.role == "play" else voice.say.sentence(voice.one(deed.name))
        yield Heading(2 if deed.role == "play" else 3, title, voice.namer.citations(deed.cites))
        if deed.params:
            yield Paragraph(Item(_given(evolve(voice, deed=deed.name), deed)))
        items = narrator.deed(deed)
        yield Listing(items) if items else Paragraph(Item(voice.say("nothing_more")))
        yield from _examples(model, voice, deed.name)


def _given(voice: Teller, deed: Deed) -> str:
    """What a step has to be told."""
    names = [voice.name_of(p.name, p.domain.type) for p in deed.params]
    told = [_a(voice, name, p.domain.type) for name, p in zip(names, deed.params, strict=True)]
    return voice.say.sentence(voice.say("given_names", names=voice.say.listed(told)))


def _a(voice: Teller, name: str, kind: Type) -> str:
    if isinstance(kind, NumberType) and voice.is_many(name):
        return voice.say("a_number_of", what=name)
    return name if len(name) == 1 or name[:1] in "“«" else voice.say.noun("a", name)


def _examples(model: GameModel, voice: Teller, deed: str) -> Iterator[Part]:
    """The examples that are about a deed, the set-up, the end, or the meaning of a word."""
    told = {d.name for d in in_order(model)}
    for example in model.examples:
        if subject_of(example, told) == deed:
            yield from example_box(voice, example)


# ---- end -----------------------------------------------------------------------------------------
def _end(model: GameModel, voice: Teller) -> Iterator[Part]:
    inner: Teller = voice.calling("bound", PLAYER, voice.say("player_the"))
    if model.score:
        yield Paragraph(Item(voice.say("score_intro")))
        yield Listing(tuple(score_item(inner, line) for line in model.score))
    if model.winner:
        yield Listing(tuple(criterion(inner, c, n) for n, c in enumerate(model.winner)))
    yield from _examples(model, voice, END)


# ---- words and options ---------------------------------------------------------------------------
def used_defines(model: GameModel) -> set[str]:
    """The definitions that rules in force mention, and those that these mention."""
    defines = {d.name: d for d in model.defines}
    todo: list[exprs.Expr] = [*(line.value for line in model.score), *(line.value for line in model.winner)]
    for deed in reached(model):
        todo += expressions(deed.block)
    found: set[str] = set()
    while todo:
        for e in everything(todo.pop()):
            if isinstance(e, exprs.Apply) and e.define not in found and e.define in defines:
                found.add(e.define)
                todo.append(defines[e.define].body)
    return found


def _glossary(model: GameModel, voice: Teller) -> Iterator[Part]:
    used = used_defines(model)
    items = tuple(_defined(voice, d) for d in model.defines if d.name in used and voice.is_named(d.name))
    if items:
        yield Listing(items)
    yield from _examples(model, voice, WORDS)


def _defined(voice: Teller, define: Define) -> Item:
    voice = evolve(voice, deed=define.name)
    people = [p for p in define.params if isinstance(p.domain.type, PlayerType)]
    for person in people if len(people) > 1 else ():
        voice = voice.calling("bound", person.index, voice.say("player_named", name=person.name))
    names = [voice.called.get(("bound", p.index)) or voice.name_of(p.name, p.domain.type) for p in define.params]
    title = voice.heading(define)
    if names and title == voice.one(define.name):
        title = voice.say("with_arguments", what=title, args=voice.say.listed(names))
    return Item(voice.meaning(define), voice.say.sentence(title) + voice.say("colon"), voice.namer.citations(define.cites))


def _options(model: GameModel, voice: Teller) -> Iterator[Part]:
    if model.options:
        yield Listing(tuple(option_item(voice, option) for option in model.options))

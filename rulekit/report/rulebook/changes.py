"""What a house rule or a reading changes: one page before the rules, the old and the new in the same words.

Comes in: the game without the changes and with them, each with its narrator. Goes out: parts of the book.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from attrs import evolve, frozen

from rulekit.model import rules
from rulekit.model.analysis.game_index import statements
from rulekit.model.model import Deed, GameModel
from rulekit.report.rulebook.components import components, places, tables
from rulekit.report.rulebook.options import answer, question
from rulekit.report.rulebook.parts import Gallery, Grid, Heading, Item, Listing, Paragraph, Part, plain, strong
from rulekit.report.rulebook.prose.conditions import Teller
from rulekit.report.rulebook.prose.ending import PLAYER, criterion, score_item
from rulekit.report.rulebook.prose.phrases import Phrases
from rulekit.report.rulebook.prose.statements import Narrator
from rulekit.report.text import clean


@frozen
class Change:
    """A file of changes: its title, who made it, and why."""

    title: str
    authors: tuple[str, ...] = ()
    why: str = ""


def _whole(say: Phrases, text: str) -> str:
    """Return a text as a sentence."""
    return f"{say.sentence(text)}{'' if text.endswith(('.', '!', '?')) else '.'}" if text else ""


Told = dict[str, tuple[str, Item]]  # by address: a heading, and the rule


def changes(before: Narrator, after: Narrator, made: tuple[Change, ...]) -> Iterator[Part]:
    """Yield the page of changes; nothing if the changes do not touch any rule."""
    say = after.voice.say
    found = (*_options(before, after), *_compared(say, _rules(before), _rules(after)))
    yield Heading(2, say("h_changes"))
    for change in made:
        by = f" ({', '.join(map(clean, change.authors))})" if change.authors else ""
        yield Paragraph(Item(_whole(say, clean(change.why)), clean(change.title) + by))
    if found:
        yield Listing(found)


# ---- options -------------------------------------------------------------------------------------
def _options(before: Narrator, after: Narrator) -> Iterator[Item]:
    voice, say = after.voice, after.voice.say
    known = {option.name: option for option in before.voice.model.options}
    for option in after.voice.model.options:
        old = known.get(option.name)
        asked, now = strong(question(voice, option)), answer(voice, option, option.value)
        if old is None:
            yield Item(say("option_new", question=asked, now=say.sentence(now)))
        elif old.value != option.value:
            yield Item(say("option_changed", question=asked, old=answer(voice, old, old.value), now=now))


# ---- rules ---------------------------------------------------------------------------------------
def _compared(say: Phrases, old: Told, new: Told) -> Iterator[Item]:
    """New, changed and removed rules; neighbours under one heading, and what is gone as a whole only by its name."""
    found = [item for address, (heading, rule) in new.items() for item in _new(say, heading, old.get(address), rule)]
    kept = {heading for heading, _ in new.values()}
    gone = [(heading, rule) for address, (heading, rule) in old.items() if address not in new]
    found += [Item("", f"{say('removed')} – {heading}", inside=(rule,)) for heading, rule in gone if heading in kept]
    for lead, items in groupby(found, key=lambda item: item.lead):
        yield Item("", lead, inside=tuple(inner for item in items for inner in item.inside))
    whole = [strong(heading) for heading in dict.fromkeys(h for h, _ in gone if h not in kept)]
    if whole:
        yield Item(f"{say.listed(whole)}.", say("removed"))


def _new(say: Phrases, heading: str, old: tuple[str, Item] | None, rule: Item) -> Iterator[Item]:
    if old is None:
        yield Item("", f"{say('added')} – {heading}", inside=(rule,))
    elif _text(old[1]) != _text(rule):
        yield Item("", f"{say('changed')} – {heading}", inside=_both(say, old[1], rule))


def _both(say: Phrases, old: Item, new: Item) -> tuple[Item, ...]:
    """Return the old and the new; of a list only what came and what went."""
    if old.text != new.text or not old.text:
        return (_was(say, old), _now(say, new))
    before, after = {_text(i) for i in old.inside}, {_text(i) for i in new.inside}
    gone = tuple(evolve(i, lead=say("removed"), note="") for i in old.inside if _text(i) not in after)
    come = tuple(evolve(i, lead=say("added")) for i in new.inside if _text(i) not in before)
    return (evolve(new, lead="", inside=(*gone, *come)),)


def _was(say: Phrases, item: Item) -> Item:
    return evolve(item, lead=say("before"), note="")


def _now(say: Phrases, item: Item) -> Item:
    return evolve(item, lead=say("now"))


def _text(item: Item) -> str:
    """Return all that an item says, without where it is written."""
    return "\n".join((plain(item.text), *(_text(i) for i in item.inside)))


def _rules(narrator: Narrator) -> Told:
    """Return everything that a change can touch, by address."""
    return {**_deeds(narrator), **_declared(narrator), **_lines(narrator)}


def _deeds(narrator: Narrator) -> Told:
    told: Told = {}
    voice = narrator.voice
    for deed in voice.model.deeds:
        inner = narrator.told_by(evolve(voice, deed=deed.name))
        title = voice.say(f"h_{deed.role}") if deed.role in ("setup", "play") else voice.say.sentence(voice.one(deed.name))
        for number, statement in enumerate(deed.block):
            items = inner.block((statement,), deed.name)
            if isinstance(statement, rules.Let):
                inner = inner.knowing(statement)
            if not items:
                continue
            labelled = statement.address != deed.name and not statement.address.rpartition(".")[2].isdigit()
            key = statement.address if labelled else f"{deed.name}#{_text(items[0])}#{number if _twice(deed, statement) else ''}"
            whole = items[0] if len(items) == 1 else Item("", inside=items)
            told[key] = (title, whole)
    return told


def _twice(deed: Deed, statement: rules.Statement) -> bool:
    return sum(1 for s in statements(deed.block) if s == statement) > 1


def _declared(narrator: Narrator) -> Told:
    """Definitions, tables, pieces and places, as the book tells them."""
    voice = narrator.voice
    told: Told = {}
    for define in voice.model.defines:
        if voice.is_named(define.name):
            inner = evolve(voice, deed=define.name)
            title, text = inner.say.sentence(inner.heading(define)), inner.say.sentence(inner.meaning(define))
            told[f"define {define.name}"] = (title, Item(text))
    for name, parts in (("pieces", components(voice)), ("places", places(voice)), ("tables", tables(voice))):
        title = ""
        for part in parts:
            match part:
                case Heading(text=text) | Paragraph(item=Item(text=text)):
                    title = text.rstrip(": ")
                    told |= {f"{name} {title}": (title, Item(title))} if name == "pieces" else {}
                case Grid(head=head, rows=rows):
                    told |= {f"{name} {title} {row[0]}": (title, Item(_row(head, row))) for row in rows}
                case Gallery(pieces=pieces):
                    told |= {f"{name} {title} {p.text}": (title, Item(f"{p.count} {p.text}".strip())) for p in pieces}
                case Listing(items=items):
                    told |= {f"{name} {plain(i.text).partition(':')[0]}": (voice.say(f"h_{name}"), i) for i in items}
    return told


def _row(head: tuple[str, ...], row: tuple[Any, ...]) -> str:
    """Return a row of a table: what it is about, then its cells with what stands above them."""
    cells = (f"{h}: {cell}" if len(head) > 2 else str(cell) for h, cell in zip(head[1:], row[1:], strict=False))
    return f"{row[0]} – {', '.join(cells)}"


def _lines(narrator: Narrator) -> Told:
    """Return the lines of the score, the winner, and for how many the game is."""
    voice = narrator.voice.calling("bound", PLAYER, narrator.voice.say("player_the"))
    model: GameModel = voice.model
    title = voice.say("h_end")
    told: Told = {f"score.{line.name}": (title, score_item(voice, line)) for line in model.score}
    told |= {f"winner.{n}": (title, criterion(voice, c, n)) for n, c in enumerate(model.winner)}
    return {**told, "players": (title, Item(for_how_many(voice, model.players)))}


def for_how_many(voice: Teller, players: tuple[int, int]) -> str:
    """`2–5 players`."""
    low, high = players
    return str(voice.say("for_one") if high == 1 else voice.say("for_players", n=low if low == high else f"{low}–{high}"))

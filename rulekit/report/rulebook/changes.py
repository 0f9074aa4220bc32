"""What a house rule or a reading changes: old and new sentences side by side, and nothing that did not change."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekit.report.rulebook.parts import Block, Book, Grid, Paragraph, Section, strong
from rulekit.report.rulebook.reader import capital
from rulekit.report.sentences import Sentences
from rulekit.report.text import clean


@frozen
class Change:
    """A file of changes: its title, who made it, and why."""

    title: str
    authors: tuple[str, ...] = ()
    why: str = ""
    language: str = ""


def sheet(before: Book, after: Book, made: tuple[Change, ...], say: Sentences) -> Section:
    """Return the page of changes."""
    rows = tuple(_rows(before, after, say))
    table: tuple[Block, ...] = (Grid(("", say("before"), say("now")), rows),) if rows else ()
    return Section(say("changes"), (*(Paragraph(_headed(change, say)) for change in made), *table))


def _headed(change: Change, say: Sentences) -> str:
    """Return who changed the game, and why, if that is in the language of the book."""
    by = f" ({', '.join(map(clean, change.authors))})" if change.authors else ""
    why = capital(change.why) if change.language in ("", say.language) else ""
    stop = "" if not why or why.endswith((".", "!", "?")) else "."
    return f"{strong(f'{clean(change.title)}{by}.')} {why}{stop}".rstrip()


def _rows(before: Book, after: Book, say: Sentences) -> Iterator[tuple[str, str, str]]:
    """Yield what was said and what is said now: changed and new rules in the order of the new book, then what is gone."""
    kept = {text for _, text in after.said.values()}
    known = {text for _, text in before.said.values()}
    for key, (section, text) in after.said.items():
        old = before.said.get(key, ("", ""))[1]
        if text not in known:
            yield section, old if old and old not in kept else say("new_rule"), text
    for key, (section, text) in before.said.items():
        if text not in kept and (key not in after.said or after.said[key][1] in known):
            yield section, text, say("gone_rule")

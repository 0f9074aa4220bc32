"""The sections of a told rulebook: tellings in the order of the file become paragraphs, points, tables and boxes.

Comes in: units, each with the section it is printed in. Goes out: sections with the author's titles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen

from rulekit.report.rulebook.parts import STRONG, Block, Box, Item, Listing, Paragraph, Picture, Section
from rulekit.report.rulebook.reader import Reader, Spoken, capital

LONGEST_JOINED = 420  # letters of a paragraph to which a short telling is still joined
ADDED = BOX, SETUP, PLAY, END, WORDS, OPTIONS = ".box", ".setup", ".play", ".end", ".words", ".options"
"""Sections that rulekit adds where the author has none."""


RANK_ELSEWHERE = 3  # the rank of a paragraph from another section


@frozen
class Unit:
    """Something to print: a text, or a block.

    `of`: the declaration it belongs to; `rank`: 0 is told of the section itself, 1 a point and 3 a paragraph from another
    section; `key`, `told`: what is held against another book, if not the declaration and the text.
    """

    section: str
    of: str
    text: str = ""
    block: Block | None = None
    rank: int = 2
    key: str = ""
    told: str = ""


@define
class Flow:
    """Puts units one after another. `numbered`: texts are steps, in the order of doing."""

    numbered: bool
    blocks: list[Block] = field(factory=list)
    last: str = ""
    later: list[Block] = field(factory=list)  # what would tear numbered steps apart

    def put(self, unit: Unit) -> None:
        """Add a unit."""
        if isinstance(unit.block, Box | Picture) and self.numbered:
            self.later.append(unit.block)
        elif unit.block is not None:
            self._block(unit.block)
        elif unit.text.startswith("- "):
            self._point(point(unit.text))
        elif self.numbered:
            self._step(Item(unit.text))
        else:
            self._paragraph(unit)
        self.last = unit.of if not unit.text.startswith("- ") else ""

    def _block(self, block: Block) -> None:
        steps = self._steps()
        if self.numbered and isinstance(block, Listing):
            for item in block.items:
                self._step(item)
        elif isinstance(block, Listing) and self.blocks and isinstance(self.blocks[-1], Listing):
            self.blocks[-1] = evolve(self.blocks[-1], items=(*self.blocks[-1].items, *block.items))
        elif steps is not None:
            *others, item = steps.items
            self.blocks[-1] = evolve(steps, items=(*others, evolve(item, below=(*item.below, block))))
        else:
            self.blocks.append(block)

    def _steps(self) -> Listing | None:
        last = self.blocks[-1] if self.blocks else None
        return last if isinstance(last, Listing) and last.numbered else None

    def _point(self, text: str) -> None:
        steps, last = self._steps(), self.blocks[-1] if self.blocks else None
        if steps is not None:
            *others, item = steps.items
            self.blocks[-1] = evolve(steps, items=(*others, evolve(item, inside=(*item.inside, Item(text)))))
        elif isinstance(last, Listing):
            self.blocks[-1] = evolve(last, items=(*last.items, Item(text)))
        else:
            self.blocks.append(Listing((Item(text),)))

    def _step(self, item: Item) -> None:
        steps = self._steps()
        if steps is None:
            self.blocks.append(Listing((item,), numbered=True))
        else:
            self.blocks[-1] = evolve(steps, items=(*steps.items, item))

    def _paragraph(self, unit: Unit) -> None:
        last = self.blocks[-1] if self.blocks else None
        fits = isinstance(last, Paragraph) and len(last.text) + len(unit.text) <= LONGEST_JOINED and not last.text.endswith(":")
        if fits and self.last == unit.of and not unit.text.startswith(STRONG) and isinstance(last, Paragraph):
            self.blocks[-1] = Paragraph(f"{last.text} {unit.text}")
        else:
            self.blocks.append(Paragraph(unit.text))


def point(text: str) -> str:
    """Return a point of a list without its dash."""
    return text.removeprefix("- ")


@frozen
class Plan:
    """Which sections there are: the author's with a title, and where everything else goes."""

    reader: Reader
    titles: Mapping[str, str]
    inside: Mapping[str, str]  # a section: the one it is a part of
    homes: Mapping[str, str]  # a section of the file: the one that its rules are printed in

    def home(self, section: str, otherwise: str) -> str:
        """Return where something is printed that stands in a section of the file."""
        return self.homes.get(section) or otherwise

    def sections(self, units: Sequence[Unit], setup: str, order: Iterable[str]) -> Iterator[tuple[str, Section]]:
        """Yield the sections that have anything in them, each with its name and its parts."""
        for name in order:
            if name not in self.inside:
                made = self._section(name, units, setup)
                if made is not None:
                    yield name, made

    def _section(self, name: str, units: Sequence[Unit], setup: str) -> Section | None:
        flow = Flow(name == setup)
        mine = [unit for unit in units if unit.section == name]
        told = any(unit.text and unit.rank < RANK_ELSEWHERE for unit in mine)
        actions = {deed.name for deed in self.reader.model.deeds if deed.role == "action"}
        about = {unit.of for unit in mine if unit.key == unit.of and unit.of in actions}

        def order(unit: Unit) -> tuple[int, bool]:
            """Put rules of other deeds behind an action told here; if all comes from elsewhere, it stands before the boxes."""
            rank = unit.rank if told or unit.rank < RANK_ELSEWHERE else 1
            return rank, unit.rank == RANK_ELSEWHERE and unit.of not in about

        for unit in sorted(mine, key=order):
            flow.put(unit)
        parts = [self._section(part, units, setup) for part, of in self.inside.items() if of == name]
        found = tuple(part for part in parts if part is not None)
        blocks = (*flow.blocks, *flow.later)
        return Section(self.titles[name], blocks, found) if blocks or found else None


def plan(reader: Reader, titles: Mapping[str, str]) -> Plan:
    """Return the plan of a game; `titles` are those of the sections that rulekit adds."""
    known = {s.name: reader.title(f"section.{s.name}") for s in reader.model.sections}
    titled = {name: spoken for name, spoken in known.items() if spoken is not None}
    homes: dict[str, str] = {}
    last = ""
    for section in reader.model.sections:
        if section.name in titled:
            last = section.name
        homes[section.name] = section.part_of if section.part_of and section.name not in titled else last
    inside = {s.name: s.part_of for s in reader.model.sections if s.part_of in titled and s.name in titled}
    return Plan(reader, {**titles, **{name: titled_text(reader, t) for name, t in titled.items()}}, inside, homes)


def titled_text(reader: Reader, spoken: Spoken) -> str:
    """Return a title; one in another language says so."""
    text = capital(spoken.text)
    return f"{text} ({reader.say('not_translated')})" if spoken.foreign else text

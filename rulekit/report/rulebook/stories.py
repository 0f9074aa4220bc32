"""Example boxes: the author's story of an example, told at its place between the moves; values are those of that moment."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from rulekit.engine.engine import Engine
from rulekit.engine.said import texts_of
from rulekit.model.model import Example
from rulekit.program.program import Cells
from rulekit.report.rulebook.parts import Box, Item, Listing, Paragraph, starred, strong
from rulekit.report.rulebook.reader import Reader, capital
from rulekit.report.table.log_lines import retold
from rulekit.report.text import clean
from rulekit.report.words import Namer, make_namer
from rulekit.study.examples.run_examples import Done, Result, run_examples


@frozen(slots=False)
class Stories:
    """Tells the examples of one game."""

    reader: Reader

    @cached_property
    def results(self) -> dict[str, Result]:
        """The examples that have stories, played."""
        named = {address.partition(".")[2] for _, what, address in self.reader.told if what == "tell"}
        return {result.example.name: result for result in run_examples(self.reader.model, named)}

    def box(self, example: Example) -> Box | None:
        """Return the story of an example in its frame; None: it has none, or does not hold any more."""
        if not self.reader.has(f"example.{example.name}"):
            return None
        title = self.reader.title(f"example.{example.name}")
        told = " ".join(filter(None, self._texts(example)))
        _, language = self.reader.of(f"example.{example.name}")
        mark = f" ({self.reader.say('not_translated')})" if language != self.reader.namer.language else ""
        heading = capital(title.text if title is not None else clean(example.title))
        return Box(heading, (Paragraph(told + mark),)) if told else None

    def played(self, example: Example) -> Box | None:
        """Return an example that nobody has told: its moves, each with what it changes."""
        result = next(iter(run_examples(self.reader.model, (example.name,))), None)
        if result is None or result.engine is None or not result.ok or not result.done:
            return None
        namer = self._namer(example, result.engine, self.reader.namer.language)
        items = tuple(self._move(namer, result.engine, done) for done in result.done)
        return Box(capital(clean(example.title)), (Listing(items),))

    def _move(self, namer: Namer, engine: Engine, done: Done) -> Item:
        line = retold(namer, engine, done.before, done.move)
        between = "" if line.told_of else self.reader.say("colon")
        text = f"{strong(namer.player(done.player))}{between} {line.text}"
        told = capital(line.changes.replace("[", " (").replace("]", ")"))
        return Item(text, inside=(Item(told),) if line.changes else ())

    def _namer(self, example: Example, engine: Engine, language: str) -> Namer:
        names = tuple(clean(seat.replace("_", " ")).title() for seat in example.seats)
        return make_namer(self.reader.model, engine.program.layout, language, names, engine)

    def _texts(self, example: Example) -> list[str]:
        """Return each part of a story, told in the position that the example has reached there."""
        model, result, address = self.reader.model, self.results[example.name], f"example.{example.name}"
        if result.engine is None or not result.ok:
            return []
        texts, language = self.reader.of(address)
        namer = self._namer(example, result.engine, language)
        lowered = texts_of(result.engine, model).texts[language, "tell", address]
        homes = self.reader.told.get((model.language, "tell", address), texts)
        found = []
        for number, text in enumerate(texts):
            cells = Cells(result.positions[homes[min(number, len(homes) - 1)].steps].cells)
            found.append(starred(self.reader.typeset("".join(self.reader.parts(namer, text, lowered[number], cells)))))
        return found

"""Tellings and titles of a game, read aloud for a language and for one or several numbers of players.

Comes in: a model, and a namer with its engine for each number of players. Goes out: texts in words, in the order of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from attrs import evolve, field, frozen

from rulekit.engine.engine import Engine
from rulekit.engine.said import Said, say
from rulekit.engine.state import first_cells
from rulekit.model.expressions import Apply, BankOf, Builtin, Expr, Players
from rulekit.model.model import GameModel, Told
from rulekit.model.model_walk import everything, leaves
from rulekit.program.lower import lower
from rulekit.program.program import Cells
from rulekit.report.rulebook.assumed import SIGN, Assumptions
from rulekit.report.rulebook.parts import starred
from rulekit.report.sentences import Sentences, book_words
from rulekit.report.text import clean
from rulekit.report.told.texts import tell_parts
from rulekit.report.words import Namer, in_language, make_namer

PLAYERS_PICTURED = 3  # how many play in the picture of the table, if nothing else is wanted
_BLANKS = re.compile(r" (?=[:;?!»])|(?<=«) ")
Texts = Mapping[tuple[str, str, str], tuple[Told, ...]]  # by language, what they are and address, as the file has them


@frozen
class Spoken:
    """A text in words. `section`: where it is printed, if not where its rule stands; `foreign`: it is in another language."""

    text: str
    section: str = ""
    steps: int = 0
    foreign: bool = False

    @property
    def is_bullet(self) -> bool:
        """Whether it is a point of a list."""
        return self.text.startswith("- ")


@frozen
class Reader:
    """Reads the texts of one game. `namers`: one for each number of players, all in one language."""

    model: GameModel
    namers: tuple[Namer, ...]
    say: Sentences
    told: Texts = field(init=False)
    homes: Mapping[tuple[str, str], str] = field(init=False)  # the languages of files of changes that speak another one
    assumptions: Assumptions = field(init=False)

    @told.default
    def _(self) -> Texts:
        found: dict[tuple[str, str, str], tuple[Told, ...]] = {}
        for language, told in self.model.all_texts():
            key = (language, told.what, told.address)
            found[key] = (*found.get(key, ()), told)
        return found

    @homes.default
    def _(self) -> Mapping[tuple[str, str], str]:
        return {(told.what, told.address): told.language for told in dict(self.model.texts).get("", ())}

    @assumptions.default
    def _(self) -> Assumptions:
        return Assumptions(self.model)

    @property
    def namer(self) -> Namer:
        """The words for the fewest players."""
        return self.namers[0]

    @property
    def is_told(self) -> bool:
        """Whether the author has told anything: then the book is made of that."""
        return any(what == "tell" and not address.startswith("example.") for _, what, address in self.told)

    # ---- by address --------------------------------------------------------------------------------
    def tellings(self, address: str) -> tuple[Spoken, ...]:
        """Return what is told of an address; what comes out empty is not told."""
        return tuple(spoken for spoken in self._spoken("tell", address) if spoken.text.strip())

    def title(self, address: str) -> Spoken | None:
        """Return the author's title of a section or an example."""
        return next(iter(self._spoken("title", address)), None)

    def has(self, address: str) -> bool:
        """Return whether an address has a telling, in whatever language."""
        return any(what == "tell" and of == address for _, what, of in self.told)

    def of(self, address: str, what: str = "tell") -> tuple[tuple[Told, ...], str]:
        """Return the texts of an address in the language, else in that of the game, else of whoever tells it; and which it is."""
        known = (self.namer.language, self.model.language, self.homes.get((what, address), ""))
        return next(((found, name) for name in known if (found := self.told.get((name, what, address)))), ((), known[0]))

    def _spoken(self, what: str, address: str) -> Iterator[Spoken]:
        texts, language = self.of(address, what)
        foreign = language != self.namer.language
        homes = self.told.get((self.model.language, what, address), ())
        namers = [in_language(namer, language) for namer in self.namers]
        for number, told in enumerate(texts):
            home = homes[min(number, len(homes) - 1)] if homes else told
            text = self._merged([self._parts(namer, told, number) for namer in namers])
            yield Spoken(starred(self.typeset(text)), home.section, home.steps if foreign or homes else told.steps, foreign)

    def typeset(self, text: str) -> str:
        """Return a text in which French marks stay with their words."""
        return _BLANKS.sub("\N{NO-BREAK SPACE}", text) if self.say.language == "fr" else text

    # ---- one text ------------------------------------------------------------------------------------
    def _parts(self, namer: Namer, told: Told, number: int) -> list[str]:
        assert namer.engine is not None and namer.texts is not None
        lowered = namer.texts.texts[namer.language, told.what, told.address][number]
        return self.parts(namer, told, lowered, first_cells(namer.engine.program, 0))

    def parts(self, namer: Namer, told: Told, lowered: Told, cells: Cells) -> list[str]:
        """Return the parts of a text in words, as they are in a position; assumed values carry their sign."""
        assert namer.engine is not None
        said = self._signed(told, say(namer.engine, lowered.text, cells))
        return tell_parts(namer, said) or []

    def _signed(self, told: Told, said: Said) -> Said:
        marked = (
            evolve(shown, sign=SIGN) if self.assumptions.reads(leaf) else shown
            for leaf, shown in zip(leaves(told.text), said.values, strict=True)
        )
        return evolve(said, values=tuple(marked))

    def _merged(self, texts: list[list[str]]) -> str:
        """Return one text for all numbers of players; where they differ, all are said."""
        return "".join(self.by_players(parts) for parts in zip(*texts, strict=True))

    def by_players(self, texts: Sequence[str]) -> str:
        """`5 (2–3 players) or 9 (4–6 players)`: the same thing for each number of players."""
        if len(set(texts)) == 1:
            return texts[0]
        counts = [namer.layout.players for namer in self.namers]
        runs = [[count for count, _ in run] for _, run in groupby(zip(counts, texts, strict=True), key=lambda pair: pair[1])]
        told = [self.say("for_some", what=texts[counts.index(run[0])], who=players(self.say, run[0], run[-1])) for run in runs]
        return either(self.say, told)


def either(say: Sentences, texts: Sequence[str]) -> str:
    """`a, b or c`."""
    *first, last = texts
    return say("or", a=", ".join(first), b=last) if first else last


def players(say: Sentences, low: int, high: int) -> str:
    """`2–5 players`."""
    return say("players_range", low=low, high=high) if low < high else say("players", count=low)


def capital(text: str) -> str:
    """Return a text with a capital letter."""
    bare = clean(text)
    return bare[:1].upper() + bare[1:]


def make_reader(model: GameModel, language: str, count: int | None) -> Reader:
    """Return who reads the texts of a game, for one number of players or for all of them."""
    low, high = model.players
    told = [one.text for _, some in model.texts for one in some if one.what == "tell"]
    several = count is None and any(_depends(model, text, set()) for text in told)
    counts = range(low, high + 1) if several else (count or min(max(PLAYERS_PICTURED, low), high),)
    programs = [program for n in counts if (program := lower(model, n).value) is not None]
    engines = [Engine(program) for program in programs]
    namers = tuple(make_namer(model, engine.program.layout, language, (), engine) for engine in engines)
    return Reader(model, namers, book_words(language))


def _depends(model: GameModel, expr: Expr, seen: set[str]) -> bool:
    """Return whether a value may depend on how many play: it asks for that, for pieces, or for a bank."""
    for e in everything(expr):
        if isinstance(e, Players | BankOf) or (isinstance(e, Builtin) and e.function == "pieces"):
            return True
        if isinstance(e, Apply) and e.define not in seen:
            seen.add(e.define)
            if any(_depends(model, d.body, seen) for d in model.defines if d.name == e.define):
                return True
    return False

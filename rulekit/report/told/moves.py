"""What somebody does, in a sentence: the game's own sentence of the action, else its name with what is chosen.

Comes in: a namer and a move. Goes out: a short text, told to the player (menus) or of one (logs).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulekit.engine.moves import Move, Part
from rulekit.engine.said import Chosen, Said, say, texts_below
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Text
from rulekit.model.types import ListType, NumberType, OptionalType, PieceType, TruthType, Type
from rulekit.program.program import Cells, CellValue, as_number
from rulekit.report.text import clean
from rulekit.report.told.nouns import without_article
from rulekit.report.told.texts import tell
from rulekit.syntax.keywords import little_words

if TYPE_CHECKING:
    from rulekit.report.words import Namer

CellsSeen = Sequence[CellValue] | None


@frozen
class MoveTeller:
    """Says moves made in one position. `of`: told of the player; `unknown`: choices of pieces that the reader does not know."""

    namer: Namer
    cells: CellsSeen
    of: bool = False
    unknown: Mapping[str, int] = {}
    asked: frozenset[str] = frozenset()  # choices whose questions stand above the menu

    def move(self, move: Move, menu: Sequence[Move] = ()) -> str:
        """Return a move as a short sentence; of a menu, declining is called after what the player really declines."""
        deeds = [text for part in _by_action(move) if (text := self._deed(part, bool(part) and part[0].what == "start"))]
        whole = self.namer.say("between").join(deeds)
        return whole or self._nothing(move, menu)

    def _deed(self, parts: Sequence[Part], started: bool) -> str:
        if started:
            action, chosen = parts[0].action, {p.pick.name: p.pick.value for p in parts if p.pick is not None}
            return self._text("say", action, chosen) or self._named(self.namer.word(action), parts[1:])
        return self._named("", parts)

    def sentence(self, move: Move) -> tuple[str, Said] | None:
        """Return the sentence of a move that starts one action, and what it speaks of; None: the action has none."""
        deeds = list(_by_action(move))
        if len(deeds) != 1 or not deeds[0] or deeds[0][0].what != "start":
            return None
        said = self._said("say", deeds[0][0].action, {p.pick.name: p.pick.value for p in deeds[0] if p.pick is not None})
        text = None if said is None else tell(self.namer, said, self.of)
        return None if said is None or text is None else (text, said)

    def declined(self, move: Move) -> str | None:
        """Return what somebody does who declines, if the game can say it of the player; None: it cannot, or more is done."""
        if any(part.what in ("start", "pick") for part in move.parts):
            return None
        texts = [self._said("say", f"{part.address}.not", {}) for part in move.parts if part.what == "decline"]
        found = [s for s in texts if s is not None and any(isinstance(p, exprs.ToAndOf) for p in texts_below(s.text))]
        *first, last = [text for said in found if (text := tell(self.namer, said, self.of))] or [""]
        return self.namer.say("and", first=", ".join(first), last=last) if first else last or None

    def _said(self, what: str, address: str, chosen: dict[str, CellValue] | None) -> Said | None:
        """Return a text of the game in the language, with what was chosen; None: the cells hold it already."""
        texts, engine = self.namer.texts, self.namer.engine
        found = texts.find(self.namer.language, what, address) if texts is not None else None
        if found is None or engine is None or self.cells is None:
            return None
        return say(engine, found.text, Cells(self.cells), None if chosen is None else Chosen(chosen, self.unknown))

    def _text(self, what: str, address: str, chosen: dict[str, CellValue] | None) -> str:
        said = self._said(what, address, chosen)
        return "" if said is None else tell(self.namer, said, self.of) or ""

    def _nothing(self, move: Move, menu: Sequence[Move]) -> str:
        """Return what declining is called, or going on; what nobody could have taken is declined without a word."""
        declined = [n for n, part in enumerate(move.parts) if part.what == "decline"]
        if not declined:
            return self.namer.say("go_on")
        free = [
            n for n in declined if any(m.parts[:n] == move.parts[:n] and m.parts[n : n + 1] != (move.parts[n],) for m in menu)
        ]
        chosen = {p.pick.name: p.pick.value for p in move.parts if p.pick is not None} if move.actions else None
        said = [self._text("say", f"{move.parts[n].address}.not", chosen) for n in free or declined]
        return ", ".join(dict.fromkeys(filter(None, said))) or self.namer.say("stop")

    # ---- without a sentence ------------------------------------------------------------------------
    def _named(self, action: str, parts: Sequence[Part]) -> str:
        """Return an action by its name, numbers with what they are: `buy milk row 3 latte`, `take n 2, matches 1`."""
        choices: list[str] = []
        said, numbered = action, False
        for n, part in enumerate(parts):
            text = self._unrepeated(part, self._part(part, parts[n + 1 :], asked=not action), said)
            if not text:
                continue
            number = part.pick is not None and _is_bare(part.pick.type)
            if number and numbered:
                choices[-1] += f", {text}"
            else:
                choices.append(text)
            said, numbered = f"{said} {text}", number
        chosen = self.namer.say("between").join(choices)
        return self.namer.say("move", action=action, choices=chosen) if action and chosen else action or chosen

    def _unrepeated(self, part: Part, text: str, said: str) -> str:
        """Return a part without the sort of a piece that was said: `draw guest`, not `draw guest guest italy`."""
        pick, namer = part.pick, self.namer
        if pick is None or not isinstance(pick.type, PieceType) or pick.value is None or namer.word(pick.type.sort) not in said:
            return text
        return " ".join(namer.marks(namer.describe(as_number(pick.value), self.cells))) or text

    def _part(self, part: Part, later: Sequence[Part], asked: bool) -> str:
        """Return one part of a move; `asked`: a choice in a menu of its own is said by its question."""
        namer = self.namer
        if part.pick is not None:
            text = self._value(part.pick.type, part.pick.value)
            question = self._question(part, True) if asked else ""
            if question:
                return text if _choice(part) in self.asked else f"{question} {text}"
            bare = _is_bare(part.pick.type)
            return f"{namer.within(part.address.partition('.')[0], part.pick.name)} {text}" if bare else text
        if part.what == "decline" or any(p.what == "start" for p in later):
            return ""
        if part.what == "accept" and any(p.pick is not None and self._question(p, True) for p in later):
            return ""
        if namer.has_word(part.address):
            return namer.word(part.address)
        if part.what == "bullet" and "#" not in part.address:
            return namer.word(part.address.rpartition(".")[2])
        if part.what == "bullet" and not later:
            return namer.say("choice", number=part.bullet + 1)
        return namer.say("yes") if part.what == "accept" and not later else ""

    def _value(self, kind: Type, value: CellValue) -> str:
        if isinstance(kind, ListType) and not value:
            return self.namer.say("nothing")
        return self.namer.value(kind, value, self.cells)

    # ---- a whole menu ------------------------------------------------------------------------------
    def menu(self, moves: Sequence[Move]) -> list[str]:
        """Return the moves of a menu, below the questions it asks; those that would read alike are told apart."""
        teller = evolve(self, asked=frozenset(self._questions(moves)))
        said = [teller.move(m, moves) for m in moves]
        for apart in (self._differing, self._addresses):
            alike = {text for text, count in Counter(said).items() if count > 1}
            if not alike:
                return said
            more = [apart(m, [o for o, t in zip(moves, said, strict=True) if t == text]) if text in alike else ""
                    for m, text in zip(moves, said, strict=True)]  # fmt: skip
            said = [f"{text} ({what})" if what else text for text, what in zip(said, more, strict=True)]
        return _numbered(said)

    def question(self, moves: Sequence[Move]) -> str:
        """Return what a menu asks, if all its moves begin alike: the questions of the choices in which they differ."""
        return " ".join(self._questions(moves).values())

    def asks(self, move: Move) -> list[tuple[str, CellValue]]:
        """Return the questions that a move answers, each with what it chooses."""
        picks = [(self._question(part, not move.actions), part.pick.value) for part in move.parts if part.pick is not None]
        return [(asked, value) for asked, value in picks if asked]

    def deed(self, action: str) -> str:
        """Return what an action is called: by its word, else as its sentence begins (`buy`), else by its name."""
        texts = self.namer.texts
        found = texts.find(self.namer.language, "say", action) if texts is not None else None
        if found is None or self.namer.has_word(action):
            return self.namer.word(action)
        spelt = list(_spelt(found.text))
        leading = "".join(takewhile(lambda part: part is not None, spelt))  # type: ignore[arg-type]
        return (
            without_article(little_words(self.namer.language), leading)
            or " ".join("".join(part or " " for part in spelt).split())
            or self.namer.word(action)
        )

    def _questions(self, moves: Sequence[Move]) -> dict[str, str]:
        if len({move.actions for move in moves}) != 1 or len(moves[0].actions) > 1:
            return {}
        values: dict[str, list[CellValue]] = {}
        parts = {_choice(part): part for move in moves for part in move.parts if part.what == "pick"}
        for part in (part for move in moves for part in move.parts if part.pick is not None):
            assert part.pick is not None
            values.setdefault(_choice(part), []).append(part.pick.value)
        open_ = (name for name in parts if len(set(values[name])) > 1 or len(values[name]) < len(moves))
        return {name: asked for name in open_ if (asked := self._question(parts[name], not moves[0].actions))}

    def _question(self, part: Part, begun: bool) -> str:
        """Return what the game asks the player who chooses; in the course of an action it may name what was chosen before."""
        return self._text("ask", _choice(part), None if begun else {}) if part.what == "pick" and not self.of else ""

    def _differing(self, move: Move, alike: Sequence[Move]) -> str:
        """Return the choices in which moves differ that read alike, if each of them has a sentence."""
        if self.namer.texts is None or not any(self._has_sentence(m) for m in alike):
            return ""
        picks = [p for p in move.picks if any(q.name == p.name and q.value != p.value for m in alike for q in m.picks)]
        said = (f"{self.namer.within((*move.actions, '')[0], p.name)} {self._value(p.type, p.value)}" for p in picks)
        return ", ".join(dict.fromkeys(said))

    def _has_sentence(self, move: Move) -> bool:
        texts = self.namer.texts
        return texts is not None and any(texts.find(self.namer.language, "say", action) for action in move.actions)

    def _addresses(self, move: Move, alike: Sequence[Move]) -> str:
        namer = self.namer
        turns = [p for p in move.parts if p.what in ("bullet", "accept", "decline")] or list(move.parts)
        known = [p for p in turns if (namer.has_word(p.address) if namer.translated else "#" not in p.address)]
        named = [(p.what, namer.word(p.address) if namer.translated else clean(p.address)) for p in known]
        return ", ".join(namer.say("not", what=name) if what == "decline" else name for what, name in named)


def _choice(part: Part) -> str:
    """Return the address of a choice: the deed and its name."""
    return f"{part.address.partition('.')[0]}.{part.pick.name if part.pick is not None else ''}"


def _spelt(text: Text) -> Iterator[str | None]:
    """Yield the words of a text, told to the player; None for a value, and for what may be left out."""
    for part in text.parts:
        match part:
            case str():
                yield clean(part)
            case exprs.ToAndOf(to=to):
                yield from _spelt(to)
            case _:
                yield None


def _by_action(move: Move) -> Iterator[list[Part]]:
    """Yield the parts of a move, cut where an action begins; what leads to an action goes without saying."""
    found: list[list[Part]] = [[]]
    for part in move.parts:
        if part.what == "start":
            found.append([])
        found[-1].append(part)
    yield from found if len(found) == 1 or any(p.pick is not None for p in found[0]) else found[1:]


def _numbered(said: list[str]) -> list[str]:
    counts: Counter[str] = Counter()
    twice = {text for text, count in Counter(said).items() if count > 1}
    for n, text in enumerate(said):
        counts[text] += 1
        if text in twice:
            said[n] = f"{text} #{counts[text]}"
    return said


def _is_bare(kind: Type) -> bool:
    """Return whether a value says too little without the name of the choice: numbers, yes and no."""
    return isinstance(kind.of if isinstance(kind, OptionalType | ListType) else kind, NumberType | TruthType)

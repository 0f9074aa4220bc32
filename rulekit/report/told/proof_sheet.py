"""A proof sheet: every text of a game in one language, as it may come out.

Comes in: a namer. Goes out: for each text its lines: as it is, told of somebody, with 0, 1 and 2 for its numbers where they can
be that, with words of another grammar, and with each other answer of the options in it; and forms that are never said. Whoever
reads them aloud finds "the top 1 card".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import define, evolve, field, frozen

from rulekit.diagnostics import Span
from rulekit.engine.engine import Engine
from rulekit.engine.said import UNSEEN, Said, Shown, say
from rulekit.engine.state import first_cells
from rulekit.engine.view import Inside
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr, Text
from rulekit.model.model import Option, Told, Word
from rulekit.model.model_walk import leaves
from rulekit.model.types import KindType, ListType, NumberType, TruthType
from rulekit.program.program import CellValue, as_number
from rulekit.program.texts import text_lowerer
from rulekit.report.told.samples import NUMBERS, Samples
from rulekit.report.told.texts import piece_text, tell
from rulekit.report.words import Namer
from rulekit.study.books.tellings import OptionFinder

MOST_ANSWERS = 6  # of an option
MOST_PIECES = 12  # that are said to show how the pieces of a sort are called


@frozen
class ProofLine:
    """How a text may come out; `given`: what was put in, empty if nothing is to be said about it."""

    given: str
    text: str


@frozen
class Proof:
    """A text of the game with its lines. `what`: say ask because tell title; `named`: how the pieces of a sort are called."""

    what: str
    address: str
    span: Span
    lines: tuple[ProofLine, ...]


def proof_sheet(namer: Namer) -> Iterator[Proof]:
    """Yield all texts of a game in the namer's language, in the order of the file."""
    model, trial = namer.model, _Trial(namer)
    words = dict(dict(model.words).get(namer.language, ()))
    for name, word in words.items():
        if word.named is not None:
            yield Proof("named", name, word.span, tuple(_pieces(namer, name, word.named)))
    own = tuple(told for language, told in model.all_texts() if language == namer.language)
    for told in (told for told in (*own, *_reasons(words)) if told.text.parts):
        lines: dict[str, ProofLine] = {}
        for line in _Tried(trial, told).lines():
            lines.setdefault(line.text, line)
        yield Proof(told.what, told.address, told.span, tuple(lines.values()))


def _reasons(words: Mapping[str, Word]) -> Iterator[Told]:
    """Yield the reasons that stand among the words of a language."""
    for name, word in words.items():
        if isinstance(word.one, Text):
            yield Told("because", name, word.one, span=word.span)


def _pieces(namer: Namer, sort: str, named: Text) -> Iterator[ProofLine]:
    said: dict[str, None] = {}
    for layout in (layout for layout in namer.layout.sorts if layout.name == sort):
        for piece in range(layout.first, layout.first + layout.count):
            said.setdefault(piece_text(namer, namer.describe(piece), named) or "")
            if len(said) > MOST_PIECES:
                break
    yield from (ProofLine("", text) for text in list(said)[:MOST_PIECES] if text)


@frozen
class _Trial:
    """What all texts of a sheet are tried with."""

    namer: Namer
    samples: Samples = field(init=False)
    finder: OptionFinder = field(init=False)
    engine: Engine = field(init=False)
    actions: frozenset[str] = field(init=False)
    ready: Callable[[Told], Told] = field(init=False)  # with the answers in force

    @samples.default
    def _(self) -> Samples:
        return Samples(self.namer)

    @finder.default
    def _(self) -> OptionFinder:
        return OptionFinder(self.samples.game)

    @engine.default
    def _(self) -> Engine:
        assert self.namer.engine is not None
        return self.namer.engine

    @actions.default
    def _(self) -> frozenset[str]:
        return frozenset(deed.name for deed in self.namer.model.deeds if deed.role == "action")

    @ready.default
    def _(self) -> Callable[[Told], Told]:
        return text_lowerer(self.namer.model, self.engine.program)


@define
class _Tried:
    """One text, tried with many values. A telling has the values it will have in print; other texts have none before a play."""

    trial: _Trial
    told: Told
    answers: Mapping[str, CellValue] = {}
    text: Text = field(init=False)
    leaves: list[Expr] = field(init=False)  # as the file has them; `text` has them worked out as far as can be
    real: Said = field(init=False)

    def __attrs_post_init__(self) -> None:
        engine, ready = self.trial.engine, self.trial.ready
        if self.answers:
            ready = text_lowerer(self.trial.namer.model, engine.program, self.answers)
        self.text, self.leaves = ready(self.told).text, list(leaves(self.told.text))
        if self._is_fixed:
            self.real = say(engine, self.text, first_cells(engine.program, 0))
        else:
            values = tuple(Shown(e.type, e.value if isinstance(e, exprs.Const) else None, e) for e in leaves(self.text))
            self.real = Said(self.text, values)

    def lines(self) -> Iterator[ProofLine]:
        """Yield how it comes out, the plain way first; several may be alike."""
        base, namer = self._base(), self.trial.namer
        yield ProofLine("", self._told(base))
        if self.told.what == "say" and self.told.address in self.trial.actions:
            yield ProofLine(namer.player(0), self._told(base, of=True))
        yield from self._counted(base)
        yield from self._never()
        for leaf, values in self._others():
            yield from (ProofLine(self._word(leaf, value), self._told({**base, leaf: value})) for value in values)
        mentioned = self.trial.finder.options(self.told.text)
        for option in (option for option in namer.model.options if option.name in mentioned):
            for value in (value for value in _answers(option) if value != option.value):
                again = _Tried(self.trial, self.told, {option.name: value})
                yield ProofLine(f"{option.name} = {option.spelt(value)}", again.plain())

    def plain(self) -> str:
        """Return how it comes out the plain way."""
        return self._told(self._base())

    # ---- values ----------------------------------------------------------------------------------
    @property
    def _is_story(self) -> bool:
        return self.told.what == "tell" and self.told.address.startswith("example.")

    @property
    def _is_fixed(self) -> bool:
        """Return whether its values are known before a game begins."""
        return self.told.what in ("tell", "title") and not self.told.address.startswith("example.")

    def _base(self) -> dict[Expr, Inside]:
        """Return a plain value for each leaf: what it is, else two of what can be counted."""
        found: dict[Expr, Inside] = {}
        for leaf, shown in zip(self.leaves, self.real.values, strict=True):
            if self._is_fixed or isinstance(shown.expr, exprs.Const):
                found[leaf] = shown.value
            elif _is_counted(leaf):
                found[leaf] = self._number(leaf, NUMBERS[-1])
            else:
                found[leaf] = self.trial.samples.of(leaf.type)[0]
        return found

    def _number(self, leaf: Expr, wanted: int) -> Inside:
        """Return the number nearest to the one that is wanted, or a list of so many."""
        samples, real = self.trial.samples, self._real(leaf)
        if self._is_fixed:
            return min(samples.fixed(leaf, real.value), key=lambda n: abs(as_number(n or 0) - wanted))
        nearest = min(samples.numbers(leaf, self.told.address, real.expr), key=lambda n: abs(n - wanted))
        return samples.many(leaf.type, nearest) if isinstance(leaf.type, ListType) else nearest

    def _real(self, leaf: Expr) -> Shown:
        """Return a value as play works it out."""
        return next(shown for other, shown in zip(self.leaves, self.real.values, strict=True) if other is leaf)

    def _counted(self, base: dict[Expr, Inside]) -> Iterator[ProofLine]:
        """Yield the text with 0, 1 and 2 for all its numbers at once, as far as they can be; the values of a story are there."""
        counted = [leaf for leaf in self.leaves if _is_counted(leaf) and not (self._is_fixed and isinstance(leaf.type, ListType))]
        for wanted in () if self._is_story else NUMBERS:
            numbers = {leaf: self._number(leaf, wanted) for leaf in counted}
            if any((len(n) if isinstance(n, tuple) else n) == wanted for n in numbers.values()):
                yield ProofLine(str(wanted), self._told({**base, **numbers}))

    def _never(self) -> Iterator[ProofLine]:
        """Yield forms for nothing that are never said, because there is always something."""
        for part in _choices(self.told.text):
            bounds = self.trial.samples.bounds(part.value, self.told.address, self._real(part.value).expr)
            if len(part.forms) == 3 and not part.keys and bounds is not None and bounds[0] > 0:
                form = evolve(self.told, text=part.forms[0])
                yield ProofLine("never", _Tried(self.trial, form).plain())

    def _others(self) -> Iterator[tuple[Expr, tuple[Inside, ...]]]:
        """Yield the leaves that are neither numbers nor known, with the values that have not been tried yet."""
        chosen = {part.value for part in _choices(self.told.text)}
        for leaf, shown in dict(zip(self.leaves, self.real.values, strict=True)).items():
            if self._is_fixed or _is_counted(leaf) or isinstance(shown.expr, exprs.Const):
                continue
            kind = leaf.type
            every = leaf in chosen and isinstance(kind, KindType)
            values = self.trial.samples.every(kind) if every and isinstance(kind, KindType) else self.trial.samples.of(kind)
            yield leaf, values[1:]

    # ---- words -----------------------------------------------------------------------------------
    def _told(self, values: Mapping[Expr, Inside], of: bool = False) -> str:
        shown = [evolve(real, value=values[leaf]) for leaf, real in zip(self.leaves, self.real.values, strict=True)]
        text = tell(self.trial.namer, Said(self.text, tuple(shown), self.real.pieces), of) or ""
        return f"{self.trial.namer.player(0)} {text}" if of else text

    def _word(self, leaf: Expr, value: Inside) -> str:
        return "unseen" if value == UNSEEN else self.trial.namer.value(leaf.type, value)


def _is_counted(leaf: Expr) -> bool:
    return isinstance(leaf.type, NumberType | ListType)


def _choices(text: Text) -> Iterator[exprs.ByValue]:
    """Yield the choices of words in a text, those inside others included."""
    for part in text.parts:
        match part:
            case exprs.ByValue(forms=forms):
                yield part
                yield from (inner for form in forms for inner in _choices(form))
            case exprs.Fitting(forms=forms):
                yield from (inner for form in forms for inner in _choices(form))
            case exprs.ToAndOf(to=to, of=of):
                yield from (*_choices(to), *_choices(of))
            case exprs.Maybe(text=inner_text):
                yield from _choices(inner_text)
            case _:
                pass


def _answers(option: Option) -> list[CellValue]:
    """Return the answers of an option; of many numbers the first and last ones, and 0, 1, 2."""
    match option.type:
        case TruthType():
            return [True, False]
        case NumberType():
            numbers = {n for low, high in option.allowed for n in (low, low + 1, *NUMBERS, high) if low <= n <= high}
            return list(sorted(numbers)[-MOST_ANSWERS:])
    return [answer.value for answer in option.answers]

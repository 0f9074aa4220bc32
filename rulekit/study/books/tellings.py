"""What is told to people, and in which languages: rules that no telling speaks of, options that nobody hears of, texts that a
language lacks or only copies.

Which rules a telling speaks of is known to `model/analysis/covered.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from attrs import field, frozen

from rulekit.diagnostics import Span
from rulekit.model import expressions as exprs
from rulekit.model.analysis.covered import OWN, Covered, tellings_of
from rulekit.model.analysis.game_index import Names, names_of
from rulekit.model.expressions import Text
from rulekit.model.model import Declared, GameModel, Option, Told
from rulekit.model.model_walk import everything, expressions, plain_parts
from rulekit.model.types import ListType, PieceType

WORD = "word"


@frozen
class Untold:
    """A rule that no telling speaks of: its address, what it is, where it stands."""

    address: str
    what: str
    span: Span


@frozen
class Lack:
    """A text of the file that another language does not have, or has without a change; `text`: how it begins, in the file."""

    language: str
    what: str
    address: str
    text: str
    span: Span


@frozen
class Tellings:
    """What is told, and what is not. `silent`: the game has no telling at all, so that there is nothing to list."""

    silent: bool
    untold: tuple[Untold, ...]
    unmentioned: tuple[Option, ...]
    missing: tuple[Lack, ...]
    same: tuple[Lack, ...]


def tellings(model: GameModel) -> Tellings:
    """Tell what people are not told."""
    own, told = dict(model.texts).get(OWN, ()), tellings_of(model)
    others = sorted({name for name, _ in (*model.words, *model.texts)} - {OWN, model.language})
    foreign = tuple(text for text in own if text.language)
    missing = (
        *_missing(model, foreign, model.language),
        *(lack for language in others for lack in (*_missing(model, own, language), *_wordless(model, language))),
    )
    same = tuple(lack for language in others for lack in _same(own, dict(model.texts).get(language, ()), language))
    if not told:
        return Tellings(True, (), (), missing, same)
    return Tellings(False, tuple(_untold(Covered(model, told))), tuple(_unmentioned(model, told)), missing, same)


# ---- rules ---------------------------------------------------------------------------------------
def _untold(covered: Covered) -> Iterator[Untold]:
    """Yield the topmost rules that nothing tells: deeds that are played, lines of the score, the winner."""
    for deed in covered.model.deeds:
        found = tuple(covered.untold(deed))
        if found and not covered.is_covered(deed) and not covered.is_partly_told(deed):
            yield Untold(deed.name, deed.role, deed.span)
        else:
            yield from (Untold(statement.address, "rule", statement.span) for statement in found)
    for line in covered.model.score:
        if not covered.tells(("score", f"score.{line.name}"), line.span):
            yield Untold(f"score.{line.name}", "score", line.span)
    for criterion in covered.model.winner[:1]:
        if not covered.tells(("winner",), criterion.span):
            yield Untold("winner", "winner", criterion.span)


# ---- options -------------------------------------------------------------------------------------
def _unmentioned(model: GameModel, told: Iterable[Told]) -> Iterator[Option]:
    """Yield the options that no telling speaks of, not even by what they decide: a bank, the number of pieces."""
    finder = OptionFinder(names_of(model))
    mentioned = {option for one in told for option in finder.options(one.text)}
    yield from (option for option in model.options if option.name not in mentioned)


@frozen
class OptionFinder:
    """Finds the options that a value depends on, through definitions, tables, banks and numbers of pieces."""

    game: Names
    known: dict[tuple[str, str], frozenset[str]] = field(factory=dict)

    def options(self, *values: exprs.Expr) -> frozenset[str]:
        """Return the names of the options."""
        return frozenset(option for value in values for part in everything(value) for option in self._part(part))

    def _part(self, part: exprs.Expr) -> Iterable[str]:
        match part:
            case exprs.OptionRef(option=option):
                return (option,)
            case exprs.Apply(define=name):
                return self._declared("define", name, self.game.defines)
            case exprs.Lookup(table=name):
                return self._declared("table", name, self.game.tables)
            case exprs.BankOf(tally=name):
                return self._declared("tally", name, self.game.tallies)
            case exprs.Builtin(function="pieces", type=ListType(of=PieceType(sort=name))) if name is not None:
                return self._declared("sort", name, self.game.sorts)
        return ()

    def _declared(self, what: str, name: str, declared: Mapping[str, Declared]) -> frozenset[str]:
        if (what, name) not in self.known:
            self.known[what, name] = frozenset()  # while it is looked at
            self.known[what, name] = self.options(*expressions(declared[name])) if name in declared else frozenset()
        return self.known[what, name]


# ---- languages -----------------------------------------------------------------------------------
def _missing(model: GameModel, own: Iterable[Told], language: str) -> Iterator[Lack]:
    """Yield the texts that a language does not have; of several under one address those that are too many."""
    there = Counter((text.what, text.address) for name, text in model.all_texts() if name == language)
    words = {name for name, _ in dict(model.words).get(language, ())}  # a reason may stand among them
    texts = (t for t in own if t.text.parts and (t.what != "because" or t.address not in words))
    needed = [Lack(language, t.what, t.address, opening(t.text), t.span) for t in texts]
    stories = {text.address for text in own if text.what == "tell" and text.language != language}
    titles = [(f"example.{e.name}", e) for e in model.examples if f"example.{e.name}" in stories]
    needed += [Lack(language, "title", address, example.title, example.span) for address, example in titles]
    for lack in needed:
        there[lack.what, lack.address] -= 1
        if there[lack.what, lack.address] < 0:
            yield lack


def _wordless(model: GameModel, language: str) -> Iterator[Lack]:
    """Yield what players read and a language has no word for: things, values, questions and answers of options."""
    words = {name for name, _ in dict(model.words).get(language, ())}
    said = {text.address for text in dict(model.texts).get(language, ()) if text.what == "say"}
    for name, text, span in _read(model):
        if name not in words and name.rpartition(".")[2] not in words and name not in said:
            yield Lack(language, WORD, name, text, span)


def _read(model: GameModel) -> Iterator[tuple[str, str, Span]]:
    for declared in (*model.sorts, *model.places, *model.tallies):
        yield declared.name, "", declared.span
    for kind in model.kinds:
        yield from ((f"{kind.name}.{value}", "", kind.span) for value in kind.values)
    for deed in model.deeds:
        if deed.role == "action":
            yield deed.name, "", deed.span
    yield from ((f"score.{line.name}", "", line.span) for line in model.score)
    for option in model.options:
        yield f"{option.name}.question", option.question, option.span
        yield from ((f"{option.name}.{a.name}", a.meaning, option.span) for a in option.answers if a.meaning)


def _same(own: Iterable[Told], there: Iterable[Told], language: str) -> Iterator[Lack]:
    """Yield the texts that a language has as the file has them, if there is a word in them at all."""
    known = {(text.what, text.address, text.text) for text in own}
    for text in there:
        if (text.what, text.address, text.text) in known and any(map(str.isalpha, opening(text.text))):
            yield Lack(language, text.what, text.address, opening(text.text), text.span)


def opening(text: Text) -> str:
    """Return the words of a text, with dots where it speaks of a value."""
    return "".join(part if isinstance(part, str) else "…" for part in plain_parts(text))

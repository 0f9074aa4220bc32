"""What can be wrong with texts once all words are known: numbers in tellings that do not live, tellings that were written for
other rules than now stand below them, little words without a gender.

Comes in: a game. Goes out: findings. `le` or `la`, `il` or `la`, `der`, `die` or `das`: the column `grammar` has to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulekit.diagnostics import Diagnostic, Label, Severity, Span, finding
from rulekit.model.analysis.covered import Covered, tellings_of
from rulekit.model.expressions import Fitting, Little, Text
from rulekit.model.model import GameModel, Told, Word
from rulekit.model.model_walk import records
from rulekit.model.types import KindType, PieceType, Type, innermost
from rulekit.syntax.keywords import LittleWords, little_words
from rulekit.wording import either, quoted, sentence

GENDERS = ("m", "f", "n")
NO_ARTICLE = ("“", "«", "„", "‚", "‘", "»")
MOST_NAMES = 5
Words = Mapping[str, Word]


def check_texts(model: GameModel) -> list[Diagnostic]:
    """Report little words before words whose gender is not told, and note digits in tellings."""
    found: list[Diagnostic] = []
    tables = {language: dict(table) for language, table in model.words}
    for language, told in model.all_texts():
        found += (_unfit(told, *unfit) for unfit in _first_unfit(model, language, tables, told))
        found += [_digits(told)] if told.what == "tell" and not _is_story(told) and _has_digits(told.text) else []
    return found


# ---- digits ----------------------------------------------------------------------------------------
def _is_story(told: Told) -> bool:
    return told.address.startswith("example.")


def _has_digits(text: Text) -> bool:
    parts = (part for one in records(text) if isinstance(one, Text) for part in one.parts)
    return any(isinstance(part, str) and any(sign.isdigit() for sign in part) for part in parts)


def _digits(told: Told) -> Diagnostic:
    hint = sentence("put the value in braces, `{start_coins coins}`, or write the number in letters")
    return finding("RK417", told.span, "a number in digits stays as it is when the rules change", hint, severity=Severity.NOTE)


# ---- old tellings ----------------------------------------------------------------------------------
def check_old_tellings(model: GameModel) -> list[Diagnostic]:
    """Note rules that a file of changes put under a telling of the game."""
    told = tellings_of(model)
    covered = Covered(model, told)
    if not model.overlays or not told:
        return []
    found = []
    for deed in model.deeds:
        for statement, here in covered.put_in(deed) if covered.is_covered(deed) else ():
            over = next((t for address in reversed(here) for t in told if t.address == address), None)
            found.append(_note(statement.address, statement.span, over))
    return found


def _note(address: str, span: Span, over: Told | None) -> Diagnostic:
    message = sentence("`{address}` is new under a telling that speaks of other rules", address=address)
    hint = sentence('write `tell "…"` below it, or tell the rule around it anew; until then rulebooks add “At this table: …”')
    related = () if over is None else (Label(over.span, sentence("this telling stays as it is")),)
    return finding("RK419", span, message, hint, related, Severity.NOTE)


# ---- genders ---------------------------------------------------------------------------------------
def _first_unfit(model: GameModel, language: str, tables: Mapping[str, Words], told: Told) -> Iterator[tuple[str, list[str]]]:
    """Yield the first place in a text where a word of unknown gender stands behind a little word, or decides a form."""
    little, words = little_words(language), tables.get(language, {})
    for part in records(told.text) if little.genders else ():
        if isinstance(part, Little) and _needs_gender(little, part.word):
            names, needing = _without(model, words, part.value.type, fits=False), part.word
        elif isinstance(part, Fitting):
            names, needing = _without(model, words, part.value.type, fits=True), "fits"
        else:
            continue
        if names:
            yield needing, names
            return


def _needs_gender(little: LittleWords, word: str) -> bool:
    return any(gender in little.forms.get(word, {}) for gender in little.genders)


def _without(model: GameModel, words: Words, kind: Type, fits: bool) -> list[str]:
    """Return the names that a value may be said with and whose gender is not told."""
    match innermost(kind):
        case KindType(kind=name):
            values = next((k.values for k in model.kinds if k.name == name), ())
            known = ((value, words.get(f"{name}.{value}") or words.get(value)) for value in values)
            return [value for value, word in known if not _is_told(word, fits)]
        case PieceType(sort=sort) if sort:
            return _of_pieces(model, words, sort, fits)
    return []


def _of_pieces(model: GameModel, words: Words, sort: str, fits: bool) -> list[str]:
    word = words.get(sort)
    if _is_told(word, fits) or (not fits and word is not None and _is_quoted(word)):
        return []
    attributes = {a.name: a.domain.type for s in model.sorts if s.name == sort for a in s.attributes}
    taken = [attributes[mark] for mark in (word.grammar if word is not None else ()) if mark in attributes]
    return [name for kind in taken for name in _without(model, words, kind, fits)] if taken else [sort]


def _is_told(word: Word | None, fits: bool) -> bool:
    marks = word.grammar if word is not None else ()
    return any(mark in GENDERS for mark in marks) or (not fits and ("proper" in marks or "many" in marks))


def _is_quoted(word: Word) -> bool:
    first = word.named.parts[0] if word.named is not None and word.named.parts else None
    return isinstance(first, str) and first.startswith(NO_ARTICLE)


def _unfit(told: Told, needing: str, names: list[str]) -> Diagnostic:
    message = sentence("`{word}` has to know the gender of {names}", word=needing, names=either(quoted(names[:MOST_NAMES])))
    hint = sentence("write `m`, `f` or `n` in the column `grammar` of its words")
    return finding("RK418", told.span, message, hint, severity=Severity.WARNING)

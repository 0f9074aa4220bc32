"""Things as they are said of in passing: a place or marker by its text or with its article, pieces with theirs.

Comes in: a namer, and what was changed or moved. Goes out: phrases that a sentence of rulekit's own can take in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from rulekit.engine.said import Said, Shown
from rulekit.engine.view import SeenPiece
from rulekit.model import expressions as exprs
from rulekit.model.analysis.folding import folder_of
from rulekit.model.expressions import Expr
from rulekit.model.model_walk import leaves, rebuild
from rulekit.model.types import NumberType
from rulekit.program.program import CellValue
from rulekit.report.told.nouns import Noun, noun, with_little
from rulekit.report.told.texts import piece_noun, tell
from rulekit.report.words import Namer
from rulekit.syntax.keywords import little_words


# ---- places, tallies, markers ----------------------------------------------------------------------
def family_text(namer: Namer, name: str, indices: Sequence[int], it: CellValue = None) -> str | None:
    """Return what the game itself calls one of a family, told of somebody; None: it has no text for it, or no such text.

    `it` is the value it has. A text that reads the table is not told: what it read may be another thing by now.
    """
    texts, engine = namer.texts, namer.engine
    found = texts.find(namer.language, "say", name) if texts is not None else None
    if found is None or engine is None:
        return None
    named = (dim.name for dim in namer.dims(name))
    known: dict[str, CellValue] = {**dict(zip(named, indices, strict=False)), "it": it}
    folder = folder_of(namer.model, namer.layout.players, dict(engine.program.options))

    def filled(expr: Expr) -> Expr:
        if isinstance(expr, exprs.Bound) and expr.name in known:
            return exprs.Const(expr.type, known[expr.name])
        return rebuild(expr, filled)

    values = [folder.fold(filled(leaf)) for leaf in leaves(found.text)]
    if not all(isinstance(value, exprs.Const) for value in values):
        return None
    return tell(namer, Said(found.text, tuple(Shown(v.type, v.value) for v in values if isinstance(v, exprs.Const))), of=True)


def says_its_value(namer: Namer, name: str) -> bool:
    """Return whether the text of a marker speaks of the marker's value itself."""
    found = namer.texts.find(namer.language, "say", name) if namer.texts is not None else None
    parts = () if found is None else tuple(leaves(found.text))
    return any(isinstance(part, exprs.Bound) and part.name == "it" for part in parts)


def the_place(namer: Namer, name: str, indices: Sequence[int], mover: int | None) -> str:
    """Return one of a family as it is said of in a sentence: `the café, south-east table`, `Ada's hand`, `their hand`."""
    own = family_text(namer, name, indices)
    if own:
        return own
    if name == "box" and not namer.has_word(name):
        return namer.say("the_box")
    at = namer.player_dim(name)
    inside = [
        f"{namer.within(name, dim.name)} {index}"
        if isinstance(dim.type, NumberType) and dim.name
        else namer.value(dim.type, index)
        for n, (dim, index) in enumerate(zip(namer.dims(name), indices, strict=False))
        if n != at
    ]
    return ", ".join((_whose(namer, name, None if at is None else indices[at], mover), *inside))


def _whose(namer: Namer, name: str, owner: int | None, mover: int | None) -> str:
    said, log = noun(namer.place(name), namer.words.get(name)), little_words(namer.language).log
    if owner is None:
        return with_article(namer, said, "the")
    if owner == mover:
        return with_article(namer, said, "your")
    who = namer.player(owner)
    of = with_little(little_words(namer.language), log["of"], Noun(who, proper=True), True) if "of" in log else who
    return log.get("whose", "{what}").format(the=with_article(namer, said, "the"), what=said.text, who=who, of=of)


def with_article(namer: Namer, said: Noun, which: str) -> str:
    """Return a noun with `the`, `a` or `your` of the language, told of somebody; without it if its gender is not known."""
    words = little_words(namer.language)
    if which not in words.log or (words.genders and not said.gender and not said.proper and not said.many):
        return said.text
    return with_little(words, words.log[which], said, True)


def joined(namer: Namer, text: str, phrase: str) -> str:
    """Return a text in which the word before a phrase is written as one with the phrase's article: `nel` for `in il`."""
    for apart, together in little_words(namer.language).joined.items():
        before, article = apart.split(" ", 1)
        if phrase.startswith(article):
            text = text.replace(f"{before} {phrase}", together + phrase[len(article) :])
    return text


# ---- pieces ----------------------------------------------------------------------------------------
def some_pieces(namer: Namer, pieces: Sequence[SeenPiece], which: str, most: int) -> list[str]:
    """Return pieces with their articles (`the`, `a`, or none), alike ones counted; of a sort with more than `most` how many."""
    found: list[str] = []
    for sort, some in groupby(sorted(pieces, key=lambda p: [q.sort for q in pieces].index(p.sort)), lambda p: p.sort):
        same = list(some)
        counts = Counter(same)
        found += [namer.counted(sort, len(same))] if len(counts) > most else _named(namer, counts, which)
    return found


def _named(namer: Namer, counts: Counter[SeenPiece], which: str) -> Iterator[str]:
    for piece, count in counts.items():
        words = piece_words(namer, piece)
        if count > 1 and not words[:1].isdigit():
            yield f"{count}×{words}"
        else:  # two of those called `3 froid` are not six
            yield from [with_article(namer, piece_noun(namer, piece), which) if _has_name(namer, piece) else words] * count


def _has_name(namer: Namer, piece: SeenPiece) -> bool:
    word = namer.words.get(piece.sort)
    return word is not None and word.named is not None


def piece_words(namer: Namer, piece: SeenPiece) -> str:
    """Return what tells a piece from others, without its sort where that goes without saying."""
    return " ".join(namer.marks(piece)) or namer.word(piece.sort)


def unseen_pieces(namer: Namer, sort: str, count: int) -> str:
    """Return pieces that are not seen: `a guest`, `2 guests`."""
    if count == 1:
        return with_article(namer, noun(namer.word(sort), namer.words.get(sort)), "a")
    return namer.counted(sort, count)

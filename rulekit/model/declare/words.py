"""Words and looks: tables by name or address → how things are called and shown. Unknown names are reported."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping

from rulekit.diagnostics import Label, Severity, Span, finding
from rulekit.model.declare.cells import Entry, entries, word
from rulekit.model.declare.headers import head, value_type
from rulekit.model.declare.one_word import needs_one, one_word
from rulekit.model.declare.tables import header_words, same_width
from rulekit.model.expressions import Bound, Expr, Text
from rulekit.model.model import Look, Word
from rulekit.model.names import Located, citations
from rulekit.model.rules import Citation
from rulekit.model.scope import Numbering, Scope, World
from rulekit.model.types import TEXT
from rulekit.model.typing.texts import type_text
from rulekit.syntax import ast
from rulekit.syntax.keywords import little_words
from rulekit.syntax.tree.walking import below
from rulekit.wording import Keyword, quoted, sentence

WORD_COLUMNS = ("name", "one", "many", "named", "grammar")
MARKS = ("m", "f", "n", "many", "proper", "vowel", "consonant", "fits")
ISO_639_1 = """
    aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et
    eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk
    kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny
    oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk
    tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
LANGUAGES = frozenset(ISO_639_1.split())  # three letters are taken for a code of ISO 639-3


def path(entry: Entry | None) -> str:
    """Return a name or address as written in a cell."""
    if isinstance(entry, ast.Field):
        return f"{path(entry.of)}.{entry.name.text}"
    return "" if entry is None else word(entry)


def addressable(w: World, game: str) -> set[str]:
    """Return everything that may have a word of its own."""
    names = {game, "box", *w.symbols, *w.values, *w.addresses, *w.sections}
    for option in w.options.values():
        names |= {f"{option.name}.question", *(f"{option.name}.{a.name}" for a in option.answers)}
    for name, symbol in w.symbols.items():
        names |= {f"{name}.{a.name}" for a in head(w, name).attributes} | {f"{name}.{d.name}" for d in head(w, name).dims}
        names |= {f"{symbol.name}.{slot}" for slot in _slots(w, name)}
    return names


def _slots(w: World, name: str) -> list[str]:
    known = w.signatures.get(name)
    return [] if known is None else [p.name for p in known.params] + [c.name for c in known.choices]


def columns_of(w: World, row: ast.Row, allowed: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for i, name in enumerate(header_words(row)):
        if name not in allowed:
            hint = w.did_you_mean(name, allowed) or sentence("columns are {some}", some=quoted(map(Keyword, allowed)))
            w.report("RK217", row.cells[i].span, "there is no column `{name}` here", hint, name=name)
        found.setdefault(name, i)
    if "name" not in found:
        w.report("RK217", row.span, "the first column has to be `name`")
    return found


def key_of(w: World, row: ast.Row, column: int, known: set[str], seen: Mapping[str, Word | Look]) -> str | None:
    cell = row.cells[column]
    entry = one_word(w, cell, "name")
    if entry is None and (cell.special or cell.layers):
        return None  # told already
    name = path(entry)
    if name.split(".")[0] in w.lost:
        return None
    if name not in known:
        w.report(
            "RK225",
            cell.span,
            "there is nothing called `{name}` that could have a word or a look",
            w.did_you_mean(name, known),
            name=name,
        )
        return None
    if name in seen:
        related = (Label(seen[name].span, sentence("first written here")),)
        w.report("RK225", cell.span, "`{name}` stands here twice", related=related, name=name)
        return None
    return name


def words(w: World, there: Located, node: ast.Words, known: set[str], before: dict[str, Word]) -> tuple[tuple[str, Word], ...]:
    """Return one table of words; those of the tables before it are not said again."""
    _language(w, node.language)
    cites = cites_of(w, there, node)
    if not node.rows or not same_width(w, node.rows):
        return ()
    found = columns_of(w, node.rows[0], WORD_COLUMNS)
    made: dict[str, Word] = {}
    seen = ChainMap(made, before)
    for row in node.rows[1:]:
        name = key_of(w, row, found.get("name", 0), known, seen)
        if name is None:
            continue
        one = _one(w, name, row.cells[found["one"]]) if "one" in found else ""
        many = _plain(w, row.cells[found["many"]], "many") if "many" in found else ""
        named = _named(w, name, row.cells[found["named"]], node.language.text) if "named" in found else None
        grammar = _grammar(w, name, row.cells[found["grammar"]]) if "grammar" in found else ()
        made[name] = Word(one, many, named, grammar, cites[row.span], row.span)
    return tuple(made.items())


def _language(w: World, code: ast.Ident) -> None:
    """Warn of words in a language that nobody can ask for because its code is wrong."""
    if code.text in LANGUAGES or len(code.text) == 3:
        return
    message = sentence("`{code}` is no code of a language", code=code.text)
    hint = sentence("codes have two letters, as `de`, `en`, `fr` and `it`")
    w.findings.append(finding("RK242", code.span, message, hint, severity=Severity.WARNING))


def cites_of(w: World, there: Located, node: ast.Words | ast.Look) -> dict[Span, tuple[Citation, ...]]:
    """Return where the rows come from; what stands behind the table's first line counts for every row."""
    return {r.span: citations(w, there.section, r.cites, *(c.cites for c in r.cells), node.cites) for r in node.rows}


def _one(w: World, name: str, cell: ast.Cell) -> str | Text:
    entry = entries(cell)[0] if entries(cell) else None
    if name not in w.reasons or not isinstance(entry, ast.Text) or all(isinstance(p, str) for p in entry.parts):
        return _plain(w, cell, "one")
    return "" if one_word(w, cell, "one") is None else type_text(w, w.reasons[name], entry)


def _plain(w: World, cell: ast.Cell, column: str) -> str:
    entry = one_word(w, cell, column)
    if isinstance(entry, ast.Text):
        inner = next((p for p in entry.parts if not isinstance(p, str)), None)
        if inner is not None:
            w.report("RK226", inner.span, "only a reason can hold values in braces, and how a piece is `named`")
    return "" if entry is None else word(entry)


def _named(w: World, name: str, cell: ast.Cell, language: str) -> Text | None:
    """Return how a piece is called, with its attributes as Bounds."""
    entry = one_word(w, cell, "named")
    if entry is None:
        return None
    attributes = head(w, name).attributes
    names: dict[str, Expr] = {a.name: Bound(value_type(a.domain), n, a.name) for n, a in enumerate(attributes)}
    if not isinstance(entry, ast.Text):
        return Text(TEXT, (word(entry),))
    little = {id(part.number) for part in below(entry) if isinstance(part, ast.Beside) and part.lead in little_words(language)}
    for part in below(entry):
        if isinstance(part, ast.Ident) and part.text not in names and part.text not in w.lost and id(part) not in little:
            hint = w.did_you_mean(part.text, names)
            w.report("RK207", part.span, "`{owner}` has no attribute `{name}`", hint, owner=name, name=part.text)
            return None
    return type_text(w, Scope(Numbering(), names, sentence("a piece is called the same for everybody")), entry, language)


def _grammar(w: World, name: str, cell: ast.Cell) -> tuple[str, ...]:
    """Return the marks of a word: gender, `many`, `proper`, `vowel`, `consonant`, `fits`, or an attribute that has the gender."""
    marks: list[str] = []
    for entry in entries(cell):
        marks += [part.text for part in below(entry) if isinstance(part, ast.Ident)]
    if len(marks) < max(len(entries(cell)), 1 if cell.special else 0):
        needs_one(w, cell, "grammar")
    for mark in marks:
        if mark not in MARKS and head(w, name).attribute(mark) is None:
            hint = w.did_you_mean(mark, MARKS) or sentence("marks are {some}", some=quoted(map(Keyword, MARKS)))
            w.report("RK241", cell.span, "`{mark}` is no mark of grammar", hint, mark=mark)
    return tuple(marks)

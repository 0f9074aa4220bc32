"""First look at a file: which names are declared, and where. Fills the World's symbols, values, sections and sources."""

from __future__ import annotations

from attrs import evolve, frozen

from rulekit.diagnostics import Label, Span
from rulekit.model.rules import Citation
from rulekit.model.scope import RESERVED, KindValue, Symbol, World
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import NAMED
from rulekit.wording import Sentence, sentence

TITLES = {
    "kind": sentence("a kind"),
    "piece": sentence("a sort of pieces"),
    "place": sentence("a place"),
    "tally": sentence("a tally"),
    "marker": sentence("a marker"),
    "option": sentence("an option"),
    "table": sentence("a table"),
    "define": sentence("a definition"),
    "action": sentence("an action"),
    "step": sentence("a step"),
    "layout": sentence("a layout"),
    "value": sentence("a value of a kind"),
}
A_LOCAL = sentence("a name inside a rule")
OWN_ADDRESSES = ("box", "setup", "play", "score", "winner", "example")
TYPE_SYMBOLS = ("kind", "piece")


@frozen
class Located:
    """An item of the file with the section it stands in."""

    item: ast.Item
    section: str | None


def collect(w: World, file: ast.File) -> tuple[Located, ...]:
    """Note every declared name; give back the items with their sections."""
    located = _with_sections(w, file)
    for there in located:
        item = there.item
        if isinstance(item, ast.Game | ast.OverlayHead):
            _sources(w, item)
        elif isinstance(item, NAMED):
            _declare(w, item, there.section)
    for there in located:
        if isinstance(there.item, ast.Kind) and _is_first(w, there.item):
            _values(w, there.item)
    return located


def _with_sections(w: World, file: ast.File) -> tuple[Located, ...]:
    section: str | None = None
    out = []
    for item in file.items:
        if isinstance(item, ast.Section):
            section = item.name.text
            w.sections.setdefault(section, item.name.span)
        out.append(Located(item, section))
    return tuple(out)


def _sources(w: World, head: ast.Game | ast.OverlayHead) -> None:
    for line in head.head:
        if isinstance(line, ast.Source):
            w.sources.setdefault(line.name.text, line.span)


def _is_first(w: World, item: ast.Decl) -> bool:
    assert isinstance(item, NAMED)
    return item.name.text in w.symbols and w.symbols[item.name.text].node is item


def reserved(w: World, ident: ast.Ident, what: Sentence) -> bool:
    """Report a name of the author's that is a standard name."""
    if not ident.std or ident.text not in RESERVED:
        return False
    w.report(
        "RK203",
        ident.span,
        "`{name}` is a word of the language and cannot name {what} as it stands",
        "choose another name, or write it in backquotes everywhere: `` `{name}` ``",
        name=ident.text,
        what=what,
    )
    return True


def _declare(w: World, item: ast.Decl, section: str | None) -> None:
    assert isinstance(item, NAMED)
    what = type(item).__name__.lower()
    name = item.name
    if not reserved(w, name, TITLES[what]) and name.text in OWN_ADDRESSES:
        message = sentence("`{name}` stands for a part of every game, even in backquotes", name=name.text)
        w.report("RK203", name.span, message, "choose another name")
    symbol = Symbol(what, name.text, item, name.span, section)
    first = w.symbols.get(name.text)
    if first is not None:
        _doubled(w, name, TITLES[what], TITLES[first.what], first.span)
        w.doubled.add(name.text)
    else:
        w.symbols[name.text] = symbol


def _doubled(w: World, name: ast.Ident, what: Sentence, before: Sentence, first: Span) -> None:
    w.report(
        "RK202",
        name.span,
        "`{name}` is {what}, but there is already {before} of this name",
        "every name of a game stands for one thing; choose another",
        related=(Label(first, sentence("first declared here")),),
        name=name.text,
        what=what,
        before=before,
    )


def value_names(node: ast.Kind) -> tuple[ast.Ident, ...]:
    """Return the values of a kind as written: its list, or the first column of its table."""
    if node.values or not node.rows:
        return node.values
    found = []
    for row in node.rows[1:]:
        first = row.cells[0] if row.cells else None
        alone = first is not None and len(first.layers) == 1 and len(first.layers[0]) == 1
        entry = first.layers[0][0] if first is not None and alone else None
        if isinstance(entry, ast.Ident):
            found.append(entry)
    return tuple(found)


def _values(w: World, node: ast.Kind) -> None:
    kind = node.name.text
    names: list[str] = []
    found = value_names(node)
    if node.rows and len(found) < len(node.rows) - 1:
        w.report("RK321", node.rows[0].span, "every row of `{kind}` begins with the name of one value", kind=kind)
    for ident in found:
        reserved(w, ident, sentence("a value of `{kind}`", kind=kind))
        mine = w.values.get(ident.text, {}).get(kind)
        other = w.symbols.get(ident.text)
        if mine is not None:
            _doubled(w, ident, sentence("a value of `{kind}`", kind=kind), sentence("such a value"), mine.span)
            continue
        if other is not None:
            _doubled(w, ident, sentence("a value of `{kind}`", kind=kind), TITLES[other.what], other.span)
        w.values.setdefault(ident.text, {})[kind] = KindValue(kind, len(names), ident.span)
        names.append(ident.text)
    w.kinds[kind] = tuple(names)


def check_local(w: World, ident: ast.Ident, what: Sentence = A_LOCAL) -> None:
    """Report a local that takes a standard name (`player` is a type's name and judged as such)."""
    if ident.text != "player":
        reserved(w, ident, what)


def plain(ident: ast.Ident) -> ast.Ident:
    """Return the same name as one of the author's."""
    return evolve(ident, std=False)


# ---- citations -----------------------------------------------------------------------------------
def citations(w: World, section: str | None, *groups: ast.Cites) -> tuple[Citation, ...]:
    """Resolve the citations of a line that stands in a section."""
    return tuple(_citation(w, section, cite) for group in groups for cite in group)


def _citation(w: World, section: str | None, cite: ast.Citation) -> Citation:
    match cite:
        case ast.Assumed(why=why):
            return Citation("assumed", why=why)
        case ast.Ruling(why=why):
            return Citation("ruling", why=why)
        case ast.Arguable(why=why):
            return Citation("arguable", why=why)
        case ast.Slip(why=why):
            return Citation("slip", why=why)
        case ast.Cite(source=source, section=named, place=place):
            _known(w, cite)
            return Citation("cited", source, named or section, place)


def _known(w: World, cite: ast.Cite) -> None:
    if cite.section is not None and cite.section not in w.sections:
        hint = w.did_you_mean(cite.section, w.sections)
        w.missing("RK214", cite.span, f"section {cite.section}", "there is no section `{name}`", hint, name=cite.section)
    if cite.source is not None and cite.source not in w.sources:
        near = w.did_you_mean(cite.source, w.sources) or sentence('a source is declared in the head: `source en "…"`')
        w.missing("RK215", cite.span, f"source {cite.source}", "there is no source `{name}`", near, name=cite.source)

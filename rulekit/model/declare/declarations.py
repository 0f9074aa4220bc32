"""Declarations other than tables and options → the model: pieces, places, tallies, markers, definitions, deeds, score, winner."""

from __future__ import annotations

from attrs import evolve

from rulekit.model.declare.cells import alternatives, list_value, picture, single
from rulekit.model.declare.headers import check_type_name, fresh, head, in_range, player_index, signature, value_type
from rulekit.model.declare.tables import columns, same_width
from rulekit.model.expressions import Bound, Const, Expr
from rulekit.model.model import Criterion, Deed, Define, Domain, Marker, PieceRow, Place, ScoreLine, Sort, SortAttribute, Tally
from rulekit.model.names import Located, check_local, citations
from rulekit.model.rules import PlaceRef
from rulekit.model.scope import NOTHING, AttributeHead, Scope, World, is_unknown, say, strip
from rulekit.model.statements.blocks import block
from rulekit.model.statements.deed import DeedNotes, Here, place_ref, same_sort
from rulekit.model.types import NUMBER, PLAYER, TRUTH, ListType, PictureType, PlayerType
from rulekit.model.typing.operators import expect
from rulekit.syntax import ast
from rulekit.wording import Keyword, sentence

SIGHTS = {"bag": "hidden", "deck": "hidden", "pile": "open", "row": "open", "hand": "private", "spot": "open"}


# ---- pieces --------------------------------------------------------------------------------------
def sort(w: World, there: Located, node: ast.Piece) -> Sort:
    """Return a sort of pieces: attributes, rows, where they start."""
    name, heads = node.name.text, head(w, node.name.text).attributes
    scope, attributes = fresh(), []
    for found, given in zip(heads, _given(node, heads), strict=True):
        index = scope.numbering.bound()
        scope = scope.bind(found.name, Bound(value_type(found.domain), index, found.name))
        initial = None if given is None or given.initial is None else _initial(w, found, given.initial)
        attributes.append(SortAttribute(found.name, index, found.domain, initial))
    start = place_ref(w, scope, node.start)
    if start is not None:
        same_sort(w, name, start, node.start.span)
    total = (
        None
        if node.total is None
        else expect(w, w.expr(fresh(), node.total.value), NUMBER, node.total.span, sentence("the total"))
    )
    counted = () if node.total is None else citations(w, there.section, node.total.cites)
    cites = citations(w, there.section, node.cites, *(a.cites for a in node.attributes))
    w.addresses.setdefault(name, node.name.span)
    rows = _rows(w, there, node, heads) if node.rows and same_width(w, node.rows) else ()
    return Sort(name, tuple(attributes), rows, start or PlaceRef("box", ()), total, counted, cites=cites, span=node.span)


def _given(node: ast.Piece, heads: tuple[AttributeHead, ...]) -> list[ast.Attribute | None]:
    return [next((a for a in node.attributes if a.name.text == h.name), None) for h in heads]


def _initial(w: World, found: AttributeHead, node: ast.Expr) -> Expr:
    value = w.expr(fresh(), node, value_type(found.domain))
    return expect(w, value, value_type(found.domain), node.span, f"`{found.name}`")


def _rows(w: World, there: Located, node: ast.Piece, heads: tuple[AttributeHead, ...]) -> tuple[PieceRow, ...]:
    found = columns(w, node.rows[0], heads, node.name.text, "copies")
    for h in heads:
        if h.name not in found and not h.changes:
            w.report("RK217", h.span, "the table has no column for the attribute `{name}`", name=h.name)
            return ()
    made = []
    for n, row in enumerate(node.rows[1:], 1):
        copies: Expr = Const(NUMBER, 1)
        if "copies" in found:
            copies = single(w, row.cells[found["copies"]], Domain(NUMBER), "`copies`")
        values = tuple(_cell(w, row.cells[found[h.name]], h) if h.name in found else None for h in heads)
        address = f"{node.name.text}.{n}"
        w.addresses.setdefault(address, row.span)
        cites = citations(w, there.section, row.cites, *(c.cites for c in row.cells))
        made.append(PieceRow(address, copies, values, cites, row.span))
    return tuple(made)


def _cell(w: World, cell: ast.Cell, of: AttributeHead) -> tuple[Expr, ...] | None:
    what = f"`{of.name}`"
    if not cell.layers and cell.special is None and of.changes:
        return None
    if isinstance(of.domain.type, ListType):
        return (list_value(w, cell, of.domain, what),)
    if isinstance(of.domain.type, PictureType):
        return (picture(w, cell, of.domain.type),)
    if of.domain.optional and not cell.layers and cell.special is None:
        return (single(w, cell, of.domain, what),)
    return alternatives(w, cell, of.domain, what)


# ---- places, tallies, markers ----------------------------------------------------------------------
def _sight(w: World, node: ast.Place | ast.Marker, sight: str, has_player: bool) -> str:
    if sight in ("private", "others") and not has_player:
        w.report(
            "RK307",
            node.span,
            "`{name}` is {what}, but belongs to no player",
            "give it an index `{name}[player]`, or say `open` or `hidden`",
            name=node.name.text,
            what=Keyword("private") if sight == "private" else sentence("hidden from one player"),
        )
    return sight


def place(w: World, there: Located, node: ast.Place) -> Place:
    """Return a place or a family of them."""
    found = head(w, node.name.text)
    sight = _sight(w, node, node.sight or SIGHTS[node.shape], player_index(found.dims))
    refill = None if node.refill is None else place_ref(w, w.scopes[node.name.text], node.refill)
    if node.refill is not None and node.shape in ("spot", "hand"):
        message = sentence("a `hand` cannot be refilled: nobody draws from it")
        if node.shape == "spot":
            message = sentence("a `spot` cannot be refilled: it holds one piece")
        w.report("RK328", node.refill.span, message, "a bag, a deck, a pile or a row can")
    if refill is not None and node.refill is not None and found.sort and refill.place != "box":
        mine = PlaceRef(node.name.text, ())
        same_sort(w, head(w, refill.place).sort, mine, node.refill.span)
    w.addresses.setdefault(node.name.text, node.name.span)
    cites = citations(w, there.section, node.cites)
    return Place(node.name.text, found.dims, node.shape, found.sort, sight, refill, cites=cites, span=node.span)


def tally(w: World, there: Located, node: ast.Tally) -> Tally:
    """Return a tally; its bank may use the indices."""
    found = head(w, node.name.text)
    first = found.dims[0].domain.type if found.dims else None
    if first is None or not (isinstance(first, PlayerType) or is_unknown(first)):
        hint = sentence("write `tally {name}[player]`; a number that belongs to nobody is a marker", name=node.name.text)
        w.report(
            "RK306", node.span, "the first index of a tally is the player, and `{name}` has another", hint, name=node.name.text
        )
    bank = None
    if node.bank is not None:
        scope = w.scopes[node.name.text]
        inner = evolve(scope, names={n: e for n, e in scope.names.items() if not found.dims or n != found.dims[0].name})
        bank = expect(w, w.expr(inner, node.bank), NUMBER, node.bank.span, sentence("what is in the bank"))
    w.addresses.setdefault(node.name.text, node.name.span)
    return Tally(node.name.text, found.dims, bank, cites=citations(w, there.section, node.cites), span=node.span)


def marker(w: World, there: Located, node: ast.Marker) -> Marker:
    """Return a marker with its first value."""
    name, found = node.name.text, head(w, node.name.text)
    sight = _sight(w, node, node.sight or "open", player_index(found.dims))
    wanted = value_type(found.domain)
    initial = None
    if isinstance(strip(wanted), ListType | PictureType):
        w.report(
            "RK305",
            node.type.span,
            "a marker remembers one thing; `{name}` would be {wanted}",
            "use a place for pieces",
            name=name,
            wanted=say(wanted),
        )
    elif node.initial is not None:
        value = expect(w, w.expr(w.scopes[name], node.initial, wanted), wanted, node.initial.span, f"`{name}`")
        initial = in_range(w, value, found.domain, node.initial.span, f"`{name}`")
    elif not found.domain.optional and not is_unknown(found.domain.type):
        hint = sentence("write `= …` behind it, or `marker {name}: … or none`", name=name)
        w.report("RK304", node.span, "`{name}` needs a first value, because its type does not allow none", hint, name=name)
    w.addresses.setdefault(name, node.name.span)
    return Marker(name, found.dims, found.domain, sight, initial, cites=citations(w, there.section, node.cites), span=node.span)


# ---- definitions, deeds ----------------------------------------------------------------------------
def define(w: World, there: Located, node: ast.Define, body: Expr) -> Define:
    """Return a definition whose body has been typed already."""
    params = signature(w, node.name.text).params
    w.addresses.setdefault(node.name.text, node.name.span)
    return Define(node.name.text, params, body.type, body, cites=citations(w, there.section, node.cites), span=node.span)


def deed(w: World, there: Located, node: ast.Action | ast.Step | ast.Setup | ast.Play) -> Deed:
    """Return an action, a step, `setup` or `play`."""
    if isinstance(node, ast.Action | ast.Step):
        name, role, at = node.name.text, type(node).__name__.lower(), node.name.span
        known = signature(w, name)
        params, choices, scope = known.params, tuple(c.name for c in known.choices), w.scopes[name]
    else:
        name = role = "setup" if isinstance(node, ast.Setup) else "play"
        at, params, choices, scope = node.span, (), (), fresh(None)
    w.addresses.setdefault(name, at)
    cites = citations(w, there.section, node.cites)
    notes = DeedNotes(name, role, there.section)
    inside, _ = block(Here(w, notes, name), scope, node.block)
    w.told_scopes[name] = evolve(scope, names={**notes.names, **scope.names})
    return Deed(name, role, params, choices, inside, cites=cites, span=node.span)


# ---- score and winner ------------------------------------------------------------------------------
NO_ME = sentence("score and winner are worked out for every player; use the name behind the keyword")


def _for_player(w: World, ident: ast.Ident) -> Scope:
    check_local(w, ident)
    check_type_name(w, ident, PLAYER)
    scope = fresh(NO_ME)
    return scope.bind(ident.text, Bound(PLAYER, scope.numbering.bound(), ident.text))


def score_value(w: World, node: ast.Score, line: ast.ScoreLine) -> Expr:
    """Return the value of a score line; the player is Bound 0."""
    scope = fresh(NO_ME)
    scope = scope.bind(node.player.text, Bound(PLAYER, scope.numbering.bound(), node.player.text))
    value = w.expr(scope, line.value)
    if isinstance(strip(value.type), ListType):
        return w.fail("RK301", line.value.span, "a score line is one value; this is {value}", value=say(value.type))
    return value


def score(w: World, there: Located, node: ast.Score, values: dict[str, Expr]) -> tuple[ScoreLine, ...]:
    """Return all lines of the score."""
    _for_player(w, node.player)
    made: list[ScoreLine] = []
    seen: set[str] = set()
    w.addresses.setdefault("score", node.span)
    for line in node.lines:
        if line.name.text in seen:
            w.report("RK202", line.name.span, "the score has two lines `{line}`", line=line.name.text)
            continue
        seen.add(line.name.text)
        w.addresses.setdefault(f"score.{line.name.text}", line.span)
        cites = citations(w, there.section, line.cites, node.cites)
        made.append(ScoreLine(line.name.text, values.get(line.name.text, NOTHING), cites, line.span))
    return tuple(made)


def winner(w: World, there: Located, node: ast.Winner) -> tuple[Criterion, ...]:
    """Return the criteria, in order."""
    scope, made = _for_player(w, node.player), []
    w.addresses.setdefault("winner", node.span)
    for criterion in node.criteria:
        wanted = TRUTH if criterion.how == "only_if" else NUMBER
        words = criterion.how.replace("_", " ")
        value = expect(
            w,
            w.expr(scope, criterion.value),
            wanted,
            criterion.value.span,
            sentence("what stands after `{word}`", word=Keyword(words)),
        )
        cites = citations(w, there.section, criterion.cites, node.cites)
        made.append(Criterion(criterion.how, value, cites, criterion.span))
    return tuple(made)

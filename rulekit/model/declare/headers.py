"""Heads of declarations: types as written → domains, indices, attributes, parameters. Heads are made when first asked for."""

from __future__ import annotations

from rulekit.diagnostics import Span
from rulekit.model import types
from rulekit.model.expressions import UNLIMITED, Bound, Expr, Local, number_of
from rulekit.model.model import Dim, Domain, Parameter
from rulekit.model.names import TITLES, TYPE_SYMBOLS, reserved
from rulekit.model.scope import (
    NOTHING,
    UNKNOWN,
    AttributeHead,
    Head,
    Numbering,
    Scope,
    Signature,
    Slot,
    World,
    fits,
    is_unknown,
    say,
)
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import inner_blocks
from rulekit.wording import Keyword, sentence

STANDARD_TYPES: dict[str, types.Type] = {"number": types.NUMBER, "truth": types.TRUTH, "player": types.PLAYER}
NO_ME = sentence("there is no player whose turn it is where something is declared")


def fresh(me: str | None = NO_ME) -> Scope:
    """Return an empty scope for one declaration."""
    return Scope(Numbering(), {}, me)


def named_type(w: World, ident: ast.Ident, described: bool = False) -> types.Type:
    """Return the type a name stands for; `described`: a sort of pieces means a description of one."""
    if ident.std and ident.text in STANDARD_TYPES:
        return STANDARD_TYPES[ident.text]
    what = w.what(ident.text)
    if what == "kind":
        return types.KindType(ident.text)
    if what == "piece":
        return types.DescriptionType(ident.text) if described else types.PieceType(ident.text)
    if what is None:
        near = [n for n, s in w.symbols.items() if s.what in TYPE_SYMBOLS] + ["number", "truth", "player"]
        w.unknown("RK201", ident, near, "there is no type called `{name}`", name=ident.text)
    else:
        w.report(
            "RK218",
            ident.span,
            "`{name}` is {what}; a kind, a sort of pieces or `player` is needed here",
            name=ident.text,
            what=TITLES[what],
        )
    return UNKNOWN


def number_end(w: World, scope: Scope, node: ast.Expr, endless: bool) -> Expr:
    """Return one end of a range."""
    if isinstance(node, ast.Unlimited) and not endless:
        return w.fail("RK317", node.span, "`unlimited` may end a range only in the index of a table")
    value = w.expr(scope, node)
    if not fits(value.type, types.NUMBER):
        return w.fail("RK301", node.span, "a range goes from number to number; this is {value}", value=say(value.type))
    return value


def domain(
    w: World, scope: Scope, node: ast.PlainType, optional: bool = False, described: bool = False, endless: bool = False
) -> Domain:
    """Return a type as written → the domain it means."""
    match node:
        case ast.NamedType(name=name):
            return Domain(named_type(w, name, described), optional=optional)
        case ast.RangeType(low=low, high=high):
            ends = number_end(w, scope, low, False), number_end(w, scope, high, endless)
            least, most = map(number_of, ends)
            if least is not None and most is not None and NOTHING not in ends and least > most:
                w.report("RK312", node.span, "this range is empty: it ends before it begins")
                return Domain(UNKNOWN)
            return Domain(types.NUMBER, *ends, optional=optional)
        case ast.ListType(of=of):
            return Domain(types.ListType(named_type(w, of, described)), optional=optional)
        case ast.PictureType(of=of):
            kind = named_type(w, of)
            if not isinstance(kind, types.PieceType):
                if kind is not UNKNOWN:
                    w.report("RK218", of.span, "a picture shows pieces, and `{of}` is {kind}", of=of.text, kind=say(kind))
                return Domain(UNKNOWN, optional=optional)
            return Domain(types.PictureType(kind.sort), optional=optional)


def full_domain(w: World, scope: Scope, node: ast.TypeExpr, described: bool = False) -> Domain:
    """`T` or `T or none` → its domain."""
    return domain(w, scope, node.plain, node.optional, described)


def value_type(of: Domain) -> types.Type:
    """Return the type a value of a domain has in expressions."""
    return types.OptionalType(of.type) if of.optional and of.type is not UNKNOWN else of.type


def in_range(w: World, value: Expr, domain: Domain, span: Span, what: str) -> Expr:
    """Report a constant outside the constant range it belongs to."""
    low, high = (None if end is None or is_unknown(end.type) else number_of(end) for end in (domain.low, domain.high))
    known = number_of(value) if isinstance(value.type, types.NumberType) else None
    if known is not None and ((low is not None and known < low) or (high is not None and known > high)):
        shown = Keyword("unlimited") if high == UNLIMITED else str(high)
        return w.fail(
            "RK312",
            span,
            "{what} goes from {low} to {high}; {number} is outside",
            what=what,
            low=str(low),
            high=shown,
            number=known,
        )
    return value


def dims(w: World, scope: Scope, nodes: tuple[ast.Dim, ...], endless: bool = False) -> tuple[Dim, ...]:
    """Return the indices of a family."""
    out = []
    for node in nodes:
        found = domain(w, scope, node.type, endless=endless)
        endless_number = isinstance(found.type, types.NumberType) and found.low is None
        if endless_number or isinstance(found.type, types.TruthType | types.PieceType | types.ListType | types.PictureType):
            w.report(
                "RK327",
                node.span,
                "an index is a player, a value of a kind or a number in a range, not {name}",
                sentence("a range is written `1..5`") if endless_number else None,
                name=say(found.type),
            )
        out.append(Dim(dim_name(node), scope.numbering.bound(), found))
    return tuple(out)


def dim_name(node: ast.Dim) -> str:
    """Return an index's own name, else its type's; a range without a name has none."""
    if node.name is not None:
        return node.name.text
    return node.type.name.text if isinstance(node.type, ast.NamedType) else ""


def attributes(w: World, nodes: tuple[ast.Attribute, ...], owner: ast.Ident) -> tuple[AttributeHead, ...]:
    """Return the attributes of a kind or sort, as far as expressions need them."""
    out: list[AttributeHead] = []
    for node in nodes:
        if any(a.name == node.name.text for a in out):
            w.report("RK202", node.name.span, "`{owner}` has two attributes `{name}`", owner=owner.text, name=node.name.text)
            continue
        if node.type is None:
            found = Domain(named_type(w, node.name, described=True))
        else:
            found = full_domain(w, fresh(), node.type, described=True)
        out.append(AttributeHead(node.name.text, found, node.initial is not None, node.name.span))
    return tuple(out)


def head(w: World, name: str) -> Head:
    """Return the head of a declaration, made at the first question."""
    if name not in w.heads:
        w.heads[name] = Head()  # what a range that leads back here would see
        w.heads[name] = _make(w, name)
    return w.heads[name]


def _make(w: World, name: str) -> Head:
    symbol = w.symbols.get(name)
    if symbol is None:
        return Head()
    scope = fresh()
    match symbol.node:
        case ast.Kind() | ast.Piece() as node:
            return Head(attributes=attributes(w, node.attributes, node.name))
        case ast.Place() as node:
            made = Head(dims(w, scope, node.dims), shape=node.shape, sort=_sort_name(w, node.sort))
        case ast.Tally() as node:
            made = Head(dims(w, scope, node.dims), Domain(types.NUMBER), shape="" if node.bank is None else "bank")
        case ast.Marker() as node:
            made = Head(dims(w, scope, node.dims), full_domain(w, scope, node.type))
        case ast.Table() as node:
            made = Head(dims(w, scope, node.dims, endless=True), full_domain(w, scope, node.type, described=True))
        case _:
            return Head()
    w.scopes[name] = _bind_dims(w, scope, node.dims, made.dims)
    return made


def _bind_dims(w: World, scope: Scope, nodes: tuple[ast.Dim, ...], made: tuple[Dim, ...]) -> Scope:
    for node, dim in zip(nodes, made, strict=True):
        if node.name is not None:
            if node.name.text != "player":
                reserved(w, node.name, sentence("an index"))
            check_type_name(w, node.name, dim.domain.type)
        if dim.name in scope.names:
            hint = sentence("give one a name of its own: `other: player`")
            w.report("RK202", node.span, "two indices are called `{dim}`", hint, dim=dim.name)
        if dim.name:
            scope = scope.bind(dim.name, Bound(dim.domain.type, dim.index, dim.name))
    return scope


def _sort_name(w: World, ident: ast.Ident) -> str:
    what = w.what(ident.text)
    if what == "piece":
        return ident.text
    if what is None:
        near = (n for n, s in w.symbols.items() if s.what == "piece")
        w.unknown("RK201", ident, near, "there is no sort of pieces called `{name}`", name=ident.text)
    else:
        w.report("RK218", ident.span, "`{name}` is {what}; a place holds a sort of pieces", name=ident.text, what=TITLES[what])
    return ""


def parameters(w: World, scope: Scope, nodes: tuple[ast.Param, ...], local: bool) -> tuple[tuple[Parameter, ...], Scope]:
    """Parameters of a definition (Bounds) or a deed (Locals), and the scope that sees them."""
    out: list[Parameter] = []
    for node in nodes:
        found = _parameter_domain(w, scope, node)
        check_type_name(w, node.name, value_type(found))
        if any(p.name == node.name.text for p in out):
            w.report("RK202", node.name.span, "two parameters are called `{name}`", name=node.name.text)
        index = scope.numbering.local() if local else scope.numbering.bound()
        out.append(Parameter(index, node.name.text, found))
        make = Local if local else Bound
        scope = scope.bind(node.name.text, make(value_type(found), index, node.name.text))
    return tuple(out), scope


def _parameter_domain(w: World, scope: Scope, node: ast.Param) -> Domain:
    if node.type is not None:
        if node.name.text != "player":
            reserved(w, node.name, sentence("a parameter"))
        return full_domain(w, scope, node.type)
    if is_type_name(w, node.name) or (node.name.std and node.name.text in ("number", "truth")):
        return Domain(named_type(w, node.name))
    message = sentence("the parameter `{name}` needs a type, as in `{name}: player`", name=node.name.text)
    w.unknown("RK227", node.name, (), message, "only a parameter named like a kind, a sort of pieces or `player` needs none")
    return Domain(UNKNOWN)


def is_type_name(w: World, ident: ast.Ident) -> bool:
    """Return whether a name is that of a kind, a sort or `player`."""
    return (ident.std and ident.text == "player") or w.what(ident.text) in TYPE_SYMBOLS


def check_type_name(w: World, ident: ast.Ident, actual: types.Type) -> None:
    """Report a local that bears a type's name without having that type."""
    if not is_type_name(w, ident) or fits(actual, named := named_type(w, ident)):
        return
    w.report(
        "RK204",
        ident.span,
        "`{name}` names a type, so here it has to be {named}; but this is {actual}",
        "give it another name",
        name=ident.text,
        named=say(named),
        actual=say(actual),
    )


def signature(w: World, name: str) -> Signature:
    """Parameters (and choices) of an action, step or definition; the scope that sees them goes to `w.scopes`."""
    if name not in w.signatures:
        node = w.symbols[name].node if name in w.symbols else None
        if not isinstance(node, ast.Action | ast.Step | ast.Define):
            return Signature("", (), ())
        is_define = isinstance(node, ast.Define)
        me = sentence("a definition belongs to no player; give it a parameter `p: player`") if is_define else None
        params, scope = parameters(w, fresh(me), node.params, local=not is_define)
        w.signatures[name] = Signature(w.symbols[name].what, params, () if isinstance(node, ast.Define) else _slots(node.block))
        w.scopes[name] = scope
    return w.signatures[name]


def _slots(block: ast.Block) -> tuple[Slot, ...]:
    found: dict[str, Slot] = {}
    for slot in _slots_in(block, False, False):
        found.setdefault(slot.name, slot)
    return tuple(found.values())


def _slots_in(block: ast.Block, branched: bool, looped: bool) -> list[Slot]:
    out = []
    for act in (statement.act for statement in block):
        if isinstance(act, ast.Choose):
            out += [Slot(pick.name.text, branched, looped) for pick in act.picks]
        perhaps = branched or isinstance(act, ast.If | ast.OneOf | ast.May)
        repeats = isinstance(act, ast.ForEach | ast.Repeat | ast.Turns | ast.Secretly)
        again = looped or repeats or (isinstance(act, ast.May) and act.often != "once")
        for _, inner in inner_blocks(act):
            out += _slots_in(inner, perhaps, again)
    return out


def player_index(of: tuple[Dim, ...]) -> bool:
    """Return whether one of the indices is a player."""
    return any(isinstance(d.domain.type, types.PlayerType) for d in of)

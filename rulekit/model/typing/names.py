"""Names, indices and dots in expressions: what a word means where it stands."""

from __future__ import annotations

from itertools import chain, islice

from rulekit.model import expressions as exprs
from rulekit.model.declare.headers import head, in_range, signature, value_type
from rulekit.model.model import Dim
from rulekit.model.names import TITLES
from rulekit.model.scope import (
    ANY_SORT,
    FUNCTIONS,
    MOST_NAMES,
    NOTHING,
    RESERVED,
    Scope,
    World,
    few,
    fits,
    indices_of,
    is_unknown,
    optional,
    say,
    strip,
    written_with,
)
from rulekit.model.types import NUMBER, PLAYER, KindType, ListType, OptionalType, OptionType, PictureType, PieceType, Type
from rulekit.syntax import ast
from rulekit.wording import Keyword, either, quoted, sentence

_COUNTED = (
    "one two three four five six seven eight nine ten", "un deux trois quatre cinq six sept huit neuf dix",
    "uno due tre quattro cinque sei sette otto nove dieci", "eins zwei drei vier fünf sechs sieben acht neun zehn",
)  # fmt: skip
NUMBER_WORDS = {word: n for words in _COUNTED for n, word in enumerate(words.split(), 1)}
ALL_PLAYERS = exprs.Players(ListType(PLAYER))


def is_standard(ident: ast.Ident) -> bool:
    """Return whether the word has a meaning of the language's own in expressions."""
    return ident.std and ident.text in RESERVED


def kind_list(w: World, kind: str) -> exprs.Expr:
    """Return all values of a kind, in order."""
    return exprs.Const(ListType(KindType(kind)), tuple(range(len(w.kinds.get(kind, ())))))


def type_values(w: World, node: ast.Expr) -> exprs.Expr | None:
    """After `in`: a kind's name, or `player`, is the list of all its values."""
    if isinstance(node, ast.Ident):
        if node.std and node.text == "player":
            return ALL_PLAYERS
        if not is_standard(node) and w.what(node.text) == "kind":
            return kind_list(w, node.text)
    return None


def type_ident(w: World, scope: Scope, node: ast.Ident, hint: Type | None) -> exprs.Expr:
    """Return a name in a value position: an answer beside its option, the innermost local, a standard name, a global."""
    wanted = strip(hint) if hint is not None else None
    if isinstance(wanted, OptionType):
        answer = next((a for a in w.options[wanted.option].answers if a.name == node.text), None)
        if answer is not None:
            return exprs.Const(wanted, answer.value)
    if node.text in scope.names and (not is_standard(node) or node.text == "player"):
        return scope.names[node.text]
    if is_standard(node):
        return _standard(w, node)
    if node.text in w.doubled:
        return NOTHING
    what = w.what(node.text)
    if what is None:
        return _nobody_knows(w, scope, node, wanted)
    return type_global(w, node, what)


def _nobody_knows(w: World, scope: Scope, node: ast.Ident, wanted: Type | None) -> exprs.Expr:
    if isinstance(wanted, OptionType):
        answers = [a.name for a in w.options[wanted.option].answers]
        return w.unknown(
            "RK208",
            node,
            answers,
            "`{name}` is no answer of `{option}`; there are {listed}",
            name=node.text,
            option=wanted.option,
            listed=few(answers),
        )
    owner = w.answers.get(node.text)
    if owner is not None and node.text not in w.lost:
        return w.fail(
            "RK208",
            node.span,
            "`{name}` is an answer of the option `{owner}` and only understood beside it",
            "write `{owner} is {name}`",
            name=node.text,
            owner=owner,
        )
    if node.text in w.missed:
        return w.unknown("RK201", node, (), "nothing here is called `{name}`", name=node.text)
    hint = w.did_you_mean(node.text, chain(scope.names, w.symbols, w.values, RESERVED))
    if isinstance(wanted, KindType):
        hint = hint or w.values_are(wanted.kind)
    elif node.text in NUMBER_WORDS and (wanted is None or wanted == NUMBER):
        hint = sentence("write the number: `{number}`", number=NUMBER_WORDS[node.text])
    return w.unknown("RK201", node, (), "nothing here is called `{name}`", hint, name=node.text)


def _standard(w: World, node: ast.Ident) -> exprs.Expr:
    match node.text:
        case "players" | "player":
            return ALL_PLAYERS
        case "starter":
            return exprs.Starter(PLAYER)
        case "active":
            return exprs.Active(PLAYER)
        case "winners":
            return exprs.Winners(ListType(PLAYER))
        case "box":
            return exprs.Contents(ListType(PieceType(box_sort(w))), "box", ())
        case text if text in FUNCTIONS:
            return w.fail("RK218", node.span, "`{name}` works out something and needs brackets: `{name}(…)`", name=Keyword(text))
        case text:
            return w.fail("RK218", node.span, "`{name}` is no value", name=Keyword(text))


def box_sort(w: World) -> str:
    """Return the sort of what lies in the box: the only one of the game, else any."""
    sorts = [s.name for s in w.symbols.values() if s.what == "piece"]
    return sorts[0] if len(sorts) == 1 else ANY_SORT


def type_global(w: World, node: ast.Ident, what: str) -> exprs.Expr:
    """Return a global name without an index."""
    name = node.text
    match what:
        case "value":
            return _value(w, node)
        case "kind":
            return kind_list(w, name)
        case "option":
            w.used_options.add(name)
            option = w.options.get(name)
            return NOTHING if option is None or is_unknown(option.type) else exprs.OptionRef(option.type, name)
        case "place" | "tally" | "marker" | "table":
            return type_family(w, node, (), ())
        case "define":
            return _without_brackets(w, node)
        case "piece":
            hint = sentence("any `{name}` is written `{name}()`", name=name)
            return w.fail("RK218", node.span, "`{name}` is a sort of pieces, not one piece", hint, name=name)
        case _:
            hint = sentence("it is done with `do {name}`, or asked for with `me can {name}`", name=name)
            return w.fail("RK218", node.span, "`{name}` is {what} and has no value", hint, name=name, what=TITLES[what])


def _value(w: World, node: ast.Ident) -> exprs.Expr:
    owners = w.values[node.text]
    if len(owners) > 1:
        ways = either(quoted(f"{kind}.{node.text}" for kind in islice(owners, MOST_NAMES)))
        message = sentence("`{name}` is a value of several kinds; write {ways}", name=node.text, ways=ways)
        w.missing("RK206", node.span, f"kind of {node.text}", message)
        return NOTHING
    (only,) = owners.values()
    return exprs.Const(KindType(only.kind), only.index)


def _without_brackets(w: World, node: ast.Ident) -> exprs.Expr:
    params = signature(w, node.text).params
    if params:
        names = ", ".join(p.name for p in params)
        return w.fail("RK211", node.span, "`{name}` needs to be told something: `{name}({names})`", name=node.text, names=names)
    kind = w.definer(w, node.text)
    return NOTHING if is_unknown(kind) else exprs.Apply(kind, node.text, ())


def type_index(w: World, scope: Scope, node: ast.Index) -> exprs.Expr:
    """`P[i, j, n]`: through the declared indices, then the position; of any other list the n-th element."""
    of = node.of
    if isinstance(of, ast.Ident) and not is_standard(of) and of.text not in scope.names:
        if of.text in w.doubled:
            return NOTHING
        if w.what(of.text) in ("place", "tally", "marker", "table"):
            dims = head(w, of.text).dims
            wanted = [d.domain.type for d in dims] + [NUMBER] * len(node.indices)
            indices = tuple(w.expr(scope, n, t) for n, t in zip(node.indices, wanted, strict=False))
            return type_family(w, of, indices, node.indices)
        if w.what(of.text) in ("define", "action", "step", "option", "piece"):
            what = TITLES[w.symbols[of.text].what]
            return w.fail("RK218", node.span, "`{of}` is {what} and has no indices; use round brackets", of=of.text, what=what)
    inner = w.expr(scope, of)
    indices = tuple(w.expr(scope, n, NUMBER) for n in node.indices)
    for n in indices:
        inner = _item(w, inner, n, node)
    return inner


def _item(w: World, of: exprs.Expr, position: exprs.Expr, node: ast.Index) -> exprs.Expr:
    if is_unknown(of.type) or is_unknown(position.type):
        return NOTHING
    kind = strip(of.type)
    if not isinstance(kind, ListType):
        return w.fail("RK319", node.span, "this is {of}; only a place, a family or a list has an n-th element", of=say(of.type))
    if not fits(position.type, NUMBER):
        return w.fail("RK301", node.span, "a position is a number; this is {position}", position=say(position.type))
    if isinstance(of, exprs.Contents) and len(of.indices) == len(head(w, of.place).dims):
        return exprs.PieceAt(strip(kind.of), of.place, of.indices, position)
    return exprs.ItemAt(kind.of, of, position)


def type_family(w: World, name: ast.Ident, indices: tuple[exprs.Expr, ...], nodes: tuple[ast.Expr, ...]) -> exprs.Expr:
    """Return a place, tally, marker or table with the indices given."""
    what, of = w.symbols[name.text].what, head(w, name.text)
    if not check_indices(w, name, of.dims, indices, nodes):
        return NOTHING
    extra = indices[len(of.dims) :]
    missing = len(of.dims) - len(indices)
    if extra and (what != "place" or of.shape == "spot" or len(extra) > 1):
        return _too_many(w, name, of.dims, of.shape, nodes)
    match what:
        case "place":
            return _place(w, name, indices, nodes)
        case "tally":
            return exprs.TallyOf(ListType(NUMBER) if missing else NUMBER, name.text, indices)
        case "marker" if not missing:
            return NOTHING if is_unknown(of.domain.type) else exprs.MarkerOf(value_type(of.domain), name.text, indices)
        case "table" if not missing:
            return NOTHING if is_unknown(of.domain.type) else exprs.Lookup(value_type(of.domain), name.text, indices)
        case _:
            return w.fail(
                "RK211",
                name.span,
                "`{name}` is {what} and needs {written}",
                name=name.text,
                what=TITLES[what],
                written=written_with(name.text, of.dims),
            )


def _too_many(w: World, name: ast.Ident, dims: tuple[Dim, ...], shape: str, nodes: tuple[ast.Expr, ...]) -> exprs.Expr:
    span = nodes[min(len(dims), len(nodes) - 1)].span if nodes else name.span
    why = sentence("a spot holds one piece and has no positions") if shape == "spot" else None
    count = indices_of(len(dims))
    return w.fail("RK211", span, "`{name}` has {count}; this is one too many", why, name=name.text, count=count)


def check_indices(
    w: World, name: ast.Ident, dims: tuple[Dim, ...], indices: tuple[exprs.Expr, ...], nodes: tuple[ast.Expr, ...]
) -> bool:
    """Report indices of a wrong type; positions have to be numbers."""
    good = True
    for i, index in enumerate(indices):
        wanted = dims[i].domain.type if i < len(dims) else NUMBER
        if is_unknown(index.type):
            good = False
        elif not fits(index.type, wanted):
            of = sentence("a position") if i >= len(dims) else sentence("index {i} of `{name}`", i=i + 1, name=name.text)
            hint = sentence("to give it an index, declare it as `{name}[…]`", name=name.text) if not dims else None
            w.report(
                "RK301",
                nodes[i].span,
                "{of} is {wanted}; this is {index}",
                hint,
                of=of,
                wanted=say(wanted),
                index=say(index.type),
            )
            good = False
        elif i < len(dims) and w.what(name.text) in ("marker", "table"):
            checked = in_range(
                w, index, dims[i].domain, nodes[i].span, sentence("index {i} of `{name}`", i=i + 1, name=name.text)
            )
            good = good and not is_unknown(checked.type)
    return good


def _place(w: World, name: ast.Ident, indices: tuple[exprs.Expr, ...], nodes: tuple[ast.Expr, ...]) -> exprs.Expr:
    of = head(w, name.text)
    piece = PieceType(of.sort)
    if len(indices) > len(of.dims):
        return exprs.PieceAt(piece, name.text, indices[:-1], indices[-1])
    whole = len(indices) == len(of.dims)
    return exprs.Contents(OptionalType(piece) if whole and of.shape == "spot" else ListType(piece), name.text, indices)


def type_field(w: World, scope: Scope, node: ast.Field) -> exprs.Expr:
    """`x.attr`, `kind.value`, `score(p).line`."""
    of, name = node.of, node.name
    if isinstance(of, ast.Number) and name.text.isdigit():
        hint = sentence("calculate with whole numbers: `3 * x div 2` is one and a half times `x`")
        return w.fail("RK207", node.span, "numbers are whole: there is no `{of}.{name}`", hint, of=of.value, name=name.text)
    if isinstance(of, ast.Ident) and not is_standard(of) and w.what(of.text) == "kind":
        value = _kind_value(w, scope, of, name)
        if value is not None:
            return value
    if isinstance(of, ast.Call) and of.name.text == "score" and of.name.std:
        return _score_line(w, scope, of, name)
    if isinstance(of, ast.Ident) and of.text not in scope.names and w.what(of.text) == "option":
        option = w.options.get(of.text)
        if option is not None and isinstance(option.type, OptionType):
            return type_ident(w, scope, name, option.type)
    return attribute_of(w, w.expr(scope, of), name)


def _kind_value(w: World, scope: Scope, of: ast.Ident, name: ast.Ident) -> exprs.Expr | None:
    value = w.values.get(name.text, {}).get(of.text)
    if value is not None and head(w, of.text).attribute(name.text) is None:
        return exprs.Const(KindType(of.text), value.index)
    if of.text not in scope.names and head(w, of.text).attribute(name.text) is None:
        values = w.kinds.get(of.text, ())
        near = chain(values, (a.name for a in head(w, of.text).attributes))
        hint = w.did_you_mean(name.text, near) or w.values_are(of.text)
        return w.unknown(
            "RK207", name, (), "`{of}` has neither a value nor an attribute `{name}`", hint, of=of.text, name=name.text
        )
    return None


def _score_line(w: World, scope: Scope, of: ast.Call, name: ast.Ident) -> exprs.Expr:
    whole = w.expr(scope, of)
    kind = w.scorer(w, name.text)
    if is_unknown(whole.type) or not isinstance(whole, exprs.ScoreOf):
        return NOTHING
    if kind is None:
        return w.fail("RK216", name.span, "the score has no line `{name}`", name=name.text)
    return NOTHING if is_unknown(kind) else exprs.ScoreOf(kind, whole.player, name.text)


def attribute_of(w: World, of: exprs.Expr, name: ast.Ident) -> exprs.Expr:
    """Return an attribute of a piece, of a kind's value, or of every element of a list."""
    inner = strip(of.type)
    listed = isinstance(inner, ListType)
    element = inner.of if isinstance(inner, ListType) else of.type
    owner = strip(element)
    if is_unknown(owner):
        return NOTHING
    if not isinstance(owner, KindType | PieceType):
        return _no_attributes(w, of, owner, name)
    owner_name = owner.kind if isinstance(owner, KindType) else owner.sort
    if owner_name == ANY_SORT:
        return w.fail("RK207", name.span, "pieces of several sorts lie here, so an attribute cannot be read")
    found = head(w, owner_name).attribute(name.text)
    if found is None:
        near = (a.name for a in head(w, owner_name).attributes)
        return w.unknown("RK207", name, near, "{owner} has no attribute `{name}`", owner=say(owner), name=name.text)
    kind = value_type(found.domain)
    if is_unknown(kind):
        return NOTHING
    if isinstance(element, OptionalType) and not isinstance(of, exprs.Contents):
        kind = optional(kind)
    if listed and isinstance(strip(kind), ListType | PictureType):
        return w.fail(
            "RK303", name.span, "`{name}` is a list already, so of a list this would be a list of lists", name=name.text
        )
    return exprs.AttrOf(ListType(kind) if listed else kind, of, owner_name, name.text)


def _no_attributes(w: World, of: exprs.Expr, owner: Type, name: ast.Ident) -> exprs.Expr:
    if isinstance(strip(owner), ListType):
        return w.fail(
            "RK303", name.span, "this is a list of lists; `{name}` can be read of a list of pieces only", name=name.text
        )
    return w.fail("RK207", name.span, "{owner} has no attributes, so there is no `{name}`", owner=say(owner), name=name.text)

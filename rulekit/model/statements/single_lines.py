"""Statements on one line: choices, requirements, effects.

Each function gives the statement (None if something was reported) and the scope of what follows.
"""

from __future__ import annotations

from typing import assert_never

from rulekit.model import rules
from rulekit.model.declare.headers import head, in_range, value_type
from rulekit.model.expressions import Binary, Builtin, Const, Contents, Expr, MarkerOf
from rulekit.model.model_walk import children
from rulekit.model.names import TITLES
from rulekit.model.rules import SetAttr, SetMarker, Statement
from rulekit.model.scope import UNKNOWN, Scope, World, few, indices_of, is_unknown, say, strip
from rulekit.model.statements.arguments import arguments
from rulekit.model.statements.deed import Here, contents, known, place_ref, requirement_address, same_sort, sort_in
from rulekit.model.types import NUMBER, PLAYER, TRUTH, ListType, NoneType, PieceType, PlayerType, Type
from rulekit.model.typing.calls import bound, source
from rulekit.model.typing.names import check_indices, is_standard, type_index
from rulekit.model.typing.operators import expect
from rulekit.model.typing.standard_functions import element
from rulekit.model.typing.texts import type_text
from rulekit.syntax import ast
from rulekit.wording import Keyword, sentence

Made = tuple[rules.Statement | None, Scope]


def number(w: World, scope: Scope, node: ast.Expr, what: str) -> Expr:
    """Return an expression that has to be a number."""
    return expect(w, w.expr(scope, node), NUMBER, node.span, what)


def truth(w: World, scope: Scope, node: ast.Expr, after: str) -> Expr:
    """Return an expression that has to be a condition."""
    return expect(w, w.expr(scope, node, TRUTH), TRUTH, node.span, sentence("what stands after `{word}`", word=Keyword(after)))


def simple(here: Here, scope: Scope, node: ast.Statement, act: ast.Simple, labelled: bool) -> Made:
    """Read a statement on one line."""
    match act:
        case ast.Choose():
            return _choose(here, scope, act)
        case ast.OnlyIf():
            return _only_if(here, scope, node, act, labelled)
        case ast.Let():
            return _let(here, scope, act)
        case ast.Set():
            return set_line(here, scope, act)
        case ast.Move():
            return _move(here, scope, act)
        case ast.Draw() | ast.Fill():
            return _draw(here, scope, act)
        case ast.Deal():
            return _deal(here, scope, act)
        case ast.Shuffle():
            ref = place_ref(here.w, scope, act.place)
            return None if ref is None else rules.Shuffle(here.address, ref), scope
        case ast.Reveal():
            return _reveal(here, scope, act)
        case ast.Announce():
            return _announce(here, scope, node, act)
        case ast.Gain() | ast.Pay():
            return _gain_or_pay(here, scope, node, act)
        case ast.Do():
            args = arguments(here.w, scope, act.deed)
            return None if args is None else rules.Do(here.address, act.deed.name.text, args, act.if_able), scope
        case ast.NextTurn():
            return _next_turn(here, scope, node, act)
        case ast.EndGame():
            return rules.EndGame(here.address), scope
        case _:
            assert_never(act)


def _choose(here: Here, scope: Scope, act: ast.Choose) -> Made:
    """`choose x in S, some ys in T where c`."""
    w, picks = here.w, []
    for pick in act.picks:
        made, scope = _pick(here, scope, pick)
        picks.append(made)
    where = None if act.where is None else truth(w, scope, act.where, "where")
    if not known(where, *(p.source for p in picks)):
        return None, scope
    return rules.Choose(here.address, tuple(picks), where, act.at_random, act.private), scope


def _pick(here: Here, scope: Scope, pick: ast.Pick) -> tuple[rules.Pick, Scope]:
    w = here.w
    over = source(w, scope, pick.name, pick.source)
    one = element(over.type) or UNKNOWN
    if isinstance(strip(one), ListType):
        w.report("RK303", (pick.source or pick).span, "this is a list of lists; only single things can be chosen")
        one = UNKNOWN
    low, high = _amount(w, scope, pick.amount)
    several = pick.amount is not None
    kind: Type = UNKNOWN if is_unknown(one) else ListType(strip(one)) if several else strip(one)
    scope, index = bound(w, scope, pick.name, kind, local=True)
    here.deed.names.setdefault(pick.name.text, scope.names[pick.name.text])
    if not is_unknown(kind):
        w.choice_types.setdefault((here.deed.name, pick.name.text), {})[kind] = None
    return rules.Pick(index, pick.name.text, over, low, high, several), scope


def _amount(w: World, scope: Scope, node: ast.Amount | None) -> tuple[Expr | None, Expr | None]:
    if node is None:
        return None, None
    low = None if node.low is None else number(w, scope, node.low, sentence("how many are chosen"))
    high = None if node.high is None else number(w, scope, node.high, sentence("how many are chosen"))
    match node.kind:
        case "some":
            return Const(NUMBER, 1), None
        case "upto":
            return Const(NUMBER, 0), high if high is not None else low
        case "exactly":
            both = low if low is not None else high
            return both, both
        case _:
            return low, high


def _only_if(here: Here, scope: Scope, node: ast.Statement, act: ast.OnlyIf, labelled: bool) -> Made:
    """`only if c because "…"`."""
    w = here.w
    address = here.address if labelled else requirement_address(here, node.span)
    test = truth(w, scope, act.test, "only if")
    reason = None if act.reason is None else type_text(w, scope, act.reason)
    w.reasons[address] = scope
    if not known(test):
        return None, scope
    return rules.OnlyIf(address, test, reason), scope


def _let(here: Here, scope: Scope, act: ast.Let) -> Made:
    """`let x = e`."""
    w = here.w
    value = w.expr(scope, act.value)
    kind = strip(value.type) if isinstance(value, Contents) else value.type
    if isinstance(kind, ListType) and isinstance(strip(kind.of), ListType):
        w.report("RK303", act.value.span, "this is a list of lists, which cannot be kept in a `let`")
        kind = UNKNOWN
    scope, index = bound(w, scope, act.name, kind, local=True)
    here.deed.meant[index] = meant = here.deed.meaning(value)
    here.deed.names.setdefault(act.name.text, meant)
    return rules.Let(here.address, index, act.name.text, value), scope


def _move(here: Here, scope: Scope, act: ast.Move) -> Made:
    """`move e to P`."""
    w = here.w
    what, to = w.expr(scope, act.what), place_ref(w, scope, act.to)
    if not known(what) or to is None:
        return None, scope
    kind = strip(what.type)
    inner = strip(kind.of) if isinstance(kind, ListType) else kind
    if isinstance(inner, NoneType):
        inner = PieceType("")
    if not isinstance(inner, PieceType):
        w.report("RK301", act.what.span, "only pieces move; this is {what}", what=say(what.type))
        return None, scope
    if not same_sort(w, inner.sort, to, act.what.span):
        return None, scope
    return rules.MovePieces(here.address, what, to, act.under), scope


def _draw(here: Here, scope: Scope, act: ast.Draw | ast.Fill) -> Made:
    """`draw n from P to Q`, `fill Q to n from P`."""
    w = here.w
    if isinstance(act, ast.Fill):
        wanted, to = number(w, scope, act.to, sentence("how many there shall be")), place_ref(w, scope, act.place)
        count = wanted if to is None else Binary(NUMBER, "-", wanted, Builtin(NUMBER, "count", (contents(w, to),)))
        count, under = (count if known(wanted) else wanted), False
        start = place_ref(w, scope, act.source)
    else:
        count, under = number(w, scope, act.count, sentence("how many are drawn")), act.under
        start, to = place_ref(w, scope, act.source), place_ref(w, scope, act.to)
    if not known(count) or start is None or to is None:
        return None, scope
    if start.place == "box" or head(w, start.place).shape == "hand":
        why = (
            sentence("nobody draws from the box")
            if start.place == "box"
            else sentence("`{place}` is a hand: a card is chosen there and moved", place=start.place)
        )
        w.report("RK322", act.source.span, why)
        return None, scope
    if not same_sort(w, sort_in(w, start), to, act.source.span):
        return None, scope
    return rules.Draw(here.address, count, start, to, under), scope


def _deal(here: Here, scope: Scope, act: ast.Deal) -> Made:
    """`deal n from P to hand`."""
    w = here.w
    count = None if act.count is None else number(w, scope, act.count, sentence("how many are dealt"))
    start = place_ref(w, scope, act.source)
    if is_standard(act.to) or w.what(act.to.text) != "place":
        if place_ref(w, scope, act.to) is not None:
            w.report("RK315", act.to.span, "cards are dealt to a place every player has, as in `hand[player]`")
        return None, scope
    dims = head(w, act.to.text).dims
    if len(dims) != 1 or not isinstance(dims[0].domain.type, PlayerType):
        w.report("RK315", act.to.span, "cards are dealt to a place every player has, `{to}[player]`", to=act.to.text)
        return None, scope
    if not known(count) or start is None:
        return None, scope
    if not same_sort(w, sort_in(w, start), rules.PlaceRef(act.to.text, ()), act.source.span):
        return None, scope
    return rules.Deal(here.address, count, start, act.to.text), scope


def _reveal(here: Here, scope: Scope, act: ast.Reveal) -> Made:
    """`reveal e`, `reveal e to p`."""
    w = here.w
    what, to = w.expr(scope, act.what), _hearer(here, scope, act.to, sentence("who is shown it"))
    if not known(what, *(() if to is None else (to,))):
        return None, scope
    kind = strip(what.type)
    inner = strip(kind.of) if isinstance(kind, ListType) else kind
    if not isinstance(inner, PieceType) and not isinstance(what, MarkerOf):
        hint = sentence("`reveal hand[p]`, `reveal card`, `reveal guess[p]`; a sentence is told with `announce`")
        w.report("RK330", act.what.span, "pieces or a marker can be revealed; this is {what}", hint, what=say(what.type))
        return None, scope
    return rules.Reveal(here.address, what, to), scope


def _announce(here: Here, scope: Scope, node: ast.Statement, act: ast.Announce) -> Made:
    """`announce "…"`, `announce "…" to p`."""
    text, to = type_text(here.w, scope, act.text), _hearer(here, scope, act.to, sentence("who is told it"))
    if node.label is not None:
        here.w.told_scopes[here.address] = scope
    if not known(*children(text), *(() if to is None else (to,))):
        return None, scope
    return rules.Announce(here.address, text, to), scope


def _hearer(here: Here, scope: Scope, to: ast.Expr | None, what: str) -> Expr | None:
    return None if to is None else expect(here.w, here.w.expr(scope, to), PLAYER, to.span, what)


def _gain_or_pay(here: Here, scope: Scope, node: ast.Statement, act: ast.Gain | ast.Pay) -> Made:
    """`gain n coins`, `pay n goods[wood] to p`."""
    w, name = here.w, act.tally
    gains = isinstance(act, ast.Gain)
    count = number(w, scope, act.count, sentence("how many are gained") if gains else sentence("how many are paid"))
    to = None
    if isinstance(act, ast.Pay) and act.to is not None:
        to = expect(w, w.expr(scope, act.to), PLAYER, act.to.span, sentence("who is paid"))
    if w.what(name.text) != "tally":
        _no_tally(w, name, gains)
        return None, scope
    others = head(w, name.text).dims[1:]
    indices = tuple(w.expr(scope, n, d.domain.type) for n, d in zip(act.indices, others, strict=False))
    if len(act.indices) != len(others):
        w.report(
            "RK211",
            node.span,
            "`{name}` takes {many} here: the player is the one who gains or pays",
            name=name.text,
            many=indices_of(len(others)),
        )
        return None, scope
    if not check_indices(w, name, others, indices, act.indices) or not known(count, to):
        return None, scope
    if isinstance(act, ast.Gain):
        return rules.Gain(here.address, count, name.text, indices), scope
    return rules.Pay(here.address, count, name.text, indices, to), scope


def _no_tally(w: World, name: ast.Ident, gains: bool) -> None:
    if name.text in w.doubled:
        return
    what = w.what(name.text)
    tallies = [n for n, s in w.symbols.items() if s.what == "tally"]
    hint = w.did_you_mean(name.text, tallies, 0.44)  # so near are `mouse` and `mice`
    if hint is None and tallies:
        only = sentence("the only tally is {some}", some=few(tallies))
        hint = only if len(tallies) == 1 else sentence("the tallies are {some}", some=few(tallies))
    if what is None:
        w.unknown("RK201", name, tallies, "there is no tally called `{name}`", hint, name=name.text)
    else:
        w.report(
            "RK218",
            name.span,
            sentence("`{name}` is {what}; only a tally is gained", name=name.text, what=TITLES[what])
            if gains
            else sentence("`{name}` is {what}; only a tally is paid", name=name.text, what=TITLES[what]),
            hint,
        )


def _next_turn(here: Here, scope: Scope, node: ast.Statement, act: ast.NextTurn) -> Made:
    """`next turn p`."""
    w = here.w
    player = expect(w, w.expr(scope, act.player), PLAYER, act.player.span, sentence("whose turn is next"))
    if here.deed.role == "setup":
        w.report("RK231", node.span, "there are no turns yet in `setup`", "who begins is said in `turns from …`")
    return (rules.NextTurn(here.address, player) if known(player) else None), scope


# ---- set: a marker or an attribute of a piece gets a value ---------------------------------------
def set_line(here: Here, scope: Scope, act: ast.Set) -> Made:
    """`set m to e`, `set piece.attribute to e`."""
    w = here.w
    if isinstance(act.target, ast.Field):
        return _set_attribute(here, scope, act, act.target), scope
    name, nodes = (act.target.of, act.target.indices) if isinstance(act.target, ast.Index) else (act.target, ())
    if not isinstance(name, ast.Ident) or w.what(name.text) != "marker" or name.text in scope.names:
        _not_settable(w, scope, act, name)
        w.expr(scope, act.value)
        return None, scope
    of = head(w, name.text)
    target = type_index(w, scope, ast.Index(act.target.span, name, nodes))
    value = w.expr(scope, act.value, value_type(of.domain))
    good = expect(w, value, value_type(of.domain), act.value.span, f"`{name.text}`")
    good = in_range(w, good, of.domain, act.value.span, f"`{name.text}`")
    if not known(target, good):
        return None, scope
    indices = getattr(target, "indices", ())
    return SetMarker(here.address, name.text, indices, good), scope


def _not_settable(w: World, scope: Scope, act: ast.Set, name: ast.Expr) -> None:
    if not isinstance(name, ast.Ident):
        w.report("RK218", act.target.span, "only a marker or an attribute of a piece can be set")
        return
    if name.text in w.doubled:
        return
    what = None if name.text in scope.names else w.what(name.text)
    hints = {"tally": sentence("a tally changes by `gain` and `pay`"), "place": sentence("pieces are moved: `move … to …`")}
    if name.text in scope.names:
        w.report("RK218", name.span, "`{name}` is a value of this rule and cannot be set; declare a marker", name=name.text)
    elif what is None and not is_standard(name):
        near = (n for n, s in w.symbols.items() if s.what == "marker")
        w.unknown("RK201", name, near, "there is no marker called `{name}`", name=name.text)
    else:
        title = TITLES.get(what or "", sentence("a word of the language"))
        w.report("RK218", name.span, "`{name}` is {title} and cannot be set", hints.get(what or ""), name=name.text, title=title)


def _set_attribute(here: Here, scope: Scope, act: ast.Set, target: ast.Field) -> Statement | None:
    w = here.w
    piece = w.expr(scope, target.of)
    owner = strip(piece.type)
    found = head(w, owner.sort).attribute(target.name.text) if isinstance(owner, PieceType) else None
    value = w.expr(scope, act.value, None if found is None else value_type(found.domain))
    if not known(piece):
        return None
    if not isinstance(owner, PieceType):
        w.report("RK314", target.span, "an attribute is set of one piece; this is {piece}", piece=say(piece.type))
        return None
    if found is None:
        near = (a.name for a in head(w, owner.sort).attributes)
        w.unknown("RK207", target.name, near, "{owner} has no attribute `{name}`", owner=say(owner), name=target.name.text)
        return None
    if not found.changes:
        hint = sentence("give it a first value where it is declared: `{name}: … = …`", name=found.name)
        w.report("RK314", target.name.span, "`{name}` of `{sort}` never changes", hint, name=found.name, sort=owner.sort)
        return None
    good = expect(w, value, value_type(found.domain), act.value.span, f"`{found.name}`")
    return SetAttr(here.address, piece, owner.sort, found.name, good) if known(good) else None

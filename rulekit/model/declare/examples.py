"""Worked examples: seats, pinned options, facts to make true, moves, conditions."""

from __future__ import annotations

from attrs import evolve

from rulekit.diagnostics import Span
from rulekit.model import expressions as exprs
from rulekit.model.declare.headers import fresh
from rulekit.model.declare.options import pin
from rulekit.model.model import Example, Given, Then, When
from rulekit.model.names import Located, check_local, citations, plain
from rulekit.model.scope import NOTHING, RESERVED, Scope, World, is_unknown
from rulekit.model.statements.arguments import arguments
from rulekit.model.statements.deed import known
from rulekit.model.types import NONE, PLAYER, TRUTH
from rulekit.model.typing.expressions import type_can
from rulekit.model.typing.operators import expect
from rulekit.syntax import ast
from rulekit.syntax.printing.printer import phrase
from rulekit.syntax.tree.walking import rewrite
from rulekit.wording import sentence

NO_ME = sentence("an example names its players")


def example(w: World, there: Located, node: ast.Example) -> Example:
    """Return one example as data."""
    seats = _seats(w, node)
    node = _reported(node)
    scope = Scope(fresh().numbering, {name: exprs.Const(PLAYER, i) for i, name in enumerate(seats)}, NO_ME, True)
    at: str | None = None
    pins: list[tuple[str, exprs.Value]] = []
    steps: list[Given | When | Then] = []
    for line in node.lines:
        if isinstance(line, ast.With):
            pinned = pin(w, line)
            pins += [] if pinned is None else [pinned]
        elif isinstance(line, ast.At):
            at = address(w, line.address, rule=True)
        elif not isinstance(line, ast.Seats | ast.Tell):
            steps += _steps(w, scope, line)
    cites = citations(w, there.section, node.cites, *_cites(node))
    w.addresses.setdefault(f"example.{node.name.text}", node.name.span)
    w.told_scopes[f"example.{node.name.text}"] = scope
    return Example(node.name.text, node.title, seats, tuple(pins), at, tuple(steps), cites=cites, span=node.span)


def _reported(node: ast.Example) -> ast.Example:
    """Let players called like a word of the language be players: that has been reported where they sit down."""
    seats = [ident for line in node.lines if isinstance(line, ast.Seats) for ident in line.names]
    wrong = {ident.text for ident in seats if ident.std and ident.text in RESERVED and ident.text != "player"}

    def change(part: ast.Node) -> ast.Node:
        if isinstance(part, ast.Ident) and part.text in wrong:
            return plain(part)
        if isinstance(part, ast.Call) and part.name.text in wrong:
            return evolve(part, name=evolve(part.name, std=True))
        return part

    return rewrite(node, change) if wrong else node


def _cites(node: ast.Example) -> list[ast.Cites]:
    out: list[ast.Cites] = []
    for line in node.lines:
        match line:
            case ast.Given(facts=parts) | ast.When(events=parts) | ast.Then(checks=parts):
                out += [part.cites for part in parts]
            case _:
                out.append(line.cites)
    return out


def _seats(w: World, node: ast.Example) -> tuple[str, ...]:
    names: list[str] = []
    for line in node.lines:
        for ident in line.names if isinstance(line, ast.Seats) else ():
            check_local(w, ident, sentence("a player"))
            if ident.text in names:
                w.report("RK202", ident.span, "two players are called `{name}`", name=ident.text)
            names.append(ident.text)
    if not names:
        hint = sentence("write `players ada, bob`; the first one begins")
        w.report("RK222", node.span, "the example `{name}` has no players", hint, name=node.name.text)
    return tuple(names)


def address(w: World, node: ast.Address, rule: bool = False) -> str:
    """Return an address as text; an unknown one is reported. `rule`: it has to lie in the flow."""
    text = ".".join(node.parts)
    if not node.parts or node.parts[0] in w.lost:
        return text
    in_flow = node.parts[0] in ("setup", "play") or w.what(node.parts[0]) in ("action", "step")
    if text not in w.addresses:
        w.report("RK212", node.span, "there is no rule with the address `{name}`", w.did_you_mean(text, w.addresses), name=text)
    elif rule and not in_flow:
        w.report("RK212", node.span, "`{name}` is no rule of `play`, of an action or a step", name=text)
    return text


def _steps(w: World, scope: Scope, line: ast.Given | ast.When | ast.Then) -> list[Given | When | Then]:
    match line:
        case ast.Given(facts=facts):
            given = [(_fact(w, w.expr(scope, fact.value), fact.span), fact) for fact in facts]
            return [Given(value, fact.span) for value, fact in given if known(value)]
        case ast.When(events=events):
            return [made for event in events if (made := _when(w, scope, event)) is not None]
        case ast.Then(at=place, checks=checks):
            at = None if place is None else address(w, place, rule=True)
            return [then for check in checks if (then := _then(w, scope, check, at)) is not None]


def _fact(w: World, fact: exprs.Expr, span: Span) -> exprs.Expr:
    """Bring a fact into a form that can be made true, or report it."""
    if is_unknown(fact.type):
        return NOTHING
    match fact:
        case (
            exprs.Exactly(pieces=exprs.Contents())
            | exprs.Matches(piece=exprs.PieceAt() | exprs.Contents() | exprs.MarkerOf())
            | exprs.IsEmpty(of=exprs.Contents())
        ):
            return fact
        case exprs.Binary(op="is", left=exprs.Contents() as spot, right=exprs.Const(type=kind)) if kind == NONE:
            return exprs.IsEmpty(TRUTH, spot)
        case exprs.Binary(op="is", left=exprs.TallyOf() | exprs.MarkerOf() | exprs.AttrOf()):
            return fact
        case exprs.Binary(op="is", left=left, right=exprs.TallyOf() | exprs.MarkerOf() | exprs.AttrOf() as right):
            return exprs.Binary(TRUTH, "is", right, left)
        case exprs.MarkerOf() | exprs.AttrOf():
            return exprs.Binary(TRUTH, "is", fact, exprs.Const(TRUTH, True))
        case exprs.Unary(op="not", of=exprs.MarkerOf() | exprs.AttrOf() as of):
            return exprs.Binary(TRUTH, "is", of, exprs.Const(TRUTH, False))
        case _:
            hint = sentence(
                "a fact says what lies in a place (`hand[ada] is [card(3)]`), what a tally or marker is, or that a place is empty"
            )
            return w.fail("RK320", span, "this cannot be made true at the beginning of an example", hint)


def _when(w: World, scope: Scope, event: ast.Event) -> When | None:
    player = expect(w, w.expr(scope, event.player), PLAYER, event.player.span, sentence("who does something"))
    args = arguments(w, scope, event.deed)
    return None if args is None or not known(player) else When(player, event.deed.name.text, args, event.span)


def _then(w: World, scope: Scope, check: ast.Check, at: str | None) -> Then | None:
    because = None if check.because is None else address(w, check.because, rule=True)
    if isinstance(check.value, ast.Can):
        condition, negated = type_can(w, scope, check.value), not check.value.able
    else:
        condition, negated = expect(w, w.expr(scope, check.value), TRUTH, check.value.span, sentence("a condition")), False
        if because is not None:
            w.report("RK212", check.span, "`because` belongs to a line `p cannot …`")
    text = phrase(check.value) + ("" if check.because is None else f" because {because}")
    return Then(condition, negated, because, at, text, check.span) if known(condition) else None

"""Rules written differently that mean the same: expressions, statements (definitions: `equal_definitions`).

Comes in: the tree of a game and dice. Goes out: a tree of an equal game. Nothing here knows a game.
What stands in examples is left alone: a `given` is no condition but an order.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs

from rulekit.syntax import ast
from rulekit.syntax.tree.walking import DEEDS, below, edit, rewrite, statements

RULES = (*DEEDS, ast.Define, ast.Score, ast.Winner)
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "is": "is not", "is not": "is", "in": "not in", "not in": "in"}
SEEN = ("pile", "row", "spot")
COUNTING = ("count", "sum", "any", "every")


# ---- what names mean -----------------------------------------------------------------------------
def declared(file: ast.File, *sorts: type) -> dict[str, Any]:
    """The declarations of some sorts, by name."""
    return {item.name.text: item for item in file.items if isinstance(item, sorts)}  # type: ignore[union-attr]


def free(node: Any, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names an expression or statement takes from outside (`me` among them); names after a dot or before a `:` are none."""
    match node:
        case ast.Ident():
            yield from () if node.text in bound else (node.text,)
        case ast.Me():
            yield "me"
        case ast.Field():
            yield from free(node.of, bound)
        case ast.Named():
            yield from free(node.value, bound)
        case ast.Call() | ast.Deed():
            yield node.name.text
            yield from free(node.arguments, bound)
        case ast.Collect() | ast.ForEach():
            inside = bound | {b.name.text for b in node.binders}
            for n, binder in enumerate(node.binders):
                yield from free(binder.source, bound | {b.name.text for b in node.binders[:n]})
            yield from free(node.where, inside)
            yield from free(node.value if isinstance(node, ast.Collect) else node.block, inside)
        case tuple():
            for part in node:
                yield from free(part, bound)
        case ast.Node():
            for field in attrs.fields(type(node)):
                if field.name not in ("span", "cites", "label", "name"):
                    yield from free(getattr(node, field.name), bound)


def locals_of(item: Any) -> frozenset[str]:
    """All names an item gives to values of its own, wherever in it."""
    makers = (ast.Param, ast.Pick, ast.Let, ast.Binder)
    names = {node.name.text for node in below(item) if isinstance(node, makers)}
    return frozenset(names | ({item.player.text} if isinstance(item, ast.Score | ast.Winner) else set()))


def reached(file: ast.File, node: Any) -> frozenset[str]:
    """The names something reads, also through definitions."""
    defines, found, waiting = declared(file, ast.Define), set(), list(free(node))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += free(defines[name].value) if name in defines else ()
    return frozenset(found)


def reads_secrets(file: ast.File, node: Any) -> bool:
    """Whether something looks at what a player might not see."""
    places, markers = declared(file, ast.Place), declared(file, ast.Marker)
    secret = {name for name, place in places.items() if (place.sight or ("open" if place.shape in SEEN else "hidden")) != "open"}
    secret |= {name for name, marker in markers.items() if (marker.sight or "open") != "open"}
    return bool(reached(file, node) & secret) or any(isinstance(n, ast.Can) for n in below(node))


def total(file: ast.File, node: Any) -> bool:
    """Whether an expression surely has a value, so that it does not matter when and how often it is worked out."""
    match node:
        case ast.Number() | ast.Truth() | ast.Me() | ast.NoneValue() | ast.Empty():
            return True
        case ast.Ident():
            define = declared(file, ast.Define).get(node.text)
            return define is None or total(file, define.value)
        case ast.Field():
            return total(file, node.of)
        case ast.Unary(op="not"):
            return total(file, node.of)
        case ast.Binary(op="and" | "or" | "is" | "is not"):
            return total(file, node.left) and total(file, node.right)
        case ast.Binary(op="<" | "<=" | ">" | ">=" | "+"):
            return number(file, node.left) and number(file, node.right)
        case ast.Index(of=ast.Ident(text=name)):
            return name in declared(file, ast.Place, ast.Marker, ast.Tally) and all(total(file, i) for i in node.indices)
        case ast.Call():
            define = declared(file, ast.Define).get(node.name.text)
            inner = define is not None and total(file, define.value)
            return (inner or node.name.text == "count") and all(total(file, a) for a in node.arguments)
        case ast.Collect():
            parts = (*(b.source for b in node.binders), node.where, node.value)
            return node.name.text in ("any", "every", "count") and all(p is None or total(file, p) for p in parts)
        case _:
            return False


def number(file: ast.File, node: Any) -> bool:
    """Whether an expression is surely a number, never `none`."""
    match node:
        case ast.Number():
            return True
        case ast.Binary(op="+" | "-" | "*"):
            return number(file, node.left) and number(file, node.right)
        case ast.Index(of=ast.Ident(text=name)):
            return name in declared(file, ast.Tally) and total(file, node)
        case ast.Call(name=ast.Ident(text="count")) | ast.Collect(name=ast.Ident(text="count")):
            return total(file, node)
        case _:
            return False


# ---- expressions ---------------------------------------------------------------------------------
def no(node: Any) -> Any:
    """The opposite of a condition."""
    if isinstance(node, ast.Unary) and node.op == "not":
        return node.of
    return ast.Unary(node.span, "not", node)


def ways(file: ast.File, node: Any) -> Iterator[tuple[str, Any]]:
    """The other ways to write an expression, each with the name of the rewriting."""
    match node:
        case ast.Binary():
            yield from _binaries(file, node)
        case ast.Unary(op="not", of=ast.Binary(op="and" | "or") as both):
            other = "or" if both.op == "and" else "and"
            yield "de morgan", ast.Binary(node.span, other, no(both.left), no(both.right))
        case ast.Unary(op="not", of=ast.Binary() as negated) if negated.op in OPPOSITE:
            yield "opposite", attrs.evolve(negated, op=OPPOSITE[negated.op])
        case ast.Conditional():
            yield "negated if", ast.Conditional(node.span, no(node.test), node.no, node.yes)
        case ast.Can():
            yield "cannot", no(attrs.evolve(node, able=not node.able))
        case ast.Collect(value=None) if node.where is not None:
            yield from _quantors(file, node)


def _binaries(file: ast.File, node: ast.Binary) -> Iterator[tuple[str, Any]]:
    span, op, left, right = node.span, node.op, node.left, node.right
    if op in MIRRORED:
        yield "mirrored", ast.Binary(span, MIRRORED[op], right, left)
    if op in ("+", "*"):
        yield "commuted", ast.Binary(span, op, right, left)
    if op in OPPOSITE:
        yield "opposite", no(attrs.evolve(node, op=OPPOSITE[op]))
    if op in ("and", "or"):
        yield "de morgan", no(ast.Binary(span, "or" if op == "and" else "and", no(left), no(right)))
        if total(file, left) and total(file, right):
            yield "exchanged", ast.Binary(span, op, right, left)
    if op == ">=":
        yield "one less", ast.Binary(span, ">", left, _less(right))
    if op == "<=":
        yield "one less", ast.Binary(span, "<", _less(left), right)
    if op == ">" and right == ast.Number(span, 0) and isinstance(left, ast.Collect) and _counts(file, left):
        yield "any", attrs.evolve(left, name=attrs.evolve(left.name, text="any"))
    if op == "is" and isinstance(right, ast.Empty) and _is_place(file, left):
        yield "counted", ast.Binary(span, "is", ast.Call(span, ast.Ident(span, "count", True), (left,)), ast.Number(span, 0))


def _counts(file: ast.File, node: ast.Collect) -> bool:
    return node.name.text == "count" and node.value is None and node.where is not None and total(file, node)


def _less(node: Any) -> Any:
    if isinstance(node, ast.Number) and node.value > 0:
        return ast.Number(node.span, node.value - 1)
    return ast.Binary(node.span, "-", node, ast.Number(node.span, 1))


def _is_place(file: ast.File, node: Any) -> bool:
    name = node.of if isinstance(node, ast.Index) else node
    place = declared(file, ast.Place).get(name.text) if isinstance(name, ast.Ident) else None
    return place is not None and place.shape != "spot" and len(getattr(node, "indices", ())) <= len(place.dims)


def _quantors(file: ast.File, node: ast.Collect) -> Iterator[tuple[str, Any]]:
    def named(name: str, where: Any) -> ast.Collect:
        return attrs.evolve(node, name=attrs.evolve(node.name, text=name), where=where)

    if node.name.text == "every":
        yield "every", no(named("any", no(node.where)))
    if node.name.text == "any":
        yield "every", no(named("every", no(node.where)))
        if total(file, node):
            yield "counted", ast.Binary(node.span, ">", named("count", node.where), ast.Number(node.span, 0))


def expressions(dice: Random, file: ast.File, done: list[str]) -> ast.File:
    """Write about every third expression of the rules differently; announcements stay, as they say the same in every language."""
    announced = {node.span for a in below(file.items) if isinstance(a, ast.Announce) for node in below(a.text.parts)}

    def change(node: Any) -> Any:
        found = list(ways(file, node)) if dice.random() < 0.35 and node.span not in announced else []
        if not found:
            return node
        name, new = dice.choice(found)
        done.append(name)
        return new

    return attrs.evolve(file, items=tuple(rewrite(i, change) if isinstance(i, RULES) else i for i in file.items))


# ---- statements ----------------------------------------------------------------------------------
def blocks(dice: Random, file: ast.File, done: list[str]) -> ast.File:
    """Exchange the branches of an `if`, nest an `else if`, put a label around a statement, exchange bullets."""
    taken = {node.text for node in below(file.items) if isinstance(node, ast.Ident)}
    first = {b.block[0].span.start for b in below(file.items) if isinstance(b, ast.Bullet) and b.block}

    def rule(statement: ast.Statement) -> ast.Block:
        act = statement.act
        if isinstance(act, ast.If) and dice.random() < 0.5:
            act = _other_if(act, done)
        elif isinstance(act, ast.OneOf) and dice.random() < 0.4 and _movable(act):
            act = attrs.evolve(act, bullets=tuple(dice.sample(act.bullets, len(act.bullets))))
            done.append("bullets")
        statement = attrs.evolve(statement, act=act)
        alone = statement.span.start in first or dice.random() > 0.15
        return (statement if alone else _grouped(statement, taken, done),)

    def item(one: Any) -> Any:
        return attrs.evolve(one, block=edit(one.block, rule, lambda b: (b,))) if isinstance(one, DEEDS) else one

    return attrs.evolve(file, items=tuple(item(one) for one in file.items))


def _other_if(act: ast.If, done: list[str]) -> ast.If:
    (test, block), *rest = act.branches
    if rest:
        inner = ast.Statement(act.span, None, ast.If(act.span, tuple(rest), act.otherwise))
        done.append("nested if")
        return ast.If(act.span, ((test, block),), (inner,))
    both_choose = _has(block, ast.Choose) and _has(act.otherwise, ast.Choose)
    if act.otherwise and not both_choose and not _numbered(block + act.otherwise):
        done.append("branches")
        return ast.If(act.span, ((no(test), act.otherwise),), block)
    return act


def _movable(act: ast.OneOf) -> bool:
    return not any(_numbered(bullet.block) for bullet in act.bullets)


def _has(block: ast.Block, sort: type) -> bool:
    return any(isinstance(node, sort) for node in below(block))


def _numbered(block: ast.Block) -> bool:
    """Whether a requirement here has a number for an address, counted in the order of the text."""
    return any(s.label is None and isinstance(s, ast.Statement) and isinstance(s.act, ast.OnlyIf) for s in statements(block))


def _grouped(statement: ast.Statement, taken: set[str], done: list[str]) -> ast.Statement:
    """A statement that gives no name to what follows, inside a label of its own."""
    if isinstance(statement.act, ast.Let | ast.Choose | ast.OnlyIf):
        return statement
    name = fresh("part", taken)
    done.append("grouped")
    return ast.Statement(statement.span, ast.Ident(statement.span, name), ast.Group(statement.span, (statement,)))


def fresh(stem: str, taken: set[str]) -> str:
    """A name nobody has, which is taken from now on."""
    name = next(f"{stem}_{n}" for n in range(1, 10_000) if f"{stem}_{n}" not in taken)
    taken.add(name)
    return name


# ---- let -----------------------------------------------------------------------------------------
def lets(dice: Random, file: ast.File, done: list[str]) -> ast.File:
    """Write the value of a `let` where it is used, as far as nothing has happened since."""

    def inner(value: Any) -> Any:
        if isinstance(value, tuple):
            value = tuple(inner(part) for part in value)
            return _inlined(dice, file, value, done) if value and isinstance(value[0], ast.Statement) else value
        if not isinstance(value, ast.Node):
            return value
        kept = {f.name: inner(getattr(value, f.name)) for f in attrs.fields(type(value)) if f.name != "span"}
        return attrs.evolve(value, **kept)

    return attrs.evolve(file, items=tuple(inner(i) if isinstance(i, DEEDS) else i for i in file.items))


def _inlined(dice: Random, file: ast.File, block: ast.Block, done: list[str]) -> ast.Block:
    for at, statement in enumerate(block):
        act, after = statement.act, block[at + 1 :]
        if isinstance(act, ast.Let) and is_plain_value(act.value) and not reads_secrets(file, act.value) and dice.random() < 0.7:
            pure = next((n for n, s in enumerate(after) if not isinstance(s.act, ast.OnlyIf)), len(after))
            new = tuple(_with_value(s, act) for s in after[:pure]) + after[pure:]
            used = act.name.text in free(new)
            if new != after and None not in new and (used or total(file, act.value)):
                done.append("let")
                return block[:at] + ((statement,) if used else ()) + _inlined(dice, file, new, done)
    return block


def _with_value(statement: ast.Statement, let: ast.Let) -> Any:
    """A requirement that asks for the value itself; its reason says what it said, as it does in other languages."""
    new = substitute(statement, {let.name.text: let.value})
    if new is None or not isinstance(statement.act, ast.OnlyIf):
        return new
    return attrs.evolve(new, act=attrs.evolve(new.act, reason=statement.act.reason))


def is_plain_value(node: Any) -> bool:
    """Whether a value is a number or a truth: a name that points to a piece would make it unlike others."""
    if isinstance(node, ast.Binary):
        return node.op != ".."
    return isinstance(node, ast.Collect) and node.name.text in COUNTING


def substitute(node: Any, values: dict[str, Any]) -> Any:
    """The same with expressions in the place of names; None if a name inside would catch one of theirs."""
    caught = {name for value in values.values() for name in free(value)}
    if any(isinstance(n, ast.Binder) and n.name.text in caught | values.keys() for n in below(node)):
        return None
    names = {id(n.name) for n in below(node) if isinstance(n, ast.Field | ast.Named)}
    names |= {id(n.name) for n in below(node) if isinstance(n, ast.Call | ast.Deed | ast.Collect | ast.Binder)}

    def walk(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(walk(part) for part in value)
        if not isinstance(value, ast.Node):
            return value
        if isinstance(value, ast.Ident):
            return values.get(value.text, value) if id(value) not in names else value
        kept = {f.name: walk(getattr(value, f.name)) for f in attrs.fields(type(value)) if f.name not in ("span", "label")}
        return attrs.evolve(value, **kept)

    return walk(node)

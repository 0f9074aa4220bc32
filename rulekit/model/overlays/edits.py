"""Carrying out one change on the items of a game.

Comes in: the items, the change, and what was found at its address. Goes out: new items, or what does not fit. Spans of
what is new point into the file of changes; labels of replaced rules stay, so their addresses hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import attrs

from rulekit.diagnostics import Diagnostic, Label, finding
from rulekit.model.overlays.addresses import Found, Removed
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import DEEDS, edit
from rulekit.wording import Keyword, Sentence, sentence, worded

Items = tuple[ast.Item, ...]
Outcome = Items | Diagnostic
P = TypeVar("P", ast.Statement, ast.Bullet, ast.Row, ast.ScoreLine)
Edit = ast.ReplaceRule | ast.ReplaceRow | ast.ReplaceValue | ast.Remove | ast.Insert | ast.AddTo


def carry_out(items: Items, change: Edit, found: Found) -> Outcome:
    """Make one change at what was found."""
    match change:
        case ast.ReplaceRule():
            return _replace_rule(items, change, found)
        case ast.ReplaceRow():
            return _replace_row(items, change, found)
        case ast.ReplaceValue():
            return _replace_value(items, change, found)
        case ast.Remove():
            return _remove(items, change, found)
        case ast.Insert():
            return _insert(items, change, found)
        case ast.AddTo():
            return _add(items, change, found)


def put(items: Items, number: int, *new: ast.Item) -> Items:
    """Put items in the place of one."""
    return (*items[:number], *new, *items[number + 1 :])


def _misfit(change: Edit, found: Found, wanted: str, hint: str, /, **values: object) -> Diagnostic:
    address = ".".join(change.address.parts)
    return finding(
        "RK454",
        change.address.span,
        "`{address}` is {what}; {wanted}",
        worded(hint, values),
        related=(Label(found.part.span, sentence("it stands here")),),
        address=address,
        what=_what(found.part),
        wanted=worded(wanted, values),
    )


def _what(part: ast.Node) -> Sentence:
    names: tuple[tuple[type[ast.Node], Sentence], ...] = (
        (ast.Statement, sentence("a rule")),
        (ast.Bullet, sentence("a bullet")),
        (ast.Row, sentence("a row of a table")),
        (ast.Cell, sentence("a cell of a table")),
        (ast.ScoreLine, sentence("a line of the score")),
        (ast.Option, sentence("an option")),
        (ast.Define, sentence("a definition")),
    )
    return next(
        (name for cls, name in names if isinstance(part, cls)),
        sentence("a whole declaration (`{lower}`)", lower=Keyword(type(part).__name__.lower())),
    )


def _in_deed(
    items: Items, found: Found, rule: Callable[[ast.Statement], ast.Block], bullet: Callable[[ast.Bullet], tuple[ast.Bullet, ...]]
) -> Items:
    """Change the rule or bullet that was found, wherever in its deed it stands."""
    deed = items[found.item]
    assert isinstance(deed, DEEDS)
    label = found.key[-1]

    def on_rule(s: ast.Statement) -> ast.Block:
        return rule(s) if s.label and s.label.text == label else (s,)

    def on_bullet(b: ast.Bullet) -> tuple[ast.Bullet, ...]:
        return bullet(b) if b.label and b.label.text == label else (b,)

    return put(items, found.item, attrs.evolve(deed, block=edit(deed.block, on_rule, on_bullet)))


# ---- rules ---------------------------------------------------------------------------------------
def _replace_rule(items: Items, change: ast.ReplaceRule, found: Found) -> Outcome:
    if isinstance(found.part, DEEDS):
        deed = attrs.evolve(found.part, block=change.block, span=change.span, cites=change.cites)
        return put(items, found.item, deed)
    if not isinstance(found.part, ast.Statement | ast.Bullet):
        return _misfit(change, found, "a block of statements cannot stand there", "give a row `| … |`, or a value after `=`")
    label = found.part.label
    assert label is not None
    return _in_deed(
        items,
        found,
        lambda old: labelled(change.block, label, change),
        lambda old: (attrs.evolve(old, block=change.block, span=change.span, cites=change.cites),),
    )


def labelled(block: ast.Block, label: ast.Ident, change: ast.ReplaceRule) -> ast.Block:
    """Let a block bear the label of what it replaces: on its only statement, else on a group around it."""
    first = block[0]
    if len(block) == 1 and (first.label is None or first.label.text == label.text):
        return (attrs.evolve(first, label=label, cites=first.cites + change.cites),)
    if label.text.isdigit():
        return (attrs.evolve(first, label=first.label or label, cites=first.cites + change.cites), *block[1:])
    return (ast.Statement(change.span, label, ast.Group(change.span, block), cites=change.cites),)


def _insert(items: Items, change: ast.Insert, found: Found) -> Outcome:
    new = _citing(change.block, change)

    def joined(block: ast.Block) -> ast.Block:
        return block + new if change.after else new + block

    part = found.part
    if isinstance(part, DEEDS):
        return put(items, found.item, attrs.evolve(part, block=joined(part.block)))
    if not isinstance(part, ast.Statement | ast.Bullet):
        hint = sentence("use `add to` for rows, bullets and score lines")
        return _misfit(change, found, "statements can only stand before or after a rule", hint)
    return _in_deed(items, found, lambda old: joined((old,)), lambda old: (attrs.evolve(old, block=joined(old.block)),))


def _remove(items: Items, change: ast.Remove, found: Found) -> Outcome:
    part = found.part
    if isinstance(part, ast.Statement | ast.Bullet):
        gone = Removed(change.span, ())
        return _in_deed(items, found, lambda old: (attrs.evolve(old, act=gone, cites=(), text=None, tells=()),), lambda old: ())
    if isinstance(part, ast.Cell):
        return _misfit(change, found, "a cell cannot be removed", "replace it with another value, or replace its row")
    owner = items[found.item]
    if isinstance(part, ast.Row):
        assert isinstance(owner, ast.Kind | ast.Piece | ast.Table)
        return put(items, found.item, attrs.evolve(owner, rows=_with_row(owner.rows, found.row, attrs.evolve(part, cells=()))))
    if isinstance(part, ast.ScoreLine):
        assert isinstance(owner, ast.Score)
        return put(items, found.item, attrs.evolve(owner, lines=tuple(line for line in owner.lines if line is not part)))
    return put(items, found.item)


# ---- rows and values -----------------------------------------------------------------------------
def _with_row(rows: tuple[ast.Row, ...], number: int, row: ast.Row) -> tuple[ast.Row, ...]:
    return (*rows[:number], row, *rows[number + 1 :])


def _replace_row(items: Items, change: ast.ReplaceRow, found: Found) -> Outcome:
    owner = items[found.item]
    if isinstance(owner, ast.Kind) and not owner.rows:
        return _misfit(change, found, "its values have no rows", "replace the whole kind")
    if not isinstance(found.part, ast.Row) or not isinstance(owner, ast.Kind | ast.Piece | ast.Table):
        hint = sentence("give the address of a row, as `menu.latte`")
        return _misfit(change, found, "only a row of a table can be replaced by a row", hint)
    if len(change.row.cells) != len(found.part.cells):
        return _misfit(
            change,
            found,
            "it has {cells} cells, the new one {cells2}",
            "write the whole row",
            cells=len(found.part.cells),
            cells2=len(change.row.cells),
        )
    row = attrs.evolve(change.row, cites=change.row.cites + change.cites)
    return put(items, found.item, attrs.evolve(owner, rows=_with_row(owner.rows, found.row, row)))


def _replace_value(items: Items, change: ast.ReplaceValue, found: Found) -> Outcome:
    owner = items[found.item]
    part = found.part
    if isinstance(part, ast.ScoreLine) and isinstance(owner, ast.Score):
        line = attrs.evolve(part, value=change.value, cites=change.cites, span=change.span, tells=change.tells)
        return put(items, found.item, attrs.evolve(owner, lines=tuple(line if old is part else old for old in owner.lines)))
    column = found.column
    if isinstance(part, ast.Row) and isinstance(owner, ast.Table) and len(owner.dims) == 1:
        column = 1
    if column < 0 or not isinstance(owner, ast.Kind | ast.Piece | ast.Table):
        hint = (
            sentence("write `with {key} = …`", key=found.key[0])
            if isinstance(part, ast.Option)
            else sentence("give the address of a cell, as `menu.latte.3`")
        )
        return _misfit(change, found, "a single value can only replace a cell of a table or a line of the score", hint)
    if change.tells:
        hint = sentence("leave the telling out, or replace the whole table")
        return _misfit(change, found, "it has no telling of its own", hint)
    row = owner.rows[found.row]
    cell = ast.Cell(change.span, ((change.value,),), None, cites=change.cites)
    cells = tuple(cell if n == column else old for n, old in enumerate(row.cells))
    return put(items, found.item, attrs.evolve(owner, rows=_with_row(owner.rows, found.row, attrs.evolve(row, cells=cells))))


# ---- additions -----------------------------------------------------------------------------------
def _citing(parts: tuple[P, ...], change: ast.Insert | ast.AddTo) -> tuple[P, ...]:
    """Return what is added, each part with the citations behind the first line of the change too."""
    return tuple(attrs.evolve(part, cites=part.cites + change.cites) for part in parts) if change.cites else parts


def _add(items: Items, change: ast.AddTo, found: Found) -> Outcome:
    if change.rows and isinstance(found.part, ast.Kind | ast.Piece | ast.Table) and found.part.rows:
        return put(items, found.item, attrs.evolve(found.part, rows=found.part.rows + _citing(change.rows, change)))
    if change.lines and isinstance(found.part, ast.Score):
        return put(items, found.item, attrs.evolve(found.part, lines=found.part.lines + _citing(change.lines, change)))
    if change.bullets:
        block = _with_bullets(
            (found.part,) if isinstance(found.part, ast.Statement) else getattr(found.part, "block", ()), change
        )
        if block is None:
            return _misfit(change, found, "bullets can only be added to a `one of`", "give the label of the `one of`")
        if isinstance(found.part, DEEDS):
            return put(items, found.item, attrs.evolve(found.part, block=block))
        return _in_deed(items, found, lambda old: block, lambda old: (attrs.evolve(old, block=block),))
    what = sentence("rows can only be added to a table") if change.rows else sentence("lines can only be added to `score`")
    return _misfit(change, found, what, "give the name of the table, or `score`")


def _with_bullets(block: ast.Block, change: ast.AddTo) -> ast.Block | None:
    """Return the block with bullets added to its only `one of` (also inside a group); None if there is not exactly one."""
    fits = [n for n, s in enumerate(block) if isinstance(s.act, ast.OneOf | ast.Group)]
    if len(fits) != 1:
        return None
    statement = block[fits[0]]
    if isinstance(statement.act, ast.OneOf):
        act: ast.Act = attrs.evolve(statement.act, bullets=statement.act.bullets + _citing(change.bullets, change))
    elif isinstance(statement.act, ast.Group) and (inner := _with_bullets(statement.act.block, change)) is not None:
        act = attrs.evolve(statement.act, block=inner)
    else:
        return None
    return (*block[: fits[0]], attrs.evolve(statement, act=act), *block[fits[0] + 1 :])

"""The rules as they are in force: options become their values, what can then never happen is left out.

Comes in: a model and perhaps a number of players. Goes out: the same model without rules that options switch off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs
from attrs import define, evolve

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.folding import EMPTY, MOST_FOLDING, Effort, Folder, Scope
from rulekit.model.analysis.game_index import statements
from rulekit.model.expressions import Value
from rulekit.model.faults import Unknown
from rulekit.model.model import Deed, Define, Example, GameModel, Sort, Told, Word
from rulekit.model.model_walk import rebuild
from rulekit.model.types import NUMBER

LEAVES = (exprs.Const, exprs.MarkerOf, exprs.TallyOf, exprs.Contents, exprs.OptionRef)
AS_WRITTEN = (exprs.Local, exprs.Bound, exprs.Players, exprs.Starter)


@define
class Settled(Folder):
    """Folds for a reader: operators are worked out, but lists, tables and comprehensions stay as they are written."""

    def fold(self, expr: exprs.Expr, scope: Scope = EMPTY) -> exprs.Expr:
        """Return the same expression with options and what follows from them worked out."""
        match expr:
            case exprs.Builtin(function="count", args=(exprs.Players(),)) if self.players:
                return exprs.Const(NUMBER, self.players)
            case exprs.Collect():
                return self.worked_out(rebuild(expr, self.fold))
        return expr if isinstance(expr, AS_WRITTEN) else super().fold(expr, scope)

    def worked_out(self, folded: exprs.Expr) -> exprs.Expr:
        """Return an expression whose parts are folded, said as shortly as possible."""
        match folded:
            case exprs.Binary(op="and" | "or" as op, right=exprs.Const(value=value)) if value != (op == "and"):
                return folded.right
            case exprs.Collect(where=exprs.Const(value=True)):
                return evolve(folded, where=None)
            case exprs.Unary(op="not", of=exprs.Unary(op="not", of=of)):
                return of
            case exprs.Apply(define=name, args=()) if name in self.defines:
                body = self.defines[name].body
                return body if isinstance(body, LEAVES) or (isinstance(body, exprs.Apply) and not body.args) else folded
        return super().worked_out(folded)

    def operands(self, expr: exprs.Expr) -> list[exprs.Expr]:
        """Of operators, and of the lesser or greater of two numbers."""
        match expr:
            case exprs.Unary() | exprs.Binary() | exprs.Builtin(function="min" | "max", args=(_, _)):
                return super().operands(expr)
        raise Unknown

    # ---- statements ------------------------------------------------------------------------------
    def block(self, block: rules.Block, dead: frozenset[str] = frozenset()) -> rules.Block:
        """Statements as they are in force."""
        return tuple(new for statement in block for new in self._statement(statement, dead))

    def _statement(self, statement: rules.Statement, dead: frozenset[str]) -> Iterator[rules.Statement]:
        settled = self._fields(statement, dead)
        match settled:
            case rules.OnlyIf(test=exprs.Const(value=True)):
                return
            case rules.If():
                yield from self._chosen(settled)
                return
            case rules.OneOf(bullets=bullets):
                settled = evolve(settled, bullets=tuple(b for b in bullets if not never(b.block, dead)))
            case rules.May(block=inside) | rules.ForEach(block=inside) | rules.Group(block=inside) if not inside or never(
                inside, dead
            ):
                return
            case rules.May(often="upto", limit=exprs.Const(value=0)):
                return
        yield settled

    def _fields(self, part: Any, dead: frozenset[str]) -> Any:
        """Return a statement, branch, pick or binder with everything inside it settled."""
        changed: dict[str, Any] = {}
        for field in attrs.fields(type(part)):
            value = getattr(part, field.name)
            if field.name in ("block", "otherwise"):
                changed[field.name] = self.block(value, dead)
            elif isinstance(value, exprs.Typed):
                changed[field.name] = self.fold(value)  # type: ignore[arg-type]  # there are no others than those of Expr
            elif isinstance(value, tuple):
                changed[field.name] = tuple(self._inner(v, dead) for v in value)
            elif isinstance(value, rules.PlaceRef):
                changed[field.name] = self._fields(value, dead)
        return evolve(part, **changed)

    def _inner(self, value: Any, dead: frozenset[str]) -> Any:
        if isinstance(value, exprs.Typed):
            return self.fold(value)  # type: ignore[arg-type]  # as above
        if isinstance(value, rules.Branch | rules.Pick | rules.Loop | rules.Bullet | exprs.Argument):
            return self._fields(value, dead)
        return value

    def _chosen(self, statement: rules.If) -> Iterator[rules.Statement]:
        """Branches that never hold fall away; one that always holds stands for all that follow."""
        kept: list[rules.Branch] = []
        for branch in statement.branches:
            if not isinstance(branch.test, exprs.Const):
                kept.append(branch)
            elif branch.test.value:
                statement = evolve(statement, otherwise=branch.block)
                break
        if kept:
            yield evolve(statement, branches=tuple(kept))
        elif len(statement.otherwise) == 1:
            only = statement.otherwise[0]
            cites = tuple(dict.fromkeys((*statement.cites, *only.cites)))
            yield evolve(only, cites=cites, address=_longer(statement.address, only.address))
        elif statement.otherwise and not any(s.address == statement.address for s in statement.otherwise):
            yield from statement.otherwise
        elif statement.otherwise:
            yield rules.Group(statement.address, statement.otherwise, cites=statement.cites, span=statement.span)


def _longer(outer: str, inner: str) -> str:
    return inner if inner.startswith(outer) else outer


def never(block: rules.Block, dead: frozenset[str]) -> bool:
    """Return whether a block can never be carried out: it asks for what never holds, or for a deed that cannot be done."""
    return any(
        (isinstance(s, rules.OnlyIf) and isinstance(s.test, exprs.Const) and not s.test.value)
        or (isinstance(s, rules.Do) and s.deed in dead and not s.if_able)
        for s in block
    )


def settle(model: GameModel, players: int | None = None) -> GameModel:
    """Return the model with its options in force; deeds that can never be done are left out."""
    options = {option.name: option.value for option in model.options}
    defines: dict[str, Define] = {}
    known = Settled(options, defines, players or 0, Effort(MOST_FOLDING, Unknown), model=model)
    for one in model.defines:
        defines[one.name] = evolve(one, body=known.fold(one.body))
    defines |= {name: evolve(d, body=known.fold(d.body)) for name, d in defines.items()}
    deeds = tuple(evolve(deed, block=known.block(deed.block)) for deed in model.deeds)
    dead = frozenset(d.name for d in deeds if d.role in ("action", "step") and never(d.block, frozenset()))
    return evolve(
        model,
        defines=tuple(defines.values()),
        deeds=tuple(evolve(d, block=known.block(d.block, dead)) for d in deeds if d.name not in dead),
        score=tuple(evolve(line, value=known.fold(line.value)) for line in model.score),
        winner=tuple(evolve(line, value=known.fold(line.value)) for line in model.winner),
        tallies=tuple(evolve(t, bank=None if t.bank is None else known.fold(t.bank)) for t in model.tallies),
        sorts=tuple(_sort(known, sort) for sort in model.sorts),
        words=tuple((language, tuple((name, _word(known, word)) for name, word in table)) for language, table in model.words),
        texts=tuple((language, tuple(_reason(known, told) for told in texts)) for language, texts in model.texts),
        examples=tuple(e for e in model.examples if _fits(e, options, players)),
    )


def _fits(example: Example, options: Mapping[str, Value], players: int | None) -> bool:
    """Return whether an example is one of this table: its options are in force, and so many play."""
    return all(options.get(n) == v for n, v in example.options) and players in (None, len(example.seats))


def _word(known: Settled, word: Word) -> Word:
    """Make sure that a reason in another language has the same values in it."""
    told = known.fold(word.one) if isinstance(word.one, exprs.Text) else None
    return evolve(word, one=told) if isinstance(told, exprs.Text) else word


def _reason(known: Settled, told: Told) -> Told:
    text = known.fold(told.text) if told.what == "because" else None
    return evolve(told, text=text) if isinstance(text, exprs.Text) else told


def _sort(known: Settled, sort: Sort) -> Sort:
    rows = tuple(evolve(row, copies=known.fold(row.copies)) for row in sort.rows)
    return evolve(sort, rows=rows, total=None if sort.total is None else known.fold(sort.total))


def reached(model: GameModel) -> tuple[Deed, ...]:
    """Return the deeds that the set-up and the play lead to, in the order of the file."""
    deeds = {deed.name: deed for deed in model.deeds}
    found: set[str] = set()
    todo = [d.name for d in model.deeds if d.role in ("setup", "play")]
    while todo:
        name = todo.pop()
        if name not in found and name in deeds:
            found.add(name)
            todo += [s.deed for s in statements(deeds[name].block) if isinstance(s, rules.Do)]
    return tuple(d for d in model.deeds if d.name in found)

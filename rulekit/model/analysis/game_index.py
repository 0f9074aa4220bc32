"""A model by name, and ways to walk its rules: what every check starts from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from attrs import field, frozen

from rulekit.diagnostics import Label, Span
from rulekit.model import expressions as exprs
from rulekit.model import model, rules
from rulekit.model.analysis.folding import Effort, Evaluator
from rulekit.model.model_walk import closure, everything, expressions, fields
from rulekit.wording import Keyword, sentence

BOX = "box"


@frozen
class Names:
    """The declarations of a game by name."""

    kinds: dict[str, model.Kind]
    sorts: dict[str, model.Sort]
    places: dict[str, model.Place]
    tallies: dict[str, model.Tally]
    markers: dict[str, model.Marker]
    options: dict[str, model.Option]
    tables: dict[str, model.Table]
    defines: dict[str, model.Define]
    deeds: dict[str, model.Deed]
    read: dict[Any, list[str]] = field(factory=dict, eq=False)  # what definitions read unseen, found so far
    effort: Effort = field(factory=Effort, eq=False)
    _evaluators: dict[int, Evaluator] = field(factory=dict, eq=False)  # by the number of players

    def evaluator(self, players: int) -> Evaluator:
        """Return what works out constants with the options in force."""
        if players not in self._evaluators:
            options = {name: option.value for name, option in self.options.items()}
            self._evaluators[players] = Evaluator(options, self.defines, players, self.effort)
        return self._evaluators[players]


def sight_label(game: Names, name: str) -> tuple[Label, ...]:
    """Say of a place or marker who sees it, where it is declared."""
    declared: model.Place | model.Marker | None = game.places.get(name) or game.markers.get(name)
    if declared is None:
        return ()
    return (Label(declared.span, sentence("`{name}` is {sight}", name=name, sight=Keyword(declared.sight))),)


def names_of(game: model.GameModel) -> Names:
    """Look declarations up by name."""
    return Names(
        {d.name: d for d in game.kinds},
        {d.name: d for d in game.sorts},
        {d.name: d for d in game.places},
        {d.name: d for d in game.tallies},
        {d.name: d for d in game.markers},
        {d.name: d for d in game.options},
        {d.name: d for d in game.tables},
        {d.name: d for d in game.defines},
        {d.name: d for d in game.deeds},
    )


# ---- statements ----------------------------------------------------------------------------------
def own_expressions(statement: rules.Statement) -> Iterator[exprs.Expr]:
    """Yield the expressions of a statement itself, not of the blocks inside it."""
    for _, value in fields(statement):
        yield from expressions(value, rules.Stated)


def inner_blocks(statement: rules.Statement) -> tuple[rules.Block, ...]:
    """Return the blocks inside a statement."""
    match statement:
        case rules.If():
            return (*(branch.block for branch in statement.branches), statement.otherwise)
        case rules.OneOf():
            return tuple(bullet.block for bullet in statement.bullets)
        case rules.As() | rules.ForEach() | rules.May() | rules.Repeat() | rules.Turns() | rules.Secretly() | rules.Group():
            return (statement.block,)
        case rules.Effect() | rules.Choose() | rules.OnlyIf() | rules.Let() | rules.Do() | rules.EndGame():
            return ()
        case _:
            assert_never(statement)


def statements(block: rules.Block) -> Iterator[rules.Statement]:
    """Yield all statements of a block, in the order of the text."""
    for statement in block:
        yield statement
        for inner in inner_blocks(statement):
            yield from statements(inner)


def all_statements(game: model.GameModel) -> Iterator[rules.Statement]:
    """Yield all statements of a game."""
    for deed in game.deeds:
        yield from statements(deed.block)


# ---- expressions ---------------------------------------------------------------------------------
def at_address(address: str) -> Span:
    """Return the place of something of which the model knows only the address; the pipeline puts the real place in."""
    return Span(address, 0, 0, 0, 0)


def declared_expressions(game: model.GameModel) -> Iterator[tuple[Span, exprs.Expr]]:
    """Expressions in declarations that are no rules: starts, banks, tables, definitions, score, winner."""
    for declared in (*game.sorts, *game.markers, *game.tallies, *game.places, *game.tables, *game.kinds):
        yield from ((declared.span, part) for part in expressions(declared))
    for define in game.defines:
        yield define.span, define.body
    yield from ((at_address(f"score.{line.name}"), line.value) for line in game.score)
    yield from ((at_address("winner"), criterion.value) for criterion in game.winner)


def all_expressions(game: model.GameModel) -> Iterator[tuple[Span, exprs.Expr]]:
    """Yield every outermost expression of the game (not of examples) with the place to report it at."""
    yield from declared_expressions(game)
    for statement in all_statements(game):
        yield from ((statement.span, part) for part in own_expressions(statement))


def deep(game: Names, start: exprs.Expr) -> Iterator[exprs.Expr]:
    """Yield an expression, everything below it, and everything in the definitions it uses."""
    seen: set[str] = set()
    todo = [start]
    while todo:
        for node in everything(todo.pop()):
            game.effort.spend()
            yield node
            if isinstance(node, exprs.Apply) and node.define not in seen and node.define in game.defines:
                seen.add(node.define)
                todo.append(game.defines[node.define].body)


def called(block: rules.Block) -> Iterator[tuple[str, Span]]:
    """Yield the deeds a block starts."""
    for statement in statements(block):
        if isinstance(statement, rules.Do):
            yield statement.deed, statement.span


def _started(game: Names, block: rules.Block) -> Iterator[str]:
    for statement in statements(block):
        game.effort.spend()
        if isinstance(statement, rules.Do):
            yield statement.deed


def reached(game: Names, start: tuple[str, ...]) -> set[str]:
    """Return the deeds that some deeds start, directly or through others."""
    return closure(game.deeds.keys() & start, lambda name: game.deeds.keys() & _started(game, game.deeds[name].block)) | {*start}


def deep_statements(game: Names, block: rules.Block) -> Iterator[rules.Statement]:
    """Yield all statements of a block and of the deeds it starts, each deed once."""
    blocks = [game.deeds[name].block for name in reached(game, tuple(_started(game, block))) if name in game.deeds]
    for part in (block, *blocks):
        for statement in statements(part):
            game.effort.spend()
            yield statement

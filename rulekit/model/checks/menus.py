"""Two moves of one menu that a player could not tell apart."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Label, Severity, finding
from rulekit.model import rules
from rulekit.model.analysis.game_index import Names, inner_blocks, names_of
from rulekit.model.model import GameModel
from rulekit.wording import sentence


@frozen
class Start:
    """An action that a menu can begin with. `guarded`: something else tells it apart or may forbid it."""

    do: rules.Do
    guarded: bool


def check_menus(model: GameModel) -> list[Diagnostic]:
    """Warn if one menu starts the same action with the same values in two ways."""
    game = names_of(model)
    found: dict[object, Diagnostic] = {}
    for deed in model.deeds:
        for rest in _menus(game, deed.block):
            starts, _ = _starts(game, rest, False)
            seen: dict[object, rules.Do] = {}
            for start in starts:
                key = (start.do.deed, start.do.args)
                if not start.guarded and key in seen and seen[key].span != start.do.span:
                    found[(start.do.span, seen[key].span)] = _report(start.do, seen[key])
                if not start.guarded:
                    seen.setdefault(key, start.do)
    return list(found.values())


def _report(second: rules.Do, first: rules.Do) -> Diagnostic:
    return finding(
        "RK440",
        second.span,
        "`{name}` can be started in two ways at the same moment; both moves look the same to the player",
        "offer it once, or put what follows into a `one of` behind it",
        related=(Label(first.span, sentence("the other way")),),
        severity=Severity.WARNING,
        name=second.deed,
    )


def _menus(game: Names, block: rules.Block, after: rules.Block = ()) -> Iterator[rules.Block]:
    """Yield every place where a menu can begin, with what follows it in its deed (a loop's end is the end)."""
    for number, statement in enumerate(block):
        inside = inner_blocks(statement)
        if not inside:
            continue
        game.effort.spend(1 + (len(block) - number + len(after)) // 64)
        rest = (*block[number + 1 :], *after)
        if isinstance(statement, rules.OneOf | rules.May):
            yield (statement, *rest)
        goes_on = isinstance(statement, rules.Group | rules.If | rules.OneOf)
        for inner in inside:
            yield from _menus(game, inner, rest if goes_on else ())


def _starts(game: Names, block: rules.Block, guarded: bool) -> tuple[list[Start], bool]:
    """Return the actions a block can begin with, and whether it can be left without an effect."""
    found: list[Start] = []
    for statement in block:
        starts, through, guards = _first(game, statement, guarded)
        found += starts
        if not through:
            return found, False
        guarded = guarded or guards
    return found, True


def _first(game: Names, s: rules.Statement, guarded: bool) -> tuple[list[Start], bool, bool]:
    """For one statement: actions it can begin with, whether what follows still belongs to the menu, whether it guards that."""
    game.effort.spend()
    match s:
        case rules.Do() if s.deed in game.deeds:
            if game.deeds[s.deed].role == "action":
                return [Start(s, guarded or s.if_able)], s.if_able, True
            return (*_starts(game, game.deeds[s.deed].block, guarded), True)
        case rules.OneOf():
            parts = [_starts(game, bullet.block, guarded) for bullet in s.bullets]
            return [start for starts, _ in parts for start in starts], any(through for _, through in parts), True
        case rules.May():
            return _starts(game, s.block, guarded)[0], True, False
        case rules.If():
            parts = [_starts(game, block, True) for block in inner_blocks(s)]
            return [start for starts, _ in parts for start in starts], any(through for _, through in parts), True
        case rules.Group():
            return (*_starts(game, s.block, guarded), False)
        case rules.OnlyIf() | rules.Let() | rules.Choose():
            return [], not (isinstance(s, rules.Choose) and s.at_random), not isinstance(s, rules.Let)
    return [], False, False

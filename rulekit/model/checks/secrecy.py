"""What happens secretly touches nobody else: the rules of `everyone secretly`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Label, Span, finding
from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import Names, all_statements, inner_blocks, names_of, own_expressions
from rulekit.model.analysis.reads_and_writes import is_chance
from rulekit.model.analysis.visibility import is_me
from rulekit.model.model import Define, GameModel
from rulekit.model.model_walk import children
from rulekit.wording import sentence

Me = Callable[[exprs.Expr], bool]


@frozen
class Seen:
    """A statement inside the block, with the locals that are `me` there."""

    statement: rules.Statement
    mine: frozenset[int]


@frozen
class Entry:
    """A place, marker or tally that is written or read: whether it is the player's own."""

    name: str
    own: bool
    span: Span


def check_secrecy(model: GameModel) -> list[Diagnostic]:
    """Check that `everyone secretly` writes only one's own, reads nothing of the others that is written, and has no chance."""
    game = names_of(model)
    found: list[Diagnostic] = []
    for statement in all_statements(model):
        if isinstance(statement, rules.Secretly):
            found += _secret(game, statement)
    return list(dict.fromkeys(found))


def _secret(game: Names, block: rules.Secretly) -> list[Diagnostic]:
    around = (Label(block.span, sentence("everybody does this secretly")),)
    inside = list(_inside(game, block.block, frozenset(), ()))
    written = [entry for seen in inside for entry in _writes(seen)]
    names = {entry.name for entry in written} - {entry.name for entry in written if not entry.own}
    found = [
        finding(
            "RK407",
            s.statement.span,
            "nothing may be left to chance while everybody acts secretly",
            "draw or shuffle before or after it",
            related=around,
        )
        for s in inside
        if is_chance(game, s.statement)
    ]
    found += [_not_own(entry, around) for entry in written if not entry.own]
    for seen in inside:
        for part in own_expressions(seen.statement):
            for entry in _reads(game, part, lambda e, mine=seen.mine: is_me(e, mine), seen.statement.span, 0):  # type: ignore[misc]
                if entry.name in names and not entry.own:
                    found.append(_spied(entry, around))
    return found


def _not_own(entry: Entry, around: tuple[Label, ...]) -> Diagnostic:
    return finding(
        "RK406",
        entry.span,
        "`{entry}` is changed while everybody acts secretly, but it is not (only) the player's own",
        "change only what is indexed by `me`, as `{entry}[me]`; do the rest after the secret part",
        related=around,
        entry=entry.name,
    )


def _spied(entry: Entry, around: tuple[Label, ...]) -> Diagnostic:
    return finding(
        "RK408",
        entry.span,
        "this looks at the other players' `{entry}`, which they are changing secretly at the same time",
        "look only at `{entry}[me]` here, and compare after the secret part",
        related=around,
        entry=entry.name,
    )


def _inside(game: Names, block: rules.Block, mine: frozenset[int], path: tuple[str, ...]) -> Iterator[Seen]:
    """Yield the statements of a block and of the deeds it starts."""
    for statement in block:
        game.effort.spend()
        yield Seen(statement, mine)
        if isinstance(statement, rules.Let) and is_me(statement.value, mine):
            mine = mine | {statement.local}
        if isinstance(statement, rules.Do) and statement.deed in game.deeds and statement.deed not in path:
            deed = game.deeds[statement.deed]
            told = {a.name: a.value for a in statement.args}
            inner = frozenset(p.index for p in deed.params if p.name in told and is_me(told[p.name], mine))
            yield from _inside(game, deed.block, inner, (*path, statement.deed))
        for part in inner_blocks(statement):
            yield from _inside(game, part, mine, path)


def _writes(seen: Seen) -> list[Entry]:
    s = seen.statement
    match s:
        case rules.Shuffle():
            return []  # chance, which is reported
        case rules.As():
            mine = is_me(s.player, seen.mine)
            return [] if mine else [Entry(e.name, False, e.span) for inner in s.block for e in _writes(Seen(inner, seen.mine))]
    changed = [(change.name, change.whose) for change in rules.does(s).changes]
    changed += ((taken.place, taken.indices) for taken in _taken(s.what)) if isinstance(s, rules.MovePieces) else ()
    return [Entry(name, any(is_me(index, seen.mine) for index in whose), s.span) for name, whose in changed]


def _taken(what: exprs.Expr) -> Iterator[exprs.Contents | exprs.PieceAt]:
    match what:
        case exprs.Contents() | exprs.PieceAt():
            yield what
        case exprs.Builtin(args=(first, *_)):
            yield from _taken(first)


def _reads(game: Names, part: exprs.Expr, me: Me, span: Span, depth: int) -> Iterator[Entry]:
    game.effort.spend()
    match part:
        case exprs.Contents(place=name, indices=indices) | exprs.PieceAt(place=name, indices=indices):
            yield Entry(name, any(me(index) for index in indices), span)
        case exprs.MarkerOf(marker=name, indices=indices) | exprs.TallyOf(tally=name, indices=indices):
            yield Entry(name, any(me(index) for index in indices), span)
        case exprs.Apply() if part.define in game.defines and depth < 50:
            yield from _reads(game, *_told(game.defines[part.define], part, me), span, depth + 1)
    for inner in children(part):
        yield from _reads(game, inner, me, span, depth)


def _told(define: Define, use: exprs.Apply, me: Me) -> tuple[exprs.Expr, Me]:
    own = {p.index for p, value in zip(define.params, use.args, strict=False) if me(value)}
    return define.body, lambda e: isinstance(e, exprs.Bound) and e.index in own

"""The score sheet and who has won: a function for each line, each criterion, the total, the winners."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from llvmlite import ir

from rulekit.model.types import NumberType
from rulekit.native.expressions import comprehensions
from rulekit.native.expressions.lists import Memory
from rulekit.native.llvm.builder import I32, TOP, Fn, number
from rulekit.native.llvm.module import Unit
from rulekit.native.state.layout import NONE
from rulekit.program.analysis.never_none import is_list

if TYPE_CHECKING:
    from rulekit.native.expressions.reader import Reader


def line_function(unit: Unit, what: str, at: int) -> ir.Function:
    """The value of a line of the score sheet or of a criterion of the winner, for a player."""
    from rulekit.native.expressions.reader import reader

    line = (unit.program.score if what == "score" else unit.program.winner)[at]

    def write(fn: Fn) -> None:
        mark = fn.load(fn.note(TOP))
        read = reader(fn, {0: fn.args[2]}, {0: (0, unit.program.layout.players - 1)}, there=True)
        result = number(0) if is_list(line.value.type) else read.word(line.value)
        fn.give_back(mark)
        fn.builder.ret(result)

    return unit.function(f"{what}{at}", I32, [I32], write)


def total_function(unit: Unit) -> ir.Function:
    """The sum of a player's lines that are numbers."""

    def write(fn: Fn) -> None:
        total = fn.variable(0)
        for at, line in enumerate(unit.program.score):
            if isinstance(line.value.type, NumberType):
                found = fn.call(line_function(unit, "score", at), fn.args[2])
                comprehensions.add(fn, total, fn.select(fn.is_none(found), 0, found))
        fn.builder.ret(fn.load(total))

    return unit.function("total", I32, [I32], write)


def winners(read: Reader) -> Memory:
    """The list of who has won."""
    fn, players = read.fn, read.fn.unit.program.layout.players
    mask, made = fn.call(winners_function(fn.unit)), comprehensions.room(read, players)
    count = fn.variable(0)
    for player in range(players):
        with fn.when(fn.is_("!=", fn.builder.and_(mask, number(1 << player)), 0)):
            comprehensions.append(fn, made, count, [number(player)], players)
    return Memory(made, fn.load(count))


def winners_function(unit: Unit) -> ir.Function:
    """Who is left when all criteria have been applied in order, as bits."""
    players = unit.program.layout.players

    def write(fn: Fn) -> None:
        left = fn.variable((1 << players) - 1 if unit.program.winner else 0)
        for at, line in enumerate(unit.program.winner):
            function, best, kept = line_function(unit, "winner", at), fn.variable(NONE), fn.variable(0)
            words = []
            others = fn.builder.and_(fn.load(left), fn.sub(fn.load(left), 1))
            several = fn.is_("!=", others, 0)  # whoever is left alone need not be compared
            for player in range(players):
                in_it = fn.is_("!=", fn.builder.and_(fn.load(left), number(1 << player)), 0)
                value = fn.choose(in_it, partial(fn.call, function, player), lambda: number(NONE))
                words.append((in_it, value))
            if line.name != "only_if":
                for in_it, value in words:
                    fn.trouble(fn.both(several, fn.both(in_it, fn.is_none(value))))
                    with fn.when(in_it):
                        comprehensions.extreme(fn, best, value, "max" if line.name == "most" else "min")
            for player, (in_it, value) in enumerate(words):
                good = fn.truth(value) if line.name == "only_if" else fn.is_("==", value, fn.load(best))
                bit = fn.select(fn.both(in_it, good), 1 << player, 0)
                fn.store(fn.builder.or_(fn.load(kept), bit), kept)
            fn.store(fn.load(kept), left)
        fn.builder.ret(fn.load(left))

    return unit.function("winners", I32, [], write)

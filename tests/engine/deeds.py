"""Statements and expressions for generated games: well-typed text, made by rolling dice. `games` makes whole games of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from attrs import evolve, field, frozen, mutable

T = TypeVar("T")


class Dice(Protocol):
    """Where a generator's decisions come from: hypothesis (which can shrink them) or a seed."""

    def n(self, low: int, high: int) -> int:
        """A whole number, both ends included."""


@frozen
class Setting:
    """What a generated game declares: the parts that rules may speak of."""

    colours: tuple[str, ...]
    supply: str  # shape
    supply_seen: bool
    waste_seen: bool
    hold: str  # shape
    hold_sight: str
    board: str  # index: none, slot, colour, player
    board_shape: str
    changing: bool
    secret: str  # sight
    goods: bool
    stones: bool

    @property
    def own_hold_seen(self) -> bool:
        """Whether players see their own cards."""
        return self.hold_sight in ("private", "open")

    @property
    def other_hold_seen(self) -> bool:
        """Whether players see the cards of the others."""
        return self.hold_sight in ("others", "open")


@frozen
class Scope:
    """Locals that can be used: cards, lists of cards, numbers, colours, players."""

    cards: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    players: tuple[str, ...] = ("me",)


@mutable
class Writer:
    """Writes statements; `later` are the actions and steps that may be asked for here without going in circles."""

    dice: Dice
    set: Setting
    later: tuple[str, ...] = ()
    names: int = 0
    lines: list[str] = field(factory=list)

    # ---- dice ------------------------------------------------------------------------------------
    def one(self, among: Sequence[T]) -> T:
        """One of them; the first is the simplest."""
        return among[self.dice.n(0, len(among) - 1)]

    def maybe(self, of: int = 2) -> bool:
        """Yes, once in so many."""
        return self.dice.n(0, of - 1) == of - 1

    def new(self, letter: str) -> str:
        """A fresh local."""
        self.names += 1
        return f"{letter}{self.names}"

    # ---- expressions -----------------------------------------------------------------------------
    def seen_lists(self, s: Scope) -> list[str]:
        """Lists of cards that the player sees."""
        found = ["market", *s.lists]
        if self.set.own_hold_seen:
            found.append("hold[me]")
        if self.set.other_hold_seen:
            found.append("hold[next(me)]")
        if self.set.waste_seen:
            found.append("waste")
        if self.set.supply_seen:
            found.append("supply")
        if self.set.board != "none":
            found.append("board")
        return found

    def any_lists(self, s: Scope) -> list[str]:
        """Lists of cards, seen or not."""
        return [*self.seen_lists(s), "supply", "waste", "hold[me]", "hold[next(me)]"]

    def number(self, s: Scope, hidden: bool = False) -> str:
        """A number; with `hidden` perhaps of something unseen."""
        some = self.any_lists(s) if hidden else self.seen_lists(s)
        forms = [str(self.dice.n(0, 3)), "coins[me]", "bonus", "ticks", f"count({self.one([*some, 'supply', 'hold[me]'])})"]
        forms += [f"{c}.value" for c in s.cards] + [f"worth({c})" for c in s.cards] + list(s.numbers)
        forms += [f"price[{c}]" for c in (*s.colours, self.set.colours[0])]
        forms += [f"sum({self.one(some)}.value)", f"points[{self.one(s.players)}]", "bank(coins)"]
        if hidden or self.set.secret != "others":
            forms.append("secret[me]")
        if self.set.changing:
            forms += [f"{c}.mark" for c in s.cards]
        if self.set.goods:
            forms.append(f"goods[me, {self.colour(s)}]")
        text = self.one(forms)
        if self.maybe(4):
            text = f"{text} {self.one(['+', '-', '*'])} {self.dice.n(1, 2)}"
        return text

    def colour(self, s: Scope) -> str:
        """A colour."""
        return self.one([*s.colours, *(f"{c}.colour" for c in s.cards), *self.set.colours])

    def test(self, s: Scope, hidden: bool = False) -> str:
        """A condition; with `hidden` perhaps about something unseen."""
        some = self.any_lists(s) if hidden else self.seen_lists(s)
        source = self.one(some if not hidden or self.maybe() else ["supply", "waste", "hold[next(me)]"])
        forms = [
            f"{self.number(s, hidden)} {self.one(['>', '<=', 'is', 'is not', '<'])} {self.number(s, hidden)}",
            f"{self.one(['supply', 'hold[me]', 'market', 'waste'])} is {self.one(['empty', 'not empty'])}",
            f"any(x in {source} where x.value {self.one(['>', 'is'])} {self.dice.n(1, 3)})",
            f"every(x in {source} where x.colour is {self.colour(s)})",
            f"count(x in {source} where x.colour is {self.colour(s)}) > {self.dice.n(0, 2)}",
            "harsh",
            f"rich({self.one(s.players)})",
            "leader is not none",
        ]
        if self.later:
            forms.append(f"me {self.one(['can', 'cannot'])} {self.one(self.later)}")
        forms += [f"{c}.colour is {self.colour(s)}" for c in s.cards]
        text = self.one(forms)
        if self.maybe(5):
            text = f"({text}) {self.one(['and', 'or'])} {self.one(forms)}"
        return text if not self.maybe(6) else f"not ({text})"

    def target(self, s: Scope) -> str:
        """A place for cards."""
        forms = ["waste", "hold[me]", "market", "box", f"hold[{self.one(s.players)}]"]
        if self.set.board == "slot":
            forms += [f"board[{n}]" for n in (*s.numbers, "1", "2")]
        elif self.set.board == "colour":
            forms.append(f"board[{self.colour(s)}]")
        elif self.set.board == "player":
            forms.append(f"board[me, {self.colour(s)}]")
        return self.one(forms)

    # ---- choices ---------------------------------------------------------------------------------
    def choose(self, s: Scope) -> tuple[list[str], Scope]:
        """A choice, and what can be used after it."""
        forms = [self._card, self._number, self._colour, self._several, self._two, self._position, self._player, self._number]
        return self.one(forms)(s)

    def _card(self, s: Scope) -> tuple[list[str], Scope]:
        name = self.new("c")
        after = evolve(s, cards=(*s.cards, name))
        where = f" where {self.test(after)}" if self.maybe(3) else ""
        return [f"choose {name} in {self.one(self.seen_lists(s))}{where}"], after

    def _number(self, s: Scope) -> tuple[list[str], Scope]:
        name = self.new("n")
        top = self.one(["3", "2", "count(market)", "bonus"])
        return [f"choose {name} in {self.dice.n(0, 1)}..{top}"], evolve(s, numbers=(*s.numbers, name))

    def _colour(self, s: Scope) -> tuple[list[str], Scope]:
        if "colour" in s.colours:
            return self._number(s)
        return ["choose colour"], evolve(s, colours=(*s.colours, "colour"))

    def _several(self, s: Scope) -> tuple[list[str], Scope]:
        name = self.new("l")
        amount = self.one(["up to 2", "some", "2", "1..2", "(bonus)"])
        source = self.one(self.seen_lists(s)[:3])
        after = evolve(s, lists=(*s.lists, name))
        where = f" where sum({name}.value) > {self.dice.n(0, 4)}" if self.maybe(3) else ""
        return [f"choose {amount} {name} in {source}{where}"], after

    def _two(self, s: Scope) -> tuple[list[str], Scope]:
        card, number = self.new("c"), self.new("n")
        after = evolve(s, cards=(*s.cards, card), numbers=(*s.numbers, number))
        where = f" where {card}.value {self.one(['>', 'is', '<='])} {number}" if self.maybe() else ""
        return [f"choose {card} in {self.one(self.seen_lists(s))}, {number} in 1..2{where}"], after

    def _position(self, s: Scope) -> tuple[list[str], Scope]:
        if self.set.hold == "hand":
            return self._card(s)
        name = self.new("n")
        lines = [f"choose {name} in 1..count(hold[me])"]
        if self.set.own_hold_seen:
            return lines, evolve(s, cards=(*s.cards, f"hold[me, {name}]"), numbers=(*s.numbers, name))
        return [*lines, f"move hold[me, {name}] to {self.target(s)}"], evolve(s, numbers=(*s.numbers, name))

    def _player(self, s: Scope) -> tuple[list[str], Scope]:
        name = self.new("p")
        return [f"choose {name} in players where {name} is not me"], evolve(s, players=(*s.players, name))

    # ---- effects ---------------------------------------------------------------------------------
    def effect(self, s: Scope) -> list[str]:
        """A line that changes something."""
        forms = [self._move, self._draw, self._tally, self._set, self._move, self._tally]
        return self.one(forms)(s)

    def _move(self, s: Scope) -> list[str]:
        what = self.one(
            [*s.cards, *s.lists, "top(market)", "first(x in market where x.value > 1)", "bottom(waste, 2)", "top(supply)"]
            if self.set.supply != "bag"
            else [*s.cards, *s.lists, "market", "top(market)"]
        )
        return [f"move {what} {self.one(['to', 'to', 'under'])} {self.target(s)}"]

    def _draw(self, s: Scope) -> list[str]:
        forms = [
            f"draw {self.one(['1', '2', 'bonus'])} from supply to {self.target(s)}",
            "fill market to 3 from supply",
            "draw 1 from market to waste",
        ]
        if self.set.stones:
            forms += ["draw 1 from heap to seat_of[me]", "move seat_of[me] to heap"]
        return [self.one(forms)]

    def _tally(self, s: Scope) -> list[str]:
        amount = self.one(["1", "2", *s.numbers, *(f"{c}.value" for c in s.cards), "bonus", *self._unseen_numbers()])
        forms = [
            f"gain {amount} coins",
            f"pay {amount} coins",
            f"gain {amount} points",
            f"pay 1 coins to {self.one([*s.players, 'next(me)'])}",
        ]
        if self.set.goods:
            forms += [f"gain 1 goods[{self.colour(s)}]", f"pay 1 goods[{self.colour(s)}]"]
        return [self.one(forms)]

    def _unseen_numbers(self) -> list[str]:
        """Numbers that perhaps nobody knows: using one is a horizon."""
        top = [] if self.set.supply == "bag" else ["max(0, sum(top(supply, 1).value) - 1)"]
        return [*top, "count(x in hold[next(me)] where x.value > 1)", "count(x in supply where x.value is 1)"]

    def _set(self, s: Scope) -> list[str]:
        said = ["{secret[me]}"] if self.set.secret == "open" else []
        unseen, player = self.one(self._unseen_numbers()), self.one([*s.players, "next(me)"])
        forms = [
            f"set leader to {self.one(['none', *s.players])}",
            f"set secret[me] to min(3, {self.dice.n(0, 3)})",
            "shuffle waste",
            f"reveal {self.one(['secret[me]', 'hold[me]', 'top(market)', *s.cards])}{self.one(['', f' to {player}'])}",
            f'announce "{self.one(["well", "{count(supply)} left", "is it {next(me)}?", *said])}"',
            "set secret[me] to secret[me] + 1",
            f"set busy to {unseen}",
        ]
        if self.set.changing:
            forms += [f"set {c}.mark to ({c}.mark + 1) mod 3" for c in s.cards]
        return [self.one(forms)]

    # ---- blocks ----------------------------------------------------------------------------------
    def block(self, s: Scope, size: int, depth: int) -> list[str]:
        """Some statements, one after another."""
        lines: list[str] = []
        for _ in range(self.dice.n(1, size)):
            more, s = self.statement(s, depth)
            lines += more
        return lines

    def statement(self, s: Scope, depth: int) -> tuple[list[str], Scope]:
        """A statement, and the locals that can be used after it."""
        roll = self.dice.n(0, 12 if depth > 0 else 7)
        if roll <= 1:
            return self.choose(s)
        if roll <= 4:
            return self.effect(s), s
        if roll == 5:
            return [f'{self._label()}only if {self.test(s)} because "because of {self.dice.n(1, 9)}"'], s
        if roll == 6:
            return self._let(s)
        if roll == 7:
            name = self.new("n")
            return [f"choose {name} in 1..3 at random"], evolve(s, numbers=(*s.numbers, name))
        return self.compound(s, depth - 1), s

    def _label(self) -> str:
        return f"{self.new('rule')}: " if self.maybe() else ""

    def _let(self, s: Scope) -> tuple[list[str], Scope]:
        if self.maybe() and s.cards:
            name = self.new("c")
            return [f"let {name} = {self.one(s.cards)}"], evolve(s, cards=(*s.cards, name))
        name = self.new("n")
        return [f"let {name} = {self.number(s)}"], evolve(s, numbers=(*s.numbers, name))

    def compound(self, s: Scope, depth: int) -> list[str]:
        """A statement with a block of its own."""
        forms = [self._if, self._one_of, self._may, self._for_each, self._repeat]
        return self.one(forms)(s, depth)

    def _if(self, s: Scope, depth: int) -> list[str]:
        lines = [f"if {self.test(s, hidden=True)}", *indent(self.block(s, 2, depth))]
        if self.set.supply != "bag" and self.maybe(3):
            name = self.new("u")
            lines = [f"let {name} = top(supply)", f"if {name} is not none and {name}.value > 1", *lines[1:]]
        if self.maybe():
            lines += ["else", *indent(self.block(s, 2, depth))]
        return lines

    def _one_of(self, s: Scope, depth: int) -> list[str]:
        lines = ["one of"]
        for _ in range(self.dice.n(1, 2)):
            lines += [f"  - {self.new('way')}:", *indent(indent(self.block(s, 2, depth)))]
        return [*lines, f"  - {self.new('pass')}:"] if self.maybe() else lines

    def _may(self, s: Scope, depth: int) -> list[str]:
        if self.maybe(3):
            return [f"may up to {self.dice.n(1, 2)} times", *indent(self.block(s, 2, depth))]
        if self.maybe(3):
            return [
                "may repeatedly",
                '  only if busy < 3 because "enough"',
                "  set busy to busy + 1",
                *indent(self.block(s, 2, depth)),
            ]
        return ["may", *indent(self.block(s, 2, depth))]

    def _for_each(self, s: Scope, depth: int) -> list[str]:
        form = self.dice.n(0, 3)
        if form == 0:
            name = self.new("n")
            return [
                f"for each {name} in 1..{self.one(['2', *self._unseen_numbers()])}",
                *indent(self.block(evolve(s, numbers=(*s.numbers, name)), 2, depth)),
            ]
        if form == 1:
            name = self.new("c")
            return [
                f"for each {name} in {self.one(self.seen_lists(s))} where {name}.value > {self.dice.n(0, 2)}",
                *indent(self.block(evolve(s, cards=(*s.cards, name)), 1, depth)),
            ]
        name = self.new("p")
        return [f"for each {name} in clockwise(next(me))", *indent(self.block(evolve(s, players=(*s.players, name)), 1, depth))]

    def _repeat(self, s: Scope, depth: int) -> list[str]:
        return [f"repeat {self.one(['2', 'bonus', '1', *self._unseen_numbers()])} times", *indent(self.block(s, 2, depth))]


def indent(lines: Sequence[str]) -> list[str]:
    """One level deeper."""
    return ["  " + line for line in lines]

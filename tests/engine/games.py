"""Whole small games as text, for property tests: every one passes the checker and ends by a marker that counts turns.

`games()` is a hypothesis strategy; `write_game(Seeded(7))` makes a game from a seed. Nothing is made from the grammar: the
writer knows what has which type, so that almost nothing has to be thrown away.
"""

from __future__ import annotations

import random
from typing import Any

from attrs import frozen
from hypothesis import strategies as st

from tests.engine.deeds import Dice, Scope, Setting, Writer, indent

COLOURS = ("red", "green", "blue")


@frozen
class Seeded:
    """Dice from a seed."""

    chance: random.Random

    def n(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return low + int(self.chance.random() * (high - low + 1))


@frozen
class _Drawn:
    draw: Any

    def n(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))  # type: ignore[no-any-return]


@st.composite
def games(draw: Any) -> str:
    """The text of a game."""
    return write_game(_Drawn(draw))


def seeded_game(seed: int) -> str:
    """The text of the game with this number: quick, and always the same."""
    return write_game(Seeded(random.Random(seed)))


def write_game(dice: Dice) -> str:
    """Write a game."""
    w = Writer(dice, _setting(dice))
    actions = [f"act{n}" for n in range(1, dice.n(1, 3) + 1)]
    rules: list[str] = []
    for n, name in enumerate(actions):
        w.later = (*actions[n + 1 :], "help") if n + 1 < len(actions) else ("help",)
        rules += [f"action {name}", *indent(_action(w)), ""]
    w.later = ()
    rules += ["step help", *indent(w.block(Scope(), 2, 1)), ""]
    secret = w.maybe(3)
    lines = [*_head(w), *_pieces(w), *_places(w), *_numbers(w), *_setup(w), *_play(w, actions, secret), *rules]
    if secret:
        lines += _secret(w)
    return "\n".join([*lines, *_end(w)]) + "\n"


def _setting(dice: Dice) -> Setting:
    def one(*among: str) -> str:
        return among[dice.n(0, len(among) - 1)]

    hold = one("hand", "row", "pile", "deck")
    return Setting(
        colours=COLOURS[: dice.n(2, 3)],
        supply=one("deck", "bag", "pile", "row"),
        supply_seen=dice.n(0, 3) == 3,
        waste_seen=dice.n(0, 2) > 0,
        hold=hold,
        hold_sight=one("private", "open", "others", "hidden"),
        board=one("none", "slot", "colour", "player"),
        board_shape=one("row", "pile"),
        changing=dice.n(0, 2) == 2,
        secret=one("private", "others", "open"),
        goods=dice.n(0, 2) == 2,
        stones=dice.n(0, 2) == 2,
    )


# ---- declarations --------------------------------------------------------------------------------
def _head(w: Writer) -> list[str]:
    lines = ["cafe en", 'game made "Made by dice"', f"  players {w.one(['2', '2..3', '1..2'])}", ""]
    if w.maybe():
        rows = [f"  | {c} | {n} |" for n, c in enumerate(w.set.colours, 1)]
        return [*lines, "kind colour", "  rank: number", "  | colour | rank |", *rows, ""]
    return [*lines, f"kind colour: {', '.join(w.set.colours)}", ""]


def _pieces(w: Writer) -> list[str]:
    lines = ["piece card in supply", "  value: 1..3", "  colour"]
    if w.set.changing:
        lines.append("  mark: 0..3 = 0")
    lines.append("  | copies | value | colour |")
    for colour in w.set.colours:
        lines.append(f"  | {w.dice.n(1, 2)} | {w.one(['1, 2', 'each', '2', '1, 3'])} | {colour} |")
    if w.set.stones:
        lines += ["", "piece stone in heap", "  | copies |", f"  | {w.dice.n(2, 5)} |"]
    return [*lines, ""]


def _places(w: Writer) -> list[str]:
    s = w.set
    refill = ", refilled from waste" if w.maybe() else ""
    lines = [
        f"place supply: {s.supply} of card, {'open' if s.supply_seen else 'hidden'}{refill}",
        f"place waste: {w.one(['pile', 'row', 'bag', 'deck'])} of card, {'open' if s.waste_seen else 'hidden'}",
        f"place hold[player]: {s.hold} of card, {s.hold_sight}",
        "place market: row of card",
        "place bid[player]: spot of card, private",
    ]
    if s.board == "slot":
        lines.append("place board[slot: 1..3]: spot of card")
    elif s.board != "none":
        dims = "colour" if s.board == "colour" else "player, colour"
        lines.append(f"place board[{dims}]: {s.board_shape} of card")
    if s.stones:
        lines += [f"place heap: {w.one(['pile', 'bag', 'row'])} of stone", "place seat_of[player]: spot of stone"]
    return [*lines, ""]


def _numbers(w: Writer) -> list[str]:
    lines = [f"tally coins[player] bank {w.dice.n(3, 12)}", "tally points[player]"]
    if w.set.goods:
        lines.append(f"tally goods[player, colour] bank {w.dice.n(1, 4)}")
    secret = w.set.secret
    lines += [
        "marker ticks: 0..60 = 0",
        "marker busy: 0..60 = 0",
        "marker leader: player or none",
        f"marker secret[player]: 0..9{'' if secret == 'open' else ', ' + secret} = 0",
        "",
        f'option bonus "How many?" = {w.dice.n(0, 2)} among 0..3',
        f'option harsh "Is it harsh?" = {w.one(["no", "yes"])}',
        "",
    ]
    rows = [f"  | {c} | {w.dice.n(0, 3)} |" for c in w.set.colours]
    return [
        *lines,
        "table price[colour]: number",
        *rows,
        "",
        "define worth(c: card) = c.value + price[c.colour]",
        f"define rich(p: player) = coins[p] > {w.dice.n(0, 3)}",
        f"define last_tick = {w.dice.n(2, 6)}",
        "",
    ]


def _setup(w: Writer) -> list[str]:
    lines = ["setup"]
    if w.set.supply != "bag":
        lines.append("  shuffle supply")
    lines.append(f"  deal {w.dice.n(1, 2)} from supply to hold")
    lines.append(w.one(["  fill market to 2 from supply", "  draw 2 from supply to market", "  draw 1 from supply to waste"]))
    return [*lines, "  for each p in players", f"    p gains {w.dice.n(0, 3)} coins", ""]


# ---- rules ---------------------------------------------------------------------------------------
def _action(w: Writer) -> list[str]:
    scope, lines = Scope(), []
    for _ in range(w.dice.n(0, 2)):
        more, scope = w.choose(scope)
        lines += more
    if w.maybe():
        lines.append(f'early{w.new("_")}: only if {w.test(scope)} because "not now: {{ticks}}"')
    lines += w.block(scope, 3, 2)
    if w.maybe(3):
        lines.append(f'late{w.new("_")}: only if {w.test(scope)} because "it does not come out"')
    if "help" in w.later and w.maybe(4):
        lines.append("do help")
    return lines


def _play(w: Writer, actions: list[str], secret: bool) -> list[str]:
    turn = ["set ticks to ticks + 1", "set busy to 0", *_turn(w, actions)]
    lines = ["play"]
    if secret:
        lines += ["  secrets: everyone secretly", "    do plan", "  for each p in players", "    move bid[p] to waste"]
    loop = w.dice.n(0, 3)
    where = w.one(["", " where coins[active] > 0", ""])
    if loop <= 1:
        lines += [
            f"  {w.one(['turns', 'rounds'])} from {w.one(['starter', 'next(starter)'])}{where} until ticks >= last_tick",
            *indent(indent(turn)),
        ]
        if w.maybe(3):
            lines += ["    if ticks < 4", "      next turn me"]
    elif loop == 2:
        lines += [
            "  repeat until ticks >= last_tick",
            "    for each p in clockwise(starter)",
            "      set ticks to ticks + 1",
            "      set busy to 0",
            f"      p {w.one(['does', 'may do'])} {actions[0]}",
        ]
    else:
        lines += ["  repeat 2 times", "    turns from starter until ticks >= last_tick", *indent(indent(indent(turn)))]
    if w.maybe(4):
        lines += ["  if coins[starter] > 2", "    end game"]
    return [*lines, "  do wind_up", "", "step wind_up", "  if harsh", "    starter gains bonus coins", ""]


def _turn(w: Writer, actions: list[str]) -> list[str]:
    form = w.dice.n(0, 7)
    if form in (0, 1, 6, 7):
        bullets = [f"  - do {a}" for a in actions] + (["  - pass:"] if w.maybe() or form == 0 else ["  - gain 1 coins"])
        return ["one of", *bullets, *([f"may do {actions[-1]}"] if w.maybe(3) else [])]
    if form == 2:
        return [f"do {actions[0]} if able", *w.block(Scope(), 2, 1)]
    if form == 3:
        return [f"may up to 2 times do {actions[0]}", "gain 1 points"]
    if form == 4:
        return [f"if {w.test(Scope(), hidden=True)}", f"  may do {actions[0]}", "else", *indent(w.block(Scope(), 2, 1))]
    return [
        "one of",
        f"  - do {actions[0]}",
        f"    may repeatedly do {actions[-1]}" if w.maybe(4) else f"    may do {actions[-1]}",
        "  - rest:",
    ]


def _secret(w: Writer) -> list[str]:
    if w.set.own_hold_seen and w.maybe():
        return ["action plan", "  choose c in hold[me]", "  move c to bid[me]", "  set secret[me] to c.value", ""]
    return ["action plan", "  choose n in 0..2", "  set secret[me] to n", "  may", "    gain 1 points", ""]


def _end(w: Writer) -> list[str]:
    lines = ["score p", "  coins: coins[p]", "  cards: sum(c.value for c in hold[p])", "  rich: rich(p)"]
    if w.maybe():
        lines.append("  market: count(x in market where x.value > 1) * points[p]")
    lines += ["", "winner p"]
    if w.maybe(3):
        lines.append("  only if coins[p] > 0")
    return [*lines, f"  {w.one(['most', 'fewest'])} score(p)", "  most secret[p]"]

"""Small games that go wrong in every way the language has: some of their games only, at rules that depend on chance.

By name: the codes that games end with, and the rules. A game without codes is over, or too long.
"""

from __future__ import annotations

from attrs import frozen

HEAD = 'cafe en\ngame faulty "Faulty"\n  players 2\n\n'
DAYS = """\
marker day: 0..9 = 0
marker m: 0..9 = 3
tally coins[player]

play
  turns from starter until day is 4
    do act

"""
ACT = """\
action act
  choose x in 1..3
  set day to day + 1
  choose n in 0..7 at random
"""
END = "\nscore p\n  coins: coins[p]\n\nwinner p\n  most score(p)\n"
CARDS = """\
piece card in deck
  rank: 1..3
  | copies | rank |
  | 1      | each |

place deck: pile of card
place spent: pile of card
place held[player]: pile of card
"""
FEE = "table fee[k: 1..3]: number\n  | 1 | 2 |\n  | 2 | - |\n  | 3 | 1 |\n\n"


@frozen
class Faulty:
    """Rules, the codes that their games end with, how many games are enough to see them, and when a game is given up."""

    codes: frozenset[str]
    text: str
    games: int = 24
    longest: int = 10_000


def acting(*lines: str, before: str = "") -> str:
    """Four turns: a choice, a number `n` by chance, and then these lines."""
    return HEAD + before + DAYS + ACT + "".join(f"  {line}\n" for line in lines) + END


def asking(*lines: str, before: str = "") -> str:
    """Four turns: a number `m` by chance, and then an action with these lines."""
    drawn = "    choose n in 0..7 at random\n    set m to n\n    set day to day + 1\n"
    days = DAYS.replace("    do act\n", drawn + "    do act\n")
    return HEAD + before + days + "action act\n" + "".join(f"  {line}\n" for line in lines) + END


def nested(deeds: int, choices: int) -> str:
    """An action, begun by half of the games, that wants another to be possible after so many choices, which wants another …"""
    text = HEAD + "marker m: 0..9 = 0\n\nplay\n  choose n in 0..1 at random\n  if n is 1\n    starter does act_1\n"
    for deed in range(1, deeds + 1):
        wanted = f"me can act_{deed + 1}" if deed < deeds else "m is 1"
        text += f"\naction act_{deed}\n  repeat {choices} times\n    choose k in 1..2\n    set m to k\n"
        text += f'  last: only if {wanted} because "that has to be possible"\n'
    return text + "\nwinner p\n  only if p is active\n"


def _faulty(codes: str, text: str, games: int = 24, longest: int = 10_000) -> Faulty:
    return Faulty(frozenset(codes.split()), text, games, longest)


FAULTY: dict[str, Faulty] = {
    "none in a sum": _faulty(
        "RK521",
        acting("early: if n is 0", "  set m to max(held[me].rank) + 1", "late: gain min(held[me].rank) coins", before=CARDS),
    ),
    "none as a player": _faulty(
        "RK521",
        acting("if n is 0", "  set head to none", "lost: head gains 1 coins", before="marker head: player or none = starter\n"),
    ),
    "none as a criterion": _faulty("RK521", HEAD + CARDS + DAYS + ACT + "  if n > 4\n    draw 1 from deck to held[me]\n"
                                   "\nwinner p\n  most max(held[p].rank)\n"),
    "no entry": _faulty("RK522", acting("hole: if n > 5", "  gain fee[2] coins", "outside: gain fee[x + n] coins", before=FEE)),
    "by zero": _faulty("RK523", acting("share: gain 6 div n coins", "rest: gain 6 mod max(0, n - 1) coins")),
    "too large": _faulty("RK524", acting("square: gain 300000000 * n coins", "sum: gain 900000000 coins")),
    "a score too large": _faulty("RK524", acting("gain n * 60000000 coins").replace(": coins[p]\n", ": coins[p] * 4\n")),
    "a total too large": _faulty(
        "RK524", acting("gain n * 90000000 coins").replace(": coins[p]\n", ": coins[p]\n  more: coins[p]\n  again: coins[p]\n")
    ),
    "an argument outside": _faulty("RK525", acting("do lose(n)") + "\nstep lose(k: 1..9)\n  set m to max(0, m - k)\n"),
    "a marker outside": _faulty("RK526", acting("down: set m to m - n", "up: set m to m + 2 * n")),
    "a marker without a value": _faulty(
        "RK526", acting("set chief to (if n is 0 then none else me)", before="marker chief: player = starter\n")
    ),
    "less than nothing": _faulty("RK527", acting("gain n - 1 coins", "if n is 1", "  fine: pay coins[me] - 1 coins")),
    "an index outside": _faulty(
        "RK528", acting("low: set heap[n] to 1", "high: set heap[n + 2] to 1", before="marker heap[k: 1..8]: 0..1 = 0\n")
    ),
    "a loop without change": _faulty(
        "RK529", acting("wait: repeat until n > 0 or m is 9", "  for each p in players where m is 8", "    set m to 9")
    ),
    "passes without change": _faulty(
        "RK529", HEAD + "marker m: 0..9 = 0\n\nsetup\n  choose k in 0..1 at random\n  set m to k\n\n"
        "play\n  turns from starter until m is 1\n    do wait\n\naction wait\n",
    ),
    "a set-up without end": _faulty(
        "RK529", HEAD + "marker m: 0..9 = 0\n\nsetup\n  choose k in 0..1 at random\n  set m to k\n"
        "  repeat until m is 3\n    set m to (m + 2) mod 8\n" + "\nplay\n  end game\n", 9,
    ),
    "forced choices": _faulty(
        "RK529", acting("repeat until n > 0", "  choose y in 3..3", "  set m to (m + 1) mod 7"), 6
    ),
    "drawn for ever": _faulty(
        "RK529",
        acting("many: draw n * 4000 from deck to spent", before=CARDS.replace("card\n", "card, refilled from spent\n", 1)), 6
    ),
    "a set of too many": _faulty("RK530", asking("choose some xs in 1..m + 6", "set m to count(xs)"), 12),
    "a list too long": _faulty("RK532", asking("choose k in 1..m * 600 + 1 where k > m * 600 - 2", "gain k coins")),
    "a late requirement": _faulty(
        "RK540 RK541",
        asking("repeat m + 1 times", "  choose k in 1..5", "  set total to total + k",
               'only if total is m * 5 because "not so many"', "set total to 0", before="marker total: 0..99 = 0\n"), 10,
    ),
    "choices without end": _faulty(
        "RK540 RK541", asking("repeat m * 10 times", "  choose k in 1..2", "  set total to k",
                        'only if total is 2 because "two at the end"', before="marker total: 0..9 = 0\n"), 10,
    ),
    "searches inside searches": _faulty("RK540", nested(12, 60), 9),
    "nothing is allowed": _faulty(
        "RK541", asking("choose k in 1..6", 'enough: only if k > m because "too few"', "gain k coins", "pay m coins")
    ),
    "an empty bank": _faulty(
        "RK541", asking("gain m coins", "choose k in 2..4", "dear: pay k coins", "next turn next(me)").replace(
            "tally coins[player]", "tally coins[player] bank 9")
    ),
    "too few pieces": _faulty(
        "RK541",
        asking("choose card in deck where card.rank >= m mod 4", "move card to held[me]", before=CARDS.replace("| 1 ", "| 2 ")),
    ),
    "too many moves": _faulty("RK542", asking("choose k in 1..60, l in 1..m * 10 + 1", "gain k + l coins"), 12),
    "too long": _faulty("", acting("if n > 2", "  set day to max(0, day - 2)"), 24, 12),
}  # fmt: skip

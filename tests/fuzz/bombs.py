"""Files built to eat the machine. Each must end soon, with a finding or a fault, in little memory."""

from __future__ import annotations

HEAD = 'cafe en\ngame bomb "Bomb"\n  players 2..3\n\n'
CARDS = (
    "piece card in deck\n  value: 1..9\n  | copies | value |\n  | {copies} | each |\n\nplace deck: deck of card\n"
    "place hand[player]: hand of card\n\n"
)
BIG = 2147483647
TICKS = "marker ticks: 0..9 = 0\n\n"
TURNS = "play\n  turns from starter until ticks is 3\n    set ticks to ticks + 1\n    do act\n\n"


def _act(*lines: str) -> str:
    return TICKS + TURNS + "action act\n" + "".join(f"  {line}\n" for line in lines)


def _nested(word: str, depth: int) -> str:
    return "".join("  " * n + f"{word}\n" for n in range(1, depth)) + "  " * depth + "end game\n"


def _doubling(count: int) -> str:
    return "define d0 = 1\n" + "".join(f"define d{n} = d{n - 1} + d{n - 1}\n" for n in range(1, count))


def _doubling_steps(count: int) -> str:
    first = "step s0\n  set ticks to 1\n\n"
    return first + "".join(f"step s{n}\n  do s{n - 1}\n  do s{n - 1}\n\n" for n in range(1, count))


BOMBS: dict[str, str] = {
    "comprehension": HEAD + _act("choose n in 1..2", f'only if count(x for x in 1..{BIG}, y in 1..{BIG}) > 3 because "x"'),
    "comprehensions within lists": HEAD
    + _act(
        "choose n in 1..2",
        'only if any(a in 1..4000 where any(b in 1..4000 where any(c in 1..4000 where a + b + c is 1))) because "x"',
    ),
    "sum of sums": HEAD
    + _act(f"let n = sum(sum(sum(a + b + c for c in 1..{BIG}) for b in 1..4000) for a in 1..4000)", "set ticks to n"),
    "repeat": HEAD + TICKS + f"play\n  repeat {BIG} times\n    set ticks to 1\n",
    "repeats": HEAD + TICKS + f"play\n  repeat {BIG} times\n    repeat {BIG} times\n      set ticks to ticks\n",
    "repeat of chance": HEAD + TICKS + f"play\n  repeat {BIG} times\n    choose n in 1..6 at random\n",
    "choose from a range": HEAD + _act(f"choose n in 1..{BIG}", "set ticks to 1"),
    "choose from a counted range": HEAD + "tally coins[player]\n\n" + _act(f"gain {BIG} coins", "choose n in 1..coins[me]"),
    "choose from ranges": HEAD + _act("choose a in 1..4000, b in 1..4000", "set ticks to 1"),
    "choose at random": HEAD + _act(f"choose n in 1..{BIG} at random", "set ticks to 1"),
    "choose at random from ranges": HEAD + _act("choose a in 1..4000, b in 1..4000 at random", "set ticks to 1"),
    "choose one after another": HEAD + _act(*(f"choose a{n} in 1..9" for n in range(12)), "set ticks to 1"),
    "choose some of 12, nested": HEAD
    + CARDS.format(copies=2)
    + "setup\n  deal 6 from deck to hand\n\n"
    + _act(*(f"choose some s{n} in hand[me]" for n in range(6)), "set ticks to 1"),
    "choose some, late": HEAD
    + CARDS.format(copies=2)
    + "setup\n  deal 6 from deck to hand\n\n"
    + _act(*(f"choose some s{n} in hand[me]" for n in range(4)), "set ticks to 1", 'only if ticks is 2 because "x"'),
    "late search": HEAD
    + TICKS
    + "marker heap: 0..999 = 0\n\n"
    + TURNS
    + "action act\n"
    + "".join(f"  choose a{n} in 1..9\n  set heap to heap + a{n}\n" for n in range(20))
    + '  only if heap is 999 because "x"\n',
    "places": HEAD
    + CARDS.format(copies=1)
    + "place board[x: 1..100000, y: 1..100000]: spot of card\n\n"
    + _act("draw 1 from deck to board[1, 1]"),
    "markers": HEAD + "marker m[x: 1..100000, y: 1..1000]: number = 0\n\n" + _act("set m[1, 1] to 2"),
    "tallies": HEAD + "tally t[player, x: 1..100000000] bank 3\n\n" + _act("gain 1 t[1]"),
    "huge dims": HEAD + f"marker m[x: 1..{BIG}]: number = 0\n\n" + _act("set m[1] to 2"),
    "copies": HEAD + CARDS.format(copies=1000000) + _act("draw 1 from deck to hand[me]"),
    "copies beyond": HEAD + CARDS.format(copies="99999999999999999999") + _act("draw 1 from deck to hand[me]"),
    "each of each": HEAD
    + "piece card in deck\n  a: 1..1000\n  b: 1..1000\n  c: 1..1000\n  | copies | a | b | c |\n  | 1 | each | each | each |\n\n"
    "place deck: deck of card\n\n" + _act("shuffle deck"),
    "table": HEAD + f"table t[n: 1..{BIG}]: number\n  | 1..{BIG} | 1 |\n\n" + _act("set ticks to t[5]"),
    "matrix": HEAD
    + "table t[a: 1..100000, b: 1..3]: number\n  | a | 1 | 2 | 3 |\n  | 1..100000 | 1 | 2 | 3 |\n\n"
    + _act("set ticks to t[5, 1]"),
    "kind values": HEAD + "kind k: " + ", ".join(f"v{n}" for n in range(20000)) + "\n\n" + _act("choose k", "set ticks to 1"),
    "definitions that double": HEAD + _doubling(40) + _act("set ticks to d39"),
    "definitions that double, with a parameter": HEAD
    + "define e0(n: number) = n\n"
    + "".join(f"define e{n}(n: number) = e{n - 1}(n) + e{n - 1}(n + 1)\n" for n in range(1, 40))
    + _act("let x = e39(ticks)", "set ticks to x"),
    "steps that double": HEAD + TICKS + _doubling_steps(40) + "play\n  do s39\n",
    "can that doubles": HEAD
    + TICKS
    + TURNS
    + "action act\n  set ticks to 1\n"
    + "\naction b0\n  choose n in 1..2\n  set ticks to n\n"
    + "".join(
        f'\naction b{n}\n  choose n in 1..2\n  only if me can b{n - 1} and me can b{n - 1} because "x"\n  set ticks to n\n'
        for n in range(1, 30)
    )
    + "\nwinner p\n  only if p can b29\n",
    "for each over a range": HEAD + TICKS + f"play\n  for each n in 1..{BIG}\n    set ticks to 1\n",
    "for each over ranges": HEAD + TICKS + "play\n  for each a in 1..4000, b in 1..4000\n    set ticks to 1\n",
    "for each in for each": HEAD
    + TICKS
    + "play\n  for each a in 1..4000\n    for each b in 1..4000\n      for each c in 1..4000\n        set ticks to 1\n",
    "draw": HEAD + CARDS.format(copies=3) + _act(f"draw {BIG} from deck to hand[me]"),
    "deal": HEAD + CARDS.format(copies=3) + f"setup\n  deal {BIG} from deck to hand\n\n" + _act("draw 1 from deck to hand[me]"),
    "deal all in a circle": HEAD
    + CARDS.format(copies=3).replace("of card\nplace", "of card, refilled from deck\nplace", 1)
    + "setup\n  deal all from deck to hand\n\n"
    + _act("draw 1 from deck to hand[me]"),
    "fill": HEAD + CARDS.format(copies=3) + _act(f"fill hand[me] to {BIG} from deck"),
    "powers": HEAD + _act("let a = " + " * ".join(["2147483647"] * 60), "set ticks to a"),
    "growing number": HEAD + "marker m: number = 2\n\n" + TICKS + "play\n  repeat 100 times\n    set m to m * m\n",
    "may repeatedly": HEAD + _act("may repeatedly", "  set ticks to 2"),
    "may repeatedly, late": HEAD
    + "marker m: number = 0\n\n"
    + _act("may repeatedly", "  set m to m + 1", 'only if m is 100000 because "x"'),
    "one of within one of": HEAD
    + _act(*(line for n in range(12) for line in ("one of", f"  - a{n}:", f"  - b{n}:")), "set ticks to 1"),
    "turns without end": HEAD + "play\n  turns from starter\n    do act\n\naction act\n  next turn me\n",
    "loop without end": HEAD + TICKS + "play\n  repeat\n    set ticks to 1 - ticks\n",
    "counting loop without end": HEAD + "marker m: number = 0\n\nplay\n  repeat\n    set m to m + 1\n",
    "lines": HEAD
    + CARDS.format(copies=1)
    + "place board[x: 1..60, y: 1..60]: spot of card\n\n"
    + _act("choose x in 1..60, y in 1..60 where count(l in lines(board, 3)) > x", "draw 1 from deck to board[x, y]"),
    "deep brackets": HEAD + "define a = " + "(" * 50000 + "1" + ")" * 50000 + "\n",
    "deep blocks": HEAD + "play\n" + _nested("if ticks is 1", 3000),
    "long sum": HEAD + "define a = " + " + ".join(["1"] * 100000) + "\n",
    "long line": HEAD + "define a = " + "x" * 900000 + "\n" + _act("set ticks to 3"),
    "long text": HEAD + 'remark "' + "{" * 400000 + '"\n' + _act("set ticks to 3"),
    "texts within texts": HEAD + _act("choose n in 1..2", 'only if n is 1 because "' + '{\\"' * 3000 + "n" + '\\"}' * 3000 + '"'),
    "many declarations": HEAD + "".join(f"define a{n} = {n}\n" for n in range(30000)) + _act("set ticks to 3"),
    "many rules": HEAD + TICKS + "play\n" + "  set ticks to 1\n" * 50000,
    "many players": 'cafe en\ngame bomb "Bomb"\n  players 1..2147483647\n\n' + TICKS + TURNS + "action act\n  set ticks to 1\n",
    "many players with pieces": HEAD.replace("2..3", "2..2147483647")
    + CARDS.format(copies=3)
    + _act("draw 1 from deck to hand[me]"),
    "a spot for each pair": HEAD.replace("2..3", "2..5000")
    + CARDS.format(copies=3)
    + "place chair[player, q: 1..4000]: row of card\n\n"
    + _act("draw 1 from deck to chair[me, 1]"),
    "a chain of definitions": HEAD
    + "define d0 = 1\n"
    + "".join(f"define d{n} = d{n - 1} + 1\n" for n in range(1, 3000))
    + _act("set ticks to d2999"),
    "a chain of steps": HEAD
    + TICKS
    + "step s0\n  set ticks to 1\n\n"
    + "".join(f"step s{n}\n  do s{n - 1}\n\n" for n in range(1, 2000))
    + "play\n  do s1999\n",
    "option range": HEAD + f'option o "?" = 1 among 0..{BIG}\n\n' + _act("set ticks to o"),
    "list literal": HEAD + _act("let l = [" + ", ".join(["1"] * 50000) + "]", "set ticks to count(l)"),
}

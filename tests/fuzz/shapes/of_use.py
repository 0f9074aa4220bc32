"""Large things that are used often."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.bombs import CARDS, HEAD, TICKS, TURNS
from tests.fuzz.shapes.parts import SOUND, Shape, again, game, halves, lines, listed


def _used(large: Shape, use: Callable[[int], str], before: str = TICKS + "play\n") -> Shape:
    """Half of the text makes one thing large, the other half uses it."""
    return lambda size: HEAD + large(size // 2) + "\n" + before + lines(use, size // 2)


def _body(size: int) -> str:
    """A list as long as one may be written in half of the text."""
    return "[" + listed(lambda n: "ticks", size) + "]"


USE: dict[str, Shape] = {
    "a large definition used often": _used(lambda n: f"define d = {_body(n)}\n", lambda n: "  set ticks to count(d)\n"),
    "a large definition that may be none": _used(
        lambda n: f"marker m: 0..9 or none\n\ndefine d = [{listed(lambda _: 'm', n)}]\n",
        lambda n: "  if m is not none\n    set ticks to count(d)\n",
    ),
    "a large definition used by definitions": _used(
        lambda n: f"define d = {_body(n)}\n", lambda n: f"define e{n} = count(d)\n", SOUND
    ),
    "a large step done often": _used(lambda n: "step s\n" + again("  set ticks to 1\n", n), lambda n: "  do s\n"),
    "a large action done often": _used(
        lambda n: "action a\n" + again("  set ticks to 1\n", n),
        lambda n: "    do a\n",
        TICKS + "play\n  turns from starter until ticks is 3\n",
    ),
    "an action of many choices": _used(
        lambda n: "action a\n  one of\n" + lines(lambda m: f"    - choose c{m} in 1..2\n", n),
        lambda n: f"    do a(c{n}: 1)\n",
        TICKS + "play\n  turns from starter until ticks is 3\n",
    ),
    "an action asked for often": _used(
        lambda n: "action a\n  choose n in 1..2\n" + again('  only if n is 1 because "x"\n', n) + "  set ticks to n\n",
        lambda n: "  if starter can a\n    set ticks to 1\n",
    ),
    "a large kind used often": lambda size: (
        HEAD
        + "kind k: "
        + listed(lambda n: f"v{n}", min(size // 2, 4000))
        + "\n\n"
        + TICKS
        + "play\n"
        + again("  for each x in k\n    set ticks to 1\n", size)
    ),
    "values of a large kind": lambda size: (
        HEAD
        + "kind k: "
        + listed(lambda n: f"v{n}", min(size // 2, 4000))
        + "\n\nmarker m: k or none\n\n"
        + TICKS
        + "play\n"
        + again("  set m to k.v99\n  set m to v99\n", size)
    ),
    "a large table used often": _used(
        lambda n: "table t[n: 0..9999]: number\n" + lines(lambda m: f"  | {m} | 1 |\n", n - 20) + f"  | {n}..unlimited | 1 |\n",
        lambda n: "  set ticks to t[ticks]\n",
    ),
    "many attributes used often": lambda size: (
        HEAD
        + "piece card in deck\n"
        + lines(lambda n: f"  v{n}: 1..2 = 1\n", min(size // 2, 1200))
        + "  | copies |\n  | 1 |\n\nplace deck: deck of card\n\n"
        + TICKS
        + "play\n"
        + again("  set ticks to count(c in deck where c.v1 is 1)\n", size)
    ),
    "many answers, each wrong": lambda size: (
        HEAD
        + 'option o "?" = a0\n'
        + lines(lambda n: f'  - a{n} "{n}"\n', min(size // 2, 1500))
        + "\n"
        + TICKS
        + "play\n"
        + lines(lambda n: f"  if o is b{n}\n    set ticks to 1\n", size // 2)
    ),
    "a value of many kinds": halves(lambda n: f"kind k{n}: a, b\n", lambda n: f"define d{n} = a\n", after=SOUND),
    "citations of a whole table": lambda size: (
        HEAD + SOUND + "words de" + " @1" * 90 + "\n  | name | one |\n" + again('  | act | "a" |\n', size)
    ),
    "rows of many keys": lambda size: (
        HEAD
        + "table t[a: 1..9, b: 1..9]: number\n  | a | "
        + listed(lambda n: "1", size // 3)
        + " |\n  | "
        + listed(lambda n: "1", size // 3)
        + " | 1 |\n\n"
        + SOUND
    ),
    "each of each": lambda size: (
        HEAD
        + "piece card in deck\n  a: 1..60\n  b: 1..60\n  | copies | a | b |\n"
        + again("  | 1 | each | each |\n", size)
        + "\nplace deck: deck of card\n\n"
        + SOUND
    ),
    "definitions of one another": game(
        lambda n: f"define d{n} = [" + ", ".join(f"d{max(0, n - k)}" for k in range(1, 9)) + "]\n" if n else "define d0 = ticks\n"
    ),
    "definitions that count down": lambda size: (
        HEAD + SOUND + lines(lambda n: f"define d{n} = d{n + 1}\n", size) + "define last = 1\n"
    ),
    "definitions in one long circle": lambda size: (
        HEAD
        + SOUND
        + lines(lambda n: f"define d{n} = d{n + 1}\n", size)
        + f"define d{lines(lambda n: f'define d{n} = d{n + 1}' + chr(10), size).count(chr(10))} = d0\n"
    ),
    "deep definitions in a chain": game(lambda n: f"define d{n} = {'(1 + ' * 90}d{n + 1}{')' * 90}\n"),
    "score lines in a chain": lambda size: HEAD + SOUND + "score p\n" + lines(lambda n: f"  l{n}: score(p).l{n + 1}\n", size),
    "score used often": lambda size: (
        HEAD
        + SOUND
        + "score p\n"
        + lines(lambda n: f"  l{n}: ticks\n", size // 2)
        + "\n"
        + lines(lambda n: f"define s{n}(p: player) = score(p)\n", size // 2)
    ),
    "ranges in a chain": lambda size: HEAD + SOUND + lines(lambda n: f"marker m{n}[x: 1..m{n + 1}[1]]: number = 1\n", size),
    "a long name in every finding": lambda size: (
        HEAD + f"table {'t' * (size // 2)}[n: 1..9]: number\n" + again("  | x | 1 |\n", size // 2) + SOUND
    ),
    "long texts": game(lambda n: f'remark "{"a" * 200}"\n'),
    "a long title in every finding": lambda size: (
        HEAD + SOUND + f'option o "{"a" * (size // 2)}" = 1 among 1..2\n' + again("with o = 9\n", size // 2)
    ),
    "actions with many parameters": game(
        lambda n: f"action a{n}(" + ", ".join(f"p{k}: 1..9" for k in range(30)) + ")\n  set ticks to p1\n\n"
    ),
    "many bullets in a loop": lambda size: (
        HEAD
        + TICKS
        + "play\n  repeat 3 times\n    turns from starter until ticks is 3\n      one of\n"
        + again("        - set ticks to 1\n", size)
    ),
    "may do": lambda size: (
        HEAD + TICKS + "play\n  turns from starter until ticks is 3\n" + again("    may set ticks to 2\n", size)
    ),
    "loops in loops": lambda size: (
        HEAD
        + TICKS
        + "play\n"
        + again("".join("  " * n + "for each p in players\n" for n in range(1, 6)) + "  " * 6 + "set ticks to 1\n", size)
    ),
    "one of in one of": lambda size: (
        HEAD
        + TICKS
        + "play\n  turns from starter until ticks is 3\n"
        + again("    one of\n      - set ticks to 1\n      - set ticks to 2\n", size)
    ),
    "secret places": lambda size: (
        HEAD
        + CARDS.format(copies=1)
        + lines(lambda n: f"place h{n}[player]: hand of card\n", size // 2)
        + TICKS
        + TURNS
        + "action act\n"
        + lines(lambda n: f"  if any(c in h{n}[me] where c.value is 1)\n    set ticks to 1\n", size // 2)
    ),
    "sets that go round": lambda size: (
        HEAD
        + lines(lambda n: f"marker m{n}: 0..9 or none\n", size // 2)
        + TICKS
        + "play\n  repeat 3 times\n"
        + lines(lambda n: f"    if m{n} is not none\n      set m{n + 1} to m{n}\n", size // 3)
    ),
}

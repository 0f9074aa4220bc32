"""Hostile names and declarations."""

from __future__ import annotations

from tests.fuzz.bombs import CARDS, HEAD, TICKS
from tests.fuzz.shapes.parts import SOUND, Shape, acting, again, chain, game, halves, letters, lines, listed

NAMES: dict[str, Shape] = {
    # ---- names ----
    "misspelt names, each another": acting(lambda n: f"set {letters(n)}tcks to 1"),
    "misspelt names, each another and near": game(lambda n: f"define a{n} = tiks{letters(n)}\n"),
    "misspelt names, always the same": acting(lambda n: "set tcks to 1"),
    "misspelt names among as many known": halves(
        lambda n: f"define known{n} = 1\n", lambda n: f"define b{n} = knwn{n}\n", after=SOUND
    ),
    "misspelt values among as many known": lambda size: (
        HEAD
        + "kind k: "
        + listed(lambda n: f"v{n}", size // 2)
        + "\n\n"
        + SOUND
        + lines(lambda n: f"define b{n} = k.w{n}\n", size // 2)
    ),
    "misspelt tallies": acting(lambda n: f"gain 1 {letters(n)}oins", "tally coins[player] bank 9\n\n"),
    "misspelt attributes": acting(lambda n: f"let x{n} = count(c in deck where c.{letters(n)}alue is 1)", CARDS.format(copies=1)),
    "misspelt words": lambda size: (
        HEAD + SOUND + "words de\n  | name | one | many |\n" + lines(lambda n: f"  | t{letters(n)} | a | b |\n", size)
    ),
    "misspelt columns": lambda size: HEAD + SOUND + "words de\n  | " + listed(letters, size, " | ") + " |\n",
    "misspelt actions": acting(lambda n: f"do {letters(n)}ct"),
    "misspelt calls": game(lambda n: f"define b{n} = {letters(n)}ount(1)\n"),
    "misspelt sections": game(lambda n: f'remark "a" @{letters(n)}.1\n'),
    "misspelt sources": game(lambda n: f'remark "a" @{letters(n)} 1\n'),
    "names that differ in one letter": game(lambda n: f"define {'a' * 30}{letters(n)} = {'a' * 29}b{letters(n)}\n"),
    "long misspelt names": game(lambda n: f"define a{n} = {'abcdefghij' * 30}{letters(n)}\n"),
    "names in a text": acting(lambda n: f'only if ticks is 1 because "{{tcks{n}}}"'),
    # ---- declarations ----
    "definitions": game(lambda n: f"define a{n} = {n}\n"),
    "the same definition": game(lambda n: "define a = 1\n"),
    "definitions of the same value": game(lambda n: f"define a{n} = ticks\n"),
    "a chain of definitions": chain(lambda n: f"define d{n} = d{n - 1} + 1\n" if n else "define d0 = 1\n", "set ticks to dLAST"),
    "a chain of doubling definitions": chain(
        lambda n: f"define d{n} = d{n - 1} + d{n - 1}\n" if n else "define d0 = 1\n", "set ticks to dLAST"
    ),
    "a chain of doubling definitions with a parameter": chain(
        lambda n: f"define d{n}(n: number) = d{n - 1}(n) + d{n - 1}(n + 1)\n" if n else "define d0(n: number) = n\n",
        "set ticks to dLAST(ticks)",
    ),
    "doubling definitions in chains": game(
        lambda n: f"define d{n} = d{n - 1} + d{n - 1}\n" if n % 30 else f"define d{n} = ticks\n"
    ),
    "doubling definitions that may be none": game(
        lambda n: f"define d{n} = if d{n - 1} is none then d{n - 1} else m\n" if n % 30 else f"define d{n} = m\n",
        "marker m: player or none\n\n" + SOUND,
    ),
    "definitions in a circle": game(lambda n: f"define d{n} = d{n + 1}\n"),
    "definitions that use the first": game(lambda n: f"define d{n} = d0\n" if n else "define d0 = ticks\n"),
    "one kind with many values": lambda size: HEAD + "kind k: " + listed(lambda n: f"v{n}", size) + "\n\n" + SOUND,
    "one kind with the same value": lambda size: HEAD + "kind k: " + listed(lambda n: "v", size) + "\n\n" + SOUND,
    "many kinds": game(lambda n: f"kind k{n}: a{n}, b{n}\n"),
    "many kinds with the same values": game(lambda n: f"kind k{n}: a, b\n"),
    "a kind with rows": lambda size: (
        HEAD + "kind k\n  value: number\n  | k | value |\n" + lines(lambda n: f"  | v{n} | {n} |\n", size) + "\n" + SOUND
    ),
    "a table with many rows": lambda size: (
        HEAD + f"table t[n: 0..{size // 14}]: number\n" + lines(lambda n: f"  | {n} | {n} |\n", size) + "\n" + SOUND
    ),
    "a table with rows that overlap": lambda size: (
        HEAD + f"table t[n: 0..{size // 14}]: number\n" + again(f"  | 0..{size // 14} | 1 |\n", size) + "\n" + SOUND
    ),
    "a table with the same row": lambda size: HEAD + "table t[n: 1..9]: number\n" + again("  | 1 | 1 |\n", size) + "\n" + SOUND,
    "a table of many columns": lambda size: (
        HEAD + "table t[a: 1..9, b: 1..9]: number\n  | a | " + listed(str, size, " | ") + " |\n\n" + SOUND
    ),
    "a cell of many layers": lambda size: (
        HEAD + "table t[n: 1..9]: number\n  | 1 | " + listed(str, size, " / ") + " |\n\n" + SOUND
    ),
    "pieces": game(
        lambda n: f"piece p{n} in deck\n  v: 1..2\n  | copies | v |\n  | 1 | each |\n\n", "place deck: deck of p0\n\n" + SOUND
    ),
    "pieces of many rows": lambda size: (
        HEAD
        + "piece card in deck\n  value: 1..9\n  | copies | value |\n"
        + again("  | 1 | 3 |\n", size)
        + "\nplace deck: deck of card\n\n"
        + SOUND
    ),
    "totals that are wrong": game(
        lambda n: f"piece p{n} in d{n}\n  v: 1..2\n  | copies | v |\n  | 1 | each |\n  total 9\n\nplace d{n}: deck of p{n}\n\n"
    ),
    "attributes": lambda size: (
        HEAD
        + "piece card in deck\n"
        + lines(lambda n: f"  v{n}: 1..2\n", size)
        + "  | copies |\n  | 1 |\n\nplace deck: deck of card\n\n"
        + SOUND
    ),
    "places": lambda size: HEAD + CARDS.format(copies=1) + lines(lambda n: f"place p{n}: pile of card\n", size) + "\n" + SOUND,
    "markers": game(lambda n: f"marker m{n}: 0..9 = 0\n"),
    "markers that are used": lambda size: (
        HEAD
        + lines(lambda n: f"marker m{n}: 0..9 = 0\n", size // 2)
        + TICKS
        + "play\n"
        + lines(lambda n: f"  set m{n % max(1, size // 46)} to 1\n", size // 2)
    ),
    "markers that may be none": lambda size: (
        HEAD
        + lines(lambda n: f"marker m{n}: player or none\n", size // 2)
        + TICKS
        + "play\n"
        + lines(lambda n: f"  set m{n % max(1, size // 60)} to none\n", size // 2)
    ),
    "tallies": game(lambda n: f"tally t{n}[player] bank 9\n"),
    "options": game(lambda n: f'option o{n} "?" = 1 among 0..9\n'),
    "options with the same name": game(lambda n: 'option o "?" = 1 among 0..9\n'),
    "an option of many values": lambda size: HEAD + 'option o "?" = 1 among ' + listed(str, size) + "\n\n" + SOUND,
    "an option of many answers": lambda size: (
        HEAD + 'option o "?" = a0\n' + lines(lambda n: f'  - a{n} "{n}"\n', size) + "\n" + SOUND
    ),
    "parameters": lambda size: HEAD + "define f(" + listed(lambda n: f"p{n}: number", size) + ") = 1\n" + SOUND,
    "the same parameter": lambda size: HEAD + "define f(" + listed(lambda n: "p: number", size) + ") = 1\n" + SOUND,
    "dimensions": lambda size: HEAD + "marker m[" + listed(lambda n: f"d{n}: 1..1", size) + "]: number = 0\n\n" + SOUND,
    "actions": game(lambda n: f"action a{n}\n  set ticks to 1\n\n"),
    "actions that are all in one choice": lambda size: (
        HEAD
        + TICKS
        + "play\n  turns from starter until ticks is 3\n    one of\n"
        + lines(lambda n: f"      - do a{n}\n", size // 2)
        + "\n"
        + lines(lambda n: f"action a{n}\n  set ticks to 1\n\n", size // 2)
    ),
    "actions with the same name": game(lambda n: "action a\n  set ticks to 1\n\n"),
    "steps in a chain": lambda size: HEAD + TICKS + lines(lambda n: f"step s{n}\n  do s{n + 1}\n\n", size) + "play\n  do s0\n",
    "doubling steps": lambda size: (
        HEAD
        + TICKS
        + lines(lambda n: f"step s{n}\n  do s{n - 1}\n  do s{n - 1}\n\n" if n else "step s0\n  set ticks to 1\n\n", size)
        + "play\n  do s9\n"
    ),
    "steps that all can": game(
        lambda n: (
            f'action b{n}\n  choose n in 1..2\n  only if me can b{n - 1} because "x"\n  set ticks to n\n\n'
            if n % 20
            else f"action b{n}\n  choose n in 1..2\n  set ticks to n\n\n"
        )
    ),
    "plays": game(lambda n: "play\n  end game\n\n"),
    "sections": game(lambda n: f"section s{n}\n\n"),
    "remarks": game(lambda n: f'remark "{n}" @assumed "b"\n'),
    "sources": lambda size: HEAD.rstrip() + "\n" + lines(lambda n: f'  source s{n} "a"\n', size) + "\n" + SOUND,
    "players lines": lambda size: HEAD.rstrip() + "\n" + again("  players 2\n", size) + "\n" + SOUND,
    "designers": lambda size: HEAD.rstrip() + "\n  by " + listed(lambda n: '"a"', size) + "\n\n" + SOUND,
}

"""Hostile characters, marks and words."""

from __future__ import annotations

from tests.fuzz.bombs import HEAD, TICKS, TURNS
from tests.fuzz.shapes.parts import DEPTH, SOUND, Shape, acting, again, defining, game, lines, listed, playing, stairs

TEXT: dict[str, Shape] = {
    # ---- characters ----
    "an unclosed text of escaped quotes": lambda size: HEAD + 'remark "' + again('\\"', size) + "\n" + SOUND,
    "unclosed texts": game(lambda n: f'remark "{n}\n'),
    "an unclosed text of backslashes": lambda size: HEAD + 'remark "' + "\\" * size + "\n" + SOUND,
    "quotes": lambda size: HEAD + "remark " + '"' * size + "\n" + SOUND,
    "quotes that alternate with escaped ones": lambda size: HEAD + "remark " + again('"\\', size) + "\n" + SOUND,
    "unknown signs": lambda size: HEAD + "§" * size + "\n" + SOUND,
    "unknown signs, one on a line": game(lambda n: "§\n"),
    "signs of two units": game(lambda n: f'remark "{"🥄" * 40}\n'),
    "a long name": lambda size: HEAD + "define " + "x" * size + " = 1\n" + SOUND,
    "an unknown long name": defining(lambda size: "x" * size),
    "a number of many digits": defining(lambda size: "9" * size),
    "numbers of many digits": game(lambda n: f"define a{n} = {'9' * 200}\n"),
    "digits and letters": lambda size: HEAD + "define a = " + again("1a", size) + "\n" + SOUND,
    "backquotes": lambda size: HEAD + "`" * size + "\n" + SOUND,
    "blanks": lambda size: HEAD + "define a = 1" + " " * size + "+ 1\n" + SOUND,
    "lines of blanks": lambda size: HEAD + again(" " * 30 + "\n", size) + SOUND,
    "blanks at the end": lambda size: HEAD + SOUND + " " * size,
    "empty lines": lambda size: HEAD + "\n" * size + SOUND,
    "carriage returns": lambda size: HEAD + "\r" * size + SOUND,
    "lines of two characters at their end": lambda size: (HEAD + again("# a\n", size) + SOUND).replace("\n", "\r\n"),
    "tabs": lambda size: HEAD + "play\n" + again("\tset ticks to 1\n", size),
    "a line of tabs": lambda size: HEAD + "play\n" + "\t" * size + "set ticks to 1\n",
    "comments": game(lambda n: f'# {n} and "quotes\n'),
    "one long comment": lambda size: HEAD + "#" * size + "\n" + SOUND,
    "comments before the first line": lambda size: again("# a\n", size) + HEAD + SOUND,
    "comments inside a text's braces": acting(lambda n: 'only if ticks is 1 because "{# a}"'),
    "no first line": lambda size: again("set ticks to 1\n", size),
    "joined lines": lambda size: HEAD + SOUND + "define a = yes\n" + again("  and yes\n", size),
    # ---- marks and words ----
    "open brackets": defining(lambda size: "(" * size),
    "open brackets, one on a line": game(lambda n: "define a = (\n"),
    "closing brackets": defining(lambda size: ")" * size),
    "brackets that go down again and again": defining(
        lambda size: listed(lambda n: "(" * DEPTH + "1" + ")" * DEPTH, size, " + ")
    ),
    "a sum": defining(lambda size: listed(lambda n: "1", size, " + ")),
    "a sum of sums": defining(lambda size: listed(lambda n: "(" + listed(lambda m: "1", 200, " + ") + ")", size, " + ")),
    "sums": game(lambda n: f"define s{n} = {' + '.join(['1'] * 60)}\n"),
    "minus signs": defining(lambda size: "-" * size + "1"),
    "not not": defining(lambda size: again("not ", size) + "yes"),
    "conditions": game(lambda n: f"define c{n} = " + "if yes then 1 else " * 50 + "1\n"),
    "dots": defining(lambda size: "a" + again(".a", size)),
    "hyphens": defining(lambda size: "a" + again("-a", size)),
    "hyphens in names, one on a line": game(lambda n: f"marker face-bid{n}: number = 0\n"),
    "a list": defining(lambda size: "[" + listed(lambda n: "1", size) + "]"),
    "arguments": defining(lambda size: "max(" + listed(lambda n: "1", size) + ")"),
    "named arguments": defining(lambda size: "max(" + listed(lambda n: f"a{n}: 1", size) + ")"),
    "keywords": lambda size: HEAD + again("set if let move draw choose then else only\n", size) + SOUND,
    "keywords in a line": lambda size: HEAD + "play\n  " + again("set if let move draw choose then else only ", size) + "\n",
    "half keywords": lambda size: HEAD + "play\n" + again("  only\n", size),
    "misspelt declarations": game(lambda n: f"markr m{n}: number = 0\n"),
    "misspelt statements": playing(lambda n: "sett ticks to 1"),
    "misspelt statements in actions of their own": game(lambda n: f"action a{n}\n  sett ticks to 1\n\n"),
    "citations": lambda size: HEAD + SOUND + 'remark "a"' + again(" @1", size) + "\n",
    "citations of sources": lambda size: HEAD + SOUND + 'remark "a" @en 1' + again(" en 1", size) + "\n",
    "citations of sections": lambda size: HEAD + SOUND + 'remark "a"' + lines(lambda n: f" @section{n}.1", size) + "\n",
    "broken citations": game(lambda n: f'remark "a" @{"x" * 50}\n'),
    "citations one below another": lambda size: HEAD + SOUND + 'remark "a"\n' + again("  @1\n", size),
    "a citation of one long name": lambda size: HEAD + SOUND + 'remark "a" @' + "x" * size + "\n",
    "rulings": lambda size: HEAD + SOUND + 'remark "a"' + again(' @ruling "b"', size) + "\n",
    "a text of broken braces": lambda size: HEAD + 'define a = "' + again("{+}", size) + '"\n' + SOUND,
    "a text of open braces": lambda size: HEAD + 'define a = "' + "{" * size + '"\n' + SOUND,
    "a text of braces": acting(lambda n: 'only if ticks is 1 because "' + "{ticks}" * 20 + '"'),
    "a long text of braces": lambda size: (
        HEAD
        + TICKS
        + TURNS
        + 'action act\n  choose n in 1..2\n  only if n is 1 because "'
        + again("{n}", size)
        + '"\n  set ticks to n\n'
    ),
    "wrong escapes": lambda size: HEAD + 'remark "' + again("\\q", size) + '"\n' + SOUND,
    "stairs": stairs("if ticks is 1"),
    "stairs of repeats": stairs("repeat 2 times"),
    "a stair without end": lambda size: HEAD + "play\n" + lines(lambda n: " " * (n + 1) + "if yes\n", size),
    "stairs that fit nothing": lambda size: HEAD + "play\n" + again("      set ticks to 1\n   set ticks to 1\n", size),
    "unfinished blocks": game(lambda n: f"action a{n}\n  if ticks is 1\n"),
    "unfinished rows": lambda size: HEAD + "table t[n: 1..9]: number\n" + again("  | 1 | 2\n", size),
}

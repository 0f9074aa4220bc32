"""Hostile statements, examples and words."""

from __future__ import annotations

from tests.fuzz.bombs import CARDS, HEAD, TICKS, TURNS
from tests.fuzz.shapes.parts import SOUND, Shape, acting, again, game, halves, letters, lines, listed, playing

RULES: dict[str, Shape] = {
    # ---- statements ----
    "statements": playing(lambda n: "set ticks to 1"),
    "labelled statements": playing(lambda n: f"l{n}: set ticks to 1"),
    "statements with the same label": playing(lambda n: "l: set ticks to 1"),
    "lets": playing(lambda n: f"let a{n} = ticks"),
    "lets each of the one before": playing(lambda n: f"let a{n} = a{n - 1}" if n else "let a0 = ticks"),
    "the same let": playing(lambda n: "let a = ticks"),
    "choices one after another": acting(lambda n: f"choose a{n} in 1..2"),
    "choices at once": lambda size: (
        HEAD + TICKS + TURNS + "action act\n  choose " + listed(lambda n: f"a{n} in 1..2", size) + "\n"
    ),
    "requirements": acting(lambda n: f'only if ticks is {n % 9} because "a"'),
    "conditions one after another": playing(lambda n: f"if ticks is {n % 9}\n    set ticks to 1"),
    "else if": lambda size: (
        HEAD + TICKS + "play\n  if ticks is 1\n    set ticks to 1\n" + again("  else if ticks is 2\n    set ticks to 1\n", size)
    ),
    "bullets": lambda size: (
        HEAD
        + TICKS
        + "play\n  turns from starter until ticks is 3\n    one of\n"
        + lines(lambda n: f"      - b{n}: set ticks to 1\n", size)
    ),
    "loops one after another": playing(lambda n: "for each p in players\n    set ticks to 1"),
    "binders": lambda size: (
        HEAD + TICKS + "play\n  for each " + listed(lambda n: f"a{n} in 1..1", size) + "\n    set ticks to 1\n"
    ),
    "moves of cards": lambda size: (
        HEAD
        + CARDS.format(copies=9)
        + TICKS
        + TURNS
        + "action act\n"
        + again("  draw 1 from deck to hand[me]\n", size)
        + "  set ticks to 1\n"
    ),
    "secret looks": lambda size: (
        HEAD
        + CARDS.format(copies=9)
        + TICKS
        + TURNS
        + "action act\n"
        + again("  if any(c in hand[me] where c.value is 1)\n    set ticks to 1\n", size)
    ),
    "wrong types": playing(lambda n: "set ticks to yes"),
    "wrong types, each another": playing(lambda n: f"set ticks to {n} is 1"),
    "warnings": game(lambda n: f"marker unused{n}: 0..9 = 0\n"),
    "scores": lambda size: HEAD + SOUND + "score p\n" + lines(lambda n: f"  l{n}: ticks\n", size),
    "scores with the same line": lambda size: HEAD + SOUND + "score p\n" + again("  l: ticks\n", size),
    "winners": lambda size: HEAD + SOUND + "winner p\n" + again("  most ticks\n", size),
    # ---- examples and words ----
    "examples": lambda size: (
        HEAD + SOUND + lines(lambda n: f'example e{n} "E"\n  players a, b\n  when a does act\n  then ticks is 1\n\n', size)
    ),
    "examples with the same name": lambda size: (
        HEAD + SOUND + again('example e "E"\n  players a, b\n  when a does act\n  then ticks is 1\n\n', size)
    ),
    "an example of many facts": lambda size: (
        HEAD + SOUND + 'example e "E"\n  players a, b\n  given\n' + again("    ticks is 1\n", size) + "  then ticks is 1\n"
    ),
    "an example of many moves": lambda size: (
        HEAD + SOUND + 'example e "E"\n  players a, b\n  when\n' + again("    a does act\n", size) + "  then ticks is 1\n"
    ),
    "an example of many players": lambda size: (
        HEAD + SOUND + 'example e "E"\n  players ' + listed(letters, size) + "\n  then ticks is 1\n"
    ),
    "misspelt rules in an example": lambda size: (
        HEAD
        + SOUND
        + 'example e "E"\n  players a, b\n  then\n'
        + lines(lambda n: f"    a cannot act because act.{letters(n)}\n", size)
    ),
    "words": halves(
        lambda n: f"define a{n} = 1\n",
        lambda n: f'  | a{n} | "a" | "b" |\n',
        "\n" + SOUND + "words de\n  | name | one | many |\n",
    ),
    "the same words": lambda size: HEAD + SOUND + "words de\n  | name | one |\n" + again('  | act | "a" |\n', size),
    "words in many languages": game(lambda n: f'words {letters(n)}\n  | name | one |\n  | act | "a" |\n\n'),
    "looks": halves(
        lambda n: f"kind k{n}: a{n}, b{n}\n", lambda n: f'  | a{n} | "#112233" |\n', "\n" + SOUND + "look\n  | name | colour |\n"
    ),
    "many languages of keywords": lambda size: "cafe " + "e" * size + "\n",
    "tellings": game(lambda n: f'define d{n} "the {n} of {{it}}" = {n}\n  tell "There are {{d{n}: # coin/# coins}} here."\n'),
    "tellings of options": game(
        lambda n: f'option o{n} "?" = 1 among 0..9\ndefine d{n} = o{n}\n  tell "There are {{o{n}}} and {{d{n}}}."\n'
    ),
    "a telling of many options": lambda size: (
        HEAD
        + lines(lambda n: f'option o{n} "?" = 1 among 0..9\ndefine d{n} = o{n}\n', size)
        + f'section all "All"\n  tell "{lines(lambda n: f"{{o{n}}}", min(size, 5_000) // 10)}"\n\n'
        + SOUND
    ),
    "steps that one step is told by": game(
        lambda n: f'step s{n}\n  l{n}: do rest\n    tell "Then comes {n}."\n\n', "step rest\n  set ticks to 2\n\n" + SOUND
    ),
    "texts of another language": halves(
        lambda n: f'define a{n} "the {n}" = 1\n',
        lambda n: f'  say a{n} "das ist die {n}"\n',
        "\n" + SOUND + "words de\n  | name | one |\n\n",
    ),
    "words of text": lambda size: "word " * (size // 5),
}

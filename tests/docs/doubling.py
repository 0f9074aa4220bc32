"""A statement that rulekit does not have, `double coins`, added by the recipe: what is put into each file, before which text.

With these lines every command knows it, and mypy is content: the recipe leaves nothing out.
"""

from __future__ import annotations

from pathlib import Path

INSERTED: dict[str, tuple[tuple[str, str], ...]] = {
    "grammar/keywords.toml": (('DOUBLE = ["double", "doubler", "raddoppiare", "verdopple"]\n', "SHUFFLE = ["),),
    "grammar/cafe.lark": (("double | ", "shuffle | gain"), ("double: DOUBLE NAME\n", "shuffle: SHUFFLE")),
    "rulekit/syntax/tree/statements.py": (
        ("@frozen\nclass Double(Effect):\n    tally: Ident\n\n\n", "@frozen\nclass Shuffle("),
        ("Double | ", "Shuffle | Gain"),
    ),
    "rulekit/syntax/building/statements.py": (
        (
            "    double = makes(ast.Double, ident(1))\n",
            "    shuffle = makes(",
        ),
    ),
    "rulekit/syntax/printing/forms.py": (('    ast.Double: "DOUBLE {tally}",\n', "    ast.Shuffle:"),),
    "rulekit/model/rules.py": (
        ("@frozen\nclass Double(Effect):\n    tally: str\n\n\n", "@frozen\nclass Shuffle("),
        ("Double, ", "Shuffle, Gain"),
        (
            '        case Double(tally=tally):\n            return Does((Change("tally", tally, MINE),))\n',
            "        case May(limit",
        ),
    ),
    "rulekit/model/statements/single_lines.py": (
        (
            "        case ast.Double():\n"
            '            if here.w.what(act.tally.text) != "tally":\n'
            "                _no_tally(here.w, act.tally, gains=True)\n"
            "                return None, scope\n"
            "            return rules.Double(here.address, act.tally.text), scope\n",
            "        case ast.Shuffle():",
        ),
    ),
    "rulekit/program/nodes.py": (
        ("@frozen\nclass Double(Node):\n    tally: str\n    next: int\n\n\n", "@frozen\nclass Shuffle("),
        ("Double, ", "Shuffle, Gain"),
        ("Double() | ", "Shuffle() | Gain()"),
        (
            '        case Double(tally=name):\n            return NodeDoes(frozenset({f"tally {name}"}))\n',
            "        case Pay(tally=name):",
        ),
    ),
    "rulekit/program/statements.py": (
        (
            "            case rules.Double():\n                return self.add(prog.Double(rule, s.tally, following))\n",
            "            case rules.Shuffle():",
        ),
    ),
    "rulekit/engine/compiling/nodes.py": (
        (
            "            case prog.Double(tally=name):\n"
            '                mine, _ = self._tally(name, "S[1]", ())\n'
            '                return [f"i = {mine}", "S[i] = checked(S[i] * 2)"], node.next\n',
            "            case prog.Move() | prog.Draw()",
        ),
    ),
    "rulekit/native/flow.py": (
        ('            case prog.Double():\n                raise Unlowered("`double`")\n', "            case prog.Move():"),
    ),
    "rulekit/report/rulebook/prose.py": (
        (
            '            case rules.Double(tally=name):\n                return say("double", what=self.many(name))\n',
            "            case rules.Shuffle(",
        ),
    ),
    "sentences/en.toml": (('double = "double {what}"\n', "shuffle = "),),
    "sentences/fr.toml": (('double = "doubler {what}"\n', "shuffle = "),),
    "sentences/it.toml": (('double = "raddoppiare {what}"\n', "shuffle = "),),
    "sentences/de.toml": (('double = "{what} verdoppeln"\n', "shuffle = "),),
}
GAME = """cafe en
game growing "Growing"
  players 2

tally coins[player]

play
  rounds from starter until any(p in players where coins[p] >= 8)
    one of
      - do invest
      - do work

action invest
  double coins

action work
  gain 1 coins

score p
  money: coins[p]

winner p
  most score(p)

example twice "Coins grow"
  players ada, bob
  given
    coins[ada] is 2
  when ada does invest
  then
    coins[ada] is 4
"""


def add_double(folder: Path) -> None:
    """Add the statement to a copy of the project."""
    for path, pairs in INSERTED.items():
        text = (folder / path).read_text(encoding="utf-8")
        for inserted, anchor in pairs:
            assert anchor in text, f"{path}: no {anchor!r}"
            text = text.replace(anchor, inserted + anchor, 1)
        (folder / path).unlink()  # it may be a link
        (folder / path).write_text(text, encoding="utf-8")

"""The bundled games as trees, for the tests of this folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulekit.diagnostics import Checked, Diagnostic
from rulekit.model.model import GameModel
from rulekit.model.resolve import resolve
from rulekit.syntax import ast
from rulekit.syntax.parse import parse

ROOT = Path(__file__).parents[2]
FILES = {p.stem: p for p in sorted([*ROOT.glob("rules/*.cafe"), *ROOT.glob("examples/**/*.cafe")])}
HEAD = 'cafe en\ngame demo "Demo"\n  players 2..4\n'


@cache
def tree(name: str) -> ast.File:
    """The tree of a bundled file."""
    found = parse(FILES[name].read_text(), str(FILES[name].relative_to(ROOT)))
    assert found.value is not None and found.ok, found.diagnostics
    return found.value


def _is_game(path: Path) -> bool:
    return any(line.split()[:1] in (["game"], ["jeu"], ["gioco"], ["Spiel"]) for line in path.read_text().splitlines())


GAMES = tuple(name for name, path in FILES.items() if _is_game(path))
CHANGES = tuple(name for name in FILES if name not in GAMES)


@cache
def model(name: str) -> GameModel:
    """The model of a bundled game."""
    found = resolve(tree(name))
    assert found.value is not None, found.diagnostics
    return found.value


def read(text: str) -> Checked[GameModel]:
    """The model of a text; one without `cafe` gets a head, one without `play` a play."""
    whole = text
    if not text.startswith("cafe"):
        whole = HEAD + text + ("" if "\nplay" in text else "\nplay\n  end game\n")
    parsed = parse(whole, "demo.cafe")
    assert parsed.value is not None and parsed.ok, parsed.diagnostics
    return resolve(parsed.value)


def made(text: str) -> GameModel:
    """The model of a text without mistakes."""
    found = read(text)
    assert found.value is not None, [(d.code, d.span.line, d.message) for d in found.diagnostics]
    return found.value


def findings(text: str) -> tuple[Diagnostic, ...]:
    """The findings of a text."""
    return read(text).diagnostics

"""A mutation in plain words: `pay 2 coins` instead of `pay 1 coins`; without `next turn me`; as if `tries > 0` always held.

The words are those of the file's language. Of what surrounds the changed thing as much is shown as fits into a line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import attrs

from rulekit.model.mutations.declared_names import Alternative
from rulekit.syntax import ast
from rulekit.syntax.keywords import vocabulary
from rulekit.syntax.printing.printer import Printer
from rulekit.wording import Sentence, sentence

LONGEST_TEXT = 60
LETTERS_AROUND = 30
_LEAVES = (ast.Number, ast.Ident, ast.Truth)
_EXPRESSIONS = get_args(ast.Expr)
_SHOWN = (*_EXPRESSIONS, ast.Criterion, ast.Described, ast.Marker, ast.Tally, ast.Place, ast.Piece, *get_args(ast.Change))


def _fits(pair: tuple[str, str]) -> bool:
    return max(map(len, pair)) <= LONGEST_TEXT


class Telling:
    """Tells mutations in the words of one language."""

    def __init__(self, language: str) -> None:
        self._printer = Printer(vocabulary(language))

    def told(self, around: Iterable[tuple[object, object]], change: Alternative) -> Sentence:
        """Tell a change by the nodes around it, innermost first, each before and after."""
        if change.how == "without":
            return self.without(change.part)
        if change.how != "instead":
            held = self._shown(change.part).replace("`", "")
            if change.how == "always":
                return sentence("as if `{held}` always held", held=held)
            return sentence("as if `{held}` never held", held=held)
        old, new = self._instead(around)
        return sentence("`{new}` instead of `{old}`", new=new.replace("`", ""), old=old.replace("`", ""))

    def _instead(self, around: Iterable[tuple[object, object]]) -> tuple[str, str]:
        """Return as much of what surrounds a change as fits, before and after; a leaf is never shown alone."""
        shown: list[tuple[str, str]] = []
        widest: int | None = None
        leaf = too_long = False
        for depth, (was, now) in enumerate(around):
            leaf = leaf or (depth == 0 and isinstance(was, _LEAVES))
            if too_long and len(shown) > 1 and isinstance(was, _EXPRESSIONS):
                break  # it holds an expression that is too long already, and so does all that is around it
            pair = self._shown(was), self._shown(now)
            too_long = isinstance(was, _EXPRESSIONS) and not _fits(pair)
            if all(pair) and pair[0] != pair[1]:
                shown.append(pair)
                widest = len(shown) - 1 if _fits(pair) else widest
        if leaf and widest == 0 and len(shown) > 1:
            return _cut(*shown[1])
        return shown[widest] if widest is not None else _cut(*shown[0])

    def without(self, node: object) -> Sentence:
        """Tell that something is left out; of an offer with a block the first line of the block is told too."""
        shown = self._shown(node)
        if isinstance(node, ast.Statement) and isinstance(node.act, ast.May) and len(self._printer.lines(node)) > 1:
            shown += f" {self._shown(node.act.block[0])} …"
        return sentence("without `{shown}`", shown=shown.replace("`", ""))

    def _shown(self, node: object) -> str:
        """Return a node in one line; nothing for those that cannot be shown alone."""
        text = self._printer
        match node:
            case ast.Statement(act=ast.If()):
                return ""
            case ast.Statement(act=ast.OnlyIf() as act):
                return text.line(attrs.evolve(act, reason=None))
            case ast.Statement():
                alone = attrs.evolve(node, act=_first_line(node.act), label=None, text=None, tells=(), cites=())
                return text.lines(alone)[0].strip()
            case ast.Bullet():
                return "- " + (self._shown(node.block[0]) if node.block else text.line(node.label) if node.label else "")
            case ast.Attribute(type=type_) if type_ is not None:
                return text.line(type_)
            case ast.Dim(type=type_):
                return text.line(type_)
            case ast.Option(default=default):
                return text.line(default)
            case ast.Node() if isinstance(node, _SHOWN):
                return text.line(node)
        return ""


def _first_line(act: ast.Act) -> ast.Act:
    """Return an act without what it says to people, and without what its first line does not show of what lies below."""
    match act:
        case ast.May():
            return attrs.evolve(act, declined=None, block=act.block[:2])  # two: whether it stands on one line
        case ast.OneOf():
            return attrs.evolve(act, bullets=(), tells=())
        case ast.ForEach() | ast.Repeat() | ast.Turns() | ast.Secretly() | ast.Group():
            return attrs.evolve(act, block=())
        case _:
            return act


def _cut(old: str, new: str) -> tuple[str, str]:
    """Return two long texts, cut to what is around their difference."""
    start = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    shorter = min(len(old), len(new)) - start
    end = next((n for n in range(shorter) if old[-1 - n] != new[-1 - n]), shorter)
    return _around(old, start, len(old) - end), _around(new, start, len(new) - end)


def _around(text: str, start: int, end: int) -> str:
    first, last = max(0, start - LETTERS_AROUND), min(len(text), end + LETTERS_AROUND)
    return ("…" if first else "") + text[first:last] + ("…" if last < len(text) else "")

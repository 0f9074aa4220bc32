"""Reductions come in, AST nodes go out: the method named like a grammar rule (or its alias) builds its node.

A method gets the rule's span, the values of its kept symbols (None for an absent part) and the citations of the line, which it
either keeps in its node or, as an `Up`, hands to whatever stands around it.
"""

from __future__ import annotations

from typing import Any

from rulekit.syntax import ast
from rulekit.syntax.building.declarations import Declarations
from rulekit.syntax.building.parts import Beyond, Many, Part, Up
from rulekit.syntax.lalr_machine import Shape
from rulekit.syntax.layout import LAYOUT, Lexeme
from rulekit.wording import sentence

MOST_LEVELS = 100
"""How many nodes may lie inside each other."""
MOST_CITATIONS = 100
MOST_PARTS: dict[str, tuple[tuple[type[Any], int, str], ...]] = {
    "kind": ((Lexeme, 1000, sentence("values of one kind")),),
    "kind_table": ((ast.Attribute, 100, sentence("attributes of one kind")), (ast.Row, 1000, sentence("rows of one kind"))),
    "piece": ((ast.Attribute, 100, sentence("attributes of one sort of pieces")),),
    "option": ((ast.OptionValue, 200, sentence("values of one option")), (ast.Answer, 200, sentence("answers of one option"))),
    "params": ((ast.Param, 40, sentence("parameters")),),
    "dims": ((ast.Dim, 40, sentence("indices")),),
    "binders": ((ast.Binder, 40, sentence("names in one loop")),),
    "collect_short": ((ast.Node, 40, sentence("names in one loop")),),
    "call": ((ast.Node, 1000, sentence("values in brackets")),),
    "choose": ((ast.Pick, 40, sentence("names in one choice")),),
    "seats": ((Lexeme, 40, sentence("players in one example")),),
}
"""Parts by the rule whose they are: what every use of a thing has to look through is never long."""


class Builder(Declarations):
    """Builds the nodes of one file. What is wrong but no reason to stop is noted in `diagnostics`."""

    def reduce(self, rule: Shape, children: list[Any], position: int) -> Part:
        """Make the value of a rule from the values of its symbols."""
        if rule.passes and type(children[0]) is Part and type(children[0].value) is not Many:
            return children[0]  # most reductions: an expression that is no more than its only part
        start, end, depth = _extent(children)
        if rule.inline:
            return _inlined(rule, children, start, end, depth)
        values: list[Any] = []
        cites: list[Any] = []
        for child in children:
            if type(child) is Part and child.cites:
                cites += child.cites
        for index, nones in rule.keep:
            if nones:
                values.extend([None] * nones)
            _add(values, children[index])
        if rule.nones:
            values.extend([None] * rule.nones)
        if rule.single and len(values) == 1:
            only = [child for child in children if type(child) is Part or child.kind not in LAYOUT]
            return only[0] if type(only[0]) is Part else Part(only[0], start, end, 0, ())
        return self._made(rule.name, values, tuple(cites), (position, position) if start < 0 else (start, end), depth + 1)

    def _made(self, name: str, values: list[Any], cites: tuple[Any, ...], extent: tuple[int, int], depth: int) -> Part:
        if depth > MOST_LEVELS:
            raise Beyond("deep", *extent)
        if len(cites) > MOST_CITATIONS:
            raise Beyond("many", *extent, sentence("{most} citations of one line", most=MOST_CITATIONS))
        for cls, most, what in MOST_PARTS.get(name, ()):
            if len(values) > most and sum(isinstance(value, cls) for value in values) > most:
                raise Beyond("many", *extent, sentence("{most} {what}", most=most, what=what))
        value = getattr(self, name)(self.span(*extent), values, cites)
        if type(value) is Up:
            return Part(value.value, *extent, depth, value.cites)
        return Part(value, *extent, depth, ())


def _extent(children: list[Any]) -> tuple[int, int, int]:
    start, end, depth = -1, -1, 0
    for child in children:
        if type(child) is Lexeme and child.kind in LAYOUT:
            continue
        if child.start >= 0:
            start = child.start if start < 0 else start
            end = child.end
        if child.depth > depth:
            depth = child.depth
    return start, end, depth


def _inlined(rule: Shape, children: list[Any], start: int, end: int, depth: int) -> Part:
    """Join the values of a rule that leaves no trace; a long list grows in place."""
    first = children[0] if children else None
    grows = type(first) is Part and type(first.value) is Many and rule.keep[:1] == ((0, 0),)
    values = first.value if grows and type(first) is Part else Many()
    cites: list[Any] = first.cites if grows and type(first) is Part and type(first.cites) is list else []
    for child in children:
        if type(child) is Part and child.cites is not cites:
            cites += child.cites
    for index, nones in rule.keep[1:] if grows else rule.keep:
        if nones:
            values.extend([None] * nones)
        _add(values, children[index])
    if rule.nones:
        values.extend([None] * rule.nones)
    return Part(values, start, end, depth, cites)


def _add(values: list[Any], child: Any) -> None:
    if type(child) is Part:
        if type(child.value) is Many:
            values.extend(child.value)
        else:
            values.append(child.value)
    else:
        values.append(child)

"""Walking the tree without knowing every class."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.records import names_of_fields
from rulekit.syntax import ast

INNER = (tuple, ast.Node)
names_below = names_of_fields("span")  # the fields of a class in which nodes may stand


def _nodes(value: object) -> Iterator[ast.Node]:
    if isinstance(value, ast.Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)


def below(node: object) -> Iterator[ast.Node]:
    """Yield a node (or tuple of nodes) and everything below it, in the order of the text."""
    for here in _nodes(node):
        yield here
        for name in names_below(type(here)):
            inner = getattr(here, name)
            if isinstance(inner, INNER):
                yield from below(inner)

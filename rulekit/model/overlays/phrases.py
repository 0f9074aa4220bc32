"""Expressions of the tree as one line of text, for reports («then coins[luna] is 4»).

Always in the English words, so that a game and its translation have equal models.
"""

from __future__ import annotations

from functools import cache

from rulekit.syntax import ast
from rulekit.syntax.keywords import vocabulary
from rulekit.syntax.printing.expressions import ExpressionPrinter


class _Plain(ExpressionPrinter):
    """Prints for people, not for the parser: without backquotes and without escapes."""

    def ident(self, node: ast.Ident) -> str:
        """Spell a name as the author does."""
        return node.text

    def text(self, node: ast.Text) -> str:
        """Print a string with its expressions."""
        return f'"{self._inside(node, {})}"'

    def _braced(self, node: ast.Expr) -> str:
        return self.expr(node)


@cache
def _printer() -> _Plain:
    return _Plain(vocabulary("en"))


def phrase(node: ast.Expr | ast.Named) -> str:
    """Write an expression as an author would."""
    return _printer().expr(node)

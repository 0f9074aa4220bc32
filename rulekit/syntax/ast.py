"""The tree of a `.cafe` file: one frozen class a grammar rule, each with its span.

Spans do not count for equality: two texts with the same meaning have equal trees.
Every keyword is gone; standard names are in their canonical (English) spelling.
"""

from rulekit.syntax.tree.changes import *  # noqa: F403
from rulekit.syntax.tree.declarations import *  # noqa: F403
from rulekit.syntax.tree.examples import *  # noqa: F403
from rulekit.syntax.tree.expressions import *  # noqa: F403
from rulekit.syntax.tree.layouts import *  # noqa: F403
from rulekit.syntax.tree.statements import *  # noqa: F403

"""Reductions of the parser → nodes of the tree: the method named like a grammar rule builds its node.

`builder` puts together `expressions`, `statements` and `declarations`; `texts` reads what stands in strings, `parts` is what
all share.
"""

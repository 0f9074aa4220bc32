"""The classes of the syntax tree: `expressions`, `statements`, `examples`, `layouts`,
`declarations`, `changes`.

Import them from `rulekit.syntax.ast`. `walking` goes through a tree without knowing every class.
"""

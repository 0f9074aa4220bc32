"""Syntax tree → canonical text, in any language.

`forms` says how each class of the tree is written, `printer` prints it; `quoting` drops backquotes nobody needs.
`translate` exchanges the keywords of a text and leaves everything else as it is.
"""

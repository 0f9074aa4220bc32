"""Syntax tree → canonical text, in any language.

`printer` begins; `declarations`, `statements` and `expressions` print their part; `quoting` drops backquotes nobody needs.
`translate` exchanges the keywords of a text and leaves everything else as it is.
"""

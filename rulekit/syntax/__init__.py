"""Text → syntax tree and back; the only place that knows Lark. Knows no games.

`source`, `layout`, `keywords` read characters and words; `lalr_machine` parses, `parse` runs it all; `ast` names the tree.
`tree/` its classes · `building/` reductions → nodes · `mistakes/` what is said where a parse stops · `printing/` tree → text.
"""

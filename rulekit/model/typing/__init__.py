"""Expressions → typed expressions.

`expressions` begins; `names`, `operators`, `calls`, `texts` and `descriptions` (of pieces) each do their kind;
`standard_functions` lists what the functions of the language take and give.
"""

"""Statements → typed statements of the model.

`blocks` reads those that hold others, `single_lines` the rest; `deed` is what the statements of one deed share; `arguments`
binds arguments of deeds.
"""

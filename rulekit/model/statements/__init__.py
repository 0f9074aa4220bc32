"""Statements → typed statements of the model.

`blocks` reads those that hold others, `single_lines` the rest, `setting` those with `set`; `deed` is what the statements of one
deed share; `arguments` binds arguments of deeds; `setup` sees to it that nothing is chosen there.
"""

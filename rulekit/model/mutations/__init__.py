"""Every change of one thing in a game's rules.

`mutations` lists them, from `rules` (expressions, statements, tables, options); `declared_names` is what may be
put in place of something; `wording` tells a mutation in plain words.
"""

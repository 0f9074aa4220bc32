"""Can a path be completed? `pure_lookahead` tells without touching the state, with `pending_effects`; `search` tries it on the
state itself and takes everything back by the `trail`.
"""

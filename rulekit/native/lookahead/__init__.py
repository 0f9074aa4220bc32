"""Can a path be completed? `pure_lookahead` tells without touching the state, with `pending_effects` and what is
`readable_after` them; `search` tries it on the state itself and takes everything back by the `trail`.
"""

"""Processes that run rules for the web: `crew` sends `jobs` to each `worker` by `turns`; `worker_cache` is what one remembers.

`seated_game` is a game at a table, `position` one moment of it, `sources` its texts, `minds` its bots; `redeal` and
`redeal_chance` deal a game anew. `first_looks` is what is shown of a game before it is played. `asked` has the forms of what
workers are asked, `told` those of what pages are told of moves.
"""

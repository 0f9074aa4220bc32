"""Two games played at once: `lockstep` makes the moves, `counterparts` finds what means the same in both, `chance` and
`couplings` give both the same luck, `find_move` finds a move by its key.
"""

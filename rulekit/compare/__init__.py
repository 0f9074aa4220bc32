"""Two rule sets: where they differ in rules and in play.

`compare` does it all, `result` is what is asked and answered, `matrix` holds several readings against each other.
`rules/` finds the differences · `lockstep/` plays both games at once · `search/` looks for a play where they part ·
`witness/` tells which rules make it so, and retells the play.
"""

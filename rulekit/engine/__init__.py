"""The reference engine: program → play. No files, no clock, no dice but those of `chance`.

`engine` is what others use; `machine` runs the flow; `state`, `moves`, `view`, `score`, `trace` are its data. `random_move`
plays, `explain` says why and why not, `touched_by_move` what a move touches, `faults` how play stops where the rules are at
fault. `events/` tells what happened as each player saw it. `compiling/` writes the rules as Python functions,
`runtime/` is what these call.
"""

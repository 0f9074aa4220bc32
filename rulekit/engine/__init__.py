"""The reference engine: program → play. No files, no clock, no dice but those of `chance`.

`engine` is what others use; `machine` runs the flow; `state`, `moves`, `view`, `score`, `trace` are its data.
`random_move` plays, `said` keeps what a text spoke of, `explain` says what refuses a move and `best_reason` which reason to
tell first, `fired_rules` what a move sets going, `what_is_there` what a condition looks at, `touched_by_move` what it touches,
`faults` how play stops where the rules are at fault. `events/` tells what happened as each player saw it. `compiling/` writes
the rules as Python functions, `runtime/` is what these call.
"""

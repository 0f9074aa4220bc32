"""Many games in a row: `run` says how, `series` by what, `parallel` in threads and processes, `cluster` on many machines.

`simulate` plays on the reference engine, `bot_players` let bots play; `columns` and `tally` keep what came out;
`seed_snapshots` is one game that a seed decides, `perft` counts all beginnings.
"""

"""Many games in a row: `run_series` says how, `parallel` plays in threads and processes, `cluster` on many machines.

`tally` keeps what came out; `seed_snapshots` is one game that a seed decides, `perft` counts all beginnings,
`equal_positions` says when two positions go on alike.
"""

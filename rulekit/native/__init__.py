"""The native engine: program → machine code by way of LLVM; the only place that knows llvmlite.

`engine` is what others use; `entry_points` are called from outside; `program_facts` is known before. `flow` writes the
nodes: `turns`, `piece_effects`, `tallies_and_markers`, `idle_loops`. `llvm/` code in general · `state/` where values lie ·
`expressions/` · `menus/` · `lookahead/` can a path be completed · `shortcuts/` faster ways for what games do often.
"""

"""The native engine: program → machine code by way of LLVM; the only place that knows llvmlite.

`engine` is what others use; `entry_points` are called from outside; `flow` writes the nodes; `program_facts` is known
before. `llvm/` code in general · `state/` where values lie · `expressions/` · `menus/` · `lookahead/` can a path be
completed · `shortcuts/` faster ways for what games do often.
"""

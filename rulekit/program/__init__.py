"""Model → program, which both engines run: layout, expressions without names, one flat graph.

Data: `program`, `nodes`, `layout`, `cells` (what stands in those of a state). The pass: `lower` calls `statements`,
which writes into `graph`; `refused` is how it says no. `texts` makes what a game says ready to be said. `analysis/`
proves what makes play fast.
"""

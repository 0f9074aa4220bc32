"""Syntax tree → checked model of a game: every name resolved, every expression typed. Knows no play.

Data: `model`, `declared` (what declarations share), `rules` (statements), `layouts`, `expressions`, `types`, `faults`.
The pass: `resolve` runs `names`, then `declare/`,
`typing/`, `statements/` with what `scope` remembers, and `assemble` puts the parts together. `overlays/` change a game
before, `checks/` judge it after; `analysis/` is what checks are made from, `mutations/` changes one rule at a time.
`model_walk` walks a model.
"""

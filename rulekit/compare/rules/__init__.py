"""From two models to their differences: `compare_rules` runs it.

Common names: `align`, `profiles`, `vocabulary`, `translate`, `variables`. One form: `canonical`, `bullets`, `piece_counts`.
Differences: `finder`, `sequences`, `edits`, `differences`, and `patches` that carry one over.
"""

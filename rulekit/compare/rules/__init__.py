"""From two models to their differences: `compare_rules` runs it.

Common names: `match_names`, `profiles`, `vocabulary`, `translate`, `variables`. One form: `canonical`,
`unlabelled_choices`. Differences: `find_differences`, `sequences`, `edits`, `differences`, and `carry_over`
that carry one over.
"""

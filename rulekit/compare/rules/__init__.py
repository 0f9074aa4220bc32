"""From two models to their differences: `find_differences` runs it.

Common names: `match_names`, `profiles`, `vocabulary`, `translate`, `variables`. One form: `canonical`,
`unlabelled_choices`. Differences: `sequences`, `edits`, `differences`, and `carry_over`
that carry one over. `weaker_answers` are what readings say without stating it.
"""

"""Worked examples: `run_examples` does one; `arrange_position` makes what is given true, `enter_flow` begins in the middle of
a turn, `argument_matching` finds the move that a line asks for,
`other_results` finds examples that changed rules leave true, but not their results.
"""

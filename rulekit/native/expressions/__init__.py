"""Expressions → code: `reader` begins; `calls`, `comprehensions`, `lists`, `matching` each do their kind.

`never_fails` knows what may be evaluated early, `visibility` what a player sees.
"""

"""Expressions → code: `reader` begins, and `calls` goes on with functions of the language.

Each kind has its module: `arithmetic`, `comparisons`, `comprehensions`, `definitions`, `lists`, `lookup_tables`,
`matching`, `scores`. `never_fails` knows what may be evaluated early, `visibility` what a player sees.
"""

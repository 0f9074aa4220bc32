"""Plays → knowledge.

`series/` many games · `measures/` what is measured of them · `examples/` worked examples · `mutate/` does anything notice a
changed rule · `books/` rulebooks and what cites them · `lessons/` · `processes/` work for several processes.
"""

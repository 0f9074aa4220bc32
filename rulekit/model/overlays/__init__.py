"""Readings, variants, words and settings applied to a game: several trees → one.

`change_files` reads them, `overlay` applies them by way of `edits`; `conflicts` says which cannot both be meant, `unused`
takes away what served a removed rule, `tellings` the texts of other languages for what is gone, `origins` tells what came
from where. `addresses` finds rules by name, `quote` begins a house rule; `strength` weighs what a reading says.
"""

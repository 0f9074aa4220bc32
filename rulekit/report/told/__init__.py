"""Texts in words: `nouns` fits little words, `texts` tells a text to or of a player, `moves` says what somebody does.

`things` says what it was done with: places, markers, pieces. `proof_sheet` tries every text with the values of `samples`. `aim`
is what a game is about, `language` the one in which it speaks to somebody.
"""

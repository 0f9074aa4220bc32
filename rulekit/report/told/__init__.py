"""Texts in words: `nouns` fits little words, `texts` tells a text to or of a player, `moves` says what somebody does.

`things` says what it was done with: places, markers, pieces.
"""

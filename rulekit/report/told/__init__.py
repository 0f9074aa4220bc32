"""Texts in words: `nouns` fits little words, `texts` tells a text to or of a player, `moves` says what somebody does."""

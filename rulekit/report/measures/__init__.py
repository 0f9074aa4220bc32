"""Measures of many games to read: `summary` in plain words, `charts`, and `page` for all
of it.
"""

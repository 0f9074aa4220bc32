"""Measures of many games to read: `summary` in plain words, `altair_charts`, and `page` for all
of it.
"""

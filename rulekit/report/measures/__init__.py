"""Measures of many games, to read: a summary in plain words, charts, tables, one page."""

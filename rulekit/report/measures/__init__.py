"""Measures of many games to read: `summary` in plain words, `charts` (with `chart_style`, how they look), and `page` for all
of it.
"""

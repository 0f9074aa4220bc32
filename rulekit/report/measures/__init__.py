"""Measures of many games to read: `summary` in plain words, `charts` (with `looks`, how they look), and `page` for all of it."""

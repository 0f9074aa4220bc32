"""Rules to read as they are written: `expressions`, `program`, `options`, `overlays`; `reasons` of refusals, with the best of
them first, and `failed_example`.
"""

"""One file a command, named like it: `cover`, `lesson`, `mutate`, `overlays`, `perft`, `play`, `replay`, `rulebook`, `test`.

A folder each have `check/`, `compare/`, `new/` and `simulate/`; `show` has the small ones: list, explain, options, model,
program.
"""

"""One file a command, named like it; `check/`, `compare/`, `new/` and `simulate/` have a folder each. `show` has the small
ones.
"""

"""Options and the number of players become constants: `fold`, by the arithmetic of `constants`; `unknown_values` finds what
keeps a value from being known.
"""

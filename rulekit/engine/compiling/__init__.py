"""Program → Python functions, written as text and compiled once.

`compiler` begins; `nodes` writes the flow and the tests of what a player sees, `expressions` and `calls` the rest.
"""

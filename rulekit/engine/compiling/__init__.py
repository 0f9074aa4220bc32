"""Program → Python functions, written as text and compiled once.

`compiler` begins; `nodes` writes the flow, `expressions`, `calls` and `loops` the rest; `visibility` the tests of what a
player sees.
"""

"""The only place with input and output: `cli` runs a command, `command_line/` knows commands and flags.

`commands/` one file a command · `io/` files, games by name, saved games · `terminal/` a game at one keyboard · `web/` the
web table.
"""

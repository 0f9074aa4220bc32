"""Rules of tabletop games in one file that can be checked, played and questioned.

`pipeline.check_game` makes a checked model of a text, `program.lower.lower` a program of it, `engine.engine.Engine` plays
that.
"""

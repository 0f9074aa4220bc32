"""A game at one keyboard: `keyboard_game` asks and answers, `why_questions` understands `? words`, `told_moves` keeps secrets.

`terminal` prints, `usage` says what is wrong with a command line.
"""

"""A game at one keyboard: `session` asks and answers, `why_questions` understands `? words`, `told_moves` keeps secrets.

`bots` reads `--bots`, `terminal` prints, `usage` says what is wrong with a command line.
"""

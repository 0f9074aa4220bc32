"""A game at one keyboard: `keyboard_game` asks and answers, `menu` has letters for moves and understands what is typed.

`script` reads moves that were written down, `why_questions` understands `? words`, `told_moves` keeps secrets; `terminal` prints,
`usage` says what is wrong with a command.
"""

"""Commands and flags as cyclopts reads them: `app` runs `commands_about_rules` and `commands_that_play`; `flags` are shared,
`bots_flag` reads `--bots`, `help` shows `--help`.
"""

"""Commands and flags as cyclopts reads them: `app` runs `commands`, which take `flags`; `bots_flag` reads `--bots`, `help` shows
`--help`.
"""

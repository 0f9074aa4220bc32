"""Tables being played: `table_service` says who may do what; `table`, `seating`, `player_names`, `audience` are one table;
`taking_back` takes a move back,
`bot_turns` lets bots play, `readiness` sees to it that nobody waits for them; `codes` are links to be
typed, `coming` is how people use them, and how they play again.

`store` keeps all in one `private_file`; `expiry` forgets old tables, `tables_command` is `rulekit tables`.
"""

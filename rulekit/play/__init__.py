"""Games in play, on either engine.

`tables`: a game in progress, on the reference engine or on the native one. `choices`: the numbers by which players choose.
`results`: what came of a game; `columns`: of many games, by column. `random_games` plays at random, `series_player` plays
the games of a seed on either engine, at random or by `bots/`.
"""

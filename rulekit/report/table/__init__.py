"""A game in play: `arranged` puts a view in order for `table` (terminal) and `board` (page).

`looks` and `svg` draw pieces; `log_lines` says what happened, `came_of_it` (in a game with sentences `spoken_came`) what came of
it, also one move afterwards, and whether there are secrets; `scores` how it ended, `playthrough` a whole game.
"""

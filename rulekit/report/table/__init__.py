"""A game in play: `arranged` puts a view in order for `table` (terminal) and `board` (page).

`looks` and `svg` draw pieces; `telling` and `changes` say what happened, `scores` how it ended, `playthrough` a whole game.
"""

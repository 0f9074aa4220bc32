"""Bots that choose moves, without looking at what their player does not see.

`bot_notation`: bots as they are written; `bots`: who decides for a seat; `bot_games`: games that they play. `known`: what a
player knows; `determinize`, `native_worlds`: positions that fit it. `greedy` looks one move ahead, `mcts` searches, `worth`
says what an outcome is worth to each player.
"""

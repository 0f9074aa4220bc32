"""What has to be known of machine code besides the program: where moves are noted, and the words of results."""

from __future__ import annotations

from attrs import frozen

TROUBLE = 0  # the word of the context that says that a game cannot go on
FINISHED, CAPPED, TROUBLED = range(3)  # how a game ended
UPTO, ACTION = 0, 2  # words of a record of moves: how many there are up to its last one, the first action they begin
ROW = 4  # words of a game's result before the totals: end, decisions, winners as bits, numbers of chance used


@frozen
class Facts:
    """`size`: words of a context; `moves_at`: where in it the records of moves begin, `stride`: words of each, `paths`: whether
    they hold paths."""

    size: int
    moves_at: int
    stride: int
    paths: bool

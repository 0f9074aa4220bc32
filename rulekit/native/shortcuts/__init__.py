"""Faster ways for what games do often; each can be switched off (`Unit.shortcuts`), and bench/README.md says what it gains.

Boards: `board_lines`, `board_bits`, `spots`. Lists and pieces: `sieved_lists`, `piece_sets`. Choices: `candidate_masks`.
Code: `inlining`.
"""

SHORTCUTS = frozenset(("board_bits", "board_lines", "candidate_masks", "inlining", "piece_sets", "sieved_lists", "spots"))

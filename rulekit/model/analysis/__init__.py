"""What checks are made from.

`game_index` names and walks a model; `numbers` knows constants and ranges; `reads_and_writes` and `visibility` say what a
rule uses and who sees it; `flow` is the course of a game, roughly; `none_tests` what a test tells about `none`.
"""

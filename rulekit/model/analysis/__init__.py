"""What checks are made from.

`game_index` names and walks a model; `constants` and `folding` work out what options decide, `numbers` what a value can be;
`reads_and_writes` and `visibility` say what a rule uses and who sees it, `hearing` what those do not see who are told
something; `flow` is the course of a game, roughly; `none_tests` what a test tells about `none`; `references` whether a model
holds together; `covered` which rules the tellings speak of; `laid_out` makes grids of layouts.
"""

"""Looking for a play where two games part.

`search_stages` goes from short plays to random ones: `every_play`, `random_plays`, `unlisted_moves` (at little cost),
`shortening`; `plays` are what they find, and what they may spend.
`goals` are what a play may aim at, `distance` how far a condition is from holding, `preconditions` what has to happen
before.
"""

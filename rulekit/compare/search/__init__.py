"""Looking for a play where two games part.

`search_stages` goes from short plays to random ones, `one_search` does one rung; `unlisted_moves` plays at little cost;
`goals` are what a play may aim at, `distance` how far a condition is from holding, `preconditions` what has to happen
before.
"""

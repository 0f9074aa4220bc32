"""Games for other people's libraries: `pettingzoo`, with `aec` (the environment), `observe` (views as vectors) and `play`.

The last stage: nothing of rulekit imports it, and what it needs are extras.
"""

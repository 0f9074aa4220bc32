"""Games for other people's libraries: `pettingzoo`, with `aec` (the environment) and `observe` (views as vectors).

The last stage: nothing of rulekit imports it, and what it needs are extras.
"""

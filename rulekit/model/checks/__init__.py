"""Checks of a whole game, one file a subject; each is a function from the model to its findings. `all_checks` runs them.

What never happens: `unreachable_rules`, `impossible`, `loops`, `recursion` (with depth),
`unused_declarations`. Players: `leaking_legality`, `announcements`, `menus`, `requirements`, `secrecy`. Values: `lists`,
`none_in_arithmetic`, `pieces`. How the table looks: `layouts`, `laid_places`.
"""

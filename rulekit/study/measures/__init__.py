"""What is measured of games: `one_game`, `decisions` (menus, actions, standings), `sample`, and `whole` for all together.

`options`: how often one matters. `impact`: two rule sets on the same seeds. `sweep`: other values of options. `intervals`:
how sure it is.
"""

"""A printed rulebook from the checked rules: `book` puts it together from `parts`, `html` and `markdown` write it.

`components`, `options`, `examples`, `boards`, `changes` make sections; `rules_in_force` leaves out what can never happen;
`prose/` makes sentences of rules.
"""

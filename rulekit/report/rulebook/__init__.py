"""A printed rulebook from the checked rules: `book` puts it together from `parts`, `html` and `markdown` write it.

`reader` reads the author's tellings, with what is `assumed`; `sections` puts them in order, `covered` knows what they tell.
`components`, `stories` and `picture` are the box, the examples and the table laid out; `changes` is the sheet of a house rule.
Where nothing is told, `generated` makes sentences of the `rules_in_force`: `prose` of statements, `phrases` of expressions.
"""

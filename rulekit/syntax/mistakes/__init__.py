"""Where a parse stopped → one diagnostic in plain words.

`stopped_parse` is what is known of the place and what could stand there, `explain` asks `lines`, `punctuation`, `habits` and
`words` in turn.
"""

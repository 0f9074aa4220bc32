"""Where a parse stopped → one diagnostic in plain words.

`stopped_parse` is what is known of the place, `explain` asks `lines`, `marks` and `words` in turn; `expected` says what
could stand there, `messages` are mistakes that need no looking around.
"""

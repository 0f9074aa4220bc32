"""The page where rules are changed: `workshop` and `study_jobs` answer it, `findings`, `outline` and `lessons` show things,
`kept_plays` writes a play into a text, `example_of_play` finds the example that tells it,
`settled_text` writes what options are set to,
`keywords` and `snippets` are for its editor.
"""

"""The page where rules are changed: `workshop` and `studies` answer it, `findings`, `outline` and `lessons` show things,
`keywords` and `snippets` are for its editor.
"""

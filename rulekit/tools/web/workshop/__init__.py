"""The page where rules are changed: `workshop` and `study_jobs` answer it, `findings`, `outline` and `lessons` show things,
`keywords` and `snippets` are for its editor.
"""

"""The page where rules are changed: `workshop` and `study_jobs` answer it, `findings`, `outline` and `lessons` show things,
`settled_text` writes what options are set to,
`keywords` and `snippets` are for its editor.
"""

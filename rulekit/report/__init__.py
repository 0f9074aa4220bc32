"""Knowledge → text, JSON, HTML, charts.

`words` and `sentences` say things, `text` and `line_wrap` fit them to a terminal, `diagnostics` shows findings,
`wording` says them in a language. `told/` what a game says · `table/` a game in play · `scene/` as its file lays it out ·
`rules/` rules as written ·
`rulebook/` rules as printed · `studies/`, `measures/`, `comparison/` results · `pages/` charts and the frame of a page.
"""

"""The web table: `server/` takes requests, `tables/` keeps who plays and what happened, `workers/` run the rules in processes
of their own, `workshop/` is the page where rules are changed. `static/` are the pages.
"""

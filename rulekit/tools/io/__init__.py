"""Files in and out: `files` (the only one that opens any), `library` (games by name), `loading` (words on the command line → a
game).

`revisions` versions that git keeps, `saving` saved games, `rulebooks` as they are told, `passages` of printed ones, `lessons`;
`problems` ends a command, `stopping` is being asked to stop.
"""

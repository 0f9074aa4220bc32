"""Rules as sentences: `statements`, `conditions`, `things`, `requirements`, `ending`; `voice` calls things by their names,
`phrases` and `verbs` are the words of a language.
"""

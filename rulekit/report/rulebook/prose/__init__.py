"""Rules as sentences: `statements`, `effects`, `conditions`, `things`, `requirements`, `ending`; `voice` calls things by their
names, `phrases` and `verbs` are the words of a language.
"""

"""The state as words of memory: `layout` says where each cell lies, `columns` where values of families lie, `places` moves
pieces, `chance` draws numbers, `context_words` and `noted_paths` read what machine code has noted.
"""

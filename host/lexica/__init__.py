"""Word lists: built into compact word files for one tile set, opened for look-ups, checked and listed.

Knows nothing of games: the rules ask no more than `word in lexicon`, and a table without a list has `AnyWord`.
"""

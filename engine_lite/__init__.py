"""The rules of the crossword board game: tiles, board, plays, scores, turns, clocks and the clubs' rulebooks.

Pure: imports nothing but Python's standard library, opens no file, knows no clock and throws no dice.
"""

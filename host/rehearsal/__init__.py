"""Hands at the table, written down: scripts, how they are read, the stages they are played on, what came of them.

Start at outcome.py; hands.py plays it at virtual.py, the table with its sensors,
engine_hands.py on the rules alone.
"""
